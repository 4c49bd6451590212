"""What the launcher tells the person at the terminal. On stderr: stdout belongs to the command."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


def say(text: str) -> None:
    """Print a line now, even into a pipe."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Show what is being done while it is being done, then how long it took."""
    started = time.monotonic()
    print(f"{name:<24}", end="", file=sys.stderr, flush=True)
    try:
        yield
    except BaseException:
        say("not done")
        raise
    say(f"{time.monotonic() - started:6.1f} s")
