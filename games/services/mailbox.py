"""The outbox: letters are posted as intentions inside a transaction and delivered afterwards.

Claim and commit, send without any lock, mark. A worker that dies in between leaves a letter whose
lease runs out; it then goes out again, byte by byte the same.
"""

import logging
import math
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend

from games import dispatch, letters, selectors, statements
from games.channels.selectors import TOLD
from games.clocks.services import delivered
from games.delivery.services import outage, weighing
from games.log.rules import Cause
from games.log.services import By, because, write
from games.models import (
    AddressChange,
    Asked,
    Case,
    Channel,
    Entry,
    Game,
    Invitation,
    Letter,
    Objection,
    Reply,
    Sanction,
    Seat,
    Sending,
    SignIn,
    Written,
)
from games.services import folding, writing
from games.services.claiming import Claimed, claim
from games.services.failures import (
    Failure,
    Verdict,
    classify,
    database_is_gone,
    refused,
    unfinished,
    unreachable,
    unwritten,
)
from games.services.freshness import SAID_BY_A_TURN, is_needed
from games.services.marking import Delivery, Marks, mark, marks
from games.services.presence import at_table_until, grace
from games.services.reading import whole

logger = logging.getLogger(__name__)

Kind, Status = Letter.Kind, Letter.Status

RETRIES = tuple(
    timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 3 * 60, 6 * 60, 12 * 60, 24 * 60)
)
"""The wait after the first, second, ... attempt; one more attempt after the last, then failed."""

_ANEW: dict[str, Any] = {
    "status": Status.QUEUED,
    "attempts": 0,
    "first_due_at": None,
    "heard": "",
    "heard_at": None,
    "heeded": True,
    "whom": "",
}
"""Of a letter that leaves once more nothing is known yet."""

SWEEP_LETTERS = 100
AT_ONCE = 25
"""So many are claimed by one commit. If their worker is killed, all wait for its lease to end."""
SWEEP_SECONDS = 60
HINT_SECONDS = 10
"""A hint's worker goes on for so long with emails that were not its own; then the sweep does."""
A_MOMENT = 1.0
"""Seconds for which what was read about letters counts as what is true."""


def post(
    game: Game,
    wanted: Iterable[tuple[Letter.Kind, Seat]],
    *,
    now: datetime,
    entry: Entry | None = None,
) -> None:
    """Post a letter of a kind to each seat whose player has an address.

    The caller is in the transaction that is its cause.
    """
    if not (wanted := list(wanted)):
        return
    reached: dict[int | None, int | None] = {
        seat.pk: seat.player_id
        for seat in Seat.objects.filter(
            pk__in={seat.pk for _kind, seat in wanted}, player__email__isnull=False
        )
    }
    # Of those that are due together the first leaves first: who was late is told before others.
    posted = Letter.objects.bulk_create(
        Letter(
            kind=kind,
            seat=seat,
            game=game,
            ply=game.ply,
            entry=entry,
            created_at=now,
            due_at=_due(kind, seat, entry, now) - timedelta(microseconds=after),
        )
        for after, (kind, seat) in enumerate(reversed(wanted))
        if seat.pk in reached
    )
    told = [letter for letter in posted if letter.kind in TOLD]
    sendings = _tell(told, reached, now) if told else []
    dispatch.letters(letter.pk for letter in posted if letter.due_at <= now)
    if any(sending.due_at <= now for sending in sendings):
        dispatch.channels()


def _tell(
    told: Sequence[Letter], reached: Mapping[int | None, int | None], now: datetime
) -> list[Sending]:
    """Let what these letters tell go out by their readers' channels, too."""
    channels = Channel.objects.filter(player__in=reached.values(), off="")
    players = dict(channels.values_list("pk", "player"))
    # Nobody removes one before this is committed: else that would fail, and its cause with it.
    kept = statements.keep(Channel, players) if players else []
    return Sending.objects.bulk_create(
        Sending(channel_id=pk, letter=letter, created_at=now, due_at=letter.due_at)
        for letter in told
        for pk in kept
        if players[pk] == reached[letter.seat_id]
    )


