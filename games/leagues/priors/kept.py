"""The priors that are kept with the program, a file for each game: see `__main__.py`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path

from games.leagues.rules.expectation import Cell

WHERE = Path(__file__).with_name("data")


@dataclass(slots=True)
class Kept:
    """What bots earned by one version of a game; options as words, then the table size."""

    ruleset: str
    version: int
    seed: int
    rounds: int
    gold: dict[tuple[str, int], dict[str, int]] = field(default_factory=dict)
    first: dict[tuple[str, int], dict[str, int]] = field(default_factory=dict)
    """Of the first few of these rounds: whoever plays them anew sees whether all is still so."""


def load(key: str) -> Kept | None:
    """Read what is kept of a game; None if there is nothing."""
    path = WHERE / f"{key}.json"
    if not path.exists():
        return None
    told = json.loads(path.read_text("utf-8"))
    tables = {(each["options"], each["size"]): each for each in told["tables"]}
    gold, first = (
        {cell: each[name] for cell, each in tables.items() if name in each}
        for name in ("gold", "first")
    )
    return Kept(told["ruleset"], told["version"], told["seed"], told["rounds"], gold, first)


def store(kept: Kept) -> None:
    """Write it, a line for each size of table."""
    head = {name: getattr(kept, name) for name in ("ruleset", "version", "seed", "rounds")}
    lines = [
        json.dumps({"options": cell[0], "size": cell[1], "gold": gold} | _first(kept, cell))
        for cell, gold in sorted(kept.gold.items())
    ]
    WHERE.mkdir(exist_ok=True)
    whole = json.dumps(head)[:-1] + ', "tables": [\n' + ",\n".join(lines) + "\n]}\n"
    path = WHERE / f"{kept.ruleset}.json"
    fresh = path.with_suffix(".new")
    fresh.write_text(whole, "utf-8")
    fresh.replace(path)


def _first(kept: Kept, cell: tuple[str, int]) -> dict[str, dict[str, int]]:
    return {"first": kept.first[cell]} if cell in kept.first else {}


def words(options: Mapping[str, str]) -> str:
    """Write how the options are chosen, the same in whatever order."""
    return " ".join(f"{name}={value}" for name, value in sorted(options.items()))


@cache
def _of(key: str) -> Kept | None:
    return load(key)


def priors(key: str, version: int, options: Mapping[str, str], size: int) -> dict[Cell, Fraction]:
    """Say what each role of a table earns in the mean; nothing if that was not played."""
    kept = _of(key)
    if kept is None or kept.version != version:
        return {}
    gold = kept.gold.get((words(options), size), {})
    return {Cell(size, role): Fraction(got, kept.rounds) for role, got in gold.items()}
