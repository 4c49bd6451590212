"""Every game has the common rooms, a line in the registry, written cases, and its papers."""

import pkgutil

import pytest

from engine import rulesets
from engine.registry import RULESETS
from saboteur_site.local.folder import ROOT

HOME = ROOT / "engine" / "rulesets"
GAMES = [module.name for module in pkgutil.iter_modules(rulesets.__path__)]
ROOMS = {
    *("bot", "cards", "check", "edition", "events", "fields", "glass", "legal", "moves"),
    *("play", "reasons", "ruleset", "scoring", "setup", "state", "view"),
}
every_game = pytest.mark.parametrize("game", GAMES)


def spelled(game: str) -> str:
    """A game's name in the names of its papers."""
    return game.replace("_", "-")


@every_game
def test_a_game_has_the_rooms_that_all_have(game: str) -> None:
    there = {module.name for module in pkgutil.iter_modules([str(HOME / game)])}
    assert ROOMS - there == set()


def test_every_game_is_in_the_registry() -> None:
    offered = {rules.view.__module__.split(".")[2] for rules in RULESETS.values()}
    assert set(GAMES) - offered == set()


@every_game
def test_a_game_has_written_cases(game: str) -> None:
    assert list((ROOT / "tests" / "engine" / "cases").glob(f"{spelled(game)}-*.case"))


@every_game
def test_a_game_has_a_page_that_says_what_holds_its_rules(game: str) -> None:
    assert (ROOT / "docs" / f"rules-coverage-{spelled(game)}.md").exists()


@every_game
def test_a_games_notation_is_described(game: str) -> None:
    first = (ROOT / "docs" / "notation.md").read_text("utf-8")
    page = f"notation-{spelled(game)}.md"
    linked = f"({page})" in first and (ROOT / "docs" / page).exists()
    assert linked or game == "saboteur", "the first page is the base game's"
