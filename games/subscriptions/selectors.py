"""Who is written of what: asked when a letter is about to be sent. Reads only."""

from collections.abc import Iterable, Mapping

from django.db.models import Q

from games.errors import BadLink
from games.links import StopClaim
from games.models import Daily, Letter, Move, Player, Refusal, Subscription
from games.selectors import MyGame, addressee
from games.subscriptions.rules import Choice, Stop, mailbox_number, mailbox_numbers, told

Kind = Letter.Kind

STOPS: Mapping[str, Stop] = {
    Kind.TURN: Stop.TURNS,
    # Everybody waits for the organiser to start: that is his turn.
    Kind.READY: Stop.TURNS,
    Kind.REMINDER: Stop.REMINDERS,
    Kind.DIGEST: Stop.DAILY,
    **dict.fromkeys(
        (
            *(Kind.SEATED, Kind.DECLINED, Kind.WITHDRAWN, Kind.LAPSED, Kind.TERMS, Kind.CANCELLED),
            *(Kind.STARTED, Kind.TIMED_OUT, Kind.ROUND, Kind.RESULT, Kind.NEWS, Kind.REPLACED),
            *(Kind.OUTAGE, Kind.HELD, Kind.EXTENDED, Kind.VACATION, Kind.GLASS),
            *(Kind.LEAGUE, Kind.LEAGUE_ASK),
        ),
        Stop.NEWS,
    ),
    # Somebody else typed the address in.
    **dict.fromkeys(
        (Kind.INVITATION, Kind.OFFER, Kind.NEW_ADDRESS, Kind.HOUSEHOLD), Stop.INVITATIONS
    ),
    # These concern the account itself or its keys, or answer what he asked of the moderators or
    # wrote back, so they come whatever is stopped.
    **dict.fromkeys(
        (
            *(Kind.SIGN_IN, Kind.DELETION, Kind.OLD_ADDRESS, Kind.PASSKEY, Kind.LINKS),
            *(Kind.REACH, Kind.RECOVERED, Kind.QUESTION, Kind.VERDICT, Kind.APPEAL),
            *(Kind.SANCTION, Kind.LIFTED, Kind.REPLY, Kind.CHANNEL),
        ),
        Stop.EVERYTHING,
    ),
}
"""What one click in a letter of a kind stops."""

ALWAYS = frozenset(kind for kind, stop in STOPS.items() if stop == Stop.EVERYTHING)
_OF_ONE_GAME = (Stop.TURNS, Stop.NEWS, Stop.REMINDERS)


def choices(player_id: int) -> Mapping[int | None, Choice]:
    """Say all that a player chose, by the game; as a rule for None."""
    rows = Subscription.objects.filter(player=player_id)
    return {row.game_id: row.choice for row in rows}


def choice(player_id: int, game_id: int | None) -> Choice:
    """Say what a player is written of, of one game or as a rule."""
    rows = Subscription.objects.filter(Q(game=None) | Q(game=game_id), player=player_id)
    return told({row.game_id: row.choice for row in rows}, game_id)


def hour(player_id: int) -> int:
    """Say at which hour of his a player gets his daily letter."""
    return (Daily.objects.filter(player=player_id).first() or Daily()).hour


def unwanted(letter: Letter) -> frozenset[str]:
    """Name the kinds of letters that the reader of this one does not want, of its game."""
    player = addressee(letter)
    if player is None or STOPS[letter.kind] == Stop.INVITATIONS:
        return frozenset(set(Kind) - ALWAYS) if refuses(letter.email) else frozenset()
    # All that he chose: of letters that are read together that was read together too.
    rows = player.subscriptions.all()
    chosen = told({row.game_id: row.choice for row in rows}, letter.game_id)
    return unwanted_by(chosen, letter)


