"""Rows change in the services' rooms and nowhere else, so that every write is found there."""

import ast
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from django.apps import apps
from django.db.models import Model, QuerySet

from games.selectors import snapshot
from tests.rows import each_row

GAMES = Path(__file__).parents[2] / "games"
# Django marks what its templates must not call; so a method that a later version adds is known.
WRITING = {
    name
    for kind in (QuerySet, Model)
    for name in dir(kind)
    if getattr(getattr(kind, name), "alters_data", False)
}
SQL = {"raw", "cursor", "execute", "executemany", "callproc"}
# Of a row's relatives these write too; elsewhere they are what every set and list has.
OF_RELATIVES = {f"{a}{name}" for a in ("", "a") for name in ("add", "set", "remove", "clear")}
SQL_THAT_WRITES = re.compile(
    r"\s*(insert into|update \S+ set|delete from|truncate|copy \S+ (from|to|\()|merge into|call)\b"
    r"|\s*(INSERT|UPDATE|DELETE|TRUNCATE|ALTER|CREATE|DROP|CALL|COPY|MERGE|DO|LOCK|GRANT)\b"
)
ROOMS_THAT_WRITE = (
    ("services",),
    *((house, "services") for house in ("accounts", "cases", "cleaning", "clocks", "gathering")),
    *((house, "services") for house in ("glass", "leagues", "limits", "log")),
    ("delivery", "services"),
    ("machine", "services"),
    ("moderation", "services"),
    ("channels", "services"),
    ("delivery", "services"),
    ("replies", "services"),
    *((house, "services") for house in ("orders", "people", "practice", "substitutes", "talk")),
    *((house, "services") for house in ("ratings", "results", "sanctions", "signals")),
    ("subscriptions", "services"),
)
NOT_IN_SERVICE = ("migrations",)
BY_HAND = {
    "channels/services/sending.py": {"cursor", "execute"},
    "clocks/services/post.py": {"cursor", "execute"},
    "limits/services.py": {"cursor", "execute"},
    "log/selectors.py": {"cursor", "execute"},
    "log/services/causes.py": {"cursor", "execute"},
    "log/services/reporting.py": {"cursor", "execute"},
    "log/services/writing.py": {"cursor", "execute"},
    "ratings/services.py": {"cursor", "execute"},
    "selectors/snapshot.py": {"cursor", "execute"},
    "services/instant.py": {"cursor", "execute"},
    "services/mailbox.py": {"cursor", "execute"},
    "services/storing.py": {"cursor", "execute"},
    "services/locks.py": {"raw", "cursor", "execute"},
}


@cache
def relatives() -> set[str]:
    """The names under which rows have those that point at them."""
    related = (at for model in apps.get_models() for at in model._meta.related_objects)
    return {name for at in related if (name := at.get_accessor_name())}


@lru_cache(maxsize=1)
def nodes(source: str) -> list[ast.AST]:
    """All that a source is made of."""
    return list(ast.walk(ast.parse(source)))


def named(source: str) -> Iterator[tuple[int, str, ast.expr]]:
    """Every line with the name of something of something, and that something."""
    for node in nodes(source):
        if isinstance(node, ast.Attribute):
            yield node.lineno, node.attr, node.value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for at in node.args:
                if isinstance(at, ast.Constant) and node.func.id in ("getattr", "methodcaller"):
                    yield node.lineno, str(at.value), node.args[0]


def writes(source: str) -> list[int]:
    """The lines that name a writing method of anything but a service, or hold SQL that writes."""
    rows = relatives()
    services = {
        alias.asname or alias.name
        for node in nodes(source)
        if isinstance(node, ast.ImportFrom)
        and node.module in {f"games.{'.'.join(room)}" for room in ROOMS_THAT_WRITE}
        for alias in node.names
    }
    lines = {
        line
        for line, name, owner in named(source)
        if (name in WRITING and not (isinstance(owner, ast.Name) and owner.id in services))
        or (name in OF_RELATIVES and isinstance(owner, ast.Attribute) and owner.attr in rows)
    }
    lines |= {
        node.lineno
        for node in nodes(source)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and SQL_THAT_WRITES.match(node.value)
    }
    return sorted(lines)


def by_hand(source: str) -> dict[int, str]:
    """The lines that speak to the database past Django's queries, and by what."""
    return {line: name for line, name, _ in named(source) if name in SQL}


