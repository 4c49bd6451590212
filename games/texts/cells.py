"""The cells of a maze in words: where a card is open to, what a free cell asks of a card."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.texts.words import joined, side_names


def joined_to(sides: Sequence[tuple[str, str]]) -> str:
    """Say to which cards a card's ways go on."""
    return _("Goes on to %(cells)s.") % {"cells": _listed(sides)}


def open_towards(sides: Sequence[tuple[str, str]]) -> str:
    """Say which free cells a card is open towards."""
    return _("Open towards the free cells %(cells)s.") % {"cells": _listed(sides)}


def goals_beside(sides: Sequence[tuple[str, str]]) -> str:
    """Say which covered goals a card is open towards."""
    return _("Open towards the goal at %(cells)s.") % {"cells": _listed(sides)}


def must_be_open(sides: Sequence[tuple[str, str]]) -> str:
    """Say where a card on a free cell has to be open."""
    return _("A card here must be open towards %(cells)s.") % {"cells": _listed(sides)}


def must_be_closed(sides: Sequence[tuple[str, str]]) -> str:
    """Say where a card on a free cell has to be closed."""
    return _("It must be closed towards %(cells)s.") % {"cells": _listed(sides)}


def connected(*, lit: bool) -> str:
    """Say whether a card hangs together with the start."""
    return _("Joined with the start.") if lit else _("Not joined with the start.")


def goal_words(name: str, *, only_you: bool) -> str:
    """Say what is known of a goal that lies face down."""
    if only_you:
        return _("goal face down; only you know: %(card)s") % {"card": name}
    return _("goal face down")


def _listed(sides: Sequence[tuple[str, str]]) -> str:
    said = [
        _("%(cell)s (%(side)s)") % {"cell": cell, "side": side_names(letter)}
        for cell, letter in sides
    ]
    return joined(said)
