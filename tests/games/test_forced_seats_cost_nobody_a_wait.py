"""What everybody can see to be forced is passed over at once; what only its owner sees is asked."""

from dataclasses import replace

import pytest

from engine.registry import ruleset
from games import letters
from games.links import SeatClaim
from games.models import Game, Letter, Move
from games.services import turns
from tests.games import cast
from tests.games.cast import DAY, HOUR, NOW, lay_out

pytestmark = pytest.mark.django_db

PEOPLE = ("alice", "bob", "carol", "dora")


def with_hands(*sizes: int) -> Game:
    """Let the stock be empty and the seats, from who is asked on, hold so many cards."""
    game = cast.started(PEOPLE)
    rules = ruleset(game.ruleset)
    state = rules.load(game.state)
    hands, laid = list(state.hands), list(state.stock)
    for at, size in enumerate(sizes):
        seat = (state.asked + at) % len(PEOPLE)
        laid += hands[seat][size:]
        hands[seat] = hands[seat][:size]
    laid_aside = tuple(sorted((*state.discards, *laid)))
    game = lay_out(game, replace(state, stock=(), hands=tuple(hands), discards=laid_aside))
    Letter.objects.all().delete()
    return game


def seat_after(game: Game, first: int, steps: int) -> int:
    return (first + steps) % game.seats


def test_seats_without_cards_are_passed_over_in_the_same_move_and_told_in_one_letter():
    game = with_hands(2, 0, 0, 1)
    first = game.to_act[0]
    cast.pass_on(game, now=NOW + HOUR)
    assert cast.again(game).to_act == [seat_after(game, first, 3)]
    assert cast.again(game).deadline_at == NOW + HOUR + DAY
    assert Move.objects.filter(game=game, ply__gt=0).count() == 1
    letter = Letter.objects.select_related("seat__player", "game").get()
    assert (letter.kind, letter.seat.number) == ("turn", seat_after(game, first, 3))
    body = letters.render(letter, now=NOW + HOUR).body
    for at in (1, 2):
        name = game.places.get(number=seat_after(game, first, at)).name
        assert f"{name} has no cards left" in body
    clocks = cast.clocks_of(game).seats
    assert all(clocks[seat_after(game, first, at)].clock is None for at in (1, 2))
    assert all(clocks[seat_after(game, first, at)].misses == 0 for at in (1, 2))


def test_several_turns_of_one_seat_in_a_row_have_a_clock_and_a_letter_each():
    game = with_hands(3, 0, 0, 0)
    first = game.to_act[0]
    for hours in (1, 5):
        cast.pass_on(game, now=NOW + hours * HOUR)
        assert cast.again(game).to_act == [first]
        assert cast.again(game).deadline_at == NOW + hours * HOUR + DAY
    assert list(Letter.objects.values_list("kind", "seat__number")) == [("turn", first)] * 2


def test_a_seat_that_only_its_owner_sees_to_be_forced_is_asked_and_waited_for():
    game = with_hands(1, 1, 2, 2)
    cast.pass_on(game)
    alone = cast.asked(game)
    cast.all_sent()
    assert turns.sweep_bots(now=NOW + DAY - HOUR) == 0
    assert turns.sweep_deadlines(now=NOW + DAY - HOUR) == 0
    assert cast.asked(game) == alone
    text = cast.moves(game)[0]
    turns.play_move(SeatClaim.of(alone), text, seen_ply=1, now=NOW + DAY - HOUR)
    assert Move.objects.get(game=game, ply=2).by == "player"
