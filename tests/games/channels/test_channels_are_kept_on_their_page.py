"""A player keeps his channels on pages of his own: added, tried, changed, switched and removed."""

import logging
from collections.abc import Mapping

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.services import devices, leaving
from games.channels.services import keeping, sending
from games.log.rules import Cause
from games.log.services import because
from games.models import Channel, ChannelGame, Player, Sending
from tests.games import cast
from tests.games.cast import NOW, player, started
from tests.games.channels.cast import channel, told
from tests.games.channels.listener import Listener, status
from tests.games.pages.table import browser, checksum, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
PAGE = "/me/channels/"
NEW = {"kind": "webhook", "name": "my server", "url": "https://hooks.example.org/place"}
TOLD = {"name": "mine", "turns": "on", "which": "all"}


def page(url: str = PAGE, *, name: str = "alice", language: str = "en") -> str:
    return browser(player(name), language=language).get(url).content.decode()


def post(url: str, form: Mapping[str, object], *, name: str = "alice"):
    return browser(player(name)).post(url, form)


def test_a_webhook_is_added_and_its_secret_is_shown_once():
    answer = post(PAGE, NEW)
    own = Channel.objects.get()
    assert (answer.status_code, own.player, own.url) == (200, player("alice"), NEW["url"])
    assert own.secret in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    for url in (PAGE, f"{PAGE}{own.pk}/"):
        shown = page(url)
        assert "my server" in shown
        assert "hooks.example.org" in shown
        # Neither the secret nor all of the address, which opens it as a key does.
        assert own.secret not in shown
        assert "/place" not in shown


def test_the_same_form_again_adds_nothing_and_says_so():
    post(PAGE, NEW)
    answer = post(PAGE, NEW)
    assert answer.status_code == 400
    assert "You have a channel at this address already." in answer.content.decode()
    assert Channel.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "said", "german"),
    [
        ({"url": "http://example.org/"}, "begin with https://", "mit https:// beginnen"),
        ({"url": "https://127.0.0.1/"}, "not open to everybody", "nicht für alle erreichbar"),
        ({"url": "https://example.org:81/"}, "443", "443"),
        ({"url": "https://discord.com/api/webhooks/1/x"}, "another kind", "anderen Art"),
        ({"url": "no address"}, "no address of the web", "keine Adresse im Web"),
    ],
)
def test_what_can_be_no_channel_is_said_kindly_and_nothing_typed_is_lost(change, said, german):
    form = NEW | change
    answer = post(PAGE, form)
    assert answer.status_code == 400
    shown = answer.content.decode()
    assert said in shown
    assert change["url"] in shown
    assert "my server" in shown
    alice = player("alice")
    Player.objects.filter(pk=alice.pk).update(language="de")
    assert german in browser(alice, language="de").post(PAGE, form).content.decode()
    assert not Channel.objects.exists()


def test_what_it_tells_is_chosen(listener: Listener):
    own, game = channel("alice", listener), started()
    url = f"{PAGE}{own.pk}/"
    post(url, TOLD | {"which": "some", "games": [game.pk]})
    own.refresh_from_db()
    assert (own.name, own.turns, own.news, own.reminders) == ("mine", True, False, False)
    assert [each.game_id for each in ChannelGame.objects.all()] == [game.pk]
    assert game.name in page(url)
    other = started(("dora", "eve", "finn"), by="dora")
    answer = post(url, TOLD | {"which": "some", "games": [other.pk]})
    assert answer.status_code == 400
    assert [each.game_id for each in ChannelGame.objects.all()] == [game.pk]
    post(url, TOLD)
    assert not ChannelGame.objects.exists()


def test_of_one_game_it_tells_no_more_once_that_is_over(listener: Listener):
    own, game = channel("alice", listener), started()
    url = f"{PAGE}{own.pk}/"
    post(url, TOLD | {"which": "some", "games": [game.pk]})
    cast.play_to_the_end(game)
    # There is no game to choose, and who calls it by another name did not ask for all to come.
    assert post(url, {"name": "its new name", "turns": "on"}).status_code == 303
    own.refresh_from_db()
    assert (own.name, own.every_game) == ("its new name", False)
    assert [each.game_id for each in ChannelGame.objects.all()] == [game.pk]


def test_it_is_tried_and_the_page_says_what_came_of_it(listener: Listener):
    own = channel("alice", listener)
    url = f"{PAGE}{own.pk}/"
    assert "On. Nothing was sent yet." in page(url)
    post(url, {"act": "try"})
    assert "is on its way" in page(url)
    assert [each.said["type"] for each in told(listener, now=Sending.objects.get().due_at)] == [
        "trial"
    ]
    assert "arrived." in page(url)
    listener.answer = status(404)
    post(url, {"act": "try"})
    sending.sweep(now=Sending.objects.latest("created_at").due_at)
    shown = page(url)
    assert "did not arrive: its server answered 404" in shown
    assert "Nobody listens there any more, or not to us." in shown
    post(url, {"act": "on"})
    assert "On. " in page(url)


