"""Laying cards and turning goals a second time: plain, slow, sharing no table with the engine.

It knows shapes as letters and cells as pairs, and searches everything anew for every question.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

Cell = tuple[int, int]
Card = tuple[str, bool]
"""A code, and whether it lies turned."""

SHAPES = {
    "S": ["NESW"], "Z1": ["NESW"], "Z2": ["SW"], "Z3": ["NW"],
    "P1": ["NESW"], "P2": ["NSW"], "P3": ["ESW"], "P4": ["NS"], "P5": ["EW"], "P6": ["SW"],
    "P7": ["ES"],
    "D1": [*"NESW"], "D2": [*"NSW"], "D3": [*"ESW"], "D4": [*"NS"], "D5": [*"EW"], "D6": [*"SW"],
    "D7": [*"ES"], "D8": ["S"], "D9": ["W"],
    "E1": ["NS", "EW"], "E2": ["NW", "ES"], "E3": ["NE", "SW"],
    "L1": ["S"], "L2": ["W"], "L3": ["ES"], "L4": ["NE"],
    "B1": ["NS"], "B2": ["EW"], "B3": ["SW"], "G1": ["NS", "E"], "G2": ["EW"], "G3": ["ES"],
    "X1": ["NE", "S"], "X2": ["NS", "E", "W"], "X3": ["EW", "N", "S"], "X4": ["NS", "E"],
    "X5": ["ES", "N"],
    "C1": ["W"], "C2": ["S"], "C3": ["ESW"], "C4": ["ESW", "N"], "C5": ["NES"],
    "C6": ["NSW", "E"], "C7": ["NESW"], "C8": ["EW", "S"],
}  # fmt: skip
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
START, GOALS = (0, 2), ((8, 0), (8, 2), (8, 4))


def ways(card: Card) -> list[frozenset[str]]:
    """The tunnels of a card as it lies."""
    code, turned = card
    return [frozenset(ACROSS[side] if turned else side for side in way) for way in SHAPES[code]]


def sides(card: Card) -> frozenset[str]:
    """The open edges of a card as it lies."""
    return frozenset().union(*ways(card))


def beside(cell: Cell) -> Iterator[tuple[str, Cell]]:
    """Each side of a cell and the cell there."""
    for side, (right, down) in STEPS.items():
        yield side, (cell[0] + right, cell[1] + down)


@dataclass(frozen=True)
class Table:
    """What matters for laying cards."""

    cards: dict[Cell, Card]
    faces: dict[Cell, str]
    """What each goal is, face up or face down."""
    connected: bool
    waiting: tuple[Cell, ...] = ()
    """Goals turned face up that the mover still has to lay one way or the other."""
    laid: Cell | None = field(default=None, compare=False)
    """Where this move's card lies."""
    turned: tuple[Cell, ...] = field(default=(), compare=False)
    """The goals turned so far by this move, wave by wave."""
    waves: int = field(default=0, compare=False)

    @property
    def covered(self) -> list[Cell]:
        """The goals that no card on the table shows yet."""
        return [cell for cell in self.faces if cell not in self.cards]


def lit(table: Table, shut: str = "none") -> set[tuple[Cell, str]]:
    """Every edge of every card to which an unbroken way leads from the start or a ladder.

    A way with a door that is shut is reached, but leads nowhere; `shut` begins the doors' codes.
    """
    found: set[tuple[Cell, str]] = set()
    springs = [cell for cell, (code, _) in table.cards.items() if code[0] == "L" or cell == START]
    todo = [(cell, way) for cell in springs for way in ways(table.cards[cell])]
    seen = set(todo)
    while todo:
        cell, way = todo.pop()
        found |= {(cell, side) for side in way}
        if table.cards[cell][0].startswith(shut) and len(way) > 1:
            continue
        for side, near in beside(cell):
            if side in way and near in table.cards:
                for other in ways(table.cards[near]):
                    if ACROSS[side] in other and (near, other) not in seen:
                        seen.add((near, other))
                        todo.append((near, other))
    return found


