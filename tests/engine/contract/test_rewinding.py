"""Going back: what nobody knew is drawn anew, and nobody can tell from anything but its record."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest

from engine import rng
from engine.api import AnyRuleset, Look, Rewinding, Seat
from engine.maze.cells import Cell
from engine.parts.facts import Dealt, GoalSeen, RoundBegan
from engine.parts.rewinding import unseen
from engine.registry import RULESETS
from engine.rulesets.dark_cave.events import ClanSeen
from engine.rulesets.dark_cave.events import Dealt as ClanDealt
from engine.rulesets.saboteur.ruleset import SABOTEUR
from engine.rulesets.saboteur2.events import Inspected
from tests.engine.contract import saboteur
from tests.engine.contract.games import (
    Game,
    every_ruleset,
    every_table,
    finish,
    game_at,
    some_games,
    third,
)
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import assert_same

BRANCHES = (1, 2, 3)

ANEW = {
    "saboteur": {"stock", "goals"},
    "saboteur2": {"stock", "aside", "undealt", "goals"},
    "duel": {"stock", "goals", "goal_stock"},
    "duel-solo": {"stock", "aside", "goals", "goal_stock"},
    "dark-cave": {"stock", "boxed", "goals"},
}
"""What of a state is drawn anew; of the goals those that nobody knows."""
MARKS = {"seed", "turn"}


@pytest.fixture
def count(request: pytest.FixtureRequest) -> int:
    """Say how many positions of each game to try."""
    return int(request.config.getoption("--positions"))


class Back(NamedTuple):
    """A game at two of its positions, the later one to go back from."""

    game: Game
    then: Any
    now: Any
    since: tuple[Any, ...]
    """The facts between them."""


def ways_back(key: str, seats: int, chance: Random, count: int) -> Iterator[Back]:
    """Positions of many games with one that came later, no wall between them."""
    wall = RULESETS[key].rewinding.wall
    for game in some_games(key, seats):
        for _ in range(min(count, len(game.plies) - 1)):
            at = chance.randrange(len(game.plies))
            end, since = at, tuple[Any, ...]()
            while end < len(game.plies) and end < at + 12:
                events = game.plies[end].step.events
                if any(map(wall, events)):
                    break
                since, end = since + events, end + 1
            yield Back(game, game.states[at], game.states[end], since)


def redrawn(rules: AnyRuleset, state: Any, branch: int) -> Any:
    return rules.rewinding.rewound(state, state, branch, ())


def assert_nobody_can_tell(rules: AnyRuleset, state: Any, other: Any) -> None:
    """Whoever looks sees the same, and who is asked may do the same."""
    for seat in (None, *map(Seat, range(state.config.seats))):
        assert_same(rules.view(state, seat), rules.view(other, seat))
    assert rules.to_act(state) == rules.to_act(other)
    for seat in map(Seat, range(state.config.seats)):
        assert_same([*rules.legal_moves(state, seat)], [*rules.legal_moves(other, seat)])
        assert_same([*rules.settings(state, seat)], [*rules.settings(other, seat)])
        if seat in rules.to_act(state):
            assert_same(rules.default_move(state, seat), rules.default_move(other, seat))


@every_table
def test_drawing_anew_what_nobody_knows_is_seen_by_nobody(key: str, seats: int, count: int) -> None:
    rules, belongings = RULESETS[key], KNOWN[key].belongings
    for game, state, *_ in ways_back(key, seats, Random(seats), count):
        other = redrawn(rules, state, 1)
        assert_nobody_can_tell(rules, state, other)
        assert belongings(other) == belongings(state)
        piles, others = rules.rewinding.pools(state), rules.rewinding.pools(other)
        assert {name: Counter(pile) for name, pile in piles.items()} == {
            name: Counter(pile) for name, pile in others.items()
        }
        assert rng.secret(other.seed) == rng.secret(game.first.state.seed)


@every_table
def test_tables_that_differ_only_in_what_nobody_knows_become_the_same(
    key: str, seats: int, count: int
) -> None:
    rules = RULESETS[key]
    for _, state, *_ in ways_back(key, seats, Random(seats), count):
        one, other = (redrawn(rules, state, branch) for branch in (1, 2))
        back = [rules.rewinding.rewound(then, state, 3, ()) for then in (state, one, other)]
        assert back[0] == back[1] == back[2]
        assert len({repr(rules.dump(then)) for then in back}) == 1


@every_ruleset
def test_all_that_nobody_knows_is_drawn_anew_and_nothing_else(key: str) -> None:
    rules, chance, changed = RULESETS[key], Random(key), set[str]()
    for seats in rules.meta.seats:
        for _, state, *_ in ways_back(key, seats, chance, 2):
            for branch in BRANCHES:
                other = redrawn(rules, state, branch)
                changed |= {
                    field.name
                    for field in fields(state)
                    if getattr(state, field.name) != getattr(other, field.name)
                }
    assert changed == ANEW[key] | MARKS


@every_ruleset
def test_every_pool_is_shuffled_fairly_and_by_each_branch_in_another_way(key: str) -> None:
    rules = RULESETS[key]
    state = rules.setup(bytes(16), rules.meta.seats[-1], {}).state
    pools = [rules.rewinding.pools(redrawn(rules, state, branch)) for branch in range(1, 241)]
    for name, pool in rules.rewinding.pools(state).items():
        if name == "gold":  # is drawn when it is paid
            continue
        copies, first = Counter(pool), Counter(drawn[name][0] for drawn in pools)
        for card, found in first.items():
            fair = 240 * copies[card] / len(pool)
            assert abs(found - fair) < 5 * fair**0.5 + 3, (name, card)
        assert len({tuple(drawn[name]) for drawn in pools}) > min(200, len(copies))


@every_table
def test_what_is_kept_is_true_and_what_is_void_lies_in_a_pool(
    key: str, seats: int, count: int
) -> None:
    rules = RULESETS[key]
    for _, then, now, since in ways_back(key, seats, Random(seats), count):
        looks = rules.rewinding.looks(then, [since])
        back = rules.rewinding.rewound(then, now, 1, looks.kept)
        faces = dict(back.goals)
        for fact in since:
            if isinstance(fact, GoalSeen) and Look(fact.seat, "goal", fact.cell) not in looks.void:
                sight = {goal.cell: goal for goal in rules.view(back, fact.seat).goals}
                assert sight[fact.cell].code == fact.card
                assert faces[fact.cell] == dict(then.goals)[fact.cell]
            if isinstance(fact, Inspected | ClanSeen):
                look = Look(fact.seat, "dwarf", fact.target)
                role = rules.view(back, fact.target).role
                assert look not in looks.kept or fact.role == role
        for look in looks.void:
            if look.what == "goal":
                _was_unknown(rules, then, Cell(look.at))


def _was_unknown(rules: AnyRuleset, state: Any, cell: Cell) -> None:
    for seat in (None, *map(Seat, range(state.config.seats))):
        goal = next(goal for goal in rules.view(state, seat).goals if goal.cell == cell)
        assert goal.code is None


@every_table
def test_every_view_is_the_one_of_then_with_what_is_kept(key: str, seats: int, count: int) -> None:
    rules = RULESETS[key]
    for _, then, now, since in ways_back(key, seats, Random(seats), count):
        kept = rules.rewinding.looks(then, [since]).kept
        back = rules.rewinding.rewound(then, now, 1, kept)
        plain = rules.rewinding.rewound(then, now, 1, ())
        # The same draw, whether anything is kept or not.
        assert rules.rewinding.pools(plain).keys() == rules.rewinding.pools(back).keys()
        for seat in map(Seat, range(seats)):
            if all(look.seat not in (seat, None) for look in kept):
                assert_same(rules.view(back, seat), rules.view(plain, seat))
        assert_same(rules.view(back, None), rules.view(then, None))


@every_table
def test_what_was_seen_is_judged_by_what_everybody_was_told(
    key: str, seats: int, count: int
) -> None:
    rules = RULESETS[key]
    for _, then, _, since in ways_back(key, seats, Random(seats), count):
        public = [told for fact in since if (told := fact.seen_by(None))]
        assert rules.rewinding.looks(then, [public]) == rules.rewinding.looks(then, [since])
        for fact in since:
            assert rules.rewinding.wall(fact) == any(
                map(rules.rewinding.wall, [fact.seen_by(None)])
            )


@every_table
def test_a_game_goes_on_after_it_was_taken_back_and_is_stored(key: str, seats: int) -> None:
    rules = RULESETS[key]
    for game, then, now, _ in ways_back(key, seats, Random(seats), 1):
        if not game.options:
            continue
        back = rules.rewinding.rewound(then, now, 2, ())
        assert rules.load(rules.dump(back)) == back
        assert rules.parse_position(rules.format_position(back)) == back
        assert rng.branch_of(finish(key, back).seed) == 2


def deals(game: Game) -> Iterator[tuple[Any, Sequence[Any]]]:
    """The positions with which rounds begin, and the facts of their deals."""
    for state, events in game.steps:
        if any(isinstance(event, RoundBegan) for event in events):
            yield state, [event for event in events if isinstance(event, RoundBegan)]


@every_table
def test_a_round_is_dealt_again_with_the_same_gold_and_the_same_first_seat(
    key: str, seats: int
) -> None:
    rules, belongings = RULESETS[key], KNOWN[key].belongings
    for game in (game_at(key, seats, at) for at in third(key, seats)):
        for dealt, began in deals(game):
            now = game.states[-2]
            again, events = rules.rewinding.restarted(dealt, now, 1)
            assert [event for event in events if isinstance(event, RoundBegan)] == began
            told = [event for event in events if isinstance(event, Dealt | ClanDealt)]
            assert [event.seat for event in told] == [*range(seats)]
            assert rules.to_act(again) == rules.to_act(dealt)
            assert rules.rounds(again) == rules.rounds(dealt)
            assert belongings(again) == belongings(dealt)
            assert rules.turn(again) > rules.turn(now)
            other = rules.rewinding.restarted(redrawn(rules, dealt, 2), now, 1)
            assert other == (again, events)
            assert again.hands != rules.rewinding.restarted(dealt, now, 2).state.hands


@every_ruleset
def test_a_round_dealt_again_is_played_to_its_end(key: str) -> None:
    rules = RULESETS[key]
    game = game_at(key, rules.meta.seats[0], 0)
    for dealt, _ in deals(game):
        assert rules.outcome(finish(key, rules.rewinding.restarted(dealt, dealt, 1).state))


# Planted faults. Each is a way of going back with which something is wrong; a test finds each.


def _goals_looked_at(then: Any, now: Any, branch: int, kept: Any) -> Any:
    blind = replace(then, seen=(0,) * len(then.seen))
    back = SABOTEUR.rewinding.rewound(blind, now, branch, kept)
    return replace(back, seen=then.seen)


def _top_card_stays(then: Any, now: Any, branch: int, kept: Any) -> Any:
    back = SABOTEUR.rewinding.rewound(then, now, branch, kept)
    if then.stock:
        rest = list(back.stock)
        rest.remove(then.stock[0])
        back = replace(back, stock=(then.stock[0], *rest))
    return back


def _as_it_lay(then: Any, now: Any, branch: int, kept: Any) -> Any:
    back = SABOTEUR.rewinding.rewound(then, now, branch, kept)
    return replace(back, stock=rng.shuffled(back.seed, "stock again", then.stock))


def _hands_too(then: Any, now: Any, branch: int, kept: Any) -> Any:
    back = SABOTEUR.rewinding.rewound(then, now, branch, kept)
    return replace(back, hands=(*back.hands[1:], back.hands[0]))


def _a_card_is_lost(then: Any, now: Any, branch: int, kept: Any) -> Any:
    back = SABOTEUR.rewinding.rewound(then, now, branch, kept)
    return replace(back, stock=back.stock[:1] * len(back.stock))


SEEN = partial(test_drawing_anew_what_nobody_knows_is_seen_by_nobody, "saboteur", 5, 8)
SAME = partial(test_tables_that_differ_only_in_what_nobody_knows_become_the_same, "saboteur", 5, 8)
FAIR = partial(test_every_pool_is_shuffled_fairly_and_by_each_branch_in_another_way, "saboteur")


@pytest.mark.parametrize(
    ("fault", "finds"),
    [
        (_goals_looked_at, SEEN),
        (_hands_too, SEEN),
        (_a_card_is_lost, SEEN),
        (_as_it_lay, SAME),
        (_top_card_stays, FAIR),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_wrong_way_back_is_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any], finds: Callable[[], None]
) -> None:
    rewinding: Rewinding[Any] = replace(SABOTEUR.rewinding, rewound=fault)
    monkeypatch.setitem(RULESETS, "saboteur", replace(SABOTEUR, rewinding=rewinding))
    with pytest.raises(AssertionError):
        finds()


def test_a_goal_that_lies_open_is_in_no_pool() -> None:
    state = SABOTEUR.parse_position(saboteur.CORNERS[0])
    assert state.orient
    assert unseen(state, state.seen, state.orient) == (0,)
