"""From rows to values: what the other selectors have in common."""

from collections import Counter
from collections.abc import Sequence

from games.clocks.rules import settings
from games.errors import NoSuchGame
from games.models import Game, Player, Seat
from games.selectors.values import GameFacts, Person, Place, Reader


def game(**which: object) -> Game:
    """Return a game with its organiser; raises NoSuchGame."""
    row = Game.objects.select_related("organiser").filter(**which).first()
    if row is None:
        raise NoSuchGame
    return row


def started(**which: object) -> Game:
    """Return a game that was dealt; raises NoSuchGame."""
    return game(status__in=(Game.Status.ACTIVE, Game.Status.FINISHED), **which)


def facts(game: Game) -> GameFacts:
    """Tell what everybody may know of a game."""
    return GameFacts(
        id=game.pk,
        key=game.key,
        ruleset=game.ruleset,
        options=game.options,
        seats=game.seats,
        time=settings.load(game.time["settings"]),
        status=game.status,
        ply=game.ply,
        organiser=game.organiser.name,
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
    )


def places(game: Game) -> list[Place]:
    """List the seats of a game by number."""
    seats = sorted(game.places.all(), key=lambda seat: seat.number)
    return [Place(seat.number, seat.name, seat.bot, seat.taken) for seat in seats]


def people(places: Sequence[Place], asked: Sequence[int]) -> tuple[Person, ...]:
    """Tell who sits where, taken or not; two of one name are told apart by their seats."""
    often = Counter(place.name for place in places)
    return tuple(
        Person(
            number=place.number,
            name=f"{place.name} @{place.number + 1}"
            if place.name and often[place.name] > 1
            else place.name,
            bot=place.bot,
            asked=place.number in asked,
            taken=place.taken,
        )
        for place in places
    )


def reader_of_seat(seat: Seat) -> Reader:
    """Say who reads what is written to a seat."""
    assert seat.player is not None, "bots read nothing"
    return reader(seat.player)


def reader(player: Player) -> Reader:
    """Say how a player is written to."""
    return Reader(player.name, player.email, player.language, player.time_zone)
