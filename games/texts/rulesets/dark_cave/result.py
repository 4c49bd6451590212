"""The end of The Dark Cave in words: all clan cards, both treasures, who won and why."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.rulesets.dark_cave.sights import RoundSight
from engine.rulesets.dark_cave.view import View
from games.texts.book import Dwarf, Reader, RoundResult, Share, Shares
from games.texts.rulesets.common.table import ended
from games.texts.rulesets.dark_cave.ending import ended_text, won_text
from games.texts.rulesets.dark_cave.words import clan_name, colour_name, role_name, works_for
from games.texts.words import joined

_CLANS = ("blue", "yellow")


def results(view: View, reader: Reader) -> Sequence[RoundResult]:
    """Tell how the game ended, with all clan cards turned up."""
    return [_result(result, reader) for result in view.results]


def _result(result: RoundSight, reader: Reader) -> RoundResult:
    cards = [
        Dwarf(name, f"{clan} {role}", role_name(f"{clan} {role}"))
        for name, clan, role in zip(reader.names, result.clans, result.roles, strict=True)
    ]
    cards += [Dwarf(_("aside"), card, role_name(card)) for card in result.aside]
    text = f"{ended_text(result.ended)} {won_text(result.won_by)}"
    if result.treasure[0] == result.treasure[1] and result.left:
        first = reader.names[result.left[0]]
        text += " " + _("Both treasures are equal; %(name)s was out first.") % {"name": first}
    return RoundResult(_("The clan cards"), text, tuple(cards), _treasures(result))


def _treasures(result: RoundSight) -> Shares:
    rows = [
        Share(
            colour_name(clan),
            (str(result.gold[at]), f"× {result.times[at]}", str(result.treasure[at])),
            result.won_by == clan,
        )
        for at, clan in enumerate(_CLANS)
    ]
    columns = (_("Clan"), _("Gold saved"), _("Opponents"), _("Treasure"))
    return Shares(_("The treasures of the clans"), columns, tuple(rows))


def verdict(view: View, reader: Reader) -> str:
    """Say who won the game."""
    result, winners = view.results[-1], ended(view).winners
    if result.won_by == "nobody":
        return won_text(result.won_by)
    if reader.seat is not None and reader.seat in winners:
        return _("You win with the %(clan)s!") % {"clan": clan_name(result.won_by)}
    names = joined([reader.names[seat] for seat in sorted(winners)])
    return _("The %(clan)s wins: %(names)s.") % {"clan": clan_name(result.won_by), "names": names}


def final(view: View, reader: Reader) -> Shares:
    """Show for each dwarf whom it worked for, what it saved, and its clan's treasure."""
    result, outcome = view.results[-1], ended(view)
    rows = [
        Share(
            reader.names[seat],
            (
                colour_name(works_for(result.clans[seat], result.roles[seat])),
                str(result.saved[seat]) if seat in result.left else _("inside"),
                str(outcome.scores[seat]),
            ),
            seat in outcome.winners,
        )
        for seat in sorted(range(view.seats), key=lambda seat: -outcome.scores[seat])
    ]
    columns = (_("Name"), _("Worked for"), _("Gold saved"), _("Treasure"))
    return Shares(_("Who worked for whom"), columns, tuple(rows))
