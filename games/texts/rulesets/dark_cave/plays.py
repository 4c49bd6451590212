"""What is done with cards in The Dark Cave, as sentences to one reader."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.cells import cell_name
from engine.parts.facts import GoalOriented
from engine.rulesets.dark_cave import events
from games.texts.book import Reader, Told
from games.texts.rulesets.dark_cave.words import (
    clan_name,
    role_name,
)


def _dealt(event: events.Dealt, _reader: Reader) -> str:
    return _("You got a clan card (%(clan)s, %(role)s), three gold and %(cards)d cards.") % {
        "clan": clan_name(event.clan),
        "role": role_name(event.role),
        "cards": len(event.cards),
    }


def _rock_fell(event: events.RockFell, reader: Reader) -> str:
    told = reader.say(
        event.seat,
        _("You let rock fall at %(cell)s. Gone is: %(card)s."),
        _("%(who)s let rock fall at %(cell)s. Gone is: %(card)s."),
        cell=cell_name(event.cell),
        card=reader.card(event.card),
    )
    return f"{told} {_('Its gold is gone with it.')}" if event.gold else told


def _goal_oriented(event: GoalOriented, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You chose which way the goal at %(cell)s lies."),
        _("%(who)s chose which way the goal at %(cell)s lies."),
        cell=cell_name(event.cell),
    )


def _clan_seen(event: events.ClanSeen, reader: Reader) -> str:
    if event.target == reader.seat:
        theirs = _("%(who)s looked at your clan card.")
    else:
        theirs = _("%(who)s looked at the clan card of %(target)s.")
    return reader.say(
        event.seat,
        _("You looked at the clan card of %(target)s: %(role)s.")
        if event.role
        else _("You looked at the clan card of %(target)s."),
        theirs,
        target=reader.names[event.target],
        role=role_name(event.role) if event.role else "",
    )


def _aside_seen(event: events.AsideSeen, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("First out, you looked at the clan cards that lie aside: %(cards)s.")
        if event.cards is not None
        else _("First out, you looked at the clan cards that lie aside."),
        ngettext(
            "First out, %(who)s looked at the clan card that lies aside.",
            "First out, %(who)s looked at the %(count)d clan cards that lie aside.",
            event.count,
        ),
        count=event.count,
        cards="; ".join(role_name(card) for card in event.cards or ()),
    )


def _hands_swapped(event: events.HandsSwapped, reader: Reader) -> str:
    if event.target == reader.seat:
        theirs = _("%(who)s swapped hands with you. You gave %(back)s and got %(cards)s.")
    else:
        theirs = _(
            "%(who)s swapped hands with %(target)s, who gave %(got)d cards and got %(given)d."
        )
    return reader.say(
        event.seat,
        _("You swapped hands with %(target)s. You gave %(cards)s and got %(back)s."),
        theirs,
        target=reader.names[event.target],
        given=event.given,
        got=event.got,
        cards=_hand(event.cards, reader),
        back=_hand(event.theirs, reader),
    )


def _hand(codes: tuple[str, ...] | None, reader: Reader) -> str:
    return reader.cards(codes) if codes else _("no cards")


def _equipped(event: events.Equipped, reader: Reader) -> str:
    card = reader.card(event.card)
    if event.target == event.seat:
        mine = _("You put this before yourself: %(card)s.")
        theirs = _("%(who)s put this before themselves: %(card)s.")
    elif event.target == reader.seat:
        mine, theirs = "", _("%(who)s gave you: %(card)s.")
    else:
        mine = _("You gave %(target)s: %(card)s.")
        theirs = _("%(who)s gave %(target)s: %(card)s.")
    return reader.say(event.seat, mine, theirs, target=reader.names[event.target], card=card)


def _axe_ordered(event: events.AxeOrdered, _reader: Reader) -> str:
    if event.keep:
        return _("You will keep your axes when creatures attack.")
    return _("You will use an axe when a creature attacks.")


def _discarded(event: events.Discarded, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You passed and discarded: %(cards)s."),
        ngettext(
            "%(who)s passed and discarded a card face down.",
            "%(who)s passed and discarded %(count)d cards face down.",
            event.count,
        ),
        count=event.count,
        cards=reader.cards(event.cards or ()),
    )


TOLD: Mapping[type[Any], Told] = {
    events.Dealt: _dealt,
    events.RockFell: _rock_fell,
    GoalOriented: _goal_oriented,
    events.ClanSeen: _clan_seen,
    events.AsideSeen: _aside_seen,
    events.HandsSwapped: _hands_swapped,
    events.Equipped: _equipped,
    events.AxeOrdered: _axe_ordered,
    events.Discarded: _discarded,
}
