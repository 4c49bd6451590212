"""Faults planted into a process on purpose: each row must find its own."""

import time
from datetime import timedelta
from threading import Thread
from typing import Any
from unittest.mock import patch


def _put(where: str, what: object) -> None:
    patch(where, what).start()


def answered_too_early() -> None:
    """Answer a move first and make it afterwards."""
    from django.db import connection

    from games.services import turns

    play = turns.play_move

    def later(*args: Any, **kwargs: Any) -> None:
        time.sleep(0.1)
        try:
            play(*args, **kwargs)
        finally:
            connection.close()

    def promise(*args: Any, **kwargs: Any) -> None:
        Thread(target=later, args=args, kwargs=kwargs).start()

    _put("games.services.turns.play_move", promise)


def marked_too_early() -> None:
    """Call a letter sent first and send it afterwards."""
    from django.core.mail import EmailMessage

    send = EmailMessage.send

    def later(message: EmailMessage) -> None:
        time.sleep(0.3)
        message.connection = None
        send(message)

    def promise(message: EmailMessage, *_: Any) -> int:
        Thread(target=later, args=[message]).start()
        return 1

    _put("django.core.mail.EmailMessage.send", promise)


def in_clear() -> None:
    """Encrypt no line, whatever was asked for."""
    from saboteur_site.smtp import EmailBackend

    begin = EmailBackend.__init__

    def careless(line: EmailBackend, *args: Any, **kwargs: Any) -> None:
        begin(line, *args, **kwargs)
        line.use_tls = False

    _put("saboteur_site.smtp.EmailBackend.__init__", careless)


def hints_alone() -> None:
    """Let nobody look for letters whose hints got lost."""
    from saboteur_site.celery import app

    del app.conf.beat_schedule["sweep_letters"]


def given_up_too_early() -> None:
    """Take a busy mail server for one that says no for ever."""
    from games.services.failures import Failure, Verdict

    _put("games.services.mailbox.classify", lambda _: Failure(Verdict.GIVE_UP, "planted"))


def unlocked() -> None:
    """Let everybody read a game at once."""
    from games.services import locks

    _put("games.services.locks._BY_ID", locks._BY_ID.replace("FOR NO KEY UPDATE OF g", ""))


def seen_when_opened() -> None:
    """Note that a player was here when his page is opened."""
    from games import selectors
    from games.models import Seat
    from games.services import instant

    visit_of = selectors.visit_of

    def noted(claim: Any) -> Any:
        seen = instant.now() + timedelta(minutes=1)  # later than his move, if he made one
        Seat.objects.filter(game=claim.game_id, number=claim.seat).update(here_at=seen)
        return visit_of(claim)

    _put("games.selectors.visit_of", noted)


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
