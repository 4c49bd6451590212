"""Misses that do not count, because what followed them was taken back or is void."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from games.clocks.models import Kept
from games.clocks.rules.table import Table
from games.models import Game, Move, Seat

MISSED = (Move.By.DEADLINE, Move.By.BOT)
"""Who moves for somebody whose time was over."""


class Struck(NamedTuple):
    """What is struck."""

    clocks: Table
    """Without these misses."""
    kept: list[int]
    """The rows of turns by which records would know them."""


def struck(game: Game, clocks: Table, ply: int, places: Iterable[Seat]) -> Struck:
    """Take misses of moves after a ply off the clocks, and name what was kept of them."""
    late = game.moves.filter(ply__gt=ply, by__in=MISSED).values_list("seat", "made_at")
    seats, gone = dict(clocks.seats), list[int]()
    for at, moment in set(late):
        player = next((each.player_id for each in places if each.number == at), None)
        missed = Kept.objects.filter(game=game, player=player, at=moment, reply=None)
        if at is not None and (keys := list(missed.values_list("pk", flat=True))):
            gone += keys
            seats[at] = replace(seats[at], misses=max(0, seats[at].misses - 1))
    return Struck(replace(clocks, seats=seats), gone)
