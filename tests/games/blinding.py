"""Swaps, in the database, everything a seat cannot know. What the seat is shown must not change."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from engine.api import Seat
from engine.registry import ruleset
from games.models import Game, Move
from tests.engine.contract.known import KNOWN


@contextmanager
def blinded(game: Game, seat: int | None, *, seed: int = 0) -> Iterator[bool]:
    """Rearrange a game's secrets for a while; yields whether there was anything to rearrange."""
    rules, viewer = ruleset(game.ruleset), None if seat is None else Seat(seat)
    kept = Game.objects.values_list("state", flat=True).get(pk=game.pk)
    state = rules.load(kept)
    twin = KNOWN[game.ruleset].twin(state, viewer, Random(seed), None)
    moves = {move.pk: (move.events, move.notation) for move in game.moves.all()}
    _store(game, rules.dump(twin), {pk: _told(game, *row, viewer) for pk, row in moves.items()})
    try:
        yield twin != state
    finally:
        _store(game, kept, moves)


def _told(
    game: Game, events: list[object], notation: str, viewer: Seat | None
) -> tuple[object, str]:
    rules = ruleset(game.ruleset)
    seen = (rules.load_event(data).seen_by(viewer) for data in events)
    return [rules.dump_event(event) for event in seen if event is not None], "pass nothing"


def _store(game: Game, state: object, moves: dict[int, tuple[object, str]]) -> None:
    Game.objects.filter(pk=game.pk).update(state=state)
    for pk, (events, notation) in moves.items():
        Move.objects.filter(pk=pk).update(events=events, notation=notation)
