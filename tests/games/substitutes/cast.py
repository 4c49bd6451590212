"""Tables whose seats change hands."""

from datetime import datetime

from games.links import SeatClaim
from games.models import Game, Offer, Seat
from games.services import turns
from games.substitutes.services import offers, sitting
from tests.games import cast
from tests.games.cast import NOW


def seat_of(game: Game, name: str) -> Seat:
    """Return the seat that somebody has."""
    return Seat.objects.select_related("player").get(game=game, player=cast.player(name))


def claim_of(game: Game, name: str) -> SeatClaim:
    """State the claim of somebody's letters of today."""
    return SeatClaim.of(seat_of(game, name))


def resigned(name: str = "bob", **terms: object) -> Game:
    """Start a table at which somebody has given up."""
    game = cast.started(**terms)  # type: ignore[arg-type]
    offers.resign(claim_of(game, name), now=NOW)
    return cast.again(game)


def sits(game: Game, name: str = "dora", *, of: str = "bob", now: datetime = NOW) -> Seat:
    """Let somebody take the seat of another from the open list."""
    return sitting.sit(game.key, seat_of(game, of).number, cast.player(name), now=now)


def offer_of(game: Game, number: int) -> Offer | None:
    """Find the open offer of a seat."""
    return Offer.objects.filter(game=game, seat=number, closed_at=None).first()


def late(game: Game, *, now: datetime | None = None) -> tuple[Seat, datetime]:
    """Let the time of whoever is asked run out; say whose it was, and when."""
    seat, due = cast.asked(game), cast.again(game).deadline_at
    at = now or due
    assert at is not None
    assert cast.sweep_deadlines(now=at)
    return seat, at


def bots_play(game: Game, *, now: datetime, moves: int = 20) -> None:
    """Let bots move as long as they are asked."""
    for _ in range(moves):
        if not cast.again(game).bot_asked:
            return
        assert turns.sweep_bots(now=now) == 1


def until_asked(game: Game, seat: Seat, *, now: datetime) -> None:
    """Let everybody else move until a seat is asked."""
    for _ in range(40):
        at = cast.again(game)
        if at.to_act == [seat.number]:
            return
        if at.bot_asked:
            turns.sweep_bots(now=now)
        else:
            cast.pass_on(game, now=now)
    raise AssertionError("never asked")


def stood_in(game: Game, seat: Seat) -> bool:
    """Tell whether a bot plays a seat."""
    return cast.clocks_of(game).seats[seat.number].bot
