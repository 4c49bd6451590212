"""Is a letter still worth sending? Asked after it was claimed; writes nothing."""

from datetime import datetime

from games.clocks.rules import store
from games.clocks.rules.clock import Reminder
from games.clocks.rules.reminders import still_rings
from games.clocks.rules.vacations import away
from games.leagues.selectors import letters as leagues
from games.models import Game, Invitation, Letter, Player, Pulse
from games.selectors import my_games
from games.services.reading import GOES_OUT
from games.signals import selectors as signals
from games.subscriptions import selectors as subscriptions

Kind = Letter.Kind

PROMPTS = frozenset({Kind.TURN, Kind.REMINDER})
SAID_BY_A_TURN = frozenset({Kind.STARTED, Kind.TIMED_OUT})
# Every letter to a seat tells all since its own last move, so a later one says it all again.
OVERTAKEN_BY_LATER = PROMPTS | SAID_BY_A_TURN
OF_PLAY = OVERTAKEN_BY_LATER | {Kind.ROUND, Kind.RESULT}
"""What was played; of a game that was annulled nobody need read it any more."""
TO_PLAYERS = frozenset(
    {
        *(Kind.OUTAGE, Kind.HELD, Kind.EXTENDED, Kind.VACATION, Kind.DIGEST, Kind.HOUSEHOLD),
        *(Kind.SANCTION, Kind.LIFTED, Kind.QUESTION, Kind.VERDICT, Kind.APPEAL),
        *(Kind.LEAGUE, Kind.LEAGUE_ASK),
    }
)


def is_needed(letter: Letter, *, now: datetime) -> bool:
    """Tell whether the reader would still learn something from it, and wants to."""
    if not _has_reader(letter):
        return False
    unwanted = subscriptions.unwanted(letter)
    return letter.kind not in unwanted and is_news(letter, unwanted, now=now)


def is_news(letter: Letter, unwanted: frozenset[str], *, now: datetime) -> bool:
    """Tell whether who does not want these kinds would still learn something from it."""
    if letter.kind in (Kind.SIGN_IN, Kind.DELETION):
        sign_in = letter.sign_in
        return sign_in is not None and sign_in.used_at is None and now < sign_in.expires_at
    if letter.kind == Kind.SANCTION:
        # What was lifted before he read of it he is told by that letter.
        return letter.sanction is not None and letter.sanction.ended_at is None
    if letter.kind == Kind.INVITATION:
        return _is_open(letter.invitation)
    if letter.kind in (Kind.OLD_ADDRESS, Kind.NEW_ADDRESS):
        change = letter.change
        return change is not None and change.closed_at is None and now < change.expires_at
    if letter.kind == Kind.HOUSEHOLD:
        return bool(signals.asking(letter.email, now=now))
    if letter.kind == Kind.DIGEST:
        return _waits_daily(letter, now)
    if letter.kind == Kind.HELD:
        # It was posted when the hold began: another one has letters of its own.
        return Pulse.objects.filter(held_at=letter.created_at).exists()
    if letter.kind == Kind.OFFER:
        return _is_offered(letter)
    if letter.kind == Kind.LEAGUE_ASK:
        return letter.notice is not None and leagues.waits(letter.notice)
    if letter.kind == Kind.QUESTION:
        return letter.case is not None and letter.case.asked_at is not None
    if letter.kind == Kind.LAPSED:
        return letter.game is not None and letter.game.status == Game.Status.OPEN
    if letter.kind == Kind.WITHDRAWN:
        return _is_still_out(letter)
    if letter.kind == Kind.DECLINED:
        return _leaves_a_gap(letter)
    if letter.kind == Kind.TERMS:
        return _still_gathers(letter) if letter.invitation is None else _is_open(letter.invitation)
    if letter.kind in (Kind.SEATED, Kind.READY):
        return _still_gathers(letter)
    if letter.kind in PROMPTS and not _still_asks(letter):
        return False
    if letter.kind in OF_PLAY and letter.game and letter.game.status == Game.Status.ANNULLED:
        return False
    if letter.kind == Kind.REMINDER and not _still_rings(letter, now):
        return False
    # What its reader does not want will not be sent, so it tells him nothing.
    return letter.kind not in OVERTAKEN_BY_LATER or unwanted.issuperset(letter.later)


def _has_reader(letter: Letter) -> bool:
    """Whether somebody with an address is there still; others are written to before they come."""
    if letter.seat is not None:
        return letter.seat.player is not None and letter.seat.player.email is not None
    return letter.kind not in TO_PLAYERS or Player.objects.filter(email=letter.email).exists()


def _waits_daily(letter: Letter, now: datetime) -> bool:
    """Whether a game waits that the daily letter tells of, and no later one lies there."""
    player = Player.objects.get(email=letter.email)
    later = Letter.objects.filter(
        kind=Kind.DIGEST, email=letter.email, created_at__gt=letter.created_at
    )
    waiting = subscriptions.in_daily(player, my_games(player, now=now))
    return bool(waiting) and not later.filter(status__in=GOES_OUT).exists()


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
    if letter.kind in (Kind.SEATED, Kind.TERMS):
        return _sits(letter, game)
    return not _has_free_place(game)


def _sits(letter: Letter, game: Game) -> bool:
    return game.places.filter(player__email=letter.email).exists()


def _has_free_place(game: Game) -> bool:
    return game.places.filter(player=None, bot=False).exists()


def _is_still_out(letter: Letter) -> bool:
    """Whether somebody whose seat was given up has none again, nor is asked to take one."""
    assert letter.game is not None, "it tells of a table"
    asked = letter.game.invitations.filter(email=letter.email, status=Invitation.Status.PENDING)
    return not _sits(letter, letter.game) and not asked.exists()


def _leaves_a_gap(letter: Letter) -> bool:
    """Whether the seat that somebody left is free still; of who was invited each is told."""
    assert letter.game is not None, "it tells of a table"
    if letter.invitation is not None:
        return True
    return letter.game.status == Game.Status.OPEN and _has_free_place(letter.game)


def _still_asks(letter: Letter) -> bool:
    game, seat = letter.game, letter.seat
    if game is None or seat is None or game.status != Game.Status.ACTIVE:
        return False
    # Not merely "the table has moved on": with two seats asked at once the other's move changes
    # nothing for this one. Its own move does, even if it is asked again since.
    return seat.number in game.to_act and not letter.moved


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
