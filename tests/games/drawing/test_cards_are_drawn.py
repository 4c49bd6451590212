"""Every card of every box has a picture, and every picture can stand in a page as it is."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from engine.decks.saboteur import ACTIONS, GOALS, PATHS, START
from games import drawing
from games.drawing.boxes import BOX_OF, BOXES
from games.drawing.symbols import SYMBOLS
from tests.rows import each_row

ROWS: tuple[Any, ...] = (START, *GOALS, *PATHS, *ACTIONS)
BOX = [row.code for row in ROWS]
CODES = list(BOX_OF)
PICTURES = [
    *(drawing.card_svg(code, turned=turned) for code in CODES for turned in (False, True)),
    *(drawing.role_svg(key, role) for key, box in BOXES.items() for role in box.heads),
    *(
        drawing.icon_svg(tool, broken=broken)
        for tool in ("pick", "lantern", "cart")
        for broken in (False, True)
    ),
    *(drawing.icon_svg(name) for name in ("digger", "saboteur", "nugget", "stone", "eye", "bomb")),
    drawing.back_svg(),
]

# What these hold is looked at box by box.
SHEETS = "".join(sheet.read_text() for sheet in Path(drawing.__file__).parent.glob("art/*.svg"))


@each_row("code", CODES)
def test_every_card_of_the_box_is_drawn(code: str) -> None:
    assert "<use " in drawing.card_svg(code)


def test_the_box_of_the_base_game_is_there() -> None:
    assert set(BOX) <= set(CODES)


def test_pictures_are_well_formed_and_keep_the_content_security_policy() -> None:
    for picture in [*PICTURES, drawing.sprites(*PICTURES)]:
        for element in ET.fromstring(picture).iter():
            assert not element.tag.endswith(("style", "script", "image", "foreignObject"))
            assert not {name for name in element.attrib if name == "style" or name[:2] == "on"}


def test_sprites_hold_exactly_what_the_pictures_point_at() -> None:
    sheet = drawing.sprites(drawing.card_svg("fix-cart"))
    assert set(re.findall(r' id="([\w-]+)"', sheet)) == {"sheet", "cart", "tick"}


def test_all_art_is_used_by_some_picture() -> None:
    whole = drawing.sprites(*PICTURES)
    only_in_a_maze = {
        "dusk",
        "earth",
        "flag",
        "fallen",
        "spot",
        "torch",
        "turn-round",
        "rock1",
        "rock2",
    }
    only_in_a_maze |= {f"number{seat}" for seat in range(1, 13)}
    only_in_a_maze |= set(re.findall(r'^<g id="([\w-]+)"', SHEETS, re.MULTILINE))
    assert set(SYMBOLS) - only_in_a_maze <= set(re.findall(r' id="([\w-]+)"', whole))


def test_a_turned_card_looks_turned_and_no_two_path_cards_look_alike() -> None:
    drawn = [drawing.card_svg(row.code) for row in PATHS]
    assert len(set(drawn)) == len(PATHS)
    assert drawing.card_svg("P7", turned=True) != drawing.card_svg("P7")


def test_a_broken_tool_differs_from_a_whole_one_by_shape() -> None:
    assert "url(#upper)" in drawing.icon_svg("pick", broken=True)
    assert "url(#upper)" in drawing.card_svg("break-pick")
    assert "url(#upper)" not in drawing.card_svg("fix-pick")
