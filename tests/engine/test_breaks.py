"""Rules broken on purpose, one by one: what holds the rules of a game finds each of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import pytest

from engine.registry import RULESETS
from tests.engine.breaks import dark_cave, duel, duel_solo, saboteur, saboteur2
from tests.engine.breaks.planted import ROOT, STAGES, Break, copied, planted_in, said_by

BREAKS: dict[str, list[Break]] = {
    "saboteur": saboteur.BREAKS,
    "saboteur2": saboteur2.BREAKS,
    "duel": duel.BREAKS,
    "duel-solo": duel_solo.BREAKS,
    "dark-cave": dark_cave.BREAKS,
}
PLANTED = [(key, planted) for key, breaks in BREAKS.items() for planted in breaks]
FEWEST = 10
CORES = 2


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], str]]:
    """What the named stage says of the engine with a break; meanwhile it looks at the next ones."""
    folders: SimpleQueue[Path] = SimpleQueue()
    for _ in range(CORES):
        folders.put(copied(ROOT / "engine", tmp_path_factory.mktemp("broken") / "copy"))

    def look(key: str, planted: Break) -> str:
        folder = folders.get()
        try:
            with planted_in(folder, planted):
                return said_by(planted.stage, key, folder)
        finally:
            folders.put(folder)

    pool, begun = ThreadPoolExecutor(CORES), dict[int, Future[str]]()

    def said(at: int) -> str:
        # Not all at once: another process may have been given the others.
        for each in range(at, min(at + CORES, len(PLANTED))):
            if each not in begun:
                begun[each] = pool.submit(look, *PLANTED[each])
        return begun[at].result()

    yield said
    pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize(
    "at", range(len(PLANTED)), ids=[f"{key} {planted.title}" for key, planted in PLANTED]
)
def test_a_planted_break_is_found(at: int, looks: Callable[[int], str]) -> None:
    assert "FAILED" in looks(at)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("key", BREAKS)
def test_nothing_is_found_where_nothing_is_broken(key: str, stage: str, tmp_path: Path) -> None:
    said = said_by(stage, key, copied(ROOT / "engine", tmp_path / "copy"))
    assert "ok" in said
    assert said.endswith(", 0 failed\n")


def test_every_ruleset_has_its_breaks() -> None:
    assert BREAKS.keys() == RULESETS.keys()
    assert min(map(len, BREAKS.values())) >= FEWEST
    titles = [planted.title for _key, planted in PLANTED]
    assert len({*titles}) == len(titles)
    assert {planted.stage for _key, planted in PLANTED} == STAGES.keys()
