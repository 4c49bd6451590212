"""Scenarios 32 and 33 of moderation: from a report to a verdict, and an appeal against it."""

from functools import partial

import pytest
from django.urls import reverse

from games.cases.services import claiming
from games.log.rules import Cause
from games.log.services import because
from games.models import Act, Claim, Letter, Objection, Player, Remark, Report, Sanction
from games.sanctions import services as sanctioning
from tests.games.cases.cast import SAID, WORDS, claims, decided, page, reported
from tests.games.cast import DAY, HOUR, MINUTE, NOW, player, started
from tests.games.moderation.cast import confirmed, log, previewed, staff
from tests.games.pages.table import browser, text_of
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db
BREACH = {"finding": "breach", "measure": "mute", "last": "2026-03-10"}


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def told(name: str) -> list[str]:
    """Which of these letters somebody got."""
    kinds = ("question", "verdict", "appeal")
    found = Letter.objects.filter(kind__in=kinds, email=f"{name}@example.org")
    return list(found.order_by("created_at").values_list("kind", flat=True))


def test_scenario_32_what_was_reported_stands_whatever_becomes_of_it():
    game = started()
    case = reported(game)
    kept = Report.objects.get().frozen
    bob = player("bob")
    Remark.objects.all().delete()
    game.places.filter(player=bob).update(name="Robert")
    Player.objects.filter(pk=bob.pk).update(name="Robert")
    seen = text_of(claims(staff("mia"), case).get(page(case)).content.decode())
    assert Report.objects.get().frozen == kept
    assert kept["names"] == {"reported": "bob", "reporter": "alice"}
    for words in (SAID, WORDS, "Called then: bob", "At the table: "):
        assert words in seen


@pytest.mark.django_db(transaction=True)
def test_scenario_32_one_holds_it_and_after_half_an_hour_another_can(set_clock):
    case = reported(started())
    mia, max_ = staff("mia"), staff("max")
    wishes = [partial(claiming.claim, case, by=who, now=NOW) for who in (mia, max_)]
    assert at_once(wishes) == {"NoneType": 1, "ClaimedByAnother": 1}
    holder = Claim.objects.get().by
    other = max_ if holder == mia else mia
    set_clock(NOW + 29 * MINUTE)
    assert browser(holder).post(page(case), {"act": "claim"}).status_code == 303
    set_clock(NOW + 58 * MINUTE)
    assert browser(other).post(page(case), {"act": "claim"}).status_code == 409
    set_clock(NOW + 60 * MINUTE)
    assert browser(other).post(page(case), {"act": "claim"}).status_code == 303
    assert Claim.objects.get().by == other
    assert log() == ["claim", "claim"]


def test_scenario_32_of_two_who_decide_one_does(set_clock):
    case = reported(started())
    mia, max_ = staff("mia"), staff("max")
    first = claims(mia, case)
    stale = previewed(first, "close-report", case.reference, **typed(finding="no-breach"))
    set_clock(NOW + 31 * MINUTE)
    second = claims(max_, case)
    assert decided(second, case, **BREACH).status_code == 303
    assert confirmed(first, "close-report", case.reference, stale).status_code == 409
    case.refresh_from_db()
    assert (case.finding, case.decided_by, case.concerned) == ("breach", max_, player("bob"))
    mute = Sanction.objects.get()
    assert (mute.player, mute.kind, mute.case_number) == (player("bob"), "mute", case.pk)
    assert log() == ["claim", "claim", "close-report", "close-report-refused"]
    assert told("alice") == ["verdict"]
    mine = text_of(browser(player("alice")).get("/me/reports/").content.decode())
    assert "We looked; measures were taken." in mine
    his = text_of(browser(player("bob")).get(reverse("sanctions")).content.decode())
    assert "No talk" in his
    for hidden in ("alice", SAID, WORDS, case.reference, "report"):
        assert hidden not in his
    again = previewed(second, "close-report", case.reference, **typed(**BREACH))
    assert again.status_code == 409
    assert Sanction.objects.count() == 1


def typed(**said: object) -> dict[str, object]:
    return {"why": "rules", "message": "", "reason": "the talk shows it plainly", **said}


def test_scenario_33_an_appeal_is_answered_once_by_somebody_else(set_clock):
    bob, mia, max_ = player("bob"), staff("mia"), staff("max")
    case = reported(started())
    with because(Cause.ACT):
        older = sanctioning.impose(
            bob, "mute", until=NOW + 20 * DAY, reason="talk", by=max_, now=NOW - DAY
        )
        from games.log.services import write

        write("mute", now=NOW)
    decided(claims(mia, case), case, **BREACH)
    act = Act.objects.get(key="close-report")
    his, said = browser(bob), {"about": act.reference, "text": "it was a joke among friends"}
    for _ in range(2):
        assert his.post(reverse("sanctions"), said).status_code == 303
    assert Objection.objects.get().said == said["text"]
    here = reverse("cases-appeal", args=[act.reference])
    client = browser(mia)
    assert client.get(here).status_code == 404
    assert client.post(here, {"act": "claim"}).status_code == 404
    assert client.get(reverse("cases-queue")).context["appeals"] == []
    assert previewed(client, "decide-appeal", act.reference, answer="lifted").status_code == 404
    other = browser(max_)
    assert other.post(here, {"act": "claim"}).status_code == 303
    set_clock(NOW + HOUR // 4)
    shown = previewed(other, "decide-appeal", act.reference, **typed(answer="lifted"))
    assert confirmed(other, "decide-appeal", act.reference, shown).status_code == 303
    assert confirmed(other, "decide-appeal", act.reference, shown).status_code == 200
    older.refresh_from_db()
    assert older.ended_at is None
    assert Sanction.objects.get(case_number=case.pk).ended_at == NOW + HOUR // 4
    assert Objection.objects.get().answer == "lifted"
    assert told("bob") == ["appeal"]
    assert log()[-2:] == ["claim", "decide-appeal"]
    assert "The decision was lifted." in text_of(his.get(reverse("sanctions")).content.decode())
