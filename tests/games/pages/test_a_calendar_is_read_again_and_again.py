"""Programs read a calendar every few minutes: that is cheap and writes nothing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import links
from games.accounts.services import leaving
from games.clocks.services import wishes
from games.links import CalendarClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Player
from saboteur_site.veil import veil
from tests.games.blinding import blinded
from tests.games.cast import HOUR, NOW, asked, play, player, started
from tests.games.pages.table import browser, checksum

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def feed(name: str) -> str:
    return reverse("calendar-feed", args=[links.CALENDAR.sign(CalendarClaim.of(player(name)))])


def read(name: str, tag: str = ""):
    return browser().get(feed(name), headers={"if-none-match": tag} if tag else {})


def test_what_a_program_has_already_is_not_sent_again() -> None:
    game = started()
    while asked(game).name == "alice":
        play(game)
    name = asked(game).player.name
    first = read(name)
    assert first.status_code == 200
    again = read(name, first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    wishes.extend(game.key, asked(game).number, 24, by=player("alice"), now=NOW + HOUR)
    moved = read(name, first["ETag"])
    assert moved.status_code == 200
    assert moved["ETag"] != first["ETag"]


def test_nobody_on_the_way_keeps_it_and_its_address_is_told_to_nobody() -> None:
    started()
    page = read("alice")
    assert {"private", "no-cache", "max-age=0"} <= set(page["Cache-Control"].split(", "))
    assert page["Referrer-Policy"] == "strict-origin"
    assert not page.cookies
    token = links.CALENDAR.sign(CalendarClaim.of(player("alice")))
    assert token not in veil(f'"GET {feed("alice")} HTTP/1.1" 200')


def test_it_is_read_without_writing_and_by_as_many_statements_however_many_turns() -> None:
    counts = []
    for _more in range(3):
        started()
        before = checksum()
        with CaptureQueriesContext(connection) as asked_for:
            assert read("alice").status_code == 200
        counts.append(len(asked_for))
        assert checksum() == before
    assert len(set(counts)) == 1


def test_it_is_the_same_whatever_is_hidden() -> None:
    game = started()
    seat = asked(game)
    before = read(seat.player.name).content
    assert b"BEGIN:VEVENT" in before
    for viewer in (seat.number, None):
        with blinded(game, viewer) as something:
            assert something
            assert read(seat.player.name).content == before


def test_it_dies_with_its_account() -> None:
    started()
    old = feed("bob")
    assert browser().get(old).status_code == 200
    with because(Cause.FORM):
        leaving._forget(player("bob"), NOW)
    assert browser().get(old).status_code == 404
    assert not Player.objects.filter(email="bob@example.org").exists()
