"""What players miss is written down, leads up the ladder of cards, and can be appealed against.

Only `appeal` and `decide` take the season themselves; callers of the others hold it.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.errors import NotEntered, NotNow, OwnDoing, ReasonMissing, SettledAlready
from games.leagues.rules import cards
from games.leagues.rules.cards import Card, Event
from games.leagues.rules.dues import What
from games.leagues.selectors import absences
from games.leagues.selectors.absences import NOT_IDLE
from games.leagues.services import holding, leaving, planning, telling
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Absence, Due, Entrant, LeagueTable, Place, Player, Season
from games.moderation.selectors import seconds_to

Answer, Status = Absence.Answer, Entrant.Status
LONGEST = 500
"""Characters of an appeal."""


def look(
    season: Season, table: LeagueTable, *, now: datetime, long: bool = False
) -> dict[str, Any] | None:
    """Write down what was missed at a table, and give the cards that follow from it.

    `long` is said of one at which nobody has moved for so long that who is asked may be gone.
    """
    fresh, given = list[Absence](), list[list[int]]()
    places = table.places.filter(state=Place.State.HELD, entrant__status=Status.ACTIVE)
    for place in places.select_related("entrant__player", "entrant__division").order_by("number"):
        idle = NOT_IDLE
        if long and place.seat is not None:
            idle = absences.idle(table, place.seat, now)
        added = _added(table, place.entrant, absences.found(table, place.entrant, idle=idle), now)
        fresh += added
        if added:
            given += follow(season, place.entrant, now=now)
    LeagueTable.objects.filter(pk=table.pk).update(looked=absences.last_missed(table, now))
    told = {"table": table.pk, "events": [[row.entrant_id, row.what] for row in fresh]}
    return {**told, "cards": given} if given else told


def follow(season: Season, entrant: Entrant, *, now: datetime) -> list[list[int]]:
    """Let cards be what follows from somebody's events; who is given one is told at once.

    Name what was given that others may know of: a warning is between the league and him.
    """
    rows = list(entrant.absences.select_related("table__round").order_by("at", "pk"))
    events = [
        Event(
            row.number,
            str(entrant.pk),
            cards.What(row.what),
            row.excused,
            row.revoked_at is not None,
        )
        for row in rows
    ]
    came_with = {str(entrant.pk): Card(entrant.carried)}
    steps = cards.given(events, came_with)
    given = {step.event: step.card for step in steps}
    entrant.card = cards.final(steps, came_with)[str(entrant.pk)]
    entrant.save(update_fields=("card",))
    public = []
    for at, row in enumerate(rows):
        if row.card == given.get(at):
            continue
        row.card = given.get(at)
        if row.card is not None and row.told_at is None:
            row.told_at = now
            _tell(season, row, now=now)
            if row.card > Card.WARNING:
                public.append([entrant.pk, int(row.card)])
        row.save(update_fields=("card", "told_at"))
    if entrant.card == Card.RED and entrant.status == Status.ACTIVE:
        leaving.leave(season, entrant, Status.DROPPED, reason="", now=now)
    elif entrant.card != Card.RED and entrant.status == Status.DROPPED:
        leaving.let_back(season, entrant, now=now)
    return public


def appeal(season_id: int, player: Player, absence_id: int, said: str, *, now: datetime) -> Absence:
    """Ask the directors to take a card back; again changes nothing.

    Raises NoSuchLeague, NotEntered, ReasonMissing or NotNow.
    """
    with because(Cause.FORM):
        season = holding.season(season_id)
        own = Absence.objects.filter(entrant__season=season, entrant__player=player)
        row = own.filter(pk=absence_id).first()
        if row is None:
            raise NotEntered
        if row.appealed_at is not None:
            return row
        why = " ".join(said.split())[:LONGEST]
        if not why:
            raise ReasonMissing
        in_time = row.told_at is not None and cards.may_be_appealed(row.told_at, now)
        against = row.card is not None or row.what == cards.What.REMOVED
        if not against or not in_time or season.status not in absences.RUNS:
            raise NotNow("appeal")
        row.said, row.appealed_at = why, now
        row.save(update_fields=("said", "appealed_at"))
        planning.plan(season, What.APPEAL, cards.lapses(now), row.pk)
        telling.tell(season, telling.directors(season), "appeal", about=row.pk, now=now)
    return row


def decide(absence_id: int, *, grant: bool, by: Player, reason: str, now: datetime) -> Absence:
    """Take a card back or let it stand, for the directors.

    Raises NotEntered, NotDirector, PlaysThere, OwnDoing, ReasonMissing or SettledAlready.
    """
    with because(Cause.ACT):
        row = Absence.objects.select_related("entrant__division").filter(pk=absence_id).first()
        if row is None:
            raise NotEntered
        season = holding.season(row.entrant.season_id)
        row.refresh_from_db()
        holding.require_director(season.league_id, by)
        assert row.entrant.division is not None, "who plays is in a division"
        holding.require_stranger(row.entrant.division, by)
        if row.given_by is not None and not seconds_to(row.given_by, [by]):
            raise OwnDoing
        why = holding.require_reason(reason)
        if row.appealed_at is None or row.answer:
            raise SettledAlready
        row.answered_by = by
        close(season, row, Answer.GRANTED if grant else Answer.REFUSED, now=now)
        write(
            "league-decide-appeal",
            now=now,
            by=By(by, "director"),
            target=Target("season", season.pk),
            arguments={"entrant": row.entrant_id, "what": row.what, "granted": grant},
            reason=why,
        )
    return row


def lapse(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Grant what nobody decided in time."""
    row = Absence.objects.select_related("entrant").get(pk=due.about)
    if row.answer:
        return None
    close(season, row, Answer.LAPSED, now=now)
    return {"entrant": row.entrant_id, "answer": Answer.LAPSED}


