"""Lines as players write them: read in a game's notation, refused line by line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from engine.api import AnyRuleset, PickKind, TableView
from engine.errors import MoveSyntaxError
from games.clocks.rules import orders
from games.clocks.rules.orders import MOST_LINES, ONLY, Line
from games.clocks.rules.refusals import Refused

LONGEST = 300


class Fault(StrEnum):
    """What is wrong with a line."""

    TOO_LONG = "too-long"
    TOO_MANY = "too-many"
    SYNTAX = "syntax"
    MOVE = "move"
    TEST = "test"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be taken: where it stands, counted from 1, what it says, why."""

    place: str
    number: int
    text: str
    fault: Fault
    about: str = ""


class BadLines(Exception):
    """Lines that cannot be taken; nothing was changed."""

    def __init__(self, found: Sequence[BadLine]) -> None:
        """Keep them all, so that all are told at once."""
        super().__init__(f"{len(found)} lines")
        self.found = tuple(found)


class Lists(NamedTuple):
    """Both lists as they are understood, and the settings that were written among them."""

    following: list[str]
    standing: list[str]
    settings: list[Any]


class _Wrong(Exception):
    def __init__(self, fault: Fault, about: str = "") -> None:
        self.fault, self.about = fault, about


def understood(following: str, standing: str, rules: AnyRuleset, view: TableView) -> Lists:
    """Read both lists as their owner typed them; raises BadLines."""
    read = Lists([], [], [])
    bad: list[BadLine] = []
    for place, text, lines in (
        ("next", following, read.following),
        ("standing", standing, read.standing),
    ):
        for number, line in _numbered(text):
            try:
                _take(line, rules, view, lines, read.settings)
            except _Wrong as wrong:
                bad.append(BadLine(place, number, line, wrong.fault, wrong.about))
    if len(read.following) + len(read.standing) > MOST_LINES:
        count = len(read.following) + len(read.standing)
        bad.append(BadLine("", count, "", Fault.TOO_MANY))
    if bad:
        raise BadLines(bad)
    return read


def stored(texts: Sequence[str], rules: AnyRuleset) -> list[Line]:
    """Read lines as they were kept; one that is not understood any more says nothing."""
    return [_read_again(text, rules) for text in texts]


def _read_again(text: str, rules: AnyRuleset) -> Line:
    try:
        return orders.parse(text, rules.orders.words, _tests(rules))
    except Refused:
        return Line(())


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    lines = (line.strip() for line in text.splitlines())
    return ((number, line) for number, line in enumerate(lines, 1) if line)


def _take(
    text: str, rules: AnyRuleset, view: TableView, lines: list[str], settings: list[Any]
) -> None:
    if len(text) > LONGEST:
        raise _Wrong(Fault.TOO_LONG)
    setting = _setting(text, rules)
    if setting is not None:
        settings.append(setting)
        return
    try:
        line = orders.parse(text, rules.orders.words, _tests(rules))
    except Refused:
        raise _Wrong(Fault.SYNTAX) from None
    for test in line.tests:
        _require_sense(test, rules, view)
    moves = tuple(_canonical(move, rules, view) for move in line.moves)
    lines.append(orders.write(Line(moves, line.tests, line.always, line.late)))


def _setting(text: str, rules: AnyRuleset) -> Any | None:
    """Read a line that is no move but what a seat sets for itself."""
    if text.lower().split()[0] in rules.orders.words:
        return None
    try:
        return rules.parse(text)
    except MoveSyntaxError:
        return None


def _require_sense(test: orders.Condition, rules: AnyRuleset, view: TableView) -> None:
    try:
        rules.orders.tests[test.kind](view, *test.about)
    except (LookupError, ValueError):
        raise _Wrong(Fault.TEST, " ".join((test.kind, *test.about))) from None


def _canonical(text: str, rules: AnyRuleset, view: TableView) -> str:
    if text == ONLY:
        return text
    try:
        move = rules.parse(text)
    except MoveSyntaxError:
        raise _Wrong(Fault.MOVE, text) from None
    for pick in rules.picks(move):
        if pick.kind == PickKind.SEAT and not 1 <= int(pick.value) <= view.seats:
            raise _Wrong(Fault.SEAT, f"@{pick.value}")
    return rules.format(move)


def _tests(rules: AnyRuleset) -> frozenset[str]:
    return frozenset(rules.orders.tests)
