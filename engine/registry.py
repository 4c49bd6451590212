"""The only list of games."""

from collections.abc import Mapping
from typing import Any

from engine.api import Ruleset
from engine.errors import UnknownRuleset
from engine.rulesets.dark_cave.ruleset import DARK_CAVE
from engine.rulesets.duel.edition import DUEL, SOLO
from engine.rulesets.duel.ruleset import Duel
from engine.rulesets.saboteur.ruleset import SABOTEUR
from engine.rulesets.saboteur2.ruleset import SABOTEUR2

_GAMES: tuple[Ruleset[Any, Any, Any], ...] = (
    SABOTEUR,
    SABOTEUR2,
    Duel(DUEL),
    Duel(SOLO),
    DARK_CAVE,
)

RULESETS: Mapping[str, Ruleset[Any, Any, Any]] = {game.meta.key: game for game in _GAMES}


def ruleset(key: str) -> Ruleset[Any, Any, Any]:
    """Find a game by its key; raises UnknownRuleset."""
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRuleset(key) from None
