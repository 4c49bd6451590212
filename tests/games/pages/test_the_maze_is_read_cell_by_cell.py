"""The maze as a table: what lies on each cell, where it leads and what fits, for each reader."""

import re

import pytest

from engine.api import Seat
from engine.registry import RULESETS, ruleset
from games import texts
from games.views.squares import sheet
from tests.games.blinding import blinded
from tests.games.cast import asked, lay_out, started
from tests.games.pages.table import browser, game_url, seat_url, text_of
from tests.games.pages.test_the_dark_cave_is_told import NAMES, POSITION, A
from tests.games.test_every_game_keeps_its_secrets import begun, undated

pytestmark = pytest.mark.django_db

TABLE = """saboteur rounds=1
goals i1 Z2, i3 Z1, i5 Z3
maze a3 S, b3 P5, c3 P6, h3 P5
stock D3 D4 D5
@1 digger hand P1 P4 map seen i1
@2 digger hand P1 P4
@3 saboteur hand D1 D2"""


def cells(page: str) -> dict[str, str]:
    """Read the table of a page: the words of each cell that has some, by its name."""
    found = re.findall(r'<td class="cell[^"]*">(.*?)</td>', page, re.DOTALL)
    named = [(re.search(r'class="cell-name">(\w+)<', cell)[1], text_of(cell)) for cell in found]
    return {name: text.strip() for name, text in named}


def test_a_cell_names_its_card_its_openings_and_its_neighbours() -> None:
    game = lay_out(started(["alice", "bob", "carol"]), ruleset("saboteur").parse_position(TABLE))
    page = browser().get(f"{seat_url(asked(game))}maze/").content.decode()
    read = cells(page)
    assert "straight left–right" in read["b3"]
    assert "Joined with the start. Goes on to c3 (right) and a3 (left)." in read["b3"]
    assert "Open towards the free cells c4 (down)." in read["c3"]
    assert "Not joined with the start. Open towards the goal at i3 (right)." in read["h3"]
    assert "A card here must be open towards c3 (up)." in read["c4"]
    assert "b2" not in read
    assert "goal face down; only you know: stone" in read["i1"]
    assert read["i5"] == "i5 goal face down You can play here: map"
    assert "You can play here: crossroads straight up–down" in read["c4"]
    assert "c9" not in read


def test_what_fits_on_a_cell_leads_to_its_preview() -> None:
    game = lay_out(started(["alice", "bob", "carol"]), ruleset("saboteur").parse_position(TABLE))
    page = browser().get(f"{seat_url(asked(game))}maze/").content.decode()
    href = re.search(r'href="([^"#]*pick=card%3AP1&amp;pick=cell%3Ac4)', page)[1]
    preview = browser().get(href.replace("&amp;", "&")).content.decode()
    assert 'name="move" value="lay P1 c4"' in preview


def test_who_is_not_asked_and_who_only_looks_reads_the_same_maze_without_cards_to_play() -> None:
    game = lay_out(started(["alice", "bob", "carol"]), ruleset("saboteur").parse_position(TABLE))
    other = game.places.exclude(number=asked(game).number).first()
    for url in (f"{seat_url(other)}maze/", game_url(game, "cells-public")):
        page = browser().get(url).content.decode()
        assert "Joined with the start." in cells(page)["b3"]
        assert "You can play here:" not in page
        assert "only you know" not in page


@pytest.mark.parametrize("key", RULESETS)
def test_the_table_hangs_on_what_its_reader_knows_and_names_every_card(key: str) -> None:
    game = begun(key, 21)
    for seat in [None, *game.places.all()]:
        url = f"{seat_url(seat)}maze/" if seat else game_url(game, "cells-public")
        before = browser().get(url).content
        rules = ruleset(key)
        view = rules.view(rules.load(game.state), None if seat is None else Seat(seat.number))
        assert len(cells(before.decode())) >= len(view.cards) + sum(not g.up for g in view.goals)
        with blinded(game, seat.number if seat else None) as rearranged:
            assert rearranged
            assert undated(browser().get(url).content) == undated(before)


def test_figures_of_the_dark_cave_and_gold_of_the_duel_are_named_on_their_cells() -> None:
    rules = ruleset("dark-cave")
    view = rules.view(rules.parse_position(POSITION), A)
    reader = texts.reader_of("dark-cave", NAMES, A)
    squares = {
        square.name: " ".join(square.lines)
        for row in sheet(view, (), reader, "/").rows
        for square in row.squares
    }
    assert "alice stands in the middle. bob stands in the middle." in squares["e5"]
    assert "The rat lurks in the middle." in squares["g5"]
    assert "Gold lies" in squares["d5"]
    assert "A web bars the way to e5." in squares["d5"]
