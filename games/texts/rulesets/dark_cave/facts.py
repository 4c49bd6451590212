"""What happens in The Dark Cave, as sentences to one reader."""

from functools import singledispatch
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.cells import cell_name
from engine.rulesets.dark_cave import events
from games.texts.book import Reader
from games.texts.rulesets.common import facts as shared
from games.texts.rulesets.dark_cave.words import (
    border_name,
    clan_name,
    creature_name,
    creature_subject,
    place_name,
    role_name,
)
from games.texts.words import joined

CHANGES: tuple[type[Any], ...] = (
    events.Laid,
    events.GoalTurned,
    events.GoalOriented,
    events.RockFell,
)


@singledispatch
def tell(event: object, reader: Reader) -> str:
    """Tell a fact as `seen_by` let it through for this reader."""
    return shared.tell(event, reader)


@tell.register
def _began(event: events.RoundBegan, reader: Reader) -> str:
    return reader.say(
        event.starter, _("The game begins. You start."), _("The game begins. %(who)s starts.")
    )


@tell.register
def _dealt(event: events.Dealt, _reader: Reader) -> str:
    return _("You got a clan card (%(clan)s, %(role)s), three gold and %(cards)d cards.") % {
        "clan": clan_name(event.clan),
        "role": role_name(event.role),
        "cards": len(event.cards),
    }


@tell.register
def _rock_fell(event: events.RockFell, reader: Reader) -> str:
    told = reader.say(
        event.seat,
        _("You let rock fall at %(cell)s. Gone is: %(card)s."),
        _("%(who)s let rock fall at %(cell)s. Gone is: %(card)s."),
        cell=cell_name(event.cell),
        card=reader.card(event.card),
    )
    return f"{told} {_('Its gold is gone with it.')}" if event.gold else told


@tell.register
def _goal_oriented(event: events.GoalOriented, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You chose which way the goal at %(cell)s lies."),
        _("%(who)s chose which way the goal at %(cell)s lies."),
        cell=cell_name(event.cell),
    )


@tell.register
def _clan_seen(event: events.ClanSeen, reader: Reader) -> str:
    if event.target == reader.seat:
        theirs = _("%(who)s looked at your clan card.")
    else:
        theirs = _("%(who)s looked at the clan card of %(target)s.")
    return reader.say(
        event.seat,
        _("You looked at the clan card of %(target)s: %(role)s."),
        theirs,
        target=reader.names[event.target],
        role=role_name(event.role) if event.role else "",
    )


@tell.register
def _aside_seen(event: events.AsideSeen, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("First out, you looked at the clan cards that lie aside: %(cards)s."),
        ngettext(
            "First out, %(who)s looked at the clan card that lies aside.",
            "First out, %(who)s looked at the %(count)d clan cards that lie aside.",
            event.count,
        ),
        count=event.count,
        cards="; ".join(role_name(card) for card in event.cards or ()),
    )


@tell.register
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


@tell.register
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


@tell.register
def _web_laid(event: events.WebLaid, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You laid a web between %(border)s."),
        _("%(who)s laid a web between %(border)s."),
        border=border_name(event.border),
    )


@tell.register
def _web_aged(event: events.WebAged, reader: Reader) -> str:
    if event.left:
        mine = _("Your web between %(border)s is half gone.")
        theirs = _("The web of %(who)s between %(border)s is half gone.")
    else:
        mine = _("Your web between %(border)s is gone.")
        theirs = _("The web of %(who)s between %(border)s is gone.")
    return reader.say(event.owner, mine, theirs, border=border_name(event.border))


@tell.register
def _web_cut(event: events.WebCut, reader: Reader) -> str:
    if event.left:
        mine = _("You cut half of the web between %(border)s with an axe.")
        theirs = _("%(who)s cut half of the web between %(border)s with an axe.")
    else:
        mine = _("You cut the web between %(border)s away with an axe.")
        theirs = _("%(who)s cut the web between %(border)s away with an axe.")
    return reader.say(event.seat, mine, theirs, border=border_name(event.border))


@tell.register
def _web_fell(event: events.WebFell, reader: Reader) -> str:
    return reader.say(
        event.owner,
        _("Your web between %(border)s went with the card."),
        _("The web of %(who)s between %(border)s went with the card."),
        border=border_name(event.border),
    )


@tell.register
def _lured(event: events.Lured, reader: Reader) -> str:
    words = {"creature": creature_name(event.creature), "place": place_name(event.place)}
    if event.came_out:
        mine = _("You lured out a creature: the %(creature)s came to %(place)s.")
        theirs = _("%(who)s lured out a creature: the %(creature)s came to %(place)s.")
    else:
        mine = _("You drove a creature on: the %(creature)s came to %(place)s.")
        theirs = _("%(who)s drove a creature on: the %(creature)s came to %(place)s.")
    return reader.say(event.seat, mine, theirs, **words)


@tell.register
def _creature_left(event: events.CreatureLeft, _reader: Reader) -> str:
    return _("%(creature)s went back into the dark.") % {
        "creature": creature_subject(event.creature)
    }


