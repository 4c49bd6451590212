"""What happens only in the base game, as sentences to one reader."""

from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.rulesets.saboteur import events
from games.texts.book import Reader
from games.texts.rulesets.common import facts as shared
from games.texts.rulesets.saboteur.words import role_name, won_by_text
from games.texts.words import joined


@singledispatch
def tell(event: object, reader: Reader) -> str:
    """Tell a fact as `seen_by` let it through for this reader."""
    return shared.tell(event, reader)


@tell.register
def _discarded(event: events.Discarded, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You passed and discarded: %(card)s."),
        _("%(who)s passed and discarded a card face down."),
        card=reader.card(event.card) if event.card else "",
    )


@tell.register
def _round_ended(event: events.RoundEnded, reader: Reader) -> str:
    saboteurs = [
        name for name, role in zip(reader.names, event.roles, strict=True) if role == "saboteur"
    ]
    parts = [_("Round %(round)d is over.") % {"round": event.round}, won_by_text(event.won_by)]
    if event.finder is not None:
        parts.append(reader.say(event.finder, _("You got there."), _("%(who)s got there.")))
    if saboteurs:
        parts.append(_("Saboteurs: %(names)s.") % {"names": joined(saboteurs)})
    else:
        parts.append(_("There was no saboteur at the table."))
    parts.append(_("The dwarf left over: %(role)s.") % {"role": role_name(event.spare)})
    return " ".join(parts)


@tell.register
def _gold_paid(event: events.GoldPaid, reader: Reader) -> str:
    values = joined([str(value) for value in event.values]) if event.values else ""
    return reader.say(
        event.seat,
        ngettext(
            "You got %(cards)d gold card, worth %(values)s.",
            "You got %(cards)d gold cards, worth %(values)s.",
            event.cards,
        ),
        ngettext(
            "%(who)s got %(cards)d gold card.", "%(who)s got %(cards)d gold cards.", event.cards
        ),
        cards=event.cards,
        values=values,
    )
