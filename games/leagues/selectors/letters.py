"""What letters of a league tell beside their notice, as it stands when they are written."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.leagues.rules import terms
from games.leagues.rules.borders import Border
from games.leagues.rules.bounds import Word
from games.leagues.rules.promotion import Why
from games.leagues.rules.terms import Terms
from games.leagues.selectors import absences, drafts, entries, reading
from games.leagues.selectors.absences import Appealed
from games.models import (
    Ask,
    Award,
    Division,
    Entrant,
    Notice,
    Place,
    Result,
    Round,
    Season,
    Sought,
    Standing,
)
from games.texts.former import called

ASKED_WHETHER_THEY_COME = (Entrant.Status.REGISTERED, Entrant.Status.WAITING)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as its letter tells it."""

    condition: str
    said: Mapping[str, Any]
    choices: tuple[str, ...]
    default: str
    answer: str
    deadline: datetime

    @property
    def numbered(self) -> tuple[tuple[int, str], ...]:
        """The choices, counted from 1."""
        return tuple(enumerate(self.choices, start=1))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as one of its players is told of it: his tables with who sits there."""

    number: int
    opens_at: datetime
    tables: tuple[tuple[int, tuple[str, ...]], ...]


def ask(pk: int) -> Asked:
    """Read a question."""
    row = Ask.objects.get(pk=pk)
    choices = tuple(row.choices)
    said = reading.asked_about(row)
    return Asked(row.condition, said, choices, row.default, row.answer, row.deadline)


def waits(notice: Notice) -> bool:
    """Tell whether what a letter asks for is still to be answered."""
    if notice.what in ("ask", "ask-soon"):
        return Ask.objects.filter(pk=notice.about, status=Ask.Status.OPEN).exists()
    own = Entrant.objects.filter(season=notice.season_id, player=notice.player_id).first()
    if notice.what == "seat":
        sought = Sought.objects.filter(search=notice.about, player=notice.player_id)
        return sought.filter(answered_at=None, search__closed_at=None).exists()
    if notice.what == "offered":
        return own is not None and own.offered_at is not None
    if notice.what == "confirm":
        asked = own is not None and own.status in ASKED_WHETHER_THEY_COME
        return asked and not Division.objects.filter(season=notice.season_id).exists()
    open_still = notice.season.status == Season.Status.REGISTRATION
    return open_still and (own is None or own.status == Entrant.Status.DECLINED)


def number_of(season_id: int, player_id: int) -> int:
    """Say which number somebody has who waits; 0 if he does not any more."""
    return entries.number_of(Entrant.objects.get(season=season_id, player=player_id))


def name_of(entrant_id: int) -> str:
    """Say what an entrant is called."""
    return called(Entrant.objects.select_related("player").get(pk=entrant_id).player.name)


def drafted(season: Season, player_id: int) -> tuple[int, Why, int | None] | None:
    """Say where the draft of divisions has somebody, why, and where he was."""
    return drafts.placed(season, player_id)


def appealed(absence_id: int) -> Appealed:
    """Read an appeal, open or decided."""
    return absences.appealed(absence_id)


def dates(season: Season) -> Terms:
    """Read a season's rules, for its dates."""
    return terms.load(season.terms)


def round_of(round_id: int, player_id: int) -> Drawn:
    """Read a round for one of its players."""
    row = Round.objects.get(pk=round_id)
    own = Place.objects.filter(table__round=row, entrant__player=player_id)
    there = Place.objects.filter(table__in=own.values("table")).select_related(
        "entrant__player", "table"
    )
    tables: dict[int, list[str]] = {}
    for place in there.order_by("table__number", "table__leg", "number"):
        if place.entrant.player_id != player_id:
            tables.setdefault(place.table.number, []).append(called(place.entrant.player.name))
        else:
            tables.setdefault(place.table.number, [])
    found = tuple((number, tuple(names)) for number, names in tables.items())
    return Drawn(row.number, row.opens_at, found)


