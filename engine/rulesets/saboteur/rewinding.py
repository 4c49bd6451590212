"""Going back: the stock, the goals nobody has looked at and the gold nobody has are drawn anew."""

from collections.abc import Iterable, Sequence

from engine import rng
from engine.api import Event, Look, Looks, Rewinding, Step
from engine.parts import rewinding
from engine.rulesets.saboteur.setup import next_round
from engine.rulesets.saboteur.state import State
from engine.values import replace


def _hidden(state: State) -> tuple[int, ...]:
    return rewinding.unseen(state, state.seen, state.orient)


def pools(state: State) -> rewinding.Pools:
    """Name what nobody knows. Gold has no order: who is paid draws it by the branch's stream."""
    goals = rewinding.kinds_at(state.goals, _hidden(state))
    return {"stock": state.stock, "goals": goals, "gold": state.gold_stock}


def looks(then: State, ways: Iterable[Sequence[Event]]) -> Looks:
    """Judge what was seen since: only goals are looked at."""
    hidden = _hidden(then)
    anew = hidden if len(hidden) > 1 else ()
    return rewinding.goals_looked_at(then, then.seen, anew, ways)


def rewound(then: State, now: State, branch: int, kept: Sequence[Look]) -> State:
    """Draw anew what nobody knew then. Turns are counted on, so that no mark comes twice."""
    seed = rng.branch(then.seed, branch)
    drawn = rewinding.drawn(seed, pools(then))
    return replace(
        then,
        seed=seed,
        turn=now.turn + 1,
        stock=drawn["stock"],
        goals=rewinding.with_kinds(then.goals, _hidden(then), drawn["goals"]),
        seen=rewinding.goals_kept(then.goals, then.seen, kept),
    )


def restarted(dealt: State, now: State, branch: int) -> Step[State]:
    """Deal the round again: gold and results are those before it, and the same seat begins."""
    assert dealt.asked is not None
    return next_round(rewinding.before_round(dealt, now, branch), dealt.asked)


REWINDING = Rewinding(pools, looks, rewinding.is_wall, rewound, restarted)
