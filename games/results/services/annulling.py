"""A game ends without a result, as if it had never been played; and that is taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.registry import ruleset
from games.clocks.models import Kept
from games.clocks.rules import breaks, pauses, turns
from games.clocks.rules.table import Table
from games.models import Game, Seat
from games.results.rules import COVERED
from games.results.services import ending
from games.services import striking
from games.services.table import Held, bots_go_on


def covered_until(game: Game, *, now: datetime) -> datetime | None:
    """Say until when its secrets will stay so; what was turned up before is so for good."""
    return now + COVERED if game.status == Game.Status.ACTIVE else game.covered_until


def clocks_after(game: Game, places: Sequence[Seat], clocks: Table, *, now: datetime) -> Table:
    """Tell how the clocks of a game stand once it is annulled; writes nothing."""
    if game.status != Game.Status.ACTIVE:
        return clocks
    return turns.finish(striking.struck(game, clocks, _answered(game), places).clocks, now=now)


def annul(game: Game, places: Sequence[Seat], clocks: Table, *, now: datetime) -> None:
    """End a locked game without a result. What was missed in its last turn is no miss."""
    after = clocks_after(game, places, clocks, now=now)
    if game.status == Game.Status.ACTIVE:
        missed = striking.struck(game, clocks, _answered(game), places).kept
        Kept.objects.filter(pk__in=missed).delete()
        game.covered_until = covered_until(game, now=now)
        ending.stop(game, now=now)
    game.status, game.outcome = Game.Status.ANNULLED, None
    ending.save(game, after)


def clocks_again(game: Game, clocks: Table, *, now: datetime) -> Table:
    """Tell how its clocks stand once it goes on: whoever is asked has a full turn, and waits."""
    if game.covered_until is None:
        return clocks
    rules = ruleset(game.ruleset)
    state = rules.load(game.state)
    asked: dict[int, int] = dict.fromkeys(rules.to_act(state), rules.turn(state))
    opened = turns.go_on(replace(clocks, finished=False), asked, now=now)
    return breaks.pause(opened, paused_until(now), by=None, now=now)


def paused_until(now: datetime) -> datetime:
    """Say when a game goes on by itself that goes on paused."""
    return now + pauses.LONGEST


def take_back(
    game: Game,
    places: Sequence[Seat],
    clocks: Table,
    outcome: Mapping[str, Any] | None,
    *,
    now: datetime,
) -> None:
    """Let a locked game go on, paused, or have the result again that it had."""
    after = clocks_again(game, clocks, now=now)
    if game.covered_until is None:
        game.status, game.outcome = Game.Status.FINISHED, outcome
    else:
        rules = ruleset(game.ruleset)
        state = rules.load(game.state)
        game.status, game.ended_at, game.covered_until = Game.Status.ACTIVE, None, None
        game.to_act = sorted(rules.to_act(state))
        game.bot_asked = bots_go_on(Held(game, places, rules, state, after), after)
    ending.save(game, after)


def _answered(game: Game) -> int:
    """Name the last ply that no time-out made, of the turn before which one may have come."""
    last = game.moves.get(ply=game.ply)
    if last.by not in striking.MISSED:
        return game.ply
    together = game.moves.filter(made_at=last.made_at, by=last.by)
    return together.earliest("ply").ply - 1