def close(season: Season, row: Absence, answer: Absence.Answer, *, now: datetime) -> None:
    """Settle an appeal, and let what follows from it follow."""
    row.answer, row.answered_at = answer, now
    if answer != Answer.REFUSED:
        row.revoked_at = now
    row.save(update_fields=("answer", "answered_at", "answered_by", "revoked_at"))
    planning.drop(season, What.APPEAL, about=row.pk, now=now)
    entrant = Entrant.objects.select_related("player", "division").get(pk=row.entrant_id)
    undo(season, row, entrant, now=now)
    telling.tell(season, telling.one(entrant.player), "appeal-over", about=row.pk, now=now)
    telling.tell(season, telling.directors(season), "appeal-done", about=row.pk, now=now)
    planning.look_again(season, now=now)


def undo(season: Season, row: Absence, entrant: Entrant, *, now: datetime) -> None:
    """Let what followed from something that counts no more follow no more."""
    follow(season, entrant, now=now)
    if row.revoked_at is not None and entrant.status == Status.REMOVED:
        leaving.let_back(season, entrant, now=now)


def _added(
    table: LeagueTable, entrant: Entrant, found: Iterable[cards.What], now: datetime
) -> list[Absence]:
    """Write down what was not known yet; what is missed counts for a round, whatever its tables."""
    fresh = []
    for what in found:
        known = Absence.objects.filter(entrant=entrant, what=what)
        if what is cards.What.MISSED:
            known = known.filter(table__round=table.round_id)
        else:
            known = known.filter(table=table)
        if not known.exists():
            fresh.append(Absence.objects.create(entrant=entrant, table=table, what=what, at=now))
    return fresh


def _tell(season: Season, row: Absence, *, now: datetime) -> None:
    said = {
        "event": row.what,
        "round": row.number,
        "card": row.card,
        "reason": row.reason,
        "until": (now + cards.APPEAL_WITHIN).isoformat(),
    }
    telling.tell(season, telling.one(row.entrant.player), "step", about=row.pk, now=now, **said)
