"""A report keeps what was to be seen then, and nobody but the moderators learns of it."""

from functools import partial
from time import sleep
from typing import Any

import pytest
from django.urls import reverse

from games import links
from games.cases.models import Kind
from games.cases.selectors import subjects
from games.cases.services import freezing, reporting
from games.errors import BadText, MayNotReport, NothingToReport, TalkIsOld, TooManyReports
from games.links import SeatClaim
from games.log.rules import Cause
from games.log.services import because, write
from games.models import Case, Letter, Line, Remark, Report
from games.sanctions import services as sanctioning
from games.services import invitations
from tests.games.cases.cast import SAID, WORDS, calls_himself, report_remark, reported, stalls
from tests.games.cast import DAY, HOUR, MINUTE, NOW, open_table, play, player, started
from tests.games.moderation.cast import done, staff
from tests.games.pages.table import browser, checksum, text_of
from tests.games.substitutes.cast import seat_of
from tests.games.talk.cast import SPECTATORS, say
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def test_twenty_remarks_on_either_side_are_kept_and_thirty_lines_of_the_record():
    game = started()
    for _ in range(33):
        play(game)
    said = [say(game, "bob", f"remark {at}", now=NOW + at * HOUR) for at in range(50)]
    report_remark(game, said[25].pk, now=NOW + 3 * DAY)
    frozen = Report.objects.get().frozen
    assert [each["text"] for each in frozen["talk"]] == [f"remark {at}" for at in range(5, 46)]
    assert [each["text"] for each in frozen["talk"] if each["reported"]] == ["remark 25"]
    assert sorted(frozen["seats"]) == ["alice", "bob", "carol"]
    assert frozen["marks"]["reported"] != frozen["marks"]["reporter"]
    assert "example.org" not in str(frozen)
    story = text_of(browser().get(f"/g/{game.key}/story/").content.decode())
    assert set(frozen["record"]) == {"en", "de"}
    assert len(frozen["record"]["en"]) >= 30
    assert all(" ".join(line.split()) in story for line in frozen["record"]["en"][-5:])
    assert frozen["picture"].startswith("<svg")


def test_the_own_seat_is_enclosed_only_by_who_wants_it_and_holds_nothing_but_his_own():
    game = started()
    stalls(game)
    assert Report.objects.get().enclosed is None
    stalls(game, by="carol", enclose=True)
    enclosed = Report.objects.get(case__by=player("carol")).enclosed
    again = freezing.of_seat(seat_of(game, "carol"), now=NOW)
    assert enclosed == again != freezing.of_seat(seat_of(game, "bob"), now=NOW)
    calls_himself("dora", enclose=True)
    assert Report.objects.get(case__by=player("dora")).enclosed is None


def test_further_text_about_the_same_person_joins_what_is_open_and_the_same_again_is_nothing():
    game = started()
    first, same, other = stalls(game), stalls(game), stalls(game, words="and again")
    assert first == same == other
    assert list(Report.objects.values_list("words", flat=True)) == [WORDS, "and again"]
    assert reported(game) == first
    assert stalls(game, by="carol") != first
    assert calls_himself("alice", "bob") != first
    case = Case.objects.get(pk=first.pk)
    assert (case.kind, case.version, Report.objects.filter(case=case).count()) == ("stalling", 3, 3)


def test_a_day_has_five_reports_and_talk_older_than_90_days_is_not_looked_at():
    game = started()
    remarks = [say(game, "bob", f"{at}", now=NOW + at * MINUTE) for at in range(6)]
    for remark in remarks[:5]:
        report_remark(game, remark.pk, now=NOW + HOUR)
    with pytest.raises(TooManyReports):
        report_remark(game, remarks[5].pk, now=NOW + HOUR)
    report_remark(game, remarks[5].pk, now=NOW + HOUR + DAY)
    old = say(game, "carol", "long ago", now=NOW)
    with pytest.raises(TalkIsOld):
        report_remark(game, old.pk, now=NOW + 90 * DAY)
    report_remark(game, old.pk, now=NOW + 90 * DAY - MINUTE)


@pytest.mark.django_db(transaction=True)
def test_reports_at_once_stop_at_five_too(monkeypatch):
    game, keep = started(), freezing.public
    remarks = [say(game, "bob", f"{at}", now=NOW + at * MINUTE) for at in range(8)]

    def slowly(*what: Any, **when: Any) -> Any:
        found = keep(*what, **when)
        sleep(0.1)
        return found

    monkeypatch.setattr(freezing, "public", slowly)
    posts = [partial(report_remark, game, remark.pk) for remark in remarks]
    assert at_once(posts) == {"Case": 5, "TooManyReports": 3}
    assert Case.objects.count() == 1


def test_who_may_report_nothing_for_a_while_reports_threats_all_the_same():
    game, max_ = started(), player("max")
    with because(Cause.ACT):
        sanctioning.impose(
            player("alice"), "no-reports", until=NOW + DAY, reason="reports",
            by=max_, now=NOW,
        )  # fmt: skip
        write("no-reports", now=NOW)
    with pytest.raises(MayNotReport):
        stalls(game)
    assert reported(game, threat=True).threat


