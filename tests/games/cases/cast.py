"""Reports, claims and verdicts, as a browser makes them."""

from datetime import datetime
from typing import Any

from django.test import Client
from django.urls import reverse

from games.cases.models import Kind
from games.cases.selectors import subjects
from games.cases.services import objecting, reporting
from games.models import Act, Case, Game, Player
from games.services import instant
from tests.games.cast import NOW, player
from tests.games.moderation.cast import confirmed, previewed, staff
from tests.games.pages.table import browser
from tests.games.substitutes.cast import seat_of
from tests.games.talk.cast import say

SAID = "you are a liar"
WORDS = "he says so every day"
VERDICT = {"why": "rules", "message": "", "reason": "the talk shows it plainly", "measure": ""}


def reported(game: Game, by: str = "alice", *, now: datetime = NOW, **said: Any) -> Case:
    """Let somebody report what bob says at a table."""
    return report_remark(game, say(game, "bob", SAID, now=now).pk, by=by, now=now, **said)


def report_remark(
    game: Game, remark: int, *, by: str = "alice", now: datetime = NOW, **said: Any
) -> Case:
    """Let somebody report what another said."""
    found = subjects.of_remark(game.key, remark, by=player(by), now=now)
    return report(found, by, now=now, kind=Kind.TALK, **said)


def stalls(game: Game, by: str = "alice", whom: str = "bob", **said: Any) -> Case:
    """Let somebody report that another holds up a table."""
    number = seat_of(game, whom).number
    found = subjects.of_seat(game.key, number, by=player(by))
    return report(found, by, kind=Kind.STALLING, **said)


def calls_himself(by: str = "bob", whom: str = "alice", **said: Any) -> Case:
    """Let somebody report what another is called."""
    return report(subjects.of_person(player(whom).key, by=player(by)), by, kind=Kind.NAME, **said)


def appealed(game: Game, by: str, whom: str) -> tuple[Case, str]:
    """Let a case be decided against somebody who appeals; the case and the decision's reference."""
    case = stalls(game, by, whom)
    typed = {"finding": "breach", "measure": "note"}
    assert decided(claims(staff("max"), case), case, **typed).status_code == 303
    act = Act.objects.get(key="close-report", target=case.reference)
    objecting.appeal(act.reference, "I was ill", by=player(whom), now=instant.now())
    return case, act.reference


def report(found: Any, by: str, *, kind: Kind, now: datetime = NOW, **said: Any) -> Case:
    wish = reporting.Said(kind, **{"words": WORDS, **said})
    return reporting.report(found, wish, by=player(by), now=now)


def page(thing: Case | str) -> str:
    """Find the page of a case, or of either by its reference: that of a decision has capitals."""
    reference = thing.reference if isinstance(thing, Case) else thing
    name = "cases-appeal" if reference.isupper() else "cases-case"
    return reverse(name, args=[reference])


def claims(who: Player, thing: Case | str) -> Client:
    """Let somebody claim a case or an appeal."""
    client = browser(who)
    assert client.post(page(thing), {"act": "claim"}).status_code == 303
    return client


def decided(client: Client, case: Case, **typed: object) -> Any:
    """Decide a case; the answer to the confirmation."""
    shown = previewed(client, "close-report", case.reference, **{**VERDICT, **typed})
    assert shown.status_code == 200, shown.content.decode()
    return confirmed(client, "close-report", case.reference, shown)
