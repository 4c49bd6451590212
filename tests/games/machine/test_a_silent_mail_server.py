"""A mail server that takes connections and says nothing: emails wait, and hosts read why."""

import socket
import time
from collections.abc import Iterator

import pytest
from django.urls import reverse

from games import tasks
from games.log.rules import Cause
from games.log.services import because
from games.models import Letter, MailOutage, Swept
from games.services import mailbox
from tests.games.cast import MINUTE, NOW, open_table
from tests.games.machine.cast import beat_runs
from tests.games.mail_server import MailServer
from tests.games.moderation.cast import staff
from tests.games.pages.table import browser, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]

LETTERS = 12
TIMEOUT = 0.5


@pytest.fixture
def silent(mail_server: MailServer, settings, set_clock) -> Iterator[int]:
    """A port where connections are accepted and nothing is ever said."""
    set_clock(NOW)
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = server.getsockname()[1], TIMEOUT
        yield settings.EMAIL_PORT


@pytest.fixture
def posted(silent: int) -> None:
    game = open_table()
    with because(Cause.FORM):
        for at in range(LETTERS):
            Letter.objects.create(
                kind="declined", game=game, email=f"{at}@example.org", created_at=NOW, due_at=NOW
            )


@pytest.mark.usefixtures("posted")
def test_one_email_asks_and_all_others_wait_in_line():
    begun = time.monotonic()
    tasks.sweep_letters()
    # Twelve that wait one after the other would take twelve times as long.
    assert TIMEOUT <= time.monotonic() - begun < LETTERS * TIMEOUT
    assert set(Letter.objects.values_list("status", flat=True)) == {"queued"}
    assert Letter.objects.exclude(error="").count() == 1
    # The task came to its end, so the worker takes the next one.
    assert Swept.objects.filter(name="letters", ran_at=NOW).exists()


@pytest.mark.usefixtures("posted")
def test_the_machine_room_and_monitors_say_since_when_and_why(set_clock):
    beat_runs(now=NOW)
    mailbox.sweep(now=NOW)
    set_clock(NOW + 6 * MINUTE)
    beat_runs(now=NOW + 6 * MINUTE)
    mailbox.sweep(now=NOW + 6 * MINUTE)
    page = text_of(browser(staff("mia")).get(reverse("machine")).content.decode())
    said = "taken no email since Sun 1 Mar, 12:00 UTC (SMTPServerDisconnected). Emails wait"
    assert said in page
    assert "letters : the oldest is late by 6 minutes" in page
    answer = browser().get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"oldest unsent email: 360 s\n")
    told = browser().get("/metrics").content.decode()
    assert "saboteur_mail_outage_seconds 360.0\n" in told


@pytest.mark.usefixtures("posted")
def test_all_emails_leave_once_when_it_speaks_again(mail_server: MailServer, settings):
    for minutes in range(0, 10, 3):
        mailbox.sweep(now=NOW + minutes * MINUTE)
    settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = mail_server.port, 20
    assert mailbox.sweep(now=NOW + 10 * MINUTE) == LETTERS
    assert len(set(mail_server.ids)) == len(mail_server.ids) == LETTERS
    assert not MailOutage.objects.exists()
    assert "taken no email" not in browser(staff("mia")).get(reverse("machine")).content.decode()
