"""`manage.py check-all`: what must hold before a commit, one line each, the tests last."""

import argparse
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from saboteur_site.local import audit, folder, postgres, servers
from saboteur_site.local.report import say

# As on a real server: what `check --deploy` finds there, it shall find here.
REAL = {"BASE_URL": "https://saboteur.example.org", "LOCAL_MODE": "0", "DEBUG": "0"}
TABLES, TESTS = "tables", "tests"
PYTEST = (sys.executable, "-m", "pytest")
# Three processes on two cores: each waits a third of its time for browsers, servers, other clocks.
# A file goes to one process as a whole: its tests share games that are set up once. The longest
# begin (tests/conftest.py puts them in order), so that no core waits for another at the end.
PROCESSES = min((os.cpu_count() or 1) + 1, 8)
TOGETHER = ("-n", str(PROCESSES), "--dist", "loadfile", "--no-loadscope-reorder")
FAST, DEEP = "--fast", "--deep"
"""Options of our tests that name no tests: they say how much of everything runs."""
# Sets have one order in each run, so that a red one can be repeated; `random` gives others.
SAME = {"PYTHONHASHSEED": "0"}
LEAGUES = ("groups", "swiss", "duel", "solo", "duplicate")
"""Those of `manage.py years`; `tests/games/years/plan.py` says by what rules each plays."""
DJANGO = ("-m", "django")
STEPS: Mapping[str, Sequence[str]] = {
    TABLES: (*DJANGO, "migrate", "--verbosity", "0"),
    "migrations": (*DJANGO, "makemigrations", "--check", "--dry-run"),
    "django": (*DJANGO, "check", "--deploy", "--fail-level", "WARNING", "--database", "default"),
    "format": ("-m", "ruff", "format", "--check", "--quiet", "."),
    "lint": ("-m", "ruff", "check", "--quiet", "."),
    "imports": ("-c", "from importlinter.cli import lint_imports_command as c; c()"),
    "translations": ("manage.py", "catalogue", "check"),
    "map": ("manage.py", "map", "--check"),
    "audit": ("manage.py", "audit"),
    "types": ("-m", "mypy"),
}
ON_DATABASE = (TABLES, "migrations", "django")
"""Steps that need a server; the tests begin when they're done, with a copy of its tables."""


def run(arguments: Sequence[str], *, options: Sequence[str] = ()) -> int:
    """Run every check, or those named, even when one fails; pytest's summary is the last line."""
    wanted = {*arguments} or {*STEPS, TESTS}
    if unknown := wanted - {*STEPS, TESTS}:
        say(f"no such check: {', '.join(unknown)}; there are {', '.join([*STEPS, TESTS])}")
        return 2
    if TESTS in wanted:
        wanted.add(TABLES)
    first = [name for name in STEPS if name in wanted and name in ON_DATABASE]
    others = [name for name in STEPS if name in wanted and name not in ON_DATABASE]
    with servers.temporary_folder() as base, ExitStack() as stack:
        environ, failed, tests = _environ(base), list[str](), None
        if first:
            with _database(base):
                failed += _run_steps(first, environ)
        if TESTS in wanted:
            made = None if TABLES in failed else base
            tests = stack.enter_context(_begin_tests((*TOGETHER, *options), made))
        failed += _run_steps(others, environ)
        if tests:
            say(f"{TESTS:<14}run" + (f"; failed so far: {', '.join(failed)}" if failed else ""))
            failed += [TESTS] if _show_to_the_end(tests) else []
    return 1 if failed else 0


def run_some_tests(arguments: Sequence[str]) -> int:
    """`manage.py test`: what is named, in one process, else all of them together."""
    if {*arguments} <= {FAST, DEEP}:
        return run([TESTS], options=arguments)
    return run_tests(arguments)


def run_tests(arguments: Sequence[str]) -> int:
    """pytest, each of whose processes has its own Postgres and Valkey."""
    return subprocess.call([*PYTEST, *arguments], cwd=folder.ROOT, env=_environ_of_tests())


