"""Plays the recorded games of a ruleset again and prints one line for each, as `cases` does."""

import sys

from engine.errors import EngineError
from tests.engine.transcripts.record import FOLDER, read, write


def main(key: str) -> int:
    """Play them: 0 if every one goes again as it went, 1 if not."""
    failed = 0
    records = sorted(FOLDER.glob(f"{key}/*.txt"))
    for path in records:
        same = _goes_again(path.read_text("utf-8"))
        failed += not same
        print(f"{'ok' if same else 'FAILED':8}{path.stem}")
    print(f"{len(records)} recorded games, {failed} failed")
    return 1 if failed else 0


def _goes_again(text: str) -> bool:
    try:
        return write(read(text)) == text
    except EngineError:  # a move is refused, or nothing like it can be read
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
