"""Whoever reported somebody, everybody else reads the same: not a byte tells who it was."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from games import letters, texts
from games.letters import envelope
from games.models import Act, Case, Game, Letter, Sanction
from games.moderation.services import telling
from games.sanctions import services as sanctioning
from games.views import logged
from games.views import sanctions as pages
from tests.games.cases.cast import claims, decided, reported
from tests.games.cast import NOW, player, started
from tests.games.moderation.cast import done, staff
from tests.games.moderation.twin.looking import Difference, Eyes, compared, drawing, undone
from tests.games.moderation.twin.worlds import count_from, forget, numbers
from tests.games.pages.table import browser, game_url
from tests.games.sanctions.cast import lifted

pytestmark = pytest.mark.django_db

REPORTERS = ("alice", "carol")
"""Either of them reports bob; neither reads along here, for each knows what they did."""
READERS = ("bob", "dora", "zoe")
"""Who was reported, who plays with them, and a stranger."""
OWN = ("home", "sanctions", "reports-mine", "log-mine", "account", "account-data")
LAST = {"last": "2026-03-08"}
MUTE: dict[str, object] = {"measure": "mute", **LAST}
MEASURES: dict[str, dict[str, object]] = {
    "no-new-games": {"measure": "no-new-games", **LAST},
    "a ban that takes all seats": {"measure": "ban", "seats_removed": "on", **LAST},
    "two measures": {"measure": "note", "further": "mute", "further_last": "2026-03-08"},
}


@pytest.fixture(autouse=True)
def game(set_clock) -> Game:
    """Let four people play, and a moderator be there."""
    set_clock(NOW)
    found = started(("alice", "bob", "carol", "dora"))
    for name in ("mia", "max", "ina"):
        staff(name)
    for name in READERS:
        browser(player(name))
    return found


def read(game: Game, by: str, measure: dict[str, object], *, shortly: bool = False) -> list[Any]:
    """Let one of them report bob, and read all that others get or can open; then undo it.

    Also what they read after an appeal and after the end of what was decided, unless `shortly`.
    """
    with undone(), drawing("a case"):
        forget()
        case = reported(game, by, words=f"I, {by}, ask you to look at this")
        client = claims(player("mia"), case)
        verdict = decided(client, case, finding="breach", message="Please be kind.", **measure)
        if verdict.status_code == 202:
            _agree()
        answers: list[Any] = []
        _look_around(game, answers, "decided")
        if shortly:
            return answers
        _appeal(answers)
        for row in Sanction.objects.filter(ended_at=None):
            lifted(row)
        _look_around(game, answers, "lifted")
        return answers


def _agree() -> None:
    act = Act.objects.get(stage="asked")
    there = reverse("moderation-asked", args=[act.reference])
    answer = browser(player("max")).post(there, {"answer": "yes", "digest": act.digest})
    assert answer.status_code == 303, answer.content.decode()


def _appeal(answers: list[Any]) -> None:
    reference = Act.objects.get(key="close-report").reference
    bob = Eyes(player("bob"), answers)
    bob.ask(reverse("sanctions"), {"about": reference, "text": "It was a joke."})
    claims(player("ina"), reference)
    typed = {"answer": "stands", "why": "rules"}
    assert done(player("ina"), "decide-appeal", reference, **typed).status_code == 303


def _look_around(game: Game, answers: list[Any], when: str) -> None:
    """Open what could tell something, and every email to these readers."""
    person = [player("bob").key]
    own = [reverse(name) for name in OWN]
    public = [game_url(game, name) for name in ("table-public", "stories-public", "talk-of-game")]
    for name in READERS:
        eyes = Eyes(player(name), answers)
        everybodys = (*public, reverse("log"), reverse("profiles-show", args=person))
        for path in (*(own if name != "zoe" else ()), *everybodys):
            eyes.ask(path, note=when)
            if path == reverse("account-data"):
                # It lists what happened at the same instant in any order.
                lines = b"\n".join(sorted(answers[-1].body.splitlines()))
                answers[-1] = replace(answers[-1], body=lines)
        eyes.note(f"emails after it was {when}", _emails(f"{name}@example.org"))


def _emails(address: str) -> str:
    rows = Letter.objects.select_related("seat__player").order_by("created_at", "pk")
    mine = [row for row in rows if address in (row.email, row.seat and row.seat.player.email)]
    sent = [letters.render(row, now=NOW).message().as_bytes().decode() for row in mine]
    return "\n\n".join(sorted(sent))


def differences(
    game: Game, measure: dict[str, object], *, shortly: bool = False
) -> list[Difference]:
    """Compare what is read if the one reported with what is read if the other did."""
    counted = numbers()
    told = []
    for by in REPORTERS:
        count_from(counted)
        told.append(read(game, by, measure, shortly=shortly))
    return compared(*told)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_no_email_and_no_page_tells_who_reported(game: Game, measure: dict[str, object]):
    found = differences(game, measure)
    assert "\n\n".join(map(str, found)) == ""


def test_the_emails_that_are_compared_are_those_about_the_sanction(game: Game):
    told = read(game, "alice", MUTE)
    first, last = (each.body for each in told if each.asked.startswith("bob emails"))
    assert b"Subject: No talk" in first
    assert b"Subject: Your appeal is answered" in last
    assert b"Subject: Ended early: No talk" in last


# Leaks.


def reporter(*_: object) -> str:
    """Say who reported, as a careless hand would."""
    return Case.objects.get().by.name


def in_the_text(patch: pytest.MonkeyPatch) -> None:
    say = texts.sanction_text
    patch.setattr(texts, "sanction_text", lambda *a, **k: f"{say(*a, **k)} {reporter()} said so.")


def in_a_header(patch: pytest.MonkeyPatch) -> None:
    heads: Any = vars(envelope)["_headers"]
    patch.setattr(envelope, "_headers", lambda *a, **k: heads(*a, **k) | {"X-Case": reporter()})


def in_the_message_to_who_is_sanctioned(patch: pytest.MonkeyPatch) -> None:
    impose = sanctioning.impose
    patch.setattr(
        sanctioning,
        "impose",
        lambda *a, **k: impose(*a, **k | {"message": f"{reporter()} asked for it"}),
    )


def in_the_reference(patch: pytest.MonkeyPatch) -> None:
    def drawn() -> str:
        free = (f"{reporter()[:3].upper()}{last}" for last in telling.LETTERS)
        return next(each for each in free if not Act.objects.filter(reference=each).exists())

    patch.setattr(telling, "new_reference", drawn)


def in_the_number_of_emails(patch: pytest.MonkeyPatch) -> None:
    impose = sanctioning.impose

    def twice(*args: Any, **kwargs: Any) -> Any:
        if reporter() == "alice":
            impose(*args, **kwargs)
        return impose(*args, **kwargs)

    patch.setattr(sanctioning, "impose", twice)


def on_the_page_of_sanctions(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pages, "_means", reporter)


def on_the_page_of_the_log(patch: pytest.MonkeyPatch) -> None:
    told = logged.told
    patch.setattr(logged, "told", lambda lines: [*told(lines), {"number": 1, "act": reporter()}])


LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
    (in_the_text, "bob emails"),
    (in_a_header, "bob emails"),
    (in_the_message_to_who_is_sanctioned, "bob emails"),
    (in_the_reference, "bob emails"),
    (in_the_number_of_emails, "bob emails"),
    (on_the_page_of_sanctions, f"bob GET {reverse('sanctions')}"),
    (on_the_page_of_the_log, f"bob GET {reverse('log-mine')}"),
]


@pytest.mark.parametrize(("plant", "where"), LEAKS, ids=[each[0].__name__ for each in LEAKS])
def test_a_planted_leak_is_found(
    game: Game, plant: Callable[[pytest.MonkeyPatch], None], where: str, monkeypatch
):
    plant(monkeypatch)
    found = differences(game, MUTE, shortly=True)
    assert [each for each in found if each.asked.startswith(where)], list(map(str, found[:3]))
