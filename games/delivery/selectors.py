"""What a player is told of his letters. Reads only."""

from dataclasses import dataclass
from datetime import datetime

from games import links
from games.links import StopClaim
from games.models import Complaint, Mailbox, Player
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import Stop


@dataclass(frozen=True, slots=True)
class Stopped:
    """What was stopped since a letter was called spam."""

    stop: Stop
    game: str
    """Its name; empty where it is about none."""
    spam: bool
    at: datetime
    token: str
    """Of the page where it is let come again."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is the matter with the letters to somebody."""

    dead_since: datetime | None
    stopped: tuple[Stopped, ...]


def trouble_of(player: Player) -> Trouble | None:
    """Say what a player is to be told of his letters; None if all is well."""
    if player.mail_trouble_at is None:
        return None
    mailbox = Mailbox.objects.filter(player=player).first()
    complaints = Complaint.objects.filter(player=player).select_related("game")
    stopped = [
        Stopped(
            stop=Stop(each.stop),
            game=each.game.name if each.game else "",
            spam=each.spam,
            at=each.made_at,
            token=links.STOP.sign(claim),
        )
        for each in complaints.defer("game__state").order_by("made_at", "pk")
        if subscriptions.is_stopped(
            claim := StopClaim(Stop(each.stop), player.pk, each.game_id or 0, player.link_epoch)
        )
    ]
    found = Trouble(mailbox.dead_since if mailbox else None, tuple(stopped))
    return found if found.dead_since or found.stopped else None
