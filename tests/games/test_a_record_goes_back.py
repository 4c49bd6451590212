"""A record in which the game was taken back is played again with its branches."""

import json
from typing import Any

import pytest

from engine import rng
from engine.api import AnyRuleset
from engine.registry import RULESETS
from games.replay.rules import playing, records
from games.replay.rules.playing import Back, Done, Played, Position, Unplayable, positions
from games.replay.rules.records import Record

SEED = bytes(range(16))


def played(rules: AnyRuleset, *done: Done | Back) -> Played:
    seats = rules.meta.seats[0]
    options = {name: values[0] for name, values in rules.meta.options.items()}
    return Played(rules.meta.key, options, seats, SEED, done)


def by_default(rules: AnyRuleset, done: tuple[Done | Back, ...], moves: int) -> Any:
    """Play on by default moves."""
    for _ in range(moves):
        state = positions(rules, played(rules, *done))[-1].state
        (seat,) = rules.to_act(state)
        done += (Done(seat, rules.format(rules.default_move(state, seat))),)
    return done


def found(rules: AnyRuleset, done: tuple[Done | Back, ...]) -> list[Position]:
    return positions(rules, played(rules, *done))


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_comes_out_the_same_with_its_ways_back(key: str):
    rules = RULESETS[key]
    done = by_default(rules, (), 4)
    done = by_default(rules, (*done, Back(2, "back")), 2)
    done = (*done, Back(6, "undo"))
    table = found(rules, done)
    assert [rng.branch_of(each.state.seed) for each in table] == [0] * 5 + [1] * 3 + [2]
    assert [*playing.branch(table, 8)] == [8, 6, 5, 2, 1, 0]
    assert playing.gone(table) == {3: 5, 4: 5, 7: 8}
    assert playing.ways_back(rules, table) == [6, 5, 2, 1, 0]
    names = tuple("abcdefghij")[: rules.meta.seats[0]]
    text = records.text(Record(played(rules, *done), names))
    assert records.read(text).played == played(rules, *done)
    assert found(rules, records.read(text).played.done) == table
    dealt = found(rules, (*done, Back(0, "deal")))[-1]
    assert (rng.branch_of(dealt.state.seed), rules.to_act(dealt.state)) == (
        3,
        rules.to_act(table[0].state),
    )
    assert rules.turn(dealt.state) > rules.turn(table[-1].state)


@pytest.mark.parametrize(
    "back",
    [Back(4, "back"), Back(3, "back"), Back(9, "back"), Back(6, "undo"), Back(1, "deal")],
    ids=lambda back: back.text,
)
def test_a_record_does_not_go_where_no_way_leads(back: Back):
    rules = RULESETS["saboteur"]
    done = (*by_default(rules, (), 5), Back(2, "back"))
    with pytest.raises(Unplayable) as refused:
        found(rules, (*done, back))
    assert refused.value.ply == 7


def test_nothing_goes_back_behind_a_round():
    rules = RULESETS["saboteur"]
    done: tuple[Done | Back, ...] = ()
    while len(rules.rounds(found(rules, done)[-1].state)) < 1:
        done = by_default(rules, done, 8)
    table = found(rules, done)
    over = playing.round_ends(rules, table)[0]
    assert min(playing.ways_back(rules, table), default=over) == over
    assert playing.last_deal(table) == over


def test_what_was_taken_back_counts_among_what_was_seen():
    rules = RULESETS["saboteur"]
    done = by_default(rules, (), 4)
    table = found(rules, by_default(rules, (*done, Back(2, "back")), 1))
    ways = playing.since(table, 1)
    assert ways == [
        tuple(event for at in (2, 3, 4) for event in table[at].events),
        tuple(event for at in (2, 5, 6) for event in table[at].events),
    ]


@pytest.mark.parametrize("step", [["back", -1], ["back", 10**6], ["back", "1"], ["away", 1]])
def test_a_step_that_is_no_way_back_is_no_record(step: list[object]):
    rules = RULESETS["saboteur"]
    data = records.whole(Record(played(rules), ("a", "b", "c")))
    with pytest.raises(records.BadRecord):
        records.read(json.dumps(data | {"done": [step]}))


def test_a_record_that_goes_back_without_end_is_none():
    """Anybody may have a record shown, and each way back costs more than the one before."""
    data = records.whole(Record(played(RULESETS["saboteur"]), ("a", "b", "c")))
    back = [["back", 0]] * records.MOST_BACK
    found = records.read(json.dumps(data | {"done": back}))
    assert len(found.played.done) == records.MOST_BACK
    with pytest.raises(records.BadRecord):
        records.read(json.dumps(data | {"done": [*back, *back[:1]]}))