def legal_lays(table: Table, hand: set[str]) -> set[tuple[Cell, Card]]:
    """Every way to lay a card of this hand, a half turn that changes nothing left out."""
    reached = lit(table)
    near = {there for cell in table.cards for _, there in beside(cell)}
    cards = [(code, turned) for code in hand if code in SHAPES for turned in (False, True)]
    cards = [
        card for card in cards if not card[1] or set(ways(card)) != set(ways((card[0], False)))
    ]
    return {
        (cell, card)
        for cell in near
        if cell not in table.cards and cell not in table.faces
        for card in cards
        if fits(table, cell, card) and _may_lie(table, reached, cell, card)
    }


def fits(table: Table, cell: Cell, card: Card) -> bool:
    """Tell whether every edge agrees with the card beyond it; face-down goals agree with all."""
    return all(
        (side in sides(card)) == (ACROSS[side] in sides(table.cards[near]))
        for side, near in beside(cell)
        if near in table.cards
    )


def _may_lie(table: Table, reached: set[tuple[Cell, str]], cell: Cell, card: Card) -> bool:
    if card[0].startswith("L"):
        return all(near not in GOALS for _, near in beside(cell))
    return not table.connected or _joins(reached, cell, card)


def _joins(reached: set[tuple[Cell, str]], cell: Cell, card: Card) -> bool:
    return any(
        side in sides(card) and (near, ACROSS[side]) in reached for side, near in beside(cell)
    )


def lay(table: Table, cell: Cell, card: Card) -> Table:
    """Lay a card and turn the goals that are reached, as far as the mover has no choice."""
    return _turn_goals(replace(table, cards=table.cards | {cell: card}, laid=cell))


def orient(table: Table, cell: Cell, *, turned: bool) -> Table:
    """Lay a goal that waits, then go on."""
    cards = table.cards | {cell: (table.faces[cell], turned)}
    waiting = tuple(other for other in table.waiting if other != cell)
    return _turn_goals(replace(table, cards=cards, waiting=waiting))


def _turn_goals(table: Table) -> Table:
    while not table.waiting:
        reached = lit(table)
        wave = {
            goal: [side for side, near in beside(goal) if (near, ACROSS[side]) in reached]
            for goal in sorted(table.covered, key=lambda cell: (cell[1], cell[0]))
        }
        wave = {goal: arriving for goal, arriving in wave.items() if arriving}
        if not wave:
            return table
        found = {goal: _ways_round(table, goal, arriving) for goal, arriving in wave.items()}
        table = replace(
            table,
            cards=table.cards | {goal: best[0] for goal, best in found.items() if len(best) == 1},
            waiting=tuple(goal for goal, best in found.items() if len(best) > 1),
            turned=(*table.turned, *wave),
            waves=table.waves + 1,
        )
    return table


def _ways_round(table: Table, goal: Cell, arriving: list[str]) -> list[Card]:
    """Rulings 12, 64 and 81, worded as a ranking: the laid card's edge, then matching edges."""
    code = table.faces[goal]
    both = [(code, False), (code, True)] if code != "Z1" else [(code, False)]

    def rank(card: Card) -> tuple[bool, int]:
        open_sides = sides(card)
        joins_laid = any(
            near == table.laid and side in arriving and side in open_sides
            for side, near in beside(goal)
        )
        agreeing = sum(
            (side in open_sides) == (ACROSS[side] in sides(table.cards[near]))
            for side, near in beside(goal)
            if near in table.cards
        )
        return joins_laid, agreeing

    joining = [card for card in both if any(side in sides(card) for side in arriving)]
    best = max(map(rank, joining))
    return [card for card in joining if rank(card) == best]


def legal_actions(
    hand: set[str], seat: int, broken: list[set[str]], fallible: set[str], covered: set[str]
) -> Iterator[str]:
    """Every way to play or pass a card other than laying it, in notation."""
    for code in hand:
        yield f"pass {code}"
        act, *tools = code.split("-")
        for other, lying in enumerate(broken):
            if act == "break" and other != seat and tools[0] not in lying:
                yield f"break {tools[0]} @{other + 1}"
            for tool in tools if act == "fix" else ():
                if tool in lying:
                    yield f"fix {tool} @{other + 1}" + (f" with {code}" if len(tools) == 2 else "")
        if act in ("rockfall", "map"):
            yield from (f"{act} {cell}" for cell in (fallible if act == "rockfall" else covered))
