"""What is told of a table in every game: rounds, tools, winners, the gold at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _

from engine.api import Outcome, TableView
from engine.maze.cells import Cell
from games.spoken import spoken
from games.texts.book import Badge, Dwarf, Panel, Reader, Share, Shares
from games.texts.words import joined, tool_name

RoleT = TypeVar("RoleT", bound=TableView)


class Tools(Protocol):
    """A view of a game in which tools break."""

    @property
    def broken(self) -> Sequence[Sequence[str]]:
        """Name, for each seat, its broken tools."""


def discreet(view: RoleT) -> RoleT:
    """Leave the viewer's own role out."""
    return replace(view, role=None)


def round_standing(view: TableView) -> str:
    """Say which round is played."""
    return _("Round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.rounds}


def broken_tools(view: Tools, seat: int, _reader: Reader) -> Sequence[Badge]:
    """List the broken tools before a seat."""
    return [Badge(tool, tool_name(tool), broken=True) for tool in view.broken[seat]]


def no_panels(_view: TableView, _reader: Reader) -> Sequence[Panel]:
    """Leave the table as it is: nothing lies beside the maze."""
    return ()


def no_things(_view: TableView, _reader: Reader) -> Mapping[Cell, Sequence[str]]:
    """Leave the cells to their cards."""
    return {}


def plain_legend(_view: TableView, _reader: Reader) -> Sequence[str]:
    """Explain the signs that every maze has."""
    return (_("S start, $ treasure, o stone, ? goal face down, × dead end"),)


def turned_up(roles: Sequence[str], reader: Reader) -> tuple[Dwarf, ...]:
    """Show every seat's dwarf."""
    return tuple(
        Dwarf(name, role, reader.book.role_name(role))
        for name, role in zip(reader.names, roles, strict=True)
    )


@spoken
def round_title(number: int) -> str:
    """Head a finished round."""
    return _("Round %(round)d") % {"round": number}


def got_there(finder: int, reader: Reader) -> str:
    """Say whose card reached the treasure."""
    return _("%(name)s got there.") % {"name": reader.names[finder]}


def ended(view: TableView) -> Outcome:
    """Read the end result of a game that is over."""
    assert view.outcome is not None
    return view.outcome


def verdict(view: TableView, reader: Reader) -> str:
    """Say who won the game."""
    winners = ended(view).winners
    if not winners:
        return _("Nobody has any gold, so nobody wins.")
    if winners == {reader.seat}:
        return _("You win!")
    names = joined([reader.names[seat] for seat in sorted(winners)])
    if len(winners) == 1:
        return _("%(name)s wins!") % {"name": names}
    return _("%(names)s share the victory!") % {"names": names}


def final_gold(view: TableView, reader: Reader) -> Shares:
    """Count everybody's gold at the end, the most first."""
    winners, scores = ended(view).winners, ended(view).scores
    rows = [
        Share(reader.names[seat], (str(scores[seat]),), seat in winners)
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat])
    ]
    return Shares(_("The gold"), (_("Name"), _("Gold")), tuple(rows))
