"""What cannot go on by the rules alone is asked of the directors, with a deadline and a default."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from games.errors import NoSuchLeague, NotNow, SettledAlready
from games.leagues.rules import dues
from games.leagues.rules.dues import Choice, Condition, What
from games.leagues.services import applying, holding, planning, telling
from games.leagues.services.conditions import Unmet
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Ask, Due, Player, Season

Said = Mapping[str, Any]
Status = Ask.Status


def ask(season: Season, due: Due, unmet: Unmet, *, now: datetime) -> dict[str, Any] | None:
    """Ask the directors unless they are asked already; what waits is looked at again within."""
    standing = due.asks.filter(status=Status.OPEN)
    void(season, due, now=now, but_for=unmet.condition)
    if found := standing.filter(condition=unmet.condition).first():
        _put_off(due, min(now + dues.LOOK_AGAIN, max(found.deadline, now + timedelta(minutes=1))))
        return None
    choices = dues.CHOICES[unmet.condition]
    deadline = now + dues.ANSWER_WITHIN
    row = Ask.objects.create(
        season=season,
        due=due,
        condition=unmet.condition,
        said=unmet.said,
        choices=list(choices),
        default=choices[0],
        opened_at=now,
        deadline=deadline,
    )
    planning.plan(season, What.ASK_SOON, deadline - dues.REMIND_BEFORE, row.pk)
    planning.plan(season, What.ASK, deadline, row.pk)
    telling.tell(season, telling.directors(season), "ask", about=row.pk, now=now)
    _put_off(due, now + dues.LOOK_AGAIN)
    return {"asks": unmet.condition, "ask": row.pk, "default": row.default}


def void(season: Season, due: Due, *, now: datetime, but_for: Condition | None = None) -> list[int]:
    """Close the questions of a due whose condition went away, and say so; name them."""
    gone = list(due.asks.filter(status=Status.OPEN).exclude(condition=but_for or ""))
    for row in gone:
        _close(season, row, Status.VOID, "", now=now)
    return [row.pk for row in gone]


def answer(pk: int, choice: str, *, by: Player, now: datetime) -> Ask:
    """Answer a question for the directors, and do what follows.

    Raises NoSuchLeague, NotDirector, PlaysThere, OwnDoing, SettledAlready or NotNow.
    """
    with because(Cause.ACT):
        row = Ask.objects.select_related("due").filter(pk=pk).first()
        if row is None:
            raise NoSuchLeague
        season = holding.season(row.season_id)
        row.refresh_from_db()
        holding.require_director(season.league_id, by)
        applying.require_stranger(row.due, by)
        if row.status != Status.OPEN:
            raise SettledAlready
        if choice not in row.choices:
            raise NotNow(choice)
        applying.require_another(row.due, Choice(choice), by)
        row.answered_by = by
        _close(season, row, Status.ANSWERED, choice, now=now)
        applying.apply(season, row, Choice(choice), by=by, now=now)
        write(
            "league-answer",
            now=now,
            by=By(by, "director"),
            target=Target("season", season.pk),
            arguments={"ask": row.pk, "condition": row.condition, "answer": choice},
        )
    return row


def remind(season: Season, due: Due, *, now: datetime) -> None:
    """Tell the directors that a question lapses soon."""
    if Ask.objects.filter(pk=due.about, status=Status.OPEN).exists():
        told = telling.directors(season)
        telling.tell(season, told, "ask-soon", about=due.about, now=now)


def lapse(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Do what was said would happen if nobody answered."""
    row = Ask.objects.select_related("due").get(pk=due.about)
    if row.status != Status.OPEN:
        return None
    _close(season, row, Status.LAPSED, row.default, now=now)
    applying.apply(season, row, Choice(row.default), by=None, now=now)
    return {"ask": row.pk, "condition": row.condition, "lapsed": row.default}


def _close(season: Season, row: Ask, status: Ask.Status, choice: str, *, now: datetime) -> None:
    row.status, row.answer, row.answered_at = status, choice, now
    row.save(update_fields=("status", "answer", "answered_at", "answered_by"))
    planning.drop(season, What.ASK_SOON, What.ASK, about=row.pk, now=now)
    telling.tell(season, telling.directors(season), "ask-over", about=row.pk, now=now)
    planning.look_again(season, now=now)


def _put_off(due: Due, until: datetime) -> None:
    due.next_at = until
    due.save(update_fields=("next_at",))
