"""A season is played many times before it is announced, and its directors learn what to expect."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from games.leagues.rehearsal import plots
from games.leagues.rehearsal.figures import Figures
from games.leagues.rehearsal.games import Board
from games.leagues.rehearsal.measuring import board_of
from games.leagues.rehearsal.running import rehearse
from games.leagues.rehearsal.warnings import What, warnings
from games.leagues.rules.terms import Terms, load
from games.leagues.services import directing
from tests.games.cast import player
from tests.games.leagues import cast

FORMATS = {
    "groups": cast.form(),
    "swiss": cast.form(**cast.SWISS),
    "robin": cast.form(**cast.ROBIN),
    "duplicate": cast.form(**cast.DUPLICATE),
    "solo": cast.form(**cast.SOLO),
}


def rehearsed(terms: Terms, *, players: int = 8, seed: int = 7) -> tuple[Figures, ...]:
    """Rehearse a season a few times."""
    turns = dict.fromkeys(range(terms.sizes.low, terms.sizes.high + 1), 20)
    board = Board(turns, most=20, hours=48)
    return rehearse(terms, board, players=players, pool=3, seed=seed, runs=3)


@pytest.mark.parametrize("name", FORMATS)
def test_figures_fit_together(name: str):
    found = rehearsed(load(FORMATS[name]))
    assert [each.players for each in found] == [6, 8, 10]
    for each in found:
        assert each.days_median <= each.days_95 <= each.days_worst
        assert each.at_once_median <= each.at_once_most
        assert sum(each.decided.values()) == pytest.approx(1)
        assert sum(each.clinched.values()) == pytest.approx(1)
        assert each.bound <= each.squares
        assert each.met_least <= each.met_most <= max(map(int, each.meetings))
        assert sum(each.games_at_once.values()) == each.players * each.runs
        assert each.found <= each.wanted


def test_the_same_seed_gives_the_same_figures():
    terms = load(FORMATS["robin"])
    assert rehearsed(terms) == rehearsed(terms) != rehearsed(terms, seed=8)


def test_a_game_is_measured_by_one_that_bots_play():
    board = board_of(load(FORMATS["solo"]))
    assert board.hours == 48
    assert 20 < board.turns[1] < 200
    assert board.longest(1) == board.turns[1] * 48


def test_numbers_with_which_there_is_no_season_are_left_out():
    terms = load({**FORMATS["robin"], "least": 7, "greatest": 9})
    assert [each.players for each in rehearsed(terms)] == [8]
    assert rehearsed(terms, players=4) == ()


def test_directors_are_warned_of_what_they_may_not_have_meant():
    terms = load(FORMATS["robin"])
    told = rehearsed(terms)[0]
    quiet = replace(
        told, at_once_most=12, lot_promotes=0.1, squares=100, bound=80,
        decided=dict.fromkeys(told.decided, 0.1),
    )  # fmt: skip
    assert [each.what for each in warnings(terms, quiet)] == [What.NEVER]
    ends = terms.first_at + timedelta(days=told.days_95 + terms.counting)
    loud = replace(
        quiet, at_once_most=13, lot_promotes=0.11, squares=101, decided=told.decided | {"sb": 0}
    )
    found = list(warnings(terms, loud, following=ends - timedelta(days=3)))
    assert [each.what for each in found][:4] == [
        What.TOO_LONG, What.AT_ONCE, What.LOT, What.UNEVEN,
    ]  # fmt: skip
    assert found[0].said == {"days": 4}
    assert {each.said["rule"] for each in found[4:]} >= {"sb", "swap"}


def test_bars_say_in_words_what_they_show():
    picture = ElementTree.fromstring(plots.bars("Days <of a season>", {"1": 3, "8": 0}))
    assert [each.text for each in picture][:2] == ["Days <of a season>", "1: 3, 8: 0"]
    heights = [float(each.get("height", 0)) for each in picture if each.tag.endswith("rect")]
    assert heights[0] > 100 > heights[1] == 0
    assert plots.gathered([1, 2, 2, 50], most=5) == {"1": 3, "11": 0, "21": 0, "31": 0, "41": 1}


@pytest.mark.django_db
def test_a_drafted_season_is_rehearsed_by_a_command(tmp_path: Path, capsys):
    league = cast.league()
    directing.draft(league.pk, cast.form(**cast.ROBIN), by=player("olga"), now=cast.NOW)
    asked = {"players": 6, "runs": 2, "seed": 3}
    call_command("rehearse", league.key, **asked, plots=tmp_path)
    told = capsys.readouterr().out
    assert told.startswith("2 runs from the seed 3\n")
    assert "\n6 players\n" in told
    assert "squares of meetings" in told
    assert "! In no run this rule did anything: swap." in told
    assert sorted(each.name for each in tmp_path.iterdir())[:2] == [
        "at-once-4.svg",
        "at-once-6.svg",
    ]
    with pytest.raises(CommandError):
        call_command("rehearse", "nobody", **asked)
