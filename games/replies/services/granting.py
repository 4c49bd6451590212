"""Each wish of a mail is granted by the service that a page would ask, or it is told why not."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings

from engine.errors import IllegalMove, MoveSyntaxError
from games import selectors
from games.clocks.rules.refusals import Refused
from games.clocks.services import vacations
from games.errors import BadText, MayNotTalk, Overtaken, StaleTurn, TalksTooMuch, TooLate
from games.links import SeatClaim, StopClaim
from games.models import Reply
from games.replies.rules.commands import Command, Note, Say, Show, Stop, Vacation
from games.replies.rules.days import day
from games.replies.rules.outcomes import Outcome
from games.replies.rules.written import MARK
from games.services import turns
from games.subscriptions import rules as letters
from games.subscriptions.services import choosing
from games.talk.rules.rooms import Room
from games.talk.services import noting, saying

LONGEST_MOVE = 100


def play(reply: Reply, claim: SeatClaim, typed: str) -> Outcome:
    """Make the move that a mail asks for, as if it had been sent when the mail came in.

    Raises BadLink.
    """
    try:
        turns.play_move(claim, reply.move, seen_ply=reply.ply, now=reply.accepted_at)
    except StaleTurn as stale:
        # Who began with this mail and was killed may have made it.
        return Outcome(typed, "made-before" if stale.already_made else "stale")
    except TooLate:
        return Outcome(typed, "late")
    except Refused as refused:
        return Outcome(typed, "refused", str(refused.reason))
    except MoveSyntaxError:
        return Outcome(typed, "syntax")
    except IllegalMove as illegal:
        return Outcome(typed, "illegal", illegal.reason.value)
    return Outcome(typed, "made")


def grant(reply: Reply, command: Command, *, now: datetime) -> Outcome:
    """Do what a line asks for that is no move."""
    said = typed(command)
    match command:
        case Show(what=what):
            return Outcome(said, "shown", what)
        case Stop():
            claim = StopClaim(letters.Stop.GAME, reply.player_id, reply.seat.game_id)
            choosing.stop(claim, now=now)
            return Outcome(said, "stopped")
        case Note(text=text):
            return _note(reply, text, said)
        case Vacation(until=until):
            return _leave(reply, until, said, now)
        case Say(text=text):
            return _say(reply, text, said, now)
        case _:
            raise AssertionError(command)


def typed(command: Command) -> str:
    """Name a line that is no move, as the answer does."""
    match command:
        case Show(what=what):
            return what
        case Note():
            return "note"
        case Vacation(until=until):
            return f"vacation until {until}"
        case Stop():
            return "stop"
        case _:
            return "say"


def _note(reply: Reply, text: str, said: str) -> Outcome:
    try:
        noting.add(reply.seat.game.key, text, by=reply.player)
    except BadText:
        return Outcome(said, "note-full")
    return Outcome(said, "kept")


def _leave(reply: Reply, until: str, said: str, now: datetime) -> Outcome:
    here = now.astimezone(ZoneInfo(reply.player.time_zone)).date()
    last = day(until, today=here)
    if last is None:
        return Outcome(said, "no-day")
    try:
        vacations.leave(reply.player, (None, last), now=now)
    except Refused as refused:
        return Outcome(said, "not-away", str(refused.reason))
    told = "away-beyond" if selectors.beyond(reply.player, now=now) else "away"
    return Outcome(said, told, last.isoformat())


def _say(reply: Reply, text: str, said: str, now: datetime) -> Outcome:
    # If ever a quotation is taken for what he wrote, his hand must not be read out at the table.
    if MARK in text or settings.BASE_URL in text or f"@{settings.REPLY_DOMAIN}" in text:
        return Outcome(said, "quoted")
    wish = saying.Wish(Room.TABLE, text, f"reply {reply.pk}")
    try:
        saying.say(reply.seat.game.key, wish, by=reply.player, now=now)
    except BadText as bad:
        return Outcome(said, "say-bad", bad.fault)
    except (MayNotTalk, Overtaken):
        return Outcome(said, "say-not")
    except TalksTooMuch:
        return Outcome(said, "say-much")
    return Outcome(said, "said")
