"""Reading states stored before they were kept in words. Nothing here ever changes."""

from engine.api import Json
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.rulesets.dark_cave.cards import KIND, TILES, Clan
from engine.rulesets.dark_cave.edition import configure
from engine.rulesets.dark_cave.places import NAMES, Place, place_on
from engine.rulesets.dark_cave.state import Creature, Dwarf, Progress, State, Waiting, Web
from engine.rulesets.dark_cave.ways import trace

_CODES = (
    "I-X I-TH I-TV I-NS I-EW I-BR I-BL I-X-HOLE I-TV-HOLE I-NS-HOLE I-BR-LADDER I-BL-LADDER"
    " I-BRIDGE-NS I-BRIDGE-EW I-DCA-TUNNEL I-DCB-TUNNEL I-TH-VEIN II-X II-TH II-TV II-NS II-EW"
    " II-BR II-BL II-DN II-TH-HOLE II-EW-HOLE II-BL-HOLE II-DN-LADDER II-BRIDGE-NS II-DCA-TUNNEL"
    " II-DCB-TUNNEL II-TV-VEIN III-X III-TH III-TV III-NS III-EW III-BR III-BL III-DE"
    " III-X-HOLE III-TV-HOLE III-BR-HOLE III-DE-LADDER III-BRIDGE-EW III-DCA-TUNNEL START"
    " GOAL-EXIT GOAL-LADDER GOAL-HOLE GOAL-VEIN info rockfall swap web boots axe goblin"
    " lindworm rat"
)
"""What the numbers of version 1 stood for."""
_NOW = tuple(KIND[code] for code in _CODES.split())
_FIELDS = "c n e s w ns ew nw es ne sw t d dd"
"""And those of fields."""
_FIELD = tuple(NAMES.index(name) for name in _FIELDS.split())


def load_first(data: Json) -> State:
    """Read version 1: cards and places by number, by the first version of the rules."""
    cards = {cell: Placed(_NOW[placed >> 1] * 2 + placed % 2) for cell, placed in data["cards"]}
    maze = grid.laid_out(TILES, data["covered"], cards)
    return State(
        config=configure(data["seats"], data["options"], rules=1),
        seed=bytes.fromhex(data["seed"]),
        turn=0,
        asked=data["asked"],
        progress=Progress(*data["turn"]),
        agreed=data["agreed"],
        orient=data["orient"] and Waiting(*data["orient"]),
        maze=maze,
        ways=trace(maze),
        goals=tuple((Cell(cell), _NOW[kind]) for cell, kind in data["goals"]),
        clans=tuple(Clan(*clan) for clan in data["clans"]),
        dwarves=tuple(_dwarf(*dwarf) for dwarf in data["dwarves"]),
        left=tuple(data["left"]),
        hands=tuple(tuple(sorted(_cards(hand))) for hand in data["hands"]),
        webs=tuple(Web(*web) for web in data["webs"]),
        creatures=tuple(
            creature and Creature(_place(creature[0]), creature[1])
            for creature in data["creatures"]
        ),
        veins=tuple(sorted(map(_place, data["veins"]))),
        gold=data["gold"],
        stock=_cards(data["stock"]),
        discards=_cards(data["discards"]),
        boxed=_cards(data["boxed"]),
        blind=data["blind"],
        ended=data["results"][0][0] if data["results"] else "",
    )


def _cards(kinds: Json) -> tuple[int, ...]:
    return tuple([_NOW[kind] for kind in kinds])


def _place(number: int) -> Place:
    return place_on(Cell(number >> 4), _FIELD[number & 15])


def _dwarf(place: int | None, *rest: Json) -> Dwarf:
    return Dwarf(None if place is None else _place(place), *rest)
