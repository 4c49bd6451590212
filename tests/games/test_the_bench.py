"""`manage.py bench` from end to end, quickly: every row is there and has a figure."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Move
from tests.bench import positions, tables
from tests.bench.command import Command
from tests.bench.positions import built, natural
from tests.bench.server import CPU_HEADER, Server

ROOT = Path(__file__).parents[2]
FIGURE = re.compile(r"\d[\d.]*(e-\d+)?")
LOCAL = ("DATABASE_URL", "REDIS_URL", "BASE_URL")


def told_in_the_docs() -> set[str]:
    """The rows that docs/bench.md tells of."""
    return set(re.findall(r"^\| `([^`]+)`", (ROOT / "docs" / "bench.md").read_text(), re.MULTILINE))


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this environment, on servers of its own."""
    environ = {name: value for name, value in os.environ.items() if name not in LOCAL}
    return subprocess.run(
        [sys.executable, "manage.py", "bench", *arguments],
        cwd=ROOT,
        env=environ | {"SABOTEUR_SETUP": "off"},
        capture_output=True,
        text=True,
    )


def test_every_row_is_measured_and_told_in_the_docs():
    done = bench("--fast")
    assert done.returncode == 0, done.stderr
    heads, *lines = (re.split(r"  +", line) for line in done.stdout.splitlines())
    assert heads[:4] == ["row", "median", "min..max", "goal"]
    rows = {cells[0]: cells for cells in lines if len(cells) == len(heads)}
    skipped = {"E1"} if "E1 skipped" in done.stdout else set()
    assert rows.keys() | skipped == told_in_the_docs()
    for cells in rows.values():
        assert FIGURE.fullmatch(cells[1]), cells
        assert cells[3][:2] in (">=", "<="), cells
    for size in ("50", "100", "200"):
        assert f"a sweep over {size} active games: " in done.stdout
    assert "8 overdue games: 0 left after " in done.stdout


def test_a_database_after_years_is_filled_looked_at_and_cleaned():
    done = bench("--vast", "40")
    assert done.returncode == 0, done.stderr
    assert re.search(r"games_move +2,0\d\d rows", done.stdout)
    assert "/admin/games/letter/" in done.stdout
    assert re.search(r"cleaning: \d+ rows", done.stdout)
    assert re.search(r"[1-9]\d+  letters$", done.stdout, re.MULTILINE)


@pytest.mark.django_db
def test_a_group_that_does_not_exist_is_refused_by_name():
    with pytest.raises(CommandError, match=r"^No such group: X\.$"):
        call_command(Command(), "X")


def test_no_position_is_looked_at_for_the_first_time_twice():
    found = [*natural("duel-solo", 4), *natural("duel-solo", 4), *built("duel", 2, range(6, 7), 2)]
    assert len({json.dumps(position.state) for position in found}) == 10
    assert [len(position.moves) for position in found[:4]] == [41, 51, 61, 41]
    assert [position.cards for position in found[8:]] == [6, 6]


def test_a_game_that_is_over_before_the_first_look_is_looked_at_half_way(monkeypatch):
    monkeypatch.setattr(positions, "LOOKS", (2_000,))
    found = natural("duel-solo", 2)
    assert all(position.asked and 10 < len(position.moves) < 1_000 for position in found)


def test_a_story_can_be_made_longer_and_shorter():
    (position,) = natural("duel-solo", 1)
    told = [len(position.with_story(moves).moves) - 1 for moves in (5, 40, 1_000)]
    assert told == [5, 40, 1_000]
    assert position.with_story(5).moves[0] == position.moves[0]


@pytest.mark.django_db(transaction=True)
def test_a_table_taken_back_to_its_deal_is_played_to_its_end_again():
    table = tables.make(rounds="1")
    for _ in range(2):
        table.reset()
        assert Move.objects.filter(game=table.game_id).count() == 1, "the deal"
        for turn in table.turns:
            table.post(turn)
        assert Game.objects.get(pk=table.game_id).status == Game.Status.FINISHED


class Page(BaseHTTPRequestHandler):
    """A page that never changes and says so to who asks."""

    protocol_version = "HTTP/1.1"
    said: tuple[int, ...] = ()

    def do_GET(self) -> None:
        unchanged = self.headers["If-None-Match"] == '"1"'
        body = b"" if unchanged else b"page"
        self.send_response(304 if unchanged else 200)
        for name, value in {"ETag": '"1"', CPU_HEADER: "1.5", "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)
        Page.said += (304 if unchanged else 200,)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def page() -> Iterator[Server]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield Server(served.server_port)
        served.shutdown()


def test_a_page_is_asked_for_again_as_a_browser_does(page: Server):
    assert [page.ask_again("/"), page.ask_again("/"), page.get("/")] == [1, 1, 1]
    assert Page.said == (200, 304, 200)
