"""The art of every box: well-formed, told apart by shape, and really there when it is drawn."""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import resvg_py

from games import drawing
from games.drawing.symbols import SYMBOLS, definitions
from games.drawing.ways import HEIGHT, WIDTH
from tests.rows import each_row

HOME = Path(drawing.__file__).parent
SHEETS = sorted(HOME.rglob("*.svg"))
ART = [
    (element.attrib["id"], sheet)
    for sheet in SHEETS
    for element in ET.parse(sheet).getroot()
    if "id" in element.attrib
]
SHAPES = [name for name, _sheet in ART if SYMBOLS[name].startswith("<g ")]

TWINS = [
    ("blue-door", "green-door"),
    ("drop", "leaf"),
    ("blue", "green"),
    ("door-green", "door-blue"),
    ("digger-green", "digger-blue"),
    ("emblem-green", "emblem-blue"),
    ("hat-green", "hat-blue"),
    ("troll", "troll-bribed"),
    ("counter-green", "counter-blue"),
    ("ladder-green", "ladder-blue"),
    ("start-green", "start-blue"),
    ("field", "field-lit"),
    ("vein-full", "vein-empty"),
    ("web-2", "web-1"),
    ("dwarf-blue", "dwarf-yellow"),
    ("dwarf-blue", "dwarf-blue-down"),
    ("clan-back-blue", "clan-back-yellow"),
    ("digger-blue", "digger-yellow"),
    ("saboteur-blue", "saboteur-yellow"),
    ("stack-1", "stack-2"),
    ("stack-2", "stack-3"),
]


@cache
def png(name: str, *covered: int) -> bytes:
    """Draw one symbol on black with room on all sides, then black over a part of it."""
    body = f'<use href="#{name}"/>'
    cover = '<rect x="{}" y="{}" width="{}" height="{}"/>'.format(*covered) if covered else ""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -84 180 252">'
        f"{definitions(body)}{body}{cover}</svg>"
    )
    return resvg_py.svg_to_bytes(svg_string=svg, width=360, background="#000000")


def colourless(name: str) -> str:
    """What is left of a symbol in one colour."""
    return re.sub(r' (?:id|fill|stroke)="[^"]*"', "", SYMBOLS[name])


def test_no_two_symbols_of_all_boxes_have_one_name() -> None:
    names = [name for name, _sheet in ART]
    assert sorted(names) == sorted(set(names))
    assert set(names) <= set(SYMBOLS)


@each_row("sheet", SHEETS)
def test_only_a_definition_itself_has_a_name(sheet: Path) -> None:
    root = ET.parse(sheet).getroot()
    inner = [part for whole in root for part in whole.iter() if part is not whole]
    assert not [part for part in inner if "id" in part.attrib]


@each_row("name", [name for name, _sheet in ART])
def test_a_symbol_is_well_formed_and_keeps_the_content_security_policy(name: str) -> None:
    for part in ET.fromstring(SYMBOLS[name]).iter():
        assert part.tag not in {"style", "script", "image", "foreignObject", "text", "a"}
        assert not {key for key in part.attrib if key in {"style", "class"} or key[:2] == "on"}
        assert part.attrib.get("href", "#")[0] == "#"


@each_row("name", SHAPES)
def test_a_symbol_is_really_drawn(name: str) -> None:
    assert png(name) != png("earth")


@each_row("name, sheet", ART)
def test_the_list_at_the_top_of_a_sheet_names_every_symbol(name: str, sheet: Path) -> None:
    contents, end, _art = sheet.read_text(encoding="utf-8").partition("-->")
    assert end
    assert re.search(rf"(?<![\w-]){name}(?![\w-])", contents)


@each_row("name", [name for name, _sheet in ART])
def test_a_symbol_is_light(name: str) -> None:
    assert len(SYMBOLS[name]) < 2_500


@each_row("one, other", TWINS)
def test_what_has_to_be_told_apart_differs_in_shape_and_not_in_colour_alone(
    one: str, other: str
) -> None:
    assert colourless(one) != colourless(other)


@each_row("name", SHAPES)
def test_a_symbol_lies_around_its_origin_or_within_a_card(name: str) -> None:
    nothing = png("earth")
    around = png(name, -25, -25, 50, 50)
    within = png(name, -1, -1, WIDTH + 2, HEIGHT + 2)
    assert nothing in (around, within)
