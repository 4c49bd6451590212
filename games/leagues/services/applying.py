"""What follows from an answer to a question. Callers hold the season."""

from datetime import datetime

from games.errors import OwnDoing
from games.leagues.rules import dues
from games.leagues.rules.dues import Choice, Condition, What
from games.leagues.services import annulling, doubting, ending, entering, holding, postponing, zones
from games.models import Ask, Division, Due, LeagueTable, Player, Proposal, Round, Season
from games.moderation.selectors import seconds_to

_OF_TABLES = (What.DEAL, What.OVERDUE, What.TWO_RESULTS)
_OF_ROUNDS = (What.DRAW, What.PUBLISH, What.OPEN, What.CLOSE, What.HALF_LATE, What.ZONE)


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
        case Choice.LEAVE:
            due.done_at = now
        case Choice.STRIKE:
            entering.strike(season, doubting.later_of(due), now=now)
            due.done_at = now
        case Choice.FOLLOW:
            found = Round.objects.select_related("division").get(pk=due.about)
            zones.follow(season, found, now=now)
            due.done_at = now
        case Choice.ANNUL:
            seat = due.what == What.SEAT_LOST
            table = LeagueTable.objects.get(**{"places" if seat else "pk": due.about})
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
    """Pass who plays in no division that something is about, nor his household; or PlaysThere."""
    if found := division_of(due):
        holding.require_stranger(found, player)


def require_another(due: Due, choice: Choice, player: Player) -> None:
    """Pass another person than who proposed it, or who takes it back; raises OwnDoing."""
    if due.what != What.PROPOSED or choice is Choice.LEAVE:
        return
    found = Proposal.objects.select_related("by").get(pk=due.about)
    if not seconds_to(found.by, [player]):
        raise OwnDoing


def division_of(due: Due) -> Division | None:
    """Name the division that something is about; none if it is the whole season."""
    if due.what in _OF_TABLES:
        return Division.objects.get(rounds__tables=due.about)
    if due.what in _OF_ROUNDS:
        return Division.objects.get(rounds=due.about)
    if due.what in (What.FORFEIT, What.SEAT_LOST):
        return Division.objects.get(rounds__tables__places=due.about)
    if due.what == What.STANDING:
        return Division.objects.get(pk=due.about)
    if due.what == What.PROPOSED:
        row = Proposal.objects.select_related(
            "table__round__division", "penalty__entrant__division"
        ).get(pk=due.about)
        if row.table is not None:
            return row.table.round.division
        assert row.penalty is not None, "it is about one thing"
        return row.penalty.entrant.division
    return None
