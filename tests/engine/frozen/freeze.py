"""Keeps a recorded game as it is stored today, after so many of its moves.

    python3 -m tests.engine.frozen.freeze tests/engine/transcripts/duel/all-goals.txt 7 \
        tests/engine/frozen/v2/duel-middle.json
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

from engine.maze.cells import Cell, cell_name
from engine.registry import RULESETS
from tests.engine.transcripts.record import Record, played, read

SOME = 3
"""So many legal moves are kept."""


def told(event: Any) -> dict[str, Any]:
    """A fact by its name and the names of its fields."""
    kinds = get_type_hints(type(event))
    named = {
        field.name: plain(getattr(event, field.name), kinds[field.name]) for field in fields(event)
    }
    return {"fact": type(event).__name__, **named}


def plain(value: Any, kind: Any = None) -> Any:
    """Cells by their names, and lists for tuples, as JSON has them."""
    if kind is Cell:
        return cell_name(value)
    return [plain(part) for part in value] if isinstance(value, tuple) else value


def frozen(record: Record, moves: int) -> dict[str, Any]:
    """What a file holds: a state, what it says and allows, and a fact of each kind until then."""
    rules = RULESETS[record.key]
    steps = [step for _, step in played(record)][: moves + 1]
    state, outcome = steps[-1].state, rules.outcome(steps[-1].state)
    events = {type(event): event for step in steps for event in step.events}.values()
    legal = [move for seat in rules.to_act(state) for move in rules.legal_moves(state, seat)]
    kept = {
        "ruleset": record.key,
        "state": rules.dump(state),
        "position": rules.format_position(state),
        "next": [rules.format(move) for move in legal[:SOME]],
        "events": [rules.dump_event(event) for event in events],
        "told": [told(event) for event in events],
    }
    if outcome:
        kept["outcome"] = {"winners": sorted(outcome.winners), "scores": list(outcome.scores)}
    return kept


def main(arguments: Sequence[str]) -> None:
    """Write the file, which must be new."""
    record, moves, path = arguments
    kept = frozen(read(Path(record).read_text("utf-8")), int(moves))
    Path(path).parent.mkdir(exist_ok=True)
    with Path(path).open("x", encoding="utf-8") as file:
        json.dump(kept, file, indent=1)


if __name__ == "__main__":
    main(sys.argv[1:])
