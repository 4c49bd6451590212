"""The parts of a table's page, made from a view: people, hand, rounds, gold, deadline.

Knows no ruleset: what is on the table comes from the view, every word from its book in
`games.texts`, every picture from `games.drawing`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import TableView
from games import drawing, texts
from games.clocks.rules.showing import SeatClock
from games.clocks.rules.waiting import CLOSED, Wait, Why
from games.spoken import spoken
from games.texts import Dwarf, Reader, RoundResult, Shares
from games.views.chooser import Chooser

NO_PAGES: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time for a `<time>` element and how far off it is."""

    iso: str
    text: str
    left: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card in the reader's hand."""

    name: str
    picture: SafeString
    href: str
    chosen: bool
    idle: bool
    """Whether it can only be put face down now."""


@dataclass(frozen=True, slots=True)
class Badge:
    """What lies before somebody."""

    name: str
    broken: bool
    harm: bool
    picture: SafeString


@dataclass(frozen=True, slots=True)
class Person:
    """A seat at the table as everybody sees it."""

    name: str
    me: bool
    tags: tuple[str, ...]
    """What is special: that it is a bot, and how well it plays, or that a bot stands in."""
    asked: bool
    cards_text: str
    seat_text: str
    badges: tuple[Badge, ...]
    profile: str
    """Where his page is, if he has one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A dwarf with its picture."""

    name: str
    role_name: str
    picture: SafeString


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round."""

    title: str
    text: str
    dwarves: tuple[Shown, ...]
    shares: Shares | None


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """What somebody still held when the game was over, and who he was in the last round."""

    name: str
    role_name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended."""

    title: str
    shares: Shares


def moment(at: datetime, *, now: datetime) -> Moment:
    """Show a point in time in the reader's zone."""
    return Moment(
        at.isoformat(timespec="seconds"), texts.moment_text(at), texts.time_left(at, now=now)
    )


def clock_text(clock: SeatClock, *, now: datetime) -> str:
    """Say how a deadline came about and what of the time until then counts."""
    parts = (texts.causes_text(clock), texts.left_text(clock, now=now))
    return "; ".join(part for part in parts if part)


def waits(waits: Sequence[Wait], names: Sequence[str], *, me: int | None) -> list[str]:
    """Say why a game waits, where the heading does not: it says who is asked."""
    return [texts.wait_text(wait, names, me=me) for wait in waits if wait.why != Why.ASKED]


def heading(
    asked: Collection[int],
    reader: Reader,
    *,
    stood_in: Collection[int] = (),
    waits: Sequence[Wait] = (),
) -> str:
    """Say whose turn it is."""
    if not asked:
        return _("The game is over")
    if any(wait.why in CLOSED for wait in waits):
        return _("Nothing can be played now")
    if reader.seat in stood_in:
        return _("A bot is playing for you")
    if reader.seat in asked:
        return _("It is your turn")
    return _("Waiting for %(name)s") % {"name": texts.joined([reader.names[at] for at in asked])}


def hand(view: TableView, chooser: Chooser | None) -> tuple[Card, ...]:
    """Lay out the reader's cards, each with the link that picks it while he may."""
    links = chooser.first_links("card") if chooser else {}
    chosen = chooser.chosen_all("card") if chooser else []
    turned = chooser.chosen("turn") == "turned" if chooser else False
    idle = chooser.idle if chooser else ()
    cards, waiting = [], list(chosen)
    for code in view.hand:
        # Of two equal cards one is picked; marking both would look like two.
        is_chosen = code in waiting
        if is_chosen:
            waiting.remove(code)
        lies = is_chosen and turned
        cards.append(
            Card(
                texts.card_name(code, turned=lies),
                drawing.card_svg(code, turned=lies),
                links.get(code, ""),
                is_chosen,
                code in idle,
            )
        )
    return tuple(cards)


def idle(chooser: Chooser, hindered: str) -> str:
    """Say why the card that was picked can only be put face down, if it is so."""
    code = chooser.chosen("card")
    return texts.why_idle(code, hindered) if code in chooser.idle else ""


