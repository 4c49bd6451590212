"""Orders in words: how they are written, what is wrong with a line, what has become of it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.orders.rules.asking import CHOICE, TEST, Why
from games.orders.rules.lines import LONGEST, BadLine, Fault
from games.orders.rules.sheet import LineSight, Sheet
from games.texts.rulesets import card_name, reason_text

PATHS = {
    "saboteur": "P7",
    "saboteur2": "P7",
    "duel": "DU-EW",
    "duel-solo": "DU-EW",
    "dark-cave": "I-EW",
}
"""A card of each game that turns and can be laid."""
SAMPLES = {
    "lay": "lay {path}~ e4",
    "pass": "pass {path}",
    "break": "break lantern @2",
    "fix": "fix cart @1",
    "rockfall": "rockfall e4",
    "map": "map i3",
    "turn": "turn i3~",
    "trap": "trap @2",
    "free": "free @2",
    "inspect": "inspect @2",
    "swap-hats": "swap-hats @2",
    "swap-hands": "swap-hands @2",
    "hands-off": "hands-off @2",
    "theft": "theft",
    "remove": "remove cart with {path} map",
    "steal": "steal @2",
    "key": "key b2 S",
    "bribe": "bribe b2",
    "claim": "claim f3",
    "pay": "pay 2 1",
    "info": "info i3",
    "walk": "walk c3.n",
    "end": "end",
    "swap": "swap @2",
    "web": "web c3/d3",
    "cut": "cut c3/d3",
    "boots": "boots @2",
    "axe": "axe @2",
    "lure": "lure rat c3",
    "propose": "propose",
    "agree": "agree",
    "decline": "decline",
}
"""For each word that begins moves, such a move."""


def samples(ruleset: str, words: Sequence[str]) -> list[str]:
    """Write a move of each kind in a game's notation."""
    path = PATHS[ruleset]
    return [said.format(path=path) for word, said in SAMPLES.items() if word in words]


