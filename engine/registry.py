"""The only list of games."""

from collections.abc import Mapping
from typing import Any

from engine.api import Ruleset
from engine.errors import UnknownRuleset
from engine.rulesets.dark_cave.ruleset import DarkCave
from engine.rulesets.saboteur.ruleset import Saboteur

RULESETS: Mapping[str, Ruleset[Any, Any, Any]] = {
    game.meta.key: game for game in (Saboteur(), DarkCave())
}


def ruleset(key: str) -> Ruleset[Any, Any, Any]:
    """Find a game by its key; raises UnknownRuleset."""
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRuleset(key) from None