def _due(kind: Letter.Kind, seat: Seat, entry: Entry | None, now: datetime) -> datetime:
    if kind == Kind.NEWS:
        return folding.due_at_seat(seat, entry, now=now)
    # Where bots answer within seconds his turn letter tells all that this one would.
    return now + grace() if kind in SAID_BY_A_TURN else now


def post_to(
    email: str | None,
    kind: Letter.Kind,
    *,
    now: datetime,
    game: Game | None = None,
    invitation: Invitation | None = None,
    sign_in: SignIn | None = None,
    entry: Entry | None = None,
    asked: Asked | None = None,
    change: AddressChange | None = None,
    case: Case | None = None,
    objection: Objection | None = None,
    sanction: Sanction | None = None,
    due_at: datetime | None = None,
    before: Mapping[str, Any] | None = None,
) -> None:
    """Post a letter to an address, or nothing to who has none.

    The caller is in the transaction that is its cause.
    """
    if email is None:
        return
    letter = Letter(email=email, kind=kind, game=game, invitation=invitation, sign_in=sign_in)
    letter.entry, letter.asked, letter.change, letter.before = entry, asked, change, before
    letter.case, letter.objection = case, objection
    letter.sanction = sanction
    letter.created_at, letter.due_at = now, folding.due(letter, now=due_at or now)
    letter.save(force_insert=True)
    if letter.due_at <= now:
        dispatch.letters([letter.pk])


def answer(reply: Reply, *, now: datetime) -> None:
    """Post the letter that says what became of a reply; the caller ends it in its transaction."""
    game = reply.seat.game
    letter = Letter(kind=Kind.REPLY, game=game, seat=reply.seat, ply=game.ply, reply=reply)
    letter.created_at = letter.due_at = now
    letter.save(force_insert=True)
    dispatch.letters([letter.pk])


def deliver(letter_id: UUID, *, now: datetime) -> Delivery | None:
    """Send one letter if it is due; None if it is not or somebody else has it."""
    writing.forget_arrived()
    if not (claimed := claim(now, only=[letter_id])):
        return None
    with _server() as server:
        return _deliver(claimed, server, now)[-1]


def sweep(*, now: datetime, first: Collection[UUID] = ()) -> int:
    """Attempt what is due or lost its worker, over one connection; count it.

    If `first` is given, those leave first, and the rest is a short batch.
    """
    ends = time.monotonic() + (HINT_SECONDS if first else SWEEP_SECONDS)
    only, count = first or None, 0
    with _server() as server:
        while count < SWEEP_LETTERS:
            if not (claimed := _next(now, only)):
                if only is None:
                    break
                only = None
                continue
            done = _deliver(claimed, server, now, until=ends)
            count += len(done)
            if any(each.server_down for each in done) or time.monotonic() > ends:
                break
    return count


def requeue(ids: Sequence[UUID], *, now: datetime, by: By | None = None) -> int:
    """Begin anew with letters that failed; count them."""
    with because(Cause.ACT):
        failed = Letter.objects.select_for_update().filter(pk__in=ids, status=Status.FAILED)
        again = list(failed.values_list("pk", flat=True))
        Letter.objects.filter(pk__in=again).update(**_ANEW, due_at=now)
        dispatch.letters(again)
        if again:
            write("resend-letter", now=now, by=by, arguments={"letters": list(map(str, again))})
    return len(again)


def send_again(letter: Letter, *, now: datetime) -> None:
    """Write a letter anew and send it once more; the caller holds it and its transaction."""
    Written.objects.filter(letter=letter).delete()
    Letter.objects.filter(pk=letter.pk).update(**_ANEW, due_at=now)
    dispatch.letters([letter.pk])


def _next(now: datetime, only: Collection[UUID] | None) -> list[Claimed]:
    writing.forget_arrived()
    return claim(now, AT_ONCE, only=only)