@pytest.mark.parametrize("kind", [Kind.STALLING, Kind.COLLUSION, Kind.ACCOUNTS])
def test_who_does_not_play_there_reports_what_a_stranger_sees_and_no_more(kind: Kind):
    game = started()
    found = subjects.of_seat(game.key, seat_of(game, "bob").number, by=player("dora"))
    assert found.kinds == (Kind.NAME,)
    with pytest.raises(NothingToReport):
        reporting.report(found, reporting.Said(kind, ""), by=player("dora"), now=NOW)


def test_an_invitation_is_reported_by_who_got_it():
    game = open_table()
    invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    here = reverse("reports-invitation", args=[game.key])
    sent = {"kind": "invitations", "words": "every day"}
    assert browser(player("dora")).post(here, sent).status_code == 303
    assert browser(player("eve")).post(here, sent).status_code == 404
    case = Case.objects.get()
    assert (case.about, case.kind) == (player("alice"), "invitations")


def test_a_moderator_is_reported_by_the_reference_of_what_he_did_and_stays_unnamed():
    game = started(("alice", "bob", "carol"))
    done(staff("mia"), "pause", game.key, last="2026-03-03")
    reference = game.acts.get().reference
    alice = browser(player("alice"))
    here = reverse("reports-moderator")
    shown = alice.get(here, {"act": reference})
    assert shown.status_code == 200
    sent = {"kind": "moderator", "words": "why?"}
    assert alice.post(f"{here}?act={reference}", sent).status_code == 303
    assert Case.objects.get().about == player("mia")
    for page in (shown, alice.get(reverse("reports-mine"))):
        assert "mia" not in text_of(page.content.decode())
    assert "mia" not in alice.get(reverse("account-data")).getvalue().decode()
    assert alice.get(here, {"act": "ZZZZ"}).status_code == 404


def test_what_is_not_ones_own_to_report_is_as_if_it_were_not():
    game, client = started(), browser(player("alice"))
    own = seat_of(game, "alice").number
    addresses = [
        reverse("reports-seat", args=[game.key, own]),
        reverse("reports-seat", args=[game.key, 99]),
        reverse("reports-seat", args=["nothing", 0]),
        reverse("reports-person", args=[player("alice").key]),
        reverse("reports-person", args=["nothing"]),
        reverse("reports-invitation", args=[game.key]),
        reverse("reports-invitation", args=["nothing"]),
    ]
    answers = [client.post(address, {"kind": "name"}) for address in addresses]
    assert {answer.status_code for answer in answers} == {404}
    assert len({len(answer.content) for answer in answers}) == 1
    assert not Case.objects.exists()


def test_bad_input_is_answered_with_all_that_was_typed():
    game = started()
    client, number = browser(player("alice")), seat_of(game, "bob").number
    here = reverse("reports-seat", args=[game.key, number])
    for sent in ({}, {"kind": "moderator"}, {"kind": "talk"}):
        assert client.post(here, sent).status_code == 400
    long = client.post(here, {"kind": "stalling", "words": "w" * 1001})
    assert long.status_code == 400
    assert "w" * 1001 in long.content.decode()
    markup = {"kind": "stalling", "words": "<b>x</b>\0<script>"}
    assert client.post(here, markup).status_code == 303
    assert Report.objects.get().words == "<b>x</b><script>"
    with pytest.raises(BadText):
        stalls(game, by="carol", words="w" * 1001)


def test_nobody_else_is_written_to_and_no_page_of_the_reported_changes():
    game = started()
    case = reported(game)
    before = Letter.objects.count()
    bob = browser(player("bob"))
    own = [reverse("sanctions"), reverse("account"), reverse("log-mine"), reverse("home")]
    pages = [f"/g/{game.key}/seat/", f"/g/{game.key}/talk/", *own]
    seen = [_bare(bob.get(page)) for page in pages]
    Case.objects.all().delete()
    assert [_bare(bob.get(page)) for page in pages] == seen
    assert Letter.objects.count() == before
    assert not Line.objects.exists()
    assert case.reference not in "".join(seen)


def _bare(response: Any) -> str:
    return text_of(response.content.decode())


def test_talk_among_spectators_is_kept_for_who_could_read_it():
    game = started()
    remark = say(game, "dora", "psst", SPECTATORS)
    found = subjects.of_remark(game.key, remark.pk, by=player("eve"), now=NOW)
    reporting.report(found, reporting.Said(Kind.TALK, ""), by=player("eve"), now=NOW)
    frozen = Report.objects.get().frozen
    Remark.objects.all().delete()
    assert frozen["talk"][0]["text"] == "psst"
    eve = browser(player("eve"))
    before = checksum()
    eve.get(reverse("reports-mine"))
    assert checksum() == before


def test_a_seat_by_letter_reports_too():
    game = started()
    remark = say(game, "bob", SAID)
    token = links.SEAT.sign(SeatClaim.of(seat_of(game, "alice")))
    here = reverse("talk-by-letter", args=[token])
    sent = {"act": "report", "remark": remark.pk, "words": WORDS, "threat": "on", "enclose": "on"}
    assert browser().post(here, sent).status_code == 303
    case = Case.objects.get()
    assert (case.by, case.threat) == (player("alice"), True)
    assert case.reports.get().enclosed["hand"]["en"]
