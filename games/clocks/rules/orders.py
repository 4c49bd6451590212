"""Orders a player leaves: the grammar of a line. Moves stay text in the game's notation (8)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.clocks.rules.refusals import Reason, Refused

MOST_LINES = 20
ONLY = "only"
ALWAYS, LATE, IF = "always ", "late:", "if "
ARGUMENTS = {
    "free": re.compile(r"-?[a-z]+-?\d+"),
    "broken": re.compile(r"(?:pick|lantern|cart) @\d+"),
    "hold": re.compile(r"[a-z0-9-]+"),
}
TESTS = frozenset(ARGUMENTS)


@dataclass(frozen=True, slots=True)
class Condition:
    """A question to the seat's own view: is a cell free, a tool broken, a card in my hand."""

    kind: str
    about: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One order: moves to try if all tests hold."""

    moves: tuple[str, ...]
    tests: tuple[Condition, ...] = ()
    always: bool = False
    late: bool = False


def parse(text: str, words: Iterable[str], tests: frozenset[str] = TESTS) -> Line:
    """Read one line. `words` begin moves of the game, `tests` mean something in it."""
    rest = " ".join(text.lower().split()).replace(" :", ":")
    rest, always = _without(rest, ALWAYS)
    rest, late = _without(rest, LATE)
    rest, conditional = _without(rest, IF)
    asked: tuple[Condition, ...] = ()
    if conditional:
        before, colon, rest = rest.partition(":")
        if not colon:
            raise Refused(Reason.SYNTAX)
        asked = tuple(_test(each, tests) for each in f" {before} ".split(" and "))
    known = frozenset(words) | {ONLY}
    return Line(
        tuple(_move(each, known) for each in f" {rest} ".split(" or ")), asked, always, late
    )


def write(line: Line) -> str:
    """The line as it is understood; `parse` reads it back."""
    tests = " and ".join(map(_written, line.tests))
    head = (ALWAYS if line.always else "") + ("late: " if line.late else "")
    return head + (f"if {tests}: " if tests else "") + " or ".join(line.moves)


def parse_lists(
    following: Sequence[str],
    standing: Sequence[str],
    words: Iterable[str],
    tests: frozenset[str] = TESTS,
) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Both lists of a seat, at most twenty lines together."""
    if len(following) + len(standing) > MOST_LINES:
        raise Refused(Reason.TOO_LONG)
    known = frozenset(words)
    return (
        tuple(parse(text, known, tests) for text in following),
        tuple(parse(text, known, tests) for text in standing),
    )


def _without(text: str, prefix: str) -> tuple[str, bool]:
    return text.removeprefix(prefix).strip(), text.startswith(prefix)


def _test(text: str, tests: frozenset[str]) -> Condition:
    rest, negated = _without(text.strip(), "not ")
    kind, _, about = rest.partition(" ")
    if kind not in tests or not ARGUMENTS[kind].fullmatch(about):
        raise Refused(Reason.SYNTAX)
    return Condition(kind, tuple(about.split()), negated)


def _move(text: str, words: frozenset[str]) -> str:
    move = text.strip()
    first, _, rest = move.partition(" ")
    if first not in words or ":" in move or (first == ONLY and rest):
        raise Refused(Reason.SYNTAX)
    return move


def _written(test: Condition) -> str:
    return ("not " if test.negated else "") + " ".join((test.kind, *test.about))
