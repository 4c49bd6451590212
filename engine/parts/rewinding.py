"""Going back in a game: what is drawn anew, and what becomes of what was seen since."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Protocol, TypeVar

from engine import rng
from engine.api import Event, Look, Looks, Seat
from engine.maze.cells import Cell
from engine.maze.grid import Maze
from engine.parts.facts import GoalSeen, GoalTurned, RoundBegan
from engine.values import altered

Goals = tuple[tuple[Cell, int], ...]
Pools = Mapping[str, tuple[Any, ...]]


class Table(Protocol):
    """A state."""

    @property
    def maze(self) -> Maze:
        """The cards that lie open."""

    @property
    def goals(self) -> Goals:
        """Where which goal lies."""


class InRounds(Protocol):
    """A state of a game of several rounds."""

    @property
    def seed(self) -> bytes:
        """All chance comes from it."""

    @property
    def round(self) -> int:
        """Count the rounds."""

    @property
    def turn(self) -> int:
        """Count the turns."""


RoundsT = TypeVar("RoundsT", bound=InRounds)


def unseen(table: Table, seen: Sequence[int], orient: Collection[Cell]) -> tuple[int, ...]:
    """Name the covered goals, by their number, that nobody has looked at.

    `seen` has for each seat those it has looked at, as bits; what waits in `orient` lies open.
    """
    known = reduce(or_, seen)
    return tuple(
        [
            at
            for at, (cell, _) in enumerate(table.goals)
            if cell in table.maze.covered and cell not in orient and not known >> at & 1
        ]
    )


def kinds_at(goals: Goals, numbers: Iterable[int]) -> tuple[int, ...]:
    """List the goals of these numbers."""
    return tuple([goals[at][1] for at in numbers])


def with_kinds(goals: Goals, numbers: Iterable[int], kinds: Iterable[int]) -> Goals:
    """Put other goals where those of these numbers lie."""
    new = list(goals)
    for at, kind in zip(numbers, kinds, strict=True):
        new[at] = (goals[at][0], kind)
    return tuple(new)


def drawn(seed: bytes, pools: Pools) -> Pools:
    """Sort each pool and shuffle it by a stream of its own: how it lay before makes no difference.

    Of dwarves and cards alike; equal ones are one and the same.
    """
    return {name: rng.shuffled(seed, f"{name} again", sorted(pool)) for name, pool in pools.items()}


def is_wall(fact: Event) -> bool:
    """Tell whether a round ended or was dealt: it is behind what everybody saw then."""
    return isinstance(fact, RoundBegan) or type(fact).__name__ == "RoundEnded"


def goals_looked_at(
    table: Table, seen: Sequence[int], pool: Collection[int], ways: Iterable[Iterable[Event]]
) -> Looks:
    """Judge who saw which goal since: those in a pool of two or more are drawn anew.

    `pool` has the numbers of goals that nobody knew; with goals of later rounds it is one of many.
    """
    number = {cell: at for at, (cell, _) in enumerate(table.goals)}
    void: dict[Look, None] = {}
    kept: dict[Look, None] = {}
    for fact in (fact for way in ways for fact in way):
        if isinstance(fact, GoalTurned):
            seat = None
        elif isinstance(fact, GoalSeen) and not seen[fact.seat] >> number[fact.cell] & 1:
            seat = fact.seat
        else:
            continue
        (void if number[fact.cell] in pool else kept)[Look(seat, "goal", fact.cell)] = None
    return Looks(tuple(void), tuple(kept))


def goals_kept(goals: Goals, seen: Sequence[int], kept: Iterable[Look]) -> tuple[int, ...]:
    """Add the goals of kept looks to what each seat has looked at, as bits."""
    number = {cell: at for at, (cell, _) in enumerate(goals)}
    bits = list(seen)
    for look in kept:
        if look.what == "goal":
            assert look.at is not None
            seats = range(len(bits)) if look.seat is None else (look.seat,)
            for seat in seats:
                bits[seat] |= 1 << number[Cell(look.at)]
    return tuple(bits)


def both(*judged: Looks) -> Looks:
    """Put looks of several kinds together."""
    void = tuple([look for one in judged for look in one.void])
    return Looks(void, tuple([look for one in judged for look in one.kept]))


def before_round(dealt: RoundsT, now: RoundsT, branch: int) -> RoundsT:
    """Go back to the count of gold before a round, from its deal, to deal it as this branch."""
    seed = rng.branch(dealt.seed, branch)
    return altered(dealt, {"seed": seed, "turn": now.turn + 1, "round": dealt.round - 1})


def hands_seen(seat: Seat, target: Seat) -> tuple[Look, Look]:
    """Tell that two seats, who swapped their hands, have seen each other's."""
    return Look(seat, "hand", target), Look(target, "hand", seat)
