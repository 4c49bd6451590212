"""Rows of the letter: the relay beside a bare loop and beside tasks, the price of a picture."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from time import perf_counter
from unittest.mock import patch
from uuid import UUID

from engine.cli.measure import Row, Side, at_least, at_most, prepared, price, progress, speed, timed
from engine.registry import RULESETS
from games import drawing, letters
from games.models import Game, Invitation, Letter
from games.services import games, instant, mailbox, presence
from tests.bench import post_office, tasks
from tests.bench.crowd import TIME, Crowd
from tests.bench.effort import Effort
from tests.bench.positions import natural
from tests.bench.post_office import Sink, send_all

Status = Letter.Status


class Letters:
    """The rows of group M."""

    def __init__(self, sink: Sink, crowd: Crowd, effort: Effort) -> None:
        self.sink, self.crowd, self.effort = sink, crowd, effort

    def rows(self, stack: ExitStack) -> Iterator[Row]:
        """Build the rows; the letters for them are posted meanwhile."""
        progress("making letters")
        known = self._turns(self.effort.letters)
        plain = self._invitations(self.effort.letters)
        with_pictures = _finished(known)
        yield self._fresh(with_pictures)
        yield self._at_hand(known, with_pictures)
        yield self._beside_tasks(plain, stack)
        yield self._price_of_a_picture()
        yield from map(self._whole, RULESETS)

    def _fresh(self, finished: Sequence[bytes]) -> Row:
        # Symbols are drawn once in a release, and that is not what is asked.
        _finished(self._turns(self.effort.letters))
        unsent = iter(self._turns(self.effort.fresh_letters * self.effort.rounds))
        relayed = _Relay(lambda: list(islice(unsent, self.effort.fresh_letters)))
        what = "the relay, text and HTML with fresh pictures, beside smtplib (wall clock)"
        measure = speed(relayed.side, self._smtplib(finished))
        return Row("M1 fresh", what, at_least(0.05), measure)

    def _at_hand(self, ids: Sequence[UUID], finished: Sequence[bytes]) -> Row:
        def at_hand() -> Sequence[UUID]:
            _finished(ids)  # other rows have drawn other pictures since
            return ids

        what = "the relay, text and HTML with pictures at hand, beside smtplib (wall clock)"
        measure = speed(_Relay(at_hand).side, self._smtplib(finished))
        return Row("M1 at hand", what, at_least(0.18), measure)

    def _beside_tasks(self, ids: Sequence[UUID], stack: ExitStack) -> Row:
        stack.enter_context(post_office.sending_by_tasks(self.sink))
        self._by_tasks(ids[:1])

        def by_tasks() -> int:
            return self._by_tasks(ids)

        what = "the relay, beside a Celery task for each letter (without pictures, wall clock)"
        measure = speed(_Relay(lambda: ids).side, timed(by_tasks, 0, perf_counter))
        return Row("M2", what, at_least(1.7), measure)

    def _by_tasks(self, ids: Sequence[UUID]) -> int:
        wanted = self.sink.count() + len(ids)
        tasks.ask_for(ids)
        self.sink.await_count(wanted)
        return len(ids)

    def _price_of_a_picture(self) -> Row:
        unseen = iter(self._turns(self.effort.fresh_letters * self.effort.rounds))
        known = self._turns(self.effort.fresh_letters)

        def with_pictures() -> int:
            return len(_finished(list(islice(unseen, self.effort.fresh_letters))))

        def without() -> int:
            with (
                patch.object(drawing, "maze_png", _no_picture),
                patch.object(drawing, "hand_png", _no_picture),
            ):
                return len(_finished(known))

        what = "building a letter with fresh pictures, beside one without"
        ours, peer = timed(with_pictures, 0), timed(without, self.effort.seconds)
        return Row("M5", what, at_most(5), price(ours, peer))

    def _whole(self, key: str) -> Row:
        _finished(self._turns(self.effort.letters, key))  # for their symbols, as above
        unseen = iter(self._turns(self.effort.fresh_letters * self.effort.rounds, key))
        work = timed(lambda: len(_finished(list(islice(unseen, self.effort.fresh_letters)))), 0)
        what = "milliseconds of CPU of a whole letter with fresh pictures"
        return Row(f"M6 {key}", what, at_most(12), lambda: 1_000 * work())

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

    def _invitations(self, wanted: int) -> list[UUID]:
        now, game = instant.now(), self._open_table()
        invited = Invitation.objects.bulk_create(
            Invitation(game=game, email=f"guest{at}@example.org", created_at=now)
            for at in range(wanted)
        )
        return _post(
            Letter(kind=Letter.Kind.INVITATION, game=game, invitation=one, email=one.email)
            for one in invited
        )

    def _open_table(self) -> Game:
        return games.create(
            self.crowd.people[0],
            ruleset_key="saboteur",
            options={},
            seats=4,
            time=TIME,
            now=instant.now(),
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


def _no_picture(*_: object, **__: object) -> bytes:
    return b""
