"""What orders left beforehand may ask of their owner's view, where several games ask the same."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from engine.api import TableView
from engine.maze.cells import cell_named
from engine.parts.cards import Box
from engine.parts.notation import seat_numbered
from engine.parts.tools import tool_named


class WithTools(Protocol):
    """A view of a game with tools."""

    @property
    def broken(self) -> Sequence[Sequence[str]]:
        """For each seat, its broken tools."""


def questions(box: Box[Any], *, tools: bool = True) -> Mapping[str, Callable[..., bool]]:
    """Collect what orders of a game may ask: free, hold and, where there are tools, broken."""
    found = {"free": free, "hold": _holding(box)}
    return {**found, "broken": broken} if tools else found


def free(view: TableView, name: str) -> bool:
    """Tell whether no card lies on a cell, face up or face down."""
    cell = cell_named(name)
    taken = {card.cell for card in view.cards} | {goal.cell for goal in view.goals}
    return cell not in taken


def broken(view: WithTools, tool: str, seat: str) -> bool:
    """Tell whether that tool of that seat is broken; raises LookupError if there is none."""
    at = seat_numbered(seat.removeprefix("@"))
    if not 0 <= at < len(view.broken):
        raise IndexError(seat)
    return tool_named(tool) in view.broken[at]


def goals_known(view: TableView) -> frozenset[Any]:
    """Collect the goals whose face the viewer knows."""
    return frozenset((goal.cell, goal.code) for goal in view.goals if goal.code is not None)


def _holding(box: Box[Any]) -> Callable[[TableView, str], bool]:
    def hold(view: TableView, code: str) -> bool:
        """Tell whether a card is in the viewer's hand; raises KeyError if there is none such."""
        return box.codes[box.named[code]] in view.hand

    return hold
