"""The log: lines without gaps, each with the hash of the one before."""

from datetime import timedelta

import pytest
from django.db import connection

from games.log.rules import FIRST, Cause, hashed
from games.log.services import because, forget, write
from games.log.services.writing import By, Target
from games.models import Line, Person
from games.services import accounts
from tests.games.cast import NOW

pytestmark = pytest.mark.django_db


def test_lines_are_numbered_and_chained():
    for act in ("first", "second", "third"):
        with because(Cause.ACT):
            write(act, now=NOW)
    lines = list(Line.objects.order_by("number"))
    assert [(line.number, line.act) for line in lines] == [
        (1, "first"),
        (2, "second"),
        (3, "third"),
    ]
    assert [line.previous for line in lines] == [FIRST, lines[0].hash, lines[1].hash]
    assert all(line.hash == hashed(line.text) for line in lines)


def test_a_line_says_the_same_when_it_is_read_again():
    ada = accounts.known_or_new("ada@example.org", language="en", now=NOW)
    eve = accounts.known_or_new("eve@example.org", language="en", now=NOW)
    with because(Cause.ACT):
        line = write(
            "pause",
            now=NOW + timedelta(microseconds=1),
            by=By(ada, "moderator", "n", second=eve),
            target=Target("game", 7),
            arguments={"hours": 3, "why": "Grüße"},
            before={"deadline": None},
            after={"deadline": "2026-11-19"},
            case=4,
            reason="holidays",
            preview="f" * 64,
        )
    again = Line.objects.get()
    assert again.canonical == again.text == line.text
    assert (again.actor, again.second, again.target_id) == (ada.pk, eve.pk, 7)
    assert "ada" not in line.text


def test_a_line_bears_the_name_of_its_transaction():
    with because(Cause.ACT):
        line = write("pause", now=NOW)
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('saboteur.cause')")
            assert cursor.fetchone() == (f"act {line.request}",)


def test_who_has_his_account_deleted_stays_a_number_in_the_log():
    ada = accounts.known_or_new("ada@example.org", language="en", now=NOW)
    ada.name = "Ada"
    ada.save()
    with because(Cause.ACT):
        write("pause", now=NOW, by=By(ada, "host"))
    assert Person.objects.get().name == "Ada"
    forget(ada)
    assert (Person.objects.get().number, Person.objects.get().name) == (ada.pk, "")
