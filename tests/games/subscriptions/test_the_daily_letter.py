"""Once a day, at my hour on my clock, one letter for all games that wait for me, if any does."""

from datetime import UTC, datetime, timedelta

import pytest

from games import letters, links
from games.links import SeatClaim
from games.models import Daily, Game, Letter, Player
from games.services import accounts, freshness
from games.subscriptions.rules import Choice, next_daily
from games.subscriptions.services import choosing, daily
from tests.games import cast
from tests.games.cast import DAY, HOUR, MINUTE, NOW, player, started
from tests.games.subscriptions.cast import choose, sent
from tests.games.test_two_posts_at_once import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
Kind = Letter.Kind

MORNING = NOW.replace(hour=8) + DAY


def waiting(name: str = "alice") -> Game:
    """Let a table wait for somebody."""
    game = started(hours=240)
    while cast.asked(game).name != name:
        cast.pass_on(game)
    return game


def of_the_day() -> list[Letter]:
    return list(Letter.objects.filter(kind=Kind.DIGEST))


def test_it_takes_the_place_of_single_letters_and_tells_of_all_that_waits():
    choose("alice", Choice(daily=True))
    games = [waiting(), waiting()]
    elsewhere = waiting("bob")
    assert Kind.TURN not in [each.kind for each in sent(now=NOW) if _reads(each, "alice")]
    assert daily.sweep(now=MORNING - MINUTE) == 0
    assert daily.sweep(now=MORNING) == 1
    (letter,) = sent(now=MORNING)
    assert (letter.kind, letter.email) == (Kind.DIGEST, "alice@example.org")
    text = str(letters.render(letter, now=MORNING).body)
    assert text.startswith("2 games wait for you")
    for game in games:
        seat = game.places.get(player=player("alice"))
        assert game.name in text
        assert links.SEAT.sign(SeatClaim.of(seat)) in text
    assert elsewhere.name not in text


def test_there_is_one_a_day_and_none_if_nothing_waits():
    choose("alice", Choice(daily=True))
    assert daily.sweep(now=MORNING) == 0
    assert of_the_day() == []
    waiting()
    for hours in range(24, 24 * 5):
        daily.sweep(now=MORNING + hours * HOUR)
    assert [each.created_at for each in of_the_day()] == [
        MORNING + days * DAY for days in (4, 3, 2, 1)
    ]


@pytest.mark.django_db(transaction=True)
def test_of_many_sweeps_at_once_one_posts_it():
    choose("alice", Choice(daily=True))
    waiting()
    at_once([lambda: daily.sweep(now=MORNING)] * 8)
    assert len(of_the_day()) == 1


def test_another_hour_brings_no_second_one_that_day():
    choose("alice", Choice(daily=True))
    waiting()
    daily.sweep(now=MORNING)
    choosing.choose(
        player("alice"), Choice(daily=True), hour=20, invited=True, now=MORNING + MINUTE
    )
    assert Daily.objects.get().due_at == MORNING + DAY + 12 * HOUR


def test_it_goes_by_the_clock_of_its_reader_wherever_he_moves():
    choose("alice", Choice(daily=True))
    accounts.change_settings(
        player("alice"), name="alice", language="en", time_zone="Asia/Tokyo", now=NOW
    )
    assert Daily.objects.get().due_at == NOW.replace(hour=23)


def test_who_wants_none_any_more_has_none_coming():
    choose("alice", Choice(daily=True))
    choose("alice", Choice())
    assert Daily.objects.get().due_at is None
    waiting()
    assert daily.sweep(now=MORNING) == 0


def test_it_is_not_sent_when_nothing_waits_any_more():
    choose("alice", Choice(daily=True))
    game = waiting()
    daily.sweep(now=MORNING)
    (letter,) = of_the_day()
    assert freshness.is_needed(letter, now=MORNING)
    cast.pass_on(game)
    assert not freshness.is_needed(letter, now=MORNING)


def test_of_two_that_lie_there_the_newer_is_sent():
    choose("alice", Choice(daily=True))
    waiting()
    daily.sweep(now=MORNING)
    daily.sweep(now=MORNING + DAY)
    left = [each for each in sent(now=MORNING + DAY) if each.kind == Kind.DIGEST]
    assert [each.created_at for each in left] == [MORNING + DAY]


def test_one_game_alone_may_be_told_daily():
    game, other = waiting(), waiting()
    choosing.choose_for(player("alice"), game.pk, Choice(daily=True), now=NOW)
    at_once = [each.game_id for each in sent(now=NOW) if each.kind == Kind.TURN]
    assert other.pk in at_once
    daily.sweep(now=MORNING)
    text = str(letters.render(of_the_day()[0], now=MORNING).body)
    assert game.name in text
    assert other.name not in text


def test_a_reader_in_trouble_keeps_no_others_back(caplog):
    for name in ("alice", "bob"):
        choose(name, Choice(daily=True))
        waiting(name)
    Player.objects.filter(name="alice").update(time_zone="No/Where")
    assert daily.sweep(now=MORNING) == 1
    assert "the daily letter is not posted" in caplog.text


def test_an_hour_that_a_clock_leaves_out_comes_all_the_same():
    # Berlin's clocks go from 2 to 3 on 29 March 2026.
    before = datetime(2026, 3, 28, 12, tzinfo=UTC)
    at = next_daily(2, "Europe/Berlin", None, now=before)
    assert at == datetime(2026, 3, 29, 1, tzinfo=UTC)
    after = next_daily(2, "Europe/Berlin", at.date(), now=at)
    assert after - at == timedelta(hours=23)


def _reads(letter: Letter, name: str) -> bool:
    return letter.seat is not None and letter.seat.player == player(name)
