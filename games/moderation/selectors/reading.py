"""The log as somebody may read it. No digest and no row's content stands there; names are few.

Staff reads all but what it is tied to; of that it sees what a player sees. A player reads what was
done about himself and, in public words, at his tables.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import CharField, F, Q, QuerySet, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Lower, StrIndex

from games.cases import selectors as cases
from games.models import (
    Case,
    Game,
    Letter,
    Line,
    Objection,
    Offer,
    Person,
    Player,
    Seat,
    Signal,
)
from games.moderation.rules import matrix
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import STAFF, Relation, Right, Role
from games.moderation.rules.openly import ABOUT_HIM, AT_THE_TABLE
from games.moderation.rules.refusals import NoSuch
from games.moderation.selectors import near, roles_of, ties

PAGE = 40
"""So many lines stand on a page."""
PEOPLE = ("person", "player")
"""How a line says that it is about a person."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line as who it concerns reads it: no names, no reasons for the log."""

    number: int
    at: datetime
    act: str
    role: str
    game: tuple[str, str] | None
    """Key and name of the table."""
    reference: str
    why: str
    """The public reason, by its name."""


@dataclass(frozen=True, slots=True)
class Logged:
    """A line as staff reads it."""

    number: int
    at: datetime
    act: str
    actor: str
    second: str
    role: str
    relation: str
    game: tuple[str, str] | None
    person: tuple[str, str] | None
    """Key and name of whom it is about."""
    about: str
    """The kind of what it is about."""
    reason: str
    arguments: Mapping[str, Any]
    before: Mapping[str, Any]
    after: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Lines:
    """A page of staff's log."""

    lines: tuple[Logged, ...]
    more: bool
    whole_addresses: bool
    """Whether the reader is shown addresses as they are."""


def own(player: Player, *, page: int = 1) -> tuple[tuple[Told, ...], bool]:
    """List what was done about somebody and at his tables, the latest first; and whether more."""
    seats = Seat.objects.filter(player=player).values("game")
    gone = Offer.objects.filter(player=player).values("game")
    at_his = Q(target_kind="game", act__in=AT_THE_TABLE, target_id__in=seats.union(gone))
    him = Q(target_kind__in=PEOPLE, target_id=player.pk) | Q(actor=player.pk)
    lines = Line.objects.filter(at_his | him & Q(act__in=ABOUT_HIM))
    # That a note was lifted would tell him that there was one.
    lines = lines.exclude(act="lift", before__has_key="note")
    rows, more = _page(lines, page)
    games = _games(rows)
    told = tuple(
        Told(
            row.number,
            row.at,
            row.act,
            row.role,
            games.get(row.target_id) if row.target_kind == "game" else None,
            row.arguments.get("reference", ""),
            row.arguments.get("why", ""),
        )
        for row in rows
    )
    return told, more


def lines(by: Player, *, term: str = "", page: int = 1) -> Lines:
    """List what staff may read, narrowed by a game's or person's key, a reference or an act.

    Raises NoSuch for who is no staff.
    """
    roles = roles_of(by)
    right, _role = matrix.right("read-log", roles, Relation.NONE, Circumstances())
    if right is not Right.YES or roles.isdisjoint(STAFF):
        raise NoSuch
    found = _visible(by)
    if term:
        found = found.filter(_meant(term))
    rows, more = _page(found, page)
    games, people = _games(rows), _people(rows)
    names = _names(rows)
    return Lines(
        tuple(
            Logged(
                number=row.number,
                at=row.at,
                act=row.act,
                actor=names.get(row.actor, ""),
                second=names.get(row.second, ""),
                role=row.role,
                relation=row.relation,
                game=games.get(row.target_id) if row.target_kind == "game" else None,
                person=people.get(row.target_id) if row.target_kind in PEOPLE else None,
                about=row.target_kind,
                reason=row.reason,
                arguments=row.arguments,
                before=row.before,
                after=row.after,
            )
            for row in rows
        ),
        more,
        Role.HOST in roles,
    )


def _visible(by: Player) -> "QuerySet[Line]":
    """Leave out what somebody is tied to: by what a line is about, and by what its words name."""
    games = Game.objects.filter(ties(by))
    people = near(by)
    closed = Case.objects.exclude(pk__in=cases.cases(by).values("pk"))
    appeals = Objection.objects.exclude(pk__in=cases.objections(by).values("pk"))
    signals = Signal.objects.filter(
        Q(one__in=people.values("pk")) | Q(other__in=people.values("pk"))
    )
    letters = Letter.objects.filter(game__in=games.values("pk"))
    named = {
        "named": _said("target"),
        "sought": Lower(_said("term")),
        # Who was looked for by a part of his name or address does not learn it here.
        "himself": StrIndex(Value(f"{by.name} {by.email}".lower()), F("sought")),
    }
    hidden = (
        Q(target_kind="game", target_id__in=games.values("pk")),
        Q(target_kind__in=PEOPLE, target_id__in=people.values("pk")),
        Q(target_kind="signal", target_id__in=signals.values("pk")),
        Q(named__in=signals.values("key")),
        Q(named__in=games.values("key")),
        Q(named__in=people.values("key")),
        Q(named__in=letters.annotate(name=Cast("pk", CharField())).values("name")),
        Q(act="find", himself__gt=0),
        Q(case__in=closed.values("pk")),
        Q(named__in=closed.values("reference")),
        Q(target_kind="appeal", target_id__in=appeals.values("pk")),
        Q(named__in=appeals.values("act__reference")),
    )
    found = Line.objects.annotate(**named)
    for each in hidden:
        found = found.exclude(each)
    return found


def _said(argument: str) -> Coalesce:
    return Coalesce(KeyTextTransform(argument, "arguments"), Value(""), output_field=TextField())


def _meant(term: str) -> Q:
    games = Game.objects.filter(key=term.lower()).values("pk")
    people = Player.objects.filter(key=term.lower()).values("pk")
    return (
        Q(act=term.lower())
        | Q(arguments__reference=term.upper())
        | Q(target_kind="game", target_id__in=games)
        | Q(target_kind__in=PEOPLE, target_id__in=people)
        | Q(actor__in=people)
    )


def _page(found: "QuerySet[Line]", page: int) -> tuple[list[Line], bool]:
    start = (page - 1) * PAGE
    # What was hashed is all of it once more: nobody needs it twice.
    rows = list(found.defer("text").order_by("-number")[start : start + PAGE + 1])
    return rows[:PAGE], len(rows) > PAGE


def _games(rows: Iterable[Line]) -> Mapping[int | None, tuple[str, str]]:
    ids = [row.target_id for row in rows if row.target_kind == "game" and row.target_id]
    found = Game.objects.filter(pk__in=ids).values_list("pk", "key", "name")
    return {pk: (key, name) for pk, key, name in found}


def _people(rows: Iterable[Line]) -> Mapping[int | None, tuple[str, str]]:
    ids = [row.target_id for row in rows if row.target_kind in PEOPLE and row.target_id]
    found = Player.objects.filter(pk__in=ids, email__isnull=False).values_list("pk", "key", "name")
    return {pk: (key, name) for pk, key, name in found}


def _names(rows: Iterable[Line]) -> Mapping[int | None, str]:
    numbers = {number for row in rows for number in (row.actor, row.second) if number}
    return {each.number: str(each) for each in Person.objects.filter(number__in=numbers)}