@dataclass(frozen=True, slots=True)
class Certain:
    """What a round's letter tells its reader of where he, and who is first, will end."""

    best: int
    worst: int
    own: tuple[tuple[str, str], ...]
    """What has become certain of him since the letter before, by border and word."""
    champion: str
    """Who has become first for certain since then, if somebody else did."""


def certain(round_id: int, player_id: int) -> Certain | None:
    """Read what has become certain before a round; None before there is a result.

    None also once that round has results: what is certain then was not known before it.
    """
    row = Round.objects.select_related("division__standing").get(pk=round_id)
    results = Result.objects.filter(table__round__division=row.division_id)
    if results.filter(table__round__number__gte=row.number).exists():
        return None
    own = Entrant.objects.filter(division=row.division, player=player_id).first()
    kept = row.division.standing.bounds
    if own is None or str(own.pk) not in kept.get("rows", {}):
        return None
    best, worst, *_totals = kept["rows"][str(own.pk)]
    fresh = [each[:3] for each in kept["said"] if each[3] == row.number]
    first = [
        entrant
        for entrant, border, word in fresh
        if (border, word) == (Border.FIRST, Word.CLINCHED) and entrant != own.pk
    ]
    mine = tuple((border, word) for entrant, border, word in fresh if entrant == own.pk)
    return Certain(best, worst, mine, name_of(first[0]) if first else "")


Honour = tuple[str, int | None, int | None]
"""Its kind, the round it is of, and how many games it is for."""


def card(season_id: int, player_id: int) -> tuple[int | None, tuple[Honour, ...]]:
    """Say which place somebody has in a season that is final, and his honours."""
    entrant = Entrant.objects.filter(season=season_id, player=player_id).first()
    if entrant is None:
        return None, ()
    kept = Standing.objects.filter(division=entrant.division_id).first()
    rows = kept.rows if kept else []
    place = next((row["place"] for row in rows if row["entrant"] == entrant.pk), None)
    awards = Award.objects.filter(entrant=entrant, revoked_at=None)
    return place, tuple(awards.order_by("kind", "round").values_list("kind", "round", "number"))


def champions(season_id: int) -> tuple[tuple[str, str], ...]:
    """Name the champions of each division of a season, from the top."""
    awards = Award.objects.filter(season=season_id, kind="champion", revoked_at=None)
    found = awards.select_related("entrant__player", "entrant__division")
    return tuple(
        (each.entrant.division.name, called(each.entrant.player.name))
        for each in found.order_by("entrant__division__rank", "pk")
        if each.entrant.division is not None
    )


@dataclass(frozen=True, slots=True)
class Week:
    """What happened in a division in a week, and what comes next."""

    division: str
    results: int
    leaders: tuple[tuple[int, str, Fraction], ...]
    """Places, names and points of who stands first."""
    next_round: int | None
    opens_at: datetime | None


LEADERS = 3


def week(season_id: int, since: datetime, until: datetime) -> tuple[Week, ...]:
    """Tell a week of a season, division by division, by four statements."""
    divisions = Division.objects.filter(season=season_id).select_related("standing")
    names = dict(Entrant.objects.filter(season=season_id).values_list("pk", "player__name"))
    ended = Result.objects.filter(
        table__round__division__season=season_id,
        entered_at__gt=since,
        entered_at__lte=until,
        superseded_at=None,
    )
    counts = Counter(ended.values_list("table__round__division", flat=True))
    coming = Round.objects.filter(division__season=season_id, opens_at__gt=until)
    following = {row.division_id: row for row in coming.order_by("-opens_at", "-number")}
    found = []
    for row in divisions.order_by("rank"):
        leaders = tuple(
            (each["place"], called(names[each["entrant"]]), Fraction(each["points"]))
            for each in row.standing.rows[:LEADERS]
        )
        after = following.get(row.pk)
        found.append(
            Week(
                row.name,
                counts[row.pk],
                leaders,
                after.number if after else None,
                after.opens_at if after else None,
            )
        )
    return tuple(found)
