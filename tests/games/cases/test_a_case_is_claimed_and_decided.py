"""A case is seen by who is not tied to it, decided by who claimed it, and told to nobody else."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.cases.rules.queue import Record, place
from games.cases.selectors import pages
from games.cases.services import objecting
from games.clocks.services import appeals
from games.errors import HasLooked
from games.links import SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Act, Appeal, Case, Claim, Game, Kept, Letter, Line, Sanction
from games.moderation.services import roles
from games.services import instant
from games.substitutes.services import offers, sitting
from tests.games.cases.cast import (
    SAID,
    WORDS,
    appealed,
    calls_himself,
    claims,
    decided,
    page,
    reported,
    stalls,
)
from tests.games.cast import DAY, HOUR, MINUTE, NOW, play, player, started
from tests.games.moderation.cast import address, confirmed, done, log, previewed, staff
from tests.games.pages.table import browser, checksum, text_of
from tests.games.substitutes.cast import seat_of

pytestmark = pytest.mark.django_db
TYPED = {"why": "rules", "message": "", "reason": "the record shows it plainly"}


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def test_a_case_of_others_and_none_at_all_are_answered_alike():
    game = started(("mia", "bob", "carol"), by="mia")
    case = stalls(game, by="carol")
    tied, nobody = browser(staff("mia")), browser(player("peter"))
    for client in (tied, nobody):
        answers, counts = [], []
        for reference in (case.reference, "zzzzzzzzzz"):
            here = page(reference)
            client.get(here)
            with CaptureQueriesContext(connection) as queries:
                got = client.get(here)
            sent = client.post(here, {"act": "claim"})
            acted = client.get(reverse("moderation-act", args=["close-report", reference]))
            answers.append([each.status_code for each in (got, sent, acted)])
            counts.append((len(queries), len(got.content)))
        assert answers == [[404, 404, 404]] * 2
        assert counts[0] == counts[1]
    assert tied.get(reverse("cases-queue")).context["cases"] == []
    assert tied.get(reverse("moderation-home")).context["cases"] == 0
    assert browser(staff("max")).get(reverse("moderation-home")).context["cases"] == 1
    assert not Claim.objects.exists()


def test_the_reporters_words_stand_on_the_page_of_a_claimed_case_alone():
    game = started()
    case = stalls(game, words="I hold two lamps", enclose=True)
    mia = browser(staff("mia"))
    for url in (
        page(case),
        reverse("cases-queue"),
        reverse("moderation-person", args=[case.about.key]),
    ):
        assert "two lamps" not in mia.get(url).content.decode()
    claims(staff("max"), case)
    assert "I hold two lamps" in mia.get(page(case)).content.decode()
    assert "two lamps" not in str(list(Line.objects.values()))
    assert (
        "two lamps" not in browser(staff("hal", "host")).get(reverse("log-staff")).content.decode()
    )


def test_what_the_own_seat_saw_is_logged_before_it_is_shown_and_to_the_claimer_alone():
    case = stalls(started(), enclose=True)
    report = case.reports.get()
    wish = {"act": "open", "report": report.pk}
    assert browser(staff("mia")).post(page(case), wish).status_code == 409
    client = claims(staff("max"), case)
    shown = client.post(page(case), wish)
    assert report.enclosed["hand"]["en"][0] in text_of(shown.content.decode())
    assert log() == ["claim", "claim-enclosed"]
    assert Line.objects.latest("number").case == case.pk
    assert client.post(page(case), {"act": "open", "report": 10**12}).status_code == 404
    assert client.post(page(case), {"act": "burn"}).status_code == 404


def opens_the_enclosed_hand(game: Game) -> None:
    """Let mia open what alice, who reports bob, enclosed of her own hand."""
    case = stalls(game, enclose=True)
    shown = claims(staff("mia"), case).post(
        page(case), {"act": "open", "report": case.reports.get().pk}
    )
    assert shown.status_code == 200


def test_a_moderator_who_opened_an_enclosed_hand_cannot_take_a_seat_at_that_table():
    game, other = started(), started()
    for each in (game, other):
        offers.resign(SeatClaim.of(seat_of(each, "carol")), now=NOW)
    opens_the_enclosed_hand(game)
    number = seat_of(game, "carol").number
    with pytest.raises(HasLooked):
        sitting.sit(game.key, number, player("mia"), now=NOW)
    named = previewed(browser(staff("max")), "replace", game.key,
                      seat=number, whom=player("mia").key)  # fmt: skip
    assert "mia has looked at hidden cards of this table." in text_of(named.content.decode())
    sitting.sit(other.key, seat_of(other, "carol").number, player("mia"), now=NOW)


def test_a_moderator_who_opened_an_enclosed_hand_takes_no_move_back_there():
    game = started()
    for _ in range(3):
        play(game)
    opens_the_enclosed_hand(game)
    refused = previewed(browser(staff("mia")), "rewind", game.key, to=1)
    assert refused.status_code == 409
    assert previewed(browser(staff("max")), "rewind", game.key, to=1).status_code == 200


def test_each_looks_at_one_thing_and_gives_it_back():
    first, second = stalls(started()), stalls(started(), by="carol")
    client = claims(staff("mia"), first)
    assert client.post(page(second), {"act": "claim"}).status_code == 409
    assert client.post(page(first), {"act": "give-back"}).status_code == 303
    assert client.post(page(second), {"act": "claim"}).status_code == 303
    assert log() == ["claim", "claim-ended", "claim"]


def test_who_loses_his_role_loses_his_claim():
    case = stalls(started())
    client = claims(staff("mia"), case)
    shown = previewed(client, "close-report", case.reference, finding="no-breach", **TYPED)
    with because(Cause.FORM):
        roles.end(player("mia"), "moderator", now=NOW)
    answer = confirmed(client, "close-report", case.reference, shown)
    assert answer.status_code == 403
    assert client.get(page(case)).status_code == 404
    assert Case.objects.get().finding == ""
    (line,) = pages.queue(by=staff("max"), now=NOW).cases
    assert line.stage == "open"
    claims(staff("max"), case)


def test_a_lapsed_claim_decides_nothing_and_what_was_typed_stays(set_clock):
    case = stalls(started())
    client = claims(staff("mia"), case)
    shown = previewed(client, "close-report", case.reference, finding="no-breach", **TYPED)
    set_clock(NOW + 25 * MINUTE)
    late = previewed(client, "close-report", case.reference, finding="no-breach", **TYPED)
    set_clock(NOW + 31 * MINUTE)
    for answer in (
        confirmed(client, "close-report", case.reference, each) for each in (shown, late)
    ):
        assert answer.status_code == 409
    assert TYPED["reason"] in answer.content.decode()
    assert Case.objects.get().finding == ""


def test_a_question_waits_for_its_answer_a_week_at_most(set_clock):
    case = stalls(started())
    client = claims(staff("mia"), case)
    version = Case.objects.get().version
    ask = {"act": "ask", "question": "Since when?", "version": version - 1}
    assert client.post(page(case), ask).status_code == 409
    assert client.post(page(case), {**ask, "question": " ", "version": version}).status_code == 400
    assert client.post(page(case), {**ask, "version": version}).status_code == 303
    assert not Claim.objects.exists()
    assert Letter.objects.get(kind="question").email == "alice@example.org"
    (line,) = pages.queue(by=staff("max"), now=NOW).cases
    assert line.stage == "waiting"
    alice, here = browser(player("alice")), reverse("reports-mine")
    assert "Since when?" in alice.get(here).content.decode()
    answer = {"about": case.reference, "text": "since <b>Monday</b>"}
    assert browser(player("bob")).post(here, answer).status_code == 404
    assert alice.post(here, {**answer, "about": "zzzzzzzzzz"}).status_code == 404
    assert alice.post(here, {**answer, "text": ""}).status_code == 400
    for _ in range(2):
        assert alice.post(here, answer).status_code == 303
    assert [each.words for each in case.reports.all()] == [WORDS, "since <b>Monday</b>"]
    assert pages.queue(by=staff("max"), now=NOW).cases[0].stage == "open"
    seen = claims(staff("max"), case).get(page(case)).content.decode()
    assert "since &lt;b&gt;Monday&lt;/b&gt;" in seen


def test_findings_and_measures_that_do_not_go_together_are_told_all_at_once():
    case = stalls(started())
    client = claims(staff("mia"), case)
    for wrong in (
        {"finding": "no-breach", "measure": "mute", "last": "2026-03-05"},
        {"finding": "breach", "measure": "mute"},
        {"finding": "breach", "measure": "note", "last": "2026-03-05"},
        {"finding": "abuse", "measure": "mute", "last": "2026-03-05"},
        {"finding": "joined"},
        {"finding": "breach", "joined": "zzzzzzzzzz"},
        {"finding": "looked-at"},
        {"finding": "joined", "joined": "zzzzzzzzzz"},
        {"finding": "joined", "joined": case.reference},
        {"finding": "abuse", "measure": "note"},
        {"finding": "breach", "measure": "mute", "last": "2026-02-05"},
        {"finding": "breach", "measure": "mute", "last": "2028-02-05"},
    ):
        answer = previewed(client, "close-report", case.reference, **TYPED, **wrong)
        assert answer.status_code in (400, 409), wrong
        assert "confirmation" not in answer.context or not answer.context.get("plan"), wrong
    assert Case.objects.get().finding == ""


def test_two_measures_follow_from_one_verdict_and_one_appeal_lifts_both():
    case = stalls(started())
    client = claims(staff("mia"), case)
    both = {"finding": "breach", "measure": "mute", "last": "2026-03-05"}
    for wrong in (
        {"further": "mute", "further_last": "2026-03-05"},
        {"further": "no-new-games"},
        {"further": "no-new-games", "further_last": "2028-03-05"},
        {"further": "note", "further_last": "2026-03-05"},
        {"seats_removed": "on"},
    ):
        answer = previewed(client, "close-report", case.reference, **TYPED, **both, **wrong)
        assert answer.status_code == 400, wrong
    both |= {"further": "ban", "further_last": "2026-03-03", "seats_removed": "on"}
    both |= {"message": "enough of it"}
    assert decided(client, case, **both).status_code == 303
    given = Sanction.objects.order_by("kind")
    assert [each.kind for each in given] == ["ban", "mute"]
    assert [each.seats_removed for each in given] == [True, False]
    assert len({each.reference for each in given}) == 1
    assert [each.message for each in given] == ["", "enough of it"], "he reads it once"
    assert Letter.objects.filter(kind="verdict").count() == 1
    reference = given[0].reference
    objecting.appeal(reference, "I was ill", by=player("bob"), now=instant.now())
    other = claims(staff("max"), reference)
    typed = {"answer": "lifted", **TYPED}
    shown = previewed(other, "decide-appeal", reference, **typed)
    assert confirmed(other, "decide-appeal", reference, shown).status_code == 303
    assert all(each.ended_at is not None for each in Sanction.objects.all())


@pytest.mark.parametrize("act", ["remove", "seat-removed"])
def test_an_appeal_that_lifts_leads_back_to_the_seat(act: str):
    game = started()
    bob = seat_of(game, "bob")
    done(staff("mia"), act, game.key, seat=bob.number, why="rules")
    reference = Act.objects.get(key=act).reference
    objecting.appeal(reference, "I was in hospital", by=player("bob"), now=instant.now())
    other = claims(staff("max"), reference)
    typed = {"answer": "lifted", **TYPED}
    shown = previewed(other, "decide-appeal", reference, **typed)
    assert any("Bring back" in line for line in shown.context["plan"].does)
    back = f"{address('bring-back', game.key)}?seat={bob.number}"
    assert back not in other.get(page(reference)).content.decode()
    assert confirmed(other, "decide-appeal", reference, shown).status_code == 303
    assert back in other.get(page(reference)).content.decode()
    person = reverse("moderation-person", args=[player("bob").key])
    here = other.get(person).content.decode()
    assert (back in here) == (act == "seat-removed"), "also beside what was lifted"
    assert done(staff("max"), "bring-back", game.key, seat=bob.number).status_code == 303
    assert seat_of(game, "bob").number == bob.number
    assert back not in other.get(page(reference)).content.decode()


def test_abuse_brings_a_word_first_and_no_reports_the_next_time():
    mia = staff("mia")
    for measure, wanted in (("no-reports", 400), ("note", 303), ("no-reports", 303)):
        case = Case.objects.filter(decided_at=None).first() or stalls(started())
        client = browser(mia)
        client.post(page(case), {"act": "claim"})
        last = {"last": "2026-04-05"} if measure == "no-reports" else {}
        typed = {"finding": "abuse", "measure": measure, "shown_false": "on", **last, **TYPED}
        shown = previewed(client, "close-report", case.reference, **typed)
        if wanted == 400:
            assert shown.status_code == 400
            continue
        assert confirmed(client, "close-report", case.reference, shown).status_code == 303
    given = Sanction.objects.order_by("pk")
    assert {each.kind for each in given} == {"note", "no-reports"}
    assert {each.player for each in given} == {player("alice")}
    assert not Letter.objects.filter(kind="verdict").exists()


def test_who_joined_another_case_is_told_with_that_one_and_in_the_same_words():
    game = started()
    first, second = stalls(game), stalls(game, by="carol")
    client = claims(staff("mia"), second)
    joined = {"finding": "joined", "joined": first.reference}
    assert decided(client, second, **joined).status_code == 303
    assert not Letter.objects.filter(kind="verdict").exists()
    here = reverse("reports-mine")
    assert "measures were taken" not in browser(player("carol")).get(here).content.decode()
    decided(claims(staff("mia"), first), first, finding="breach", measure="note")
    told = Letter.objects.filter(kind="verdict").values_list("email", flat=True)
    assert set(told) == {"alice@example.org", "carol@example.org"}
    said = {text_of(browser(player(who)).get(here).content.decode()) for who in ("alice", "carol")}
    assert all("We looked; measures were taken." in each for each in said)
    assert Sanction.objects.count() == 1


def test_a_long_measure_takes_a_second_person_who_needs_no_claim():
    case = reported(started())
    client = claims(staff("mia"), case)
    typed = {"finding": "breach", "measure": "mute", "last": "2026-06-05", **TYPED}
    shown = previewed(client, "close-report", case.reference, **typed)
    assert confirmed(client, "close-report", case.reference, shown).status_code == 202
    row = Act.objects.get(key="close-report")
    here = reverse("moderation-asked", args=[row.reference])
    other = browser(staff("max"))
    assert other.get(here).status_code == 200
    assert previewed(other, "close-report", case.reference, **typed).status_code == 409
    assert other.post(here, {"answer": "yes", "digest": row.digest}).status_code == 303
    assert Case.objects.get().decided_by == player("mia")
    assert Sanction.objects.get().by == player("mia")


def test_the_preview_warns_where_only_one_person_could_have_seen_it():
    for people, warned in ((("alice", "bob"), True), (("alice", "bob", "carol"), False)):
        case = stalls(started(people, key="duel" if len(people) == 2 else "saboteur"))
        client = claims(staff("mia"), case)
        typed = {"finding": "breach", "measure": "note", **TYPED}
        plan = previewed(client, "close-report", case.reference, **typed).context["plan"]
        assert any("only one person" in line for line in plan.does) == warned
        client.post(page(case), {"act": "give-back"})


def test_the_queue_begins_with_threats_then_stalling_then_age_and_no_record_hides_a_report():
    never, always = Record(0, 8), Record(8, 8)

    def at(hours: int, record: Record, **what: bool) -> tuple[bool, int, object]:
        told = {"waits": False, "threat": False, "stalls": False, **what}
        return place(made_at=NOW + timedelta(hours=hours), record=record, **told)

    wanted = [
        at(90, never, threat=True),
        at(80, never, stalls=True),
        at(23, always),
        at(20, never),
        at(47, Record()),
        at(48, never),
        at(0, never, waits=True),
    ]
    assert sorted(wanted) == wanted
    assert (always.score, Record().score, Record(2, 3).is_shown, Record(2, 4).is_shown) == (
        0.85,
        0.25,
        False,
        True,
    )


def test_an_appeal_comes_in_time_from_whom_it_concerns_and_is_nobodys_else(set_clock):
    case, reference = appealed(started(("dora", "eve", "finn"), by="dora"), "eve", "finn")
    here, said = reverse("sanctions"), {"about": reference, "text": "why?"}
    assert browser(player("eve")).post(here, said).status_code == 404
    assert browser(player("finn")).post(here, {**said, "about": "ZZZZ"}).status_code == 404
    other = stalls(started())
    decided(claims(staff("max"), other), other, finding="breach", measure="note")
    mine = {"about": other_reference(other), "text": "x" * 2001}
    set_clock(NOW + HOUR)
    assert browser(player("bob")).post(here, mine).status_code == 400
    set_clock(NOW + 14 * DAY)
    assert browser(player("bob")).post(here, {**mine, "text": "why?"}).status_code == 409
    assert case.objection.said == "I was ill"


def other_reference(case: Case) -> str:
    return Act.objects.get(key="close-report", target=case.reference).reference


def test_a_word_against_a_missed_turn_stands_in_the_queue_of_who_did_not_play_there():
    game = started(("mia", "bob", "carol"), by="mia")
    turn = Kept.objects.create(player=player("bob"), game=game, at=NOW, reply=None)
    appeals.appeal(turn.pk, "I was in hospital", by=player("bob"), now=NOW)
    here = reverse("cases-queue")
    mia, max_ = browser(staff("mia")), browser(staff("max"))
    assert mia.get(here).context["misses"] == []
    assert mia.post(here, {"turn": turn.pk, "answer": "excused"}).status_code == 404
    assert "I was in hospital" in max_.get(here).content.decode()
    assert max_.post(here, {"turn": 10**12, "answer": "excused"}).status_code == 404
    assert max_.post(here, {"turn": turn.pk, "answer": "burn"}).status_code == 404
    assert max_.post(here, {"turn": turn.pk, "answer": "excused"}).status_code == 303
    assert Appeal.objects.get().answer == "excused"


def test_two_clicks_lead_from_the_queue_to_the_game_and_no_get_writes():
    game = started()
    case, client = reported(game), browser(staff("mia"))
    before = checksum()
    queue = client.get(reverse("cases-queue")).content.decode()
    assert f'href="{page(case)}"' in queue
    assert f'href="/moderation/g/{game.key}/"' in client.get(page(case)).content.decode()
    assert checksum() == before
    assert SAID not in queue
    [remark] = case.reports.values_list("remark", flat=True)
    hides = f"{address('hide-talk', game.key)}?remark={remark}&amp;step=hide"
    assert hides not in client.get(page(case)).content.decode()
    claims(staff("mia"), case)
    assert hides in client.get(page(case)).content.decode(), "the act stands beside what was said"
    assert calls_himself("dora", "eve").game is None
