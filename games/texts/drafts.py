"""What somebody chose and could not play: it is before his eyes again, and plays nothing itself."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.texts.moderation import by_text


def draft_text(move: str, *, closed: bool) -> str:
    """Say what is kept of a closed table, and that it waits for a yes; a move is a sentence."""
    if closed:
        line = _(
            "You have chosen: “%(move)s” It is kept until the game goes on; nothing is played by "
            "itself."
        )
    else:
        line = _(
            "While the game stood still you chose: “%(move)s” It is played when you confirm it, "
            "and not before."
        )
    return line % {"move": move}


def overtaken_draft_text(move: str, *, fits: bool) -> str:
    """Say what becomes of a choice that the table overtook."""
    line = _("You had chosen: “%(move)s” You can still do it: it stands ready below.")
    gone = _("You had chosen: “%(move)s” That is not possible here any more.")
    return (line if fits else gone) % {"move": move}


def changed_by_text(said: Mapping[str, Any]) -> str:
    """Say who changed the table by an act while somebody chose."""
    line = _("%(by)s has changed the table while you chose; nothing was played.")
    return line % {"by": by_text(said)}


def seat_lost_lines(move: str) -> tuple[str, ...]:
    """Say to who moves at a seat that was taken from him what happened, and what stands."""
    chosen = (_("You had chosen: “%(move)s”") % {"move": move},) if move else ()
    return (
        _("Nothing was played: somebody else has the seat now."),
        *chosen,
        _("A letter tells you why, and how to appeal."),
    )
