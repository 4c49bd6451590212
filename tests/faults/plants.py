"""Faults planted into a process on purpose: each row must find its own, and not by luck."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from threading import Lock
from typing import Any
from unittest.mock import patch

AT_ONCE_READ = 0.3
"""Seconds in which all who race have read what they race for, however busy the machine is."""


def _put(where: str, what: object) -> None:
    patch(where, what).start()


def _put_off(do: Callable[..., object]) -> Callable[..., None]:
    """Do each thing when the next one is asked for: one is always only promised."""
    promised: list[Callable[[], object]] = []
    lock = Lock()

    def promise(*args: Any, **kwargs: Any) -> None:
        with lock:
            promised.append(partial(do, *args, **kwargs))
            due = promised.pop(0) if len(promised) > 1 else None
        if due:
            due()

    return promise


def answered_too_early() -> None:
    """Answer a move first, and make it when somebody makes the next one."""
    from games.errors import ServiceError
    from games.services import turns

    play = turns.play_move

    def late(*args: Any, **kwargs: Any) -> None:
        # Nobody hears of it any more that this move cannot be made.
        with suppress(ServiceError):
            play(*args, **kwargs)

    _put("games.services.turns.play_move", _put_off(late))


def taken_too_early() -> None:
    """Say that a mail was taken in, and take it in when the next one comes."""
    from games.replies.services import accepting

    _put("games.replies.services.accepting.accept", _put_off(accepting.accept))


def marked_too_early() -> None:
    """Call a letter sent first, and send it when the next one is to be sent."""
    from django.core.mail import EmailMessage

    send = EmailMessage.send

    def late(message: EmailMessage) -> None:
        message.connection = None  # the one that it had may be closed
        send(message)

    promise = _put_off(late)

    def sent(message: EmailMessage, *_: Any) -> int:
        promise(message)
        return 1

    _put("django.core.mail.EmailMessage.send", sent)


def in_clear() -> None:
    """Encrypt no line, whatever was asked for."""
    from django.core.mail.backends.smtp import EmailBackend

    begin = EmailBackend.__init__

    def careless(line: EmailBackend, *args: Any, **kwargs: Any) -> None:
        begin(line, *args, **kwargs)
        line.use_tls = False

    _put("django.core.mail.backends.smtp.EmailBackend.__init__", careless)


def hints_alone() -> None:
    """Let nobody look for letters whose hints got lost."""
    from saboteur_site.celery import app

    del app.conf.beat_schedule["sweep_letters"]


def given_up_too_early() -> None:
    """Take a busy mail server for one that says no for ever."""
    from games.services.failures import Failure, Verdict

    _put("games.services.mailbox.classify", lambda _: Failure(Verdict.GIVE_UP, "planted"))


def unlocked() -> None:
    """Let everybody read a game at once, and go on when all of them have."""
    from games.models import Game
    from games.services import locks

    read = locks.game

    def read_by_all(**which: Any) -> Game:
        found = read(**which)
        time.sleep(AT_ONCE_READ)
        return found

    _put("games.services.locks._BY_ID", locks._BY_ID.replace("FOR NO KEY UPDATE OF g", ""))
    _put("games.services.locks.game", read_by_all)


def seen_when_opened() -> None:
    """Note that a player was here when his page is opened."""
    from games import selectors
    from games.models import Seat
    from games.services import instant

    look_of = selectors.look_of

    def noted(claim: Any) -> Any:
        seen = instant.now() + timedelta(minutes=1)  # later than his move, if he made one
        Seat.objects.filter(game=claim.game_id, number=claim.seat).update(here_at=seen)
        return look_of(claim)

    _put("games.selectors.look_of", noted)


def always_needed() -> None:
    """Send what was overtaken long ago."""
    _put("games.services.mailbox.is_needed", lambda *_, **__: True)


def sent_elsewhere() -> None:
    """Answer the button of a mail program as a form's is answered: by sending it elsewhere."""
    from django.http import HttpResponseRedirect

    _put(
        "games.views.subscriptions._stop_page",
        lambda request, *_: HttpResponseRedirect(request.path),
    )
