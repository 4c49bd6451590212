"""How long and on how much we measure."""

from dataclasses import dataclass, replace

from engine.cli import bench as engine_bench


@dataclass(frozen=True, slots=True)
class Effort:
    """What a run spends."""

    engine: engine_bench.Effort
    rounds: int = 3
    seconds: float = 0.5
    """For work that can go on and on; the server's clock is exact to the microsecond."""
    replays: int = 100
    turns: int = 5
    """In each round a page at first sight and what it is compared with take turns so often: either
    is done in a tenth of a second, and what disturbs one for as long shall disturb the other."""
    pages: int = 8
    """In each turn so many pages are seen for the first time."""
    letters: int = 50
    fresh_letters: int = 8
    """In each round so many letters have their pictures drawn."""
    due: int = 100
    sizes: tuple[int, ...] = (1_000, 10_000, 100_000)
    """Active games under a sweep."""
    running: int = 200
    """Games that run of a player whose page is looked at."""
    ended: int = 20_000
    """Those of his that are over."""
    backlog: int = 10_000
    """Overdue games after an outage."""
    entrants: int = 1_000
    """Players of a large league."""
    league_rounds: int = 20
    leagues: tuple[int, int] = (10, 1_000)
    """At rest, under a sweep."""
    mails: int = 10
    """Real ones in each round, while junk comes."""


FULL = Effort(engine_bench.FULL)
DEEP = replace(FULL, sizes=(*FULL.sizes, 1_000_000))
FAST = Effort(
    engine_bench.FAST,
    rounds=1,
    seconds=0.02,
    replays=2,
    turns=1,
    pages=2,
    letters=3,
    fresh_letters=1,
    due=4,
    sizes=(50, 100, 200),
    running=10,
    ended=20,
    backlog=8,
    entrants=24,
    league_rounds=4,
    leagues=(2, 6),
    mails=2,
)
