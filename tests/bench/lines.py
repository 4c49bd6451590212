"""Rows of the line to a mail server: what encryption costs, and how many lines run side by side."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from smtplib import SMTP
from time import perf_counter

from engine.cli.measure import Row, Side, at_least, speed, timed
from tests.bench.effort import Effort
from tests.bench.post_office import Sink, send_all

LINES, ANSWER = 16, 5
"""Connections at once, and milliseconds that the mail server takes for each answer."""
_SMALL = 1_000
_LARGE = 16_600
"""Bytes of a letter that does not fit into one record of TLS."""
_EACH = 5


def rows(sink: Sink, effort: Effort) -> Iterator[Row]:
    """Build the rows: our own connections, finished letters."""
    yield _encrypted(sink, effort)
    yield _side_by_side(sink)


def _encrypted(sink: Sink, effort: Effort) -> Row:
    letter = _letter_of(_LARGE)

    def side(line: SMTP) -> Side:
        return timed(lambda: send_all(line, [letter]), effort.seconds, perf_counter)

    what = f"a kept line over STARTTLS, beside one without, {_LARGE:,} bytes (wall clock)"
    # A line that waits for acknowledgements stands at 0.02.
    goal = at_least(0.6)
    return Row("M3", what, goal, speed(side(sink.line(tls=True)), side(sink.line())))


def _side_by_side(sink: Sink) -> Row:
    alone, *others = (sink.line(wait=ANSWER) for _ in range(LINES + 1))
    letters = [_letter_of(_SMALL)] * _EACH

    def together() -> int:
        with ThreadPoolExecutor(LINES) as threads:
            return sum(threads.map(lambda line: send_all(line, letters), others))

    what = f"{LINES} lines beside one, at {ANSWER} ms for each answer (wall clock)"
    many, one = (
        timed(work, 0, perf_counter) for work in (together, lambda: send_all(alone, letters))
    )
    return Row("M4", what, at_least(14), speed(many, one))


def _letter_of(size: int) -> bytes:
    """Make a letter of so many bytes, in lines as mail has them."""
    head = b"Subject: a letter\r\n\r\n"
    return head + (b"x" * 76 + b"\r\n") * ((size - len(head)) // 78)
