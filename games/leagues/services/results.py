"""What tables came to is taken from their games, or entered by an act; never edited.

Callers hold the season. Of a game only what its record tells everybody at its end goes on.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engine import rng
from engine.registry import ruleset
from games.leagues.rules import stored
from games.leagues.rules.dues import What
from games.leagues.rules.values import Earned, Ending, Line
from games.leagues.services import counting, deals, finals, planning, standings
from games.models import (
    Appeal,
    Division,
    Entrant,
    Game,
    Kept,
    LeagueTable,
    Place,
    Player,
    Result,
    Season,
)
from games.ratings import services as ratings
from games.results.rules import PLAYED
from games.sanctions import selectors as sanctions

Kind, Status = Result.Kind, LeagueTable.Status
_BECOMES = {
    Kind.PLAYED: Status.FINISHED,
    Kind.ADJUDICATED: Status.ADJUDICATED,
    Kind.ANNULLED: Status.ANNULLED,
}


def take(season: Season, table: LeagueTable, *, now: datetime) -> dict[str, Any] | None:
    """Enter what a table's game came to, if that was not done and it is over."""
    game = table.game
    if table.status != Status.RUNNING or game is None or game.ended_at is None:
        return None
    kind, lines = outcome_of(table, game)
    if game.closed and rng.branch_of(ruleset(game.ruleset).load(game.state).seed):
        # From where it was taken back it was dealt otherwise than the others.
        table.apart = True
        table.save(update_fields=("apart",))
    enter(season, table, kind, lines, at=game.ended_at, now=now)
    return {"table": table.pk, "result": kind}


def outcome_of(table: LeagueTable, game: Game) -> tuple[Result.Kind, list[Line]]:
    """Say what a game that is over is for its table."""
    if game.status == Game.Status.ANNULLED:
        return Kind.ANNULLED, []
    return Kind.PLAYED, lines_of(table, game)


def enter(
    season: Season,
    table: LeagueTable,
    kind: Result.Kind,
    lines: Sequence[Line],
    *,
    at: datetime,
    now: datetime,
    by: Player | None = None,
    reason: str = "",
) -> Result:
    """Enter a result in place of the one that stood, and let all that follows from it follow."""
    Result.objects.filter(table=table, superseded_at=None).update(superseded_at=now)
    result = Result.objects.create(
        table=table,
        kind=kind,
        lines=[stored.dump(line) for line in lines],
        at=at,
        entered_at=now,
        by=by,
        reason=reason,
    )
    table.status = _BECOMES[kind]
    table.save(update_fields=("status",))
    _rate(table)
    planning.drop(season, What.DEAL, What.OVERDUE, about=table.pk, now=now)
    division = Division.objects.get(rounds=table.round_id)
    if table.round.final:
        finals.follow(season, table, now=now)
    else:
        standings.stale(season, division, now=now)
        deals.look(season, table.round, now=now)
    counting.look(season, now=now)
    planning.look_again(season, now=now)
    return result


def _rate(table: LeagueTable) -> None:
    """Let a table's game be rated as it stands now."""
    if table.game_id is None:
        return
    ratings.again(Game.objects.get(pk=table.game_id))


def lines_of(table: LeagueTable, game: Game) -> list[Line]:
    """Tell a game that is over as one line for each place, in their order."""
    rules = ruleset(game.ruleset)
    rounds = rules.rounds(rules.load(game.state))
    outcome = game.outcome or {}
    scores, winners = outcome.get("scores") or [], set(outcome.get("winners", ()))
    # A result that was given knows no rounds but those that were played before it.
    decided = PLAYED in outcome
    missed, sitting = _missed(game), dict(game.places.values_list("number", "player"))
    taken = {player for player, _game in sanctions.took([game.pk])}
    lines = []
    for place in table.places.select_related("entrant").order_by("number"):
        seat = place.seat
        if seat is None:
            # He was gone before it began.
            lines.append(Line(str(place.entrant_id), 0, Ending.FORFEIT))
            continue
        lines.append(
            Line(
                str(place.entrant_id),
                scores[seat] if scores else 0,
                Ending.FORFEIT
                if place.entrant.player_id in taken
                else _ending(place, seat, game, sitting[seat]),
                won=seat in winners,
                side=rounds[-1].sides[seat] if rounds and rounds[-1].sides else None,
                rounds=()
                if decided
                else tuple(Earned(each.roles[seat], each.gold[seat]) for each in rounds),
                misses=missed[place.entrant.player_id],
            )
        )
    return _walked_over(lines)


def _ending(place: Place, seat: int, game: Game, sits: int | None) -> Ending:
    """A seat that was given up forfeits, and so do all whose table ended before its time."""
    substituted = sits not in (None, place.entrant.player_id)
    if place.state == Place.State.VACANT or (substituted and place.entrant.status in Entrant.LEFT):
        return Ending.FORFEIT
    outcome = game.outcome
    if outcome is None:
        return Ending.FORFEIT
    if not outcome.get("scores"):
        return Ending.WALKOVER if seat in outcome["winners"] else Ending.FORFEIT
    return Ending.SUBSTITUTED if substituted else Ending.PLAYED


def _walked_over(lines: list[Line]) -> list[Line]:
    """Of two of whom one forfeits the other has a walkover."""
    gone = [line.ending is Ending.FORFEIT for line in lines]
    if len(lines) != 2 or sum(gone) != 1:
        return lines
    return [
        line if away else Line(line.entry, line.score, Ending.WALKOVER, misses=line.misses)
        for line, away in zip(lines, gone, strict=True)
    ]


def _missed(game: Game) -> Counter[int]:
    """Count the deadlines that each player missed; excused ones are none."""
    turns = Kept.objects.filter(game=game, reply=None)
    turns = turns.exclude(appeal__answer=Appeal.Answer.EXCUSED)
    return Counter(turns.values_list("player", flat=True))
