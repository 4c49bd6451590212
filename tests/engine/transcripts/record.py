"""Recorded games as text: what was chosen, every move, and the facts that matter of what followed.

A record is checked by playing it again and writing it down again: every letter must be the same.

    python3 -m tests.engine.transcripts.record tests/engine/transcripts/duel/all-goals.txt

writes down what follows from a file's title, second line and moves; without moves bots play.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.api import Seat
from engine.cli import tables
from engine.registry import RULESETS
from tests.engine.contract.known import KNOWN

FOLDER = Path(__file__).parent


class Record(NamedTuple):
    """A game somebody played, as far as it was chosen by people."""

    title: str
    key: str
    seats: int
    options: Mapping[str, str]
    seed: bytes
    moves: tuple[tuple[Seat, str], ...]


def read(text: str) -> Record:
    """Read what was chosen; the facts after `>` follow from it."""
    lines = text.splitlines()
    title, head = lines[0].removeprefix("# "), lines[1].split()
    values = dict(word.split("=") for word in head[1:])
    moves = [line.split(" ", 1) for line in lines[2:] if line.startswith("@")]
    return Record(
        title,
        key=head[0],
        seats=int(values.pop("seats")),
        seed=bytes.fromhex(values.pop("seed")),
        options=values,
        moves=tuple((Seat(int(seat[1:]) - 1), move) for seat, move in moves),
    )


def write(record: Record) -> str:
    """Play the game again and write down how it went."""
    options = " ".join(f"{name}={value}" for name, value in record.options.items())
    lines = [
        f"# {record.title}",
        f"{record.key} seats={record.seats} {options} seed={record.seed.hex()}",
    ]
    ruleset, state = RULESETS[record.key], None
    for said, step in played(record):
        state = step.state
        lines += [said, *_noted(record.key, step.events)]
    outcome = ruleset.outcome(state)
    if outcome is None:
        return "\n".join([*lines, "outcome none"]) + "\n"
    winners = " ".join(f"@{seat + 1}" for seat in sorted(outcome.winners)) or "none"
    lines.append(f"outcome scores {' '.join(map(str, outcome.scores))} winners {winners}")
    return "\n".join(lines) + "\n"


def played(record: Record) -> Iterable[tuple[str, Any]]:
    """Every step of the game and the line that led to it."""
    ruleset = RULESETS[record.key]
    step = ruleset.setup(record.seed, record.seats, record.options)
    yield "deal", step
    for seat, text in record.moves:
        step = tables.played(ruleset, step.state, seat, ruleset.parse(text))
        yield f"@{seat + 1} {ruleset.format(ruleset.parse(text))}", step


def _noted(key: str, events: Iterable[Any]) -> list[str]:
    facts = [(type(event).__name__, [*vars(event).values()]) for event in events]
    routine = KNOWN[key].ROUTINE
    return [f"> {name} {json.dumps(values)[1:-1]}" for name, values in facts if name not in routine]


def by_bots(record: Record) -> Record:
    """Let bots make all moves of a game."""
    ruleset, moves = RULESETS[record.key], list[tuple[Seat, str]]()
    state = ruleset.setup(record.seed, record.seats, record.options).state
    while asked := sorted(ruleset.to_act(state)):
        seat = asked[0]
        move = ruleset.choose(ruleset.view(state, seat), ruleset.legal_moves(state, seat))
        moves.append((seat, ruleset.format(move)))
        state = ruleset.apply(state, seat, move).state
    return record._replace(moves=tuple(moves))


def main(paths: Sequence[str]) -> None:
    """Write down what follows from each file's moves."""
    for path in map(Path, paths):
        record = read(path.read_text("utf-8"))
        path.write_text(write(record if record.moves else by_bots(record)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