def _begin_tests(arguments: Sequence[str], made: Path | None) -> subprocess.Popen[bytes]:
    """Start pytest with the tables in the folder `made`; what it says waits in a pipe."""
    environ = _environ_of_tests() | ({servers.MADE: str(made)} if made else {})
    color = ("--color=yes",) if sys.stdout.isatty() else ()
    return subprocess.Popen(
        [*PYTEST, *color, *arguments], cwd=folder.ROOT, env=environ, bufsize=0,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def _show_to_the_end(process: subprocess.Popen[bytes]) -> int:
    """Pass on what it has said and says; return its exit code."""
    assert process.stdout
    while said := process.stdout.read(2**16):
        sys.stdout.buffer.write(said)
        sys.stdout.buffer.flush()
    return process.wait()


def run_faults(arguments: Sequence[str]) -> int:
    """`manage.py faults`: the battery alone, with more of everything than beside other tests."""
    parser = argparse.ArgumentParser(prog="manage.py faults", description=run_faults.__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="some of R1, R2, …; else all")
    parser.add_argument("--deep", action="store_true", help="the whole night long")
    options = parser.parse_args(arguments)
    os.environ["FAULTS"] = "deep" if options.deep else "full"
    wanted = ("-k", " or ".join(f"{row.lower()}_" for row in options.rows)) if options.rows else ()
    return run_tests(("tests/faults", "-m", "row", "-v", "-s", *wanted))


def run_years(arguments: Sequence[str]) -> int:
    """`manage.py years`: two years of each league, played by bots, with a clock that leaps."""
    parser = argparse.ArgumentParser(prog="manage.py years", description=run_years.__doc__)
    parser.add_argument("--league", nargs="*", choices=LEAGUES, default=[], help="only these")
    parser.add_argument("--players", type=int, default=60, help="60 to 200 make sense (60)")
    parser.add_argument("--seasons", type=int, default=6, help="so many of the six (6)")
    parser.add_argument("--seed", default="1", help="other people, other fates")
    options = vars(parser.parse_args(arguments))
    options["league"] = " ".join(options["league"])
    for name, value in options.items():
        os.environ[f"YEARS_{name.upper()}"] = str(value)
    return run_tests(("-n0", "-q", "tests/games/years", "-k", "go_by"))


def _environ_of_tests() -> dict[str, str]:
    """Let processes keep what they compile: some images forbid it, and tests start hundreds."""
    environ = SAME | os.environ
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    return environ


def _environ(base: Path) -> dict[str, str]:
    """Name the servers in the folder `base`, and all else as a real server has it."""
    environ = {**os.environ, **REAL, "SECRET_KEY": secrets.token_urlsafe(50)}
    environ |= {**servers.urls(base), servers.DATABASE: postgres.url(base, servers.TABLES)}
    return environ | {"DJANGO_SETTINGS_MODULE": "saboteur_site.settings"}


@contextmanager
def _database(base: Path) -> Iterator[None]:
    """Run servers with an empty database."""
    with servers.temporary(base):
        with psycopg.connect(postgres.url(base), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {servers.TABLES}")
        yield


def _run_steps(names: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """Run these beside each other, tell of each in this order, and list which failed."""
    failed = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for fails, name, told in pool.map(lambda name: _run_step(name, environ), names):
            say(told)
            failed += [name] if fails else []
    return failed


def _run_step(name: str, environ: Mapping[str, str]) -> tuple[bool, str, str]:
    """Return whether it failed, its name, and what is to be told of it."""
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, *STEPS[name]], cwd=folder.ROOT, env=environ, text=True, check=False,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    verdict = {0: "ok", audit.SKIPPED: "skipped"}.get(done.returncode, "FAILED")
    line = f"{name:<14}{verdict:<8}{time.monotonic() - started:6.1f} s"
    told = line if verdict == "ok" else f"{line}\n{done.stdout}"
    return verdict == "FAILED", name, told
