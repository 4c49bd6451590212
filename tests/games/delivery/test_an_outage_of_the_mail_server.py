"""An outage of the mail server costs no email an attempt, and ends for all emails at once."""

from datetime import datetime, timedelta

import pytest

from games.log.rules import Cause
from games.log.services import because
from games.machine.selectors import figures
from games.machine.services import watching
from games.models import Alarm, Letter, MailOutage
from games.services import mailbox
from games.services.claiming import claim
from tests.games.cast import DAY, HOUR, MINUTE, NOW, open_table
from tests.games.mail_server import MailServer
from tests.games.moderation.cast import staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

NOBODY = 1
"""A port at which nobody listens."""


@pytest.fixture(autouse=True)
def _now(set_clock, settings) -> None:
    set_clock(NOW)
    settings.ADMINS = [("Hal", "hal@example.org")]


@pytest.fixture
def down(mail_server: MailServer, settings) -> MailServer:
    settings.EMAIL_PORT = NOBODY
    return mail_server


def posted(letters: int) -> list[Letter]:
    """Post emails that are needed whatever happens."""
    game = open_table()
    with because(Cause.FORM):
        return [
            Letter.objects.create(
                kind="declined", game=game, email=f"{at}@example.org", created_at=NOW, due_at=NOW
            )
            for at in range(letters)
        ]


def waited(settings, *, until: datetime, step: timedelta) -> None:
    now = NOW
    while now < until:
        mailbox.sweep(now=now)
        now += step


def test_after_an_outage_all_waiting_emails_leave_at_once(down: MailServer, settings):
    posted(5)
    waited(settings, until=NOW + 90 * MINUTE, step=MINUTE)
    settings.EMAIL_PORT = down.port
    assert mailbox.sweep(now=NOW + 90 * MINUTE) == 5
    assert set(Letter.objects.values_list("status", flat=True)) == {"sent"}
    assert not MailOutage.objects.exists()


def test_an_outage_of_a_week_loses_no_email(down: MailServer, settings):
    posted(2)
    waited(settings, until=NOW + 7 * DAY, step=HOUR)
    settings.EMAIL_PORT = down.port
    mailbox.sweep(now=NOW + 7 * DAY)
    assert len(set(down.ids)) == len(down.ids) == 2


def slow(letter: Letter, *, begun_at: datetime) -> None:
    """Let an email wait for long after its fifth attempt, in an outage that began then."""
    MailOutage.objects.create(pk=1, begun_at=begun_at)
    with because(Cause.POST):
        Letter.objects.filter(pk=letter.pk).update(
            attempts=5, error="server: SMTPServerDisconnected", due_at=NOW + 3 * HOUR
        )


def test_an_email_that_was_cut_off_in_an_outage_leaves_when_it_ends(mail_server: MailServer):
    slow(posted(2)[0], begun_at=NOW - 90 * MINUTE)
    assert mailbox.sweep(now=NOW) == 2


def test_a_server_that_stumbles_uses_up_no_attempts(mail_server: MailServer):
    slow(posted(2)[0], begun_at=NOW - MINUTE)
    assert mailbox.sweep(now=NOW) == 1
    assert not MailOutage.objects.exists()
    assert Letter.objects.get(attempts=5).due_at == NOW + 3 * HOUR


def test_an_email_that_perhaps_left_counts_each_attempt(mail_server: MailServer, settings):
    posted(1)
    settings.EMAIL_TIMEOUT, mail_server.delay = 0.3, 1.5
    mailbox.sweep(now=NOW)
    mailbox.sweep(now=NOW + MINUTE)
    letter = Letter.objects.get()
    assert (letter.attempts, letter.due_at) == (2, NOW + MINUTE + mailbox.RETRIES[1])


def test_an_alarm_counts_from_when_an_email_was_first_due_and_is_mailed_once_that_works(
    down: MailServer, settings, caplog
):
    posted(1)
    waited(settings, until=NOW + 90 * MINUTE, step=MINUTE)
    assert figures.oldest(now=NOW + 90 * MINUTE)["letters"] == 90 * MINUTE
    assert watching.sweep(now=NOW + 90 * MINUTE) == 1
    assert watching.sweep(now=NOW + 91 * MINUTE) == 0
    assert "alarm is not mailed yet: ConnectionRefusedError" in caplog.text
    settings.EMAIL_PORT = down.port
    mailbox.sweep(now=NOW + 92 * MINUTE)
    for minutes in (92, 93):
        watching.sweep(now=NOW + minutes * MINUTE)
    [alarm] = [message for message in down.got if message["To"] == "hal@example.org"]
    assert "Letters do not leave" in alarm.get_content()
    assert "It is over now." in alarm.get_content()
    assert not Alarm.objects.exists()


def test_an_alarm_that_no_host_can_be_mailed_of_is_mailed_later(down: MailServer, settings):
    settings.ADMINS = []
    staff("ada", "host")
    posted(1)
    waited(settings, until=NOW + 6 * MINUTE, step=MINUTE)
    watching.sweep(now=NOW + 6 * MINUTE)
    settings.EMAIL_PORT = down.port
    watching.sweep(now=NOW + 7 * MINUTE)
    assert down.readers == ["ada@example.org"]


def test_a_full_mailbox_is_no_alarm(mail_server: MailServer):
    mail_server.recipient = lambda address: "452 mailbox full"
    posted(1)
    mailbox.sweep(now=NOW)
    assert watching.sweep(now=NOW + HOUR) == 0


def test_emails_of_a_worker_that_died_are_late(mail_server: MailServer):
    posted(1)
    claim(NOW)
    assert figures.oldest(now=NOW + 4 * MINUTE)["letters"] == 4 * MINUTE
