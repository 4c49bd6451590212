"""The pictures of The Dark Cave: cards with their fields, and all that stands and lies on them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from engine.decks.dark_cave import ACTIONS
from engine.maze.cells import Cell
from engine.maze.grid import CardSight
from engine.rulesets.dark_cave.cards import ROWS, TILES
from engine.rulesets.dark_cave.places import BESIDE, FACES, NAMES, Face, border_named
from engine.rulesets.dark_cave.view import View
from games.drawing.boxes.box import Box, Head, Piece, Spot, faces
from games.drawing.boxes.dark_cave_fields import SPOTS, Spots, edge, place, spots_of
from games.drawing.boxes.dark_cave_text import GOAL_SIGNS, text
from games.drawing.pointers import Place, moved, use
from games.drawing.ways import HEIGHT, WIDTH

_SIGNS = {"hole": "hole", "ladder": "ladder-small", "exit": "exit", "tunnel": "tunnel"}


def adorn(card: CardSight, at: Place) -> str:
    """Draw a card's fields, what is special about one of them, and which stack it is of."""
    # Gold that is still there is a piece of its own.
    body = _body(TILES.placed(card.code, turned=card.turned), "vein-empty")
    return moved(body, at) if any(at) else body


def unlaid(card: CardSight) -> str:
    """Draw the same on a card that nobody has laid: it still has its gold."""
    return _body(TILES.placed(card.code, turned=card.turned), "vein-full")


@cache
def _body(placed: int, vein: str) -> str:
    face, spots = FACES[placed], SPOTS[placed]
    marked = {NAMES[number] for number in face.marked}
    fields = "".join(
        use("field", spot)
        for name, spot in spots.items()
        if name not in marked or face.mark == "bridge"
    )
    group = ROWS[placed >> 1].group
    stack = moved(use(f"stack-{group}"), (9, 76), 0.8) if group else ""
    return _special(face, spots, vein) + fields + stack


def _special(face: Face, spots: Spots, vein: str) -> str:
    if not face.mark:
        return ""
    name = NAMES[face.marked[0]]
    if face.mark == "bridge":
        return use("bridge-ew" if name in ("ew", "e", "w") else "bridge-ns", (30, 42))
    return moved(use({**_SIGNS, "vein": vein}[face.mark]), spots[name], 0.85)


def pieces(view: View) -> Iterable[Piece]:
    """Put gold, webs, creatures and dwarves where the view says that they are."""
    cards = {card.cell: card for card in view.cards}
    yield from _gold(view, cards)
    yield from _webs(view)
    yield from _figures(view, cards)


def _gold(view: View, cards: Mapping[Cell, CardSight]) -> Iterator[Piece]:
    for field in view.fields:
        if field.gold:
            at = spots_of(cards[field.cell])[field.name]
            yield Piece(field.cell, "vein-full", at, 0.85)


def _webs(view: View) -> Iterator[Piece]:
    for web in view.webs:
        (cell, side), _near = BESIDE[border_named(web.border)]
        yield Piece(cell, f"web-{web.left}", edge(side))


def _figures(view: View, cards: Mapping[Cell, CardSight]) -> Iterator[Piece]:
    standing: dict[tuple[Cell, str], list[list[str]]] = defaultdict(list)
    for creature in view.creatures:
        standing[place(creature.place)].append([creature.creature])
    for dwarf in view.dwarves:
        if dwarf.place is not None:
            body = f"dwarf-{dwarf.clan}{'-down' if dwarf.lying else ''}"
            standing[place(dwarf.place)].append([body, f"number{dwarf.seat + 1}"])
    crowds: dict[Cell, int] = defaultdict(int)
    for cell, _field in standing:
        crowds[cell] += 1
    for (cell, field), figures in standing.items():
        spot = spots_of(cards[cell])[field] if cell in cards else (30, 42)
        yield from _crowd(cell, spot, figures, alone=crowds[cell] == 1)


_ROOM = {1: (1, 1), 2: (2, 1), 3: (3, 1), 4: (2, 2), 5: (3, 2), 6: (3, 2)}


def _crowd(cell: Cell, spot: Place, figures: list[list[str]], *, alone: bool) -> Iterator[Piece]:
    """Let figures share the space around their field without leaving its card."""
    columns, rows = _ROOM.get(len(figures), (3, 3 if len(figures) < 10 else 4))
    scale = {1: 1.25 if alone else 0.95, 2: 1.0}.get(len(figures), 0.85 if alone else 0.7)
    across, down = 19 * scale, 27 * scale
    if alone:
        across, down = max(across, WIDTH / 3.2), max(down, HEIGHT / 3)
    left = _within(spot[0], columns * across / 2, WIDTH) - (columns - 1) * across / 2
    top = _within(spot[1], rows * down / 2, HEIGHT) - (rows - 1) * down / 2
    for at, symbols in enumerate(figures):
        x, y = left + at % columns * across, top + at // columns * down
        for symbol in symbols:
            yield Piece(cell, symbol, (round(x, 1), round(y + 2, 1)), scale)


def _within(middle: float, half: float, size: int) -> float:
    return min(max(middle, half), size - half) if 2 * half < size else size / 2


def spot(kind: str, value: str, cards: Iterable[CardSight]) -> Spot | None:
    """Find where in the maze a field of a card, or a border, can be touched."""
    if kind == "border":
        (near, side), _near = BESIDE[border_named(value)]
        return Spot(near, edge(side))
    if kind == "field":
        at, field = place(value)
        card = next((card for card in cards if card.cell == at), None)
        return Spot(at, spots_of(card)[field] if card else (30, 42))
    return None


def way(view: View, picked: Mapping[str, str]) -> Sequence[str]:
    """List the fields of a walk from where the dwarf stands."""
    walks = view.walks if picked.get("act") == "walk" else ()
    path = next((walk.path for walk in walks if walk.place == picked.get("field")), ())
    here = view.dwarves[view.seat].place if view.seat is not None else None
    return (here, *path) if here and path else path


_ACTS = {
    **{row.code: f"act-{row.code}" for row in ACTIONS},
    "rockfall": "rocks",
    "swap": "act-swap-hands",
}

DARK_CAVE = Box(
    paths=faces(TILES),
    actions={code: use("sheet") + use(symbol) for code, symbol in _ACTS.items()},
    adorn=adorn,
    unlaid=unlaid,
    heads={
        "loyal": Head("den", "digger", "tick"),
        "saboteur": Head("dark", "saboteur", "bomb"),
        "blue loyal": Head("den", "digger-blue", "hat-blue"),
        "yellow loyal": Head("den", "digger-yellow", "hat-yellow"),
        "blue saboteur": Head("dark", "saboteur-blue", "hat-blue"),
        "yellow saboteur": Head("dark", "saboteur-yellow", "hat-yellow"),
    },
    signs=GOAL_SIGNS,
    pieces=pieces,
    field=(),
    centred=("dwarf-blue", "dwarf-yellow", "dwarf-blue-down", "dwarf-yellow-down"),
    ends={side: f"deep-{side.lower()}" for side in "NESW"},
    spot=spot,
    way=way,
    text=text,
)
