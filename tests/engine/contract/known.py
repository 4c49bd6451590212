"""What the contract suite must be told of each game, because the contract itself cannot say it."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from engine.api import Seat
from tests.engine.contract import dark_cave, duel, duel_solo, saboteur, saboteur2


class Known(Protocol):
    """One game's answers. Each is a module beside this one."""

    @property
    def MOST_MOVES(self) -> int:  # noqa: N802
        """No game takes more, whoever plays."""

    @property
    def PLAYERS(self) -> Mapping[str, Callable[[Any, Random], Any]]:  # noqa: N802
        """Ways to play that lead a game to all its corners."""

    @property
    def CORNERS(self) -> Sequence[str]:  # noqa: N802
        """Positions that games hardly ever come to, as text, somebody being asked."""

    @property
    def ROUTINE(self) -> Set[str]:  # noqa: N802
        """Facts that a record leaves out: its moves imply them."""

    @property
    def ENDINGS(self) -> Set[str]:  # noqa: N802
        """Every way a round can end; each needs a recorded game."""

    def endings(self, events: tuple[Any, ...]) -> Set[str]:
        """Say how a round ended with these facts, if it did."""

    def notation(self) -> Iterator[str]:
        """Write every line of notation that could matter on any table."""

    def belongings(self, state: Any) -> Mapping[str, int]:
        """Count every piece of the box, wherever it is: the same after each move."""

    def twin(self, state: Any, seat: Seat | None, chance: Random, shown: "Shown | None") -> Any:
        """Rearrange all that the seat cannot know, but nothing that `shown` is about to show."""

    def same_to_all(self, move: Any, twin: Any, mover: Seat, seat: Seat | None) -> Any:
        """Name the move that looks like this one to the seat, when made at the twin table."""

    def without_own(self, thing: Any, seat: Seat | None, shown: "Shown") -> Any:
        """Take out of a fact or a view what the seat alone is told, where `shown` deals anew."""

    def disguised(self, state: Any, seat: Seat) -> Any | None:
        """Give the seat another role, or None where there are no roles to change."""


@dataclass(frozen=True)
class Shown:
    """A move that is about to be made and what comes of it."""

    mover: Seat
    move: Any
    after: Any
    events: tuple[Any, ...]


KNOWN: Mapping[str, Known] = {
    "saboteur": saboteur,
    "saboteur2": saboteur2,
    "duel": duel,
    "duel-solo": duel_solo,
    "dark-cave": dark_cave,
}
