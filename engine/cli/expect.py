"""What a written case can expect of a table. Each check answers None or what it found instead."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.api import Event, Ruleset, Seat
from engine.cli.facts import (
    SPECTATOR,
    event_words,
    field_text,
    field_words,
    outcome_text,
    seat_name,
    seat_named,
)
from engine.errors import EngineError, IllegalMove


@dataclass(frozen=True, slots=True)
class Table:
    """A game, where it stands, and what happened since the last block of moves began."""

    game: Ruleset[Any, Any, Any]
    state: Any
    events: tuple[Event, ...] = ()


def holds(table: Table, text: str) -> str | None:
    """Check one expectation: None if it holds, else why not; raises EngineError if unreadable."""
    denied = text.startswith("not ")
    word, _, rest = text.removeprefix("not ").partition(" ")
    if word not in CHECKS:
        raise EngineError(f"nothing can be expected with {word[:20]!r}; known: {', '.join(CHECKS)}")
    found = CHECKS[word](table, rest.split())
    if denied:
        return None if found else "it does hold"
    return found


def _legal(table: Table, words: list[str]) -> str | None:
    seat, move = seat_named(words[0]), table.game.parse(" ".join(words[1:]))
    if move in table.game.legal_moves(table.state, seat):
        return None
    try:
        table.game.apply(table.state, seat, move)
    except IllegalMove as refused:
        return f"refused, {refused}"
    return "accepted, but not listed"


def _count(table: Table, words: list[str]) -> str | None:
    count = len(table.game.legal_moves(table.state, seat_named(words[0])))
    return None if [str(count)] == words[1:] else f"{count} legal moves"


def _asked(table: Table, words: list[str]) -> str | None:
    asked = [seat_name(seat) for seat in sorted(table.game.to_act(table.state))] or ["nobody"]
    return None if asked == words else f"{' '.join(asked)} asked"


def _position(table: Table, words: list[str]) -> str | None:
    line = " ".join(words)
    for written in table.game.format_position(table.state).splitlines():
        word, _, rest = written.partition(" ")
        if line == written or line in (f"{word} {item.strip()}" for item in rest.split(",")):
            return None
        if word == words[0] and "," not in rest:
            found = written
            return f"there is: {found}"
    return "no such line or item"


def _told(table: Table, words: list[str]) -> str | None:
    reader, wanted = _reader(words[0]), words[1:]
    told = [heard for event in table.events if (heard := event.seen_by(reader))]
    alike = [" ".join(event_words(event)) for event in told]
    if any(wanted[:1] == line.split()[:1] and {*wanted} <= {*line.split()} for line in alike):
        return None
    near = [line for line in alike if line.split()[:1] == wanted[:1]] or alike
    return "told: " + ("; ".join(near) or "nothing")


def _view(table: Table, words: list[str]) -> str | None:
    view = table.game.view(table.state, _reader(words[0]))
    name, _, index = words[1].rstrip("]").partition("[")
    if not hasattr(view, name):
        raise EngineError(f"a view has no {name[:20]!r}")
    wanted = words[2:]
    if wanted[:1] == ["has"]:
        items = [field_words(item) for item in getattr(view, name)]
        return None if any({*wanted[1:]} <= {*item} for item in items) else f"has {items}"
    found = field_text(view, name, seat_named(index) if index else None)
    return None if found == " ".join(wanted) else found


def _default(table: Table, words: list[str]) -> str | None:
    found = table.game.format(table.game.default_move(table.state, seat_named(words[0])))
    return None if found == " ".join(words[1:]) else found


def _outcome(table: Table, words: list[str]) -> str | None:
    found = outcome_text(table.game.outcome(table.state))
    return None if found == " ".join(words) else found


def _reader(word: str) -> Seat | None:
    return None if word == SPECTATOR else seat_named(word)


CHECKS: Mapping[str, Callable[[Table, list[str]], str | None]] = {
    "legal": _legal,
    "count": _count,
    "asked": _asked,
    "default": _default,
    "position": _position,
    "told": _told,
    "view": _view,
    "outcome": _outcome,
}
