"""People who play over HTTP and ask again until they know: what they were told is written down."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from threading import Event
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db import connection
from django.db.utils import InterfaceError, OperationalError

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import links
from games.links import SeatClaim
from games.models import Game, Letter, Move, Seat
from games.services import freshness, instant
from tests.games import cast

Asked = TypeVar("Asked")

PROMPTS = freshness.OVERTAKEN_BY_LATER
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Host": "testserver"}
PEOPLE = 4
PATIENCE = 300.0
AGAIN = 0.01
"""Seconds until somebody asks again who got no answer."""


class Told(NamedTuple):
    """A move that was answered for good."""

    game: int
    ply: int
    text: str


@dataclass
class Browser:
    """Asks one server, again and again while it does not answer."""

    port: int
    _connection: HTTPConnection | None = None

    def post(self, path: str, **values: object) -> int:
        """Post a form until there is an answer; return its status."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                status = self.ask("POST", path, urlencode(values).encode(), FORM)
            except (OSError, HTTPException):
                status = 0
            if 0 < status < 500:
                return status
            assert time.monotonic() < end, f"no answer for {PATIENCE} s, last {status}"
            time.sleep(AGAIN)

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> int:
        """Ask once; return the status."""
        at = self._connection = self._connection or HTTPConnection(
            "127.0.0.1", self.port, timeout=5
        )
        try:
            at.request(method, path, body or None, headers or {})
            answer = at.getresponse()
            answer.read()
        except BaseException:
            self.close()
            raise
        return answer.status

    def close(self) -> None:
        """Ask over a fresh line next time."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None


@dataclass
class Players:
    """Some people, each at tables of his own; all that they were told."""

    port: int
    told: list[Told] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds from a move's first posting to its answer."""
    strange: list[int] = field(default_factory=list)
    """Answers that no move of theirs deserves."""
    games: list[int] = field(default_factory=list)
    done: Event = field(default_factory=Event)

    @contextmanager
    def playing(self, moves: int = 0) -> Iterator[list["Future[None]"]]:
        """Let all play, until so many moves were made or the block is over."""
        tables = [f"p{at}" for at in range(PEOPLE)]
        with ThreadPoolExecutor(PEOPLE) as pool:
            at_work = [pool.submit(self._play, name, moves // PEOPLE) for name in tables]
            try:
                yield at_work
            finally:
                self.done.set()
        for each in at_work:
            each.result()

    def _play(self, name: str, moves: int) -> None:
        browser, made, game = Browser(self.port), 0, None
        try:
            while (made < moves) if moves else not self.done.is_set():
                if game is None or game.status != Game.Status.ACTIVE:
                    game = self._begin(name)
                moved = self._move(browser, game)
                game = _patiently(partial(cast.again, game)) if moved else None
                made += 1
        finally:
            connection.close()

    def _begin(self, name: str) -> Game:
        people = [f"{name}{who}" for who in "abc"]
        game = _patiently(lambda: cast.started(people, at_work=True, now=instant.now()))
        self.games.append(game.pk)
        return game

    def _move(self, browser: Browser, game: Game) -> bool:
        """Make a move; tell whether it was understood."""
        rules, number = ruleset(game.ruleset), game.to_act[0]
        text = rules.format(rules.default_move(rules.load(game.state), EngineSeat(number)))
        seat = _patiently(lambda: Seat.objects.get(game=game, number=number))
        path = f"/t/{links.SEAT.sign(SeatClaim.of(seat))}/move/"
        begun = time.monotonic()
        status = browser.post(path, move=text, seen_ply=game.ply)
        self.waits.append(time.monotonic() - begun)
        # 409: it was made before and the answer got lost on the way.
        if status not in (303, 409):
            self.strange.append(status)
            return False
        self.told.append(Told(game.pk, game.ply + 1, text))
        return True


def _patiently(ask: Callable[[], Asked]) -> Asked:
    """Ask the database ourselves, also while it is restarted."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (OperationalError, InterfaceError):
            connection.close()
            if time.monotonic() > end:
                raise
            time.sleep(AGAIN)


def lost_moves(told: list[Told]) -> int:
    """Count moves that somebody was told of and that do not stand as he made them."""
    stand = set(Move.objects.values_list("game", "ply", "notation"))
    return sum(move not in stand for move in told)


def surplus_moves(players: Players) -> int:
    """Count moves that stand and that nobody made."""
    stand = Move.objects.filter(game__in=players.games, ply__gt=0).count()
    return stand - len(players.told)


def wrong_letters(games: list[int]) -> int:
    """Count positions of which nobody was told, or one reader twice in one way."""
    rows = Letter.objects.filter(game__in=games, kind__in=PROMPTS | {Letter.Kind.RESULT})
    posted = Counter(rows.values_list("game", "ply", "seat", "kind"))
    positions = set(Move.objects.filter(game__in=games).values_list("game", "ply"))
    without = positions - {(game, ply) for game, ply, *_ in posted}
    return len(without) + sum(times - 1 for times in posted.values())


def slowest(waits: list[float], share: float = 0.99) -> float:
    """Name the wait that so many of all do not exceed."""
    return sorted(waits)[int(len(waits) * share) - 1] if waits else 0.0
