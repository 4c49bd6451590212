"""Going back: each stack with its cards in the box, and the goals nobody knows, are drawn anew."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from engine import rng
from engine.api import Event, Look, Looks, Rewinding, Seat, Step
from engine.decks.dark_cave import BOXED
from engine.parts import rewinding
from engine.rulesets.dark_cave.events import AsideSeen, ClanSeen, ClanShown, HandsSwapped
from engine.rulesets.dark_cave.setup import dealt as deal
from engine.rulesets.dark_cave.state import State, stacks_left
from engine.values import replace

_STACKS = ("stack 1", "stack 2", "stack 3")


def _seen(state: State) -> list[int]:
    return [dwarf.seen for dwarf in state.dwarves]


def _hidden(state: State) -> tuple[int, ...]:
    orient = (state.orient.cell,) if state.orient else ()
    return rewinding.unseen(state, _seen(state), orient)


def pools(state: State) -> rewinding.Pools:
    """Name what nobody knows; cards are drawn blindly by the branch's own streams later on."""
    stacks = zip(_cut(state.stock, stacks_left(state)), _boxes(state.boxed), strict=True)
    return {
        **{name: left + boxed for name, (left, boxed) in zip(_STACKS, stacks, strict=True)},
        "goals": rewinding.kinds_at(state.goals, _hidden(state)),
    }


def _cut(cards: tuple[int, ...], sizes: Iterable[int]) -> list[tuple[int, ...]]:
    return [cards[first:end] for first, end in pairwise(accumulate(sizes, initial=0))]


def _boxes(boxed: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Cut the box into what each stack left there; a text written by hand may leave it less."""
    return _cut(boxed, (BOXED, BOXED, len(boxed)))


def looks(then: State, ways: Iterable[Sequence[Event]]) -> Looks:
    """Judge what was seen since: goals, clan cards, hands; only goals are ever drawn anew."""
    hidden, ways = _hidden(then), tuple(ways)
    anew = hidden if len(hidden) > 1 else ()
    seen = dict.fromkeys(look for way in ways for look in _others(then, way))
    goals = rewinding.goals_looked_at(then, _seen(then), anew, ways)
    return rewinding.both(goals, Looks((), tuple(seen)))


def _others(then: State, way: Iterable[Event]) -> Iterable[Look]:
    for fact in way:
        if isinstance(fact, ClanSeen):
            known = then.dwarves[fact.seat].known >> fact.target & 1
            if not known and not then.dwarves[fact.target].shown:
                yield Look(fact.seat, "dwarf", fact.target)
        elif isinstance(fact, AsideSeen):
            yield Look(fact.seat, "aside", None)
        elif isinstance(fact, HandsSwapped):
            yield from rewinding.hands_seen(fact.seat, fact.target)


def wall(fact: Event) -> bool:
    """Tell whether nobody goes back behind a fact: a single clan card that was turned is enough."""
    return rewinding.is_wall(fact) or isinstance(fact, ClanShown)


def _known(then: State, seat: Seat, kept: Iterable[Look]) -> int:
    bits = then.dwarves[seat].known
    for look in kept:
        if look.what == "dwarf" and look.seat == seat:
            assert look.at is not None
            bits |= 1 << look.at
    return bits


def rewound(then: State, now: State, branch: int, kept: Sequence[Look]) -> State:
    """Draw anew what nobody knew then; what is done with axes is as each has set it now.

    Turns are counted on, so that no mark comes twice.
    """
    seed = rng.branch(then.seed, branch)
    drawn = rewinding.drawn(seed, pools(then))
    sizes = zip(_STACKS, stacks_left(then), strict=True)
    cut = [(drawn[name][:size], drawn[name][size:]) for name, size in sizes]
    seen = rewinding.goals_kept(then.goals, _seen(then), kept)
    return replace(
        then,
        seed=seed,
        turn=now.turn + 1,
        stock=tuple([card for stock, _ in cut for card in stock]),
        boxed=tuple([card for _, boxed in cut for card in boxed]),
        goals=rewinding.with_kinds(then.goals, _hidden(then), drawn["goals"]),
        dwarves=tuple(
            dwarf._replace(seen=seen[at], known=_known(then, Seat(at), kept))
            for at, dwarf in enumerate(_with_orders(then, now).dwarves)
        ),
    )


def _with_orders(state: State, now: State) -> State:
    pairs = zip(state.dwarves, now.dwarves, strict=True)
    return replace(state, dwarves=tuple(own._replace(keep=its.keep) for own, its in pairs))


def restarted(dealt: State, now: State, branch: int) -> Step[State]:
    """Deal the game again; the same seat begins."""
    assert dealt.asked is not None
    state, events = deal(dealt.config, rng.branch(dealt.seed, branch), dealt.asked)
    return Step(replace(_with_orders(state, now), turn=now.turn + 1), events)


REWINDING = Rewinding(pools, looks, wall, rewound, restarted)
