"""How turns, rounds and games of The Duel go, counted over whole games of both modes."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.api import Seat
from engine.parts.facts import Dealt, Drew, GameEnded, RoundBegan
from engine.parts.moves import Orient, Remove
from engine.registry import RULESETS
from engine.rulesets.duel.cards import ACTION, CODES, DECK, GOAL_KINDS, KIND, PATH_KINDS, VALUE
from engine.rulesets.duel.events import (
    GoldMarked,
    Graded,
    Mishap,
    RoundEnded,
    TrollBribed,
    TrollsPaid,
)
from engine.rulesets.duel.moves import Bribe, Claim, Pay
from engine.rulesets.duel.state import State
from tests.engine.contract.games import Game, Ply, games

BOTH = pytest.mark.parametrize(("key", "seats"), [("duel", 2), ("duel-solo", 1)])
STEPS = (Bribe, Claim, Orient, Pay)


def plies(key: str, seats: int) -> Iterator[tuple[Game, Ply]]:
    for game in games(key, seats):
        for ply in game.plies:
            yield game, ply


def facts(ply: Ply, kind: type) -> list[Any]:
    return [event for event in ply.step.events if isinstance(event, kind)]


@BOTH
def test_a_turn_is_one_action_with_steps_before_and_after_it(key: str, seats: int) -> None:
    for game in games(key, seats):
        actions = 0
        for ply in game.plies:
            actions += ply.state.ask == "play" and not isinstance(ply.move, Bribe)
            goes_on = isinstance(ply.move, STEPS) and not ply.state.acted
            if facts(ply, RoundBegan) or (ply.step.state.ask == "play" and not goes_on):
                assert actions == 1
                actions = 0


@BOTH
def test_as_many_cards_are_drawn_as_the_action_says(key: str, seats: int) -> None:
    for _, ply in plies(key, seats):
        if facts(ply, RoundEnded) or ply.step.state.ask != "play":
            assert not facts(ply, Drew) or facts(ply, RoundEnded)
            continue
        same_turn = isinstance(ply.move, STEPS) and not ply.state.acted
        due = len(ply.move) if isinstance(ply.move, tuple) else 0 if same_turn else 1
        drew = facts(ply, Drew)
        used = len(ply.state.stock) - len(ply.step.state.stock)
        assert len(drew) == min(due, len(ply.state.stock) - len(facts(ply, Mishap)))
        assert used == len(drew) + len(facts(ply, Mishap))


@BOTH
def test_discarding_two_for_a_tool_makes_the_hand_smaller(key: str, seats: int) -> None:
    seen = 0
    for _, ply in plies(key, seats):
        if isinstance(ply.move, Remove) and ply.step.state.round == ply.state.round:
            before, after = ply.state.hands[ply.seat], ply.step.state.hands[ply.seat]
            assert len(after) <= len(before) - 1
            seen += 1
    assert seen > 5


@BOTH
def test_every_round_is_dealt_whole(key: str, seats: int) -> None:
    for game in games(key, seats):
        for state in (
            game.first.state,
            *(ply.step.state for ply in game.plies if facts(ply, RoundBegan)),
        ):
            check_dealt(state)


def check_dealt(state: State) -> None:
    mode = state.config.mode
    gone = Counter(kind for cards in (*state.gold, state.box) for kind in cards)
    deck = Counter(DECK) - gone
    piles = (*state.hands, state.stock, state.aside, state.discards)
    dealt = Counter(kind for pile in piles for kind in pile)
    dealt.update(KIND[f"break-{tool}"] for tool in broken_tools(state))
    assert dealt == deck
    assert len(state.aside) == (10 if mode.solo else 0)
    assert {len(hand) for hand in state.hands} == {6}
    assert len(state.maze.covered) == 6
    assert len(state.maze.cards) == len(state.dwarves)
    assert state.counters == (6 if mode.solo else 8)
    assert not state.keys
    assert not any(state.seen)
    assert len(state.goal_stock) == 18 - 6 * state.round


def broken_tools(state: State) -> list[str]:
    names = ("pick", "lantern", "cart")
    return [tool for tools in state.broken for at, tool in enumerate(names) if tools >> at & 1]


@BOTH
def test_no_goal_comes_twice_in_a_game(key: str, seats: int) -> None:
    for game in games(key, seats):
        rounds = {state.round: state.goals for state in game.states}
        laid = [kind for goals in rounds.values() for _, kind in goals]
        assert len(set(laid)) == len(laid) == 6 * int(game.options["rounds"])
        assert set(laid) <= set(GOAL_KINDS)


@BOTH
def test_a_round_ends_for_one_of_three_reasons(key: str, seats: int) -> None:
    seen: Counter[str] = Counter()
    for _, ply in plies(key, seats):
        for event in facts(ply, RoundEnded):
            seen[event.ended] += 1
            if event.ended == "cards":
                assert len(ply.state.stock) <= 2 + len(facts(ply, Mishap))
    assert set(seen) <= {"cards", "counters", "goals"}
    assert seen["cards"]
    assert seen["counters"]


@BOTH
def test_gold_and_trolls_are_settled_as_they_were_marked(key: str, seats: int) -> None:
    for game in games(key, seats):
        won: list[list[int]] = [[] for _ in range(seats)]
        trolls, gold = [0] * seats, [0] * seats
        for ply in game.plies:
            for event in facts(ply, GoldMarked):
                won[event.seat].append(event.value)
            for event in facts(ply, TrollBribed):
                trolls[event.seat] += 1
            for end in facts(ply, RoundEnded):
                assert end.won == tuple(tuple(sorted(cards, reverse=True)) for cards in won)
                assert end.trolls == tuple(trolls)
                for seat in range(seats):
                    gold[seat] += sum(won[seat])
                    assert sum(end.paid[seat]) >= min(trolls[seat], gold[seat])
                    gold[seat] -= sum(end.paid[seat])
                assert end.gold == tuple(gold)
                paid = {event.seat: event.values for event in facts(ply, TrollsPaid)}
                assert paid == {s: end.paid[s] for s in range(seats) if trolls[s]}
                won, trolls = [[] for _ in range(seats)], [0] * seats


def test_less_gold_begins_and_after_a_tie_the_blue_dwarf() -> None:
    for game in games("duel", 2):
        assert game.first.state.asked == game.first.state.dwarves.index("green")
        for ply in game.plies:
            for began, end in zip(facts(ply, RoundBegan), facts(ply, RoundEnded), strict=False):
                gold = end.gold
                blue = game.first.state.dwarves.index("blue")
                expected = blue if gold[0] == gold[1] else gold.index(min(gold))
                assert began.starter == ply.step.state.asked == expected


@BOTH
def test_the_game_ends_after_its_last_round(key: str, seats: int) -> None:
    for game in games(key, seats):
        *others, last = game.plies
        assert not any(facts(ply, GameEnded) for ply in others)
        (ended,) = facts(last, GameEnded)
        state = last.step.state
        outcome = game.ruleset.outcome(state)
        assert outcome.scores == ended.scores == state.results[-1].gold
        assert ended.scores == tuple(sum(VALUE[k] for k in cards) for cards in state.gold)
        assert len(state.results) == int(game.options["rounds"])
        assert bool(facts(last, Graded)) == (key == "duel-solo")


def test_alone_nobody_ever_holds_a_mishap() -> None:
    for game in games("duel-solo", 1):
        for state in game.states:
            acts = {ACTION[kind].act for kind in state.hands[0] if kind in ACTION}
            assert not acts & {"break", "rockfall"}
        told = [event for step in game.steps for event in step.events]
        assert all(
            event.card.startswith(("break", "rockfall"))
            for event in told
            if isinstance(event, Mishap)
        )
        hands = [event for event in told if isinstance(event, Dealt)]
        assert all(len(event.cards) == 6 for event in hands)


def test_the_ten_aside_are_drawn_by_lot_each_round() -> None:
    for game in games("duel-solo", 1):
        asides = {state.round: state.aside for state in game.states}
        assert len(set(asides.values())) == len(asides)
        assert all(CODES[kind] for aside in asides.values() for kind in aside)


def test_asked_seats_alternate_unless_somebody_has_no_card() -> None:
    for _, ply in plies("duel", 2):
        after = ply.step.state
        if facts(ply, RoundEnded) or after.ask != "play":
            continue
        if isinstance(ply.move, STEPS) and not ply.state.acted:
            assert after.asked == ply.seat
        elif after.hands[1 - ply.seat]:
            assert after.asked == Seat(1 - ply.seat)
        else:
            assert after.asked == ply.seat


@BOTH
def test_a_turn_has_one_mark_and_the_next_turn_another(key: str, seats: int) -> None:
    stayed: Counter[str] = Counter()
    for game, ply in plies(key, seats):
        before, after = game.ruleset.turn(ply.state), game.ruleset.turn(ply.step.state)
        bribed_first = isinstance(ply.move, Bribe) and not ply.state.acted
        step = ply.step.state.ask != "play" or bribed_first
        same_turn = step or (isinstance(ply.move, STEPS) and not ply.state.acted)
        if facts(ply, RoundEnded) or not same_turn:
            assert after == before + 1
        elif ply.step.state.asked == ply.seat:
            assert after == before
            stayed[ply.step.state.ask] += 1
    assert set(stayed) >= {"play", "bribe", "orient"}


def test_the_opponent_who_is_asked_for_the_price_has_a_mark_of_his_own() -> None:
    text = """duel rounds=1
        maze b2 DU-TROLL-1, a1 DU-TROLL-2~
        bribed b2 @2, a1 @2
        @1 hand map
        @2 hand none gold DU-GOLD-1 DU-GOLD-2 DU-GOAL-26"""
    rules = RULESETS["duel"]
    state = rules.parse_position(text)
    after = rules.apply(state, Seat(0), rules.parse("pass map")).state
    assert (after.ask, after.asked) == ("pay", 1)
    assert rules.turn(after) == rules.turn(state) + 1


@BOTH
def test_each_finished_round_tells_what_it_brought_less_the_trolls_pay(
    key: str, seats: int
) -> None:
    for game in games(key, seats):
        for ply in game.plies:
            rounds = game.ruleset.rounds(ply.step.state)
            new = len(rounds) - len(game.ruleset.rounds(ply.state))
            assert new == len(facts(ply, RoundEnded))
            for score, end in zip(rounds[-1:] * new, facts(ply, RoundEnded), strict=True):
                assert score.roles == ply.state.dwarves
                assert score.gold == tuple(
                    sum(won) - sum(paid) for won, paid in zip(end.won, end.paid, strict=True)
                )
        totals = [round_.gold for round_ in game.ruleset.rounds(game.plies[-1].step.state)]
        assert tuple(map(sum, zip(*totals, strict=True))) == tuple(
            game.ruleset.outcome(game.plies[-1].step.state).scores
        )


def test_tables_of_one_deal_agree_on_all_cards_they_share() -> None:
    rules, parted = RULESETS["duel"], []
    for which in (0, -1):
        state = rules.setup(bytes(16), 2, {}).state
        while state.round == 1:
            moves = sorted(rules.legal_moves(state, state.asked), key=rules.format)
            lays = [move for move in moves if rules.format(move).startswith("lay")]
            state = rules.apply(state, state.asked, (lays or moves)[which]).state
        parted.append(state)
    # Of path cards only those with gold leave a deck, and there is one of each.
    gone = [{*state.box, *state.gold[0], *state.gold[1]} for state in parted]
    assert {kind for kind in gone[0] ^ gone[1] if kind < PATH_KINDS}, "they went alike"
    short, long = sorted(
        ([kind for kind in state.stock if kind not in gone[0] | gone[1]] for state in parted),
        key=len,
    )
    assert short == long[-len(short) :]
