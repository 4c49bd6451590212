"""What happens only in Saboteur 2, as sentences to one reader."""

from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import Seat
from engine.parts.facts import CardRemoved, Passed
from engine.rulesets.saboteur2 import events
from games.texts.book import Reader
from games.texts.rulesets.common import facts as shared
from games.texts.rulesets.saboteur2.words import before_name, role_name, won_by_text
from games.texts.words import joined


@singledispatch
def tell(event: object, reader: Reader) -> str:
    """Tell a fact as `seen_by` let it through for this reader."""
    return shared.tell(event, reader)


def _on(event: "_Aimed", reader: Reader, *said: str) -> str:
    """Tell what somebody did to somebody, perhaps to the reader or to himself.

    Said by the reader of another, of himself; by another of the reader, of a third, of himself.
    """
    mine, own, to_me, theirs, themselves = said
    if event.target == event.seat:
        mine, theirs = own, themselves
    elif event.target == reader.seat:
        theirs = to_me
    return reader.say(event.seat, mine, theirs, target=reader.names[event.target])


_Aimed = events.HandsOff | events.Trapped | events.Freed | events.HatSwapped | events.Inspected


@tell.register
def _passed(event: Passed, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You passed and discarded: %(cards)s."),
        ngettext(
            "%(who)s passed with %(count)d card face down.",
            "%(who)s passed with %(count)d cards face down.",
            event.count,
        ),
        count=event.count,
        cards=reader.cards(event.cards or ()),
    )


@tell.register
def _card_removed(event: CardRemoved, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You discarded two cards (%(cards)s) and got rid of: %(what)s."),
        _("%(who)s discarded two cards (%(cards)s) and got rid of: %(what)s."),
        cards=reader.cards(event.cards),
        what=before_name(event.what),
    )


@tell.register
def _theft_laid(event: events.TheftLaid, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You laid a theft card before yourself."),
        _("%(who)s laid a theft card before themselves."),
    )


@tell.register
def _hands_off(event: events.HandsOff, reader: Reader) -> str:
    return _on(
        event,
        reader,
        _("You took the theft card of %(target)s away."),
        _("You took your own theft card away."),
        _("%(who)s took your theft card away."),
        _("%(who)s took the theft card of %(target)s away."),
        _("%(who)s took their own theft card away."),
    )


@tell.register
def _trapped(event: events.Trapped, reader: Reader) -> str:
    return _on(
        event,
        reader,
        _("You trapped %(target)s."),
        "",
        _("%(who)s trapped you."),
        _("%(who)s trapped %(target)s."),
        "",
    )


@tell.register
def _freed(event: events.Freed, reader: Reader) -> str:
    return _on(
        event,
        reader,
        _("You set %(target)s free."),
        _("You set yourself free."),
        _("%(who)s set you free."),
        _("%(who)s set %(target)s free."),
        _("%(who)s broke free."),
    )


@tell.register
def _hat_swapped(event: events.HatSwapped, reader: Reader) -> str:
    said = _on(
        event,
        reader,
        _("You made %(target)s draw a new dwarf."),
        _("You drew a new dwarf."),
        _("%(who)s made you draw a new dwarf."),
        _("%(who)s made %(target)s draw a new dwarf."),
        _("%(who)s drew a new dwarf."),
    )
    return f"{said} {_you_are(event.role)}" if event.role else said


def _you_are(role: str) -> str:
    return _("You are: %(role)s.") % {"role": role_name(role)}


@tell.register
def _inspected(event: events.Inspected, reader: Reader) -> str:
    said = _on(
        event,
        reader,
        _("You looked at the dwarf of %(target)s."),
        "",
        _("%(who)s looked at your dwarf."),
        _("%(who)s looked at the dwarf of %(target)s."),
        "",
    )
    if event.role is None or event.seat != reader.seat:
        return said
    return said + " " + _("It is: %(role)s.") % {"role": role_name(event.role)}


@tell.register
def _hands_swapped(event: events.HandsSwapped, reader: Reader) -> str:
    got = _got(event, reader.seat)
    if got is None:
        return _("%(who)s and %(target)s swapped their hands.") % {
            "who": reader.names[event.seat],
            "target": reader.names[event.target],
        }
    said = reader.say(
        event.seat,
        _("You swapped hands with %(target)s."),
        _("%(who)s swapped hands with you."),
        target=reader.names[event.target],
    )
    if not got:
        return said + " " + _("You got no cards.")
    return said + " " + _("You got: %(cards)s.") % {"cards": reader.cards(got)}


def _got(event: events.HandsSwapped, seat: Seat | None) -> tuple[str, ...] | None:
    """List what the reader got, None if he had no part in it."""
    if seat == event.seat:
        return event.taken
    return event.given if seat == event.target else None


@tell.register
def _round_ended(event: events.RoundEnded, reader: Reader) -> str:
    parts = [_("Round %(round)d is over.") % {"round": event.round}]
    if event.finder is not None:
        parts.append(
            reader.say(
                event.finder,
                _("You reached the treasure."),
                _("%(who)s reached the treasure."),
            )
        )
    parts.append(won_by_text(event.won_by))
    if event.winners:
        names = joined([reader.names[seat] for seat in event.winners])
        parts.append(_("It is shared by: %(names)s.") % {"names": names})
    return " ".join(parts)


@tell.register
def _gold_paid(event: events.GoldPaid, reader: Reader) -> str:
    return reader.say(
        event.seat, _("You got %(gold)d gold."), _("%(who)s got %(gold)d gold."), gold=event.gold
    )


@tell.register
def _stolen(event: events.Stolen, reader: Reader) -> str:
    to_me = event.victim == reader.seat
    return reader.say(
        event.seat,
        _("You stole one gold from %(victim)s."),
        _("%(who)s stole one gold from you.")
        if to_me
        else _("%(who)s stole one gold from %(victim)s."),
        victim=reader.names[event.victim],
    )


@tell.register
def _theft_declined(event: events.TheftDeclined, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You could have stolen and did not."),
        _("%(who)s could have stolen and did not."),
    )


@tell.register
def _theft_lapsed(event: events.TheftLapsed, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You could have stolen, but nobody else has any gold."),
        _("%(who)s could have stolen, but nobody else has any gold."),
    )
