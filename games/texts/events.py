"""Facts of a game as sentences to one reader, in whose eyes `you` is his own seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, singledispatch
from typing import Protocol

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.api import Event, Seat
from engine.maze.cells import Cell, cell_name
from engine.rulesets.saboteur import events as saboteur
from games.texts.cards import card_name
from games.texts.words import joined, role_name, tool_name, won_by_text


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, and what the seats are called."""

    names: Sequence[str]
    seat: Seat | None

    def say(self, who: Seat, mine: str, theirs: str, **words: object) -> str:
        """Choose between what is said of the reader and what is said of somebody else."""
        return (mine if who == self.seat else theirs) % {"who": self.names[who], **words}


def event_text(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Tell a fact, as `seen_by` let it through for this viewer, in one or a few sentences."""
    # Every event is a frozen value; the contract just does not say so.
    return _told(event, tuple(names), viewer, get_language())  # type: ignore[arg-type]


# A table's story is told again on every page of it, and only its end is new. What is kept here are
# sentences for one viewer: nobody else's key finds them.
@lru_cache(maxsize=20_000)
def _told(event: Event, names: tuple[str, ...], viewer: Seat | None, _language: str | None) -> str:
    return _text(event, Reader(names, viewer))


class Entry(Protocol):
    """A move as its reader may know it: who made it, how, and what it led to."""

    @property
    def seat(self) -> int | None:
        """Whose move it was; None for the deal."""

    @property
    def by(self) -> str:
        """One of deal, player, bot and deadline."""

    @property
    def events(self) -> Sequence[Event]:
        """What it led to."""


def story(entries: Iterable[Entry], names: Sequence[str], viewer: Seat | None) -> list[str]:
    """Tell moves in order, without the cards that others draw: hand sizes show those."""
    lines: list[str] = []
    for entry in entries:
        if entry.by == "deadline" and entry.seat is not None:
            lines.append(late_text(Seat(entry.seat), names, viewer))
        lines += [
            event_text(event, names, viewer)
            for event in entry.events
            if not (isinstance(event, saboteur.Drew) and event.seat != viewer)
        ]
    return lines


def late_text(seat: Seat, names: Sequence[str], viewer: Seat | None) -> str:
    """Tell that somebody let the time pass and was moved for."""
    return Reader(names, viewer).say(
        seat,
        _("Your time ran out, so a move was made for you."),
        _("The time of %(who)s ran out, so a move was made for them."),
    )


def changed_cells(entries: Iterable[Entry]) -> frozenset[Cell]:
    """Find the cells of the maze as it lies now that these moves changed."""
    cells: set[Cell] = set()
    for event in (event for entry in entries for event in entry.events):
        if isinstance(event, saboteur.RoundBegan):
            cells.clear()
        elif isinstance(event, _CHANGES):
            cells.add(event.cell)
    return frozenset(cells)


def tells_a_rounds_end(entries: Iterable[Entry]) -> bool:
    """Tell whether one of these moves ended a round."""
    return any(
        isinstance(event, saboteur.RoundEnded) for entry in entries for event in entry.events
    )


_CHANGES = (saboteur.Laid, saboteur.GoalTurned, saboteur.GoalOriented, saboteur.RockFell)


@singledispatch
def _text(event: object, _reader: Reader) -> str:
    raise TypeError(f"no sentence for {type(event).__name__}")


@_text.register
def _round_began(event: saboteur.RoundBegan, reader: Reader) -> str:
    return reader.say(
        event.starter,
        _("Round %(round)d begins. You start."),
        _("Round %(round)d begins. %(who)s starts."),
        round=event.round,
    )


@_text.register
def _dealt(event: saboteur.Dealt, reader: Reader) -> str:
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


@_text.register
def _laid(event: saboteur.Laid, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You laid a path card at %(cell)s: %(card)s."),
        _("%(who)s laid a path card at %(cell)s: %(card)s."),
        cell=cell_name(event.cell),
        card=card_name(event.card, turned=event.turned),
    )


@_text.register
def _goal_turned(event: saboteur.GoalTurned, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You reached the goal at %(cell)s: %(card)s!"),
        _("%(who)s reached the goal at %(cell)s: %(card)s!"),
        cell=cell_name(event.cell),
        card=card_name(event.card),
    )


@_text.register
def _goal_oriented(event: saboteur.GoalOriented, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You chose which way the stone at %(cell)s lies."),
        _("%(who)s chose which way the stone at %(cell)s lies."),
        cell=cell_name(event.cell),
    )


@_text.register
def _tool_broken(event: saboteur.ToolBroken, reader: Reader) -> str:
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


@_text.register
def _tool_mended(event: saboteur.ToolMended, reader: Reader) -> str:
    if event.target == event.seat:
        mine, theirs = _("You mended your own %(tool)s."), _("%(who)s mended their own %(tool)s.")
    elif event.target == reader.seat:
        mine, theirs = "", _("%(who)s mended your %(tool)s.")
    else:
        mine = _("You mended the %(tool)s of %(target)s.")
        theirs = _("%(who)s mended the %(tool)s of %(target)s.")
    tool, target = tool_name(event.tool), reader.names[event.target]
    return reader.say(event.seat, mine, theirs, tool=tool, target=target)


@_text.register
def _rock_fell(event: saboteur.RockFell, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You let rock fall at %(cell)s. Gone is: %(card)s."),
        _("%(who)s let rock fall at %(cell)s. Gone is: %(card)s."),
        cell=cell_name(event.cell),
        card=card_name(event.card),
    )


@_text.register
def _goal_seen(event: saboteur.GoalSeen, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You looked at the goal at %(cell)s: %(card)s."),
        _("%(who)s looked at the goal at %(cell)s."),
        cell=cell_name(event.cell),
        card=card_name(event.card) if event.card else "",
    )


@_text.register
def _discarded(event: saboteur.Discarded, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You passed and discarded: %(card)s."),
        _("%(who)s passed and discarded a card face down."),
        card=card_name(event.card) if event.card else "",
    )


@_text.register
def _drew(event: saboteur.Drew, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You drew: %(card)s."),
        _("%(who)s drew a card."),
        card=card_name(event.card) if event.card else "",
    )


@_text.register
def _skipped(event: saboteur.Skipped, reader: Reader) -> str:
    return reader.say(
        event.seat,
        _("You have no cards left and are passed over."),
        _("%(who)s has no cards left and is passed over."),
    )


@_text.register
def _round_ended(event: saboteur.RoundEnded, reader: Reader) -> str:
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


@_text.register
def _gold_paid(event: saboteur.GoldPaid, reader: Reader) -> str:
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


@_text.register
def _game_ended(event: saboteur.GameEnded, reader: Reader) -> str:
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
