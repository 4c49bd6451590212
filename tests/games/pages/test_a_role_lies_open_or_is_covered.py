"""My role lies open on my own page, and one button covers it on this device."""

import pytest
from django.urls import reverse

from tests.games.cast import NOW, asked, started
from tests.games.pages.table import browser, checksum, form_to, seat_url, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now(set_clock):
    set_clock(NOW)


def test_a_role_lies_open_until_it_is_covered_and_stays_so_on_this_device():
    seat = asked(started())
    device, other = browser(), browser()
    shown = device.get(seat_url(seat)).content.decode()
    assert "You are:" in text_of(shown)
    before = checksum()
    covers = form_to(shown, reverse("covers-cover")) | {"cover": "yes"}
    answer = device.post(reverse("covers-cover"), covers)
    assert (answer.status_code, answer["location"]) == (303, seat_url(seat))
    for _ in range(2):
        shown = device.get(seat_url(seat)).content.decode()
        assert "You are:" not in text_of(shown)
        assert 'class="role' not in shown
        assert "My role and my gold are covered." in text_of(shown)
    assert "You are:" in text_of(other.get(seat_url(seat)).content.decode())
    device.post(reverse("covers-cover"), covers | {"cover": "no"})
    assert "You are:" in text_of(device.get(seat_url(seat)).content.decode())
    assert checksum() == before


@pytest.mark.parametrize("to", ["https://elsewhere.example/", "//elsewhere.example", "", "\0"])
def test_covering_leads_nowhere_else(to: str):
    answer = browser().post(reverse("covers-cover"), {"cover": "yes", "next": to})
    assert (answer.status_code, answer["location"]) == (303, reverse("home"))


def test_a_form_without_its_secret_covers_nothing():
    device = browser()
    device.handler.enforce_csrf_checks = True
    assert device.post(reverse("covers-cover"), {"cover": "yes"}).status_code == 403
    assert "cover" not in device.cookies
