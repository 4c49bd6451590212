"""Measures engine and service in one run; a missed goal ends with an error."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from engine.cli import bench as engine_bench
from engine.cli.measure import compare, table
from games.models import Game
from tests.bench import causes, office, vast
from tests.bench.effort import DEEP, FAST, FULL, Effort
from tests.bench.groups import GROUPS, Bench


class Command(BaseCommand):
    """Prints a line for each row, then figures that have no goal."""

    help = "Measure the engine and the service beside their peers (on a throw-away database)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take groups of rows, and how much is spent on them."""
        names = ", ".join(GROUPS)
        parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"some of {names}; else all")
        parser.add_argument("--fast", action="store_true", help="only see whether it all runs")
        parser.add_argument("--deep", action="store_true", help="a million games under the sweep")
        parser.add_argument(
            "--vast",
            nargs="?",
            type=int,
            const=vast.GAMES,
            metavar="GAMES",
            help=f"instead: pages and cleaning over so many games, else {vast.GAMES:,}",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        """Measure; raises CommandError where games exist already or a group is unknown."""
        if Game.objects.exists():
            raise CommandError("There are games here. This runs on an empty database only.")
        if unknown := set(options["groups"]) - set(GROUPS):
            raise CommandError(f"No such group: {', '.join(sorted(unknown))}.")
        causes.give_one()
        if options["vast"]:
            for line in office.figures(options["vast"]):
                self.stdout.write(line)
            return
        effort = FAST if options["fast"] else DEEP if options["deep"] else FULL
        groups = options["groups"] or list(GROUPS)
        if "L" in groups:
            causes.make_peer()
        held = self._measure(groups, effort)
        connection.close()
        if not held and effort is not FAST:
            sys.exit(1)

    def _measure(self, groups: Sequence[str], effort: Effort) -> bool:
        """Print everything; False if something does not hold that must."""
        with ExitStack() as stack:
            bench = Bench(effort, stack)
            for group in groups:
                GROUPS[group](bench)
            results = compare(bench.rows, rounds=effort.rounds)
            for line in table(results):
                self.stdout.write(line)
            for lines in bench.further:
                for line in lines():
                    self.stdout.write(line)
        held = all(result.met for result in results)
        return self._keeps_no_memory(effort) and held if "E" in groups else held

    def _keeps_no_memory(self, effort: Effort) -> bool:
        flat, line = engine_bench.memory(effort.engine.games)
        self.stdout.write(line)
        return flat
