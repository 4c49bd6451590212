"""A game's result is decided. What was played is kept beside it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engine.registry import ruleset
from games.clocks.rules import turns
from games.clocks.rules.table import Table
from games.models import Game
from games.results.rules import PLAYED
from games.results.services import ending


def judged(game: Game, scores: Sequence[int]) -> dict[str, Any]:
    """Write down a result that is given, with what was played; raises ValueError if none is so."""
    if len(scores) != game.seats:
        raise ValueError(scores)
    found = ruleset(game.ruleset).meta.judged(scores)
    return {
        "winners": sorted(found.winners),
        "scores": list(found.scores),
        PLAYED: _played(game),
    }


def most(game: Game) -> int:
    """Say how much a seat can have at the most."""
    return ruleset(game.ruleset).meta.most


def clocks_after(game: Game, clocks: Table, *, now: datetime) -> Table:
    """Tell how the clocks of a game stand once it is decided."""
    return turns.finish(clocks, now=now) if game.status == Game.Status.ACTIVE else clocks


def adjudicate(game: Game, clocks: Table, outcome: dict[str, Any], *, now: datetime) -> None:
    """Give a locked game that result; one that runs ends with it, and all is turned up."""
    after = clocks_after(game, clocks, now=now)
    if game.status == Game.Status.ACTIVE:
        ending.stop(game, now=now)
    game.status, game.outcome, game.covered_until = Game.Status.FINISHED, outcome, None
    ending.save(game, after)


def _played(game: Game) -> dict[str, Any] | None:
    """What was played, also where it was decided or annulled since; None if it was not finished."""
    stood = game.outcome
    if game.status == Game.Status.ANNULLED:
        stood = game.entries.filter(act="annulled").latest("pk").said["outcome"]
    return stood.get(PLAYED, stood) if stood else None
