"""Playing with the action cards of the base box: what they allow and do, and why one may not.

Saboteur and Saboteur 2 have them in common, and the field on which they are played.
"""

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

from engine.api import Event, Seat
from engine.decks.saboteur import ActionRow
from engine.errors import Reason
from engine.maze import grid
from engine.maze.cells import Cell
from engine.parts import facts, views
from engine.parts.board import FIXED, GOAL_CELLS
from engine.parts.cards import Box
from engine.parts.moves import (
    BREAKS,
    MAPS,
    MENDS,
    ROCKFALLS,
    Break,
    Lay,
    Mend,
    ReadMap,
    Rockfall,
)
from engine.parts.seats import changed
from engine.parts.tools import BIT, TOOLS
from engine.values import Made

Act: TypeAlias = Break | Mend | Rockfall | ReadMap


class Table(views.Table, Protocol):
    """A state of either game."""

    @property
    def network(self) -> grid.Network:
        """What of the maze is connected with the start."""

    @property
    def seen(self) -> tuple[int, ...]:
        """For each seat, the goals it has looked at, as bits."""

    @property
    def broken(self) -> tuple[int, ...]:
        """For each seat its broken tools, as bits."""


Effect: TypeAlias = tuple[int, Event, tuple[int, ...]]
"""What comes of an action card: the card, the fact, and what lies on the discards then."""


_MAPS: Made[frozenset[Cell], list[ReadMap]] = Made(
    lambda covered: [MAPS[cell] for cell in sorted(covered)]
)
"""By the goals that still lie face down (ruling 16)."""