def hint(hindered: str, cards: Sequence[Card]) -> str:
    """Say how to go on from the hand, as things are now."""
    if all(card.idle for card in cards):
        return _("None of your cards can be played now: put one of them face down.")
    if hindered:
        return _("Pick a card.")
    return _("Pick a card. The places where it can go light up.")


def people(
    view: TableView,
    reader: Reader,
    *,
    bots: Mapping[int, str],
    asked: Collection[int],
    stood_in: Collection[int] = (),
    without_mail: Collection[int] = (),
    unreached: Collection[int] = (),
    offered: Collection[int] = (),
    profiles: Mapping[int, str] = NO_PAGES,
) -> tuple[Person, ...]:
    """List the seats in the order of play."""
    return tuple(
        Person(
            name=reader.names[at],
            me=at == reader.seat,
            tags=tuple(
                _tags(
                    me=at == reader.seat,
                    bot=bots.get(at),
                    stood_in=at in stood_in,
                    without_mail=at in without_mail,
                    unreached=at in unreached,
                    offered=at in offered,
                )
            ),
            asked=at in asked,
            cards_text=_cards_text(view.hand_sizes[at]),
            seat_text=reader.book.seat_text(view, at),
            badges=tuple(
                Badge(text, broken, harm, drawing.icon_svg(icon, broken=broken))
                for icon, text, broken, harm in reader.book.badges(view, at, reader)
            ),
            profile=profiles.get(at, ""),
        )
        for at in range(view.seats)
    )


def _tags(
    *,
    me: bool,
    bot: str | None,
    stood_in: bool,
    without_mail: bool,
    unreached: bool,
    offered: bool,
) -> Iterator[str]:
    if me:
        yield _("me")
    if bot is not None:
        yield texts.bot_text(bot)
    if stood_in:
        yield _("a bot plays")
    if unreached:
        yield _("cannot be reached")
    elif without_mail:
        yield _("plays without mail")
    if offered:
        yield _("seat offered")


@spoken
def _cards_text(cards: int) -> str:
    return ngettext("%(n)d card", "%(n)d cards", cards) % {"n": cards}


def stock_text(view: TableView) -> str:
    """Count what is left to draw."""
    if not view.stock:
        return _("The stock is empty.")
    return ngettext("%(n)d card in the stock.", "%(n)d cards in the stock.", view.stock) % {
        "n": view.stock
    }


def results(view: TableView, reader: Reader) -> tuple[Round, ...]:
    """Show the finished rounds, the last one first."""
    rounds = [_round(view.ruleset, result) for result in reader.book.results(view, reader)]
    return tuple(reversed(rounds))


def _round(ruleset: str, result: RoundResult) -> Round:
    dwarves = tuple(_shown(ruleset, dwarf) for dwarf in result.dwarves)
    return Round(result.title, result.text, dwarves, result.shares)


def _shown(ruleset: str, dwarf: Dwarf) -> Shown:
    return Shown(dwarf.name, dwarf.text, drawing.role_svg(ruleset, dwarf.role))


def ending(view: TableView, reader: Reader, *, ruled: bool = False) -> Ending | None:
    """Show who won and what everybody's gold was worth, once it is over.

    Where something else was `ruled`, that is no more than what was played.
    """
    if view.outcome is None:
        return None
    title = _("As it was played") if ruled else reader.book.verdict(view, reader)
    return Ending(title, reader.book.final(view, reader))


def turned_up(view: TableView, reader: Reader) -> list[TurnedUp]:
    """Turn up all hands once the game is over."""
    last = reader.book.results(view, reader)[-1:] if view.hands else ()
    roles = [dwarf.text for result in last for dwarf in result.dwarves]
    return [
        TurnedUp(
            name,
            roles[at] if roles else "",
            tuple(
                Card(texts.card_name(code), drawing.card_svg(code), "", chosen=False, idle=False)
                for code in cards
            ),
        )
        for at, (name, cards) in enumerate(zip(reader.names, view.hands, strict=False))
    ]


def role(view: TableView, reader: Reader) -> Shown | None:
    """Tell the reader who he is in this round."""
    if view.role is None or view.outcome is not None:
        return None
    name = reader.book.role_name(view.role)
    return _shown(view.ruleset, Dwarf(_("You are: %(role)s") % {"role": name}, view.role, name))
