"""The record of a game as JSON: written whole after the end, read again with distrust."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from engine.api import Uncovered
from games.replay.rules.playing import Back, Done, Played

FORMAT, VERSION = "saboteur-by-mail", 1
MOST_LETTERS = 60_000
MOST_DONE = 3000
MOST_BACK = 200
"""Each looks through all that was played since: of thousands nobody waits for the page."""
LONGEST_NAME = 50


class BadRecord(ValueError):
    """A text that is no record of ours, or none of a whole game."""


class UnfinishedRecord(BadRecord):
    """A record of a game that still ran: it holds what one reader was told, and no positions."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game to look at again."""

    played: Played
    names: tuple[str, ...]
    name: str = ""
    """What the game is called; records of old have none."""


def steps(done: Sequence[Done | Back]) -> list[list[Any]]:
    """Write down what was done: seat from 1, text, and for a setting that it is one.

    Where the game was taken back: how, and to which ply.
    """
    return [
        [at.how, at.to]
        if isinstance(at, Back)
        else [at.seat + 1, at.text, *(["set"] if at.setting else [])]
        for at in done
    ]


def whole(record: Record) -> dict[str, Any]:
    """Write what a game can be played again from."""
    played = record.played
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": record.name,
        "ruleset": played.ruleset,
        "options": dict(played.options),
        "names": list(record.names),
        "seed": played.seed.hex(),
        "done": steps(played.done),
    }


def text(record: Record) -> str:
    """Write a record as short as it goes, to come along with the next step."""
    return json.dumps(whole(record), ensure_ascii=False, separators=(",", ":"))


def unfinished(
    name: str,
    ruleset: str,
    options: Mapping[str, str],
    names: Sequence[str],
    seat: int | None,
    told: Sequence[object],
) -> dict[str, Any]:
    """Write what a seat, or everybody for None, was told of a game that still runs."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "ruleset": ruleset,
        "options": dict(options),
        "names": list(names),
        "seat": None if seat is None else seat + 1,
        "told": list(told),
    }


def reported(
    ruleset: str,
    rules: int,
    options: Mapping[str, str],
    seats: int,
    moves: Iterable[Sequence[object]],
    settings: Iterable[Sequence[object]],
    table: Uncovered[Any] | None,
) -> dict[str, Any]:
    """Write a game that runs down for whoever mends the program: neither names nor the secret.

    Moves and settings as they are stored, since they may be what is wrong; the table as it lies, no
    pile in its order, or nothing if the position cannot be read.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": ruleset,
        "rules": rules,
        "options": dict(options),
        "seats": seats,
        "moves": [list(each) for each in moves],
        "settings": [list(each) for each in settings],
        "table": _plain(table),
    }


def _plain(value: Any) -> Any:
    """Write what is seen as JSON can say it."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, frozenset):
        value = sorted(value, key=repr)
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value


def read(text: str) -> Record:
    """Read the record of a whole game; raises BadRecord, or UnfinishedRecord."""
    try:
        # A number of endless digits, or depth without end, is no record either.
        data = json.loads(text) if len(text) <= MOST_LETTERS else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise BadRecord
    if "seed" not in data:
        raise UnfinishedRecord
    names = tuple(_text(name, LONGEST_NAME) for name in _list(data.get("names"), 20))
    done = tuple(_done(step, len(names)) for step in _list(data.get("done"), MOST_DONE))
    options = data.get("options")
    if not names or not isinstance(options, Mapping):
        raise BadRecord
    if sum(isinstance(step, Back) for step in done) > MOST_BACK:
        raise BadRecord
    return Record(
        Played(
            ruleset=_text(data.get("ruleset"), 40),
            options={_text(name, 40): _text(value, 40) for name, value in options.items()},
            seats=len(names),
            seed=_seed(data["seed"]),
            done=done,
        ),
        names,
        _text(data.get("name", ""), LONGEST_NAME),
    )


def _list(value: object, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise BadRecord
    return value


def _text(value: object, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise BadRecord
    return value


def _seed(value: object) -> bytes:
    try:
        return bytes.fromhex(_text(value, 64))
    except ValueError:
        raise BadRecord from None


def _done(step: object, seats: int) -> Done | Back:
    match step:
        case ["back" | "undo" | "deal" as how, int(to)] if 0 <= to <= MOST_DONE:
            return Back(to, how)
        case [int(seat), str(text)] if 1 <= seat <= seats:
            return Done(seat - 1, _text(text, 100))
        case [int(seat), str(text), "set"] if 1 <= seat <= seats:
            return Done(seat - 1, _text(text, 100), setting=True)
    raise BadRecord
