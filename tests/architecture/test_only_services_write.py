"""Rows change in `games/services/` and nowhere else, so that every write is found in one room."""

import ast
from pathlib import Path

import pytest

from games.selectors import snapshot

GAMES = Path(__file__).parents[2] / "games"
WRITING = {"save", "create", "get_or_create", "update", "update_or_create", "delete", "execute"}
WRITING |= {f"a{name}" for name in WRITING} | {"bulk_create", "bulk_update"}
# What is measured runs on a database of its own, which it sets back between its rounds.
ROOMS_THAT_WRITE = ("services", "migrations", "bench")
READS_BY_HAND = "selectors/snapshot.py"


def writes(source: str) -> list[int]:
    """The lines that call a writing method of anything but a service."""
    tree = ast.parse(source)
    services = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "games.services"
        for alias in node.names
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WRITING
        and not (isinstance(node.func.value, ast.Name) and node.func.value.id in services)
    ]


def imports_signals(source: str) -> bool:
    """Whether models' signals could carry a workflow behind the services' back."""
    return "django.db.models.signals" in source or "django.dispatch" in source


FILES = sorted(
    path for path in GAMES.rglob("*.py") if path.relative_to(GAMES).parts[0] not in ROOMS_THAT_WRITE
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(GAMES)))
def test_no_other_room_writes(path):
    source = path.read_text("utf-8")
    if path == GAMES / READS_BY_HAND:
        source = source.replace("cursor.execute(_SELECT", "read(_SELECT")  # _SELECT_SEAT too
    assert writes(source) == []
    assert not imports_signals(source)


def test_sql_written_by_hand_only_selects():
    statements = {"INSERT", "UPDATE", "DELETE", "TRUNCATE", "ALTER", "CALL"}
    for said in (snapshot._SELECT, snapshot._SELECT_SEAT):
        assert said.split()[0] == "SELECT"
        assert not statements & set(said.upper().split())


def test_a_write_is_found_however_it_is_spelled():
    source = "Game.objects.filter(key=key).update(ply=1)\nseat.save()\nawait Move.objects.acreate()"
    assert writes(source) == [1, 2, 3]


def test_asking_a_service_to_write_is_what_the_other_rooms_do():
    assert writes("from games.services import games\ngames.create(player)\nGame.create()") == [3]
