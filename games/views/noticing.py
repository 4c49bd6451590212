"""What a player's pages tell him of letters that come back, or were stopped for him."""

from dataclasses import dataclass

from django.urls import reverse

from games import links, texts
from games.delivery.selectors import trouble_of
from games.links import ArrivalClaim
from games.models import Player


@dataclass(frozen=True, slots=True)
class Stopped:
    """What was stopped, and where it is let come again."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Notice:
    """What a player's pages tell him of his letters."""

    back: str
    """That they come back; empty if they do not."""
    stopped: tuple[Stopped, ...]
    href: str
    """Where he has it tried again, or leaves it so."""


def notice_of(player: Player, *, himself: bool = True) -> Notice | None:
    """Say what a player's pages tell him of his letters; None if all is well.

    A letter's link may be lent: what was stopped names other games, so it is told to himself alone.
    """
    trouble = trouble_of(player)
    if trouble is None or not (himself or trouble.dead_since):
        return None
    return Notice(
        back=texts.letters_back_text(trouble.dead_since) if trouble.dead_since else "",
        stopped=tuple(
            Stopped(
                texts.stopped_by_complaint_text(
                    texts.stop_text(each.stop, each.game), each.at, spam=each.spam
                ),
                reverse("subscriptions-stop", args=[each.token]),
            )
            for each in trouble.stopped
            if himself
        ),
        href=reverse("arrivals", args=[links.ARRIVAL.sign(ArrivalClaim(player.pk))]),
    )
