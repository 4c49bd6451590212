"""A session is read once, and proves itself each time."""

import pytest
from django.conf import settings as site
from django.contrib.auth import HASH_SESSION_KEY
from django.test import Client

from games.accounts.models import Session
from games.accounts.sessions import SessionStore
from games.models import Game, Player
from tests.games.cast import NOW, asked, player, started
from tests.games.pages.table import browser, game_url

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(set_clock) -> Game:
    set_clock(NOW)
    return started()


@pytest.fixture
def bob() -> Player:
    return player("bob")


def kept(client: Client) -> SessionStore:
    """The session of a browser."""
    return SessionStore(client.cookies[site.SESSION_COOKIE_NAME].value)


def known_as(client: Client) -> str:
    """Who somebody is to the service; empty if he is nobody."""
    reader = client.get("/").wsgi_request.user
    return reader.email if isinstance(reader, Player) else ""


def test_my_table_costs_six_queries(game, django_assert_num_queries):
    seat = asked(game)
    client = browser(seat.player)
    here = game_url(game, "seat-mine")
    client.get(here)
    with django_assert_num_queries(6):  # session, player, game, seats, latest moves, latest acts
        assert client.get(here).status_code == 200


def test_what_a_session_was_signed_with_is_asked_each_time(bob, settings):
    client = browser(bob)
    assert known_as(client) == bob.email
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another secret"
    settings.SECRET_KEY_FALLBACKS = [old]
    assert known_as(client) == bob.email
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "a third secret", []
    assert list(kept(client).keys()) == []
    assert known_as(client) == ""


def test_a_session_without_its_proof_is_nobodys(bob):
    client = browser(bob)
    session = kept(client)
    session[HASH_SESSION_KEY] = "wrong"
    session.save()
    assert known_as(client) == ""


def test_a_session_is_his_for_whom_it_was_signed(bob):
    client = browser(bob)
    Session.objects.filter(player=bob).update(player=player("carol"))
    assert known_as(client) == bob.email


def test_who_was_changed_since_is_read_anew(bob):
    client = browser(bob)
    assert known_as(client) == bob.email
    Player.objects.filter(pk=bob.pk).update(email="robert@example.org")
    assert known_as(client) == "robert@example.org"
    Session.objects.filter(player=bob).delete()
    assert known_as(client) == ""
