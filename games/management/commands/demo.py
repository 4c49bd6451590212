"""A table to look at: five people, some moves played, letters in all their inboxes.

Goes on where it was interrupted and never does a finished step again.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from engine.registry import ruleset
from games import selectors
from games.links import JoinClaim, SeatClaim
from games.models import Game, Player, Seat
from games.services import accounts, games, instant, mailbox, presence, turns

PEOPLE = (
    ("Alice", "en", "Europe/London"),
    ("Bob", "en", "America/New_York"),
    ("Carol", "de", "Europe/Berlin"),
    ("Dave", "en", "Australia/Sydney"),
    ("Erin", "de", "Europe/Vienna"),
)
OPERATOR = "admin@example.org"
MOVES = 12
TIME = {"clock": {"style": "fixed", "hours": 72}}


class Command(BaseCommand):
    """Fills the demo table and says where to look."""

    help = "Make a table with five players, some moves and letters in five inboxes (local mode)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Offer the league, too."""
        parser.add_argument("--league", action="store_true", help="fill the demo league first")

    def handle(self, *_: Any, **chosen: Any) -> None:
        """Fill the table; raises CommandError where letters would reach real people."""
        if not settings.LOCAL_MODE:
            raise CommandError("The demo table is for local mode only (LOCAL_MODE=1).")
        if chosen["league"]:
            call_command("demo_league", stdout=self.stdout)
        now = instant.now()
        people = [person(*who, now=now) for who in PEOPLE]
        game = _table(people, now)
        self._play(game, now)
        accounts.make_admin(OPERATOR, now=now)
        self._say_where_to_look(game)

    def _play(self, game: Game, now: datetime) -> None:
        while game.status == Game.Status.ACTIVE and game.ply < MOVES:
            # Sent before each move: a letter that still waits is dropped once its seat has moved.
            # Nobody sits at these tables yet.
            mailbox.sweep(now=now + presence.grace())
            move(game, now)
            game.refresh_from_db()
            self.stdout.write(f"demo table: move {game.ply} of {MOVES}")
        mailbox.sweep(now=now + presence.grace())

    def _say_where_to_look(self, game: Game) -> None:
        table = settings.BASE_URL + reverse("table-public", args=[game.key])
        letters = settings.BASE_URL + reverse("letterbox-letters")
        asked = Seat.objects.filter(game=game, number__in=game.to_act).select_related("player")
        self.stdout.write(f"\nDemo table   {table}")
        for seat in asked:
            if seat.player is not None:
                inbox = f"{letters}?to={seat.player.email}"
                self.stdout.write(f"Next move    {seat.name}, from the letter at {inbox}")
        self.stdout.write(f"All letters  {letters}")
        self.stdout.write(f"Operator     {OPERATOR}, with the code from the letter")


def person(name: str, language: str, time_zone: str, *, now: datetime) -> Player:
    """Somebody who plays here, under his first name."""
    player = accounts.known_or_new(f"{name.lower()}@example.org", language=language, now=now)
    return accounts.change_settings(
        player, name=name, language=language, time_zone=time_zone, now=now
    )


def _table(people: list[Player], now: datetime) -> Game:
    organiser = people[0]
    game = Game.objects.filter(organiser=organiser).order_by("pk").first()
    if game is None:
        game = games.create(
            organiser,
            ruleset_key="saboteur",
            options={},
            seats=len(people),
            time=TIME,
            now=now,
        )
    if game.status == Game.Status.OPEN:
        _fill(game, people, now)
        games.start(game.key, by=organiser, now=now)
        game.refresh_from_db()
    return game


def _fill(game: Game, people: list[Player], now: datetime) -> None:
    claim = JoinClaim.of(game)
    for player in people:
        if selectors.own_visit(player, game.key) is None:
            games.take_open_seat(claim, player, now=now)


def move(game: Game, now: datetime) -> None:
    """Let the seat that is asked first move as a bot would."""
    rules = ruleset(game.ruleset)
    seat = Seat.objects.get(game=game, number=game.to_act[0])
    table = selectors.seat_table(seat, now=now)
    chosen = rules.choose(table.view, [rules.parse(choice.text) for choice in table.choices])
    claim, text = SeatClaim.of(seat), rules.format(chosen)
    turns.play_move(claim, text, seen_ply=game.ply, now=now)
