"""Who may come to a table before it starts: whether it is public, and who sits down by himself."""

from datetime import datetime

from games.clocks.rules import store
from games.errors import NotPublic
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Invitation, Letter, Player, Seat
from games.services import accounts, bars, locks, mailbox, people, seating


def choose(key: str, *, listed: bool, language: str, by: Player) -> Game:
    """Let a table be public or private, and say what is spoken there.

    Raises NoSuchGame, NotOpen or NotOrganiser.
    """
    with because(Cause.FORM):
        game = locks.own_open_game(by, key=key)
        game.listed, game.language = listed, people.language(language)
        game.save(update_fields=("listed", "language"))
    return game


def come_in(key: str, player: Player, *, now: datetime, said: people.Said | None = None) -> Seat:
    """Seat a player at a public table.

    Raises NoSuchGame, NotOpen, NotPublic, BadName, BadTimeZone, or as `let_in` does.
    """
    with because(Cause.FORM):
        accounts.introduce(player, said)
        game = locks.open_game(key=key)
        asked = game.invitations.filter(email=player.email, status=Invitation.Status.PENDING)
        if not game.listed and not asked.exists():
            raise NotPublic
        return let_in(game, player, now=now)


def let_in(game: Game, player: Player, *, now: datetime) -> Seat:
    """Seat somebody at a locked table that is open to him.

    Raises Sanctioned, AlreadySeated, TableFull, BarMissed, NameMissing or NameTaken.
    """
    bars.require_may_begin(player, now=now)
    bars.require_own_household(game, player)
    places = locks.places(game)
    # Asked first: to a second click on the last free place the table is not full, but his.
    seating.require_standing(places, player)
    # Somebody who was invited and comes by himself takes the place kept for him.
    kept = game.invitations.filter(email=player.email, status=Invitation.Status.PENDING)
    if not kept.update(status=Invitation.Status.ACCEPTED):
        seating.require_unreserved(game, places)
        bars.require_reliable(store.load(game.time).settings, player, now=now)
    mailbox.post_to(player.email, Letter.Kind.SEATED, game=game, now=now)
    seat = seating.seat_guest(game, places, player, now=now)
    taken = game.invitations.filter(email=player.email, status=Invitation.Status.ACCEPTED)
    taken.update(seat_epoch=seat.link_epoch)
    return seat
