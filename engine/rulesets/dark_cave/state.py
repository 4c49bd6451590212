"""The whole table, secrets included."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.api import Seat
from engine.decks.dark_cave import BOXED, DEAL
from engine.maze.cells import Cell
from engine.maze.grid import Maze
from engine.parts.seats import changed
from engine.rulesets.dark_cave.cards import STACKS, Clan
from engine.rulesets.dark_cave.edition import Config
from engine.rulesets.dark_cave.places import Border, Place
from engine.rulesets.dark_cave.ways import Ways
from engine.values import filled, replace

PLAY, WALK = "play", "walk"


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


class Progress(NamedTuple):
    """How far the turn has come."""

    seat: Seat
    """Whose turn it is."""
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

    # Written out, for every turn is here: `_replace` takes four times as long.

    def drawing(self, draws: int, drawer: Seat) -> "Progress":
        """Note what will be drawn at the end of the turn."""
        return PROGRESS((self.seat, self.stage, self.steps, draws, drawer, self.declined))

    def walking(self, steps: int) -> "Progress":
        """Go on to the walk, or in it, with so many steps left."""
        return PROGRESS((self.seat, WALK, steps, self.draws, self.drawer, self.declined))

    def declining(self) -> "Progress":
        """Note that somebody did not agree to end the game."""
        return PROGRESS((self.seat, self.stage, self.steps, self.draws, self.drawer, True))


PROGRESS = filled(Progress)
"""Makes a progress of all its fields."""


class Waiting(NamedTuple):
    """A goal just turned that fits both ways: the mover chooses (ruling 5)."""

    cell: Cell
    entered: int
    """The side he comes from."""


@dataclass(frozen=True)
class State:
    """One game between two moves."""

    config: Config
    seed: bytes
    turn: int
    """How many turns there were before this one."""
    asked: Seat | None
    """Who is asked: whose turn it is, or who has not yet agreed to the end; None after it."""
    progress: Progress
    agreed: int
    """Seats that agreed to end the game here, as bits; 0 if nothing is proposed."""
    orient: Waiting | None
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
    ended: str
    """How the game ended: cards, clan (all who work for one clan are out) or agreed."""


def with_dwarf(state: State, seat: Seat, dwarf: Dwarf) -> State:
    """Give a seat a changed dwarf."""
    return replace(state, dwarves=changed(state.dwarves, seat, dwarf))


def cards_are_gone(state: State) -> bool:
    """Tell whether the stock and all hands are used up, which ends the game at once."""
    return not state.stock and not any(state.hands)


def stacks_left(state: State) -> tuple[int, int, int]:
    """Count what is left of the stacks in the stock: I lies on top and III at the bottom.

    Each is five cards short: anybody can count it.
    """
    dealt = DEAL[state.config.seats]
    _, second, third = (
        len(stack) - BOXED - state.config.seats * count
        for stack, count in zip(STACKS, dealt, strict=True)
    )
    stock = len(state.stock)
    low = min(stock, third)
    middle = min(stock - low, second)
    return stock - low - middle, middle, low


def all_out(state: State, clan: str) -> bool:
    """Tell whether everybody who works for this clan has left the cave."""
    return all(
        dwarf.place is None
        for dwarf, card in zip(state.dwarves, state.clans, strict=False)
        if card.works_for == clan
    )
