"""The address where a provider brings news: who may come in, and what nobody can read."""

import json
import random
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Complaint, Letter, Mailbox, Reply
from games.services import mailbox
from tests.games.cast import NOW, asked, started
from tests.games.delivery.providers import AUTH, MAILGUN, POSTMARK, PROVIDERS, SETTINGS, post

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def letter(settings, set_clock) -> Letter:
    settings.TRACKING_PROVIDER, settings.ANYMAIL = "postmark", SETTINGS
    set_clock(NOW)
    game = started()
    mailbox.sweep(now=NOW)
    return Letter.objects.get(seat=asked(game))


def untouched(letter: Letter) -> bool:
    rows = (Mailbox, Complaint, Reply)
    heard = Letter.objects.exclude(heard="").exists()
    return not heard and not any(row.objects.exists() for row in rows)


def test_only_the_provider_of_the_settings_is_heard_and_with_its_password(letter: Letter, settings):
    to = letter.seat.player.email
    bounce = POSTMARK.dead(letter, NOW, to)
    assert post("postmark", bounce, headers={}) == 400
    wrong = {"Authorization": AUTH["Authorization"][:-4] + "AAAA"}
    assert post("postmark", bounce, headers=wrong) == 400
    assert post("mailgun", MAILGUN.dead(letter, NOW, to)) == 404
    assert Client().get(reverse("tracking", args=["postmark"])).status_code == 405
    settings.TRACKING_PROVIDER = "nobody"
    assert post("nobody", bounce) == 404
    settings.TRACKING_PROVIDER = ""
    assert post("postmark", bounce) == 404
    assert untouched(letter)


def test_a_signature_must_be_the_providers(letter: Letter, settings):
    settings.TRACKING_PROVIDER = "mailgun"
    data = MAILGUN.dead(letter, NOW, letter.seat.player.email)
    assert post("mailgun", data | {"signature": data["signature"] | {"signature": "0" * 64}}) == 400
    later = data["signature"] | {"timestamp": "1"}
    assert post("mailgun", data | {"signature": later}) == 400
    assert untouched(letter)
    assert post("mailgun", data) == 200
    assert not untouched(letter)


def test_unknown_letters_and_foreign_ones_are_answered_and_nothing(letter: Letter):
    to = letter.seat.player.email
    for name in ("f" * 32, "x", "", None, 7, ["a"], letter.pk.hex.upper() + "0"):
        data = POSTMARK.dead(letter, NOW, to) | {"Metadata": {"letter": name}}
        assert post("postmark", data) == 200
    odd: list[dict[str, object]] = [{"Metadata": {}}, {"Email": None}]
    odd += [{"RecordType": "Open"}, {"RecordType": "?"}]
    for more in odd:
        assert post("postmark", POSTMARK.dead(letter, NOW, to) | more) == 200
    assert untouched(letter)


def test_a_letter_that_has_not_left_cannot_come_back(letter: Letter):
    for status in ("queued", "dropped"):
        Letter.objects.filter(pk=letter.pk).update(status=status)
        assert post("postmark", POSTMARK.dead(letter, NOW, letter.seat.player.email)) == 200
    assert untouched(letter)


def test_a_letter_is_known_by_its_message_id_where_that_alone_comes_back(letter: Letter, settings):
    settings.TRACKING_PROVIDER = "mailgun"
    data = MAILGUN.dead(letter, NOW, letter.seat.player.email)
    data["event-data"]["user-variables"] = {}
    assert post("mailgun", data) == 200
    assert Letter.objects.get(pk=letter.pk).heard == "dead"


def garbage(letter: Letter, at: datetime, draw: random.Random) -> Iterator[tuple[str, bytes]]:
    """What nobody's provider posts, and what is nearly right."""
    bodies: list[object] = [None, 1, "x", [], {}, [{}], {"RecordType": {}}, {"signature": 3}]
    for provider in PROVIDERS:
        yield from ((provider.name, json.dumps(body).encode()) for body in bodies)
        yield provider.name, b""
        yield provider.name, b"\xff\x00{"
        yield provider.name, b"[" * 50_000
        for _ in range(120):
            news = getattr(provider, draw.choice(("dead", "complained", "deferred")))
            data = spoilt(news(letter, at, "nobody@example.net"), draw)
            yield provider.name, json.dumps(data).encode()
            raw = bytearray(json.dumps(data).encode())
            raw[draw.randrange(len(raw))] = draw.randrange(256)
            yield provider.name, bytes(raw)


def spoilt(data: Any, draw: random.Random) -> Any:
    """The same with something else somewhere in it."""
    odd: list[object] = [None, 0, -1, 10**400, "", "\0", "é" * 99, [], {}, [None], True, {"a": [1]}]
    if isinstance(data, dict) and data and draw.random() < 0.85:
        key = draw.choice(sorted(data))
        if draw.random() < 0.15:
            return {name: value for name, value in data.items() if name != key}
        return data | {key: spoilt(data[key], draw)}
    return draw.choice(odd)


def test_garbage_is_refused_and_breaks_nothing(letter: Letter, settings, caplog):
    draw = random.Random(12)
    seen = set()
    for name, body in garbage(letter, NOW, draw):
        settings.TRACKING_PROVIDER = name
        status = post(name, body)
        assert status in (200, 400), body[:300]
        seen.add(status)
    assert seen == {200, 400}
    assert not Mailbox.objects.exists()
    assert not Complaint.objects.exists()
    settings.TRACKING_PROVIDER = "postmark"
    assert post("postmark", b'{"RecordType": "' + b"x" * 600_000) in (400, 413)
    for secret in ("nobody@example.net", letter.seat.player.email, letter.pk.hex):
        assert secret not in caplog.text


def test_no_address_stands_in_the_log(letter: Letter, caplog):
    to = letter.seat.player.email
    for what in ("deferred", "returned", "dead", "complained"):
        POSTMARK.tell(what, letter, at=NOW)
    assert to not in caplog.text
    assert letter.pk.hex not in caplog.text


def test_what_breaks_here_comes_again(letter: Letter, monkeypatch):
    def breaks(*_args: object, **_more: object) -> None:
        raise ValueError("a fault of ours")

    data = POSTMARK.dead(letter, NOW, letter.seat.player.email)
    with monkeypatch.context() as patch:
        patch.setattr("games.delivery.services.hearing.hear", breaks)
        assert post("postmark", data) == 500
    assert post("postmark", data) == 200
    assert Letter.objects.get(pk=letter.pk).heard == "dead"
