"""What a mail asks for is done: at once, or by the sweep if whoever began with it was killed.

Each step may be done again without doing anything twice: moves by their position, what is said by
its form, the rest because the same again changes nothing. The last one posts the answer.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import F, Q

from engine.registry import ruleset
from games import selectors
from games.errors import BadLink, TooMany
from games.limits import services as limits
from games.limits.rules import UNREAD
from games.links import SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Reply
from games.replies.rules import codes, commands
from games.replies.rules.commands import Code, Command, Move
from games.replies.rules.outcomes import Outcome
from games.replies.services import granting
from games.services import mailbox
from games.services.failures import database_is_gone

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=1)
"""For so long a mail belongs to who has begun with it."""
AT_ONCE = 100


def act(pk: int, *, now: datetime) -> bool:
    """Do what a mail asks for, unless somebody else does or did; tell whether it was done now."""
    reply = _claimed(pk, now)
    if reply is None:
        return False
    done: list[Outcome] | None
    try:
        # Nobody lived to tell of the tries before.
        dies = reply.tries > Reply.MOST_TRIES
        done = [Outcome("", "fault")] if dies else list(_done(reply, now))
    except BadLink:
        # Somebody else sits there by now: it is no concern of his.
        done = None
    except Exception as error:
        if database_is_gone(error):
            raise
        logger.exception("%s cannot be acted on", reply)
        if reply.tries < Reply.MOST_TRIES:
            return False
        done = [Outcome("", "fault")]
    return _close(reply, done, now)


def sweep(*, now: datetime) -> int:
    """Do what mails ask for that somebody began with and did not end; count them."""
    waiting = Reply.objects.filter(acted_at=None).order_by("accepted_at", "pk")
    count = 0
    for pk in list(waiting.values_list("pk", flat=True)[:AT_ONCE]):
        try:
            count += act(pk, now=now)
        except Exception as error:
            if database_is_gone(error):
                raise
            # One mail in trouble must not keep the others; it is tried again.
            logger.exception("reply %s cannot be ended", pk)
    return count


def _claimed(pk: int, now: datetime) -> Reply | None:
    free = Q(claimed_at=None) | Q(claimed_at__lte=now - LEASE)
    waiting = Reply.objects.filter(free, pk=pk, acted_at=None)
    if not waiting.update(claimed_at=now, tries=F("tries") + 1):
        return None
    return Reply.objects.select_related("seat__game", "player").get(pk=pk)


def _done(reply: Reply, now: datetime) -> Iterator[Outcome]:
    game = reply.seat.game
    claim = SeatClaim(game.pk, reply.seat.number, reply.epoch)
    selectors.visit_of(claim)
    reading = commands.read(reply.text, words=ruleset(game.ruleset).orders.words)
    moved = False
    for command in reading.commands:
        if isinstance(command, Code | Move):
            if moved:
                yield Outcome(_typed(command), "second")
            else:
                yield _play(reply, claim, command, now)
            moved = True
        else:
            yield granting.grant(reply, command, now=now)
    if reading.ended_at or not reading.commands:
        yield Outcome(reading.ended_at, "unread" if reading.commands else "nothing")


def _play(reply: Reply, claim: SeatClaim, command: Code | Move, now: datetime) -> Outcome:
    if not reply.move:
        move = _understood(reply, claim, command, now)
        if isinstance(move, Outcome):
            return move
        # Kept before it is played: afterwards nobody could tell any more what a code meant.
        reply.move = move[: granting.LONGEST_MOVE]
        reply.save(update_fields=("move",))
    return granting.play(reply, claim, _typed(command))


def _understood(
    reply: Reply, claim: SeatClaim, command: Code | Move, now: datetime
) -> str | Outcome:
    if isinstance(command, Move):
        return command.text
    table = selectors.seat_table(selectors.visit_of(claim).seat, now=now)
    if table.game.ply != reply.ply:
        return Outcome(command.code, "stale")
    found = codes.found(command.code, table.choices)
    return found.text if found else Outcome(command.code, "no-code")


def _typed(command: Command) -> str:
    match command:
        case Code(code=code):
            return code
        case Move(text=text):
            return text
        case _:
            return granting.typed(command)


def _close(reply: Reply, done: list[Outcome] | None, now: datetime) -> bool:
    """Keep what became of a mail, and post its answer: both or neither, and once."""
    with because(Cause.FORM):
        held = Reply.objects.select_for_update(no_key=True).get(pk=reply.pk)
        if held.acted_at is not None:
            return False
        held.acted_at, held.text = now, ""
        held.done = [outcome.stored() for outcome in done or ()]
        held.save(update_fields=("acted_at", "text", "done"))
        if done is not None and _is_worth_an_answer(held, done, now):
            mailbox.answer(held, now=now)
    return True


def _is_worth_an_answer(reply: Reply, done: list[Outcome], now: datetime) -> bool:
    """Tell whether a mail is answered; one that asks for nothing not again and again."""
    if any(each.told != "nothing" for each in done):
        return True
    try:
        limits.use((UNREAD, reply.seat_id), now=now)
    except TooMany:
        return False
    return True
