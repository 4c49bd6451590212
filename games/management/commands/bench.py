"""Measures engine and service in one run; a missed goal ends with an error."""

import gzip
import sys
from contextlib import ExitStack
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from engine.cli import bench as engine_bench
from engine.cli.measure import compare, progress
from games.bench import requests, rows, tables
from games.bench.server import serving
from games.models import Game


class Command(BaseCommand):
    """Prints a line for each row, then figures that have no goal."""

    help = "Measure the engine and the service beside their peers (on a throw-away database)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the one option."""
        parser.add_argument("--quick", action="store_true", help="shorter samples")

    def handle(self, *_: Any, **options: Any) -> None:
        """Measure; raises CommandError where games exist already or a goal is missed."""
        if Game.objects.exists():
            raise CommandError("There are games here. This runs on an empty database only.")
        seconds = 0.3 if options["quick"] else 1.0
        progress("making tables")
        table, bare, shown = (tables.make() for _ in range(3))
        by_hand = rows.record_statements(bare)
        page = rows.midgame(shown)
        engine_rows, missing = engine_bench.engine_rows()
        with ExitStack() as stack:
            server = stack.enter_context(serving())
            service_rows = [
                rows.replay_row(server),
                rows.page_row(server, page),
                rows.post_row(table, bare, by_hand, stack),
            ]
            results = compare([*engine_rows, *service_rows], seconds=seconds)
        met = all(result.met for result in results)
        for line in (*(result.line() for result in results), *missing):
            self.stdout.write(line)
        met = self._count(page, by_hand) and met
        flat, memory = engine_bench.memory(1_000 if options["quick"] else 10_000)
        for line in (memory, *engine_bench.figures(seconds)):
            self.stdout.write(line)
        if not (met and flat):
            sys.exit(1)

    def _count(self, page: str, by_hand: list[list[rows.Statement]]) -> bool:
        queries = rows.count_page_queries(page)
        statements = max(len(move) for move in by_hand)
        body = requests.get(page).body
        packed = len(gzip.compress(body, 6))
        self.stdout.write(
            f"turn page: {queries} queries (goal <= {rows.MOST_QUERIES}), "
            f"{len(body) / 1024:.1f} KiB, {packed / 1024:.1f} KiB compressed"
        )
        self.stdout.write(
            f"a move: {statements} statements at most (goal <= {rows.MOST_STATEMENTS}), one commit"
        )
        connection.close()
        return queries <= rows.MOST_QUERIES and statements <= rows.MOST_STATEMENTS
