"""Which command does what, once the environment stands."""

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pkgutil import resolve_name

from saboteur_site.local import postgres, servers, surroundings
from saboteur_site.local.children import StartFailed
from saboteur_site.local.report import say
from saboteur_site.version import VERSION

HELP = f"""\
Saboteur by mail {VERSION}

up [--port N] [--no-demo]   set everything up and serve on this machine until Ctrl-C
test [pytest's arguments]   run the tests on a Postgres and a Valkey of their own
test --fast | --deep        all but browsers, kills and simulated months | every case
check-all [NAMES]           every check (format, lint, types, imports, … audit), the tests last
bench                       measure, on a throw-away database
faults [--deep] [ROWS]      kill what the service runs on, and see what is lost
years [--league NAME ...]   two years of leagues with bots and a clock that leaps
catalogue ACTION            check, update or compile the translations
check-log [--changes]       read the whole log anew: is it as it was written?
map                         draw docs/architecture.md anew
audit                       look up the locked dependencies in a database of advisories
lock                        solve the dependencies anew into locks/
... and every command of Django, on the database of `up`:
"""


def run(argv: Sequence[str]) -> int:
    """Run our own command, or hand Django's to Django."""
    own = OWN.get(argv[1]) if len(argv) > 1 else None
    try:
        # Loaded by name: `up` watches for weeks and should stay small.
        return resolve_name(f"saboteur_site.local.{own}")(argv[2:]) if own else _of_django(argv)
    except StartFailed as problem:
        say(str(problem))
        return 1


def bench(arguments: Sequence[str]) -> int:
    """On data of its own: a measurement neither meets nor leaves anybody's games."""
    with servers.temporary_folder() as base, ExitStack() as stack:
        urls = servers.urls(base)
        if servers.begin_with_tables(base):
            urls[servers.DATABASE] = postgres.url(base, servers.TABLES)
        stack.enter_context(servers.temporary(base, careless=False))
        os.environ.update({**urls, "STATIC_FROM_SOURCES": "1"})
        surroundings.complete(local_mode=False)
        if failed := _django(["manage.py", "migrate", "--verbosity", "0"]):
            return failed
        from tests.bench.command import Command

        Command().run_from_argv(["manage.py", "bench", *arguments])
        return 0


def _of_django(argv: Sequence[str]) -> int:
    if argv[1:2] in ([], ["help"], ["--help"]):
        say(HELP)
    local_mode = servers.DATABASE not in os.environ
    with servers.joined(" ".join(argv[1:2])):
        surroundings.complete(local_mode=local_mode)
        return _django(argv)


def check_log(arguments: Sequence[str]) -> int:
    return _of_django(["manage.py", "check_log", *arguments])


def _django(argv: Sequence[str]) -> int:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from saboteur_site.local import catalogue

    catalogue.compile_all()
    try:
        execute_from_command_line(list(argv))
    except ImproperlyConfigured as problem:
        say(str(problem))
        return 1
    return 0


OWN: Mapping[str, str] = {
    "up": "up:run",
    "test": "checks:run_some_tests",
    "check-all": "checks:run",
    "audit": "audit:run",
    "bench": "commands:bench",
    "faults": "checks:run_faults",
    "years": "checks:run_years",
    "catalogue": "catalogue:run",
    "map": "rooms:run",
    "check-log": "commands:check_log",
}
