"""What a person of a simulated month has: seats that play, tables of his own."""

from games.models import Game, Seat
from tests.games.month.people import Person


def running(person: Person) -> list[Seat]:
    """All seats of his in games that run."""
    seats = Seat.objects.filter(player=person.player, game__status=Game.Status.ACTIVE)
    return list(seats.select_related("game", "player").order_by("game_id"))


def own_seat(person: Person) -> Seat | None:
    """One of them."""
    seats = running(person)
    return person.random.choice(seats) if seats else None


def own_table(person: Person) -> Game | None:
    """One of the tables he made; he may have given up his seat there."""
    own = Game.objects.filter(organiser=person.player, status=Game.Status.ACTIVE).order_by("pk")
    return person.random.choice(list(own)) if own else None
