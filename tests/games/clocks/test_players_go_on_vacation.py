"""Vacations stop the clocks of who is away and of nobody else; they are paid for and told once."""

from datetime import date, datetime, timedelta

import pytest

from games import letters as post_office
from games import selectors
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import reminding, vacations
from games.errors import NoSuchGame
from games.models import Entry, Game, Letter
from tests.games import cast
from tests.games.cast import DAY, HOUR, NOW, again, asked, clocks_of, player, started
from tests.games.orders import cast as ordered
from tests.games.pages.table import checksum

pytestmark = pytest.mark.django_db

TODAY = NOW.date()
AT_ONCE = (None, TODAY + timedelta(days=6))


def planned(first: int, last: int) -> tuple[date, date]:
    return TODAY + timedelta(days=first), TODAY + timedelta(days=last)


def acts(game: Game) -> list[str]:
    return list(Entry.objects.filter(game=game).order_by("pk").values_list("act", flat=True))


def moved() -> list[Letter]:
    return list(Letter.objects.filter(kind=Letter.Kind.VACATION))


def who_is_asked(game: Game) -> str:
    return asked(game).name


def due_of(game: Game) -> datetime:
    due = again(game).deadline_at
    assert due is not None
    return due


def test_a_vacation_at_once_stops_the_clocks_of_the_seat_and_is_one_letter() -> None:
    game = started(hours=24)
    away = player(who_is_asked(game))
    assert vacations.leave(away, AT_ONCE, now=NOW) == [game.key]
    assert due_of(game) == datetime(2026, 3, 8, tzinfo=NOW.tzinfo) + DAY
    assert acts(game) == ["left"]
    assert [letter.email for letter in moved()] == [away.email]
    assert not Letter.objects.filter(kind="news").exists()


def test_somebody_elses_vacation_moves_no_deadline_and_is_no_letter() -> None:
    game = started(hours=24)
    due, other = due_of(game), next(n for n in cast.PEOPLE if n != who_is_asked(game))
    vacations.leave(player(other), AT_ONCE, now=NOW)
    assert due_of(game) == due
    assert not moved()


def test_one_click_is_for_all_my_games_and_one_letter() -> None:
    games = [started(hours=hours) for hours in (24, 48, 72)]
    names = {who_is_asked(game) for game in games}
    for game in games:
        while who_is_asked(game) != "bob":
            cast.play(game)
    assert names
    assert set(vacations.leave(player("bob"), AT_ONCE, now=NOW)) == {game.key for game in games}
    assert len(moved()) == 1
    assert moved()[0].due_at > NOW
    text = str(post_office.render(moved()[0], now=NOW).body)
    assert all(f"- {game.name} with " in text for game in games)
    assert "You are on vacation until" in text


def test_a_vacation_asked_for_twice_is_taken_once() -> None:
    game = started(hours=24)
    away = player(who_is_asked(game))
    for minutes in (0, 1):
        vacations.leave(away, AT_ONCE, now=NOW + timedelta(minutes=minutes))
        vacations.leave(away, planned(20, 22), now=NOW + timedelta(minutes=minutes))
    assert acts(game) == ["left", "will-leave"]
    seat = clocks_of(game).seats[asked(game).number]
    assert sum(len(each.days) for each in seat.vacations) == 10
    assert len(moved()) == 1


def test_each_game_goes_by_its_own_budget_and_what_is_left_is_told_before() -> None:
    time = {"clock": {"style": "fixed", "hours": 24}}
    rich, poor = started(time=time), started(time={**time, "vacation_days": 3})
    none = started(time={**time, "vacation_days": 0})
    bob, days = player("bob"), planned(1, 10)
    told = {each.game.key: each for each in selectors.vacation(bob, days, now=NOW)}
    assert (told[rich.key].cost, told[rich.key].shorter) == (10, False)
    assert dict(told[rich.key].left) == {2026: 18}
    assert (told[poor.key].cost, told[poor.key].shorter) == (3, True)
    refused = told[none.key].refused
    assert refused is not None
    assert refused.reason == Reason.NO_VACATIONS_HERE
    before = checksum()
    selectors.vacation(bob, days, now=NOW)
    assert checksum() == before
    assert set(vacations.leave(bob, days, now=NOW)) == {rich.key, poor.key}
    for game in (rich, poor):
        number = game.places.get(name="bob").number
        taken = clocks_of(game).seats[number].vacations
        assert taken == (told[game.key].planned,)