@contextmanager
def _server() -> Iterator[BaseEmailBackend]:
    server = mail.get_connection()
    try:
        yield server
    finally:
        _hang_up(server)


def _hang_up(server: BaseEmailBackend) -> None:
    # Django lets go of the connection whether or not the mail server says goodbye properly.
    with suppress(OSError):
        server.close()


@dataclass(frozen=True, slots=True)
class _Ready:
    """A letter that can leave."""

    letter: Letter
    written: Written
    fresh: bool
    """Whether surely nobody has read a word of it."""


def _deliver(
    claimed: Sequence[Claimed], server: BaseEmailBackend, now: datetime, until: float = math.inf
) -> list[Delivery]:
    """Attempt these letters: all are written in one go, then they leave one after the other.

    `now` grows old while we send: at `until`, long before that could cut a lease short, those that
    are left go back to their places in the queue.
    """
    read_at, places = time.monotonic(), {letter.pk: letter.due_at for letter in claimed}
    ready, done = _write_all(claimed, now)
    with marks(now) as sent:
        while ready:
            if time.monotonic() - read_at > A_MOMENT:
                sent.settle()
                read_at = time.monotonic()
                ready, dropped = _still_needed(ready, now)
                done += dropped
                continue
            each = ready.pop(0)
            done.append(_send(each, server, now, sent))
            if done[-1].server_down or time.monotonic() > until:
                sent.settle()
                _give_back(ready, places)
                break
            if done[-1].status != Status.SENT:
                # To whom it could not be sent has more time now: others may be to him too.
                read_at = -math.inf
    left = any(each.status == Status.SENT for each in done)
    if left and not any(each.server_down for each in done):
        outage.end(now=now)
    return done


def _write_all(claimed: Sequence[Claimed], now: datetime) -> tuple[list[_Ready], list[Delivery]]:
    """Write letters and keep them; what became of those that cannot leave now."""
    ready, done = list[_Ready](), list[Delivery]()
    try:
        asked = [(each, _stays(each, now)) for each in whole([each.pk for each in claimed])]
        done += [stays for _letter, stays in asked if stays]
        leaving = [letter for letter, stays in asked if not stays]
        seats = (letter.seat for letter in leaving if letter.seat and not writing.kept(letter))
        tables = selectors.seat_tables(seats, now=now)
        for letter in leaving:
            found = _write(letter, now, tables)
            if isinstance(found, _Ready):
                ready.append(found)
            else:
                done.append(found)
        fresh = [each.written for each in ready if each.fresh]
        kept = writing.keep(fresh) if fresh else frozenset()
    except Exception as error:
        if not database_is_gone(error):
            raise
        # No fault of the letters', so it was no attempt.
        logger.warning("letters wait for the database: %s", type(error).__name__)
        return [], [
            mark(letter, Delivery(Status.QUEUED), due_at=now, attempts=letter.attempts - 1)
            for letter in claimed
        ]
    # They are written anew, if there is still somebody to read them.
    lost = [each for each in ready if each.fresh and each.letter.pk not in kept]
    done += [
        mark(each.letter, Delivery(Status.QUEUED), due_at=now, attempts=each.letter.attempts - 1)
        for each in lost
    ]
    return [each for each in ready if each not in lost], done


def _stays(letter: Letter, now: datetime) -> Delivery | None:
    """Tell what becomes of a letter that does not leave now; None if it does."""
    if not is_needed(letter, now=now):
        return mark(letter, Delivery(Status.DROPPED))
    if letter.attempts > len(RETRIES) + 1:
        return _mark_failure(letter, unfinished(), now)
    try:
        delivered.leaves(letter, now=now)
        until = at_table_until(letter, now=now)
    except Exception as error:
        return _unwritten(letter, error, now)
    return _hold_back(letter, until, now) if until else None


def _write(letter: Letter, now: datetime, tables: letters.Tables) -> _Ready | Delivery:
    try:
        kept = writing.kept(letter)
        written = kept or letters.write(letter, now=now, tables=tables)
    except Exception as error:
        return _unwritten(letter, error, now)
    return _Ready(letter, written, fresh=kept is None)


