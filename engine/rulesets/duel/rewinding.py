"""Going back: the stock and all goals that nobody has looked at, later ones too, are drawn anew."""

from collections.abc import Iterable, Sequence

from engine import rng
from engine.api import Event, Look, Looks, Rewinding, Step
from engine.parts import rewinding
from engine.rulesets.duel.setup import next_round
from engine.rulesets.duel.state import State
from engine.values import replace


def _hidden(state: State) -> tuple[int, ...]:
    return rewinding.unseen(state, state.seen, state.orient)


def pools(state: State) -> rewinding.Pools:
    """Name what nobody knows: alone, the cards that lie aside belong to the stock.

    Goals that left the game uncovered are not among them: who looked at those is told no more.
    """
    goals = rewinding.kinds_at(state.goals, _hidden(state))
    return {"stock": state.stock + state.aside, "goals": goals + state.goal_stock}


def looks(then: State, ways: Iterable[Sequence[Event]]) -> Looks:
    """Judge what was seen since: only goals are looked at."""
    hidden = _hidden(then)
    anew = hidden if len(hidden) + len(then.goal_stock) > 1 else ()
    return rewinding.goals_looked_at(then, then.seen, anew, ways)


def rewound(then: State, now: State, branch: int, kept: Sequence[Look]) -> State:
    """Draw anew what nobody knew then. Turns are counted on, so that no mark comes twice."""
    seed, hidden = rng.branch(then.seed, branch), _hidden(then)
    drawn = rewinding.drawn(seed, pools(then))
    cards, goals = len(then.stock), len(hidden)
    return replace(
        then,
        seed=seed,
        turn=now.turn + 1,
        stock=drawn["stock"][:cards],
        aside=drawn["stock"][cards:],
        goals=rewinding.with_kinds(then.goals, hidden, drawn["goals"][:goals]),
        goal_stock=drawn["goals"][goals:],
        seen=rewinding.goals_kept(then.goals, then.seen, kept),
    )


def restarted(dealt: State, now: State, branch: int) -> Step[State]:
    """Deal the round again: gold and results are those before it, and the same seat begins."""
    assert dealt.asked is not None
    before = rewinding.before_round(dealt, now, branch)
    goals = sorted((*dict(dealt.goals).values(), *dealt.goal_stock))
    goal_stock = rng.shuffled(before.seed, "goals", goals)
    return next_round(replace(before, goal_stock=goal_stock), dealt.asked)


REWINDING = Rewinding(pools, looks, rewinding.is_wall, rewound, restarted)
