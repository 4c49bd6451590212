"""What follows from an answer to a question. Callers hold the season."""

from datetime import datetime

from games.errors import PlaysThere
from games.leagues.rules import dues
from games.leagues.rules.dues import Choice, Condition, What
from games.leagues.services import annulling, ending, postponing
from games.models import Ask, Division, Due, Entrant, LeagueTable, Player, Round, Season

_OF_TABLES = (What.DEAL, What.OVERDUE)
_OF_ROUNDS = (What.DRAW, What.PUBLISH, What.OPEN, What.CLOSE, What.HALF_LATE)


def apply(season: Season, ask: Ask, choice: Choice, *, by: Player | None, now: datetime) -> None:
    """Do what a choice says, to what waited for it."""
    due = ask.due
    match choice:
        case Choice.WAIT:
            due.next_at = now + dues.WAIT
        case Choice.WEEK:
            due.next_at = now + 7 * dues.DAY
        case Choice.GO_ON:
            due.passed, due.next_at = [*due.passed, ask.condition], now
        case Choice.ANNUL:
            table = LeagueTable.objects.get(pk=due.about)
            annulling.annul(season, table, by=by, reason=Condition(ask.condition), now=now)
            due.done_at = now
        case Choice.POSTPONE:
            postponing.after(season, Round.objects.get(pk=due.about), now=now)
            due.passed, due.next_at = [*due.passed, ask.condition], now
        case Choice.CANCEL | Choice.MERGE:
            ending.cancel(season, ask.condition, merged=choice is Choice.MERGE, now=now)
            due.done_at = now
    due.save(update_fields=("next_at", "passed", "done_at"))


def require_stranger(due: Due, player: Player) -> None:
    """Pass who plays in no division that something is about; raises PlaysThere."""
    found = division_of(due)
    if found and Entrant.objects.filter(division=found, player=player).exists():
        raise PlaysThere


def division_of(due: Due) -> Division | None:
    """Name the division that something is about; none if it is the whole season."""
    if due.what in _OF_TABLES:
        return Division.objects.get(rounds__tables=due.about)
    if due.what in _OF_ROUNDS:
        return Division.objects.get(rounds=due.about)
    if due.what == What.STANDING:
        return Division.objects.get(pk=due.about)
    return None
