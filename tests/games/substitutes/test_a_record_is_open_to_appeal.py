"""Who thinks that a missed turn was not his fault says so; an operator may excuse it."""

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Appeal, Game, Kept, Seat
from games.services import accounts
from tests.games import cast
from tests.games.cast import DAY, HOUR, MINUTE, NOW
from tests.games.pages.table import browser, text_of
from tests.games.substitutes.cast import late
from tests.games.substitutes.test_records_of_players import of

pytestmark = pytest.mark.django_db

MINE, OFFICE = "/me/record/", "/admin/games/appeal/"
WHY = "The power was out <b>everywhere</b>."


def missed(at: datetime = NOW + DAY) -> tuple[Game, Seat, str]:
    """Let somebody miss a turn; name where he may appeal."""
    game = cast.started()
    seat, _ = late(game, now=at)
    turn = Kept.objects.get(player=seat.player, reply=None, game=game)
    return game, seat, reverse("records-appeal", args=[turn.pk])


def operator(name: str = "olga") -> Client:
    """Sign an operator in."""
    client = Client()
    client.force_login(accounts.make_admin(f"{name}@example.org", now=NOW))
    return client


def answered(by: Client, act: str) -> str:
    """Answer every appeal in the admin; return what the page says then."""
    chosen = {"action": act, "_selected_action": Appeal.objects.values_list("pk", flat=True)}
    return text_of(by.post(OFFICE, chosen, follow=True).content.decode())


def page(of_whom: Seat) -> str:
    return text_of(browser(of_whom.player).get(MINE).content.decode())


@pytest.fixture(autouse=True)
def two_days_later(set_clock):
    set_clock(NOW + 2 * DAY)


def test_a_turn_that_was_excused_does_not_count_any_more():
    _, seat, there = missed()
    assert of(seat.name, now=NOW + 2 * DAY).turns.missed == 1
    assert there in browser(seat.player).get(MINE).content.decode()
    assert browser(seat.player).post(there, {"said": WHY}).status_code == 303
    assert "have not answered yet. You wrote: The power was out" in page(seat)
    office = operator()
    shown = office.get(OFFICE).content.decode()
    assert "The power was out &lt;b&gt;everywhere&lt;/b&gt;." in shown
    assert "1 appeals are answered" in answered(office, "excuse")
    assert of(seat.name, now=NOW + 2 * DAY).turns.missed == 0
    assert "new here" in page(seat)
    assert "Excused: this turn does not count." in page(seat)


def test_a_turn_that_stands_counts_and_the_answer_holds_for_good():
    _, seat, there = missed()
    browser(seat.player).post(there, {"said": WHY})
    office = operator()
    answered(office, "let_stand")
    assert "The operators looked at it: the turn counts." in page(seat)
    assert "left as they are" in answered(office, "excuse")
    assert of(seat.name, now=NOW + 2 * DAY).turns.missed == 1
    assert browser(seat.player).post(there, {"said": "Once more."}).status_code == 303
    assert Appeal.objects.get().said == WHY


def test_only_a_missed_turn_of_ones_own_can_be_appealed_against():
    game, seat, there = missed()
    other = cast.asked(game)
    cast.pass_on(game, now=NOW + DAY + HOUR)
    in_time = Kept.objects.get(player=other.player)
    foreign = [there, reverse("records-appeal", args=[in_time.pk])]
    for address in (*foreign, reverse("records-appeal", args=[10**30])):
        assert browser(other.player).post(address, {"said": WHY}).status_code == 404
    assert browser().post(there, {"said": WHY}).status_code == 302
    guarded = Client(enforce_csrf_checks=True)
    guarded.force_login(seat.player)
    assert guarded.post(there, {"said": WHY}).status_code == 403
    assert not Appeal.objects.exists()


def test_a_turn_that_is_too_old_to_count_needs_no_appeal(set_clock):
    _, seat, there = missed()
    set_clock(NOW + 400 * DAY)
    assert browser(seat.player).post(there, {"said": WHY}).status_code == 404


@pytest.mark.parametrize("said", ["", "  ", "x" * 501, "a\x00b"])
def test_what_cannot_be_an_appeal_is_told_and_nothing_typed_is_lost(said: str):
    _, seat, there = missed()
    answer = browser(seat.player).post(there, {"said": said})
    assert answer.status_code == 400
    assert "Say in up to 500 letters" in text_of(answer.content.decode())
    assert said.strip()[:500].replace("\x00", "") in answer.content.decode().replace("\x00", "")
    assert not Appeal.objects.exists()


def test_nobody_judges_where_he_plays():
    game, seat, there = missed()
    browser(seat.player).post(there, {"said": WHY})
    for name in cast.PEOPLE:
        # He does not even find it.
        assert "0 appeals" in answered(operator(name), "excuse")
    assert Appeal.objects.get().answer == ""
    assert game.places.count() == len(cast.PEOPLE)


def test_the_operators_get_one_mail_however_many_appeals_wait(caplog):
    for turn in range(3):
        _, seat, there = missed(NOW + DAY + turn * MINUTE)
        browser(seat.player).post(there, {"said": WHY})
    told = [record for record in caplog.records if "an appeal" in record.getMessage()]
    assert [record.levelname for record in told] == ["ERROR"]
    answered(operator(), "excuse")
    _, seat, there = missed(NOW + DAY + HOUR)
    browser(seat.player).post(there, {"said": WHY})
    assert caplog.text.count("an appeal against a missed turn") == 2
