"""Events, views and their fields as words, from their types alone, whatever the game."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from engine.api import Event, Outcome, Seat
from engine.errors import EngineError
from engine.maze.cells import Cell, cell_name
from engine.values import Made

SPECTATOR = "spectator"


def seat_name(seat: Seat | None) -> str:
    """Write a seat as @1; None is a spectator."""
    return SPECTATOR if seat is None else f"@{seat + 1}"


def seat_named(word: str) -> Seat:
    """Read a seat written as @1; raises EngineError."""
    if not (word.startswith("@") and word[1:].isascii() and word[1:].isdigit() and len(word) < 4):
        raise EngineError(f"no seat: {word[:20]!r} (seats are @1, @2, ...)")
    return Seat(int(word[1:]) - 1)


def event_words(event: Event) -> list[str]:
    """Write a fact as its name and name=value for each field."""
    return [type(event).__name__, *field_words(event)]


def field_words(value: Any) -> list[str]:
    """Write a dataclass as name=value for each field, anything else as itself."""
    if not is_dataclass(value):
        return [_item(value, None)]
    return [
        f"{name}={_item(getattr(value, name), kind)}" for name, kind in _KINDS[type(value)].items()
    ]


def field_text(owner: Any, name: str, at: int | None = None) -> str:
    """Write one field, or one item of it; several items stand apart, nothing is "none"."""
    value = getattr(owner, name)
    return _text(value if at is None else value[at], _KINDS[type(owner)][name])


def outcome_text(outcome: Outcome | None) -> str:
    """Write how a game ended."""
    if outcome is None:
        return "none"
    winners = " ".join(map(seat_name, sorted(outcome.winners))) or "none"
    return f"winners {winners} scores {' '.join(map(str, outcome.scores))}"


def _kinds_of(owner: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(owner)
    return {field.name: _leaf(hints[field.name]) for field in fields(owner)}


_KINDS: Made[type[Any], dict[str, Any]] = Made(_kinds_of)


def _leaf(hint: Any) -> Any:
    """Find the Seat or Cell in a type: both are ints, but people read them as names."""
    if hint is Seat or hint is Cell:
        return hint
    return next((leaf for part in get_args(hint) if (leaf := _leaf(part))), None)


def _text(value: Any, kind: Any) -> str:
    if isinstance(value, (tuple, frozenset)):
        return " ".join(_item(part, kind) for part in _in_order(value)) or "none"
    return _item(value, kind)


def _item(value: Any, kind: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and kind is not None:
        return seat_name(Seat(value)) if kind is Seat else cell_name(Cell(value))
    if isinstance(value, (tuple, frozenset)):
        return f"({','.join(_item(part, kind) for part in _in_order(value))})"
    if isinstance(value, Mapping):
        return ",".join(f"{name}:{part}" for name, part in value.items())
    if is_dataclass(value):
        return f"({','.join(field_words(value))})"
    return str(value)


def _in_order(values: tuple[Any, ...] | frozenset[Any]) -> tuple[Any, ...]:
    return values if isinstance(values, tuple) else tuple(sorted(values))
