"""Rows of the email: the outbox beside a bare loop, and what a whole email costs."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from uuid import UUID

from engine.cli.measure import Row, Side, at_least, at_most, prepared, progress, speed, timed
from engine.registry import RULESETS
from games import letters
from games.models import Letter
from games.services import instant, mailbox, presence
from tests.bench.crowd import Crowd
from tests.bench.effort import Effort
from tests.bench.positions import natural
from tests.bench.post_office import Sink, send_all

Status = Letter.Status


class Letters:
    """The rows of group M."""

    def __init__(self, sink: Sink, crowd: Crowd, effort: Effort) -> None:
        self.sink, self.crowd, self.effort = sink, crowd, effort

    def rows(self) -> Iterator[Row]:
        """Build the rows; the letters for them are posted meanwhile."""
        progress("making letters")
        known = self._turns(self.effort.letters)
        with_pictures = _finished(known)
        yield self._fresh(with_pictures)
        yield self._at_hand(known, with_pictures)
        yield from map(self._whole, RULESETS)

    def _fresh(self, finished: Sequence[bytes]) -> Row:
        # Symbols are drawn once in a release, and that is not what is asked.
        _finished(self._turns(self.effort.letters))
        unsent = iter(self._turns(self.effort.fresh_letters * self.effort.rounds))
        relayed = _Relay(lambda: list(islice(unsent, self.effort.fresh_letters)))
        what = "the relay, text and HTML with fresh pictures, beside smtplib (wall clock)"
        measure = speed(relayed.side, self._smtplib(finished))
        return Row("M1 fresh", what, at_least(0.012), measure)

    def _at_hand(self, ids: Sequence[UUID], finished: Sequence[bytes]) -> Row:
        def at_hand() -> Sequence[UUID]:
            _finished(ids)  # other rows have drawn other pictures since
            return ids

        what = "the relay, text and HTML with pictures at hand, beside smtplib (wall clock)"
        measure = speed(_Relay(at_hand).side, self._smtplib(finished))
        return Row("M1 at hand", what, at_least(0.035), measure)

    def _whole(self, key: str) -> Row:
        _finished(self._turns(self.effort.letters, key))  # for their symbols, as above
        unseen = iter(self._turns(self.effort.fresh_letters * self.effort.rounds, key))
        work = timed(lambda: len(_finished(list(islice(unseen, self.effort.fresh_letters)))), 0)
        what = "milliseconds of CPU of a whole letter with fresh pictures"
        return Row(f"M6 {key}", what, at_most(35), lambda: 1_000 * work())

    def _smtplib(self, finished: Sequence[bytes]) -> Side:
        line = self.sink.bare_line()
        return timed(lambda: send_all(line, finished), self.effort.seconds, perf_counter)

    def _turns(self, wanted: int, key: str = "saboteur") -> list[UUID]:
        """Post a letter to the asked seat of so many tables that nobody has seen."""
        guests = self.crowd.seat(natural(key, wanted))
        return _post(
            Letter(
                kind=Letter.Kind.TURN, game_id=guest.game_id, seat_id=guest.seat_id, ply=guest.ply
            )
            for guest in guests
        )


def _post(wanted: Iterator[Letter]) -> list[UUID]:
    """Store letters that nobody sends before they are asked for."""
    now, rows = instant.now(), list(wanted)
    for letter in rows:
        letter.created_at = letter.due_at = now
        letter.status = Status.SENT
    return [letter.pk for letter in Letter.objects.bulk_create(rows)]


class _Relay:
    """The service's sweep, with these letters in the queue and no others."""

    def __init__(self, choose: Callable[[], Sequence[UUID]]) -> None:
        self.choose = choose
        self.ids: Sequence[UUID] = ()
        self.side = prepared(self._queue, timed(self._sweep, 0, perf_counter))

    def _queue(self) -> None:
        self.ids, now = self.choose(), instant.now()
        Letter.objects.exclude(status=Status.SENT).delete()
        Letter.objects.filter(pk__in=self.ids).update(
            status=Status.QUEUED, attempts=0, due_at=now, sent_at=None
        )

    def _sweep(self) -> int:
        # Later than anybody who has just moved could still be looking at his table.
        mailbox.sweep(now=instant.now() + presence.grace())
        sent = Letter.objects.filter(pk__in=self.ids, status=Status.SENT).count()
        if sent != len(self.ids):
            raise RuntimeError(f"{sent} of {len(self.ids)} letters were sent in the measurement")
        return sent


def _finished(ids: Sequence[UUID]) -> list[bytes]:
    """Render letters into the bytes that go over the line."""
    now = instant.now()
    rows = Letter.objects.select_related("game", "seat__player", "invitation__game", "sign_in")
    return [letters.render(letter, now=now).wire() for letter in rows.filter(pk__in=ids)]