def order_help(ruleset: str, sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """Explain how an order is written, line by line: what is written, what it does."""
    return _help(ruleset, tuple(sheet.words), tuple(sheet.tests), get_language())


# The same for every table of a game, and read by few.
@lru_cache(maxsize=64)
def _help(
    ruleset: str, words: tuple[str, ...], tests: tuple[str, ...], _language: str | None
) -> tuple[tuple[str, str], ...]:
    path = PATHS[ruleset]
    return (
        (
            " · ".join(samples(ruleset, words)),
            _("Moves are written like this, one order in each line; ~ means turned by half."),
        ),
        (
            f"lay {path} e4 or pass {path}",
            _(
                "When you are asked, the first line with a move that can be made is played; of "
                "its moves the first that can."
            ),
        ),
        (
            f"if free e4 and not hold {path}: pass {path}",
            _("Only if this is so: %(tests)s.") % {"tests": _tests(tests, path)},
        ),
        ("only", _("Plays the one move there is, if there is only one.")),
        (
            f"late: pass {path}",
            _("Is played when your time is over, in place of the usual move."),
        ),
        (
            f"always pass {path}",
            _(
                "If a hidden card was turned up for you, or somebody changed your hand, your tools "
                "or your dwarf, your orders hold back for one turn. A line with always does not."
            ),
        ),
    )


def order_names(names: Sequence[str], hand: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Explain what cards and seats are called in orders at one table."""
    codes = " · ".join(f"{code} = {card_name(code)}" for code in dict.fromkeys(hand))
    if codes:
        yield codes, _("These are your cards.")
    yield (
        " · ".join(f"@{at} = {name}" for at, name in enumerate(names, 1)),
        _("These are the seats."),
    )


def _tests(tests: Sequence[str], path: str) -> str:
    said = {
        "free": _("free e4 (no card lies there)"),
        "broken": _("broken cart @2 (that tool of that seat)"),
        "hold": _("hold %(card)s (in your hand)") % {"card": path},
    }
    return ", ".join(said[test] for test in tests)


def orders_label(*, written: bool) -> str:
    """Name the way to the page on which orders are given."""
    return _("Change my orders") if written else _("Leave orders for when I am asked")


def pace_text(sheet: Sheet) -> str:
    """Say when orders are played, and what that betrays."""
    return _pace()[sheet.pace]


def _pace() -> dict[str, str]:
    return {
        "at once": _(
            "Orders are played at once: an answer in the same minute shows everybody that it was "
            "ordered, and nothing else."
        ),
        "unhurried": _(
            "Here every turn waits a random while, 5 to 65 minutes, before orders are looked at. "
            "So nobody can tell whether there are any."
        ),
    }


def order_notes(sheet: Sheet) -> list[str]:
    """Say what has become of both lists."""
    return list(_notes(sheet))


def _notes(sheet: Sheet) -> Iterator[str]:
    if sheet.void:
        yield _("None of your orders fitted, so those for this turn say nothing any more.")
    if sheet.careful and sheet.written:
        yield _(
            "Something was turned up for you or changed without you. So your orders hold back for "
            "one turn. Save them again if they are still right."
        )
    if sheet.waits and sheet.following:
        yield _(
            "Written while it was your turn, the first list is for the turn after it. Its lines "
            "with late: count already."
        )
    if sheet.pending and sheet.written:
        yield _("You are asked, and your orders are not looked at yet: a random while is not over.")
    if sheet.held:
        yield _("The whole service is held. No order is played meanwhile; they are kept.")
    elif sheet.paused:
        yield _("The table is paused. No order is played meanwhile; they are kept.")


def line_note(sight: LineSight, ruleset: str, *, void: bool = False) -> str:
    """Say what keeps a line from being played."""
    if sight.never:
        return _("can never be played any more")
    if sight.fits:
        return ""
    why = " ".join(_why(each, ruleset) for each in sight.why)
    said = _("did not fit: %(why)s") if void else _("cannot be played now: %(why)s")
    return said % {"why": why}


def _why(why: Why, ruleset: str) -> str:
    kind, about = why
    if kind == TEST:
        return _("“%(test)s” is not so.") % {"test": about}
    if kind == CHOICE:
        return _("There is more than one move.")
    return reason_text(ruleset, about)


def list_name(place: str) -> str:
    """Name one of the two lists."""
    return {"next": _("Next turn"), "standing": _("Standing")}[place]


def fault_text(bad: BadLine) -> str:
    """Say which line cannot be taken, why, and what to do."""
    if bad.fault == Fault.TOO_MANY:
        return _("These are %(n)d lines, and 20 are the most. Take some out.") % {"n": bad.number}
    where = _("%(list)s, line %(number)d, “%(text)s”:") % {
        "list": list_name(bad.place),
        "number": bad.number,
        "text": bad.text if len(bad.text) <= SHOWN else f"{bad.text[:SHOWN]}…",
    }
    return f"{where} {_fault(bad)}"


SHOWN = 60
"""Of a long line so much is repeated when it is refused."""


def _fault(bad: BadLine) -> str:
    match bad.fault:
        case Fault.MOVE:
            return _("“%(move)s” is no move of this game. See below how moves are written.") % {
                "move": bad.about[:SHOWN]
            }
        case Fault.TEST:
            return _("“%(test)s” names nothing at this table. Name a cell, seat or card.") % {
                "test": bad.about[:SHOWN]
            }
        case Fault.SEAT:
            return _("There is no seat %(seat)s at this table.") % {"seat": bad.about}
        case Fault.TOO_LONG:
            return _("It is too long. Write it in %(n)d characters.") % {"n": LONGEST}
        case _:
            return _("This cannot be read. Begin with a move, or with if, late: or always.")


def faults_text(count: int) -> str:
    """Say that orders were not saved."""
    return ngettext(
        "Your orders were not saved: one line cannot be taken. What you wrote stands below.",
        "Your orders were not saved: %(n)d lines cannot be taken. What you wrote stands below.",
        count,
    ) % {"n": count}
