"""The machine room: how late everything is, for the staff; alarms to the hosts, once each."""

import pytest
from django.conf import settings as site
from django.core import mail
from django.urls import reverse
from django.utils.translation import override

from games import tasks, texts
from games.cleaning import services as cleaning
from games.clocks.services import holding
from games.clocks.services.pulse import ONE
from games.log.rules import Cause
from games.log.services import because
from games.machine.services import watching
from games.models import (
    Alarm,
    Check,
    Game,
    Late,
    Letter,
    Objection,
    Player,
    Pulse,
    RefusedEmail,
    Swept,
)
from tests.games.cases.cast import appealed
from tests.games.cast import DAY, HOUR, MINUTE, NOW, again, all_sent, player, started
from tests.games.machine.cast import names_of_sweeps
from tests.games.moderation.cast import done, staff
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock, settings) -> None:
    set_clock(NOW)
    settings.ADMINS = [("Hal", "hal@example.org")]


def shown(who: Player) -> str:
    """What the page says to somebody."""
    return text_of(browser(who).get(reverse("machine")).content.decode())


def test_only_the_staff_finds_it():
    assert browser(player("peter")).get(reverse("machine")).status_code == 404
    assert browser().get(reverse("machine")).status_code == 404
    assert "Machine room" in shown(staff("mia"))


def test_it_says_what_is_late_what_waits_and_what_ran(set_clock):
    started(hours=24)
    all_sent()
    Letter.objects.update(sent_at=NOW + MINUTE / 2)
    set_clock(NOW + DAY + MINUTE)
    page = shown(staff("mia"))
    assert "deadlines : the oldest is late by 60.0 seconds" in page
    set_clock(NOW + 2 * MINUTE)
    tasks.sweep_reminders()
    page = shown(staff("mia"))
    assert "half of them within 30.0 seconds, 95 of 100 within 30.0 seconds" in page
    assert "0 wait, 0 of them are tried again, 0 failed within a day." in page
    assert "reminders : Sun 1 Mar, 12:02 UTC, 0 done" in page


def test_the_page_names_every_sweep_of_a_running_beat():
    for name in site.CELERY_BEAT_SCHEDULE:
        getattr(tasks, name)()
    noted = dict(Swept.objects.values_list("name", "count"))
    assert noted.keys() == names_of_sweeps()
    page = shown(staff("mia"))
    for name, count in noted.items():
        assert f"{texts.sweep_text(name)} : Sun 1 Mar, 12:00 UTC, {count} done" in page
        with override("de"):
            assert texts.sweep_text(name) != name


def test_it_counts_the_emails_that_were_refused_within_a_day():
    assert "No email was refused." in shown(staff("mia"))
    for ago, why, count in (
        *((0, "failed", 3), (23, "failed", 2), (25, "failed", 40)),
        *((1, "unreadable", 1), (1, "unsure", 7), (1, "strange", 8)),
    ):
        RefusedEmail.objects.create(hour=NOW - ago * HOUR, why=why, count=count)
    page = shown(staff("mia"))
    assert "failed SPF, DKIM or DMARC : 5" in page
    assert "could not be read : 1" in page
    assert "could not be checked at that time : 7" in page
    assert "came from another address : 8" in page
    cleaning.sweep(now=NOW + DAY)
    assert RefusedEmail.objects.count() == 5
    cleaning.sweep(now=NOW + 3 * DAY)
    assert not RefusedEmail.objects.exists()


def test_it_says_how_late_sweeps_came_within_an_hour_and_a_day(set_clock):
    games = [started(hours=24) for _ in range(3)]
    all_sent()
    due = games[0].deadline_at
    Pulse.objects.update_or_create(pk=ONE, defaults={"last_at": due})
    set_clock(due + MINUTE)
    tasks.sweep_deadlines()
    assert all(again(game).ply == 1 for game in games)
    page = shown(staff("mia"))
    line = "3 done, half of them late by 60.0 seconds or less, 95 of 100 by 60.0 seconds or less"
    assert f"within the last hour: {line}" in page
    set_clock(due + 2 * HOUR)
    page = shown(staff("mia"))
    assert "within the last hour: 3 done" not in page
    assert f"within a day: {line}" in page
    cleaning.sweep(now=due + 3 * DAY)
    assert not Late.objects.exists()


def test_a_game_that_is_set_aside_is_named_but_to_who_plays_there():
    game = started(("alice", "bob", "max"))
    done(staff("mia"), "quarantine", game.key, why="check")
    assert game.name in shown(staff("mia"))
    assert game.name not in shown(staff("max"))


def test_an_alarm_is_told_once_until_it_is_over(set_clock):
    game = started(hours=24)
    all_sent()
    due = game.deadline_at
    Game.objects.update(remind_at=None)
    for minutes, told in ((1, 0), (3, 1), (4, 1)):
        watching.sweep(now=due + minutes * MINUTE)
        assert len(mail.outbox) == told
    assert mail.outbox[0].to == ["hal@example.org"]
    assert "more than 2 minutes late" in mail.outbox[0].body
    assert game.name not in mail.outbox[0].body
    Game.objects.filter(pk=game.pk).update(deadline_at=due + HOUR)
    watching.sweep(now=due + 5 * MINUTE)
    assert not Alarm.objects.exists()
    watching.sweep(now=due + HOUR + 3 * MINUTE)
    assert len(mail.outbox) == 2


def test_nothing_is_late_while_all_is_held_but_a_broken_chain_is_told():
    game = started(hours=24)
    all_sent()
    Letter.objects.update(status="queued", due_at=NOW)
    holding.hold("A new machine", now=NOW)
    assert watching.sweep(now=game.deadline_at + HOUR) == 0
    Check.objects.create(at=NOW, length=9, head="0" * 64, wrong=4)
    assert watching.sweep(now=game.deadline_at + HOUR) == 1
    assert "/log/ names the first wrong line" in mail.outbox[-1].body


def test_an_old_appeal_is_told_to_hosts_whom_it_does_not_concern():
    game = started(("alice", "bob", "carol"))
    staff("hal", "host"), staff("ada", "host"), staff("bob", "host")
    case, _reference = appealed(game, "alice", "carol")
    all_sent()
    Game.objects.update(deadline_at=None, remind_at=None)
    mail.outbox.clear()
    assert watching.sweep(now=NOW + 14 * DAY - MINUTE) == 0
    for minutes in (0, 1):
        assert watching.sweep(now=NOW + 14 * DAY + minutes * MINUTE) == 1 - minutes
    # Bob plays there.
    assert [letter.to for letter in mail.outbox] == [["hal@example.org"], ["ada@example.org"]]
    assert mail.outbox[0].subject == mail.outbox[1].subject
    assert "An appeal has waited for 14 days" in mail.outbox[1].body
    assert case.reference not in mail.outbox[1].body
    with because(Cause.FORM):
        Objection.objects.update(answered_at=NOW, answer="stands")
    watching.sweep(now=NOW + 15 * DAY)
    assert not Alarm.objects.filter(kind="appeals").exists()


def test_letters_that_do_not_leave_are_told_of():
    started()
    Letter.objects.update(status="queued", due_at=NOW, attempts=0)
    assert watching.sweep(now=NOW + 6 * MINUTE) == 1
    assert "Letters do not leave" in mail.outbox[-1].body
