"""The stamp by which a second run is instant and a half-made environment is made anew."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from saboteur_site.local import environment

LOCKS = Path(__file__).parents[2] / "locks"
THIS_PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture
def calls(tmp_path, monkeypatch):
    """An empty place to set up in; what would be executed is written down instead."""
    locks, venv, made = tmp_path / "locks", tmp_path / ".venv", []
    locks.mkdir()
    for group in ("run", "dev", "bench"):
        (locks / f"{group}.txt").write_text(f"{group}==1\n")
    site_packages = venv / "lib" / f"python{THIS_PYTHON}" / "site-packages"

    def call(*command):
        made.append(command)
        site_packages.mkdir(parents=True, exist_ok=True)
        (venv / "bin").mkdir(exist_ok=True)
        (venv / "bin" / "python").touch(mode=0o755)

    for name, value in {
        "LOCKS": locks,
        "VENV": venv,
        "PYTHON": venv / "bin" / "python",
        "STAMP": venv / "saboteur.json",
        "_call": call,
        "_uv": lambda: ["uv"],
    }.items():
        monkeypatch.setattr(environment, name, value)
    return made


def verbs(calls):
    return [" ".join(command[1:3]) for command in calls]


def test_an_environment_is_current_once_it_was_set_up(calls):
    assert not environment.is_current(["run"])
    environment._set_up(["run"])
    assert environment.is_current(["run"])
    assert verbs(calls) == ["venv -q", "pip sync"]


def test_a_command_adds_its_group_and_keeps_the_others(calls):
    environment._set_up(["run", "bench"])
    calls.clear()
    assert not environment.is_current(["run", "dev"])
    environment._set_up(["run", "dev"])
    assert environment.is_current(["run", "dev", "bench"])
    assert verbs(calls) == ["pip sync"]
    assert [Path(path).stem for path in calls[0] if path.endswith(".txt")] == [
        "bench",
        "dev",
        "run",
    ]


def test_another_lock_file_is_installed_over_the_old_one(calls):
    environment._set_up(["run"])
    (environment.LOCKS / "run.txt").write_text("run==2\n")
    assert not environment.is_current(["run"])
    calls.clear()
    environment._set_up(["run"])
    assert environment.is_current(["run"])
    assert verbs(calls) == ["pip sync"]


def test_a_half_made_environment_is_made_anew(calls, monkeypatch):
    environment._set_up(["run"])
    (environment.LOCKS / "run.txt").write_text("run==2\n")

    def killed(*command):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(environment, "_call", killed)
        with pytest.raises(KeyboardInterrupt):
            environment._set_up(["run"])
    calls.clear()
    assert not environment.is_current(["run"])
    environment._set_up(["run"])
    assert verbs(calls) == ["venv -q", "pip sync"]


def test_another_python_gets_another_environment(calls):
    environment._set_up(["run"])
    stamp = json.loads(environment.STAMP.read_text())
    environment.STAMP.write_text(json.dumps({**stamp, "python": "3.10"}))
    assert not environment.is_current(["run"])
    calls.clear()
    environment._set_up(["run"])
    assert verbs(calls) == ["venv -q", "pip sync"]


def test_a_damaged_stamp_counts_as_none(calls):
    environment._set_up(["run"])
    environment.STAMP.write_text("{")
    assert not environment.is_current(["run"])


def test_pip_does_it_where_uv_cannot_be_had(calls, monkeypatch):
    def fails():
        raise subprocess.CalledProcessError(1, "pip install uv")

    monkeypatch.setattr(environment, "_uv", fails)
    environment._set_up(["run"])
    assert environment.is_current(["run"])
    assert verbs(calls) == ["-m venv", "-m pip"]
    assert "--require-hashes" in calls[-1]


@pytest.mark.parametrize("path", sorted(LOCKS.glob("*.txt")), ids=lambda path: path.name)
def test_lock_files_pin_by_hash_and_name_no_registry(path):
    text = path.read_text()
    assert not re.search(r"https?://|index-url|find-links|file:", text)
    pins = re.split(r"\n(?=\S)", text.strip())
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)


def test_the_lock_files_agree_where_they_overlap():
    pins = [
        dict(re.findall(r"^([\w.-]+)==(\S+)", path.read_text(), re.MULTILINE))
        for path in LOCKS.glob("*")
    ]
    for one in pins:
        for other in pins:
            assert {name: one[name] for name in one.keys() & other} == {
                name: other[name] for name in one.keys() & other
            }
