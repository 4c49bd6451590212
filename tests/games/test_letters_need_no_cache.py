"""The service has no cache: nothing waits for one, and nothing is lost with it."""

import pytest
from django.urls import reverse

from games.models import Letter
from games.services import mailbox
from tests.games.cast import NOW, started
from tests.games.mail_server import MailServer
from tests.games.pages.table import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture(autouse=True)
def no_cache(settings):
    settings.CACHES = {"default": {"BACKEND": "no.such.Cache"}}


def test_emails_with_pictures_leave_without_a_cache(mail_server: MailServer):
    started()
    mailbox.sweep(now=NOW)
    assert set(Letter.objects.values_list("status", "attempts")) == {("sent", 1)}
    parts = [[part.get_content_maintype() for part in each.walk()] for each in mail_server.got]
    assert [each.count("image") for each in parts] == [2, 2, 2]


def test_lists_show_their_small_pictures_without_a_cache():
    page = browser().get(reverse("pictures-small", args=[started().key]))
    assert page.status_code == 200
    assert page.headers["Content-Type"] == "image/svg+xml"