def test_it_is_switched_and_removed(listener: Listener):
    own = channel("alice", listener)
    url = f"{PAGE}{own.pk}/"
    for _twice in range(2):
        post(url, {"act": "off"})
        assert "Switched off by you." in page(url)
    post(url, {"act": "try"})
    assert not Sending.objects.exists()
    for _twice in range(2):
        post(url, {"act": "on"})
    assert Channel.objects.get().off == ""
    assert post(url, {"act": "remove"}).status_code == 303
    assert post(url, {"act": "remove"}).status_code == 404
    assert not Channel.objects.exists()


def test_a_new_secret_is_shown_once(listener: Listener):
    own = channel("alice", listener)
    shown = post(f"{PAGE}{own.pk}/", {"act": "renew"}).content.decode()
    was, own = own.secret, Channel.objects.get()
    assert own.secret != was
    assert own.secret in shown


def test_anothers_channel_is_none_of_mine(listener: Listener):
    own = channel("alice", listener)
    url, bob = f"{PAGE}{own.pk}/", browser(player("bob"))
    before = checksum()
    assert bob.get(url).status_code == 404
    for form in (TOLD, *({"act": act} for act in ("try", "off", "remove", "renew"))):
        assert bob.post(url, form).status_code == 404
    assert "my webhook" not in bob.get(PAGE).content.decode()
    assert checksum() == before


def test_nobody_comes_here_without_signing_in():
    for url in (PAGE, f"{PAGE}1/"):
        for answer in (browser().get(url), browser().post(url, {"act": "remove"})):
            assert answer.status_code in (302, 303)
            assert "/sign-in/" in answer["Location"]


def test_pages_ask_as_much_however_many_channels_there_are(listener: Listener):
    channel("alice", listener, path="/0")
    client, counts = browser(player("alice")), []
    client.get(PAGE)
    for number in range(1, keeping.MOST):
        with CaptureQueriesContext(connection) as few:
            client.get(PAGE)
        counts.append(len(few))
        channel("alice", listener, path=f"/{number}")
    assert len(set(counts)) == 1
    assert counts[0] <= 6


@pytest.mark.django_db(transaction=True)  # savepoints would be counted
def test_sending_many_asks_no_more_for_each_than_to_take_and_to_mark_it(listener: Listener):
    def asked(tables: int) -> int:
        Sending.objects.all().delete()
        for _each in range(tables):
            started()
        with CaptureQueriesContext(connection) as made:
            sending.sweep(now=NOW)
        return len(made)

    for name in cast.PEOPLE:
        channel(name, listener)
    asked(1)
    few, more = asked(1), asked(3)
    assert (more - few) / 6 < 18  # a claim takes six


@pytest.mark.django_db(transaction=True)  # savepoints would be counted
def test_telling_channels_of_a_move_costs_two_statements(listener: Listener):
    def asked() -> int:
        game = started()
        with CaptureQueriesContext(connection) as made:
            cast.play(game)
        return len(made)

    asked()
    without = asked()
    for name in cast.PEOPLE:
        channel(name, listener)
    assert asked() == without + 2


def test_all_are_switched_off_with_the_links(listener: Listener):
    own = channel("alice", listener)
    bobs = channel("bob", listener)
    started()
    devices.revoke_links(player("alice"), now=NOW)
    own.refresh_from_db()
    bobs.refresh_from_db()
    assert (own.off, bobs.off) == ("links", "")
    assert "since you made all your links useless" in page(f"{PAGE}{own.pk}/")
    names = {each.target for each in told(listener)}
    assert names == {"/hook/of-bob-by-webhook"}


def test_who_leaves_takes_his_channels_along(listener: Listener):
    channel("alice", listener)
    started()
    with because(Cause.FORM):
        leaving._forget(player("alice"), NOW)
    assert not Channel.objects.exists()
    assert not Sending.objects.exists()
    assert told(listener) == []


def test_no_log_names_where_a_channel_lies(listener: Listener, caplog, settings):
    caplog.set_level(logging.DEBUG)
    own = channel("alice", listener, path="/a-secret/path")
    post(f"{PAGE}{own.pk}/", {"act": "try"})
    for answer in (status(500), status(410)):
        listener.answer = answer
        Sending.objects.update(due_at=NOW)
        told(listener)
    assert "attempt 1: 500" in caplog.text
    assert "a-secret" not in caplog.text
    assert own.secret not in caplog.text
    assert "localhost" not in "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("games")
    )


def test_a_page_reads_well_in_german(listener: Listener):
    Player.objects.filter(pk=player("alice").pk).update(language="de")
    own = channel("alice", listener)
    client = browser(Player.objects.get(email="alice@example.org"), language="de")
    shown = text_of(client.get(f"{PAGE}{own.pk}/").content.decode())
    assert "Eine Probe senden" in shown
    assert "Eingeschaltet. Bisher wurde nichts gesendet." in shown
