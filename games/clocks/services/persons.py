"""A player's new zone or quiet hours, told to all his games that run."""

from datetime import datetime

from games.clocks.rules import seating
from games.clocks.services import keeping
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Player, Seat
from games.services import locks, people


def know(player: Player, *, now: datetime) -> None:
    """Let reminders and later turns go by what the player says now; no running deadline moves."""
    seats = Seat.objects.filter(player=player, game__status=Game.Status.ACTIVE)
    for game_id in list(seats.values_list("game_id", flat=True)):
        with because(Cause.FORM):
            game = locks.game(pk=game_id)
            seat = next((s for s in locks.places(game) if s.player_id == player.pk), None)
            if seat is None or game.status != Game.Status.ACTIVE:
                continue
            table = keeping.take_up(game, now=now)
            keeping.save(game, seating.know(table, seat.number, people.person(player), now=now))
