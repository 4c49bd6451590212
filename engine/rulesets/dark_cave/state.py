"""The whole table, secrets included, and the numbers its cards go by inside.

A card is a small int: path cards by their kind in `TILES`, action cards after them. The codes of
the deck tables are their names outside.
"""

from dataclasses import dataclass
from typing import NamedTuple

from engine.api import Seat
from engine.decks.dark_cave import ACTIONS, CLANS, CREATURES, PATHS
from engine.maze.cells import Cell
from engine.maze.grid import Maze
from engine.rulesets.dark_cave.edition import Config
from engine.rulesets.dark_cave.fields import ROWS, Border, Place, Ways

CODES = (*(row.code for row in ROWS), *(row.code for row in ACTIONS))
KIND = {code: kind for kind, code in enumerate(CODES)}
ACTION = {KIND[row.code]: row for row in ACTIONS}
STACKS = tuple(
    tuple(KIND[row.code] for row in PATHS if row.group == group for _ in range(row.copies))
    + tuple(KIND[row.code] for row in ACTIONS for _ in range(row.copies[group - 1]))
    for group in (1, 2, 3)
)
"""The cards of the stacks I, II and III."""
DECK = tuple(card for stack in STACKS for card in stack)

LOYAL, SABOTEUR = "loyal", "saboteur"
PLAY, WALK = "play", "walk"
BEASTS = tuple(CREATURES)


class Clan(NamedTuple):
    """A clan card: its back and its front."""

    clan: str
    role: str

    @property
    def works_for(self) -> str:
        """Name the clan whose gold its dwarf saves."""
        return self.clan if self.role == LOYAL else CLANS[1 - CLANS.index(self.clan)]


class Dwarf(NamedTuple):
    """What lies before a seat, and where its dwarf is."""

    place: Place | None
    """None once it has left the cave."""
    gold: int
    lying: bool = False
    """Knocked down by the lindworm; it stands up in its next turn and does not walk then."""
    boots: bool = False
    axes: int = 0
    keep: bool = False
    """The standing order: creatures are not driven off with an axe. Nobody else knows it."""
    shown: bool = False
    """The clan card lies face up."""
    seen: int = 0
    """Goals the seat has looked at, as bits. Nobody else knows them."""
    known: int = 0
    """Seats whose clan card the seat has looked at, as bits."""


class Web(NamedTuple):
    """A web on a border; its card lies before its owner."""

    border: Border
    owner: Seat
    left: int
    """2 when it is laid, 1 from its owner's next turn on."""


class Creature(NamedTuple):
    """A creature on the table; its card lies before its owner."""

    place: Place
    owner: Seat


class Turn(NamedTuple):
    """How far the turn has come."""

    seat: Seat
    stage: str
    """PLAY until a card was played or discarded, then WALK."""
    steps: int
    """Steps that are left; in the first stage without those of boots."""
    draws: int = 0
    """Cards to be drawn when the turn ends."""
    drawer: Seat = Seat(0)
    """Who draws them: after a hand swap it is the other."""
    declined: bool = False
    """Somebody did not agree to end the game; it is not proposed again in this turn."""


class Orient(NamedTuple):
    """A goal just turned that fits both ways: the mover chooses (ruling 5)."""

    cell: Cell
    entered: int
    """The side he comes from."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How the game ended, for all to see."""

    ended: str
    """cards, clan (all who work for one clan are out) or agreed."""
    won_by: str
    """blue, yellow or nobody."""
    clans: tuple[str, ...]
    roles: tuple[str, ...]
    aside: tuple[str, ...]
    """The clan cards that nobody was dealt, as "blue loyal"."""
    left: tuple[Seat, ...]
    """Who left the cave, the first one first."""
    saved: tuple[int, ...]
    """For each seat the gold it carried out."""
    gold: tuple[int, int]
    """Gold saved for blue and for yellow, by whoever worked for them."""
    times: tuple[int, int]
    """What it is multiplied by: the dwarves that worked for the other clan."""
    treasure: tuple[int, int]


@dataclass(frozen=True)
class State:
    """One game between two moves."""

    config: Config
    seed: bytes
    asked: Seat | None
    """Who is asked: whose turn it is, or who has not yet agreed to the end; None after it."""
    turn: Turn
    agreed: int
    """Seats that agreed to end the game here, as bits; 0 if nothing is proposed."""
    orient: Orient | None
    maze: Maze
    ways: Ways
    goals: tuple[tuple[Cell, int], ...]
    """Where the goals lie and which card each of them is."""
    clans: tuple[Clan, ...]
    """A clan card for each seat, then those that lie aside."""
    dwarves: tuple[Dwarf, ...]
    left: tuple[Seat, ...]
    """Who has left the cave, the first one first."""
    hands: tuple[tuple[int, ...], ...]
    """For each seat its cards, sorted."""
    webs: tuple[Web, ...]
    """By border."""
    creatures: tuple[Creature | None, ...]
    """Goblin, lindworm and rat."""
    veins: tuple[Place, ...]
    """Veins with gold on them, sorted."""
    gold: int
    """The gold nobody has."""
    stock: tuple[int, ...]
    """The stock, next card first."""
    discards: tuple[int, ...]
    boxed: tuple[int, ...]
    """The cards left in the box, unseen."""
    blind: int
    """How many cards were drawn blindly so far: each has a stream of chance of its own."""
    results: tuple[RoundResult, ...]
