"""Whoever comes to a table between a deadline and a mail that came before it waits for the mail."""

from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from games import links, tasks
from games.links import SeatClaim
from games.models import Game, Move, Pulse, Reply, Seat
from games.replies.rules import commands
from games.replies.services import acting
from games.services import instant, turns
from tests.games import cast
from tests.games.cast import DAY, HOUR, MINUTE, NOW
from tests.games.moderation.cast import previewed, staff
from tests.games.pages.table import browser
from tests.games.replies.cast import DOMAIN, accepted, done, own

pytestmark = pytest.mark.django_db(transaction=True)

DUE = NOW + DAY
LATER = DUE + MINUTE


@pytest.fixture
def game(settings) -> Game:
    settings.REPLY_DOMAIN = DOMAIN
    game = cast.started()
    cast.all_sent()
    return game


@contextmanager
def held(reply: Reply, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a worker begin with a mail, and hold it there for as long as this lasts."""
    begun, go_on, read = Event(), Event(), commands.read

    def slow(text: str, *, words: Set[str]) -> commands.Reading:
        begun.set()
        assert go_on.wait(60)
        return read(text, words=words)

    def work() -> None:
        acting.act(reply.pk, now=LATER)
        connections.close_all()

    with monkeypatch.context() as patched:
        patched.setattr(commands, "read", slow)
        worker = Thread(target=work)
        worker.start()
        try:
            assert begun.wait(60)
            yield
        finally:
            go_on.set()
            worker.join(60)


def by_link(game: Game, seat: Seat) -> None:
    url = reverse("seat-move-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
    answer = Client().post(url, {"move": cast.moves(game)[-1], "seen_ply": 0})
    assert answer.status_code == 409
    assert "Your mail came in before your time was over" in answer.content.decode()


def by_page(game: Game, seat: Seat) -> None:
    url = reverse("seat-my-move", args=[game.key])
    posted = {"move": cast.moves(game)[-1], "seen_ply": 0}
    answer = browser(seat.player).post(url, posted)
    assert answer.status_code == 409
    assert "Your mail came in before your time was over" in answer.content.decode()


def by_another_player(game: Game, seat: Seat) -> None:
    other = game.places.exclude(pk=seat.pk).order_by("number").first()
    url = reverse("seat-move-by-letter", args=[links.SEAT.sign(SeatClaim.of(other))])
    answer = Client().post(url, {"move": cast.moves(game)[-1], "seen_ply": 0})
    assert answer.status_code == 422


def by_another_mail(game: Game, seat: Seat) -> None:
    late = accepted(seat, own(seat, cast.moves(game)[-1]), now=LATER)
    assert late is not None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(commands, "read", READ)
        acting.act(late.pk, now=LATER)
    assert [told for _typed, told in done(late)] == ["refused"]


def by_a_moderator(game: Game, seat: Seat) -> None:
    shown = previewed(
        browser(staff("mia")), "force-default", game.key, seat=seat.number, written="in the talk"
    )
    assert shown.status_code == 409
    assert "Look again in a minute" in shown.content.decode()


def by_the_sweep(game: Game, _seat: Seat) -> None:
    Pulse.objects.update(last_at=LATER)
    tasks.sweep_deadlines()
    assert turns.sweep_deadlines(now=LATER) == 0
    assert turns.time_out(game.pk, now=LATER) is None


READ = commands.read
DOORS = (by_link, by_page, by_another_player, by_another_mail, by_a_moderator, by_the_sweep)


@pytest.mark.parametrize("door", DOORS)
def test_a_mail_that_came_in_time_is_done_before_anybody_enforces_the_deadline(
    door: Callable[[Game, Seat], None], game: Game, monkeypatch: pytest.MonkeyPatch
):
    seat, wanted = cast.asked(game), cast.moves(game)[0]
    reply = accepted(seat, own(seat, wanted), now=DUE - MINUTE)
    assert reply is not None
    monkeypatch.setattr(instant, "now", lambda: LATER)
    with held(reply, monkeypatch):
        door(game, seat)
        assert cast.again(game).ply == 0
    assert done(reply) == [(wanted, "made")]
    played = Move.objects.get(game=game, ply=1)
    assert (played.notation, played.by, played.made_at) == (wanted, "player", DUE - MINUTE)
    # After that the deadline is another one.
    assert cast.sweep_deadlines(now=LATER) == 0


@pytest.mark.parametrize(
    "change",
    [
        {"accepted_at": DUE + MINUTE / 60},
        # In the moment itself time is over.
        {"accepted_at": DUE},
        {"tries": Reply.MOST_TRIES + 1},
        {"ply": 1},
        {"epoch": 7},
        {"acted_at": DUE},
    ],
    ids=lambda change: next(iter(change)),
)
def test_nobody_waits_for_a_mail_that_can_do_nothing_in_time(change, game: Game):
    seat = cast.asked(game)
    reply = accepted(seat, own(seat, cast.moves(game)[0]), now=DUE - MINUTE)
    assert reply is not None
    assert cast.sweep_deadlines(now=LATER) == 0
    Reply.objects.filter(pk=reply.pk).update(**change)
    assert cast.sweep_deadlines(now=LATER) == 1
    assert Move.objects.get(game=game, ply=1).by == Move.By.DEADLINE


def test_another_table_does_not_wait_for_it(game: Game):
    other = cast.started()
    seat = cast.asked(game)
    accepted(seat, own(seat, "board"), now=DUE - MINUTE)
    assert cast.sweep_deadlines(now=LATER) == 1
    assert (cast.again(game).ply, cast.again(other).ply > 0) == (0, True)


def test_a_mail_that_made_no_move_gives_no_time(game: Game):
    seat = cast.asked(game)
    reply = accepted(seat, own(seat, "board\npass Z9"), now=DUE - MINUTE)
    assert reply is not None
    acting.act(reply.pk, now=LATER + HOUR)
    assert done(reply)[-1] == ("pass Z9", "syntax")
    assert cast.sweep_deadlines(now=LATER) == 1
