"""Everybody reads of the log what concerns him; staff all but what it is tied to."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import dispatch
from games.log.rules import Cause
from games.log.services import Target, because, check, reporting, write
from games.log.services.writing import By
from games.models import Case, Game, Player
from games.moderation.rules.matrix import ROWS
from games.moderation.rules.openly import ABOUT_HIM, AT_THE_TABLE
from games.signals.services import households
from tests.games.cast import DAY, NOW, player, started
from tests.games.moderation.cast import done, previewed, staff
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "a reason for moderators alone"


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def line(act: str, about: Game | Player | None = None, **said: Any) -> None:
    """Let Max have done something."""
    kind = "game" if isinstance(about, Game) else "person"
    target = Target(kind, about.pk) if about else None
    by = By(staff("max"), "moderator", "n")
    with because(Cause.ACT):
        write(act, now=NOW, by=by, target=target, reason=WHY, arguments={"why": "check", **said})


def acts(name: str, **asked: str) -> list[str]:
    """What somebody of the staff finds in the log."""
    client = browser(player(name))
    return [each["act"] for each in client.get(reverse("log-staff"), asked).context["lines"]]


def test_everybody_reads_what_he_was_told_about_himself_and_his_tables():
    game, other = started(), started(("dora", "eve", "finn"), by="dora")
    done(staff("max"), "pause", game.key, last="2026-03-03", reason=WHY)
    done(staff("max"), "extend-game", other.key, hours=1)
    for act in ("mute", "note", "ban-asked"):
        line(act, player("alice"))
    for act in ("glass-seat", "glass-seat-asked", "export-record", "revoke-links"):
        line(act, game)
    line("mute", player("bob"))
    answer = browser(player("alice")).get(reverse("log-mine"))
    said = text_of(answer.content.decode())
    assert [each["act"] for each in answer.context["lines"]] == ["No talk", "Pause the game"]
    assert "a moderator" in said
    for hidden in (WHY, "max", "bob"):
        assert hidden not in said.split("The log and I")[-1]


def test_what_nobody_shall_know_yet_is_on_no_list_of_what_is_told():
    kept = {"find", "glass-seat", "glass-state", "impersonate", "export-record", "note", "claim"}
    kept |= {"close-report", "see-signals", "dismiss-signal", "report", "appeal"}
    assert kept <= ROWS.keys()
    assert not kept & (AT_THE_TABLE | ABOUT_HIM)
    assert {"give-back", "vouch", "recovered"} == (AT_THE_TABLE | ABOUT_HIM) - ROWS.keys()


def test_staff_reads_all_but_what_it_is_tied_to():
    staff("mia")
    tied, free = (
        started(("mia", "bob", "carol"), by="mia"),
        started(("dora", "eve", "zoe"), by="dora"),
    )
    near = started(("ben", "finn", "gus"), by="ben")
    households.declare(player("mia"), "ben@example.org", now=NOW)
    households.declare(player("ben"), "mia@example.org", now=NOW)
    for game in (tied, near):
        line("pause", game)
        line("pause-refused", target=game.key)
        line("resend-letter-refused", target=str(game.letters.first().pk))
    for person in ("mia", "bob", "ben", "finn"):
        line("mute", player(person))
        line("mute-refused", target=player(person).key)
    line("find", term="MIA@example")
    line("find", term="dora")
    line("resume", free)
    assert acts("mia") == ["Let the game go on", "Search for a person"]
    assert len(acts("max")) == 6 + 8 + 3 + 1
    for term in (tied.key, player("bob").key, "mute"):
        assert acts("mia", q=term) == []
        assert acts("max", q=term) != []
    assert acts("mia", q=free.key) == ["Let the game go on"]


def test_an_act_is_found_by_its_reference_and_says_who_did_it_and_why():
    game = started()
    done(staff("max"), "extend-game", game.key, hours=5, reason=WHY)
    done(staff("max"), "extend-game", game.key, hours=6)
    # A refused attempt.
    previewed(browser(staff("max")), "resume", game.key)
    client = browser(staff("mia"))
    every = client.get(reverse("log-staff")).context["lines"]
    assert every[0]["act"].endswith(": refused")
    (found,) = client.get(reverse("log-staff"), {"q": every[2]["reference"].lower()}).context[
        "lines"
    ]
    assert (found["actor"], found["reason"], found["typed"]) == ("max", WHY, "hours: 5")


def test_nobody_else_finds_the_page_and_it_shows_no_digest():
    done(staff("max"), "pause", started().key, last="2026-03-03")
    for who in (None, player("peter"), player("alice")):
        assert browser(who).get(reverse("log-staff")).status_code == 404
    page = browser(staff("hal", "host")).get(reverse("log-staff")).content.decode()
    shown = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    assert "Pause the game" in shown
    assert not re.search(r"\b[0-9a-f]{32,64}\b", shown)


def test_addresses_are_whole_for_hosts_alone():
    line("find", term="zoe.long@example.net")
    for name, kind, shown in (
        ("mia", "moderator", "z…g@example.net"),
        ("hal", "host", "zoe.long@example.net"),
    ):
        page = text_of(browser(staff(name, kind)).get(reverse("log-staff")).content.decode())
        assert shown in page
        assert ("zoe.long" in page) == (kind == "host")


@pytest.mark.parametrize("page", ["log-staff", "log-mine"])
def test_a_page_asks_the_same_few_questions_whatever_it_lists(page: str):
    game, counts, answer = started(), [], None
    client = browser(staff("mia") if page == "log-staff" else player("alice"))
    for times in (1, 50):
        for _ in range(times):
            line("pause", game)
        client.get(reverse(page))
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(reverse(page))
        counts.append(len(asked))
    assert counts[0] == counts[1] < 13
    assert len(answer.context["lines"]) == 40
    assert len(client.get(answer.context["turns"].after).context["lines"]) == 11


def test_who_is_known_has_the_log_checked_and_not_at_every_click(monkeypatch):
    hints: list[str] = []
    monkeypatch.setattr(dispatch, "check_log", lambda: hints.append("check"))
    line("mute", player("bob"))
    assert browser().post(reverse("log")).status_code == 404
    client = browser(player("peter"))
    for _ in range(2):
        assert client.post(reverse("log")).status_code == 303
        reporting.check_again(now=NOW)
    assert hints == ["check"]
    assert "all 1 lines are as they were written" in client.get(reverse("log")).content.decode()


def test_the_daily_letter_goes_out_however_often_somebody_checks(settings):
    settings.ADMINS = [("", "root@example.org")]
    line("mute", player("bob"))
    for hours in range(0, 48, 6):
        check(now=NOW + timedelta(hours=hours))
        reporting.sweep(now=NOW + timedelta(hours=hours))
    assert len(mail.outbox) == 2
    assert reporting.sweep(now=NOW + 2 * DAY) is not None


def test_of_a_case_its_parties_find_no_line():
    people = {name: player(name) for name in ("mia", "bob", "ida")}
    row = Case.objects.create(
        reference="caseofmia1", by=people["bob"], about=people["mia"], kind="talk", made_at=NOW
    )
    by = By(staff("max"), "moderator", "n")
    with because(Cause.ACT):
        write("claim", now=NOW, by=by, target=Target("case", row.pk), case=row.pk)
    with because(Cause.ACT):
        write("note", now=NOW, by=by, case=row.pk)
    line("close-report-refused", target=row.reference)
    for name in ("mia", "ida"):
        staff(name)
    assert acts("mia") == []
    assert len(acts("ida")) == 3
