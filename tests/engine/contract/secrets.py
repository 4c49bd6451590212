"""Non-interference: what a seat cannot know makes no difference to anything it is shown."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.api import Seat
from engine.errors import IllegalMove
from tests.engine.contract.games import Game, Ply
from tests.engine.contract.known import KNOWN, Known, Shown

MOVES_TRIED = 4
REFUSALS_TRIED = 12


def telling(game: Game, chance: Random, count: int) -> list[Ply]:
    """Some plies of a game, with those that tell most: the ends of its rounds."""
    most = sorted(game.plies, key=lambda ply: len(ply.step.events))[-count:]
    return [*chance.sample(game.plies, min(len(game.plies), count)), *most]


def compare(game: Game, ply: Ply, chance: Random, refused: Sequence[Any]) -> int:
    """Compare a table with twins of it, for several viewers; says how many twins differed."""
    ruleset, known, state = game.ruleset, KNOWN[game.ruleset.meta.key], ply.state
    moves = list(ruleset.legal_moves(state, ply.seat))
    moves = [ply.move, *chance.sample(moves, min(len(moves), MOVES_TRIED))]
    differed = 0
    for viewer in (None, Seat(chance.randrange(game.seats)), ply.seat):
        twin = known.twin(state, viewer, chance, None)
        differed += twin != state
        _same_now(ruleset, state, twin, viewer, chance.sample(refused, REFUSALS_TRIED))
        for move in moves:
            _same_next(ruleset, known, state, viewer, chance, ply.seat, move)
    return differed


def _same_now(ruleset: Any, state: Any, twin: Any, viewer: Seat | None, refused: Any) -> None:
    # The text as well: a field left out of the comparison, or a hidden order, shows there.
    assert_same(ruleset.view(state, viewer), ruleset.view(twin, viewer))
    assert ruleset.to_act(state) == ruleset.to_act(twin)
    if viewer is not None:
        assert_same([*ruleset.settings(state, viewer)], [*ruleset.settings(twin, viewer)])
    if viewer not in ruleset.to_act(state):
        return
    moves = list(ruleset.legal_moves(state, viewer))
    assert_same(moves, list(ruleset.legal_moves(twin, viewer)))
    assert_same(ruleset.default_move(state, viewer), ruleset.default_move(twin, viewer))
    for move in refused:
        assert refusal(ruleset, state, viewer, move) == refusal(ruleset, twin, viewer, move)


def _same_next(
    ruleset: Any,
    known: Known,
    state: Any,
    viewer: Seat | None,
    chance: Random,
    mover: Seat,
    move: Any,
) -> None:
    after, events = ruleset.apply(state, mover, move)
    shown = Shown(mover, move, after, events)
    twin = known.twin(state, viewer, chance, shown)
    twin_move = known.same_to_all(move, twin, mover, viewer)
    twin_after, twin_events = ruleset.apply(twin, mover, twin_move)
    for one, other in ((events, twin_events), ([after], [twin_after])):
        assert_same(
            *(
                [
                    known.without_own(thing, viewer, shown)
                    for thing in _told(ruleset, things, viewer)
                ]
                for things in (one, other)
            )
        )


def _told(ruleset: Any, things: Any, viewer: Seat | None) -> list[Any]:
    """Facts as the viewer hears them, states as he sees them."""
    told = [
        thing.seen_by(viewer) if hasattr(thing, "seen_by") else ruleset.view(thing, viewer)
        for thing in things
    ]
    return [thing for thing in told if thing is not None]


def compare_choices(ruleset: Any, known: Known, state: Any, chance: Random) -> None:
    """A bot chooses the same at a table that looks the same."""
    for seat in ruleset.to_act(state):
        choices = []
        for table in (state, known.twin(state, seat, chance, None)):
            moves = ruleset.legal_moves(table, seat)
            choices.append(ruleset.choose(ruleset.view(table, seat), moves))
            assert choices[-1] in moves
        assert_same(*choices)


def refusal(ruleset: Any, state: Any, seat: Seat, move: Any) -> Any:
    """Why a move is refused, or None if it is not."""
    try:
        ruleset.apply(state, seat, move)
    except IllegalMove as illegal:
        return illegal.reason
    return None


def assert_same(one: Any, other: Any) -> None:
    """Both must be equal and look equal."""
    assert one == other
    assert repr(one) == repr(other)
