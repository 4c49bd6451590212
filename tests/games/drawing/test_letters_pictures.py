"""Pictures in emails: what the page draws, pasted together from cards in few colors."""

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
import resvg_py
from django.utils import translation
from PIL import Image, ImageChops

from engine.api import Seat
from engine.maze.cells import Cell, cell_at
from engine.maze.grid import CardSight
from engine.registry import RULESETS
from games import drawing
from games.drawing import raster
from games.drawing.boxes import BOX_OF, BOXES
from games.drawing.cards import card_body
from games.drawing.cells import lying, sights
from games.drawing.colours import FLAT, GROUND, PALETTE
from games.drawing.frame import GUTTER, frame
from games.drawing.pointers import moved
from games.drawing.symbols import SYMBOLS, definitions
from games.drawing.ways import HEIGHT
from tests.bench.positions import natural
from tests.rows import each_row
from tests.sampling import sample


def views(key: str, wanted: int = 3) -> list[Any]:
    rules = RULESETS[key]
    looks = natural(key, wanted)
    return [rules.view(rules.load(look.state), Seat(look.asked[0])) for look in looks]


def picture(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def drawn_at_once(svg: str, width: int) -> Image.Image:
    """Have the renderer draw a whole picture, as a browser does."""
    whole = svg.replace(">", ">" + definitions(svg), 1)
    for glow, plain in FLAT.items():
        whole = whole.replace(glow, plain)
    # The page says how wide it is shown; the renderer is told here.
    whole = re.sub(r'^(<svg[^>]*?) width="\d+"', r"\1", whole)
    return picture(
        resvg_py.svg_to_bytes(
            svg_string=whole,
            width=width,
            background=GROUND,
            shape_rendering="crisp_edges",
            skip_system_fonts=True,
            font_files=[str(raster._FONT)],
        )
    ).convert("RGB")


@pytest.mark.parametrize("key", RULESETS)
def test_the_picture_of_a_maze_shows_what_the_page_shows(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "_DENSITIES", (1.0,))
    raster._maze_png.cache_clear()
    view = views(key)[-1]
    fresh = frozenset(card.cell for card in view.cards[-2:])
    assert_alike(
        drawing.maze_png(view, fresh=fresh), drawing.maze_svg(view, fresh=fresh, tight=True)
    )


def assert_alike(png: bytes, svg: str) -> None:
    image = picture(png).convert("RGB")
    difference = ImageChops.difference(image, drawn_at_once(svg, image.width))
    red, green, blue = difference.split()
    apart = ImageChops.add(ImageChops.add(red, green), blue)
    assert sum(apart.histogram()[61:]) < image.width * image.height / 100


@pytest.mark.parametrize("key", RULESETS)
def test_the_picture_of_a_hand_shows_what_the_page_shows(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "_DENSITIES", (1.0,))
    raster.hand_png.cache_clear()
    hand = (*BOXES[key].actions, *BOXES[key].paths)
    width, height = raster._PITCH * len(hand) + raster._GAP, HEIGHT + 2 * raster._GAP
    cards = (
        moved(card_body(code), (at * raster._PITCH + raster._GAP, raster._GAP))
        for at, code in enumerate(hand)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    assert_alike(drawing.hand_png(hand), f"{svg}{''.join(cards)}</svg>")


def test_gold_shows_where_the_view_says_it_is_and_on_cards_in_the_hand() -> None:
    code = next(code for code in BOXES["dark-cave"].paths if "vein" in card_body(code))
    view = views("dark-cave")[-1]
    view = replace(view, cards=(*view.cards, laid(code, cell_at(20, 20))), fields=())
    shown = [drawn for cell, drawn in lying(sights(view)) if cell == cell_at(20, 20)]
    assert "vein-empty" in shown[0]
    assert "vein-full" in card_body(code)


def laid(code: str, cell: Cell) -> CardSight:
    upright, _turned = BOXES["dark-cave"].paths[code]
    return replace(upright, cell=cell)


def test_a_picture_is_opaque_and_has_only_colors_of_the_art() -> None:
    image = picture(drawing.maze_png(views("saboteur")[0]))
    assert (image.format, image.mode) == ("PNG", "P")
    assert "transparency" not in image.info
    colors = image.convert("RGB").getcolors(maxcolors=256)
    assert colors is not None
    assert {color for _, color in colors} <= set(PALETTE)


def test_the_palette_has_room_for_all_colors_of_the_art() -> None:
    assert len(PALETTE) <= 256


def used() -> list[str]:
    """Name the symbols that pictures point at; the rest are parts of those."""
    parts = {
        part for symbol in SYMBOLS.values() for part in re.findall(r'href="#([\w-]+)"', symbol)
    }
    return sorted(name for name in SYMBOLS if SYMBOLS[name][1] == "g" and name not in parts)


@each_row("symbol", used())
def test_the_margin_has_room_for_every_symbol(symbol: str) -> None:
    stamp = raster._stamp(f'<use href="#{symbol}"/>', 0.75)
    edge = stamp.getchannel("A")
    edge.paste(0, (1, 1, stamp.width - 1, stamp.height - 1))
    assert edge.getbbox() is None


def forget() -> None:
    """Begin as a new process does."""
    for kept in (raster._maze_png, raster._ground, raster._face, raster._stamp):
        kept.cache_clear()


def test_earlier_pictures_change_no_later_one() -> None:
    view, *others = views("saboteur")
    first = drawing.maze_png(view)
    forget()
    for other in others:
        drawing.maze_png(other)
    assert drawing.maze_png(view) == first


def test_players_who_know_the_same_get_the_same_picture() -> None:
    """A player who knows a goal gets a different one."""
    view, code = views("saboteur")[0], next(iter(BOXES["saboteur"].signs))
    knows = replace(view, goals=tuple(replace(goal, code=code) for goal in view.goals))
    with translation.override("de"):
        assert drawing.maze_png(replace(view, hand=())) == drawing.maze_png(view)
    assert drawing.maze_png(knows) != drawing.maze_png(view)


def test_the_names_of_columns_reach_the_picture() -> None:
    """A row of pixels through the letters has more than one color, the row above them has not."""
    view = views("saboteur")[0]
    image = picture(drawing.maze_png(view)).convert("RGB")
    density = image.width / frame(view).size[0]

    def colors(row: int) -> int:
        return len(image.crop((0, row, image.width, row + 1)).getcolors() or ())

    assert colors(round((GUTTER - 10) * density)) > 1
    assert colors(0) == 1


@each_row("code", sorted(BOX_OF))
def test_every_card_can_be_in_a_hand(code: str) -> None:
    assert drawing.hand_png((code,))


@pytest.mark.parametrize("key", RULESETS)
def test_maze_and_hand_fit_into_an_email(key: str, pytestconfig: pytest.Config) -> None:
    weights = []
    for view in sample(pytestconfig, views(key, 12), 3):
        fresh, hand = frozenset(card.cell for card in view.cards[-2:]), tuple(view.hand)
        maze = drawing.maze_png(view, fresh=fresh, hand=len(hand))
        weights.append(len(maze) + len(drawing.hand_png(hand)))
    # The estimate of a card's bytes is rough.
    assert max(weights) < 1.15 * raster._ROOM, weights
