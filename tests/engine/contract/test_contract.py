"""The promises of `engine.api`, held against every registered ruleset."""

import json
import re
from contextlib import suppress
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.api import Seat
from engine.errors import IllegalMove, MoveSyntaxError, OptionError, Reason, SeatsError
from engine.registry import RULESETS
from tests.engine.contract.games import Game, every_ruleset, every_table, finish, game_at
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import assert_same, refusal
from tests.engine.strategies import steady

MOST_WITHIN_TURNS = 15


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def sampled(game: Game, step: int) -> list[Any]:
    """Some of the game's states, among them some in which a turn is not over yet."""
    within = unfinished(game)
    return [*game.states[::step], *within[:: len(within) // MOST_WITHIN_TURNS + 1]]


def unfinished(game: Game) -> list[Any]:
    """The states in which whoever just moved is asked again."""
    act = game.ruleset.to_act
    return [ply.step.state for ply in game.plies if act(ply.step.state) == {ply.seat}]


@every_ruleset
def test_every_ruleset_is_known_to_this_suite(key: str) -> None:
    assert key in KNOWN
    assert RULESETS[key].meta.key == key


@every_table
def test_every_game_ends_and_only_then_has_an_outcome(
    key: str, seats: int, sampled_games: list[Game]
) -> None:
    for game in sampled_games:
        *before, last = game.states
        assert all(game.ruleset.outcome(state) is None for state in before)
        assert all(game.ruleset.to_act(state) for state in before)
        outcome = game.ruleset.outcome(last)
        assert len(outcome.scores) == seats
        # A clan can win with nothing: its dwarf was out first. Without that nobody wins by nothing.
        assert outcome.winners or not any(outcome.scores)
        assert outcome.winners <= set(range(seats))
        # What a game can end with can be given to it, too.
        assert game.ruleset.meta.judged(outcome.scores).scores == outcome.scores


@pytest.mark.parametrize("key", RULESETS)
def test_a_result_that_is_given_has_a_score_within_bounds_for_each_seat(key: str) -> None:
    meta = RULESETS[key].meta
    fewest, most = meta.seats[0], meta.seats[-1]
    tie = (meta.most,) * fewest
    assert meta.judged(tie).winners == frozenset(range(fewest))
    best = (*[0] * (most - 1), meta.most)
    assert meta.judged(best).winners == {most - 1}
    assert not meta.judged((0,) * fewest).winners
    for wrong in (
        (0,) * (most + 1),
        (0,) * (fewest - 1),
        (-1, *tie[1:]),
        (meta.most + 1, *tie[1:]),
    ):
        with pytest.raises(ValueError, match=re.escape(str(wrong))):
            meta.judged(wrong)


@every_table
def test_nothing_is_legal_after_the_end(key: str, seats: int, sampled_games: list[Game]) -> None:
    for game in sampled_games:
        last = game.states[-1]
        assert not game.ruleset.to_act(last)
        for seat in map(Seat, range(seats)):
            assert not game.ruleset.legal_moves(last, seat)
            with pytest.raises(IllegalMove) as refused:
                game.ruleset.apply(last, seat, game.plies[-1].move)
            assert refused.value.reason is Reason.GAME_OVER


@every_table
def test_every_asked_seat_has_a_move_and_others_have_none(
    key: str, seats: int, few_games: list[Game]
) -> None:
    for game in few_games:
        for state in game.states:
            asked = game.ruleset.to_act(state)
            for seat in map(Seat, range(seats)):
                assert bool(game.ruleset.legal_moves(state, seat)) == (seat in asked)


@every_table
def test_who_is_not_asked_is_refused(key: str, seats: int, few_games: list[Game]) -> None:
    for game in few_games:
        for state in sampled(game, 23):
            asked = game.ruleset.to_act(state)
            for seat in {Seat(at) for at in range(seats)} - asked if asked else ():
                for move in game.ruleset.legal_moves(state, min(asked)):
                    with pytest.raises(IllegalMove) as refused:
                        game.ruleset.apply(state, seat, move)
                    assert refused.value.reason is Reason.NOT_ASKED


@every_table
def test_exactly_the_listed_moves_are_accepted(key: str, seats: int, few_games: list[Game]) -> None:
    ruleset = RULESETS[key]
    every_move = {ruleset.parse(line) for line in KNOWN[key].notation()}
    for game in few_games:
        chance = Random(game.seed)
        for state in (chance.choice(game.states[:-1]), *unfinished(game)[:1]):
            for seat in ruleset.to_act(state):
                listed = ruleset.legal_moves(state, seat)
                assert len(set(listed)) == len(listed)
                for move in listed:
                    assert ruleset.apply(state, seat, move)
                kept = repr(state)
                for move in every_move.difference(listed):
                    with pytest.raises(IllegalMove) as refused:
                        ruleset.apply(state, seat, move)
                    assert refused.value.reason in ruleset.reasons
                assert repr(state) == kept


@every_table
def test_a_setting_is_no_move_and_nobody_else_can_notice_it(
    key: str, seats: int, few_games: list[Game]
) -> None:
    ruleset = RULESETS[key]
    for game in few_games:
        for state in sampled(game, 19):
            kept, before = repr(state), unmoved(ruleset, state, seats)
            for seat in map(Seat, range(seats)):
                shown, others = ruleset.view(state, seat), told(ruleset, state, seats, seat)
                for setting in ruleset.settings(state, seat):
                    assert refusal(ruleset, state, seat, setting) is Reason.SETTING
                    after = ruleset.set(state, seat, setting)
                    assert ruleset.view(after, seat) != shown
                    assert_same(unmoved(ruleset, after, seats), before)
                    assert_same(told(ruleset, after, seats, seat), others)
            assert repr(state) == kept


def unmoved(ruleset: Any, state: Any, seats: int) -> list[Any]:
    """What no setting may change: who is asked, what everybody can do, what is done for him."""
    asked = ruleset.to_act(state)
    moves = [list(ruleset.legal_moves(state, Seat(seat))) for seat in range(seats)]
    return [asked, moves, [ruleset.default_move(state, seat) for seat in asked]]


def told(ruleset: Any, state: Any, seats: int, but: Seat) -> list[Any]:
    """What all but one seat are shown, and what they can set for themselves."""
    others = [Seat(seat) for seat in range(seats) if seat != but]
    views = [ruleset.view(state, viewer) for viewer in (None, *others)]
    return [*views, *(list(ruleset.settings(state, seat)) for seat in others)]


@every_table
def test_a_setting_again_changes_nothing_and_another_one_brings_the_first_back(
    key: str, seats: int, few_games: list[Game]
) -> None:
    ruleset = RULESETS[key]
    for game in few_games:
        for state in sampled(game, 19):
            for seat in map(Seat, range(seats)):
                for setting in ruleset.settings(state, seat):
                    after = ruleset.set(state, seat, setting)
                    assert ruleset.set(after, seat, setting) == after != state
                    others = ruleset.settings(after, seat)
                    assert setting not in others
                    assert state in [ruleset.set(after, seat, other) for other in others]


@every_table
def test_no_move_is_a_setting_and_nothing_is_set_after_the_end(
    key: str, seats: int, few_games: list[Game]
) -> None:
    ruleset = RULESETS[key]
    for game in few_games:
        for ply in game.plies[::19]:
            with pytest.raises(IllegalMove) as refused:
                ruleset.set(ply.state, ply.seat, ply.move)
            assert refused.value.reason is Reason.NO_SETTING
        for seat in map(Seat, range(seats)):
            assert not ruleset.settings(game.states[-1], seat)
            for setting in ruleset.settings(game.first.state, seat):
                with pytest.raises(IllegalMove) as over:
                    ruleset.set(game.states[-1], seat, setting)
                assert over.value.reason is Reason.GAME_OVER


@every_table
def test_no_argument_is_ever_changed(key: str, seats: int, few_games: list[Game]) -> None:
    for game in few_games:
        kept = [repr(state) for state in game.states]
        for ply in game.plies:
            for seat in (None, *map(Seat, range(seats))):
                game.ruleset.view(ply.state, seat)
            game.ruleset.legal_moves(ply.state, ply.seat)
            game.ruleset.default_move(ply.state, ply.seat)
            game.ruleset.apply(ply.state, ply.seat, ply.move)
        assert [repr(state) for state in game.states] == kept


@every_table
def test_the_same_seed_and_moves_give_the_same_game(
    key: str, seats: int, sampled_games: list[Game]
) -> None:
    for game in sampled_games:
        assert game.ruleset.setup(game.seed, seats, game.options) == game.first
        for ply in game.plies:
            assert game.ruleset.apply(ply.state, ply.seat, ply.move) == ply.step


@every_table
def test_a_stored_state_is_the_same_state_and_lists_the_same_moves(
    key: str, seats: int, few_games: list[Game]
) -> None:
    for game in few_games:
        for state in game.states:
            stored = game.ruleset.load(through_json(game.ruleset.dump(state)))
            assert stored == state
            for seat in game.ruleset.to_act(state):
                moves = list(game.ruleset.legal_moves(state, seat))
                assert list(game.ruleset.legal_moves(stored, seat)) == moves


@every_table
def test_a_state_of_an_unknown_version_is_refused(key: str, seats: int) -> None:
    data = RULESETS[key].dump(game_at(key, seats, 0).first.state)
    with pytest.raises(ValueError, match="version"):
        RULESETS[key].load({**data, "v": data["v"] + 1})


@every_table
def test_a_stored_fact_is_the_same_fact_to_every_reader(
    key: str, seats: int, few_games: list[Game]
) -> None:
    for game in few_games:
        for event in {event for step in game.steps for event in step.events}:
            assert game.ruleset.load_event(through_json(game.ruleset.dump_event(event))) == event
            for seat in (None, *map(Seat, range(seats))):
                fact = event.seen_by(seat)
                if fact not in (None, event):
                    assert (
                        game.ruleset.load_event(through_json(game.ruleset.dump_event(fact))) == fact
                    )
                    assert fact.seen_by(seat) == fact
                    assert fact.seen_by(None) == event.seen_by(None)


@every_table
def test_moves_survive_their_notation_in_any_case_and_spacing(
    key: str, seats: int, few_games: list[Game]
) -> None:
    for game in few_games:
        for ply in game.plies[::3]:
            moves = game.ruleset.legal_moves(ply.state, ply.seat)
            lines = [game.ruleset.format(move) for move in moves]
            assert len(set(lines)) == len(moves)
            for move, line in zip(moves, lines, strict=True):
                assert line.isascii()
                for typed in (line, line.upper(), f"  {line.title()}\t".replace(" ", "  ")):
                    assert game.ruleset.parse(typed) == move


@every_ruleset
def test_every_line_of_notation_is_read_and_written_the_same(key: str) -> None:
    ruleset = RULESETS[key]
    for line in KNOWN[key].notation():
        move = ruleset.parse(line)
        assert ruleset.parse(ruleset.format(move)) == move
        assert ruleset.picks(move)


@every_ruleset
def test_what_is_no_move_is_refused_as_such(key: str) -> None:
    words = sorted({word for line in KNOWN[key].notation() for word in line.split()})
    nearly = st.lists(st.sampled_from([*words, "", "~", "@", "-"]), max_size=5).map(" ".join)

    @given(st.text(max_size=200) | nearly)
    @steady(400)
    def read(text: str) -> None:
        with suppress(MoveSyntaxError):
            move = RULESETS[key].parse(text)
            assert RULESETS[key].parse(RULESETS[key].format(move)) == move

    read()


@every_table
def test_picks_lead_to_exactly_one_move(key: str, seats: int, few_games: list[Game]) -> None:
    for game in few_games:
        for ply in game.plies[::2]:
            paths = [
                game.ruleset.picks(move) for move in game.ruleset.legal_moves(ply.state, ply.seat)
            ]
            beginnings = {path[:length] for path in paths for length in range(len(path))}
            assert len(set(paths)) == len(paths)
            assert not beginnings.intersection(paths), "a choice that could be over or go on"


@every_table
def test_nothing_is_lost_or_doubled(key: str, seats: int, few_games: list[Game]) -> None:
    for game in few_games:
        box = KNOWN[key].belongings(game.first.state)
        for ply in game.plies:
            assert KNOWN[key].belongings(ply.step.state) == box, game.ruleset.format(ply.move)


@every_table
def test_a_position_text_gives_the_same_position(
    key: str, seats: int, few_games: list[Game]
) -> None:
    for game in few_games:
        for state in sampled(game, 19):
            text = game.ruleset.format_position(state)
            assert game.ruleset.parse_position(text) == state
            assert game.ruleset.format_position(game.ruleset.parse_position(text)) == text


@every_table
def test_the_default_move_is_legal_and_betrays_no_role(
    key: str, seats: int, few_games: list[Game]
) -> None:
    for game in few_games:
        for state in game.states:
            for seat in game.ruleset.to_act(state):
                move = game.ruleset.default_move(state, seat)
                assert move in game.ruleset.legal_moves(state, seat)
                if (disguised := KNOWN[key].disguised(state, seat)) is not None:
                    assert game.ruleset.default_move(disguised, seat) == move


@every_table
def test_default_moves_alone_finish_any_game(
    key: str, seats: int, sampled_games: list[Game]
) -> None:
    for game in sampled_games:
        assert game.ruleset.outcome(finish(key, game.states[len(game.plies) // 3]))


@every_ruleset
def test_impossible_tables_are_refused(key: str) -> None:
    ruleset = RULESETS[key]
    meta = ruleset.meta
    for seats in (-1, 0, meta.seats[0] - 1, meta.seats[-1] + 1, 1000):
        with pytest.raises(SeatsError) as refused:
            ruleset.setup(bytes(16), seats, {})
        assert (refused.value.seats, refused.value.least) == (seats, meta.seats[0])
    for name, value in [("no such option", "on"), *((name, "what?") for name in meta.options)]:
        with pytest.raises(OptionError) as wrong:
            ruleset.setup(bytes(16), meta.seats[0], {name: value})
        assert (wrong.value.name, wrong.value.value) == (name, value)


@every_ruleset
def test_what_is_not_chosen_is_the_first_option(key: str) -> None:
    ruleset = RULESETS[key]
    seats = ruleset.meta.seats[0]
    first = {name: values[0] for name, values in ruleset.meta.options.items()}
    assert ruleset.setup(bytes(16), seats, {}) == ruleset.setup(bytes(16), seats, first)


@every_table
def test_hands_and_goals_are_turned_up_once_the_whole_game_is_over_and_not_before(
    key: str, seats: int, sampled_games: list[Game]
) -> None:
    for game in sampled_games:
        for viewer in (None, Seat(seats - 1)):
            for state in game.states[:-1]:
                assert game.ruleset.view(state, viewer).hands == ()
            end = game.states[-1]
            view = game.ruleset.view(end, viewer)
            assert tuple(map(len, view.hands)) == view.hand_sizes
            assert view.hand == (() if viewer is None else view.hands[viewer])
            assert all(goal.code for goal in view.goals)


@every_table
def test_what_differs_in_views_is_written_differently(
    key: str, seats: int, few_games: list[Game]
) -> None:
    # Pages are named by how a view is written; some of its parts write themselves in short.
    seen: dict[str, Any] = {}
    for game in few_games:
        for state in game.states:
            view = game.ruleset.view(state, Seat(0))
            for card in view.cards:
                assert seen.setdefault(repr(card), card) == card
            # All else beside the same cards: what follows from them need not be written.
            for value in [getattr(view, each.name) for each in fields(view)]:
                assert seen.setdefault(repr((view.cards, value)), value) == value
