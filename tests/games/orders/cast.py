"""Tables at which people have left orders."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from engine.registry import ruleset
from engine.rulesets.dark_cave.cards import KIND as CAVE
from engine.rulesets.saboteur.cards import KIND
from engine.values import replace
from games.links import SeatClaim
from games.models import Game, Letter, Move, Orders, Seat
from games.orders.services import writing
from games.orders.services.writing import Wish
from games.services import turns
from tests.games.cast import NOW, again, claim, lay_out, started

HANDS = (["P1", "P2", "P3", "break-pick"], ["P4", "P5", "D1", "map"], ["P6", "P7", "D2", "map"])


def table(hands: Sequence[Sequence[str]] = HANDS, **settings: object) -> Game:
    """Three people whose cards are known, and the seat 0 is asked."""
    game = opened_by_the_first("saboteur", **settings)
    state = ruleset("saboteur").load(game.state)
    cards = tuple(tuple(sorted(KIND[code] for code in hand)) for hand in hands)
    game = lay_out(game, replace(state, hands=cards, stock=(KIND["D9"],) * 40))
    Letter.objects.filter(game=game).delete()
    return game


def cave(**settings: object) -> Game:
    """Three people in the cave with ways to walk on, and the seat 0 is asked."""
    game = opened_by_the_first("dark-cave", **settings)
    state = ruleset("dark-cave").load(game.state)
    hand = tuple(sorted(CAVE[code] for code in ("I-X", "I-X", "I-EW", "I-NS", "info")))
    return lay_out(game, replace(state, hands=(hand,) * 3))


def opened_by_the_first(key: str, **settings: object) -> Game:
    """Deal until the seat 0 begins."""
    while True:
        game = started(key=key, time={"clock": {"style": "fixed", "hours": 24}, **settings})
        if game.to_act == [0]:
            return game
        game.delete()


def seat(game: Game, number: int) -> Seat:
    """Return a seat by its number."""
    return Seat.objects.get(game=game, number=number)


def row(game: Game, number: int) -> Orders:
    """Read what a seat has ordered."""
    return Orders.objects.get(seat=seat(game, number))


def leave(
    game: Game,
    number: int,
    following: str = "",
    standing: str = "",
    *,
    unhurried: bool = False,
    seen: int | None = None,
    now: datetime = NOW,
) -> None:
    """Leave orders as from a page that was opened just now."""
    found = Orders.objects.filter(seat=seat(game, number)).first()
    version = found.version if found else 0
    wish = Wish(following, standing, unhurried, version if seen is None else seen)
    writing.write(SeatClaim.of(seat(game, number)), wish, now=now)


def by_hand(game: Game, text: str, *, now: datetime = NOW) -> None:
    """Move for whoever is asked."""
    turns.play_move(claim(game), text, seen_ply=again(game).ply, now=now)


def told(game: Game, after: int = 0) -> list[tuple[int, str, str]]:
    """List the moves as seat, maker and notation."""
    made = Move.objects.filter(game=game, ply__gt=after).order_by("ply")
    return [(move.seat, move.by, move.notation) for move in made]


def state_of(game: Game, changes: Mapping[str, object]) -> Game:
    """Let the game go on from a state that differs in this."""
    state = ruleset(game.ruleset).load(again(game).state)
    return lay_out(game, replace(state, **changes))
