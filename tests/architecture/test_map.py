"""The map of rooms shows what is there: every room, what it is for, and whom it imports."""

import ast

import pytest

from saboteur_site.local import checks, commands, rooms
from saboteur_site.local.folder import ROOT

FILES = {
    "engine/__init__.py": '"""The rules."""',
    "engine/api.py": '"""The contract.\n\nMore of it.\n"""',
    "engine/rulesets/__init__.py": '"""Games."""',
    "engine/rulesets/big/__init__.py": '"""Big."""',
    "engine/rulesets/big/play.py": '"""Playing big."""',
    "engine/rulesets/big/state.py": '"""A big table."""',
    "engine/rulesets/big/webs.py": '"""Webs."""',
    "engine/rulesets/small/__init__.py": '"""Small."""',
    "engine/rulesets/small/play.py": '"""Playing."""',
    "engine/rulesets/small/state.py": '"""The table."""',
}
GRAPH = {
    "engine": [],
    "engine.api": [],
    "engine.rulesets": [],
    "engine.rulesets.big": [],
    "engine.rulesets.big.play": ["engine.rulesets.big.webs"],
    "engine.rulesets.big.state": ["engine.api"],
    "engine.rulesets.big.webs": ["engine.rulesets.big.state"],
    "engine.rulesets.small": [],
    "engine.rulesets.small.play": ["engine.rulesets.small.state", "engine.api"],
    "engine.rulesets.small.state": [],
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with one house and two games."""
    monkeypatch.setattr(rooms, "HOUSES", ("engine",))
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def drawn(project, **changed):
    return rooms.draw(GRAPH | changed, project).splitlines()


def test_a_room_says_what_it_is_for_what_it_holds_and_what_it_imports(project):
    assert "| `rulesets/` | Games. | big, small | api |" in drawn(project)
    assert "| `api` | The contract. |  |  |" in drawn(project)


def test_rooms_of_another_house_go_by_their_whole_names(project):
    graph = {"engine.api": ["games.models", "games.views.seat"]}
    assert "| `api` | The contract. |  | games.models, games.views |" in drawn(project, **graph)


def test_the_games_are_laid_over_each_other(project):
    assert drawn(project)[-3:] == [
        "| `play` | Playing. | all | state, webs |",
        "| `webs` | Webs. | big | state |",
        "| `state` | The table. | all |  |",
    ]


def test_two_rooms_that_import_each_other_are_named(project):
    circle = {"engine.api": ["engine.rulesets"], "engine.rulesets": ["engine.api"]}
    with pytest.raises(rooms.Unclear, match=r"(api → rulesets|rulesets → api)"):
        drawn(project, **circle)


def test_a_name_that_means_two_things_in_two_games_is_told(project):
    other = {"engine.rulesets.small.state": ["engine.rulesets.small.play"]}
    other["engine.rulesets.small.play"] = []
    with pytest.raises(rooms.Unclear, match=r"state.*one name means two"):
        drawn(project, **other)


def test_a_room_that_does_not_say_what_it_is_for_is_named(project):
    (project / "engine" / "api.py").write_text("X = 1")
    with pytest.raises(rooms.Unclear, match=r"engine\.api .*docstring"):
        drawn(project)


def test_a_stale_map_fails_and_tells_the_command_that_mends_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(rooms, "MAP", tmp_path / "architecture.md")
    assert commands.run(["manage.py", "map", "--check"]) == 1
    assert capsys.readouterr().err.endswith("python3 manage.py map\n")
    assert commands.run(["manage.py", "map"]) == 0
    assert commands.run(["manage.py", "map", "--check"]) == 0
    rooms.MAP.write_text(rooms.MAP.read_text() + "| `cellar` |")
    assert commands.run(["manage.py", "map", "--check"]) == 1


def test_a_map_that_cannot_be_drawn_says_why_and_draws_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(rooms, "MAP", tmp_path / "architecture.md")
    monkeypatch.setattr(rooms, "imports", lambda: {"engine.api": ["engine.rng"], "engine.rng": []})
    monkeypatch.setattr(rooms, "ROOT", tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "__init__.py").touch()
    assert commands.run(["manage.py", "map"]) == 1
    assert "games does not say what it is for" in capsys.readouterr().err
    assert not rooms.MAP.exists()


def test_check_all_looks_at_the_map():
    assert checks.STEPS["map"] == ("manage.py", "map", "--check")


def imported(path):
    """Read the modules of the engine that a file imports, without the tool that draws the map."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine."):
            yield node.module


def test_no_import_is_missing_from_the_graph():
    graph = rooms.imports()
    for path in (ROOT / "engine").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for other in imported(path):
            known = graph[module]
            assert any(name == other or name.startswith(f"{other}.") for name in known), module
