"""Messages go out by channels: claimed and committed, sent without any lock, marked. Like letters.

One sweep at a time works, with several lines at once but one for each player, and half of them
are kept for channels that answered last time: a slow or dead one holds up no letter and nobody
else. A worker that dies leaves a message whose lease runs out; it goes again under the same name.
"""

import logging
import time
from collections.abc import Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import BooleanField, ExpressionWrapper, F, Q
from django.urls import reverse
from django.utils import translation

from games import letters, selectors, texts
from games.channels import selectors as channels
from games.channels.rules import answers, messages
from games.channels.rules.answers import Answer, Verdict
from games.channels.rules.messages import Announcement, Message
from games.channels.services import calling, keeping
from games.log.rules import Cause
from games.log.services import because
from games.models import Channel, Letter, Pulse, Sending
from games.services import mailbox, reading
from games.services.failures import database_is_gone
from games.services.freshness import is_news
from games.services.marking import MARK_TRIES
from games.services.presence import at_table_until

logger = logging.getLogger(__name__)

Off, Status = Channel.Off, Sending.Status

LEASE = timedelta(minutes=1)
"""For so long a message belongs to its worker; far more than a call may take."""
LINES, LINES_IN_TROUBLE = 8, 4
"""So many calls at once, and of them so many to channels that failed last time."""
SWEEP_SECONDS = 40
POLL = 0.2
"""Seconds after which one that waits for answers looks whether more is to be sent."""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A message that leaves now."""

    sending: Sending
    message: Message


def sweep(*, now: datetime) -> int:
    """Send all that is due by channels; count what was attempted. Nothing if somebody else does."""
    ends, count = time.monotonic() + SWEEP_SECONDS, 0
    calls: dict[Future[Answer], _Ready] = {}
    with ThreadPoolExecutor(LINES, thread_name_prefix="channel") as pool:
        try:
            while True:
                if len(calls) < LINES and time.monotonic() < ends:
                    for ready in _next(now, calls.values()):
                        url = ready.sending.channel.url
                        calls[pool.submit(calling.call, url, ready.message)] = ready
                if not calls:
                    return count
                done, _ = wait(calls, timeout=POLL, return_when=FIRST_COMPLETED)
                for call in done:
                    _mark_surely(calls.pop(call).sending, call.result(), now)
                    count += 1
        finally:
            # Whatever broke off in between: these are told all the same, and must not be again.
            for call, ready in calls.items():
                _mark_surely(ready.sending, call.result(), now)


def _next(now: datetime, busy: Collection[_Ready]) -> Iterator[_Ready]:
    """Claim what is due and write it down; what need not leave is marked."""
    mine = [each.sending.pk for each in busy]
    troubled = sum(each.sending.channel.failing_since is not None for each in busy)
    claimed = _claim(now, mine, LINES - len(mine), LINES_IN_TROUBLE - troubled)
    if claimed:
        yield from _written(claimed, now)


def _claim(now: datetime, mine: Collection[UUID], most: int, in_trouble: int) -> list[UUID]:
    """Claim one for each player, and none while another worker is at it.

    While the whole service is held, messages wait.
    """
    held = Pulse.objects.filter(held_at__isnull=False, position="all")
    busy = Sending.objects.filter(status=Status.INFLIGHT, due_at__gt=now)
    if busy.exclude(pk__in=mine).exists() or held.exists():
        return []
    due = Sending.objects.filter(status__in=(Status.QUEUED, Status.INFLIGHT), due_at__lte=now)
    healthy = Q(channel__failing_since=None)
    each = (
        due.exclude(channel__player__in=busy.values("channel__player"))
        .annotate(healthy=ExpressionWrapper(healthy, BooleanField()))
        .order_by("channel__player", "-healthy", "due_at", "created_at", "pk")
        .distinct("channel__player")
    )
    queue = Sending.objects.filter(pk__in=each.values("pk")).order_by("due_at", "pk")
    pks = queue.values_list("pk", flat=True)
    chosen = [*pks.filter(healthy)[:most], *pks.exclude(healthy)[:in_trouble]][:most]
    with transaction.atomic():
        # Another worker may have claimed them meanwhile.
        free = due.filter(pk__in=chosen).order_by("pk").select_for_update()
        claimed = list(free.values_list("pk", flat=True))
        Sending.objects.filter(pk__in=claimed).update(
            status=Status.INFLIGHT, due_at=now + LEASE, attempts=F("attempts") + 1
        )
    return claimed


def _written(claimed: Collection[UUID], now: datetime) -> Iterator[_Ready]:
    found = channels.whole(claimed)
    posted = [each.letter_id for each in found.values() if each.letter_id]
    whole = {letter.pk: letter for letter in reading.whole(posted)}
    seats = (letter.seat for letter in whole.values() if letter.seat)
    tables = selectors.seat_tables(seats, now=now)
    for sending in found.values():
        try:
            ready = _write(sending, whole.get(sending.letter_id or UUID(int=0)), tables, now)
        except Exception as error:
            if database_is_gone(error):
                raise
            # One that cannot be written must not stop the others; its row and the log tell.
            logger.exception("%s cannot be written", sending)
            _later(sending, Answer(fault="unwritten"), now)
            continue
        if ready is not None:
            yield ready


def _write(
    sending: Sending, letter: Letter | None, tables: letters.Tables, now: datetime
) -> _Ready | None:
    """Write a message as things stand now; None if it does not leave now, which is marked."""
    channel = sending.channel
    if sending.letter_id is None and not channel.off:
        told = _trial(channel)
    elif letter is None or not _is_needed(channel, letter, now):
        _close(sending, Status.DROPPED)
        return None
    elif until := at_table_until(letter, now=now):
        # He has it before his eyes; and it was no attempt.
        _update(sending, status=Status.QUEUED, due_at=until, attempts=sending.attempts - 1)
        return None
    else:
        told = announcement(letter, tables, now=now)
    mark = str(sending.pk)
    message = messages.write(channel.kind, told, mark=mark, secret=channel.secret, now=now)
    return _Ready(sending, message)


def _is_needed(channel: Channel, letter: Letter, now: datetime) -> bool:
    # His seat may be another's since: what happens there is no concern of his any more.
    if channel.off or letter.seat is None or letter.seat.player_id != channel.player_id:
        return False
    unwanted = channels.unwanted(channel, letter)
    return letter.kind not in unwanted and is_news(letter, unwanted, now=now)


def announcement(
    letter: Letter, tables: letters.Tables | None = None, *, now: datetime
) -> Announcement:
    """Say what a letter to a seat tells, to whoever reads a channel."""
    assert letter.game is not None, "a seat has a game"
    said = letters.announce(letter, now=now, tables=tables)
    # No link of the seat: many may read a channel. This one asks who comes to sign in.
    page = reverse("seat-mine", args=[letter.game.key])
    return Announcement(
        kind=letter.kind,
        title=said.subject,
        text=said.lead,
        url=f"{settings.BASE_URL}{page}",
        game=letter.game.key,
        name=said.game,
        player=said.player,
        deadline=said.deadline,
    )


def _trial(channel: Channel) -> Announcement:
    page = reverse("channels-one", args=[channel.pk])
    with translation.override(channel.player.language):
        title, text = texts.trial_texts()
    return Announcement("trial", title, text, f"{settings.BASE_URL}{page}")


def _mark_surely(sending: Sending, answer: Answer, now: datetime) -> None:
    """Mark a message, and wait until that is sure: forgotten now, it would go out twice."""
    for patience in reversed(range(MARK_TRIES)):
        try:
            _mark(sending, answer, now)
        except (OperationalError, InterfaceError) as error:
            if not patience or not database_is_gone(error):
                raise
            # The database may be restarting.
            connection.close()
            time.sleep(1)
        else:
            return


def _mark(sending: Sending, answer: Answer, now: datetime) -> None:
    """Write down what became of a message, and what that says of its channel."""
    verdict = answers.judge(answer)
    if verdict is Verdict.TOLD:
        with because(Cause.POST):
            # A channel goes before its messages, here and wherever both are held.
            good = {"told_at": now, "failing_since": None, "fault": ""}
            Channel.objects.filter(pk=sending.channel_id).update(**good)
            _close(sending, Status.SENT, sent_at=now)
        return
    logger.warning("%s, attempt %s: %s", sending, sending.attempts, answer.cause)
    _later(sending, answer, now, verdict=verdict)


def _later(
    sending: Sending, answer: Answer, now: datetime, *, verdict: Verdict = Verdict.LATER
) -> None:
    """Attempt it again, or give it up; and its channel, if nobody seems to be there."""
    again = answers.next_try(sending.attempts, answer, now=now)
    # Who tries something out waits for the answer, whatever it is.
    if verdict is not Verdict.LATER or sending.letter_id is None:
        again = None
    with because(Cause.POST):
        # The channel may be gone, or have been switched off meanwhile.
        channel = Channel.objects.select_for_update(no_key=True).filter(
            pk=sending.channel_id, off=""
        )
        found = channel.first()
        if again is None:
            held = _close(sending, Status.FAILED, error=answer.cause)
        else:
            held = _update(sending, status=Status.QUEUED, error=answer.cause, due_at=again)
        if not held or answer.fault == "unwritten" or found is None:
            return
        found.failing_since = found.failing_since or now
        found.fault = answer.cause
        found.save(update_fields=("failing_since", "fault"))
        if verdict is Verdict.SHUT:
            _give_up(found, Off.SHUT, now)
        elif answers.is_dead(found.failing_since, now=now):
            _give_up(found, Off.SILENT, now)
        elif again is not None:
            # What else is for it waits, too: it need not fail with each.
            found.sendings.filter(status=Status.QUEUED, due_at__lt=again).update(due_at=again)


def _give_up(channel: Channel, why: Channel.Off, now: datetime) -> None:
    keeping.switch_off(channel, why)
    mailbox.post_to(channel.player.email, Letter.Kind.CHANNEL, now=now)


def _close(sending: Sending, status: str, **changes: object) -> bool:
    return _update(sending, status=status, **{"error": "", **changes})


def _update(sending: Sending, **changes: object) -> bool:
    # Only the attempt that holds it may write; one that overslept its lease may not.
    mine = Sending.objects.filter(pk=sending.pk, status=Status.INFLIGHT, attempts=sending.attempts)
    return bool(mine.update(**changes))
