"""Rounds in which all tables play one deal, and another deal in its place."""

from dataclasses import dataclass
from typing import Any

from engine import rng
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.leagues.services import standings
from games.models import Game, LeagueTable, Move, Part, Remark, Result, Round, Season
from tests.games.cast import NOW
from tests.games.leagues import cast


def tables(season: Season, number: int = 1) -> list[LeagueTable]:
    """The tables of a round."""
    found = LeagueTable.objects.select_related("game", "round__division")
    return list(found.filter(round__division__season=season, round__number=number).order_by("pk"))


def games(season: Season, number: int = 1) -> list[Game]:
    """Their games."""
    return [table.game for table in tables(season, number) if table.game]


def dealt(game: Game) -> Any:
    """What was dealt there."""
    return game.moves.get(ply=0).events


def play(game: Game, count: int) -> None:
    """Let so many moves be made at a table, as bots choose them, without a letter."""
    Move.objects.bulk_create(
        Move(game=game, ply=ply, seat=0, by=Move.By.PLAYER, events=[], made_at=NOW, rules_version=1)
        for ply in range(1, count + 1)
    )
    _write(game, ruleset(game.ruleset).load(game.state))


def dealt_otherwise(game: Game) -> None:
    """Let another deal lie there from the beginning, with as many moves made by the same seats."""
    rules, seats = ruleset(game.ruleset), list(game.moves.order_by("ply").values_list("seat"))
    for twin in range(40):
        step = rules.setup(bytes([twin] * rng.SEED_BYTES), game.seats, game.options)
        game.moves.filter(ply=0).update(events=[rules.dump_event(each) for each in step.events])
        _write(game, step.state)
        if list(game.moves.order_by("ply").values_list("seat")) == seats:
            return
    raise AssertionError("no other deal is played in this order")


def _write(game: Game, state: Any) -> None:
    rules, rows = ruleset(game.ruleset), list(game.moves.filter(ply__gt=0).order_by("ply"))
    for row in rows:
        seat = EngineSeat(min(rules.to_act(state)))
        move = rules.choose(rules.view(state, seat), list(rules.legal_moves(state, seat)))
        step = rules.apply(state, seat, move)
        state = step.state
        row.seat, row.notation, row.rules_version = seat, rules.format(move), rules.meta.version
        row.events = [rules.dump_event(each) for each in step.events]
    Move.objects.bulk_update(rows, ("seat", "notation", "rules_version", "events"))
    Game.objects.filter(pk=game.pk).update(ply=len(rows), state=rules.dump(state))


@dataclass
class Twins:
    """A round in two worlds: the same people, tables and times, and in the other one another deal.

    Whatever came of it is other there, too: cards, moves, results, points.
    """

    season: Season

    def enter_the_other(self) -> None:
        """Let the other deal be played at all tables."""
        for game in games(self.season):
            dealt_otherwise(game)
            if game.outcome is not None:
                won = [seat for seat in (0, 1) if seat not in game.outcome["winners"]]
                outcome = {"winners": won, "scores": [1, 9], "played": None}
                Game.objects.filter(pk=game.pk).update(outcome=outcome)
        Part.objects.update(gold=0)
        Remark.objects.update(text="never have I seen so much rock")
        for result in Result.objects.exclude(lines=[]):
            for line, score in zip(result.lines, (1, 9), strict=True):
                line["score"], line["won"] = score, score > 1
            result.save()
        division = self.season.divisions.get()
        standings.rebuild(self.season, division, now=cast.when(self.season))


def of(season: Season) -> Round:
    """The first round, as it stands."""
    return Round.objects.get(division__season=season, number=1)
