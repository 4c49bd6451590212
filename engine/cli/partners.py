"""Sparring partners for the arena: simple players, each with one habit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from engine.api import AnyRuleset, Event, Strength
from engine.bots.choice import best, lots
from engine.bots.prospect import Prospect
from engine.bots.strength import noticed
from engine.decks.saboteur import TREASURE
from engine.parts.moves import Break, Lay, Orient, Rockfall
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur2.cards import TEAM_TILES

Brain = Callable[[Any, Sequence[Any], Sequence[Event]], Any]
"""Decides by a view, the legal moves and the course of the round."""
PATIENT = 3
"""A patient saboteur digs until so few cards are missing before a goal."""
_HONEST = {"saboteur": "digger", "saboteur2": "boss"}
_TILES = {"saboteur": TILES, "saboteur2": TEAM_TILES["blue"]}


def brain(rules: AnyRuleset, name: str) -> Brain:
    """Find a player by name; raises KeyError."""
    if name in _HABITS:
        return partial(_HABITS[name], rules)
    former, _, strength = name.partition("-")
    if former == "former":
        return partial(_former, rules, Strength(strength or Strength.HARD))
    return partial(_bot, rules, Strength(name))


def _bot(
    rules: AnyRuleset, strength: Strength, view: Any, moves: Sequence[Any], course: Sequence[Event]
) -> Any:
    return rules.decide(view, moves, course, strength)


def _former(
    rules: AnyRuleset, strength: Strength, view: Any, moves: Sequence[Any], _course: Sequence[Event]
) -> Any:
    return rules.choose(view, noticed(view, moves, rules.format, strength))


def _random(rules: AnyRuleset, view: Any, moves: Sequence[Any], _course: Sequence[Event]) -> Any:
    draw = lots(view)
    return min(moves, key=lambda move: draw(rules.format(move)))


def _patient(rules: AnyRuleset, view: Any, moves: Sequence[Any], _course: Sequence[Event]) -> Any:
    """Dig honestly as a saboteur, until the treasure is near."""
    if view.role == "saboteur" and view.ruleset in _HONEST:
        prospect = Prospect(_TILES[view.ruleset], TREASURE, view.cards, view.goals)
        if prospect.nearest > PATIENT:
            view = replace(view, role=_HONEST[view.ruleset])
    return rules.choose(view, moves)


def _wrecker(rules: AnyRuleset, view: Any, moves: Sequence[Any], _course: Sequence[Event]) -> Any:
    """Break tools, tear the tunnel down, or lay dead ends, from the first turn on."""
    dead = {card.code for card in TILES.tiles if all(way in (1, 2, 4, 8) for way in card.ways)}

    def harm(move: Any) -> float:
        if isinstance(move, Break | Rockfall):
            return 2
        return isinstance(move, Lay) and rules.picks(move)[0].value in dead

    worst = max(map(harm, moves))
    return rules.choose(view, [move for move in moves if harm(move) == worst])


def _hoarder(rules: AnyRuleset, view: Any, moves: Sequence[Any], _course: Sequence[Event]) -> Any:
    """Pass as long as the rules allow."""
    passes = [move for move in moves if isinstance(move, tuple)]
    return rules.choose(view, passes or moves)


def _vandal(rules: AnyRuleset, view: Any, moves: Sequence[Any], _course: Sequence[Event]) -> Any:
    """Break everybody's tools; otherwise play as `former` does."""
    breaks = [move for move in moves if isinstance(move, Break)]
    if not breaks or any(isinstance(move, Orient) for move in moves):
        return rules.choose(view, moves)
    return best(view, breaks, lambda move: -len(view.broken[move.target]), rules.format)


_HABITS: Mapping[str, Callable[[AnyRuleset, Any, Sequence[Any], Sequence[Event]], Any]] = {
    "random": _random,
    "patient": _patient,
    "wrecker": _wrecker,
    "hoarder": _hoarder,
    "vandal": _vandal,
}
PARTNERS = ("former", "former-medium", "former-easy", *_HABITS)
NAMES = (*Strength, *PARTNERS)
"""Everybody who can play in the arena."""
