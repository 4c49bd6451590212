"""Facts of every maze game as sentences to one reader, in whose eyes `you` is his own seat."""

from functools import singledispatch
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.cells import cell_name
from engine.parts import facts
from games.texts.book import Reader
from games.texts.words import joined, tool_name

CHANGES: tuple[type[Any], ...] = (
    facts.Laid,
    facts.GoalTurned,
    facts.GoalOriented,
    facts.RockFell,
)
QUIET: tuple[type[Any], ...] = (facts.Drew,)


@singledispatch
def tell(event: object, _reader: Reader) -> str:
    """Tell a fact; each ruleset falls back on this for what it does not say in its own words."""
    raise TypeError(f"no sentence for {type(event).__name__}")


@tell.register
def _round_began(event: facts.RoundBegan, reader: Reader) -> str:
    return reader.say(
        event.starter,
        _("Round %(round)d begins. You start."),
        _("Round %(round)d begins. %(who)s starts."),
        round=event.round,
    )


@tell.register
def _dealt(event: facts.Dealt, reader: Reader) -> str:
    cards = len(event.cards)
    return reader.say(
        event.seat,
        ngettext(
            "You got a dwarf and %(cards)d card.", "You got a dwarf and %(cards)d cards.", cards
        ),
        ngettext(
            "%(who)s got a dwarf and %(cards)d card.",
            "%(who)s got a dwarf and %(cards)d cards.",
            cards,
        ),
        cards=cards,
    )


@tell.register
def _laid(event: facts.Laid, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You laid a path card at %(cell)s: %(card)s."),
        _("%(who)s laid a path card at %(cell)s: %(card)s."),
        cell=cell_name(event.cell),
        card=reader.card(event.card, turned=event.turned),
    )


@tell.register
def _goal_turned(event: facts.GoalTurned, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You reached the goal at %(cell)s: %(card)s!"),
        _("%(who)s reached the goal at %(cell)s: %(card)s!"),
        cell=cell_name(event.cell),
        card=reader.card(event.card),
    )


@tell.register
def _goal_oriented(event: facts.GoalOriented, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You chose which way the stone at %(cell)s lies."),
        _("%(who)s chose which way the stone at %(cell)s lies."),
        cell=cell_name(event.cell),
    )


@tell.register
def _tool_broken(event: facts.ToolBroken, reader: Reader) -> str:
    if event.target == reader.seat:
        theirs = _("%(who)s broke your %(tool)s.")
    else:
        theirs = _("%(who)s broke the %(tool)s of %(target)s.")
    return reader.say(
        event.seat,
        _("You broke the %(tool)s of %(target)s."),
        theirs,
        tool=tool_name(event.tool),
        target=reader.names[event.target],
    )


@tell.register
def _tool_mended(event: facts.ToolMended, reader: Reader) -> str:
    if event.target == event.seat:
        mine, theirs = _("You mended your own %(tool)s."), _("%(who)s mended their own %(tool)s.")
    elif event.target == reader.seat:
        mine, theirs = "", _("%(who)s mended your %(tool)s.")
    else:
        mine = _("You mended the %(tool)s of %(target)s.")
        theirs = _("%(who)s mended the %(tool)s of %(target)s.")
    tool, target = tool_name(event.tool), reader.names[event.target]
    return reader.say(event.seat, mine, theirs, tool=tool, target=target)


@tell.register
def _rock_fell(event: facts.RockFell, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You let rock fall at %(cell)s. Gone is: %(card)s."),
        _("%(who)s let rock fall at %(cell)s. Gone is: %(card)s."),
        cell=cell_name(event.cell),
        card=reader.card(event.card),
    )


@tell.register
def _goal_seen(event: facts.GoalSeen, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You looked at the goal at %(cell)s: %(card)s."),
        _("%(who)s looked at the goal at %(cell)s."),
        cell=cell_name(event.cell),
        card=reader.card(event.card) if event.card else "",
    )


@tell.register
def _drew(event: facts.Drew, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You drew: %(card)s."),
        _("%(who)s drew a card."),
        card=reader.card(event.card) if event.card else "",
    )


@tell.register
def _skipped(event: facts.Skipped, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You have no cards left and are passed over."),
        _("%(who)s has no cards left and is passed over."),
    )


@tell.register
def _game_ended(event: facts.GameEnded, reader: Reader) -> str:
    if not event.winners:
        return _("The game is over. Nobody has any gold, so nobody wins.")
    gold = event.scores[event.winners[0]]
    if len(event.winners) == 1:
        return reader.say(
            event.winners[0],
            _("The game is over. You win with %(gold)d gold."),
            _("The game is over. %(who)s wins with %(gold)d gold."),
            gold=gold,
        )
    names = joined([reader.names[seat] for seat in event.winners])
    return _("The game is over. %(names)s share the victory with %(gold)d gold each.") % {
        "names": names,
        "gold": gold,
    }
