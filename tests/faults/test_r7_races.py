"""R7: one form many times at once, two moves at once, a player and the clock at once."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from http.client import HTTPException
from threading import Barrier
from urllib.parse import urlencode

import pytest
from django.db import connection

from games import links
from games.clocks.models import Pulse
from games.links import SeatClaim
from games.models import Game, Move
from games.selectors import clock
from games.services import instant
from saboteur_site.celery import app
from tests.faults import plants
from tests.faults.conftest import Row
from tests.faults.effort import EFFORT
from tests.faults.players import FORM, Browser
from tests.faults.service import Service, wait_until
from tests.games import cast

Begin = Callable[..., Service]
Form = tuple[str, dict[str, object]]
AT_ONCE = 8
STALE = 409


class Racers:
    """People who post at the same moment."""

    def __init__(self, service: Service) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE)
        self._browsers = [Browser(service.web_port) for _ in range(AT_ONCE)]
        self._game: Game | None = None

    def table(self) -> Game:
        """The table at which they race, as it stands."""
        game = cast.again(self._game) if self._game else None
        if game is None or game.status != Game.Status.ACTIVE:
            game = cast.started(at_work=True, now=instant.now())
        self._game = game
        return game

    def post(self, forms: Sequence[Form]) -> Counter[int]:
        """Post forms, each once, and count the answers by their status."""
        barrier = Barrier(len(forms))
        # A line that was idle may be cut as we post: no race then, and nobody who tries again.
        for browser in self._browsers:
            browser.close()

        def run(browser: Browser, form: Form) -> int:
            barrier.wait()
            with suppress(OSError, HTTPException):
                return browser.ask("POST", form[0], urlencode(form[1]).encode(), FORM)
            return 0

        return Counter(self._pool.map(run, self._browsers, forms))


def form(game: Game, text: str) -> Form:
    """Fill in the form of whoever is asked."""
    path = f"/t/{links.SEAT.sign(SeatClaim.of(cast.asked(game)))}/move/"
    return path, {"move": text, "seen_ply": game.ply}


def same(racers: Racers) -> bool:
    """Post one form by eight at once; tell whether it came to one move."""
    game = racers.table()
    answers = racers.post([form(game, cast.moves(game)[0])] * AT_ONCE)
    return answers == {303: 1, STALE: AT_ONCE - 1} and len(_made_since(game)) == 1


def different(racers: Racers) -> bool:
    """Post two moves at once."""
    game = racers.table()
    texts = cast.moves(game)
    answers = racers.post([form(game, texts[0]), form(game, texts[-1])])
    return answers == {303: 1, STALE: 1} and len(_made_since(game)) == 1


def with_the_clock(racers: Racers) -> bool:
    """Post a move as its time runs out, while workers sweep."""
    due = instant.now().replace(second=0, microsecond=0) + 2 * cast.MINUTE
    game = cast.started(hours=24, at_work=True, now=due - cast.DAY)
    cast.all_sent()
    if cast.again(game).deadline_at != due:
        # A worker had its letter out first, a day late: its time begins now. Another table will do.
        return with_the_clock(racers)
    wanted = form(game, cast.moves(game)[0])
    set_forward(due - timedelta(seconds=0.1))
    time.sleep(0.1 + random.uniform(-0.02, 0.02))
    app.send_task("games.tasks.sweep_deadlines")
    [status] = racers.post([wanted])
    wait_until(lambda: bool(_made_since(game)))
    # Sweeps that lag rounds behind a clock which leaps would look like an outage.
    wait_until(lambda: Pulse.objects.filter(last_at__gt=due - cast.MINUTE).exists())
    moved = {303: ["player"], STALE: ["deadline"]}
    return _made_since(game) == moved.get(status)


CLOCK = "(SELECT clock_timestamp() + ahead FROM faults_clock)"
"""A clock that can be set forward, for all processes at once."""


@contextmanager
def settable_clock() -> Iterator[None]:
    """Begin with the right time."""
    with connection.cursor() as cursor, pytest.MonkeyPatch.context() as patch:
        cursor.execute("CREATE TABLE faults_clock AS SELECT interval '0' AS ahead")
        patch.setattr(clock, "NOW", CLOCK)
        try:
            yield
        finally:
            cursor.execute("DROP TABLE faults_clock")


def set_forward(to: datetime) -> None:
    """Let it be later."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE faults_clock SET ahead = %s - clock_timestamp()", [to])


def _made_since(game: Game) -> list[str]:
    return list(Move.objects.filter(game=game, ply__gt=game.ply).values_list("by", flat=True))


RACES = (same, different, with_the_clock)


def race(
    service: Service, rounds: int, races: Sequence[Callable[[Racers], bool]] = RACES
) -> Counter[str]:
    """Run all races so often; count those in which not exactly one came through."""
    service.settings["NOW"] = CLOCK
    with settable_clock():
        service.start_web()
        service.start_work()
        racers = Racers(service)
        wrong = Counter(run.__name__ for run in races for _ in range(rounds) if not run(racers))
        service.kill()
    return wrong


@pytest.mark.row("R7", "one form many times, two moves, a player and the clock at once")
@pytest.mark.timeout(7200)
def test_r7_of_many_at_once_exactly_one_comes_through(begin: Begin, row: Row):
    wrong = race(begin(), EFFORT.races)
    row.tell(
        races=EFFORT.races * len(RACES), **{run.__name__: wrong[run.__name__] for run in RACES}
    )
    assert not wrong


def test_r7_sees_that_a_game_is_not_locked(begin: Begin):
    assert race(begin(plants.unlocked), 3, [same])["same"] > 0
