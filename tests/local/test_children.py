"""Child processes: ready, stopped, restarted, and gone when their parent is."""

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from saboteur_site.local import leash
from saboteur_site.local.children import Child, StartFailed
from saboteur_site.local.supervisor import Supervisor


def shell(tmp_path, script):
    return Child("helper", ["sh", "-c", script], tmp_path / "helper.log")


def gone(pid):
    """Whether the process has ended, at the latest after some seconds."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
            if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


def test_a_child_is_ready_when_it_says_so(tmp_path):
    child = shell(tmp_path, f"sleep 0.2; touch {tmp_path}/ready; sleep 60")
    child.is_ready = lambda _: (tmp_path / "ready").exists()
    child.start()
    child.await_ready()
    assert child.runs()
    child.stop()
    assert not child.runs()


def test_a_child_that_ends_at_once_is_reported_with_the_end_of_its_log(tmp_path):
    child = shell(tmp_path, "echo the port is taken; exit 3")
    child.is_ready = lambda _: False
    child.start()
    with pytest.raises(StartFailed, match="the port is taken"):
        child.await_ready()


def test_a_child_that_stays_silent_is_given_up(tmp_path):
    child = shell(tmp_path, "sleep 60")
    child.is_ready = lambda _: False
    child.start()
    with pytest.raises(StartFailed):
        child.await_ready(seconds=0.2)
    child.stop()


def test_a_command_that_runs_to_its_end_is_waited_for(tmp_path):
    shell(tmp_path, f"sleep 0.2; touch {tmp_path}/done").run()
    assert (tmp_path / "done").exists()


def test_a_command_that_fails_is_reported_with_the_end_of_its_log(tmp_path):
    with pytest.raises(StartFailed, match="no such table"):
        shell(tmp_path, "echo no such table; exit 3").run()


def test_a_child_without_a_log_speaks_for_itself(tmp_path, capfd):
    child = Child("helper", ["sh", "-c", "echo said aloud"], log=None)
    child.run()
    assert capfd.readouterr().out == "said aloud\n"


def test_stopping_takes_stubborn_children_and_grandchildren_along(tmp_path):
    child = shell(tmp_path, f"trap '' TERM; sleep 60 & echo $! > {tmp_path}/pid; wait; wait")
    child.is_ready = lambda _: (tmp_path / "pid").exists() and bool((tmp_path / "pid").read_text())
    child.start()
    child.await_ready()
    child.stop(patience=0.2)
    assert gone(child.pid)
    assert gone(int((tmp_path / "pid").read_text()))


def test_what_crashes_is_started_again_later_and_later(tmp_path, capsys):
    child = shell(tmp_path, "exit 1")
    child.start()
    supervisor = Supervisor([child], now=0)
    now = 0.0
    starts: list[float] = []
    while len(starts) < 6:
        child.process.wait()
        supervisor.look(now=now)
        first = child.pid
        while child.pid == first:
            now += 0.5
            supervisor.look(now=now)
        starts.append(now)
    assert [later - earlier for earlier, later in pairwise(starts)] == [2, 4, 8, 16, 30]
    said = capsys.readouterr().err
    assert "helper ended (1)" in said
    assert "helper runs again" in said


def test_who_ran_for_long_is_started_again_soon(tmp_path, capsys):
    child = shell(tmp_path, "exit 1")
    child.start()
    child.process.wait()
    supervisor = Supervisor([child], now=0)
    supervisor.look(now=1000)
    assert "in 1 s" in capsys.readouterr().err


def test_a_child_that_was_added_later_is_started_again_too(tmp_path, capsys):
    supervisor = Supervisor([], now=0)
    child = shell(tmp_path, "exit 1")
    child.start()
    child.process.wait()
    supervisor.add(child, now=0)
    supervisor.look(now=1)
    assert "helper ended (1)" in capsys.readouterr().err


def test_who_runs_is_left_alone(tmp_path):
    child = shell(tmp_path, "sleep 60")
    child.start()
    pid = child.pid
    Supervisor([child], now=0).look(now=5)
    assert child.pid == pid
    child.stop()


PARENT = """
import os, sys, time
from pathlib import Path
from saboteur_site.local.children import Child
child = Child("helper", ["sleep", "60"], Path(sys.argv[1]) / "log")
child.start()
print(child.pid, flush=True)
time.sleep(60)
"""


def killed_parent(script, tmp_path):
    """Start a parent, kill it with -9, and return its child's process id."""
    parent = subprocess.Popen(
        [sys.executable, "-c", script, tmp_path], stdout=subprocess.PIPE, text=True
    )
    pid = int(parent.stdout.readline())
    os.kill(pid, 0)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    return pid


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's own leash is Linux's")
def test_the_kernel_ends_the_child_of_a_killed_parent(tmp_path):
    assert gone(killed_parent(PARENT, tmp_path))


def test_elsewhere_a_watchdog_ends_it(tmp_path):
    script = PARENT.replace("import os, sys", "import sys; sys.platform = 'darwin'; import os, sys")
    assert gone(killed_parent(script, tmp_path))


def test_a_dismissed_watchdog_signals_nobody():
    sleeper = subprocess.Popen(["sleep", "60"])
    watchdog = leash.Watchdog()
    watchdog.guard(sleeper.pid, signal.SIGTERM)
    watchdog.dismiss()
    time.sleep(0.2)
    assert sleeper.poll() is None
    sleeper.kill()
    sleeper.wait()
