"""What a player's page tells, in words, and to whom."""

from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.people.rules.shown import Item, Whom


def item_name(item: Item) -> str:
    """Name something that a player's page may tell."""
    return {
        Item.SINCE: _("Here since when"),
        Item.TURNS: _("Turns in time"),
        Item.REPLY: _("How soon I mostly answer"),
        Item.GAMES: _("Games and results"),
        Item.ROLES: _("Results as each kind of dwarf"),
        Item.RATINGS: _("Ratings and how they went"),
    }[item]


def whom_name(whom: Whom) -> str:
    """Name those whom something is told."""
    return {
        Whom.EVERYBODY: _("everybody"),
        Whom.FELLOWS: _("who plays or has played with me"),
        Whom.NOBODY: _("only me"),
    }[whom]


def month_text(moment: datetime) -> str:
    """Write a month, as "March 2026"."""
    # Translators: Django's date format characters.
    return formats.date_format(timezone.localtime(moment), pgettext("month", "F Y"))


def won_text(won: int, games: int) -> str:
    """Say how many of some games somebody won."""
    return _("%(won)d of %(games)d won") % {"won": won, "games": games}


def won_by_decision_text(said: str, decided: int, as_played: int) -> str:
    """Add what was decided, and how many would be won as they were played."""
    words = {"said": said, "n": decided, "won": as_played}
    line = ngettext(
        "%(said)s (%(n)d decided; as played: %(won)d won)",
        "%(said)s (%(n)d decided; as played: %(won)d won)",
        decided,
    )
    return line % words


def rounds_text(rounds: int) -> str:
    """Count rounds."""
    return ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}


def paid_text(paid: int, gold: int) -> str:
    """Say in how many rounds there was gold, and how much in all."""
    words = {"paid": paid, "gold": gold}
    return _("gold in %(paid)d of them, %(gold)d in all") % words