def unwanted_by(chosen: Choice, letter: Letter) -> frozenset[str]:
    """Name the kinds of which somebody with this choice does not want to be told."""
    wanted: dict[str, bool] = {
        # Where turns come once a day, a table that is complete is told of at once all the same.
        Kind.TURN: chosen.at_once,
        Kind.READY: chosen.turns and not chosen.stopped,
        Kind.REMINDER: chosen.reminded,
    }
    news = chosen.news and not chosen.stopped
    wanted |= {kind: news for kind, stop in STOPS.items() if stop == Stop.NEWS}
    if _lost_his_turn(letter):
        wanted[Kind.TIMED_OUT] = wanted[Kind.READY]
    if _changes_hands(letter):
        wanted[letter.kind] = True
    return frozenset(kind for kind, comes in wanted.items() if not comes)


def _changes_hands(letter: Letter) -> bool:
    """Whether it tells its reader that by decision a seat is his no more, or is his again."""
    entry = letter.entry
    if entry is None or "reference" not in entry.said:
        return False
    if letter.seat is None:
        return letter.kind == Kind.REPLACED
    seats = {"returned": [entry.seat], "swapped": entry.said.get("seats", [])}
    return letter.seat.number in seats.get(entry.act, [])


def in_daily(player: Player, games: Iterable[MyGame]) -> tuple[MyGame, ...]:
    """Pick out of a player's games those that his daily letter tells of: they wait for him."""
    chosen = choices(player.pk)
    return tuple(game for game in games if game.my_turn and told(chosen, game.game.id).in_daily)


def refuses(address: str) -> bool:
    """Tell whether a mailbox wants no letter that somebody else asks for."""
    return bool(refusing([address]))


def refusing(addresses: Iterable[str]) -> frozenset[str]:
    """Name those of some addresses that want no letter that somebody else asks for."""
    known = {number: each for each in addresses for number in mailbox_numbers(each)}
    found = Refusal.objects.filter(mailbox__in=known).values_list("mailbox", flat=True)
    return frozenset(known[number] for number in found)


def claim_of(letter: Letter) -> StopClaim:
    """State what whoever reads a letter may stop by one click."""
    stop, player = STOPS[letter.kind], addressee(letter)
    if _lost_his_turn(letter):
        stop = Stop.TURNS
    if stop == Stop.INVITATIONS or player is None:
        return StopClaim(Stop.INVITATIONS, mailbox_number(letter.email))
    game_id = (letter.game_id or 0) if stop in _OF_ONE_GAME else 0
    return StopClaim(stop, player.pk, game_id, player.link_epoch)


def holder(claim: StopClaim) -> Player | None:
    """Name the player whose letters a claim stops; None for a stranger, or who left.

    Raises BadLink if the player made older links useless.
    """
    if claim.stop == Stop.INVITATIONS:
        return None
    player = Player.objects.filter(pk=claim.who, email__isnull=False).first()
    if player is not None:
        require_good(claim, player)
    return player


def require_good(claim: StopClaim, player: Player) -> None:
    """Pass if a claim was not revoked by its player since; raises BadLink."""
    if claim.epoch is not None and claim.epoch != player.link_epoch:
        raise BadLink


def is_stopped(claim: StopClaim) -> bool:
    """Tell whether what a claim stops is stopped."""
    if claim.stop == Stop.INVITATIONS:
        return Refusal.objects.filter(mailbox=claim.who).exists()
    player = holder(claim)
    return player is None or _is_stopped(claim, player)


def _is_stopped(claim: StopClaim, player: Player) -> bool:
    if claim.stop == Stop.DAILY:
        return not any(each.in_daily for each in choices(player.pk).values())
    chosen = choice(player.pk, claim.game_id or None)
    if claim.stop == Stop.EVERYTHING:
        return chosen.stopped and refuses(player.email or "")
    kept = {
        Stop.TURNS: chosen.turns,
        Stop.NEWS: chosen.news,
        Stop.REMINDERS: chosen.reminders,
        Stop.GAME: True,
    }
    return chosen.stopped or not kept[claim.stop]


def _lost_his_turn(letter: Letter) -> bool:
    """Whether a letter tells its reader that his own time was over: that is no mere news to him."""
    if letter.kind != Kind.TIMED_OUT or letter.seat is None:
        return False
    over = Move.objects.filter(game=letter.game_id, by=Move.By.DEADLINE, ply__lte=letter.ply)
    return over.filter(seat=letter.seat.number, made_at=letter.created_at).exists()
