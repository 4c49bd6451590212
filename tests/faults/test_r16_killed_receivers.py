"""R16: receivers, workers and beats killed at random moments while mails come in."""

import random
import smtplib
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

import pytest

from games.models import Game, Letter, Move, Reply
from games.services import instant
from tests.faults import plants
from tests.faults.conftest import Row
from tests.faults.effort import EFFORT
from tests.faults.service import Service, wait_until
from tests.games import cast
from tests.games.replies.cast import DOMAIN, address, mail

Begin = Callable[..., Service]
PATIENCE = 300
REPLIES: Mapping[str, object] = {"REPLY_DOMAIN": DOMAIN}


@dataclass
class Came:
    """What became of the mails whose sender was told that they were taken in."""

    mails: int = 0
    again: int = 0
    """So often a mail had to be brought once more, since nobody said that it was taken in."""
    lost: int = 0
    doubled: int = 0
    unanswered: int = 0


def reply_and_kill(service: Service, mails: int) -> Came:
    """Play by replying; for each mail somebody is killed, before it comes, meanwhile or behind."""
    service.start_post()
    service.start_work()
    service.start_receiver()
    games, came = [cast.started(at_work=True, now=instant.now())], Came()
    while came.mails < mails:
        if cast.again(games[-1]).status != Game.Status.ACTIVE:
            games.append(cast.started(at_work=True, now=instant.now()))
        _mail(service, games[-1], came)
    wait_until(lambda: not Reply.objects.filter(acted_at=None).exists(), seconds=PATIENCE)
    wait_until(lambda: _answers() == Reply.objects.count(), seconds=PATIENCE)
    replies = Reply.objects.all()
    made = Move.objects.filter(game__in=games, by=Move.By.PLAYER)
    told = [[each["told"] for each in reply.done] for reply in replies]
    came.lost += sum(not each or each[0] not in ("made", "made-before") for each in told)
    came.doubled = max(len(replies), made.count()) - came.mails
    came.unanswered = came.mails - _answers()
    return came


def _answers() -> int:
    return Letter.objects.filter(kind="reply", status="sent").count()


def _mail(service: Service, game: Game, came: Came) -> None:
    """Send a mail until it is taken in, and wait until its move is made."""
    seat, now = cast.asked(game), cast.again(game)
    assert seat.player is not None
    assert seat.player.email is not None
    raw = mail(cast.moves(game)[-1], seat.player.email)
    killing = Thread(target=_kill, args=(service,))
    killing.start()
    until = time.monotonic() + PATIENCE
    # Its name is the same each time, as a mail server has it that tries again.
    while not _taken(service.reply_port, seat.player.email, address(seat, now.ply), raw):
        assert time.monotonic() < until, "nobody takes a mail in"
        came.again += 1
        time.sleep(0.05)
    came.mails += 1
    killing.join()
    # A mail is in its row before its sender is told; without one nobody will ever act on it.
    kept = Reply.objects.filter(seat=seat, ply=now.ply).exists()
    # Whoever was killed held it for his lease, then the next sweep has it.
    if not (kept and wait_until(lambda: cast.again(game).ply > now.ply, seconds=PATIENCE / 3)):
        came.lost += 1
        cast.pass_on(game, now=instant.now())


def _taken(port: int, sender: str, to: str, raw: bytes) -> bool:
    with (
        suppress(smtplib.SMTPException, OSError),
        smtplib.SMTP("127.0.0.1", port, timeout=10) as line,
    ):
        line.sendmail(sender, [to], raw)
        return True
    return False


def _kill(service: Service) -> None:
    """Kill the receiver or who acts, at some moment from the first word to the answer."""
    time.sleep(random.uniform(0, 0.4))
    each = random.choice((service.receiver, service.receiver, *service.workers, service.beat))
    each.kill()
    each.start()


@pytest.mark.row("R16", "receivers and workers killed while mails come in")
@pytest.mark.timeout(3600)
def test_r16_a_mail_that_was_taken_in_is_acted_on_once(begin: Begin, row: Row, settings):
    settings.REPLY_DOMAIN = DOMAIN
    came = reply_and_kill(begin(**REPLIES), EFFORT.mails)
    row.tell(**vars(came))
    assert (came.lost, came.doubled, came.unanswered) == (0, 0, 0)
    assert Letter.objects.filter(kind="reply").count() == came.mails


def test_r16_sees_mails_that_are_taken_in_too_early(begin: Begin, settings):
    settings.REPLY_DOMAIN = DOMAIN
    assert reply_and_kill(begin(plants.taken_too_early, **REPLIES), 2).lost > 0
