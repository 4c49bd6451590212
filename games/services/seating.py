"""Who sits where before a game starts. Callers hold the game's lock and are in its transaction."""

from datetime import datetime

from games.errors import AlreadySeated, TableFull
from games.models import Game, Invitation, Letter, Player, Seat
from games.services import mailbox

# A bot's name tells at once that it is one: rock, nothing but rock.
BOT_NAMES = (
    "Basalt",
    "Flint",
    "Granite",
    "Marl",
    "Obsidian",
    "Pumice",
    "Quartz",
    "Schist",
    "Slate",
    "Tuff",
)


def seat_player(places: list[Seat], player: Player, *, now: datetime) -> Seat:
    """Give a player the first free place; raises AlreadySeated or TableFull."""
    require_standing(places, player)
    seat = _first_free(places)
    seat.player, seat.name, seat.joined_at = player, player.name, now
    seat.save(update_fields=("player", "name", "joined_at"))
    return seat


def seat_guest(game: Game, places: list[Seat], player: Player, *, now: datetime) -> Seat:
    """Seat somebody who came by himself; who takes the last place lets the organiser know.

    Raises AlreadySeated or TableFull.
    """
    seat = seat_player(places, player, now=now)
    if all(place.taken for place in places):
        mailbox.post_to(game.organiser.email, Letter.Kind.READY, game=game, now=now)
    return seat


def seat_bot(places: list[Seat], *, now: datetime) -> Seat:
    """Give a bot the first free place; raises TableFull."""
    seat = _first_free(places)
    used = {seat.name for seat in places}
    seat.name = next(name for name in BOT_NAMES if name not in used)
    seat.bot, seat.joined_at = True, now
    seat.save(update_fields=("bot", "name", "joined_at"))
    return seat


def unseat(seat: Seat) -> None:
    """Make a place free again."""
    seat.player, seat.bot, seat.name, seat.joined_at = None, False, "", None
    seat.link_epoch += 1
    seat.save(update_fields=("player", "bot", "name", "joined_at", "link_epoch"))


def let_go(game: Game, seat: Seat | None, invitation: Invitation | None, *, now: datetime) -> None:
    """Free a place, taken or kept, of somebody who will not come, and tell the organiser."""
    if seat is not None:
        unseat(seat)
    if invitation is not None:
        invitation.status = Invitation.Status.DECLINED
        invitation.save(update_fields=("status",))
    organiser, kind = game.organiser.email, Letter.Kind.DECLINED
    mailbox.post_to(organiser, kind, game=game, invitation=invitation, now=now)


def require_standing(places: list[Seat], player: Player) -> None:
    """Pass if a player has no place yet; raises AlreadySeated."""
    if any(seat.player_id == player.pk for seat in places):
        raise AlreadySeated


def require_unreserved(game: Game, places: list[Seat]) -> None:
    """Pass if a place is neither taken nor kept for somebody invited; raises TableFull."""
    pending = game.invitations.filter(status=Invitation.Status.PENDING).count()
    if sum(not seat.taken for seat in places) <= pending:
        raise TableFull


def _first_free(places: list[Seat]) -> Seat:
    for seat in places:
        if not seat.taken:
            return seat
    raise TableFull
