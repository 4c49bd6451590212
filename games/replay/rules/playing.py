"""A game played again from its seed: the rules are pure, so every position comes out as it was."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from engine.api import AnyRuleset, Event, Seat
from engine.errors import EngineError

How = Literal["back", "undo", "deal"]
"""How a game was taken back: to an entry, by one that the clock had made, or to a round's deal."""
HOWS = get_args(How)


class Done(NamedTuple):
    """A move, or what a seat set for itself."""

    seat: int
    text: str
    setting: bool = False


class Back(NamedTuple):
    """The game was taken back to the position after a ply; to that of a deal: dealt again."""

    to: int
    how: How

    @property
    def text(self) -> str:
        """Write it as the record does."""
        return f"{self.how} {self.to}"


def read_back(text: str) -> Back | None:
    """Read what `Back.text` wrote; None for anything else."""
    how, _, to = text.partition(" ")
    fits = how in HOWS and to.isascii() and to.isdigit() and len(to) < 6
    return Back(int(to), how) if fits else None  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game, secrets included."""

    ruleset: str
    options: Mapping[str, str]
    seats: int
    seed: bytes
    done: tuple[Done | Back, ...]


class Unplayable(ValueError):
    """What is said to have been played is not what these rules allow."""

    def __init__(self, ply: int) -> None:
        """Keep the ply that could not be made; 0 is the deal."""
        super().__init__(f"ply {ply}")
        self.ply = ply


class Position(NamedTuple):
    """How a game stood after a ply, and what that ply led to."""

    state: Any
    events: tuple[Event, ...]
    seat: int | None
    """Whose move it was; None for the deal, and where the game was taken back."""
    back: Back | None = None


def positions(rules: AnyRuleset, played: Played) -> list[Position]:
    """Play a game again, a position for each ply; raises Unplayable."""
    found: list[Position] = []
    try:
        dealt = rules.setup(played.seed, played.seats, played.options)
        found.append(Position(dealt.state, dealt.events, None))
        for done in played.done:
            _go_on(rules, found, done)
    except EngineError as error:
        raise Unplayable(len(found)) from error
    return found


def _go_on(rules: AnyRuleset, found: list[Position], done: Done | Back) -> None:
    if isinstance(done, Back):
        found.append(taken_back(rules, found, done))
        return
    last, seat, move = found[-1], Seat(done.seat), rules.parse(done.text)
    if done.setting:
        found[-1] = last._replace(state=rules.set(last.state, seat, move))
    else:
        found.append(Position(*rules.apply(last.state, seat, move), done.seat))


def taken_back(rules: AnyRuleset, found: Sequence[Position], back: Back) -> Position:
    """Take a game back from its last position; raises Unplayable where that may not be."""
    right = (
        back.to in deals(found).values()
        if back.how == "deal"
        else back.to in ways_back(rules, found)
    )
    if not right or not rules.to_act(found[-1].state):
        raise Unplayable(len(found))
    then, now = found[back.to].state, found[-1].state
    branch = 1 + sum(position.back is not None for position in found)
    if back.how == "deal":
        return Position(*rules.rewinding.restarted(then, now, branch), None, back)
    kept = rules.rewinding.looks(then, since(found, back.to)).kept
    return Position(rules.rewinding.rewound(then, now, branch, kept), (), None, back)


def branch(found: Sequence[Position], last: int) -> Iterator[int]:
    """Name the plies that led to one of them, the last one first, without those taken back."""
    at: int | None = last
    while at is not None:
        yield at
        at = _before(found, at)


def _before(found: Sequence[Position], ply: int) -> int | None:
    back = found[ply].back
    return back.to if back else ply - 1 if ply else None


def ways_back(rules: AnyRuleset, found: Sequence[Position]) -> list[int]:
    """Name the plies after which the game can be taken up again: none behind a wall."""
    last, ways = len(found) - 1, list[int]()
    for at in branch(found, last):
        if at != last:
            ways.append(at)
        if any(map(rules.rewinding.wall, found[at].events)):
            break
    return ways


def deals(found: Sequence[Position]) -> dict[int, int]:
    """Name the ply that dealt each round so far, by its number."""
    # The branch is walked backwards: of a round the first ply is met last.
    return {_round(found[at]): at for at in branch(found, len(found) - 1)}


def last_deal(found: Sequence[Position]) -> int:
    """Name the ply that dealt the round that is played."""
    return deals(found)[_round(found[-1])]


def _round(position: Position) -> int:
    # A game of one round has no count of them.
    return int(getattr(position.state, "round", 1))


def since(found: Sequence[Position], ply: int) -> list[tuple[Event, ...]]:
    """Tell what happened after a ply, by each way on that was played from there."""
    ends = [at for at in range(ply + 1, len(found)) if at + 1 == len(found) or found[at + 1].back]
    ways = ([at for at in branch(found, end) if at >= ply] for end in ends)
    return [
        tuple([event for at in reversed(way[:-1]) for event in found[at].events])
        for way in ways
        if way[-1] == ply
    ]


def gone(found: Sequence[Position]) -> dict[int, int]:
    """Name the plies that were taken back, each with the ply that did it."""
    return {
        at: ply
        for ply, position in reversed([*enumerate(found)])
        if position.back
        for at in range(position.back.to + 1, ply)
    }


def round_ends(rules: AnyRuleset, found: Sequence[Position]) -> tuple[int, ...]:
    """Name the plies that ended a round."""
    over = [len(rules.rounds(position.state)) for position in found]
    return tuple(ply for ply in range(1, len(found)) if over[ply] > over[ply - 1])
