"""The parts of a table's page, made from a view: people, hand, rounds, gold, deadline.

Knows no ruleset: what is on the table comes from the view, every word from `games.texts`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import Outcome, Seat
from games import drawing, texts
from games.views.chooser import Chooser


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


@dataclass(frozen=True, slots=True)
class Tool:
    """A broken tool before somebody."""

    code: str
    name: str
    picture: SafeString


@dataclass(frozen=True, slots=True)
class Person:
    """A seat at the table as everybody sees it."""

    name: str
    me: bool
    bot: bool
    asked: bool
    cards_text: str
    gold_text: str
    broken: tuple[Tool, ...]


@dataclass(frozen=True, slots=True)
class Dwarf:
    """A role that was turned up at a round's end."""

    name: str
    role: str
    role_name: str
    picture: SafeString


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round."""

    title: str
    text: str
    dwarves: tuple[Dwarf, ...]


@dataclass(frozen=True, slots=True)
class GoldRow:
    """One line of the table at the end."""

    name: str
    gold: int
    won: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended."""

    title: str
    rows: tuple[GoldRow, ...]


def moment(at: datetime, *, now: datetime) -> Moment:
    """Show a point in time in the reader's zone."""
    return Moment(at.isoformat(), texts.moment_text(at), texts.time_left(at, now=now))


def heading(asked: Seat | None, names: Sequence[str], viewer: Seat | None) -> str:
    """Say whose turn it is."""
    if asked is None:
        return _("The game is over")
    if asked == viewer:
        return _("It is your turn")
    return _("Waiting for %(name)s") % {"name": names[asked]}


def round_text(view: Any) -> str:
    """Say which round is played and how much is left in the stock."""
    return _("Round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.rounds}


def hand(view: Any, chooser: Chooser | None) -> list[Card]:
    """Lay out the reader's cards, each with the link that picks it while he may."""
    links = chooser.links("card") if chooser else {}
    chosen = chooser.chosen("card") if chooser else ""
    turned = chooser.chosen("turn") == "turned" if chooser else False
    cards, marked = [], False
    for code in view.hand:
        # Of two equal cards one is picked; marking both would look like two.
        is_chosen = code == chosen and not marked
        marked = marked or is_chosen
        lies = is_chosen and turned
        cards.append(
            Card(
                texts.card_name(code, turned=lies),
                drawing.card_svg(code, turned=lies),
                links.get(code, ""),
                is_chosen,
            )
        )
    return cards


def people(view: Any, names: Sequence[str], bots: frozenset[int]) -> list[Person]:
    """List the seats in the order of play."""
    return [
        Person(
            name=names[at],
            me=at == view.seat,
            bot=at in bots,
            asked=at == view.asked,
            cards_text=_cards_text(view.hand_sizes[at]),
            gold_text=_gold_text(view.gold_cards[at]),
            broken=tuple(
                Tool(tool, texts.tool_name(tool), drawing.icon_svg(tool, broken=True))
                for tool in view.broken[at]
            ),
        )
        for at in range(view.seats)
    ]


def _cards_text(cards: int) -> str:
    return ngettext("%(n)d card", "%(n)d cards", cards) % {"n": cards}


def _gold_text(cards: int) -> str:
    return ngettext("%(n)d gold card", "%(n)d gold cards", cards) % {"n": cards} if cards else ""


def stock_text(view: Any) -> str:
    """Count what is left to draw."""
    if not view.stock:
        return _("The stock is empty.")
    return ngettext("%(n)d card in the stock.", "%(n)d cards in the stock.", view.stock) % {
        "n": view.stock
    }


def my_gold_text(gold: Sequence[int]) -> str:
    """Tell the reader what he has won so far."""
    if not gold:
        return _("You have no gold yet.")
    values = texts.joined([str(value) for value in gold])
    return ngettext(
        "You have one gold card, worth %(values)s.",
        "You have %(n)d gold cards, worth %(values)s: %(sum)d in all.",
        len(gold),
    ) % {"n": len(gold), "values": values, "sum": sum(gold)}


def results(view: Any, names: Sequence[str]) -> list[RoundResult]:
    """Show the finished rounds with their dwarves turned up, the last one first."""
    shown = []
    for number, result in enumerate(view.results, start=1):
        title = _("Round %(round)d") % {"round": number}
        lines = [texts.won_by_text(result.won_by)]
        if result.finder is not None:
            lines.append(_("%(name)s got there.") % {"name": names[result.finder]})
        dwarves = [_dwarf(name, role) for name, role in zip(names, result.roles, strict=False)]
        dwarves.append(_dwarf(_("left over"), result.spare))
        shown.append(RoundResult(title, " ".join(lines), tuple(dwarves)))
    return shown[::-1]


def _dwarf(name: str, role: str) -> Dwarf:
    return Dwarf(name, role, texts.role_name(role), drawing.role_svg(role))


def ending(outcome: Outcome, names: Sequence[str], viewer: Seat | None) -> Ending:
    """Show who won and what everybody's gold was worth."""
    rows = [
        GoldRow(names[at], score, Seat(at) in outcome.winners)
        for at, score in enumerate(outcome.scores)
    ]
    rows.sort(key=lambda row: -row.gold)
    winners = [names[seat] for seat in sorted(outcome.winners)]
    if outcome.winners == {viewer}:
        title = _("You win!")
    elif len(winners) == 1:
        title = _("%(name)s wins!") % {"name": winners[0]}
    else:
        title = _("%(names)s share the victory!") % {"names": texts.joined(winners)}
    return Ending(title, tuple(rows))


def role(view: Any) -> Dwarf | None:
    """Tell the reader who he is in this round."""
    if view.role is None:
        return None
    name = texts.role_name(view.role)
    return _dwarf(_("You are: %(role)s") % {"role": name}, view.role)
