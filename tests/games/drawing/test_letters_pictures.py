"""Pictures in letters: what the page draws, put together from stamps in few colours."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import resvg_py
from django.core.cache import cache
from django.utils import translation

from engine.api import Seat
from engine.maze.cells import Cell, cell_at
from engine.maze.grid import CardSight
from engine.registry import RULESETS
from games import drawing
from games.bench.positions import natural
from games.drawing import raster, reading, sheet, stamps
from games.drawing.boxes import BOX_OF, BOXES
from games.drawing.cards import card_body
from games.drawing.cells import lying, sights
from games.drawing.colours import FLAT, GROUND, PALETTE, Colour
from games.drawing.frame import GUTTER, frame
from games.drawing.png import rows_of
from games.drawing.pointers import moved
from games.drawing.symbols import SYMBOLS, definitions
from games.drawing.ways import HEIGHT


def views(key: str, wanted: int = 3) -> list[Any]:
    rules = RULESETS[key]
    looks = natural(key, wanted)
    return [rules.view(rules.load(look.state), Seat(look.asked[0])) for look in looks]


def chunks(png: bytes) -> dict[bytes, bytes]:
    found, at = {}, 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        found[png[at + 4 : at + 8]] = png[at + 8 : at + 8 + size]
        at += size + 12
    return found


def pixels(png: bytes) -> Iterator[Colour]:
    parts = chunks(png)
    colours = list(zip(*[iter(parts[b"PLTE"])] * 3, strict=True))
    width, rows = int.from_bytes(parts[b"IHDR"][:4], "big"), zlib.decompress(parts[b"IDAT"])
    for start in range(0, len(rows), width + 1):
        yield from (colours[at] for at in rows[start + 1 : start + 1 + width])


def across(png: bytes) -> int:
    return int.from_bytes(chunks(png)[b"IHDR"][:4], "big")


def drawn_at_once(svg: str, width: int) -> Iterator[Colour]:
    """Have the renderer draw a whole picture, as a browser does."""
    whole = svg.replace(">", ">" + definitions(svg), 1)
    for glow, plain in FLAT.items():
        whole = whole.replace(glow, plain)
    # The page says how wide it is shown; the renderer is told here.
    whole = re.sub(r'^(<svg[^>]*?) width="\d+"', r"\1", whole)
    png = resvg_py.svg_to_bytes(
        svg_string=whole,
        width=width,
        background=GROUND,
        shape_rendering="crisp_edges",
        skip_system_fonts=True,
        font_files=[str(stamps._FONT)],
    )
    for row in rows_of(png):
        yield from (
            (red, green, blue) for red, green, blue, _ in zip(*[iter(row)] * 4, strict=True)
        )


def apart(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("key", RULESETS)
def test_a_picture_from_stamps_shows_what_the_whole_drawing_shows(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "_DENSITIES", (1.0,))
    view = views(key)[-1]
    fresh = frozenset(card.cell for card in view.cards[-2:])
    assert_alike(
        drawing.maze_png(view, fresh=fresh), drawing.maze_svg(view, fresh=fresh, tight=True)
    )


def assert_alike(png: bytes, svg: str) -> None:
    whole = drawn_at_once(svg, across(png))
    unlike = [apart(one, other) > 60 for one, other in zip(pixels(png), whole, strict=True)]
    assert sum(unlike) < len(unlike) / 100


@pytest.mark.parametrize("key", RULESETS)
def test_a_hand_from_stamps_shows_what_the_whole_drawing_shows(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "_DENSITIES", (1.0,))
    hand = (*BOXES[key].actions, *BOXES[key].paths)
    width, height = raster._PITCH * len(hand) + raster._GAP, HEIGHT + 2 * raster._GAP
    cards = (
        moved(card_body(code), (at * raster._PITCH + raster._GAP, raster._GAP))
        for at, code in enumerate(hand)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    assert_alike(drawing.hand_png(hand), f"{svg}{''.join(cards)}</svg>")


def test_gold_is_shown_where_the_view_says_that_it_is_and_on_cards_in_the_hand() -> None:
    code = next(code for code in BOXES["dark-cave"].paths if "vein" in card_body(code))
    view = views("dark-cave")[-1]
    view = replace(view, cards=(*view.cards, laid(code, cell_at(20, 20))), fields=())
    shown = [drawn for cell, drawn in lying(sights(view)) if cell == cell_at(20, 20)]
    assert "vein-empty" in shown[0]
    assert "vein-full" in card_body(code)


def laid(code: str, cell: Cell) -> CardSight:
    upright, _turned = BOXES["dark-cave"].paths[code]
    return replace(upright, cell=cell)


def test_a_picture_is_opaque_and_in_colours_of_the_art_alone() -> None:
    png = drawing.maze_png(views("saboteur")[0])
    parts = chunks(png)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert parts[b"IHDR"][8:10] == b"\x08\x03"
    assert b"tRNS" not in parts
    assert parts[b"PLTE"] == bytes(part for colour in PALETTE for part in colour)


def test_the_palette_has_room_for_all_colours_of_the_art() -> None:
    assert len(PALETTE) <= 256


def used() -> list[str]:
    """Name what pictures point at; the rest are parts of that."""
    parts = {
        part for symbol in SYMBOLS.values() for part in re.findall(r'href="#([\w-]+)"', symbol)
    }
    return sorted(name for name in SYMBOLS if SYMBOLS[name][1] == "g" and name not in parts)


@pytest.mark.parametrize("symbol", used())
def test_no_symbol_reaches_over_the_edge_of_its_stamp(symbol: str) -> None:
    left, top, right, bottom = stamps.stamp(f'<use href="#{symbol}"/>', 0.75).box
    assert left > -0.75 * stamps._LEFT
    assert top > -0.75 * stamps._TOP
    assert right < 0.75 * (stamps._WIDTH - stamps._LEFT)
    assert bottom < 0.75 * (stamps._HEIGHT - stamps._TOP)


def forget() -> None:
    """Begin as another process does: with nothing but the cache that all share."""
    for kept in (stamps.stamp, sheet.face, raster._bare, raster._seen):
        kept.cache_clear()


def test_what_was_drawn_before_changes_no_picture() -> None:
    view, *others = views("saboteur")
    first = drawing.maze_png(view)
    forget()
    cache.clear()
    for other in others:
        drawing.maze_png(other)
    assert drawing.maze_png(view) == first


def test_a_picture_is_drawn_once_for_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    view = views("saboteur")[0]
    first = drawing.maze_png(view)
    forget()
    monkeypatch.setattr(raster, "_drawn", None)
    assert drawing.maze_png(view) == first


def test_a_symbol_is_drawn_once_for_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    board: list[Any] = []
    forget()
    monkeypatch.setattr(raster, "_shared", board.append)
    drawing.maze_png(views("saboteur")[0])
    monkeypatch.undo()
    first = raster._drawn(board[0])
    forget()
    monkeypatch.setattr(stamps, "_drawn", None)
    assert raster._drawn(board[0]) == first


def test_whoever_sees_as_much_gets_the_same_picture() -> None:
    """One who knows a goal gets another one than who does not."""
    view, code = views("saboteur")[0], next(iter(BOXES["saboteur"].signs))
    knows = replace(view, goals=tuple(replace(goal, code=code) for goal in view.goals))
    with translation.override("de"):
        assert drawing.maze_png(replace(view, hand=())) == drawing.maze_png(view)
    assert drawing.maze_png(knows) != drawing.maze_png(view)


def test_what_no_stamp_can_show_is_refused() -> None:
    with pytest.raises(ValueError, match="circle"):
        list(reading.pieces('<circle r="30"/>'))


def test_coordinates_reach_the_picture() -> None:
    """A row of the gutter is not all of one colour, while below the letters it is."""
    view = views("saboteur")[0]
    png = drawing.maze_png(view)
    rows = list(zip(*[pixels(png)] * across(png), strict=False))
    density = across(png) / frame(view).size[0]
    assert len(set(rows[round((GUTTER - 10) * density)])) > 1
    assert len(set(rows[0])) == 1


@pytest.mark.parametrize("code", sorted(BOX_OF))
def test_every_card_can_be_in_a_hand(code: str) -> None:
    assert drawing.hand_png((code,))


@pytest.mark.parametrize("key", RULESETS)
def test_maze_and_hand_weigh_no_more_than_a_letter_has_room_for(key: str) -> None:
    weights = []
    for view in views(key, 12):
        fresh, hand = frozenset(card.cell for card in view.cards[-2:]), tuple(view.hand)
        maze = drawing.maze_png(view, fresh=fresh, hand=len(hand))
        weights.append(len(maze) + len(drawing.hand_png(hand)))
    # How much lies on a card is not foreseen to the byte.
    assert max(weights) < 1.15 * raster._ROOM, weights
