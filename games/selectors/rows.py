"""From rows to values: what the other selectors have in common."""

from collections import Counter
from collections.abc import Sequence

from games.clocks.rules import settings
from games.errors import NoSuchGame
from games.models import Game, Letter, Player, Seat
from games.selectors.values import GameFacts, Person, Place, Reader
from games.texts.former import called


def game(**which: object) -> Game:
    """Return a game with its organiser; raises NoSuchGame."""
    row = Game.objects.select_related("organiser").filter(**which).first()
    if row is None:
        raise NoSuchGame
    return row


def started(**which: object) -> Game:
    """Return a game that was dealt; raises NoSuchGame."""
    return game(status__in=Game.BEGUN, **which)


def facts(game: Game) -> GameFacts:
    """Tell what everybody may know of a game."""
    return GameFacts(
        id=game.pk,
        key=game.key,
        name=game.name,
        ruleset=game.ruleset,
        options=game.options,
        seats=game.seats,
        time=settings.load(game.time["settings"]),
        status=game.status,
        ply=game.ply,
        organiser=called(game.organiser.name),
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
        commitment=game.commitment,
        outcome=None if game.closed else game.outcome,
        covered_until=game.covered_until,
        closed=game.closed,
    )


def addressee(letter: Letter) -> Player | None:
    """Find the account of who gets a letter, if he has one."""
    if letter.seat is not None:
        return letter.seat.player
    if "addressee" in vars(letter):
        return letter.addressee
    return Player.objects.filter(email=letter.email).first()


def places(game: Game) -> list[Place]:
    """List the seats of a game by number."""
    seats = sorted(game.places.all(), key=lambda seat: seat.number)
    return [
        Place(seat.number, seat.name, seat.bot, seat.taken, strength=seat.strength)
        for seat in seats
    ]


def people(places: Sequence[Place], asked: Sequence[int]) -> tuple[Person, ...]:
    """Tell who sits where, taken or not; two of one name are told apart by their seats."""
    names = [called(place.name) if place.taken else place.name for place in places]
    often = Counter(names)
    return tuple(
        Person(
            number=place.number,
            name=f"{name} @{place.number + 1}" if name and often[name] > 1 else name,
            bot=place.bot,
            asked=place.number in asked,
            taken=place.taken,
            strength=place.strength,
            profile=place.profile,
        )
        for place, name in zip(places, names, strict=True)
    )


def reader_of_seat(seat: Seat) -> Reader:
    """Say who reads what is written to a seat."""
    assert seat.player is not None, "bots read nothing"
    return reader(seat.player)


def reader(player: Player) -> Reader:
    """Say how a player is written to."""
    return Reader(player.name, player.email, player.language, player.time_zone)
