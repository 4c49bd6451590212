"""The secret of a game: promised by its hash from the first letter on, told after the end."""

from typing import NamedTuple

from django.utils.translation import gettext as _

GROUP = 16


class Seal(NamedTuple):
    """What a page tells of the secret."""

    text: str
    hash: str
    secret: str
    """Nothing while the game runs."""
    check: str
    """What the hash is made of, as one types it to try."""


def seal_of(key: str, commitment: str, secret: str, *, closed: bool) -> Seal | None:
    """Tell of a game's secret; None where none was promised."""
    if not commitment:
        return None
    return Seal(_promise(closed=closed), commitment, secret, f"printf '{key} {secret}' | sha256sum")


def sealed(commitment: str, *, closed: bool) -> str:
    """Say in one line what was settled before the first card was dealt."""
    hashed = " ".join(commitment[at : at + GROUP] for at in range(0, len(commitment), GROUP))
    return _("%(promise)s Its hash: %(hash)s") % {
        "promise": _promise(closed=closed),
        "hash": hashed,
    }


def _promise(*, closed: bool) -> str:
    if closed:
        return _(
            "All chance of this game was settled before the deal, in a secret that is told once "
            "the last of all tables that play this deal is over."
        )
    return _(
        "All chance of this game was settled before the deal, in a secret that is told once the "
        "game is over."
    )
