"""The version that runs: the newest heading of CHANGELOG.md, which alone says it."""

import re
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


def newest(changes: str) -> str:
    """Read the version of a change log's first heading."""
    found = re.search(r"^## (\d\S*)", changes, re.MULTILINE)
    if not found:
        raise ValueError("CHANGELOG.md names no version: its headings read `## 1.2.3`")
    return found[1]


VERSION = newest(CHANGELOG.read_text("utf-8"))
