"""`manage.py map`: docs/architecture.md, the map of all rooms, drawn from the import graph.

A house is a package at the top, or one inside it that has rooms of its own; a room is what lies
right below it: a module, or a package of some.
"""

import argparse
import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from saboteur_site.local.folder import ROOT
from saboteur_site.local.report import say

MAP = ROOT / "docs" / "architecture.md"
HOUSES = (
    *("games", "games.accounts", "games.cases", "games.channels", "games.cleaning", "games.clocks"),
    "games.delivery",
    *("games.gathering", "games.glass", "games.leagues", "games.limits", "games.log"),
    *("games.machine", "games.moderation", "games.orders", "games.people", "games.practice"),
    *("games.ratings", "games.replay", "games.replies", "games.results", "games.sanctions"),
    "games.signals",
    *("games.subscriptions", "games.substitutes", "games.talk"),
    *("engine", "saboteur_site"),
)
GAMES = "engine.rulesets"
GENERATED = "games.migrations"

HEAD = """\
# Map of rooms

Drawn by `python3 manage.py map` from the imports and from the first line of each file, where it
says what it is for; nobody edits it. In each table a room imports only rooms that stand below it.
"""
OF_A_GAME = """\
## The rooms of a game

What lies in the packages of `engine/rulesets/`, in the words of the smallest that has it. No game
imports another.
"""

Imports = Mapping[str, Iterable[str]]
"""Every module with the modules that it imports."""


class Unclear(Exception):
    """The map cannot be drawn; the sentence says which room is to blame."""


class Room(NamedTuple):
    """A line of the map."""

    name: str
    purpose: str
    inside: Iterable[str]
    imports: Iterable[str]


def run(arguments: Sequence[str]) -> int:
    """`manage.py map [--check]`."""
    parser = argparse.ArgumentParser(prog="manage.py map", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell whether it is current")
    only_check = parser.parse_args(arguments).check
    try:
        drawn = draw(imports(), ROOT)
    except Unclear as problem:
        say(str(problem))
        return 1
    if only_check:
        return check(drawn, MAP)
    MAP.write_text(drawn, "utf-8")
    return 0


def check(drawn: str, path: Path) -> int:
    """Tell whether the map on paper is the one just drawn, and what mends it."""
    if path.exists() and path.read_text("utf-8") == drawn:
        return 0
    say(f"docs/{path.name} is stale; draw it anew: python3 manage.py map")
    return 1


def imports() -> Imports:
    """Read who imports whom, without running a line of it."""
    import grimp

    tops = dict.fromkeys(house.partition(".")[0] for house in HOUSES)
    graph = grimp.build_graph(*tops, cache_dir=None)
    return {
        module: graph.find_modules_directly_imported_by(module)
        for module in graph.modules
        if not module.startswith(GENERATED)
    }


def draw(graph: Imports, root: Path) -> str:
    """Draw the map of these modules, whose files lie below `root`."""
    parts = [HEAD]
    for house in HOUSES:
        parts += [
            f"## `{house.replace('.', '/')}/`\n\n{purpose(house, root)}\n",
            _table("holds", _of(house, graph, root)),
        ]
    return "\n".join([*parts, OF_A_GAME, _table("in", _of_a_game(graph, root))])


def ordered(rooms: Mapping[str, set[str]]) -> list[str]:
    """Put every room above all that it imports; raises Unclear where two import each other."""
    depths: dict[str, int] = {}
    try:
        for room in TopologicalSorter(rooms).static_order():
            depths[room] = 1 + max((depths[other] for other in rooms.get(room, ())), default=0)
    except CycleError as problem:
        circle = " → ".join(problem.args[1])
        raise Unclear(f"{circle}: rooms import each other, or one name means two") from None
    return sorted(rooms, key=lambda room: (-depths[room], room))


def purpose(module: str, root: Path) -> str:
    """Read the first line of what a module says of itself; raises Unclear if it says nothing."""
    said = ast.get_docstring(ast.parse(_file(module, root).read_text("utf-8")))
    if not said:
        raise Unclear(f"{module} does not say what it is for: begin it with a docstring")
    return said.partition("\n")[0]


def _of(house: str, graph: Imports, root: Path) -> Iterator[Room]:
    rooms = _between(graph, [house])
    for room in ordered(rooms):
        whole = f"{house}.{room}"
        inside = sorted(_last(at) for at in graph if at.rpartition(".")[0] == whole)
        yield Room(_name(whole, root), purpose(whole, root), inside, sorted(rooms[room], key=_own))


def _of_a_game(graph: Imports, root: Path) -> Iterator[Room]:
    """Lay the games over each other: which rooms they have, and which games have each."""
    games = [at for at in graph if at.rpartition(".")[0] == GAMES]
    games.sort(key=lambda game: sum(at.startswith(f"{game}.") for at in graph))
    rooms = _between(graph, games)
    for room in ordered(rooms):
        homes = [game for game in games if f"{game}.{room}" in graph]
        whole = f"{homes[0]}.{room}"
        who = ["all"] if homes == games else map(_last, homes)
        own = sorted(other for other in rooms[room] if "." not in other)
        yield Room(_name(whole, root), purpose(whole, root), who, own)


def _between(graph: Imports, houses: Iterable[str]) -> dict[str, set[str]]:
    """Say of each room which rooms it imports; those of other houses by their whole names."""
    found: dict[str, set[str]] = {}
    for house in houses:
        for at, others in graph.items():
            if at.startswith(f"{house}.") and _lies_in(at, house):
                room = _room(at, house)
                met = {_room(other, house) for other in others}
                found.setdefault(room, set()).update(met - {room})
    return found


def _lies_in(module: str, house: str) -> bool:
    """Whether no house inside that one is the module's own."""
    inner = (at for at in HOUSES if at.startswith(f"{house}."))
    return not any(f"{module}.".startswith(f"{at}.") for at in inner)


def _room(module: str, house: str) -> str:
    own = module.removeprefix(f"{house}.")
    if own != module and _lies_in(module, house):
        return own.partition(".")[0]
    home = max((at for at in HOUSES if module.startswith(f"{at}.")), key=len, default="")
    return ".".join(module.split(".")[: len(home.split(".")) + 1])


def _own(room: str) -> tuple[bool, str]:
    return "." in room, room


def _table(third: str, rooms: Iterable[Room]) -> str:
    rows = (f"| {name} | {what} | {', '.join(c)} | {', '.join(d)} |" for name, what, c, d in rooms)
    return "\n".join(
        [f"| room | what it is for | {third} | imports |", "|---|---|---|---|", *rows, ""]
    )


def _name(module: str, root: Path) -> str:
    return f"`{_last(module)}{'/' if _file(module, root).stem == '__init__' else ''}`"


def _file(module: str, root: Path) -> Path:
    path = root.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _last(module: str) -> str:
    return module.rpartition(".")[2]
