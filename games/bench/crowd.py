"""Many tables at once, each in a position of its own and with names of its own.

So that no cache can know one from another: a table of these that is asked for the first time costs
what a table costs at first sight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.registry import ruleset
from games import links
from games.bench.positions import Position
from games.models import Game, Move, Player, Seat
from games.services import accounts

HOURS = 72
_NAMES = (
    "alice",
    "bob",
    "carol",
    "dave",
    "erin",
    "frank",
    "grace",
    "heidi",
    "ivan",
    "judy",
    "kim",
    "leo",
)
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Guest:
    """A table and the seat that is asked there: alice's, who is signed in."""

    game_id: int
    seat_id: int
    ply: int
    by_letter: str
    signed_in: str


@dataclass(frozen=True, slots=True)
class Crowd:
    """The people who sit at all these tables."""

    people: list[Player]
    cookie: str
    """What alice's browser says to be known."""

    def seat(self, positions: Sequence[Position]) -> list[Guest]:
        """Set up a table for each of the positions, in a few statements for all of them."""
        games = Game.objects.bulk_create(self._game(position) for position in positions)
        tables = list(zip(games, positions, strict=True))
        seats = Seat.objects.bulk_create(
            seat for game, position in tables for seat in self._seats(game, position)
        )
        Move.objects.bulk_create(
            (move for game, position in tables for move in _moves(game, position)),
            batch_size=1_000,
        )
        asked = {seat.game_id: seat for seat in seats if seat.number == seat.game.to_act[0]}
        return [_guest(game, asked[game.pk]) for game in games]

    def _game(self, position: Position) -> Game:
        now = timezone.now()
        return Game(
            ruleset=position.ruleset,
            seats=position.seats,
            hours_per_turn=HOURS,
            organiser=self.people[0],
            status=Game.Status.ACTIVE,
            state=position.state,
            ply=len(position.moves) - 1,
            to_act=position.asked,
            deadline_at=now + timedelta(hours=HOURS),
            created_at=now,
            started_at=now,
        )

    def _seats(self, game: Game, position: Position) -> Iterator[Seat]:
        table, others = next(_numbers), iter(self.people[1:])
        for number in range(position.seats):
            player = self.people[0] if number == position.asked[0] else next(others)
            name = f"{player.name} {table}"
            yield Seat(
                game=game, number=number, player=player, name=name, joined_at=game.created_at
            )


def gather() -> Crowd:
    """Make the people and sign alice in."""
    now, client = timezone.now(), Client()
    people = [
        accounts.known_or_new(f"{name}.b@example.org", language="en", now=now) for name in _NAMES
    ]
    client.force_login(people[0])
    return Crowd(people, "; ".join(f"{m.key}={m.value}" for m in client.cookies.values()))


def _moves(game: Game, position: Position) -> Iterator[Move]:
    version = ruleset(position.ruleset).meta.version
    for ply, told in enumerate(position.moves):
        yield Move(
            game=game,
            ply=ply,
            seat=told.seat,
            by=Move.By.PLAYER if ply else Move.By.DEAL,
            notation=told.notation,
            events=told.events,
            rules_version=version,
            made_at=game.created_at,
        )


def _guest(game: Game, seat: Seat) -> Guest:
    by_letter = reverse("seat-by-letter", args=[links.mint_seat(seat)])
    return Guest(game.pk, seat.pk, game.ply, by_letter, reverse("seat-mine", args=[game.key]))
