"""What a seat can do. `notation` writes and reads it.

Moves name kinds of cards, never copies: two equal cards are one move. The same move is always the
same object, so that listing moves makes none.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.api import Seat
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.dark_cave.fields import TILES, Border, Place
from engine.rulesets.dark_cave.state import KIND
from engine.values import Made


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a path card."""

    cell: Cell
    placed: Placed


@dataclass(frozen=True, slots=True)
class LookAtGoal:
    """Secret information: look at a face-down goal."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class LookAtClan:
    """Secret information: look at somebody's clan card."""

    target: Seat


@dataclass(frozen=True, slots=True)
class Rockfall:
    """Take a path card out of the maze."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange hands with somebody."""

    target: Seat


@dataclass(frozen=True, slots=True)
class LayWeb:
    """Lay a web on a border."""

    border: Border


@dataclass(frozen=True, slots=True)
class Equip:
    """Put boots or an axe before somebody."""

    card: int
    target: Seat


@dataclass(frozen=True, slots=True)
class Lure:
    """Let a creature out of a hole, or move it on, to a place where it attacks whom it meets.

    Which way it takes makes no difference, so the move names where it stops (decision: no paths).
    """

    card: int
    place: Place
    stay: bool
    """It does not take a step: dwarves on the place where it is are spared."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Pass: put one or two cards face down on the discard pile."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """Walk to a field; a face-down goal goes by its middle."""

    place: Place


@dataclass(frozen=True, slots=True)
class Turned:
    """Choose which way a goal just turned lies (ruling 24)."""

    cell: Cell
    turned: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """Use an axe on a web beside the dwarf."""

    border: Border


@dataclass(frozen=True, slots=True)
class Order:
    """The standing order for one's axes when a creature attacks: a setting, not a move."""

    keep: bool


@dataclass(frozen=True, slots=True)
class End:
    """Stop walking and end the turn."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose to end the game here."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Agree to end the game here, or not."""

    agree: bool


Move: TypeAlias = (
    Lay
    | LookAtGoal
    | LookAtClan
    | Rockfall
    | Swap
    | LayWeb
    | Equip
    | Lure
    | Discard
    | Walk
    | Turned
    | Cut
    | Order
    | End
    | Propose
    | Answer
)

INFO, ROCKFALL, SWAP, WEB = KIND["info"], KIND["rockfall"], KIND["swap"], KIND["web"]
BOOTS, AXE = KIND["boots"], KIND["axe"]

LAYS: Made[Cell, tuple[Lay, ...]] = Made(
    lambda cell: tuple(Lay(cell, Placed(placed)) for placed in range(2 * len(TILES.tiles))),
    2_000,
)
"""For each cell, every tile that could be laid there, by how it lies."""
ROCKFALLS: Made[Cell, Rockfall] = Made(Rockfall)
LOOKS_AT_GOALS: Made[Cell, LookAtGoal] = Made(LookAtGoal)
LOOKS_AT_CLANS: Made[Seat, LookAtClan] = Made(LookAtClan)
SWAPS: Made[Seat, Swap] = Made(Swap)
WEBS: Made[Border, LayWeb] = Made(LayWeb)
EQUIPS: Made[tuple[int, Seat], Equip] = Made(lambda key: Equip(*key))
LURES: Made[tuple[int, Place, bool], Lure] = Made(lambda key: Lure(key[0], key[1], stay=key[2]))
DISCARDS: Made[tuple[int, ...], Discard] = Made(Discard)
WALKS: Made[Place, Walk] = Made(Walk)
CUTS: Made[Border, Cut] = Made(Cut)
END, PROPOSE = End(), Propose()
KEEP, USE = Order(keep=True), Order(keep=False)
AGREE, DECLINE = Answer(agree=True), Answer(agree=False)