def _unwritten(letter: Letter, error: Exception, now: datetime) -> Delivery:
    """A letter that cannot be written must not stop the others; its row and the log tell."""
    if database_is_gone(error):
        raise error
    logger.error("letter %s cannot be written", letter.id, exc_info=error)
    return _mark_failure(letter, unwritten(error), now)


def _still_needed(ready: Sequence[_Ready], now: datetime) -> tuple[list[_Ready], list[Delivery]]:
    """Ask again, while a slow mail server keeps letters waiting, which are worth sending."""
    written = {each.letter.pk: each for each in ready}
    again = [replace(written[letter.pk], letter=letter) for letter in whole(written)]
    asked = [(each, is_needed(each.letter, now=now)) for each in again]
    dropped = [mark(each.letter, Delivery(Status.DROPPED)) for each, needed in asked if not needed]
    return [each for each, needed in asked if needed], dropped


def _give_back(ready: Iterable[_Ready], places: Mapping[UUID, datetime]) -> None:
    """Leave letters that nobody has seen where they were in the queue."""
    for each in ready:
        letter = each.letter
        if each.fresh:
            writing.forget(each.written)
        unclaimed = Delivery(Status.QUEUED, letter.error)
        mark(letter, unclaimed, due_at=places[letter.pk], attempts=letter.attempts - 1)


def _send(each: _Ready, server: BaseEmailBackend, now: datetime, sent: Marks) -> Delivery:
    try:
        # Opened here, or Django would open and close a connection for every letter.
        server.open()
    except Exception as error:
        return _fail(each, unreachable(error), now, sent)
    try:
        message = letters.seal(each.written)
        message.connection = server
        message.send()
    except Exception as error:
        # The connection may be half open after a failure: the next letter gets a new one.
        _hang_up(server)
        return _fail(each, classify(error), now, sent)
    if failure := refused(message):
        return _fail(each, failure, now, sent)
    sent.note(each.letter)
    if weighing.is_believed(each.letter):
        sent.settle()
        weighing.taken(each.letter, now=now)
    elif delivered.was_unreached(each.letter):
        sent.settle()
        delivered.arrived(each.letter)
    return Delivery(Status.SENT)


def _hold_back(letter: Letter, until: datetime, now: datetime) -> Delivery:
    # He has it before his eyes, so to his clock it is as good as sent; and it was no attempt.
    return mark(
        letter,
        Delivery(Status.QUEUED),
        due_at=until,
        first_due_at=None,
        seen_at=letter.seen_at or now,
        attempts=letter.attempts - 1,
    )


def _fail(each: _Ready, failure: Failure, now: datetime, sent: Marks) -> Delivery:
    sent.settle()
    if failure.stayed and each.fresh:
        # Nobody has read a word of it: the next attempt says what is true then.
        writing.forget(each.written)
    return _mark_failure(each.letter, failure, now)


def _mark_failure(letter: Letter, failure: Failure, now: datetime) -> Delivery:
    logger.warning("letter %s, attempt %s: %s", letter.id, letter.attempts, failure.cause)
    is_down = failure.verdict is Verdict.SERVER_DOWN
    if is_down and outage.goes_on(now=now) and failure.stayed:
        # Nobody's attempt. One that perhaps left counts: else it could leave every minute.
        waits = Delivery(Status.QUEUED, failure.cause, server_down=True)
        return mark(letter, waits, due_at=now + outage.PROBE, attempts=letter.attempts - 1)
    if failure.verdict is Verdict.GIVE_UP or letter.attempts > len(RETRIES):
        delivered.came_back(letter, now=now)
        if failure.dead:
            weighing.refused(letter, now=now)
        return mark(letter, Delivery(Status.FAILED, failure.cause))
    delivery = Delivery(Status.QUEUED, failure.cause, server_down=is_down)
    return mark(letter, delivery, due_at=now + RETRIES[letter.attempts - 1])
