"""What a move in The Dark Cave will do: what a walk costs, whom it meets, what it brings."""

from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.rulesets.dark_cave import foresight
from games.texts.book import Reader
from games.texts.rulesets.common import effects as shared
from games.texts.rulesets.dark_cave.words import creature_subject


@singledispatch
def foretell(effect: object, reader: Reader) -> str:
    """Tell an effect."""
    return shared.foretell(effect, reader)


@foretell.register
def _opens(effect: foresight.Opens, _reader: Reader) -> str:
    return _("Leads on to %(cells)s.") % {"cells": shared.cell_names(effect.cells)}


@foretell.register
def _leads_to(effect: foresight.LeadsTo, reader: Reader) -> str:
    goal = shared.goal_name(effect.goal, reader)
    return _("Leads to %(goal)s: whoever walks there turns it up.") % {"goal": goal}


@foretell.register
def _veins(_effect: foresight.Veins, _reader: Reader) -> str:
    return _("One gold is put on its vein.")


@foretell.register
def _gold_gone(_effect: foresight.GoldGone, _reader: Reader) -> str:
    return _("The gold on it goes with it.")


@foretell.register
def _tolls(effect: foresight.Tolls, _reader: Reader) -> str:
    cards = ngettext(
        "You lose %(n)d hand card on the bridge, drawn blindly.",
        "You lose %(n)d hand cards on bridges, drawn blindly.",
        effect.cards,
    )
    gold = ngettext(
        "You lose %(n)d gold in the tunnel.", "You lose %(n)d gold in the tunnel.", effect.gold
    )
    due = ((cards, effect.cards), (gold, effect.gold))
    return " ".join(said % {"n": count} for said, count in due if count)


def _wounds(creature: str) -> tuple[str, str]:
    return {
        "rat": (
            _("The rat attacks you: you lose a hand card, drawn blindly."),
            _("The rat attacks %(who)s, who loses a hand card, drawn blindly."),
        ),
        "goblin": (
            _("The goblin attacks you and takes a gold, if you have any."),
            _("The goblin attacks %(who)s and takes a gold, if there is any."),
        ),
        "lindworm": (
            _("The lindworm knocks you to the ground."),
            _("The lindworm knocks %(who)s to the ground."),
        ),
    }[creature]


@foretell.register
def _attacks(effect: foresight.Attacks, reader: Reader) -> str:
    mine, theirs = _wounds(effect.creature)
    return " ".join(reader.say(victim, mine, theirs) for victim in effect.victims)


@foretell.register
def _drives_off(effect: foresight.DrivesOff, reader: Reader) -> str:
    beast = creature_subject(effect.creature)
    if effect.surely:
        return _("%(creature)s is driven off by an axe of yours, which is used up.") % {
            "creature": beast
        }
    return _("%(creature)s may be driven off by an axe of %(who)s.") % {
        "creature": beast,
        "who": reader.names[effect.seat],
    }


@foretell.register
def _turns(effect: foresight.Turns, reader: Reader) -> str:
    goal = shared.goal_name(effect.goal, reader)
    if effect.code is None:
        return _("Turns up %(goal)s; your walk ends there.") % {"goal": goal}
    return _("Turns up %(goal)s: %(card)s. Your walk ends there.") % {
        "goal": goal,
        "card": reader.card(effect.code),
    }


@foretell.register
def _leaves(effect: foresight.Leaves, _reader: Reader) -> str:
    said = ngettext(
        "You leave the cave with %(n)d gold and do not come back.",
        "You leave the cave with %(n)d gold and do not come back.",
        effect.gold,
    )
    return said % {"n": effect.gold}


@foretell.register
def _takes_gold(effect: foresight.TakesGold, _reader: Reader) -> str:
    if effect.now:
        return _("You take the gold of the vein.")
    return _("Gold lies here: end your turn on it and you take it.")


@foretell.register
def _shows_clan(_effect: foresight.ShowsClan, _reader: Reader) -> str:
    return _("Your clan card is turned up for all to see.")


@foretell.register
def _steps_left(effect: foresight.StepsLeft, _reader: Reader) -> str:
    if not effect.steps:
        return _("No step is left then.")
    said = ngettext(
        "You can then walk %(n)d step more.", "You can then walk %(n)d steps more.", effect.steps
    )
    return said % {"n": effect.steps}


@foretell.register
def _swaps_hands(effect: foresight.SwapsHands, reader: Reader) -> str:
    return shared.swapped(effect.target, effect.given, effect.got, reader)


@foretell.register
def _web_ages(effect: foresight.WebAges, _reader: Reader) -> str:
    if not effect.left:
        return _("The web is gone then.")
    return _("The web still holds: one more cut, or one more turn of its owner.")
