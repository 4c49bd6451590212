"""Going back: stock with cards set aside, undealt dwarves and goals nobody knows are drawn anew."""

from collections.abc import Iterable, Sequence

from engine import rng
from engine.api import Event, Look, Looks, Rewinding, Seat, Step
from engine.parts import rewinding
from engine.rulesets.saboteur2.events import HandsSwapped, HatSwapped, Inspected
from engine.rulesets.saboteur2.setup import next_round
from engine.rulesets.saboteur2.state import Inspection, State
from engine.values import replace


def _hidden(state: State) -> tuple[int, ...]:
    return rewinding.unseen(state, state.seen, state.orient)


def pools(state: State) -> rewinding.Pools:
    """Name what nobody knows."""
    return {
        "stock": state.stock + state.aside,
        "dwarves": state.undealt,
        "goals": rewinding.kinds_at(state.goals, _hidden(state)),
    }


def looks(then: State, ways: Iterable[Sequence[Event]]) -> Looks:
    """Judge what was seen since: goals, dwarves dealt and drawn, hands."""
    hidden, ways = _hidden(then), tuple(ways)
    anew = hidden if len(hidden) > 1 else ()
    goals = rewinding.goals_looked_at(then, then.seen, anew, ways)
    # In the order in which they happened, each once.
    seen = tuple(dict.fromkeys(look for way in ways for look in _others(then, way)))
    from_pile = tuple(look for look in seen if look.what == "pile" and len(then.undealt) > 1)
    return rewinding.both(
        goals, Looks(from_pile, tuple(look for look in seen if look not in from_pile))
    )


def _others(then: State, way: Iterable[Event]) -> Iterable[Look]:
    """Tell who saw a dwarf or a hand; once a hat was swapped, another dwarf is looked at."""
    swapped: set[Seat] = set()
    for fact in way:
        if isinstance(fact, HatSwapped):
            swapped.add(fact.target)
            yield Look(fact.target, "pile", fact.target)
        elif isinstance(fact, Inspected):
            if fact.target in swapped:
                yield Look(fact.seat, "pile", fact.target)
            elif not _knows(then, fact.seat, fact.target):
                yield Look(fact.seat, "dwarf", fact.target)
        elif isinstance(fact, HandsSwapped):
            yield from rewinding.hands_seen(fact.seat, fact.target)


def _knows(then: State, seat: Seat, target: Seat) -> bool:
    return any(one.target == target and one.current for one in then.inspected[seat])


def _inspected(then: State, kept: Iterable[Look]) -> tuple[tuple[Inspection, ...], ...]:
    """Add the dwarves of kept looks: who was looked at is again what he was."""
    inspected = list(then.inspected)
    for look in kept:
        if look.what == "dwarf":
            assert look.seat is not None
            assert look.at is not None
            target = Seat(look.at)
            others = tuple(one for one in inspected[look.seat] if one.target != target)
            one = Inspection(target, then.roles[target], current=True)
            inspected[look.seat] = (*others, one)
    return tuple(inspected)


def rewound(then: State, now: State, branch: int, kept: Sequence[Look]) -> State:
    """Draw anew what nobody knew then. Turns are counted on, so that no mark comes twice."""
    seed = rng.branch(then.seed, branch)
    drawn = rewinding.drawn(seed, pools(then))
    count = len(then.stock)
    return replace(
        then,
        seed=seed,
        turn=now.turn + 1,
        stock=drawn["stock"][:count],
        aside=drawn["stock"][count:],
        undealt=drawn["dwarves"],
        goals=rewinding.with_kinds(then.goals, _hidden(then), drawn["goals"]),
        seen=rewinding.goals_kept(then.goals, then.seen, kept),
        inspected=_inspected(then, kept),
    )


def restarted(dealt: State, now: State, branch: int) -> Step[State]:
    """Deal the round again: gold and results are those before it, and the same seat begins."""
    assert dealt.asked is not None
    return next_round(rewinding.before_round(dealt, now, branch), dealt.asked)


REWINDING = Rewinding(pools, looks, rewinding.is_wall, rewound, restarted)
