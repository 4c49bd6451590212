"""Where a player is signed in and what his letters' links open: he sees it and ends it."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import load_backend
from django.contrib.sessions.backends.db import SessionStore as OldStore
from django.contrib.sessions.models import Session as OldSession
from django.forms.models import model_to_dict
from django.test import Client
from django.urls import reverse

from games import links
from games.accounts import rules, selectors
from games.accounts.models import Session
from games.accounts.services import devices
from games.links import CalendarClaim
from games.models import SignIn
from games.services import accounts, instant
from tests.games.cast import DAY, NOW, play_to_the_end, player, started
from tests.games.pages.table import browser, checksum, form_to, seat_url, text_of

pytestmark = pytest.mark.django_db

PHONE = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/150.0.0.0 Mobile Safari/537.36"
)


def page(client: Client) -> str:
    return text_of(client.get(reverse("devices")).content.decode())


def post(client: Client, act: str, **more: str):
    return client.post(reverse("devices"), {"act": act, **more})


def is_in(client: Client) -> bool:
    return "My games" in client.get("/").content.decode()


def signed_in(name: str, agent: str) -> Client:
    """Sign somebody in as people do, by a code from a letter."""
    client = browser()
    client.defaults["HTTP_USER_AGENT"] = agent
    url = client.post(reverse("accounts-sign-in"), {"email": f"{name}@example.org"})["Location"]
    client.post(url, {"code": links.code_of(SignIn.objects.latest("created_at"))})
    return client


@pytest.mark.parametrize(
    ("agent", "named"),
    [
        (PHONE, ("Chrome", "Android")),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
         ("Firefox", "Linux")),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 "
         "(KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1", ("Safari", "iPhone")),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
         "Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0", ("Edge", "Windows")),
        ("curl/8", ("", "")),
        ("", ("", "")),
    ],
)  # fmt: skip
def test_a_device_is_named_roughly(agent: str, named: tuple[str, str]):
    assert rules.device(agent) == named


def test_every_device_is_listed_with_what_it_is_and_since_when_and_no_other_players():
    here, phone = browser(player("alice")), signed_in("alice", PHONE)
    signed_in("bob", PHONE)
    shown = page(here)
    assert "Chrome on Android" in shown
    assert "this device" in shown
    found = selectors.devices(player("alice"), phone.session.session_key, now=instant.now())
    assert [(at.program, at.here) for at in found] == [("Chrome", True), ("", False)]
    assert abs(found[0].since - instant.now()) < timedelta(minutes=1)


def test_a_page_never_tells_the_key_that_would_open_another_device():
    here, there = browser(player("alice")), browser(player("alice"))
    assert there.session.session_key not in here.get(reverse("devices")).content.decode()


def test_one_other_device_is_signed_out_and_nobody_elses():
    here, there, third = (browser(player("alice")) for _ in range(3))
    bob = browser(player("bob"))
    post(here, "one", device=selectors.device_name(bob.session.session_key))
    post(here, "one", device=selectors.device_name(there.session.session_key))
    assert [is_in(each) for each in (here, there, third, bob)] == [True, False, True, True]


def test_the_form_of_a_page_names_the_device_it_stands_beside():
    here, there = browser(player("alice")), browser(player("alice"))
    fields = form_to(here.get(reverse("devices")).content.decode(), "")
    assert fields["device"] == selectors.device_name(there.session.session_key)


def test_all_other_devices_are_signed_out():
    here, there = browser(player("alice")), signed_in("alice", PHONE)
    bob = browser(player("bob"))
    answer = post(here, "others")
    assert "One other device is signed out" in text_of(
        here.get(answer["Location"]).content.decode()
    )
    assert [is_in(each) for each in (here, there, bob)] == [True, False, True]


def test_signing_out_everywhere_signs_out_here_too():
    here, there = browser(player("alice")), browser(player("alice"))
    post(here, "all")
    assert not is_in(here)
    assert not is_in(there)
    assert not Session.objects.filter(player=player("alice")).exists()


def test_revoked_links_open_no_table_and_no_calendar_and_the_new_ones_do():
    running, over = started(), started(rounds="1")
    play_to_the_end(over, now=instant.now())
    alice = player("alice")
    seats = [game.places.get(player=alice) for game in (running, over)]
    bobs = seat_url(running.places.get(player=player("bob")))
    old = [seat_url(seat) for seat in seats]
    old.append(reverse("calendar-feed", args=[links.CALENDAR.sign(CalendarClaim.of(alice))]))
    client = browser(alice)
    assert "2 tables open" in page(client)
    assert [client.get(url).status_code for url in old] == [200, 200, 200]
    post(client, "links")
    assert [browser().get(url).status_code for url in old] == [404, 404, 404]
    for seat in seats:
        seat.refresh_from_db()
    alice.refresh_from_db()
    new = [
        *map(seat_url, seats),
        reverse("calendar-feed", args=[links.CALENDAR.sign(CalendarClaim.of(alice))]),
    ]
    assert [browser().get(url).status_code for url in [*new, bobs]] == [200] * 4


def test_links_that_are_dead_anyway_are_left_alone():
    over = started(rounds="1")
    play_to_the_end(over)
    assert devices.revoke_links(player("alice"), now=NOW + 31 * DAY) == 0


def test_looking_at_the_devices_writes_nothing():
    client = browser(player("alice"))
    before = checksum()
    page(client)
    assert checksum() == before


def test_a_session_from_before_stays_signed_in_and_is_found():
    client = browser(player("alice"))
    row = Session.objects.get()
    OldSession.objects.create(
        session_key=row.session_key, session_data=row.session_data, expire_date=row.expire_date
    )
    stranger = OldStore()
    stranger["seen"] = True
    stranger.save()
    row.delete()
    import_module("games.migrations.0020_sessions").move(apps, None)
    assert is_in(client)
    assert sorted(filter(None, Session.objects.values_list("player", flat=True))) == [
        player("alice").pk
    ]
    assert Session.objects.count() == 2
    assert not OldSession.objects.exists()


def test_operators_enter_a_new_code_every_twelve_hours(monkeypatch):
    client = browser(accounts.make_admin("carol@example.org", now=NOW))
    assert client.get("/admin/").status_code == 200
    later = instant.now() + timedelta(hours=12)
    monkeypatch.setattr(instant, "now", lambda: later)
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/sign-in/?next=")
    assert "every twelve hours" in answer.content.decode()
    post = client.post(
        reverse("accounts-sign-in"), {"email": "carol@example.org", "next": "/admin/"}
    )
    client.post(post["Location"], {"code": links.code_of(SignIn.objects.get())})
    assert client.get("/admin/").status_code == 200


def test_a_session_that_has_run_out_lets_nobody_in() -> None:
    client = signed_in("alice", PHONE)
    assert is_in(client)
    Session.objects.update(expire_date=instant.now() - timedelta(seconds=1))
    assert not is_in(client)


def test_who_may_not_come_in_any_more_is_not_known_by_his_session() -> None:
    client = signed_in("alice", PHONE)
    player("alice").delete()
    assert not is_in(client)


@pytest.mark.parametrize("backend", settings.AUTHENTICATION_BACKENDS)
def test_sessions_from_before_and_after_find_the_same_player(backend):
    them = player("ann")
    client = browser()
    client.force_login(them, backend=backend)
    assert is_in(client)
    [found] = [load_backend(backend).get_user(them.pk)]
    assert model_to_dict(found) == model_to_dict(them), "what was not read yet is read then"
    assert load_backend(backend).get_user(them.pk + 1) is None
    them.delete()
    assert not is_in(client)
