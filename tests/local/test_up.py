"""`manage.py up` in a copy of the project: it serves, keeps, and leaves nothing running behind."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from saboteur_site.local import folder, pytest_plugin, servers

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
    pytest.mark.timeout(900),
]
PATIENCE = 300
ROOMS = ("manage.py", "CHANGELOG.md", "saboteur_site", "engine", "games", "templates", "locks")
FOREIGN = {*pytest_plugin.ENVIRON, servers.DATABASE, servers.BROKER}


def processes_of(copy):
    """What runs in the copy, told by environment or (Postgres clears that) arguments."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            told = (path / "environ").read_bytes() + (path / "cmdline").read_bytes()
        except OSError:  # ended meanwhile, or somebody else's
            continue
        if bytes(copy) in told:
            found.append(int(path.name))
    return found


class Up:
    """One run of `up` in the copy."""

    def __init__(self, copy, *arguments, python=()):
        self.log = copy / "up.log"
        clean = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        self.environ = {**clean, "SABOTEUR_SETUP": "off", "SABOTEUR_TEST_RUN": str(copy)}
        self.copy = copy
        self.log.unlink(missing_ok=True)
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, *python, "manage.py", "up", *arguments],
                cwd=copy, env=self.environ, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            )  # fmt: skip

    def says(self, wanted):
        """Wait until the wanted pattern was printed."""
        for _ in range(10 * PATIENCE):
            if found := re.search(wanted, self.log.read_text()):
                return found
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def site(self):
        return self.says(r"Site +(http://\S+)/\n")[1]

    def run(self, *arguments):
        """Another command beside it."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=self.copy, env=self.environ, capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip

    def processes(self):
        return processes_of(self.copy)

    def find(self, word):
        """List its processes, the oldest first, that have this word in their command."""
        found = []
        for pid in sorted(self.processes()):
            with suppress(OSError):  # ended meanwhile
                if word in re.split(rb"[\0 ]", Path(f"/proc/{pid}/cmdline").read_bytes()):
                    found.append(pid)
        return found

    def runs(self, word):
        """Wait for a process that has this word in its command."""
        until = time.monotonic() + PATIENCE
        while not (found := self.find(word)):
            assert time.monotonic() < until, self.log.read_text()
            time.sleep(0.02)
        return found[0]

    def all_gone(self, *, seconds=PATIENCE):
        until = time.monotonic() + seconds
        while self.processes() and time.monotonic() < until:
            time.sleep(0.1)
        return not self.processes()


@pytest.fixture(scope="module")
def project():
    """One for all tests here: who is the first sets it up, the others find its data."""
    with servers.temporary_folder() as base:
        for room in ROOMS:
            source = folder.ROOT / room
            if source.is_dir():
                shutil.copytree(source, base / room, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, base / room)
        yield base


@pytest.fixture
def copy(project):
    yield project
    for pid in processes_of(project):
        os.kill(pid, signal.SIGKILL)


def test_up_serves_until_ctrl_c_and_keeps_the_data(copy):
    up = Up(copy, "--no-demo", "--port", "8710")
    with urlopen(f"{up.site()}/healthz") as response:
        assert (response.status, response.read()) == (200, b"ok\n")
    up.says("worker started")
    assert len(up.processes()) >= 6  # supervisor, Postgres, Valkey, web and its process, worker

    beside = up.run("up")
    assert beside.returncode == 0
    assert f"running already (process {up.process.pid}): {up.site()}" in beside.stderr

    group = "from django.contrib.auth.models import Group; "
    made = up.run("shell", "-c", f"{group} Group.objects.create(name='diggers')")
    assert made.returncode == 0, made.stderr

    up.process.send_signal(signal.SIGINT)
    assert up.process.wait(PATIENCE) == 0
    assert up.processes() == []
    up.says("the games are kept")

    again = Up(copy, "--no-demo", "--port", "8710")
    again.site()
    kept = again.run("shell", "-c", f"{group} print(*Group.objects.values_list('name', flat=True))")
    assert "diggers" in kept.stdout
    secrets = (copy / ".local" / "settings.env").stat()
    assert secrets.st_mode & 0o777 == 0o600
    again.process.send_signal(signal.SIGTERM)
    assert again.process.wait(PATIENCE) == 0
    assert again.processes() == []


def test_a_killed_parent_leaves_no_process_behind_and_the_next_up_starts(copy):
    up = Up(copy, "--no-demo", "--port", "8720")
    up.site()
    up.process.kill()
    up.process.wait()
    again = Up(copy, "--no-demo", "--port", "8720")  # at once: it waits for the dying ones
    assert again.site() == "http://localhost:8720"
    again.process.kill()
    again.process.wait()
    assert again.all_gone()


def test_the_page_answers_before_the_demo_is_filled_and_the_next_up_completes_it(copy):
    up = Up(copy, "--port", "8740")
    site = up.site()
    demo = up.runs(b"demo")
    os.kill(demo, signal.SIGSTOP)
    with urlopen(f"{site}/") as response:
        assert response.status == 200
    assert "Demo " not in up.log.read_text()
    assert not up.find(b"celery")  # the demo league's past would be overdue, all at once
    os.kill(demo, signal.SIGCONT)
    up.says("demo league: season 1")
    up.process.send_signal(signal.SIGINT)
    assert up.process.wait(PATIENCE) == 0
    assert up.processes() == []

    again = Up(copy, "--port", "8740")
    with urlopen(again.says(r"Demo league +(\S+)")[1]) as response:
        assert b"The Lantern League" in response.read()
    with urlopen(again.says(r"Demo table +(\S+)")[1]) as response:
        assert response.status == 200
    again.says("worker started")
    again.process.send_signal(signal.SIGTERM)
    assert again.process.wait(PATIENCE) == 0
    assert again.processes() == []


def test_a_killed_web_server_comes_back_and_who_watches_never_loads_django(copy):
    up = Up(copy, "--no-demo", "--port", "8730", python=("-X", "importtime"))
    site = up.site()
    os.kill(up.runs(b"gunicorn"), signal.SIGKILL)
    up.says("web ended")
    up.says("web runs again")
    for _ in range(10 * PATIENCE):
        try:
            with urlopen(f"{site}/healthz") as response:
                assert response.status == 200
                break
        except OSError:
            time.sleep(0.1)
    else:
        raise AssertionError((copy / ".local" / "web.log").read_text())
    up.process.send_signal(signal.SIGTERM)
    assert up.process.wait(PATIENCE) == 0
    loaded = set(re.findall(r"\| +(\w+)", up.log.read_text()))
    assert "saboteur_site" in loaded
    assert loaded.isdisjoint({"django", "celery", "redis", "psycopg", "polib"})
