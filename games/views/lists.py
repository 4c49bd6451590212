"""What lists of tables have in common: what is looked for, their cards, turning the page."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import selectors, texts
from games.clocks.rules import record
from games.forms import SeekForm
from games.models import Player
from games.selectors.records import Reliability
from games.selectors.values import Person, Public
from games.views.waiting import Terms, terms

LAST_PAGE = 500
"""Nobody turns to a page behind this one by hand."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Where the pages before and after this one are; empty where there is none."""

    before: str
    after: str
    number: int


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a table in a list."""

    name: str
    record: str
    profile: str
    """The key of his page, if he has one."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A public table in a list."""

    key: str
    name: str
    ruleset: str
    language: str
    clock: str
    table: str
    state: str
    picture: str
    """The address of its small picture; empty before it is dealt."""
    seats: tuple[Sitter, ...]
    terms: Terms
    bar: str
    """Why the reader may not sit there; empty if he may, or is not known."""


def seek_form(request: HttpRequest) -> SeekForm:
    """Read what somebody looks for."""
    return SeekForm(selectors.offered(), request.GET)


def page_of(request: HttpRequest) -> int:
    """Read which page of a list is asked for; whatever cannot be is the first."""
    told = request.GET.get("page", "")
    number = int(told) if told.isdecimal() and len(told) < 5 else 1
    return min(max(number, 1), LAST_PAGE)


def turns_of(request: HttpRequest, page: int, *, more: bool) -> Turns:
    """Find the pages beside this one, for the same wishes."""

    def to(number: int) -> str:
        query = request.GET.copy()
        query["page"] = str(number)
        return f"{request.path}?{query.urlencode()}"

    after = to(page + 1) if more and page < LAST_PAGE else ""
    return Turns(to(page - 1) if page > 1 else "", after, page)


def filling_card(
    table: Public, records: Mapping[int, Reliability], player: Player | None
) -> TableCard:
    """Describe a table that looks for players; records are for who is known here."""
    free = ngettext("One seat is free", "%(n)d seats are free", table.free) % {"n": table.free}
    people = zip(table.people, table.players, strict=True)
    seats = tuple(
        _sitter(person, _note(records[at]) if at and player else "")
        for person, at in people
        if person.taken
    )
    return _card(table, free, seats, bar=_bar(table, records[player.pk]) if player else "")


def running_card(table: Public) -> TableCard:
    """Describe a table that runs."""
    asked = [person.name for person in table.people if person.asked]
    state = _("Waiting for %(name)s") % {"name": texts.joined(asked)} if asked else ""
    return _card(table, state, tuple(map(_sitter, table.people)))


def small_picture(key: str, ply: int) -> str:
    """Find the small picture of a table's maze, by an address that holds for this ply alone."""
    return f"{reverse('pictures-small', args=[key])}?ply={ply}"


def _card(table: Public, state: str, seats: tuple[Sitter, ...], *, bar: str = "") -> TableCard:
    game = table.game
    return TableCard(
        key=game.key,
        name=game.name,
        ruleset=texts.ruleset_name(game.ruleset),
        language=texts.language_name(table.language),
        clock=texts.preset_text(game.time),
        table=reverse("table-public", args=[game.key]),
        state=state,
        picture=small_picture(game.key, game.ply) if game.started_at else "",
        seats=seats,
        terms=terms(game),
        bar=bar,
    )


def _sitter(person: Person, record: str = "") -> Sitter:
    told = texts.bot_text(person.strength) if person.bot else record
    return Sitter(person.name, told, person.profile)


def _note(found: Reliability) -> str:
    return texts.record_text(found)


def _bar(table: Public, found: Reliability) -> str:
    """Say that a table asks for more than somebody's record."""
    asked = table.game.time
    if not asked.bar or record.passes(found.turns, asked.bar, newcomers=asked.newcomers):
        return ""
    words = {"asked": texts.bar_text(asked), "record": texts.record_text(found)}
    return _("Not for you yet. %(asked)s Your record: %(record)s.") % words
