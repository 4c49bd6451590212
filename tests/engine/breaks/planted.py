"""A rule broken on purpose in a copy of the engine, and the stages of which one must find it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


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

    @property
    def module(self) -> str:
        """The module that it breaks."""
        return "engine." + self.file.removesuffix(".py").replace("/", ".")


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
