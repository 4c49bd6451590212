"""What happens in a duel as sentences to one reader; what is said to one alone is in `alone`."""

from collections.abc import Sequence
from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.cells import cell_name
from engine.parts.facts import CardRemoved, Dealt, GoalOriented, Passed
from engine.rulesets.duel import events
from games.texts.book import Reader
from games.texts.rulesets.common import facts as shared
from games.texts.rulesets.duel.table import ended_text, gold_text, grade_text
from games.texts.words import joined, side_names, tool_name


@singledispatch
def tell(event: object, reader: Reader) -> str:
    """Tell a fact as `seen_by` let it through for this reader."""
    return shared.tell(event, reader)


@tell.register
def _dealt(event: Dealt, reader: Reader) -> str:
    cards = len(event.cards)
    return reader.say(
        event.seat,
        ngettext(
            "You play the %(dwarf)s and got %(cards)d card.",
            "You play the %(dwarf)s and got %(cards)d cards.",
            cards,
        ),
        ngettext(
            "%(who)s plays the %(dwarf)s and got %(cards)d card.",
            "%(who)s plays the %(dwarf)s and got %(cards)d cards.",
            cards,
        ),
        cards=cards,
        dwarf=reader.book.role_name(event.role),
    )


@tell.register
def _goal_oriented(event: GoalOriented, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You chose which way the goal at %(cell)s lies."),
        _("%(who)s chose which way the goal at %(cell)s lies."),
        cell=cell_name(event.cell),
    )


@tell.register
def _card_removed(event: CardRemoved, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You discarded two cards to mend your %(tool)s: %(cards)s."),
        _("%(who)s discarded two cards to mend their own %(tool)s: %(cards)s."),
        tool=tool_name(event.what),
        cards=_listed(event.cards, reader),
    )


@tell.register
def _passed(event: Passed, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You passed and discarded: %(cards)s."),
        ngettext(
            "%(who)s passed and discarded %(count)d card face down.",
            "%(who)s passed and discarded %(count)d cards face down.",
            event.count,
        ),
        count=event.count,
        cards=_listed(event.cards or (), reader),
    )


@tell.register
def _door_opened(event: events.DoorOpened, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You put a key on the door %(side)s at %(cell)s: it is open to you in this round."),
        _("%(who)s put a key on the door %(side)s at %(cell)s."),
        cell=cell_name(event.cell),
        side=side_names(event.side),
    )


@tell.register
def _troll_bribed(event: events.TrollBribed, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You put a counter on the troll at %(cell)s: he lets everybody pass."),
        _("%(who)s put a counter on the troll at %(cell)s: he lets everybody pass."),
        cell=cell_name(event.cell),
    )


@tell.register
def _gold_marked(event: events.GoldMarked, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("The gold at %(cell)s is yours: %(value)d."),
        _("The gold at %(cell)s is for %(who)s: %(value)d."),
        cell=cell_name(event.cell),
        value=event.value,
    )


@tell.register
def _trolls_paid(event: events.TrollsPaid, reader: Reader) -> str:
    if not event.values:
        return reader.say(
            event.seat,
            _("You had no gold for your trolls."),
            _("%(who)s had no gold for their trolls."),
        )
    return reader.say(
        event.seat,
        ngettext(
            "You paid %(trolls)d troll with gold: %(values)s.",
            "You paid %(trolls)d trolls with gold: %(values)s.",
            event.trolls,
        ),
        ngettext(
            "%(who)s paid %(trolls)d troll with gold: %(values)s.",
            "%(who)s paid %(trolls)d trolls with gold: %(values)s.",
            event.trolls,
        ),
        trolls=event.trolls,
        values=gold_text(event.values),
    )


@tell.register
def _round_ended(event: events.RoundEnded, reader: Reader) -> str:
    over = _("Round %(round)d is over.") % {"round": event.round}
    stand = [
        _("%(name)s has %(gold)d gold.") % {"name": name, "gold": gold}
        for name, gold in zip(reader.names, event.gold, strict=True)
    ]
    return " ".join([over, ended_text(event.ended), *stand])


@tell.register
def _mishap(event: events.Mishap, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You drew a card that counts at once: %(card)s."),
        _("%(who)s drew a card that counts at once: %(card)s."),
        card=reader.card(event.card),
    )


@tell.register
def _graded(event: events.Graded, _reader: Reader) -> str:
    return _("%(gold)d gold. %(grade)s") % {"gold": event.gold, "grade": grade_text(event.grade)}


def _listed(codes: Sequence[str], reader: Reader) -> str:
    return joined([reader.card(code) for code in codes]) if codes else ""
