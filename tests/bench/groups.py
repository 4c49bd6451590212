"""The groups of rows, each of which can be measured alone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property

from engine.cli import bench as engine_bench
from engine.cli.measure import Row, at_most, price, timed
from engine.cli.workloads import first_replays
from tests.bench import causes, crowd, growth, homes, leagues, moves, post_office
from tests.bench.crowd import Crowd
from tests.bench.effort import Effort
from tests.bench.incoming import Incoming
from tests.bench.letters import Letters
from tests.bench.looks import Looks
from tests.bench.pages import Pages
from tests.bench.server import BARE, Server, serving
from tests.bench.sweeps import Sweeps

Lines = Callable[[], Iterator[str]]


@dataclass
class Bench:
    """What is measured together; `further` are lines without a goal, worked out when asked for."""

    effort: Effort
    stack: ExitStack
    rows: list[Row] = field(default_factory=list)
    further: list[Lines] = field(default_factory=list)

    @cached_property
    def server(self) -> Server:
        """Serve from the first row on that needs it."""
        return self.stack.enter_context(serving())

    @cached_property
    def crowd(self) -> Crowd:
        """Gather people for the first row that needs them."""
        return crowd.gather()

    def add_engine(self) -> None:
        """E: the rules."""
        rows, missing = engine_bench.engine_rows(self.effort.engine)
        self.rows += [*rows, self._replays()]
        self.further += [lambda: iter(missing), lambda: engine_bench.figures(self.effort.engine)]

    def _replays(self) -> Row:
        replay = first_replays(self.effort.rounds, self.effort.replays)
        bare = self.server.timed(lambda: self.server.get(BARE), self.effort.seconds)
        what = "a game of three rounds replayed for the first time, in bare views"
        return Row("E7", what, at_most(8), price(timed(replay, 0), bare))

    def add_web(self) -> None:
        """W: pages and moves."""
        looks = Looks(self.server, self.crowd, self.effort)
        self.rows += [*Pages(looks).rows(), *growth.rows(looks), *homes.rows(looks)]
        self.rows += moves.rows(self.server, self.effort, self.stack)

    def add_mail(self) -> None:
        """M: letters."""
        sink = self.stack.enter_context(post_office.open_for_letters())
        letters = Letters(sink, self.crowd, self.effort)
        self.rows += letters.rows()

    def add_incoming(self) -> None:
        """I: mails that come in."""
        incoming = Incoming(self.effort, self.stack)
        self.rows += incoming.rows()
        self.further.append(incoming.figures)

    def add_log(self) -> None:
        """L: the log."""
        self.rows += causes.rows(self.effort, self.stack)

    def add_sweeps(self) -> None:
        """S: the search for overdue games."""
        sweeps = Sweeps(self.crowd, self.effort, self.stack)
        self.rows += sweeps.rows()
        self.further.append(sweeps.figures)

    def add_leagues(self) -> None:
        """T: leagues and their tables."""
        self.rows += leagues.rows(self.effort)


GROUPS = {
    "E": Bench.add_engine,
    "W": Bench.add_web,
    "M": Bench.add_mail,
    "I": Bench.add_incoming,
    "S": Bench.add_sweeps,
    "L": Bench.add_log,
    "T": Bench.add_leagues,
}
