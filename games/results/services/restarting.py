"""A game is annulled and begun anew: the same people and terms, a fresh secret, other seats."""

from collections.abc import Sequence
from datetime import datetime

from engine.api import Strength
from games.clocks.rules import store
from games.clocks.rules.table import Table
from games.gathering.rules import names
from games.models import Game, Seat
from games.results.services import annulling
from games.services import games, locks, seating


def name_of(game: Game) -> str:
    """Say what the new game will be called."""
    return names.again(game.name)


def staying(places: Sequence[Seat]) -> list[Seat]:
    """List the seats of people who can play on: without any nobody would ever begin."""
    return [seat for seat in places if seat.player is not None and seat.player.left_at is None]


def restart(game: Game, places: Sequence[Seat], clocks: Table, key: str, *, now: datetime) -> Game:
    """Annul a locked game, unless it is annulled, and deal its people another one under a key.

    Nobody has agreed to it by a link of the old one: these open the old table and nothing else.
    """
    if game.status != Game.Status.ANNULLED:
        annulling.annul(game, places, clocks, now=now)
    Game.objects.create(
        key=key,
        name=name_of(game),
        ruleset=game.ruleset,
        options=game.options,
        seats=game.seats,
        time=store.dump(Table(store.load(game.time).settings)),
        organiser=game.organiser,
        listed=game.listed,
        language=game.language,
        restart_of=game,
        created_at=now,
    )
    # A row that nobody else has seen: nobody waits for this lock.
    anew = locks.game(key=key)
    _seat(anew, places, now)
    games.dealt(anew, locks.people(anew), now=now)
    return anew


def _seat(anew: Game, places: Sequence[Seat], now: datetime) -> None:
    """Seat the same people; a bot for who has left the service, and bots as they were."""
    chairs = Seat.objects.bulk_create(Seat(game=anew, number=at) for at in range(anew.seats))
    stays = staying(places)
    for chair, seat in zip(chairs, stays, strict=False):
        chair.player, chair.name, chair.joined_at = seat.player, seat.name, now
    Seat.objects.bulk_update(chairs, ("player", "name", "joined_at"))
    for seat in places:
        if seat not in stays:
            seating.seat_bot(chairs, Strength(seat.strength or Strength.HARD), now=now)
