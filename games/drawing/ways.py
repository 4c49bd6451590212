"""The shape of a tunnel, from the sides it joins. One letter is a dead end, filled with rubble."""

from collections.abc import Iterator

WIDTH, HEIGHT = 60, 84
"""A card in drawing units; every coordinate of the art is written in them."""

CLOCKWISE = "NESW"

# Where a tunnel's mouth begins on each side, the way across it and its end, walking clockwise.
_MOUTH = {
    "N": ("20 0", "H40", "40 0"),
    "E": ("60 31", "V53", "60 53"),
    "S": ("40 84", "H20", "20 84"),
    "W": ("0 53", "V31", "0 31"),
}

# The wall from the end of one mouth to the begin of the next open one: hewn, so no two are alike.
_WALL = {
    "NE": "41 9 37 17 43 22 46 29 54 28 60 31",
    "NS": "43 11 39 20 44 31 40 43 43 55 38 66 41 75 40 84",
    "NW": "42 12 38 22 36 33 27 39 23 47 12 50 8 54 0 53",
    "NN": "42 10 38 19 35 28 27 30 22 24 18 15 21 8 20 0",
    "ES": "53 55 48 54 43 61 44 69 39 76 40 84",
    "EW": "51 55 43 52 34 56 23 52 14 55 7 52 0 53",
    "EN": "50 55 41 50 32 47 27 37 22 29 23 18 18 9 20 0",
    "EE": "52 55 45 53 38 48 40 37 45 31 53 29 60 31",
    "SW": "22 75 17 67 18 60 12 54 6 56 0 53",
    "SN": "17 75 21 66 16 55 20 43 17 32 22 22 18 11 20 0",
    "SE": "18 73 22 64 24 52 32 47 37 37 47 35 52 30 60 31",
    "SS": "18 74 22 66 24 57 33 55 39 60 41 69 39 77 40 84",
    "WN": "7 29 13 30 17 23 15 15 21 8 20 0",
    "WE": "9 29 17 32 26 28 36 32 46 29 53 32 60 31",
    "WS": "10 29 19 34 29 37 33 47 38 56 37 66 42 76 40 84",
    "WW": "7 29 15 31 21 37 20 47 14 53 7 55 0 53",
}

# The rails: straight through where they can, else round the bend, a third mouth by a spur.
_RAILS = {
    "N": "M30 0V30",
    "E": "M60 42H38",
    "S": "M30 84V54",
    "W": "M0 42H22",
    "NS": "M30 0V84",
    "EW": "M0 42H60",
    "NE": "M30 0Q31 41 60 42",
    "ES": "M60 42Q31 43 30 84",
    "SW": "M30 84Q29 43 0 42",
    "NW": "M0 42Q29 41 30 0",
    "NES": "M30 0V84M60 42H30",
    "NSW": "M30 0V84M0 42H30",
    "NEW": "M0 42H60M30 0V42",
    "ESW": "M0 42H60M30 84V42",
    "NESW": "M30 0V84M0 42H60",
}

_PROPS = {
    "N": '<use href="#props"/>',
    "E": '<use href="#stays" x="52"/>',
    "S": '<use href="#props" y="76"/>',
    "W": '<use href="#stays"/>',
}

# Where the rubble lies that stops a dead end.
_RUBBLE = {"N": (30, 24), "E": (42, 42), "S": (30, 61), "W": (18, 42)}


def way_id(way: str, *, climbs: bool = False) -> str:
    """Name the symbol of a tunnel; one that ends at a ladder is not blocked."""
    return f"c{way}" if climbs and len(way) == 1 else f"w{way}"


def way_symbol(way: str, *, climbs: bool = False) -> str:
    """Draw a tunnel; its user sets the fill of the floor and, as stroke, the bed of the rails."""
    walls = list(_walls(way))
    floor = "L".join(
        f"{_MOUTH[side][0]}{_MOUTH[side][1]}L{walls[at][1]}" for at, side in enumerate(way)
    )
    edge = "".join(f"M{start}L{line}" for start, line in walls)
    blocked = len(way) == 1 and not climbs
    end = '<use href="#rubble" x="{}" y="{}"/>'.format(*_RUBBLE[way]) if blocked else ""
    props = "".join(_PROPS[side] for side in way)
    rails = _RAILS[way]
    return (
        f'<g id="{way_id(way, climbs=climbs)}" stroke-linejoin="round">'
        f'<path fill="none" stroke="#7d6d5e" stroke-width="7" d="{edge}"/>'
        f'<path stroke="none" d="M{floor}z"/>'
        '<g fill="none">'
        f'<path stroke="#4a2408" stroke-opacity=".22" stroke-width="7" d="{edge}"/>'
        f'<path stroke="#5c4a3c" stroke-width="7.4" d="{rails}"/>'
        f'<path stroke-width="4.6" d="{rails}"/>'
        f'<path stroke="#6b421d" stroke-width="11" stroke-dasharray="2 4"'
        f' stroke-dashoffset="-2" d="{rails}"/>'
        f'<path stroke="#1d120a" stroke-width="2.2" d="{edge}"/></g>'
        f"{end}{props}</g>"
    )


def _walls(way: str) -> Iterator[tuple[str, str]]:
    for at, side in enumerate(way):
        yield _MOUTH[side][2], _WALL[side + way[(at + 1) % len(way)]]
