"""A rule broken on purpose in a copy of the engine, and the stages of which one must find it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from engine.cli.casefile import read_cases

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests/engine/cases"


class Break(NamedTuple):
    """A change of the engine's source in one place, by which it breaks one rule."""

    title: str
    file: str
    """Below `engine/`."""
    old: str
    """What stands there exactly once."""
    new: str
    rule: str
    """The ruling that is broken, or where the rule is told otherwise."""
    stage: str = "cases"
    """What must find it: the written cases, or what no case can see, the recorded games."""


def copied(engine: Path, folder: Path) -> Path:
    """Copy an engine into a folder that is made for it."""
    # Compiled files go along: a copy keeps the times of its sources, by which they stay valid.
    shutil.copytree(engine, folder / "engine")
    return folder


@contextmanager
def planted_in(folder: Path, planted: Break) -> Iterator[None]:
    """Break the rule in the engine that lies in this folder, and mend it afterwards."""
    source = folder / "engine" / planted.file
    text, times = source.read_text("utf-8"), source.stat()
    found = text.count(planted.old)
    assert found == 1, f"{planted.title}: stands {found} times in {planted.file}: {planted.old}"
    source.write_text(text.replace(planted.old, planted.new), "utf-8")
    try:
        yield
    finally:
        source.write_text(text, "utf-8")
        os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))


def said_by(stage: str, key: str, folder: Path) -> str:
    """Let a stage look at the engine in this folder; what it has to say if it came to its end."""
    looked = subprocess.run(
        [sys.executable, "-m", *STAGES[stage](key)],
        # The copy is found before the engine as it is, and the tests beside that one.
        # Nothing broken is kept compiled: it could pass for what is mended in the same second.
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        cwd=folder,
        capture_output=True,
        text=True,
    )
    ended = looked.stdout.rstrip().endswith(" failed")
    assert ended, f"it went to pieces: {looked.stdout}{looked.stderr}"
    assert looked.returncode == ("\nFAILED" in f"\n{looked.stdout}")
    return looked.stdout


def _cases(key: str) -> list[str]:
    """The command that plays the files with written cases of a game."""
    files = (file for file in sorted(CASES.glob("*.case")) if key in _games(file))
    return ["engine", "cases", *map(str, files)]


def _games(file: Path) -> set[str]:
    cases = read_cases(file.name, file.read_text("utf-8"))
    return {case.blocks[0].lines[0].text.split()[0] for case in cases}


def _transcripts(key: str) -> list[str]:
    """The command that plays a game's recorded games again."""
    return ["tests.engine.breaks.recorded", key]


STAGES = {"cases": _cases, "transcripts": _transcripts}