@tell.register
def _attacked(event: events.Attacked, reader: Reader) -> str:
    return reader.say(
        event.victim,
        _("%(creature)s attacked your dwarf."),
        _("%(creature)s attacked the dwarf of %(who)s."),
        creature=creature_subject(event.creature),
    )


@tell.register
def _driven_off(event: events.DrivenOff, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("Your axe was spent: it drove off the %(creature)s."),
        _("An axe of %(who)s was spent: it drove off the %(creature)s."),
        creature=creature_name(event.creature),
    )


@tell.register
def _card_lost(event: events.CardLost, reader: Reader) -> str:
    if event.to == "bridge":
        mine = _("The bridge cost you a card, drawn blindly: %(card)s.")
        theirs = _("The bridge cost %(who)s a card, drawn blindly.")
    else:
        mine = _("The rat took a card from you, drawn blindly: %(card)s.")
        theirs = _("The rat took a card from %(who)s, drawn blindly.")
    card = reader.card(event.card) if event.card else ""
    return reader.say(event.seat, mine, theirs, card=card)


@tell.register
def _gold_lost(event: events.GoldLost, reader: Reader) -> str:
    if event.to == "tunnel":
        mine = _("The tunnel cost you one gold.")
        theirs = _("The tunnel cost %(who)s one gold.")
    else:
        mine = _("The goblin took one gold from you.")
        theirs = _("The goblin took one gold from %(who)s.")
    return reader.say(event.seat, mine, theirs)


@tell.register
def _knocked_down(event: events.KnockedDown, reader: Reader) -> str:
    return reader.say(
        event.seat, _("Your dwarf was knocked down."), _("The dwarf of %(who)s was knocked down.")
    )


@tell.register
def _stood_up(event: events.StoodUp, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("Your dwarf stood up and does not walk in this turn."),
        _("The dwarf of %(who)s stood up and does not walk in that turn."),
    )


@tell.register
def _walked(event: events.Walked, reader: Reader) -> str:
    steps = len(event.path)
    return reader.say(
        event.seat,
        ngettext(
            "You walked %(steps)d step to %(place)s.",
            "You walked %(steps)d steps to %(place)s.",
            steps,
        ),
        ngettext(
            "%(who)s walked %(steps)d step to %(place)s.",
            "%(who)s walked %(steps)d steps to %(place)s.",
            steps,
        ),
        steps=steps,
        place=place_name(event.path[-1]),
    )


@tell.register
def _gold_taken(event: events.GoldTaken, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You took the gold of the vein."),
        _("%(who)s took the gold of the vein."),
    )


@tell.register
def _clan_shown(event: events.ClanShown, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("Your clan card lies open now: %(role)s."),
        _("The clan card of %(who)s lies open now: %(role)s."),
        role=role_name(event.role),
    )


@tell.register
def _left_cave(event: events.LeftCave, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You left the cave with %(gold)d gold."),
        _("%(who)s left the cave with %(gold)d gold."),
        gold=event.gold,
    )


@tell.register
def _axe_ordered(event: events.AxeOrdered, _reader: Reader) -> str:
    if event.keep:
        return _("You will keep your axes when creatures attack.")
    return _("You will use an axe when a creature attacks.")


@tell.register
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


@tell.register
def _skipped(event: events.Skipped, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You have no cards and are passed over in this turn."),
        _("%(who)s has no cards and is passed over in this turn."),
    )


@tell.register
def _end_proposed(event: events.EndProposed, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You proposed to end the game here."),
        _("%(who)s proposed to end the game here."),
    )


@tell.register
def _end_answered(event: events.EndAnswered, reader: Reader) -> str:
    if event.agree:
        mine, theirs = _("You agreed to end the game."), _("%(who)s agreed to end the game.")
    else:
        mine, theirs = _("You want to play on."), _("%(who)s wants to play on.")
    return reader.say(event.seat, mine, theirs)


def ended_text(ended: str) -> str:
    """Say why the game is over."""
    return {
        "cards": _("All cards are used up."),
        "clan": _("Everybody who works for one of the clans has left the cave."),
        "agreed": _("Everybody agreed to end the game."),
    }[ended]


def won_text(won_by: str) -> str:
    """Say which clan has won."""
    return {
        "blue": _("The blue clan wins."),
        "yellow": _("The yellow clan wins."),
        "nobody": _("Nobody left the cave: the game is a draw."),
    }[won_by]


@tell.register
def _round_ended(event: events.RoundEnded, reader: Reader) -> str:
    saboteurs = [
        name for name, role in zip(reader.names, event.roles, strict=True) if role == "saboteur"
    ]
    parts = [ended_text(event.ended), won_text(event.won_by)]
    if saboteurs:
        parts.append(_("Saboteurs: %(names)s.") % {"names": joined(saboteurs)})
    return " ".join(parts)


@tell.register
def _game_ended(event: events.GameEnded, reader: Reader) -> str:
    if len(event.winners) == len(reader.names):
        return _("The game is over. It is a draw.")
    names = joined([reader.names[seat] for seat in event.winners])
    return _("The game is over. Winners: %(names)s.") % {"names": names}
