"""A game's record put together from its rooms: what all games have alike stands here, once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.api import (
    Event,
    Json,
    Orders,
    Outcome,
    Rewinding,
    RoundScore,
    Ruleset,
    Seat,
    Step,
    Strength,
    TableView,
    Uncovered,
)
from engine.parts.effects import Effect
from engine.parts.facts import dump_event
from engine.parts.fields import Configured, Form
from engine.parts.notation import Notation
from engine.parts.seats import Asking, to_act


class Table(Configured, Asking, Protocol):
    """A state."""

    @property
    def turn(self) -> int:
        """Count the turns before this one."""


StateT = TypeVar("StateT", bound=Table)
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT", bound=TableView)


class Written(NamedTuple, Generic[StateT, MoveT]):
    """How a game is written down."""

    form: Form[StateT, Any]
    notation: Notation[MoveT]
    load_event: Callable[[Json], Event]


class Ruled(NamedTuple, Generic[StateT, MoveT]):
    """How a game goes; the contract says what each of these promises."""

    setup: Callable[[bytes, int, Mapping[str, str]], Step[StateT]]
    legal_moves: Callable[[StateT, Seat], Sequence[MoveT]]
    apply: Callable[[StateT, Seat, MoveT], Step[StateT]]
    default_move: Callable[[StateT, Seat], MoveT]
    outcome: Callable[[StateT], Outcome | None]
    rounds: Callable[[StateT], tuple[RoundScore, ...]]
    reasons: tuple[str, ...]
    rewinding: Rewinding[StateT]


class Shown(NamedTuple, Generic[StateT, MoveT, ViewT]):
    """What a seat sees of a game, and what follows from that alone: bots, foresight, orders."""

    view: Callable[[StateT, Seat | None], ViewT]
    choose: Callable[[ViewT, Sequence[MoveT]], MoveT]
    decide: Callable[[ViewT, Sequence[MoveT], Sequence[Event], Strength], MoveT]
    foresee: Callable[[ViewT, MoveT], tuple[Effect, ...]]
    orders: Orders[ViewT]
    uncovered: Callable[[StateT], Uncovered[ViewT]]


def game(
    written: Written[StateT, MoveT],
    ruled: Ruled[StateT, MoveT],
    shown: Shown[StateT, MoveT, ViewT],
) -> Ruleset[StateT, MoveT, ViewT]:
    """Put a game together in which one seat at the most is asked."""
    form, notation, load_event = written
    return Ruleset(
        meta=form.meta,
        to_act=to_act,
        turn=lambda state: state.turn,
        **ruled._asdict(),
        **shown._asdict(),
        parse=notation.parse,
        format=notation.format,
        picks=notation.picks,
        dump=form.dump,
        load=form.load,
        dump_event=dump_event,
        load_event=load_event,
        format_position=form.format_position,
        parse_position=form.parse_position,
    )
