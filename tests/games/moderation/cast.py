"""Moderators and hosts, and an act from its form to the doing, as a browser does it."""

from datetime import datetime
from typing import Any

from django.test import Client
from django.urls import reverse

from games.log.rules import Cause
from games.log.services import because
from games.models import Act, Game, Line, Player, Role
from games.moderation.services import roles
from tests.games.cast import NOW, player
from tests.games.pages.table import browser
from tests.games.substitutes.cast import seat_of

WHY = {"why": "wish", "message": "", "reason": "they asked me for it"}
CHECK = WHY | {"why": "check"}


def staff(name: str, kind: str = "moderator", *, now: datetime = NOW) -> Player:
    """Let somebody hold a role."""
    person = player(name)
    if not Role.objects.filter(player=person, kind=kind, ended_at=None).exists():
        with because(Cause.FORM):
            roles.begin(person, kind, now=now)
    return player(name)


def address(act: str, target: object) -> str:
    """Find the page of an act."""
    return reverse("moderation-act", args=[act, target])


def previewed(client: Client, act: str, target: object, **typed: object) -> Any:
    """Send an act's form."""
    return client.post(address(act, target), {**WHY, **typed})


def confirmation(response: Any) -> str:
    """Read the signed confirmation that a preview ends in."""
    return str(response.context["confirmation"])


def confirmed(client: Client, act: str, target: object, response: Any) -> Any:
    """Confirm what was previewed."""
    return client.post(address(act, target), {"confirmation": confirmation(response)})


def done(who: Player, act: str, target: object, **typed: object) -> Any:
    """Do an act."""
    client = browser(who)
    shown = previewed(client, act, target, **typed)
    assert shown.status_code == 200, shown.content.decode()
    return confirmed(client, act, target, shown)


def log(game: Game | None = None) -> list[str]:
    """List what the log holds, the first first."""
    lines = Line.objects.order_by("number")
    if game is not None:
        lines = lines.filter(target_kind="game", target_id=game.pk)
    return list(lines.values_list("act", flat=True))


def seconded(asking: Any, game: Game, *, by: str = "max") -> Act:
    """Let another moderator agree to what was asked for of a game."""
    assert asking.status_code == 202, asking.content.decode()
    row = game.acts.get(stage="asked")
    there = reverse("moderation-asked", args=[row.reference])
    answer = browser(staff(by)).post(there, {"answer": "yes", "digest": row.digest})
    assert answer.status_code == 303, answer.content.decode()
    row.refresh_from_db()
    assert row.stage == "done"
    return row


def waits_for_a_second(game: Game, *, by: str = "max") -> Act:
    """Let a moderator ask for more hours than one person may give."""
    for hours in (336, 336, 336, 336, 97):
        done(staff(by), "extend-game", game.key, hours=hours)
    return Act.objects.get(stage="asked", game=game)


def broken(game: Game, who: str = "bob", *, by: str = "mia", **typed: object) -> tuple[Client, str]:
    """Let a moderator break the glass of a seat; his browser, and the glass's own page."""
    client = browser(staff(by))
    number = seat_of(game, who).number
    shown = previewed(client, "glass-seat", game.key, seat=number, **CHECK, **typed)
    answer = confirmed(client, "glass-seat", game.key, shown)
    assert answer.status_code == 303, answer.content.decode()
    return client, answer["Location"]


def opened(client: Client, desk: str, page: str = "table") -> Any:
    """Open a page."""
    answer = client.post(desk, {"page": page})
    return client.get(answer["Location"]) if answer.status_code == 303 else answer