class BaseActions:
    """The action cards of the base box, by their numbers in a game's own box."""

    def __init__(self, box: Box[ActionRow]) -> None:
        """Find the cards in the box."""
        self._box = box
        self.rockfall, self.map = box.kind["rockfall"], box.kind["map"]
        self.broken = {tool: box.kind[f"break-{tool}"] for tool in TOOLS}
        """By tool, the card that lies before whoever's is broken."""
        self._on_tools = Made(self._list_on_tools)
        # By card, seat and which tools of those on the card are broken, seat by seat.
        self._bits = {
            kind: sum(BIT[tool] for tool in row.tools) for kind, row in box.action.items()
        }
        self._on_card = {
            kind: bytes(tools & bits for tools in range(256))
            for kind, bits in self._bits.items()
            if bits
        }
        # For each card on tools, its tools as bits, and what `bytes.translate` leaves of others'.

    def moves(self, table: Table, seat: Seat, kind: int) -> Iterable[Act]:
        """List what may be done with a card of the hand."""
        if kind in self._on_card:
            # Other tools than those on the card make no difference.
            return self._on_tools[kind, seat, bytes(table.broken).translate(self._on_card[kind])]
        if kind == self.map:
            return _MAPS[table.maze.covered]
        return map(ROCKFALLS.__getitem__, sorted(table.maze.cards.keys() - FIXED))

    def _list_on_tools(self, key: tuple[int, Seat, bytes]) -> tuple[Act, ...]:
        kind, seat, tools = key
        row = self._box.action[kind]
        if row.act == "break":
            # Ruling 17: before a fellow player; both texts: one of each tool before each of them.
            bit = BIT[row.tools[0]]
            others = (at for at, broken in enumerate(tools) if at != seat and not broken & bit)
            return tuple(BREAKS[kind, Seat(other)] for other in others)
        return tuple(
            MENDS[kind, Seat(at), tool]
            for at, broken in enumerate(tools)
            for tool in row.tools
            if broken & BIT[tool]
        )

    def allows(self, table: Table, seat: Seat, move: Act) -> bool:
        """Tell whether `moves` would list this move for a card of the seat's hand."""
        hand, broken = table.hands[seat], table.broken
        if type(move) is Break:
            # Ruling 17, as in `_list_on_tools`.
            card, target = move.card, move.target
            others = target != seat and 0 <= target < len(broken)
            return card in hand and others and not broken[target] & self._bits[card]
        if type(move) is ReadMap:
            # Ruling 16: only a goal that still lies face down.
            return self.map in hand and move.cell in table.maze.covered
        if type(move) is Mend:
            card, target, bit = move.card, move.target, BIT[move.tool]
            seated = 0 <= target < len(broken)
            return card in hand and seated and bool(broken[target] & bit & self._bits[card])
        if type(move) is Rockfall:
            # Ruling 15: neither the start nor a goal.
            cell = move.cell
            return self.rockfall in hand and cell in table.maze.cards and cell not in FIXED
        return False  # a move of another game

    def card(self, move: Lay | Act) -> int:
        """Name the card that a move plays."""
        match move:
            case Lay(_, placed):
                return placed >> 1
            case Rockfall():
                return self.rockfall
            case ReadMap():
                return self.map
            case Break(card, _) | Mend(card, _, _):
                return card

    def play(self, table: Table, seat: Seat, move: Act, draft: dict[str, Any]) -> Effect:
        """Write into the draft of the next table what comes of a move that is allowed."""
        codes = self._box.codes
        if type(move) is Break:
            card, target = move.card, move.target
            tool = self._box.action[card].tools[0]
            draft["broken"] = changed(table.broken, target, table.broken[target] | BIT[tool])
            # The card stays before its victim: `broken` is where it lies.
            return card, facts.TOOL_BROKEN[seat, target, tool], ()
        if type(move) is ReadMap:
            cell = move.cell
            (at,) = [at for at, (place, _) in enumerate(table.goals) if place == cell]
            draft["seen"] = changed(table.seen, seat, table.seen[seat] | 1 << at)
            seen = facts.GOAL_SEEN[seat, cell, codes[table.goals[at][1]]]
            return self.map, seen, (self.map,)
        if type(move) is Mend:
            card, target, tool = move.card, move.target, move.tool
            draft["broken"] = changed(table.broken, target, table.broken[target] & ~BIT[tool])
            mended = facts.TOOL_MENDED[seat, target, tool, codes[card]]
            return card, mended, (card, self.broken[tool])
        cell = move.cell
        kind = table.maze.cards[cell] >> 1
        # Ruling 10: this may cut ways off but never turns a goal.
        draft["maze"], draft["network"] = grid.dig(table.maze, table.network, cell)
        return self.rockfall, facts.ROCK_FELL[seat, cell, codes[kind]], (self.rockfall, kind)

    def why_not(self, table: Table, seat: Seat, move: Act) -> Reason:
        """Say why a card of the hand may not be played so."""
        match move:
            case Rockfall(cell):
                # Ruling 15: neither the start nor a goal, face up or face down.
                return Reason.NEVER_REMOVED if cell in FIXED else Reason.NOTHING_THERE
            case ReadMap(cell):
                return Reason.GOAL_FACE_UP if cell in GOAL_CELLS else Reason.NOT_A_GOAL
            case Break() | Mend() if not 0 <= move.target < len(table.broken):
                return Reason.NO_SUCH_SEAT
            case Break(_, target):
                return Reason.OWN_TOOL if target == seat else Reason.ALREADY_BROKEN
            case Mend(card, _, tool):
                mends = tool in self._box.action[card].tools
                return Reason.NOT_BROKEN if mends else Reason.WRONG_TOOL


def why_not_laid(table: Table, seat: Seat, move: Lay) -> Reason:
    """Say why a path card of the hand may not be laid so."""
    maze, cell = table.maze, move.cell
    if table.broken[seat]:
        return Reason.TOOLS_BROKEN
    if cell in maze.cards or cell in maze.covered:
        return Reason.CELL_TAKEN
    if cell not in maze.rim:
        return Reason.NO_NEIGHBOUR
    if not maze.tiles.fit[maze.rim[cell]] & 1 << move.placed:
        return Reason.DOES_NOT_FIT
    return Reason.NOT_CONNECTED


REASONS = (
    *(Reason.GAME_OVER, Reason.NOT_ASKED, Reason.NO_SETTING),
    *(Reason.ORIENT_FIRST, Reason.NO_GOAL_TO_ORIENT, Reason.NO_SUCH_CARD),
    *(Reason.TOOLS_BROKEN, Reason.CELL_TAKEN, Reason.NO_NEIGHBOUR, Reason.NOT_CONNECTED),
    *(Reason.DOES_NOT_FIT, Reason.NO_SUCH_SEAT, Reason.OWN_TOOL, Reason.ALREADY_BROKEN),
    *(Reason.NOT_BROKEN, Reason.WRONG_TOOL, Reason.NOTHING_THERE, Reason.NEVER_REMOVED),
    *(Reason.NOT_A_GOAL, Reason.GOAL_FACE_UP),
)
"""Every reason that games with tools give."""
