"""Breaks a game's rules one by one, and says by which case or recorded game each is found.

    PYTHONPATH=COPY:. python3 -m tests.engine.breaks.search duel

runs on a copy of the engine. Each break has a forked process, which imports again only the modules
that the break can reach, and stops at the first failure.
"""

import json
import sys
from collections.abc import Iterator
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from traceback import format_exc

import grimp

import engine
import engine.cli.cases  # and all that it needs: the forks find it imported
from engine.cli.casefile import Case, read_cases
from tests.engine.breaks import dark_cave, duel, duel_solo, saboteur, saboteur2
from tests.engine.breaks.planted import Break, planted_in

BREAKS: dict[str, list[Break]] = {
    "saboteur": saboteur.BREAKS,
    "saboteur2": saboteur2.BREAKS,
    "duel": duel.BREAKS,
    "duel-solo": duel_solo.BREAKS,
    "dark-cave": dark_cave.BREAKS,
}
TESTS = Path(__file__).parents[1]
COPY = Path(str(engine.__file__)).parents[1]
FORK = get_context("fork")


def main(key: str) -> None:
    """Print as JSON what is found of each break, and of each broken module as it is."""
    written_cases(key)  # kept: the forks need not read them
    graph = grimp.build_graph("engine", cache_dir=None)
    reached = {
        module: {module, *graph.find_downstream_modules(module)}
        for module in {planted.module for planted in BREAKS[key]}
    }
    # Nothing is broken, yet what a break would reach is imported again: nothing may be found.
    sound = {
        (planted.module, planted.stage): planted._replace(new=planted.old)
        for planted in BREAKS[key]
    }
    said = {
        "breaks": {each.title: in_a_fork(key, each, reached[each.module]) for each in BREAKS[key]},
        "sound": {
            " ".join(name): in_a_fork(key, each, reached[each.module])
            for name, each in sound.items()
        },
    }
    print(json.dumps(said))


def in_a_fork(key: str, planted: Break, modules: set[str]) -> str:
    """Say the first failure with this break planted, or nothing."""
    receiver, sender = FORK.Pipe(duplex=False)
    child = FORK.Process(target=lambda: sender.send(first_failure(key, planted, modules)))
    with planted_in(COPY, planted):
        child.start()
        sender.close()
        said: str = receiver.recv()
        child.join()
    return said


def first_failure(key: str, planted: Break, modules: set[str]) -> str:
    """Import the modules again and let the break's stage look at them."""
    forget(modules)
    try:
        return next(STAGES[planted.stage](key, planted), "")
    except Exception:  # a broken rule must be found, not crash what looks for it
        return f"it went to pieces: {format_exc()}"


def forget(modules: set[str]) -> None:
    """Have the next import read these modules again."""
    for name in modules & sys.modules.keys():
        del sys.modules[name]
        package, _, inner = name.rpartition(".")
        # What stands in its package would be taken for what is imported from there.
        if inner in vars(sys.modules.get(package, sys)):
            delattr(sys.modules[package], inner)


@cache
def written_cases(key: str) -> list[Case]:
    """All cases of a game."""
    files = sorted((TESTS / "cases").glob("*.case"))
    return [
        case
        for file in files
        for case in read_cases(file.name, file.read_text("utf-8"))
        if case.blocks[0].lines[0].text.split()[0] == key
    ]


def failing_cases(key: str, planted: Break) -> Iterator[str]:
    """Play the written cases, those of the broken rule first."""
    from engine.cli.cases import play_case  # the one that was imported again

    own = planted.rule.partition(":")[0]
    for case in sorted(written_cases(key), key=lambda case: not case.title.startswith(own)):
        if play_case(case):
            yield f"FAILED {case.title}"


def failing_records(key: str, _planted: Break) -> Iterator[str]:
    """Play the recorded games again."""
    from engine.errors import EngineError
    from tests.engine.transcripts.record import FOLDER, read, write

    for path in sorted(FOLDER.glob(f"{key}/*.txt")):
        text = path.read_text("utf-8")
        try:
            same = write(read(text)) == text
        except EngineError:  # a move is refused, or nothing like it can be read
            same = False
        if not same:
            yield f"FAILED {path.stem}"


STAGES = {"cases": failing_cases, "transcripts": failing_records}


if __name__ == "__main__":
    main(sys.argv[1])
