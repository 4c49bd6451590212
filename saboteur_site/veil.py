"""Hiding links and addresses in log lines. Standard library only: gunicorn's parent stays small."""

import logging
import re
import traceback
from collections.abc import Iterator
from typing import Any

# Signed links are long; no path of ours that is worth reading in a log has so long a part.
LINK = re.compile(r"(?<=/)[\w:.~=-]{20,}")
# What was picked from a hand, looked for or comes next stands in the rest of an address.
QUERY = re.compile(r"(?<=[\w/])\?[^\s\"']+")
ADDRESS = re.compile(r"[\w.+%-]+(?:@|%40)(?:[\w-]+\.)+\w+")
PLACE = '  File "'


def veil(text: str) -> str:
    """Write `…` for everything that could be a signed link, an email address or a hand."""
    return "\n".join(map(_veiled, text.split("\n")))


def _veiled(line: str) -> str:
    if line.startswith(PLACE):  # no link, however long its path
        return line
    return ADDRESS.sub("…", LINK.sub("…", QUERY.sub("?…", line)))


class Veiled(logging.Formatter):
    """Writes lines, and the tracebacks below them, without links and addresses.

    Of an error its class and its places in the program: what it says may name a card in a hand.
    """

    def format(self, record: logging.LogRecord) -> str:
        return veil(super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging calls it so
        """Write where an error came about, and by which others."""
        return "\n\nthat led to\n\n".join(map(_where, reversed([*_chain(ei[1])])))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Name an error and those that it came of, the last one first."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _where(error: BaseException) -> str:
    places = "".join(traceback.format_tb(error.__traceback__))
    kind = type(error)
    return f"Traceback (most recent call last):\n{places}{kind.__module__}.{kind.__qualname__}"
