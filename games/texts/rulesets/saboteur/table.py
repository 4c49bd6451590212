"""The base game's table in words: gold so far, finished rounds."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.rulesets.saboteur.sights import RoundSight
from engine.rulesets.saboteur.view import View
from games.texts.book import Dwarf, Reader, RoundResult
from games.texts.rulesets.common import table
from games.texts.rulesets.saboteur.words import role_name, won_by_text
from games.texts.words import joined


def seat_text(view: View, seat: int) -> str:
    """Count a seat's gold cards; what they are worth stays its secret."""
    cards = view.gold_cards[seat]
    return ngettext("%(n)d gold card", "%(n)d gold cards", cards) % {"n": cards} if cards else ""


def own(view: View, _reader: Reader) -> Sequence[str]:
    """Tell the reader what he has won so far."""
    gold = view.gold
    if gold is None:
        return ()
    if not gold:
        return (_("You have no gold yet."),)
    values = joined([str(value) for value in gold])
    said = ngettext(
        "You have one gold card, worth %(values)s.",
        "You have %(n)d gold cards, worth %(values)s: %(sum)d in all.",
        len(gold),
    )
    return (said % {"n": len(gold), "values": values, "sum": sum(gold)},)


def results(view: View, reader: Reader) -> Sequence[RoundResult]:
    """Tell the finished rounds with their dwarves turned up."""
    return [_result(number, result, reader) for number, result in enumerate(view.results, start=1)]


def _result(number: int, result: RoundSight, reader: Reader) -> RoundResult:
    lines = [won_by_text(result.won_by)]
    if result.finder is not None:
        lines.append(table.got_there(result.finder, reader))
    spare = Dwarf(_("left over"), result.spare, role_name(result.spare))
    dwarves = (*table.turned_up(result.roles, reader), spare)
    return RoundResult(table.round_title(number), " ".join(lines), dwarves)
