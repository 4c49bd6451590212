"""A letter of which nobody knows whether it left goes out again byte by byte the same."""

from collections.abc import Callable
from datetime import timedelta
from threading import Event

import pytest

from games.models import Game, Letter, Player, Seat, Written
from games.services import mailbox, marking
from games.services.claiming import LEASE
from tests.games import cast
from tests.games.cast import HOUR, MINUTE, NOW
from tests.games.letters.test_every_letter_is_written import CASES, a_turn
from tests.games.mail_server import MailServer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
Kind = Letter.Kind


class Killed(BaseException):
    """What happens to a worker that is killed: nothing after it is done."""


@pytest.fixture
def dies(monkeypatch: pytest.MonkeyPatch) -> Callable[[Letter], None]:
    """Let a worker send a letter and die before it can note that down."""

    def send(letter: Letter) -> None:
        # Another might overtake it.
        Letter.objects.exclude(pk=letter.pk).delete()
        with monkeypatch.context() as patched:
            patched.setattr(marking.Marks, "note", _killed)
            with pytest.raises(Killed):
                # Nobody who has just acted is still before his table then.
                mailbox.deliver(letter.pk, now=letter.due_at + MINUTE)

    return send


def _killed(*_: object, **__: object) -> None:
    raise Killed


def everything_changes(letter: Letter) -> None:
    """Let everything be another that a letter shows, while its reader still wants it."""
    Game.objects.update(name="Another Mine")
    Seat.objects.update(name="somebody")
    Player.objects.update(name="else", language="de", time_zone="Asia/Tokyo")
    for game in Game.objects.filter(status="active"):
        cast.extended(game)
    Letter.objects.exclude(pk=letter.pk).delete()


@pytest.mark.parametrize("kind", Kind)
def test_a_letter_sent_twice_is_the_same(
    kind: Letter.Kind, mail_server: MailServer, dies: Callable[[Letter], None]
) -> None:
    letter = CASES[kind]()
    dies(letter)
    everything_changes(letter)
    mailbox.deliver(letter.pk, now=letter.due_at + LEASE + MINUTE)
    assert Letter.objects.get(pk=letter.pk).status == "sent"
    first, second = (message.as_bytes() for message in mail_server.got)
    assert second == first


def test_a_letter_that_nobody_took_is_written_anew(mail_server: MailServer) -> None:
    letter = a_turn()
    Letter.objects.exclude(pk=letter.pk).update(status="sent", sent_at=NOW)
    mail_server.data = lambda address: "451 later"
    mailbox.deliver(letter.pk, now=letter.due_at)
    assert not Written.objects.exists()
    Game.objects.update(name="Another Mine")
    mail_server.data = lambda address: "250 OK"
    mailbox.deliver(letter.pk, now=letter.due_at + MINUTE)
    assert "Another Mine" in mail_server.got[0]["Subject"]


def test_a_refusal_does_not_make_a_letter_new_that_may_have_left_before(
    mail_server: MailServer, dies: Callable[[Letter], None]
) -> None:
    letter = a_turn()
    dies(letter)
    mail_server.data = lambda address: "451 later"
    mailbox.deliver(letter.pk, now=letter.due_at + LEASE + MINUTE)
    Game.objects.update(name="Another Mine")
    mail_server.data = lambda address: "250 OK"
    mailbox.deliver(letter.pk, now=letter.due_at + LEASE + 2 * HOUR)
    first, second = (message.as_bytes() for message in mail_server.got)
    assert second == first


def test_an_answer_that_never_came_makes_no_letter_new(mail_server: MailServer, settings) -> None:
    letter = a_turn()
    Letter.objects.exclude(pk=letter.pk).update(status="sent", sent_at=NOW)
    given_up = Event()
    settings.EMAIL_TIMEOUT, mail_server.before_answer = 1, lambda: given_up.wait(60)
    mailbox.deliver(letter.pk, now=letter.due_at)
    given_up.set()
    everything_changes(letter)
    settings.EMAIL_TIMEOUT, mail_server.before_answer = 20, lambda: None
    mailbox.deliver(letter.pk, now=letter.due_at + MINUTE)
    first, second = (message.as_bytes() for message in mail_server.got)
    assert second == first


def test_what_was_written_to_somebody_goes_to_nobody_else(
    mail_server: MailServer, dies: Callable[[Letter], None]
) -> None:
    letter = a_turn()
    dies(letter)
    heir = cast.named("dora@example.org")
    Seat.objects.filter(pk=letter.seat_id).update(player=heir, link_epoch=7)
    mailbox.deliver(letter.pk, now=letter.due_at + LEASE + MINUTE)
    first, second = mail_server.got
    assert first["To"] != second["To"] == "dora@example.org"
    assert first.get_body(("plain",)).get_content() != second.get_body(("plain",)).get_content()


def test_what_arrived_is_forgotten(mail_server: MailServer) -> None:
    letter = a_turn()
    Letter.objects.exclude(pk=letter.pk).update(status="sent", sent_at=NOW)
    mailbox.deliver(letter.pk, now=letter.due_at)
    assert Written.objects.count() == 1
    mailbox.sweep(now=letter.due_at + timedelta(minutes=1))
    assert not Written.objects.exists()


def test_a_turn_letter_goes_out_once_if_its_seat_is_no_longer_asked(
    mail_server: MailServer, dies: Callable[[Letter], None]
) -> None:
    letter = a_turn()
    dies(letter)
    cast.pass_on(Game.objects.get())
    mailbox.deliver(letter.pk, now=letter.due_at + LEASE + MINUTE)
    assert len(mail_server.got) == 1
    assert Letter.objects.get(pk=letter.pk).status == "dropped"
