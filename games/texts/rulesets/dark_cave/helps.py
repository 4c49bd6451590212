"""What the cards of The Dark Cave do, and how many there are of each."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.decks.dark_cave import (
    ACTIONS,
    CLAN_CARDS,
    CLANS,
    CREATURES,
    GOALS,
    PATHS,
    START,
    ActionRow,
    PathRow,
)
from games.texts.book import Kind, Kinds
from games.texts.rulesets.common import helps
from games.texts.rulesets.dark_cave.words import PATH_ROWS


def card_help(code: str) -> str:
    """Say in a sentence what a card does."""
    row = PATH_ROWS.get(code)
    if row is None:
        return _creature_help(code) if code in CREATURES else _action_help(code)
    if row is START:
        return _("All dwarves begin here; one step leads from its ladder to any other ladder.")
    return _mark_help(row.mark) if row.mark else _plain_help(row)


def _plain_help(row: PathRow) -> str:
    if len(row.ways) == 1:
        said = ngettext("A dead end, %(n)d step deep.", "A dead end, %(n)d steps deep.", row.group)
    else:
        said = ngettext(
            "A way that is crossed in %(n)d step.",
            "A way that is crossed in %(n)d steps.",
            row.group,
        )
    return said % {"n": row.group}


def _mark_help(mark: str) -> str:
    return {
        "hole": _("Creatures can be lured out of its dark hole."),
        "ladder": _("One step leads from its ladder to any other ladder, also to the start."),
        "bridge": _(
            "Its two ways do not meet; walking over the planks costs a card, drawn blindly."
        ),
        "tunnel": _("Its two bends are joined by a tunnel, which costs one gold if you have any."),
        "vein": _("Whoever ends a walk on the vein takes its gold and shows the clan card."),
        "exit": _("The way out: whoever steps onto the exit has saved the gold he carries."),
    }[mark]


def _creature_help(creature: str) -> str:
    said = {
        "rat": _(
            "Lure it out of a dark hole, %(n)d steps: each dwarf that it attacks loses a card."
        ),
        "goblin": _(
            "Lure it out of a dark hole, %(n)d steps: each dwarf that it attacks loses one gold."
        ),
        "lindworm": _(
            "Lure it out of a dark hole, %(n)d steps: dwarves that it attacks do not walk next "
            "turn."
        ),
    }
    return said[creature] % {"n": CREATURES[creature]}


def _action_help(code: str) -> str:
    return {
        "info": _("Look secretly at a goal that lies face down, or at somebody's clan card."),
        "rockfall": _("Takes away a path card on which nobody stands, never the start or a goal."),
        "swap": _("Exchange all your cards with somebody, who then draws instead of you."),
        "web": _("Lay it between two cards or at an open end: it bars the way for two rounds."),
        "boots": _("Give them to anybody, or yourself: one step more in each turn."),
        "axe": _(
            "Give it to anybody, or yourself: it cuts a web or drives a creature off, then it is "
            "gone."
        ),
    }[code]


def role_help(role: str) -> str:
    """Say in a sentence what a dwarf wants, given its character or its whole clan card."""
    return {
        "loyal": _("Saves its gold for the clan whose colour it wears."),
        "saboteur": _("Saves its gold for the other clan, whatever colour it wears."),
    }[role.rpartition(" ")[2]]


def dwarves() -> Kinds:
    """List the clan cards in the box."""
    _clans, loyal, saboteurs = map(max, zip(*CLAN_CARDS.values(), strict=True))
    cards = {"loyal": loyal, "saboteur": saboteurs}
    return helps.kinds(
        _("Clan cards"),
        ((f"{clan} {role}", copies) for clan in CLANS for role, copies in cards.items()),
    )


def kinds() -> Sequence[Kinds]:
    """List all kinds of cards in the box."""
    ends = ((row.code, row.copies) for row in (START, *GOALS))
    stacks = {
        group: [(row.code, row.copies) for row in PATHS if row.group == group]
        for group in (1, 2, 3)
    }
    return (
        helps.kinds(_("Start and goals"), ends),
        *(
            helps.kinds(_("Path cards of stack %(stack)s") % {"stack": "I" * group}, rows)
            for group, rows in stacks.items()
        ),
        Kinds(_("Action cards"), tuple(Kind(row.code, _copies(row)) for row in ACTIONS)),
    )


def _copies(row: ActionRow) -> str:
    """Count a kind of action card, and in which stacks its cards are."""
    stacks = ", ".join(
        f"{copies} {'I' * group}" for group, copies in enumerate(row.copies, start=1) if copies
    )
    return f"{helps.counted(sum(row.copies))}: {stacks}"
