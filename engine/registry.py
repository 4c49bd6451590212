"""The only list of games."""

from engine.api import AnyRuleset
from engine.errors import UnknownRuleset
from engine.rulesets.dark_cave.ruleset import DARK_CAVE
from engine.rulesets.duel.ruleset import DUEL, SOLO
from engine.rulesets.saboteur.ruleset import SABOTEUR
from engine.rulesets.saboteur2.ruleset import SABOTEUR2

_GAMES: tuple[AnyRuleset, ...] = (SABOTEUR, SABOTEUR2, DUEL, SOLO, DARK_CAVE)

RULESETS: dict[str, AnyRuleset] = {game.meta.key: game for game in _GAMES}


def ruleset(key: str) -> AnyRuleset:
    """Find a game by its key; raises UnknownRuleset."""
    try:
        return RULESETS[key]
    except KeyError:
        raise UnknownRuleset(key) from None
