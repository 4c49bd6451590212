"""Who sits where before a game starts. Callers hold the game's lock and are in its transaction."""

from collections.abc import Iterable
from datetime import datetime

from engine.api import Strength
from games.errors import AlreadySeated, NameMissing, NameTaken, TableFull
from games.models import Game, Invitation, Letter, Player, Seat
from games.people.rules import names
from games.services import mailbox

# A bot's name says in every language that it is one, and how hard it is to beat: by its rock. No
# table has as many bots as there are names of a strength.
ROCKS = {
    Strength.EASY: (
        "Borax", "Chalk", "Graphite", "Gypsum", "Halite", "Loam", "Peat", "Pumice", "Shale",
        "Sulphur", "Talc", "Vermiculite",
    ),
    Strength.MEDIUM: (
        "Alabaster", "Calcite", "Dolomite", "Fluorite", "Limestone", "Malachite", "Marble", "Marl",
        "Schist", "Serpentine", "Slate", "Tuff",
    ),
    Strength.HARD: (
        "Basalt", "Corundum", "Diorite", "Gabbro", "Gneiss", "Granite", "Granulite", "Obsidian",
        "Porphyry", "Quartz", "Quartzite", "Rhyolite",
    ),
}  # fmt: skip


def seat_player(places: list[Seat], player: Player, *, now: datetime) -> Seat:
    """Give a player the first free place.

    Raises AlreadySeated, NameMissing, NameTaken or TableFull.
    """
    require_standing(places, player)
    require_name(places, player)
    seat = _first_free(places)
    seat.player, seat.name, seat.joined_at = player, player.name, now
    seat.save(update_fields=("player", "name", "joined_at"))
    return seat


def seat_guest(game: Game, places: list[Seat], player: Player, *, now: datetime) -> Seat:
    """Seat somebody who came by himself; who takes the last place lets the organiser know.

    Raises AlreadySeated, NameMissing, NameTaken or TableFull.
    """
    seat = seat_player(places, player, now=now)
    if all(place.taken for place in places):
        mailbox.post_to(game.organiser.email, Letter.Kind.READY, game=game, now=now)
    return seat


def seat_bot(places: list[Seat], strength: Strength, *, now: datetime) -> Seat:
    """Give a bot the first free place; raises TableFull."""
    seat = _first_free(places)
    seat.name = bot_name(places, strength)
    seat.bot, seat.strength, seat.joined_at = True, strength, now
    seat.save(update_fields=("bot", "strength", "name", "joined_at"))
    return seat


def bot_name(places: Iterable[Seat], strength: Strength = Strength.HARD) -> str:
    """Name a bot so that nobody at the table is called alike."""
    used = [seat.name for seat in places]
    free = (f"Bot {rock}" for rock in ROCKS[strength])
    return next(name for name in free if names.alike(name, used) is None)


def unseat(seat: Seat) -> None:
    """Make a place free again."""
    seat.player, seat.bot, seat.strength = None, False, ""
    seat.name, seat.joined_at = "", None
    seat.link_epoch += 1
    seat.save(update_fields=("player", "bot", "strength", "name", "joined_at", "link_epoch"))


def let_go(game: Game, seat: Seat | None, invitation: Invitation | None, *, now: datetime) -> None:
    """Free a place, taken or kept, of somebody who will not come, and tell the organiser."""
    if seat is not None:
        unseat(seat)
    if invitation is not None:
        invitation.status = Invitation.Status.DECLINED
        invitation.save(update_fields=("status",))
    organiser, kind = game.organiser.email, Letter.Kind.DECLINED
    mailbox.post_to(organiser, kind, game=game, invitation=invitation, now=now)


def clear(game: Game, seat: Seat, *, now: datetime) -> None:
    """Free the place of a bot, or of somebody who is told that it is not kept any more."""
    if seat.player is not None:
        email = seat.player.email
        game.invitations.filter(email=email).update(status=Invitation.Status.WITHDRAWN)
        mailbox.post_to(email, Letter.Kind.WITHDRAWN, game=game, now=now)
    unseat(seat)


def require_standing(places: list[Seat], player: Player) -> None:
    """Pass if a player has no place yet; raises AlreadySeated."""
    if any(seat.player_id == player.pk for seat in places):
        raise AlreadySeated


def require_name(places: Iterable[Seat], player: Player) -> None:
    """Pass if a player has a name that is told from all others here.

    Raises NameMissing or NameTaken.
    """
    if not player.name:
        raise NameMissing
    if other := names.alike(player.name, (seat.name for seat in places)):
        raise NameTaken(player.name, other)


def require_unreserved(game: Game, places: list[Seat], *, count: int = 1) -> None:
    """Pass if so many places are neither taken nor kept for somebody invited; raises TableFull."""
    pending = game.invitations.filter(status=Invitation.Status.PENDING).count()
    if sum(not seat.taken for seat in places) < pending + count:
        raise TableFull


def _first_free(places: list[Seat]) -> Seat:
    for seat in places:
        if not seat.taken:
            return seat
    raise TableFull