def imports_signals(source: str) -> bool:
    """Whether models' signals could carry a workflow behind the services' back."""
    return "django.db.models.signals" in source or "django.dispatch" in source


# They count with sets and save pictures; the contracts that close them let them know no rows.
KNOW_NO_ROWS = (("leagues", "rules"), ("drawing",))
FILES = sorted(
    path
    for path in GAMES.rglob("*.py")
    if (parts := path.relative_to(GAMES).parts)[0] not in NOT_IN_SERVICE
    and not any(parts[: len(room)] == room for room in KNOW_NO_ROWS)
)


@each_row("path", FILES)
def test_no_other_room_writes(path: Path) -> None:
    source, name = path.read_text("utf-8"), path.relative_to(GAMES)
    # A small room is a file.
    inside = any(name.with_suffix("").parts[: len(room)] == room for room in ROOMS_THAT_WRITE)
    assert inside or writes(source) == []
    assert set(by_hand(source).values()) == BY_HAND.get(str(name), set())
    assert not imports_signals(source)


def test_statements_by_hand_in_selectors_only_select() -> None:
    statements = {"_SELECT_ONE", "_SELECT_SOME", "_SELECT_VISIT", "_SELECT_LOOK"}
    source = Path(str(snapshot.__file__)).read_text("utf-8")
    asked = re.findall(r"\.execute\((\w+)", source)
    assert set(asked) == statements
    assert len(asked) == source.count("execute")
    for name in statements:
        said = getattr(snapshot, name)
        assert said.split()[0] == "SELECT"
        assert not [word for word in said.upper().split() if SQL_THAT_WRITES.match(word)]


@each_row(
    "planted",
    [
        "game.save()",
        "await game.asave()",
        "game.save_base()",
        "game.delete()",
        "await game.adelete()",
        "Game.objects.create(key=key)",
        "await Game.objects.acreate(key=key)",
        "Game.objects.filter(key=key).update(ply=1)",
        "await Game.objects.filter(key=key).aupdate(ply=1)",
        "Game.objects.filter(key=key).delete()",
        "Game.objects.get_or_create(key=key)",
        "await Game.objects.aget_or_create(key=key)",
        "Game.objects.update_or_create(key=key)",
        "await Game.objects.aupdate_or_create(key=key)",
        "Game.objects.bulk_create(games)",
        "await Game.objects.abulk_create(games)",
        "Game.objects.bulk_update(games, ['ply'])",
        "await Game.objects.abulk_update(games, ['ply'])",
        "Game.objects.filter(key=key)._update([])",
        "Game.objects.all()._raw_delete('default')",
        "game.places.add(seat)",
        "await game.places.aset([])",
        "player.organised.clear()",
        "game.places.remove(seat)",
        "keep = game.save",
        "list(map(Game.delete, games))",
        "getattr(game, 'save')()",
        "methodcaller('delete')(game)",
        "sql = 'INSERT INTO games_game VALUES (1)'",
        "sql = f'UPDATE {table} SET ply = 1'",
        "sql = '\\n  DELETE FROM games_game'",
        "sql = 'COPY games_game FROM STDIN'",
        "sql = 'update games_game set ply = 1'",
        "sql = 'TRUNCATE games_game'",
    ],
)
def test_a_planted_write_is_found(planted: str) -> None:
    assert writes(f"async def found(game):\n    {planted}") == [2]


@each_row(
    "planted",
    [
        "Game.objects.raw(sql)",
        "connection.cursor()",
        "connections['default'].cursor()",
        "ask = connection.cursor",
        "getattr(connection, 'cursor')()",
        "cursor.execute(sql)",
        "cursor.executemany(sql, rows)",
        "cursor.callproc('play')",
        "psycopg.connect(url).execute(sql)",
    ],
)
def test_a_planted_statement_by_hand_is_found(planted: str) -> None:
    assert list(by_hand(f"with found:\n    {planted}")) == [2]


@each_row(
    "innocent",
    ["lit.add(cell)", "cells.clear()", "cache.set(key, png)", "_('Update your name.')"],
)
def test_what_only_looks_like_a_write_is_let_through(innocent: str) -> None:
    assert not writes(innocent)
    assert not by_hand(innocent)


def test_asking_a_service_to_write_is_what_the_other_rooms_do() -> None:
    assert writes("from games.services import games\ngames.create(player)\nGame.create()") == [3]
