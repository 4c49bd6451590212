"""What is shown alike at every table; each game's `view` adds its own, field by field."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypedDict, TypeVar, dataclass_transform

from engine.api import Seat
from engine.maze.cells import Cell
from engine.maze.grid import CardSight, GoalSight, Maze, cards_in_sight
from engine.parts.fields import Configured
from engine.parts.goals import ALL_GOALS, goal_on, goals_in_sight
from engine.parts.seats import Asking


@dataclass_transform(frozen_default=True)
class Sight:
    """What is seen of something, as a frozen record."""

    __match_args__: ClassVar[tuple[str, ...]] = ()
    """Its fields."""

    def __init_subclass__(cls) -> None:
        """Make the record."""
        dataclass(frozen=True)(cls)


SightT = TypeVar("SightT", bound=Sight)


class Table(Configured, Asking, Protocol):
    """A state."""

    @property
    def maze(self) -> Maze:
        """The cards that lie open."""

    @property
    def goals(self) -> tuple[tuple[Cell, int], ...]:
        """Where which goal lies."""

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """For each seat its cards."""

    @property
    def stock(self) -> tuple[int, ...]:
        """The stock."""

    @property
    def discards(self) -> tuple[int, ...]:
        """The discards."""


class Alike(TypedDict):
    """The fields of `TableView` that are the same question in every game."""

    options: Mapping[str, str]
    seat: Seat | None
    seats: int
    asked: Seat | None
    orient: GoalSight | None
    cards: tuple[CardSight, ...]
    goals: tuple[GoalSight, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    stock: int
    discards: int


def alike(
    state: Table,
    seat: Seat | None,
    codes: tuple[str, ...],
    *,
    known: int,
    orient: tuple[Cell, ...],
) -> Alike:
    """Show the table to a seat that has looked at these goals, while those wait for their side.

    Once the game is over all goals and hands are turned up for everybody.
    """
    over = state.asked is None
    goals = goals_in_sight(state.maze, state.goals, ALL_GOALS if over else known, orient, codes)
    hands = tuple(tuple(codes[kind] for kind in hand) for hand in state.hands) if over else ()
    return Alike(
        options=state.config.options,
        seat=seat,
        seats=state.config.seats,
        asked=state.asked,
        orient=goal_on(goals, orient[:1]),
        cards=cards_in_sight(state.maze),
        goals=goals,
        hand=() if seat is None else tuple(codes[kind] for kind in state.hands[seat]),
        hand_sizes=tuple(map(len, state.hands)),
        hands=hands,
        stock=len(state.stock),
        discards=len(state.discards),
    )


def seen_as(kind: type[SightT], value: object) -> SightT:
    """Show of a value what a sight names, and nothing else."""
    return kind(*(getattr(value, name) for name in kind.__match_args__))
