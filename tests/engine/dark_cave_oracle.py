"""The Dark Cave's laying and walking written a second time: slow, from the deck's words alone.

Cards lie in a dict by column and row, fields go by letters, and every way is tried out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.decks.dark_cave import CREATURES, GOALS, PATHS, START

Cell = tuple[int, int]
Place = tuple[int, int, str]

ROWS = {row.code: row for row in (*PATHS, START, *GOALS)}
DELTA = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
RENAMED = {"n": "s", "s": "n", "e": "w", "w": "e", "nw": "es", "es": "nw", "ne": "sw", "sw": "ne"}


@dataclass
class Table:
    """All that laying and walking ask for."""

    cards: dict[Cell, tuple[str, bool]] = field(default_factory=dict)
    covered: set[Cell] = field(default_factory=set)
    webs: set[frozenset[Cell]] = field(default_factory=set)
    creatures: dict[str, Place] = field(default_factory=dict)
    dwarves: list[Place | None] = field(default_factory=list)


def name(table: Table, cell: Cell, upright: str) -> str:
    """A field's name as its card lies."""
    return RENAMED.get(upright, upright) if table.cards[cell][1] else upright


def fields(table: Table, cell: Cell) -> dict[str, str]:
    """The fields of a card as it lies, with the sides they touch."""
    code, turned = table.cards[cell]
    found = {}
    for word in ROWS[code].fields.split():
        upright, _, sides = word.partition(":")
        found[name(table, cell, upright)] = "".join(BACK[s] if turned else s for s in sides)
    return found


def open_sides(card: tuple[str, bool]) -> set[str]:
    """The open sides of a card as it lies."""
    code, turned = card
    return {BACK[s] if turned else s for s in ROWS[code].ways.replace(" ", "")}


def fits(table: Table, cell: Cell, card: tuple[str, bool]) -> bool:
    """Whether a card may be laid: it agrees with all neighbours and prolongs one of their ways."""
    if cell in table.cards or cell in table.covered:
        return False
    joined = False
    for side, (dx, dy) in DELTA.items():
        other = table.cards.get((cell[0] + dx, cell[1] + dy))
        if other is not None:
            mine, theirs = side in open_sides(card), BACK[side] in open_sides(other)
            if mine != theirs:
                return False
            joined = joined or mine
    return joined


def marked(table: Table, mark: str) -> list[Place]:
    """All fields with a mark."""
    return [
        (*cell, name(table, cell, ROWS[code].at))
        for cell, (code, _) in table.cards.items()
        if ROWS[code].mark == mark and "-" not in ROWS[code].at
    ]


def neighbours(table: Table, place: Place) -> Iterator[Place]:
    """One step in any direction; a covered goal is its middle."""
    x, y, here = place
    if (x, y) in table.covered:
        return
    code, _ = table.cards[x, y]
    for step in ROWS[code].steps.split():
        ends = [name(table, (x, y), end) for end in step.split("-")]
        if here in ends:
            yield (x, y, ends[1 - ends.index(here)])
    for side in fields(table, (x, y))[here]:
        near = (x + DELTA[side][0], y + DELTA[side][1])
        if frozenset({(x, y), near}) in table.webs:
            continue
        if near in table.covered:
            yield (*near, "c")
        elif near in table.cards:
            for other, sides in fields(table, near).items():
                if BACK[side] in sides:
                    yield (*near, other)
    ladders = marked(table, "ladder")
    if place in ladders:
        yield from (ladder for ladder in ladders if ladder != place)


def due(table: Table, here: Place, there: Place) -> str:
    """What a dwarf pays for a step."""
    cell = there[:2]
    if cell in table.covered:
        return ""
    row = ROWS[table.cards[cell][0]]
    if row.mark == "tunnel" and there[2] == "t":
        return "gold"
    if row.mark != "bridge":
        return ""
    if "-" in row.at:
        ends = {name(table, cell, end) for end in row.at.split("-")}
        return "card" if here[:2] == cell and {here[2], there[2]} == ends else ""
    return "card" if there[2] == name(table, cell, row.at) else ""


def walks(table: Table, start: Place, steps: int) -> dict[Place, set[tuple[int, int, int]]]:
    """Every place a dwarf can walk to, with steps, cards and gold of every way there."""
    found: dict[Place, set[tuple[int, int, int]]] = {}
    stops = {*table.creatures.values(), *marked(table, "exit")}

    def go(here: Place, left: int, cards: int, gold: int) -> None:
        for there in neighbours(table, here) if left else ():
            cost = due(table, here, there)
            paid = (cards + (cost == "card"), gold + (cost == "gold"))
            found.setdefault(there, set()).add((steps - left + 1, *paid))
            if there not in stops and there[:2] not in table.covered:
                go(there, left - 1, *paid)

    go(start, steps, 0, 0)
    return found


def lures(table: Table, creature: str) -> set[tuple[Place, bool]]:
    """Every place a creature can end on, and whether it attacks there."""
    out = table.creatures.get(creature)
    found: set[tuple[Place, bool]] = set()

    def go(here: Place, left: int, *, walked: bool) -> None:
        met = here in table.dwarves
        found.add((here, met and walked))
        if met and walked:
            return
        for there in neighbours(table, here) if left else ():
            if there[:2] not in table.covered:
                go(there, left - 1, walked=True)

    for start in [out] if out else marked(table, "hole"):
        go(start, CREATURES[creature], walked=False)
    return found
