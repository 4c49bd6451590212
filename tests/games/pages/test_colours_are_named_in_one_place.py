"""The look is changed in one place: all colours of pages are tokens atop the style sheet."""

import re

import pytest
from django.conf import settings

from games.drawing.colours import GROUND

SHEETS = sorted((settings.BASE_DIR / "games/static/games").glob("*.css"))
SITE = next(sheet for sheet in SHEETS if sheet.name == "site.css").read_text()
_ROOT = re.compile(r":root \{(.*?)\}", re.DOTALL)
_COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|color-mix)a?\(|: *(?:white|black)\b",
    re.IGNORECASE,
)
DEFINED = {name for root in _ROOT.findall(SITE) for name in re.findall(r"(--[\w-]+):", root)}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_rule_names_a_colour_of_its_own(sheet):
    rules = _ROOT.sub("", sheet.read_text())
    assert [line for line in rules.splitlines() if _COLOUR.search(line)] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_token_that_is_used_is_there(sheet):
    used = set(re.findall(r"var\((--[\w-]+)", sheet.read_text()))
    assert used
    assert used <= DEFINED


def test_every_token_is_used():
    used = {name for sheet in SHEETS for name in re.findall(r"var\((--[\w-]+)", sheet.read_text())}
    assert used >= DEFINED


def test_pages_and_pictures_are_dug_in_the_same_ground():
    assert f"--pit: {GROUND};" in SITE
