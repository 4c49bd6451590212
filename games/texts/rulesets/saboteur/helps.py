"""What the cards of the base game do, and how many there are of each."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.decks.saboteur import ACTIONS, GOALS, PATHS, ROLES, START
from games.texts.book import Kinds
from games.texts.rulesets.common import helps
from games.texts.rulesets.saboteur.words import ACTION_ROWS, PATH_ROWS


def card_help(code: str) -> str:
    """Say in a sentence what a card does."""
    action = ACTION_ROWS.get(code)
    if action is not None:
        return helps.action_help(action.act, action.tools)
    row = PATH_ROWS[code]
    marked = {
        "start": _("All ways begin here: it lies open from the first turn and is never removed."),
        "gold": _(
            "What the diggers look for: once a way from the start reaches it, they have won the "
            "round."
        ),
        "stone": _("A goal without gold: once turned up it is a path card like others."),
    }
    return marked[row.mark] if row.mark else helps.path_help(row.ways)


def role_help(role: str) -> str:
    """Say in a sentence what a dwarf wants."""
    return {
        "digger": _("Wins with all diggers when a way from the start reaches the treasure."),
        "saboteur": _("Wins with all saboteurs when the cards run out before that."),
    }[role]


def dwarves() -> Kinds:
    """List the dwarves in the box."""
    diggers, saboteurs = map(max, zip(*ROLES.values(), strict=True))
    return helps.kinds(_("Dwarves"), (("digger", diggers), ("saboteur", saboteurs)))


def kinds() -> Sequence[Kinds]:
    """List all kinds of cards in the box."""
    return (
        helps.kinds(_("Start and goals"), ((row.code, row.copies) for row in (START, *GOALS))),
        helps.kinds(_("Path cards"), ((row.code, row.copies) for row in PATHS)),
        helps.kinds(_("Action cards"), ((row.code, row.copies) for row in ACTIONS)),
    )
