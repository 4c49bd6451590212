"""Reading states stored before they were kept in words. Nothing here ever changes."""

from engine.api import Json
from engine.decks import dark_cave as box
from engine.maze.cells import Cell
from engine.parts.earlier import Numbered
from engine.rulesets.dark_cave.cards import BOX, Clan
from engine.rulesets.dark_cave.edition import configure
from engine.rulesets.dark_cave.places import NAMES, Place, place_on
from engine.rulesets.dark_cave.state import Creature, Dwarf, Progress, State, Waiting, Web
from engine.rulesets.dark_cave.ways import trace

_THEN = Numbered(
    BOX,
    f"{box.PATH_CODES} START {box.GOAL_CODES} {box.ACTION_CODES}",
    (*box.PATHS, box.START, *box.GOALS, *box.ACTIONS),
)
_FIELDS = "c n e s w ns ew nw es ne sw t d dd"
"""What the numbers of fields stood for."""
_FIELD = tuple(NAMES.index(name) for name in _FIELDS.split())


def load_first(data: Json) -> State:
    """Read version 1: cards and places by number, by the first version of the rules."""
    alike = _THEN.alike(data)
    return State(
        config=configure(data["seats"], data["options"], rules=1),
        progress=Progress(*data["turn"]),
        agreed=data["agreed"],
        orient=data["orient"] and Waiting(*data["orient"]),
        ways=trace(alike["maze"]),
        clans=tuple(Clan(*clan) for clan in data["clans"]),
        dwarves=tuple(_dwarf(*dwarf) for dwarf in data["dwarves"]),
        left=tuple(data["left"]),
        webs=tuple(Web(*web) for web in data["webs"]),
        creatures=tuple(
            creature and Creature(_place(creature[0]), creature[1])
            for creature in data["creatures"]
        ),
        veins=tuple(sorted(map(_place, data["veins"]))),
        gold=data["gold"],
        boxed=_THEN.cards(data["boxed"]),
        blind=data["blind"],
        ended=data["results"][0][0] if data["results"] else "",
        **alike,
    )


def _place(number: int) -> Place:
    return place_on(Cell(number >> 4), _FIELD[number & 15])


def _dwarf(place: int | None, *rest: Json) -> Dwarf:
    return Dwarf(None if place is None else _place(place), *rest)
