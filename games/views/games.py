"""A ruleset as it is offered to people: its name, what it is like, for how many."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import Meta
from games.texts import BOOKS


@dataclass(frozen=True, slots=True)
class Described:
    """What is said of a game before it begins."""

    key: str
    name: str
    pitch: str
    players: str
    rules: str
    new: str


def described(meta: Meta) -> Described:
    """Describe a ruleset."""
    book = BOOKS[meta.key]
    new = f"{reverse('lobby-new-game')}?ruleset={meta.key}"
    rules = reverse("rules", args=[meta.key])
    return Described(meta.key, book.name(), book.pitch(), _players(meta.seats), rules, new)


def _players(seats: range) -> str:
    least, most = seats[0], seats[-1]
    if least == most:
        return ngettext("%(n)d player", "%(n)d players", most) % {"n": most}
    return _("%(least)d to %(most)d players") % {"least": least, "most": most}
