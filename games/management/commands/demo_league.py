"""A league to look at: one season played, a second one running, its directors asked something.

Its past is brought about by the services alone, with a clock that leaps. Goes on where it was
interrupted and never does a finished step again.
"""

import time
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.leagues.rules.terms import WALL
from games.leagues.services import directing, entering, rehearsing, sweeping
from games.management.commands import demo
from games.models import Due, Entrant, Game, League, LeagueTable, Player, Rehearsal, Round, Season
from games.services import instant

NAME = "The Lantern League"
DIRECTORS = (("Olivia", "en", "Europe/London"), ("Oskar", "de", "Europe/Berlin"))
PEOPLE = (
    *demo.PEOPLE,
    ("Frank", "en", "Europe/Dublin"),
    ("Grace", "en", "America/Chicago"),
    ("Heidi", "de", "Europe/Zurich"),
)
DAY = timedelta(days=1)
AGO = 60
"""So many days ago the league was opened."""
ANNOUNCED = {1: 0, 2: 43}
"""So many days later each season was announced."""
RUNS = 2
"""The season that is played now, and its round."""
REHEARSED = 20
"""So many runs are enough for a first look; what a director asks for has two hundred."""
MOVES = 3
"""So many are made in games that still run, then one in two days: none can be over in its week."""
TERMS = {
    "format": "groups",
    "ruleset": "saboteur",
    "options": {"rounds": "1"},
    "low": 3,
    "high": 4,
    "preferred": 4,
    "scoring": {"kind": "rank"},
    "time": {"clock": {"style": "fixed", "hours": 72}},
    "zone": "Europe/London",
    "days": 7,
    "rounds": 3,
    "counting": 1,
    "size": 4,
    "min": 3,
    "max": 5,
    "swap": 1,
}
DATES = {"registers": 0.5, "registered": 3, "first": 9}
"""Days from the announcement."""


class Command(BaseCommand):
    """Fills the demo league and says where to look."""

    help = (
        "Make a league in its second season, with standings, honours and a question (local mode)."
    )

    def handle(self, *_: Any, **__: Any) -> None:
        """Fill the league; raises CommandError where letters would reach real people."""
        if not settings.LOCAL_MODE:
            raise CommandError("The demo league is for local mode only (LOCAL_MODE=1).")
        now = instant.now()
        league = League.objects.filter(name=NAME).first() or _founded(now - AGO * DAY)
        self._catch_up(league, now)
        self._say_where_to_look(league)

    def _catch_up(self, league: League, now: datetime) -> None:
        clock, said = _clock(league), ""
        # What falls due later is the workers'.
        while clock < now and not _is_filled(league):
            season = _announced(league, clock)
            sweeping.sweep(now=clock)
            _answer(season, clock)
            _play(season, clock)
            sweeping.sweep(now=clock)
            season.refresh_from_db()
            if said != (said := f"season {season.number} {season.status}"):
                self.stdout.write(f"demo league: {said}")
            clock = _next(league, clock, now)

    def _say_where_to_look(self, league: League) -> None:
        home = settings.BASE_URL + reverse("leagues-home", args=[league.key])
        letters = settings.BASE_URL + reverse("letterbox-letters")
        self.stdout.write(f"\nDemo league  {home}")
        self.stdout.write(
            f"A question   to its directors: {letters}?to={_address(DIRECTORS[0][0])}"
        )


def _founded(at: datetime) -> League:
    first, second = (demo.person(*who, now=at) for who in DIRECTORS)
    league = directing.found(NAME, "en", by=first, now=at)
    directing.appoint(league.pk, second, by=first, now=at)
    return league


def _clock(league: League) -> datetime:
    """When the last thing was done in it."""
    done = Due.objects.filter(season__league=league, done_at__isnull=False)
    last = done.order_by("-done_at").values_list("done_at", flat=True).first()
    return last or league.created_at


def _is_filled(league: League) -> bool:
    rounds = Round.objects.filter(division__season__league=league, division__season__number=RUNS)
    return rounds.filter(number__gte=RUNS, status=Round.Status.OPEN).exists()


def _next(league: League, clock: datetime, now: datetime) -> datetime:
    dues = Due.objects.filter(season__league=league, done_at=None, next_at__gt=clock)
    first = dues.order_by("next_at").values_list("next_at", flat=True)[:1]
    days = [league.created_at + days * DAY for days in ANNOUNCED.values()]
    return min([*first, *(day for day in days if day > clock)], default=now)


def _announced(league: League, clock: datetime) -> Season:
    """Return the season that this time belongs to, announced now if it was not."""
    number = max(at for at, days in ANNOUNCED.items() if league.created_at + days * DAY <= clock)
    found = league.seasons.filter(number=number).exclude(status=Season.Status.DRAFT).first()
    if found is not None:
        return found
    director = Player.objects.get(email=_address(DIRECTORS[0][0]))
    begun = league.created_at + ANNOUNCED[number] * DAY
    dates = {name: (begun + days * DAY).strftime(WALL) for name, days in DATES.items()}
    drafted = directing.draft(league.pk, {**TERMS, **dates}, by=director, now=clock)
    asked = rehearsing.ask(
        drafted.pk, players=len(PEOPLE), pool=1, by=director, runs=REHEARSED, now=clock
    )
    while Rehearsal.objects.filter(pk=asked.pk, ended_at=None).exists():
        # A worker of `up` may be at it.
        if not rehearsing.go_on(asked.pk, now=clock):
            time.sleep(0.1)
    return directing.announce(drafted.pk, by=director, now=clock)


def _answer(season: Season, clock: datetime) -> None:
    """Let everybody enter and confirm, where he can."""
    season.refresh_from_db()
    if season.status == Season.Status.REGISTRATION:
        entered = season.entrants.values("player")
        for who in PEOPLE:
            player = demo.person(*who, now=clock)
            if not entered.filter(player=player).exists():
                entering.register(season.pk, player, now=clock)
    elif season.status == Season.Status.PREPARED:
        for entrant in season.entrants.filter(status=Entrant.Status.REGISTERED).order_by("pk"):
            entering.confirm(season.pk, entrant.player, now=clock)


def _play(season: Season, clock: datetime) -> None:
    """Let games be played to their end, but for those that shall run or be late."""
    running = LeagueTable.objects.filter(
        round__division__season=season, game__status=Game.Status.ACTIVE
    )
    for table in running.select_related("round__division", "game").order_by("pk"):
        game, found = table.game, table.round
        assert game is not None, "it runs"
        lasts = season.number == RUNS and (found.number >= RUNS or found.division.rank > 1)
        while game.status == Game.Status.ACTIVE and not (lasts and _has_time(game, clock)):
            demo.move(game, clock)
            game.refresh_from_db()


def _has_time(game: Game, clock: datetime) -> bool:
    due = game.deadline_at
    return game.ply >= MOVES and due is not None and due > clock + DAY


def _address(name: str) -> str:
    return f"{name.lower()}@example.org"