def test_back_early_is_one_button_and_days_not_begun_are_given_back() -> None:
    game = started(hours=24)
    away = player(who_is_asked(game))
    vacations.leave(away, AT_ONCE, now=NOW)
    back = NOW + 2 * DAY
    assert vacations.come_home(away, now=back) == [game.key]
    assert due_of(game) == back + DAY
    seat = clocks_of(game).seats[asked(game).number]
    assert len(seat.vacations[0].days) == 3
    assert acts(game) == ["left", "came-home"]
    with pytest.raises(Refused) as twice:
        vacations.come_home(away, now=back)
    assert twice.value.reason == Reason.NOT_AWAY


def test_a_planned_vacation_can_be_called_off_until_it_begins() -> None:
    game = started(hours=48)
    away, due = player(who_is_asked(game)), due_of(game)
    vacations.leave(away, planned(1, 4), now=NOW)
    assert due_of(game) > due
    with pytest.raises(Refused):
        vacations.call_off(away, planned(1, 3), now=NOW)
    vacations.call_off(away, planned(1, 4), now=NOW + HOUR)
    assert due_of(game) == due
    assert acts(game) == ["will-leave", "stays"]
    vacations.leave(away, planned(1, 4), now=NOW + HOUR)
    with pytest.raises(Refused):
        vacations.call_off(away, planned(1, 4), now=NOW + DAY)


@pytest.mark.parametrize(
    ("days", "reason"),
    [
        (planned(0, 3), Reason.IN_THE_PAST),
        (planned(-4, -2), Reason.IN_THE_PAST),
        ((None, TODAY - timedelta(days=1)), Reason.EMPTY),
        (planned(5, 4), Reason.EMPTY),
        (planned(900, 901), Reason.TOO_LONG),
        ((None, date.max), None),
    ],
)
def test_a_vacation_in_the_past_or_of_no_days_changes_nothing(
    days: tuple[date | None, date], reason: Reason | None
) -> None:
    game = started(hours=24)
    bob = player("bob")
    if reason is None:
        # Far too long: cut after the last day that is paid for.
        vacations.leave(bob, days, now=NOW)
        number = game.places.get(name="bob").number
        assert len(clocks_of(game).seats[number].vacations[0].days) == 28
        return
    before = checksum()
    with pytest.raises(Refused) as why:
        vacations.leave(bob, days, now=NOW)
    assert why.value.reason == reason
    assert checksum() == before


def test_a_game_of_others_and_no_game_at_all_are_refused() -> None:
    game = started()
    with pytest.raises(NoSuchGame):
        vacations.leave(player("mallory"), AT_ONCE, now=NOW, key=game.key)
    with pytest.raises(Refused):
        vacations.leave(player("mallory"), AT_ONCE, now=NOW)
    with pytest.raises(NoSuchGame):
        selectors.vacation(player("mallory"), AT_ONCE, now=NOW, key=game.key)


def test_who_is_away_may_move_and_is_not_reminded() -> None:
    game = started(hours=24)
    name = who_is_asked(game)
    vacations.leave(player(name), AT_ONCE, now=NOW)
    cast.all_sent()
    reminding.sweep(now=NOW + 3 * DAY)
    assert not Letter.objects.filter(kind="reminder").exists()
    cast.play(game, now=NOW + 3 * DAY)
    number = game.places.get(name=name).number
    table = selectors.table_time(game.key, None, now=NOW + 3 * DAY)
    assert [at for at, _until in table.away] == [number]


def test_orders_are_played_for_who_is_away() -> None:
    game = ordered.table()
    ordered.leave(game, 1, "pass P4")
    vacations.leave(ordered.seat(game, 1).player, (None, TODAY + 5 * DAY), now=NOW)
    ordered.by_hand(game, "pass P1")
    assert [(seat, move) for seat, _by, move in ordered.told(game)] == [
        (0, "pass P1"),
        (1, "pass P4"),
    ]
