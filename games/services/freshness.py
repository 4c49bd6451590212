"""Is a letter still worth sending? Asked after it was claimed; writes nothing."""

from datetime import datetime

from games.clocks.rules import store
from games.clocks.rules.clock import Reminder
from games.clocks.rules.reminders import still_rings
from games.clocks.rules.vacations import away
from games.models import Game, Invitation, Letter, Move, Pulse

Kind = Letter.Kind

PROMPTS = frozenset({Kind.TURN, Kind.REMINDER})
# Every letter to a seat tells all since its own last move, so a later one says it all again.
OVERTAKEN_BY_LATER = PROMPTS | {Kind.STARTED, Kind.TIMED_OUT}


def is_needed(letter: Letter, *, now: datetime) -> bool:
    """Tell whether the reader would still learn something from it."""
    if letter.kind == Kind.SIGN_IN:
        sign_in = letter.sign_in
        return sign_in is not None and sign_in.used_at is None and now < sign_in.expires_at
    if letter.kind == Kind.INVITATION:
        return _is_open(letter.invitation)
    if letter.kind == Kind.OFFER:
        return _is_offered(letter)
    if letter.kind in (Kind.SEATED, Kind.READY):
        return _still_gathers(letter)
    if letter.kind in PROMPTS and not _still_asks(letter):
        return False
    if letter.kind == Kind.REMINDER and not _still_rings(letter, now):
        return False
    return letter.kind not in OVERTAKEN_BY_LATER or not _is_overtaken(letter)


def _is_open(invitation: Invitation | None) -> bool:
    return (
        invitation is not None
        and invitation.status == Invitation.Status.PENDING
        and invitation.game.status == Game.Status.OPEN
    )


def _is_offered(letter: Letter) -> bool:
    running = letter.game is not None and letter.game.status == Game.Status.ACTIVE
    return running and letter.asked is not None and letter.asked.offer.closed_at is None


def _still_gathers(letter: Letter) -> bool:
    game = letter.game
    if game is None or game.status != Game.Status.OPEN:
        return False
    if letter.kind == Kind.SEATED:
        return game.places.filter(player__email=letter.email).exists()
    return not game.places.filter(player=None, bot=False).exists()


def _still_asks(letter: Letter) -> bool:
    game, seat = letter.game, letter.seat
    if game is None or seat is None or game.status != Game.Status.ACTIVE:
        return False
    # Not merely "the table has moved on": with two seats asked at once the other's move changes
    # nothing for this one. Its own move does, even if it is asked again since.
    moved = Move.objects.filter(game=game, seat=seat.number, ply__gt=letter.ply)
    return seat.number in game.to_act and not moved.exists()


def _still_rings(letter: Letter, now: datetime) -> bool:
    """Whether a reminder is worth sending: its reader sits there, can move, and it is not late."""
    assert letter.game is not None and letter.seat is not None, "asked before"  # noqa: PT018
    table = store.load(letter.game.time)
    seat, sits_since = table.seats[letter.seat.number], letter.seat.joined_at
    if seat.clock is None or seat.clock.due is None or table.paused_until(now):
        return False
    # Not to who took the seat meanwhile: he has a whole turn, and was just written to.
    if sits_since is not None and sits_since > letter.created_at:
        return False
    if Pulse.objects.filter(held_at__isnull=False).exists():
        return False
    meant = Reminder(0, letter.created_at)
    return not away(seat.vacations, now=now) and still_rings(
        meant, seat.clock.due, table.outages, now=now
    )


def _is_overtaken(letter: Letter) -> bool:
    later = Letter.objects.filter(seat=letter.seat, status=Letter.Status.QUEUED)
    return later.filter(ply__gt=letter.ply).exists()
