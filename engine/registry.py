"""The only list of games."""

from collections.abc import Mapping
from typing import Any

from engine.api import Ruleset
from engine.errors import UnknownRuleset
from engine.rulesets.dark_cave.ruleset import DarkCave
from engine.rulesets.duel.ruleset import DUEL, SOLO
from engine.rulesets.saboteur.ruleset import SABOTEUR
from engine.rulesets.saboteur2.ruleset import Saboteur2

_GAMES: tuple[Ruleset[Any, Any, Any], ...] = (
    SABOTEUR,
    Saboteur2(),
    DUEL,
    SOLO,
    DarkCave(),
)

RULESETS: Mapping[str, Ruleset[Any, Any, Any]] = {game.meta.key: game for game in _GAMES}


def ruleset(key: str) -> Ruleset[Any, Any, Any]:
    """Find a game by its key; raises UnknownRuleset."""
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRuleset(key) from None
