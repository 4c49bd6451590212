"""Tables to measure on: started by the services, their whole games known beforehand."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import psycopg
from django.db import connection
from django.urls import reverse

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import links
from games.links import JoinClaim, SeatClaim
from games.models import Game
from games.services import games, instant
from tests.bench import requests
from tests.bench.crowd import TIME, person

PEOPLE = ("alice", "bob", "carol", "dave")


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that will be made, and the seat's way to make it."""

    ply: int
    path: str
    move: str


@dataclass(frozen=True)
class Table:
    """A started game and all its moves to come."""

    game_id: int
    state: Any
    time: Any
    to_act: list[int]
    due: tuple[Any, Any]
    """The first deadline and the first reminder."""
    turns: tuple[Turn, ...]

    def post(self, turn: Turn) -> None:
        """Make a move through a whole request."""
        answer = requests.post(turn.path, move=turn.move, seen_ply=turn.ply)
        if answer.status != 303:
            raise RuntimeError(f"ply {turn.ply}: {answer.status} instead of a move")

    def reset(self) -> None:
        """Take the table back to its deal."""
        with connection.cursor() as cursor:
            for sql, values in self._resetting:
                cursor.execute(sql, values)

    def reset_by(self, bare: psycopg.Connection[Any]) -> None:
        """Take the table back over a connection of its own."""
        for sql, values in self._resetting:
            bare.execute(sql, values)

    @cached_property
    def _resetting(self) -> tuple[tuple[str, list[Any]], ...]:
        return (
            ("DELETE FROM games_letter WHERE game_id = %s", [self.game_id]),
            ("DELETE FROM games_move WHERE game_id = %s AND ply > 0", [self.game_id]),
            ("DELETE FROM games_part WHERE game_id = %s", [self.game_id]),
            (
                "UPDATE games_game SET state = %s, time = %s, ply = 0, to_act = %s,"
                " status = 'active', deadline_at = %s, remind_at = %s, ended_at = NULL,"
                " outcome = NULL WHERE id = %s",
                [self.state, self.time, self.to_act, *self.due, self.game_id],
            ),
        )


def make(*, rounds: str = "3") -> Table:
    """Start a game of four people and work out how it will go if they play on and on."""
    now = instant.now()
    people = [person(f"{name}@example.org", now=now) for name in PEOPLE]
    game = games.create(
        people[0],
        ruleset_key="saboteur",
        options={"rounds": rounds},
        seats=len(people),
        time=TIME,
        now=now,
    )
    for player in people[1:]:
        games.take_open_seat(JoinClaim.of(game), player, now=now)
    games.start(game.key, by=people[0], now=now)
    game = Game.objects.get(pk=game.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT state, time FROM games_game WHERE id = %s", [game.pk])
        state, time = cursor.fetchone()
    due = game.deadline_at, game.remind_at
    return Table(game.pk, state, time, game.to_act, due, _turns(game))


def _turns(game: Game) -> tuple[Turn, ...]:
    rules = ruleset(game.ruleset)
    paths = [
        reverse("seat-move-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
        for seat in game.places.order_by("number")
    ]
    state = rules.load(game.state)
    turns: list[Turn] = []
    while asked := rules.to_act(state):
        (seat,) = asked
        move = _next(rules, state, seat)
        turns.append(Turn(len(turns), paths[seat], rules.format(move)))
        state = rules.apply(state, seat, move).state
    return tuple(turns)


def _next(rules: Any, state: Any, seat: EngineSeat) -> Any:
    # Bots build a maze of a natural size; random players hardly leave the start.
    return rules.choose(rules.view(state, seat), rules.legal_moves(state, seat))
