"""Many tables at once, each in a position of its own and with names of its own.

So that no cache can know one from another: a table of these that is asked for the first time costs
what a table costs at first sight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count

from django.test import Client
from django.urls import reverse

from engine.registry import ruleset
from games import links
from games.clocks.rules import settings
from games.clocks.rules.banks import at_start
from games.clocks.rules.forms import Form
from games.clocks.rules.table import Seat as Clocked
from games.clocks.rules.table import Table
from games.clocks.rules.turns import go_on
from games.clocks.services import keeping
from games.links import SeatClaim
from games.models import Game, Move, Player, Seat
from games.services import accounts, instant, people
from games.services.people import Said
from tests.bench.positions import Position
from tests.bench.server import HOST

HOURS = 72
TIME: Form = {"clock": {"style": "fixed", "hours": HOURS}}
"""What every table that is measured has chosen about time."""
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
        now = instant.now()
        game = Game(
            name="The Sunken Gallery",
            ruleset=position.ruleset,
            seats=position.seats,
            organiser=self.people[0],
            status=Game.Status.ACTIVE,
            state=position.state,
            ply=len(position.moves) - 1,
            to_act=position.asked,
            created_at=now,
            started_at=now,
        )
        begin(game, self._time(position), at=now)
        return game

    def _time(self, position: Position) -> Table:
        chosen = settings.load(TIME)
        seats = (
            Clocked(people.person(player), bank=at_start(chosen.style))
            for player in self._players(position)
        )
        return Table(chosen, dict(enumerate(seats)))

    def _seats(self, game: Game, position: Position) -> Iterator[Seat]:
        table = next(_numbers)
        for number, player in enumerate(self._players(position)):
            name = f"{player.name} {table}"
            yield Seat(
                game=game, number=number, player=player, name=name, joined_at=game.created_at
            )

    def _players(self, position: Position) -> Iterator[Player]:
        """Alice where somebody is asked, the others in their order."""
        others = iter(self.people[1:])
        for number in range(position.seats):
            yield self.people[0] if number == position.asked[0] else next(others)


def begin(game: Game, table: Table, *, at: datetime) -> None:
    """Lay clocks into a game's row as if whoever is asked there had been asked at that instant."""
    rules = ruleset(game.ruleset)
    marks = dict.fromkeys(game.to_act, rules.turn(rules.load(game.state)))
    # Nobody has missed anything: after some misses a bot would stand in and there were no clocks.
    nobody = table.every(lambda at: replace(at, clock=None, aside=None, misses=0, bot=False))
    keeping.put(game, go_on(nobody, marks, now=at))


def gather(crowd: str = "b") -> Crowd:
    """Make the people of a crowd and sign the first of them in."""
    now, client = instant.now(), Client(SERVER_NAME=HOST)
    guests = [person(f"{name}-{crowd}@example.org", now=now) for name in _NAMES]
    client.force_login(guests[0])
    client.get("/")  # whoever has signed in has seen a form, and its secret is in his browser
    return Crowd(guests, "; ".join(f"{m.key}={m.value}" for m in client.cookies.values()))


def person(address: str, *, now: datetime) -> Player:
    """Make somebody who has a name."""
    player = accounts.known_or_new(address, language="en", now=now)
    accounts.introduce(player, Said(address.partition("@")[0], "en", "UTC"))
    return player


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
    by_letter = reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
    return Guest(game.pk, seat.pk, game.ply, by_letter, reverse("seat-mine", args=[game.key]))
