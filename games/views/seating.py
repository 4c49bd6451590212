"""What the pages about seats show: who sits where, how reliably, and what can be done."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games import texts
from games.selectors.records import Reliability
from games.substitutes.selectors import Offered, OfferFacts, SeatRow, SeatsOfGame
from games.views.waiting import Terms, terms


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of a running game."""

    number: int
    name: str
    me: bool
    profile: str
    """The key of his page, if he has one."""
    note: str
    offer: str
    """How it came to be offered; empty if it is not."""
    may_sit: bool
    may_ask: bool
    asked: str
    reports: str
    """Where a person is reported; not oneself, nor a bot."""


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """Everything that `pages/seats.html` shows."""

    here: str
    table: str
    title: str
    lines: tuple[SeatLine, ...]
    over: bool
    stood_in: bool
    """Whether a bot plays for the reader."""
    offered: str
    """How the reader's own seat came to be offered; empty if it is not."""
    back: str
    """Who had his seat before and asks for it; empty if nobody does."""
    sits: bool
    may_win: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A seat that is offered."""

    key: str
    seat: int
    title: str
    rules: str
    table: str
    whose: str
    why: str
    alone: bool
    others: tuple[tuple[str, str], ...]
    terms: Terms


def seats_page(found: SeatsOfGame, here: str, table: str, pages: Mapping[int, str]) -> SeatsPage:
    """Build the page of a game's seats."""
    mine = None if found.mine is None else found.seats[found.mine]
    over = found.game.ended_at is not None
    return SeatsPage(
        here=here,
        table=table,
        title=texts.game_title(found.game.name, texts.ruleset_name(found.game.ruleset)),
        lines=tuple(_line(row, found, pages) for row in found.seats),
        over=over,
        stood_in=mine is not None and mine.person.stood_in,
        offered=mine.offer.why if mine is not None and mine.offer is not None else "",
        back=mine.offer.back if mine is not None and mine.offer is not None else "",
        sits=mine is not None and not over,
        may_win=found.may_win,
    )


def offered_card(offer: Offered, *, known: bool) -> Card:
    """Describe an offered seat; records are for who is known here."""
    return Card(
        key=offer.game.key,
        seat=offer.seat,
        title=texts.game_title(offer.game.name, texts.ruleset_name(offer.game.ruleset)),
        rules=reverse("rules", args=[offer.game.ruleset]),
        table=reverse("table-public", args=[offer.game.key]),
        whose=_("The seat of %(name)s") % {"name": offer.name},
        why=_why(offer.why, texts.moment_text(offer.since)),
        alone=offer.alone,
        others=tuple((name, _record(record) if known else "") for name, record in offer.others),
        terms=terms(offer.game),
    )


def _line(row: SeatRow, found: SeatsOfGame, pages: Mapping[int, str]) -> SeatLine:
    me, offer = row.person.number == found.mine, row.offer
    return SeatLine(
        number=row.person.number,
        name=row.person.name,
        me=me,
        profile=pages.get(row.person.number, ""),
        note=_note(row),
        offer=_why(offer.why, texts.moment_text(offer.since)) if offer else "",
        may_sit=offer is not None and offer.may_sit and found.mine is None,
        may_ask=offer is not None and offer.may_ask,
        asked=_asked(offer),
        reports=reverse("reports-seat", args=[found.game.key, row.person.number])
        if row.person.taken and not row.person.bot and not me
        else "",
    )


def _note(row: SeatRow) -> str:
    plays = _("a bot plays for the time being") if row.person.stood_in else ""
    return ", ".join(filter(None, (_record(row.record), plays)))


def _record(record: Reliability | None) -> str:
    return _("bot") if record is None else texts.record_text(record)


def _why(why: str, since: str) -> str:
    return {
        "misses": _("Offered since %(moment)s: its player does not answer."),
        "resigned": _("Offered since %(moment)s: its player gave up."),
        "wish": _("Offered since %(moment)s: its player goes on until somebody sits."),
        "given": _("By decision since %(moment)s: it goes to somebody else once he takes it."),
        "return": _("Since %(moment)s it is asked whether who sat here before may have it again."),
    }[why] % {"moment": since}


def _asked(offer: OfferFacts | None) -> str:
    return texts.joined(offer.asked) if offer and offer.asked else ""
