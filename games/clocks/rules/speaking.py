"""Which order speaks, and what it plays; what is legal is asked by callables (time.md, 8)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from games.clocks.rules.orders import ONLY, Condition, Line


@dataclass(frozen=True, slots=True)
class Asked:
    """What a line may ask of its owner's view at that instant."""

    holds: Callable[[Condition], bool]  # whether what it names is so; "not" is seen to here
    fits: Callable[[str], str | None]  # the legal move of that text, written as the game writes it
    only: Callable[[], str | None]  # the one legal move, if there is exactly one


@dataclass(frozen=True, slots=True)
class Spoken:
    """What came of a seat's orders: a move and the line it stands in, or nothing."""

    move: str | None = None
    place: Literal["next", "standing"] | None = None
    line: int | None = None  # from 1
    void: bool = False


def evaluate(
    following: Sequence[Line], standing: Sequence[Line], asked: Asked, *, caution: bool = False
) -> Spoken:
    """What is played when the seat is asked; caution lets only `always` lines speak."""

    def now(line: Line) -> bool:
        return not line.late and (line.always or not caution)

    spoken = _first(following, standing, asked, now)
    if spoken:
        return spoken
    tried = not caution and any(not line.late for line in following)
    return Spoken(void=tried)


def evaluate_late(following: Sequence[Line], standing: Sequence[Line], asked: Asked) -> Spoken:
    """What is played instead of the default move when time is over."""
    return _first(following, standing, asked, lambda line: line.late) or Spoken()


def _first(
    following: Sequence[Line],
    standing: Sequence[Line],
    asked: Asked,
    speaks: Callable[[Line], bool],
) -> Spoken | None:
    for place, number, line in _numbered(following, standing):
        if speaks(line) and (move := _played(line, asked)):
            return Spoken(move, place, number)
    return None


def _numbered(
    following: Sequence[Line], standing: Sequence[Line]
) -> Iterator[tuple[Literal["next", "standing"], int, Line]]:
    for number, line in enumerate(following, 1):
        yield "next", number, line
    for number, line in enumerate(standing, 1):
        yield "standing", number, line


def _played(line: Line, asked: Asked) -> str | None:
    if not all(asked.holds(test) != test.negated for test in line.tests):
        return None
    tried = (asked.only() if move == ONLY else asked.fits(move) for move in line.moves)
    return next((move for move in tried if move), None)
