"""What a draw of a round costs, and why two meet again in it: for the log and for all pages."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues.rules.costs import Again, own_of, plan_of, why

Cost = Mapping[str, Any]


def cost_lines(cost: Cost) -> Iterator[str]:
    """Say what a round costs, and apart from it what all rounds cost that were planned with it."""
    own = own_of(cost)
    if "squares" in own:
        line = _(
            "Squares of meetings up to this round: %(squares)d; after those before it no draw "
            "comes below %(bound)d."
        )
        yield line % own
    if "repeats" in cost:
        yield _tables_text(cost)
    if plan := plan_of(cost):
        yield _plan_text(plan)


def _tables_text(cost: Cost) -> str:
    words = {"repeats": cost["repeats"], "spread": cost["spread"]}
    if "made" in cost:
        one, other = cost["made"]
        line = _(
            "This draw costs %(repeats)d in meetings and %(spread)d in places apart since the "
            "directors changed it; as it was made %(one)d and %(other)d."
        )
    else:
        one, other = cost["baseline"]
        line = _(
            "This draw costs %(repeats)d in meetings and %(spread)d in places apart; by "
            "simple exchanges it would be %(one)d and %(other)d."
        )
    return line % {**words, "one": one, "other": other}


def _plan_text(plan: Cost) -> str:
    line = (
        _(
            "Squares of meetings over all rounds: %(squares)d since the directors changed a draw, "
            "%(made)d as planned; drawn round after round %(baseline)d; less than %(bound)d cannot "
            "be."
        )
        if "made" in plan
        else _(
            "Squares of meetings over all rounds: %(squares)d as planned; drawn round "
            "after round %(baseline)d; less than %(bound)d cannot be."
        )
    )
    return line % plan


def again_lines(cost: Cost) -> Iterator[str]:
    """Say how many pairs of a round meet again, and why."""
    found = Counter(why(cost, pair) for *pair, _often in cost.get("again", ()))
    for each, pairs in found.items():
        said = ngettext("One pair meets again: %(why)s.", "%(n)d pairs meet again: %(why)s.", pairs)
        yield said % {"n": pairs, "why": _reason(each)}


def pair_lines(cost: Cost, names: Mapping[int, str]) -> Iterator[str]:
    """Name each pair of a round that meets again, and say why."""
    for one, other, often in cost.get("again", ()):
        words = {
            "one": names.get(one, ""),
            "other": names.get(other, ""),
            "n": often,
            "why": _reason(why(cost, (one, other))),
        }
        line = ngettext(
            "%(one)s and %(other)s meet again, having met %(n)d time before: %(why)s.",
            "%(one)s and %(other)s meet again, having met %(n)d times before: %(why)s.",
            often,
        )
        yield line % words


def evenness_text(cost: Cost) -> str:
    """Say how evenly a schedule that was planned as a whole lets people meet."""
    plan = plan_of(cost)
    if not plan:
        return ""
    if plan["least"] != plan["most"]:
        said = _("When all rounds are played, every pair has met %(least)d to %(most)d times.")
    else:
        said = ngettext(
            "When all rounds are played, every pair has met once.",
            "When all rounds are played, every pair has met %(most)d times.",
            plan["most"],
        )
    return said % plan


def _reason(found: Again) -> str:
    return {
        Again.CHANGED: _("a director let two change places"),
        Again.FINAL: _("in a final it goes by places and by who goes on"),
        Again.PLANNED: _("the plan spreads meetings over all rounds as evenly as it can"),
        Again.PROVEN: _("no draw has fewer"),
        Again.SOUGHT: _("no draw with fewer was found"),
        Again.CIRCLE: _("so it is where everybody meets everybody"),
    }[found]
