"""A random part of many cases that walk the same code: another part with each commit."""

import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

T = TypeVar("T")


def sample(config: pytest.Config, rows: Sequence[T], part: int) -> list[T]:
    """Choose one row in `part`, at least one, in their order; all of them with `--deep`.

    Every process chooses the same rows for the same commit, as pytest-xdist needs it.
    """
    if config.getoption("--deep"):
        return list(rows)
    chance = Random(f"{commit()} {len(rows)}")
    chosen = chance.sample(range(len(rows)), max(1, len(rows) // part))
    return [rows[at] for at in sorted(chosen)]


def repeats(config: pytest.Config, number: int, part: int) -> int:
    """Choose how often to repeat: one time in `part`; `number` times with `--deep`."""
    return number if config.getoption("--deep") else max(1, number // part)


@cache
def commit() -> str:
    """Name the commit that is checked out, or a fixed word where there is no repository."""
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "no commit"
    return asked.stdout.strip()
