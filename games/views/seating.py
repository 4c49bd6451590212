"""What the pages about seats show: who sits where, how reliably, and what can be done."""

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
    note: str
    offer: str
    """How it came to be offered; empty if it is not."""
    may_sit: bool
    may_ask: bool
    asked: str


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """Everything that `pages/seats.html` shows."""

    here: str
    table: str
    ruleset: str
    lines: tuple[SeatLine, ...]
    over: bool
    stood_in: bool
    """Whether a bot plays for the reader."""
    offered: bool
    """Whether the reader's own seat is offered."""
    sits: bool
    may_win: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A seat that is offered."""

    key: str
    seat: int
    ruleset: str
    rules: str
    table: str
    whose: str
    why: str
    others: tuple[tuple[str, str], ...]
    terms: Terms


def seats_page(found: SeatsOfGame, here: str, table: str) -> SeatsPage:
    """Build the page of a game's seats."""
    mine = None if found.mine is None else found.seats[found.mine]
    over = found.game.ended_at is not None
    return SeatsPage(
        here=here,
        table=table,
        ruleset=texts.ruleset_name(found.game.ruleset),
        lines=tuple(_line(row, found) for row in found.seats),
        over=over,
        stood_in=mine is not None and mine.person.stood_in,
        offered=mine is not None and mine.offer is not None,
        sits=mine is not None and not over,
        may_win=found.may_win,
    )


def offered_card(offer: Offered, *, known: bool) -> Card:
    """Describe an offered seat; records are for who is known here."""
    return Card(
        key=offer.game.key,
        seat=offer.seat,
        ruleset=texts.ruleset_name(offer.game.ruleset),
        rules=reverse("rules", args=[offer.game.ruleset]),
        table=reverse("table-public", args=[offer.game.key]),
        whose=_("The seat of %(name)s") % {"name": offer.name},
        why=_why(offer.why, texts.moment_text(offer.since)),
        others=tuple((name, _record(record) if known else "") for name, record in offer.others),
        terms=terms(offer.game),
    )


def _line(row: SeatRow, found: SeatsOfGame) -> SeatLine:
    me, offer = row.person.number == found.mine, row.offer
    return SeatLine(
        number=row.person.number,
        name=row.person.name,
        me=me,
        note=_note(row),
        offer=_why(offer.why, texts.moment_text(offer.since)) if offer else "",
        may_sit=offer is not None and found.mine is None,
        may_ask=offer is not None and offer.may_ask,
        asked=_asked(offer),
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
    }[why] % {"moment": since}


def _asked(offer: OfferFacts | None) -> str:
    return texts.joined(offer.asked) if offer and offer.asked else ""
