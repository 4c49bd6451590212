"""What the cards of both boxes do in Saboteur 2, and how many there are of each."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from games.texts.book import Kind, Kinds
from games.texts.rulesets.common import helps
from games.texts.rulesets.saboteur2.words import ACTION_ROWS, PATH_ROWS


def card_help(code: str) -> str:
    """Say in a sentence what a card does."""
    if code in ACTION_ROWS:
        return _action_help(code)
    row = PATH_ROWS[code]
    marked = {
        "start": _("All ways begin here, and it is joined with every ladder."),
        "gold": _(
            "Once a way from the start reaches it, the round is over; the doors decide which team "
            "has a way to it."
        ),
        "stone": _("A goal without gold: once turned up it is a path card like others."),
        "ladder": _(
            "Joined with the start and with all other ladders, wherever it lies; it never lies "
            "beside a goal."
        ),
        "blue-door": _("When the round is counted, no way through it counts for the green team."),
        "green-door": _("When the round is counted, no way through it counts for the blue team."),
        "crystal": _("While it lies in the maze, its crystal is worth one gold to the geologists."),
    }
    return marked[row.mark] if row.mark else helps.path_help(row.ways)


def _action_help(code: str) -> str:
    new = {
        "theft": _("Lay it before yourself: once the round is paid, you may steal one gold."),
        "hands-off": _("Takes a theft card away that lies before anybody."),
        "swap-hats": _("Somebody, perhaps yourself, gets a new dwarf from the pile."),
        "inspect": _("Look secretly at the dwarf of another player."),
        "swap-hands": _("Exchange all your cards with another player, who then draws one."),
        "trap": _(
            "Put it before another player, who lays no path cards, gets no share and steals "
            "nothing until set free."
        ),
        "free": _("Sets a trapped player free, anybody or yourself."),
    }
    row = ACTION_ROWS[code]
    return new[code] if code in new else helps.action_help(row.act, row.tools)


def role_help(role: str) -> str:
    """Say in a sentence what a dwarf wants."""
    return {
        "blue": _("Wins when a way from the start to the treasure passes no green door."),
        "green": _("Wins when a way from the start to the treasure passes no blue door."),
        "boss": _("Wins with whichever team wins, and gets one gold less."),
        "profiteer": _("Wins whoever wins, and gets two gold less."),
        "geologist": _("Is paid for the crystals in the maze, whoever wins."),
        "saboteur": _("Wins when nobody reaches the treasure."),
    }[role]


def dwarves() -> Kinds:
    """List the dwarves in the box."""
    return helps.kinds(_("Dwarves"), box.DWARVES.items())


def kinds() -> Sequence[Kinds]:
    """List all kinds of cards in both boxes."""
    paths, actions = (*base.PATHS, *box.PATHS), (*base.ACTIONS, *box.ACTIONS)
    ends = (base.START, *base.GOALS)
    return (
        helps.kinds(_("Start and goals"), ((row.code, row.copies) for row in ends)),
        helps.kinds(_("Path cards"), ((row.code, row.copies) for row in paths)),
        Kinds(_("Action cards"), tuple(Kind(row.code, _copies(row)) for row in actions)),
    )


def _copies(row: base.ActionRow) -> str:
    if row.code != box.EXTRA:
        return helps.counted(row.copies)
    return _("%(n)d cards, or %(less)d without the fourth rockfall") % {
        "n": row.copies + 1,
        "less": row.copies,
    }
