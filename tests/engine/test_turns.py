"""Whose turn it is, drawing, skipping, and from one round to the next: counted over whole games."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.api import Seat
from engine.parts.facts import Dealt, Drew, GameEnded, RoundBegan, Skipped
from engine.parts.moves import Orient
from engine.rulesets.saboteur.cards import DECK
from engine.rulesets.saboteur.events import RoundEnded
from engine.rulesets.saboteur.setup import new_game
from engine.rulesets.saboteur.state import State
from tests.engine.contract.games import Game, Ply, games
from tests.engine.tables import play, table

SEATS = range(3, 11)
every_number = pytest.mark.parametrize("seats", SEATS)


def plies(seats: int) -> Iterator[tuple[Game, Ply]]:
    for game in games("saboteur", seats):
        for ply in game.plies:
            yield game, ply


def facts(ply: Ply, kind: type) -> list[Any]:
    return [event for event in ply.step.events if isinstance(event, kind)]


def round_goes_on(ply: Ply) -> bool:
    return not facts(ply, RoundEnded)


@every_number
def test_the_turn_goes_to_the_next_clockwise_who_holds_cards(seats: int) -> None:
    for _, ply in plies(seats):
        after = ply.step.state
        if not round_goes_on(ply) or after.orient:
            continue
        order = [(ply.seat + step) % seats for step in range(1, seats + 1)]
        skipped = []
        for seat in order:
            if after.hands[seat]:
                assert after.asked == seat
                break
            skipped.append(seat)
        assert [fact.seat for fact in facts(ply, Skipped)] == skipped


@every_number
def test_the_mover_draws_as_long_as_there_is_a_stock(seats: int) -> None:
    for _, ply in plies(seats):
        before, after = ply.state, ply.step.state
        drew = facts(ply, Drew)
        # Ruling 69: nobody draws after the card that ends the round; nor while a stone waits.
        if not round_goes_on(ply) or after.orient or not before.stock:
            assert not drew
            continue
        assert [fact.seat for fact in drew] == [ply.seat]
        assert after.stock == before.stock[1:]
        assert len(after.hands[ply.seat]) == len(before.hands[ply.seat]) + isinstance(
            ply.move, Orient
        )


@every_number
def test_only_the_mover_loses_a_card(seats: int) -> None:
    for _, ply in plies(seats):
        if not round_goes_on(ply):
            continue
        for seat in range(seats):
            before, after = ply.state.hands[seat], ply.step.state.hands[seat]
            if seat != ply.seat:
                assert before == after
            elif not isinstance(ply.move, Orient):
                assert (Counter(before) - Counter(after)).total() <= 1


@every_number
def test_a_round_ends_with_gold_or_when_nobody_has_cards(seats: int) -> None:
    for _, ply in plies(seats):
        held = sum(map(len, ply.state.hands)) + len(ply.state.stock) - (not ply.state.orient)
        ended = facts(ply, RoundEnded)
        assert bool(ended) == (held == 0 or bool(ended and ended[0].finder is not None))
        if ended and ended[0].finder is None:
            assert held == 0
            assert not facts(ply, Skipped)


@every_number
def test_the_left_neighbour_of_the_last_to_play_begins_the_next_round(seats: int) -> None:
    for game in games("saboteur", seats):
        begins = [(ply, fact) for ply in game.plies for fact in facts(ply, RoundBegan)]
        assert len(begins) == int(game.options["rounds"]) - 1
        for number, (ply, fact) in enumerate(begins, start=2):
            assert fact == RoundBegan(number, Seat((ply.seat + 1) % seats))
            assert ply.step.state.asked == fact.starter
            assert ply.step.state.round == number


@every_number
def test_every_round_is_dealt_whole_and_afresh(seats: int) -> None:
    for game in games("saboteur", seats):
        dealt = [game.first.state, *(p.step.state for p in game.plies if facts(p, Dealt))]
        assert len(dealt) == int(game.options["rounds"])
        for state in dealt:
            check_dealt(state)
        assert len({(state.stock, state.hands) for state in dealt}) == len(dealt)


def check_dealt(state: State) -> None:
    cards = [kind for hand in state.hands for kind in hand]
    assert Counter([*cards, *state.stock]) == Counter(DECK)
    assert len(DECK) == 67
    assert len({len(hand) for hand in state.hands}) == 1
    assert list(state.maze.cards) == [2 * 128]
    assert len(state.maze.covered) == 3
    assert not any(state.broken)
    assert not any(state.seen)
    assert not state.discards


@every_number
def test_the_dwarves_stay_the_same_from_round_to_round(seats: int) -> None:
    for game in games("saboteur", seats):
        boxes = {tuple(sorted((*r.roles, r.spare))) for r in game.states[-1].results}
        assert boxes == {tuple(sorted(game.first.state.roles))}


@every_number
def test_a_game_ends_with_its_last_round_and_counts_all_gold(seats: int) -> None:
    for game in games("saboteur", seats):
        *others, last = game.plies
        assert not any(facts(ply, GameEnded) for ply in others)
        (ended,) = facts(last, GameEnded)
        outcome = game.ruleset.outcome(last.step.state)
        assert ended.scores == outcome.scores == tuple(map(sum, last.step.state.gold))
        best = max(outcome.scores)
        assert outcome.winners == {at for at, gold in enumerate(outcome.scores) if gold == best > 0}
        assert set(ended.winners) == outcome.winners
        assert len(last.step.state.results) == int(game.options["rounds"])


def test_a_short_game_has_one_round() -> None:
    assert new_game(bytes(16), 3, {"rounds": "1"}).state.config.rounds == 1
    assert new_game(bytes(16), 3, {}).state.config.rounds == 3


def test_who_has_no_cards_is_skipped_in_turn() -> None:
    """Ruling 25. Hands of one size run out evenly: only a table made by hand comes to this."""
    state = table("@1\n@2 hand P1 P2\n@3\n@4\n@5 hand P4\nasked @2")
    after, events = play(state, "pass P1")
    assert after.asked == Seat(4)
    assert [fact.seat for fact in events if isinstance(fact, Skipped)] == [2, 3]
    after, events = play(after, "pass P4")
    assert after.asked == Seat(1)
    assert [fact.seat for fact in events if isinstance(fact, Skipped)] == [0]
    alone, events = play(after, "pass P2")
    assert not any(isinstance(fact, Skipped) for fact in events), "nobody is left to play"
    assert alone.round == 2
    assert alone.asked == Seat(2), "left of whoever played last"


def test_the_last_to_hold_cards_plays_them_all() -> None:
    state = table("@1 hand P1 P2\n@2\n@3")
    after, events = play(state, "pass P2")
    assert after.asked == Seat(0)
    assert [fact.seat for fact in events if isinstance(fact, Skipped)] == [1, 2]
