"""The tables of a simulated month: every ruleset, every style of clock, with and without bots."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.registry import RULESETS
from games.links import JoinClaim
from games.models import Game
from games.services import games
from tests.games.month.people import Person
from tests.games.month.plan import BEGIN

LEAST = {"bank": "increment", "fixed": "hours", "hour": "notice"}


def deal(at: int, times: dict[str, Any], people: list[Person], random: Random) -> Game:
    """Open a table, let people of all sorts sit down, and begin."""
    keys = sorted(RULESETS)
    key = keys[at % len(keys)]
    wanted = RULESETS[key].meta.seats
    seats = random.choice([count for count in wanted if count <= 5])
    who = random.sample(people, seats)
    bots = 0 if seats < 3 else random.choice((0, 0, 1, 2))
    host, *guests = who[: seats - bots]
    game = games.create(
        host.player,
        ruleset_key=key,
        options={},
        seats=seats,
        time=times,
        listed=True,
        now=BEGIN,
    )
    for guest in guests:
        games.take_open_seat(JoinClaim.of(game), guest.player, now=BEGIN)
    for _ in range(bots):
        games.add_bot(game.key, by=host.player, now=BEGIN)
    games.start(game.key, by=host.player, now=BEGIN)
    return Game.objects.get(pk=game.pk)


def least_hours(settings: Mapping[str, Any], ruleset: str) -> int:
    """Hours of running time that every whole turn of a table has under some settings."""
    clock = settings["clock"]
    hours = int(clock[LEAST[clock["style"]]])
    # Where proposals interrupt turns, an hour that leaves a quarter of its notice may stand (4.8).
    return hours // 4 if clock["style"] == "hour" and ruleset == "dark-cave" else hours
