"""The pictures of The Duel: doors, trolls, gold and counters; what each dwarf's lantern reaches."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.decks.duel import ACTIONS, GOALS, PATHS, RETIRED_GOALS, STARTS, PathRow
from engine.decks.saboteur import ActionRow
from engine.maze.cells import Cell, cell_at
from engine.maze.grid import CardSight
from engine.maze.sides import sides_of
from engine.maze.tiles import Tile, TileSet
from engine.rulesets.duel.view import View
from games.drawing.boxes.box import Box, Head, Piece, faces
from games.drawing.light import Closed, Light, light_from, together
from games.drawing.pointers import Place, moved, use
from games.drawing.tools import tools_card

_EDGE = {"N": (30, 15), "E": (47, 42), "S": (30, 71), "W": (13, 42)}
_BEND = {"NE": (38, 31), "ES": (38, 53), "SW": (22, 53), "NW": (22, 31)}
_BRIDGE = ("EW", "NS")
_COLOURS = ("green", "blue")
_UPON = 8
"""What lies upon a piece is so much further right and down, so that both can be seen."""


def _tile(row: PathRow) -> Tile:
    gates = (gate.split(":") for gate in row.gates.split())
    return Tile(
        code=row.code,
        ways=tuple(map(sides_of, row.ways.split())),
        mark=row.mark,
        colour=row.colour,
        gates=tuple((what, sides_of(side)) for side, what in gates),
        gold=row.gold,
        gold_sides=sides_of(row.gold_sides),
    )


def adorn(card: CardSight, at: Place) -> str:
    """Draw what else is on a card."""
    drawn = ""
    if tuple(sorted(card.ways)) == _BRIDGE:
        drawn += moved(use("bridge-ns"), (at[0] + 30, at[1] + 42))
    if card.mark in ("start", "ladder"):
        drawn += use(f"{card.mark}-{card.colour}", at)
    for gate, side in card.gates:
        drawn += _put("troll" if gate == "troll" else f"door-{gate}", at, _EDGE[side], 0.85)
    if card.gold:
        drawn += _put(f"nuggets-{card.gold}", at, _gold_at(card), 0.9)
    return drawn


def _put(symbol: str, corner: Place, at: Place, scale: float) -> str:
    return moved(use(symbol), (corner[0] + at[0], corner[1] + at[1]), scale)


def _gold_at(card: CardSight) -> Place:
    """Find where the nuggets lie: in the dead end, in or behind the bend, or amid the way."""
    ways = card.gold_ways
    if all(len(way) == 1 for way in ways):
        spots = [_EDGE[way] for way in ways]
        return sum(x for x, _y in spots) // len(spots), sum(y for _x, y in spots) // len(spots)
    if tuple(sorted(card.ways)) == _BRIDGE:
        return _EDGE["N"]
    bend = _BEND.get(ways[0], (30, 42))
    if ways[0] not in _BEND or len(card.gates) != 1:
        return bend
    # Beyond the door, which hangs on the long edge (ruling 26).
    short = next(_EDGE[side] for side in ways[0] if side in "NS")
    return (bend[0] + short[0]) // 2, (bend[1] + short[1]) // 2


def action(row: ActionRow) -> str:
    """Draw an action card."""
    if row.tools:
        return tools_card(row.act, row.tools)
    return use("sheet") + use({"rockfall": "rocks", "map": "chart", "key": "act-key"}[row.act])


def pieces(view: View) -> Iterator[Piece]:
    """Lay counters on gold and trolls, and keys on doors."""
    cards = {card.cell: card for card in view.cards}
    for spot in view.laid_counters:
        if spot.on == "gold":
            at = _gold_at(cards[spot.cell])
        else:
            at = _EDGE[_sides(cards[spot.cell], "troll")[0]]
            yield Piece(spot.cell, "troll-bribed", at, 0.85)
        yield Piece(spot.cell, f"counter-{view.dwarves[spot.seat]}", _upon(at), 0.8)
    for key in view.laid_keys:
        yield Piece(key.cell, "key-token", _upon(_EDGE[key.side]), 0.8)


def _upon(at: Place) -> Place:
    return at[0] + _UPON, at[1] + _UPON


def _sides(card: CardSight, *gates: str) -> list[str]:
    return [side for gate, side in card.gates if gate in gates]


def light(view: View) -> Light:
    """Follow the viewer's own tunnels; for who only looks on those of every dwarf."""
    dwarves = view.dwarves if view.seat is None else (view.dwarves[view.seat],)
    return together(_light_of(view, dwarf) for dwarf in dwarves)


def _light_of(view: View, dwarf: str) -> Light:
    starts = {card.colour: card.cell for card in view.cards if card.mark == "start"}
    ladders = [card for card in view.cards if card.mark == "ladder" and card.colour in starts]
    links = [(card.cell, starts[card.colour]) for card in ladders]
    closed = Closed(frozenset(_shut(view, dwarf)), (*links, *((far, near) for near, far in links)))
    return light_from(view.cards, frozenset((starts[dwarf],)), closed)


def _shut(view: View, dwarf: str) -> Iterator[tuple[Cell, str]]:
    """List the sides that are closed to a dwarf: foreign doors without key, trolls unbribed."""
    bribed = {spot.cell for spot in view.laid_counters if spot.on == "troll"}
    opened = {(key.cell, key.side) for key in view.laid_keys}
    foreign = [colour for colour in _COLOURS if colour != dwarf]
    for card in view.cards:
        closed = _sides(card, *foreign) + (_sides(card, "troll") if card.cell not in bribed else [])
        yield from {(card.cell, side) for side in closed} - opened


def _tiles(*decks: Iterable[PathRow]) -> TileSet:
    return TileSet(_tile(row) for deck in decks for row in deck)


DUEL = Box[View](
    paths=faces(_tiles(PATHS, STARTS, GOALS, RETIRED_GOALS)),
    actions={row.code: action(row) for row in ACTIONS},
    adorn=adorn,
    heads={colour: Head("den", f"digger-{colour}", f"emblem-{colour}") for colour in _COLOURS},
    signs={row.code: str(row.gold) for row in (*GOALS, *RETIRED_GOALS)},
    pieces=pieces,
    light=light,
    field=(cell_at(0, 0), cell_at(9, 4)),
    centred=("troll",),
)
SOLO = replace(DUEL, field=(cell_at(0, 0), cell_at(12, 4)))
