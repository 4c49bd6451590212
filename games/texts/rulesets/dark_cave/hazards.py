"""Webs, creatures and what they cost, as sentences to one reader."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.rulesets.dark_cave import events
from games.texts.book import Reader, Told
from games.texts.rulesets.dark_cave.words import (
    border_name,
    creature_name,
    creature_subject,
    place_name,
)


def _web_laid(event: events.WebLaid, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You laid a web between %(border)s."),
        _("%(who)s laid a web between %(border)s."),
        border=border_name(event.border),
    )


def _web_aged(event: events.WebAged, reader: Reader) -> str:
    if event.left:
        mine = _("Your web between %(border)s is half gone.")
        theirs = _("The web of %(who)s between %(border)s is half gone.")
    else:
        mine = _("Your web between %(border)s is gone.")
        theirs = _("The web of %(who)s between %(border)s is gone.")
    return reader.say(event.owner, mine, theirs, border=border_name(event.border))


def _web_cut(event: events.WebCut, reader: Reader) -> str:
    if event.left:
        mine = _("You cut half of the web between %(border)s with an axe.")
        theirs = _("%(who)s cut half of the web between %(border)s with an axe.")
    else:
        mine = _("You cut the web between %(border)s away with an axe.")
        theirs = _("%(who)s cut the web between %(border)s away with an axe.")
    return reader.say(event.seat, mine, theirs, border=border_name(event.border))


def _web_fell(event: events.WebFell, reader: Reader) -> str:
    return reader.say(
        event.owner,
        _("Your web between %(border)s went with the card."),
        _("The web of %(who)s between %(border)s went with the card."),
        border=border_name(event.border),
    )


def _lured(event: events.Lured, reader: Reader) -> str:
    words = {"creature": creature_name(event.creature), "place": place_name(event.place)}
    if event.came_out:
        mine = _("You lured out a creature: the %(creature)s came to %(place)s.")
        theirs = _("%(who)s lured out a creature: the %(creature)s came to %(place)s.")
    else:
        mine = _("You drove a creature on: the %(creature)s came to %(place)s.")
        theirs = _("%(who)s drove a creature on: the %(creature)s came to %(place)s.")
    return reader.say(event.seat, mine, theirs, **words)


def _creature_left(event: events.CreatureLeft, _reader: Reader) -> str:
    return _("%(creature)s went back into the dark.") % {
        "creature": creature_subject(event.creature)
    }


def _attacked(event: events.Attacked, reader: Reader) -> str:
    return reader.say(
        event.victim,
        _("%(creature)s attacked your dwarf."),
        _("%(creature)s attacked the dwarf of %(who)s."),
        creature=creature_subject(event.creature),
    )


def _driven_off(event: events.DrivenOff, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("Your axe was spent: it drove off the %(creature)s."),
        _("An axe of %(who)s was spent: it drove off the %(creature)s."),
        creature=creature_name(event.creature),
    )


def _card_lost(event: events.CardLost, reader: Reader) -> str:
    if event.to == "bridge":
        mine = _("The bridge cost you a card, drawn blindly: %(card)s.")
        theirs = _("The bridge cost %(who)s a card, drawn blindly.")
    else:
        mine = _("The rat took a card from you, drawn blindly: %(card)s.")
        theirs = _("The rat took a card from %(who)s, drawn blindly.")
    card = reader.card(event.card) if event.card else ""
    return reader.say(event.seat, mine, theirs, card=card)


def _gold_lost(event: events.GoldLost, reader: Reader) -> str:
    if event.to == "tunnel":
        mine = _("The tunnel cost you one gold.")
        theirs = _("The tunnel cost %(who)s one gold.")
    else:
        mine = _("The goblin took one gold from you.")
        theirs = _("The goblin took one gold from %(who)s.")
    return reader.say(event.seat, mine, theirs)


def _knocked_down(event: events.KnockedDown, reader: Reader) -> str:
    return reader.say(
        event.seat, _("Your dwarf was knocked down."), _("The dwarf of %(who)s was knocked down.")
    )


def _stood_up(event: events.StoodUp, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("Your dwarf stood up and does not walk in this turn."),
        _("The dwarf of %(who)s stood up and does not walk in that turn."),
    )


TOLD: Mapping[type[Any], Told] = {
    events.WebLaid: _web_laid,
    events.WebAged: _web_aged,
    events.WebCut: _web_cut,
    events.WebFell: _web_fell,
    events.Lured: _lured,
    events.CreatureLeft: _creature_left,
    events.Attacked: _attacked,
    events.DrivenOff: _driven_off,
    events.CardLost: _card_lost,
    events.GoldLost: _gold_lost,
    events.KnockedDown: _knocked_down,
    events.StoodUp: _stood_up,
}
