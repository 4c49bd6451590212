"""The outbox: letters are posted as intentions inside a transaction and delivered afterwards.

Claim and commit, send without any lock, mark. A worker that dies in between leaves a letter whose
lease runs out; it then goes out again under the same Message-ID.
"""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import InterfaceError, OperationalError, connection, transaction

from games import dispatch, letters
from games.clocks.services import delivered
from games.models import Asked, Entry, Game, Invitation, Letter, Seat, SignIn
from games.services.failures import Failure, Verdict, classify, unreachable, unwritten
from games.services.freshness import is_needed

logger = logging.getLogger(__name__)

Kind, Status = Letter.Kind, Letter.Status

LEASE = timedelta(minutes=5)
"""For so long a claimed letter belongs to its worker; far more than twice the SMTP timeout."""

RETRIES = tuple(
    timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 3 * 60, 6 * 60, 12 * 60, 24 * 60)
)
"""The wait after the first, second, ... attempt; one more attempt after the last, then failed."""

SWEEP_LETTERS = 100
SWEEP_SECONDS = 60
MARK_TRIES = 5


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a letter in one attempt."""

    status: str
    error: str = ""
    server_down: bool = False


def post(
    game: Game,
    wanted: Iterable[tuple[Letter.Kind, Seat]],
    *,
    now: datetime,
    entry: Entry | None = None,
) -> None:
    """Post a letter of a kind to each seat; the caller is in the transaction that is its cause."""
    letters = [(uuid4(), kind, seat.pk) for kind, seat in wanted]
    if letters:
        rows = map(list, zip(*letters, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(_POST, [game.pk, game.ply, entry.pk if entry else None, now, now, *rows])
        dispatch.letters(letter for letter, *_ in letters)


# Every move posts some: in SQL they cost a third of what building them as rows would.
_POST = """INSERT INTO games_letter
    (id, kind, seat_id, game_id, ply, entry_id, email, status, attempts, created_at, due_at, error)
SELECT *, %s::bigint, %s::int, %s::bigint, '', 'queued', 0, %s::timestamptz, %s::timestamptz, ''
FROM unnest(%s::uuid[], %s::text[], %s::bigint[])"""


def post_to(
    email: str,
    kind: Letter.Kind,
    *,
    now: datetime,
    game: Game | None = None,
    invitation: Invitation | None = None,
    sign_in: SignIn | None = None,
    entry: Entry | None = None,
    asked: Asked | None = None,
) -> None:
    """Post a letter to an address; the caller is in the transaction that is its cause."""
    letter = Letter(email=email, kind=kind, game=game, invitation=invitation, sign_in=sign_in)
    letter.entry, letter.asked = entry, asked
    letter.created_at = letter.due_at = now
    letter.save(force_insert=True)
    dispatch.letters([letter.pk])


def deliver(letter_id: UUID, *, now: datetime) -> Delivery | None:
    """Send one letter if it is due; None if it is not or somebody else has it."""
    letter = _claim(now, pk=letter_id)
    if letter is None:
        return None
    with _server() as server:
        return _attempt(letter, server, now)


def sweep(*, now: datetime) -> int:
    """Attempt every letter that is due or whose worker died, over one connection; count them."""
    began = time.monotonic()
    with _server() as server:
        for count in range(SWEEP_LETTERS):
            # `now` grows old while we send: stop long before that could cut a lease short.
            letter = _claim(now) if time.monotonic() - began < SWEEP_SECONDS else None
            if letter is None:
                return count
            if _attempt(letter, server, now).server_down:
                return count + 1
    return SWEEP_LETTERS


def requeue(ids: Sequence[UUID], *, now: datetime) -> int:
    """Begin anew with letters that failed; count them."""
    with transaction.atomic(durable=True):
        failed = Letter.objects.select_for_update().filter(pk__in=ids, status=Status.FAILED)
        again = list(failed.values_list("pk", flat=True))
        Letter.objects.filter(pk__in=again).update(status=Status.QUEUED, attempts=0, due_at=now)
        dispatch.letters(again)
    return len(again)


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


def _claim(now: datetime, **which: object) -> Letter | None:
    # Committed before anything is sent: no lock is held while a mail server thinks, and two workers
    # never hold the same letter. `due_at` becomes the end of the lease.
    with transaction.atomic(durable=True):
        letter = (
            Letter.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(status__in=(Status.QUEUED, Status.INFLIGHT), due_at__lte=now, **which)
            .order_by("due_at")
            .first()
        )
        if letter is not None:
            letter.status, letter.claimed_at = Status.INFLIGHT, now
            letter.due_at = now + LEASE
            letter.attempts += 1
            letter.save(update_fields=("status", "claimed_at", "due_at", "attempts"))
    return letter


def _attempt(claimed: Letter, server: BaseEmailBackend, now: datetime) -> Delivery:
    letter = Letter.objects.select_related(
        "game", "seat__player", "invitation__game", "sign_in", "outage", "entry", "asked__offer"
    ).get(pk=claimed.pk)
    if not is_needed(letter, now=now):
        return _mark(letter, Delivery(Status.DROPPED))
    try:
        delivered.leaves(letter, now=now)
        message = letters.render(letter, now=now)
    except Exception as error:
        # A letter that cannot be written must not stop the others; its row and the log tell.
        logger.exception("letter %s cannot be written", letter.id)
        return _mark_failure(letter, unwritten(error), now)
    try:
        # Opened here, or Django would open and close a connection for every letter.
        server.open()
    except Exception as error:
        return _mark_failure(letter, unreachable(error), now)
    try:
        message.connection = server
        message.send()
    except Exception as error:
        # The connection may be half open after a failure: the next letter gets a new one.
        _hang_up(server)
        return _mark_failure(letter, classify(error), now)
    sent = _mark(letter, Delivery(Status.SENT), sent_at=now)
    delivered.arrived(letter)
    return sent


def _mark_failure(letter: Letter, failure: Failure, now: datetime) -> Delivery:
    given_up = failure.verdict is Verdict.GIVE_UP or letter.attempts > len(RETRIES)
    logger.warning("letter %s, attempt %s: %s", letter.id, letter.attempts, failure.cause)
    if given_up:
        delivered.came_back(letter, now=now)
        return _mark(letter, Delivery(Status.FAILED, failure.cause))
    delivery = Delivery(Status.QUEUED, failure.cause, failure.verdict is Verdict.SERVER_DOWN)
    return _mark(letter, delivery, due_at=now + RETRIES[letter.attempts - 1])


def _mark(letter: Letter, delivery: Delivery, **changes: datetime) -> Delivery:
    # Only the attempt that holds the letter may write; a worker that overslept its lease may not.
    mine = Letter.objects.filter(pk=letter.pk, status=Status.INFLIGHT, attempts=letter.attempts)
    for patience in reversed(range(MARK_TRIES)):
        try:
            mine.update(status=delivery.status, error=delivery.error, **changes)
        except (OperationalError, InterfaceError):
            # The database may be restarting. To forget now that a letter went out means to send it
            # twice, so this is worth some seconds.
            if not patience:
                raise
            connection.close()
            time.sleep(1)
        else:
            break
    return delivery
