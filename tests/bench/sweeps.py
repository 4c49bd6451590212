"""Rows of the sweep: what looking for overdue games costs, however many are played."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from statistics import median
from time import perf_counter

from engine.api import Seat as EngineSeat
from engine.cli.measure import Row, Side, at_least, at_most, prepared, price, progress, speed, timed
from engine.registry import ruleset
from games import links
from games.links import SeatClaim
from games.models import Game, Seat
from games.services import instant, turns
from tests.bench import bare, worlds
from tests.bench.crowd import Crowd
from tests.bench.effort import Effort
from tests.bench.positions import natural
from tests.bench.worlds import World

_EMPTY = [("SELECT 1", ())]
_LOOKS = 3


class Sweeps:
    """The rows of group S, and what a sweep costs on this machine."""

    def __init__(self, crowd: Crowd, effort: Effort, stack: ExitStack) -> None:
        self.effort = effort
        guests = crowd.seat(natural("saboteur", effort.due))
        self.worlds = [worlds.make(f"world{size}", size, guests) for size in effort.sizes]
        self.connection = stack.enter_context(bare.connect())
        self.worn = worlds.make("worn", effort.sizes[2], guests)
        with self.worn.entered():
            self.worn.wear()

    def rows(self) -> Iterator[Row]:
        """Build the rows."""
        base, largest = self.worlds[1], self.worlds[-1]
        sizes = f"{largest.size:,} active games beside {base.size:,}"
        goal, few = at_most(1.5), f"the same {self.effort.due} due"
        growth = price(self._idle(largest), self._idle(base))
        yield Row("S1", f"a sweep, nothing due: {sizes} (wall clock)", goal, growth)
        growth = price(self._busy(largest), self._busy(base))
        yield Row("S1 due", f"a sweep, {few}: {sizes} (wall clock)", goal, growth)
        what = "a sweep, nothing due, beside an empty transaction (wall clock)"
        yield Row("S2", what, at_most(3), price(self._idle(largest), self._empty()))
        what = "a timeout handled, beside the same move without HTTP (wall clock)"
        handled = speed(self._busy(self.worlds[0]), self._played(self.worlds[0]))
        yield Row("S3", what, at_least(0.4), handled)
        what = (
            f"a sweep after {self.worn.size:,} handled deadlines, beside fresh tables (wall clock)"
        )
        tired = price(self._idle(self.worn), self._idle(self.worlds[2]))
        yield Row("S4", what, at_most(2), tired)

    def figures(self) -> Iterator[str]:
        """Tell the cost of one sweep at each size."""
        for world in self.worlds:
            progress(f"a sweep over {world.size:,} games")
            idle, busy = self._idle(world), self._busy(world)
            yield (
                f"a sweep over {world.size:,} active games: {_spread(idle, 1)} with nothing due, "
                f"{_spread(busy, self.effort.due)} with {self.effort.due} handled"
            )
        yield self._backlog()

    def _backlog(self) -> str:
        """Tell how long an outage's backlog takes: sweep after sweep, until none is left."""
        world = worlds.overdue("backlog", self.worlds[0], self.effort.backlog)
        begun, done = perf_counter(), [0]
        with world.entered():
            while sum(done) < world.size and (done[-1] or len(done) == 1):
                done.append(turns.sweep_deadlines(now=instant.now()))
        left = world.size - sum(done)
        return (
            f"{world.size:,} overdue games: {left} left after {perf_counter() - begun:.1f} s of "
            f"sweeping, in {len(done) - 1} beats"
        )

    def _idle(self, world: World) -> Side:
        now = instant.now()

        def sweep() -> int:
            turns.sweep_deadlines(now=now)
            return 1

        side = timed(sweep, self.effort.seconds / 2, perf_counter)
        return _inside(world, world.rest, side)

    def _busy(self, world: World) -> Side:
        """Measure one sweep that handles what is due; a unit is a timeout."""

        def sweep() -> int:
            done = turns.sweep_deadlines(now=instant.now())
            if done != len(world.due):
                raise RuntimeError(f"{done} of {len(world.due)} timeouts in the measurement")
            return done

        return _inside(world, world.run_out, timed(sweep, 0, perf_counter))

    def _played(self, world: World) -> Side:
        """Measure the moves that a timeout would make, made by the players; a unit is a move."""

        moves: list[tuple[links.SeatClaim, str, int]] = []

        def prepare() -> None:
            world.rest()
            moves[:] = _default_moves(world.due)

        def play() -> int:
            now = instant.now()
            for claim, text, ply in moves:
                turns.play_move(claim, text, seen_ply=ply, now=now)
            return len(moves)

        return _inside(world, prepare, timed(play, 0, perf_counter))

    def _empty(self) -> Side:
        def send() -> int:
            bare.send(self.connection, _EMPTY)
            return 1

        return timed(send, self.effort.seconds / 2, perf_counter)


def _inside(world: World, prepare: Callable[[], None], side: Side) -> Side:
    def measured() -> float:
        with world.entered():
            return prepared(prepare, side)()

    return measured


def _default_moves(games: Sequence[int]) -> Iterator[tuple[links.SeatClaim, str, int]]:
    for game in Game.objects.filter(pk__in=games):
        rules, number = ruleset(game.ruleset), EngineSeat(game.to_act[0])
        seat = Seat.objects.get(game=game, number=number)
        move = rules.default_move(rules.load(game.state), number)
        yield SeatClaim.of(seat), rules.format(move), game.ply


def _spread(side: Side, units: int) -> str:
    costs = sorted(side() * units * 1e3 for _ in range(_LOOKS))
    return f"{median(costs):.2f} ms ({costs[0]:.2f}..{costs[-1]:.2f})"
