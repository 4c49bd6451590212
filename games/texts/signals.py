"""Signals in words: a sentence made of their numbers, and what speaks against it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Numbers = Mapping[str, Mapping[str, Any]]


def signal_lines(one: str, other: str, numbers: Numbers) -> list[str]:
    """Say why two accounts may be one person's, a sentence for each sign."""
    return [
        _sentence(kind, {"one": one, "other": other}, numbers[kind]) for kind in sorted(numbers)
    ]


def against_lines(one: str, other: str, against: Mapping[str, int]) -> list[str]:
    """Say what speaks against it; it never says that nothing does."""
    apart, alone = against["apart"], against["alone"]
    found = []
    if apart:
        found.append(
            ngettext(
                "both moved within two minutes from different devices and networks once",
                "both moved within two minutes from different devices and networks %(n)d times",
                apart,
            )
            % {"n": apart}
        )
    if alone:
        found.append(
            ngettext(
                "one missed a turn while the other moved once",
                "one missed a turn while the other moved %(n)d times",
                alone,
            )
            % {"n": alone}
        )
    if against["games_of_one"] and against["games_of_other"]:
        found.append(
            _("each has games without the other (%(one)s %(a)d, %(other)s %(b)d)")
            % {
                "one": one,
                "a": against["games_of_one"],
                "other": other,
                "b": against["games_of_other"],
            }
        )
    return [*found, _("also possible: a household, a trip together")]


def _sentence(kind: str, names: dict[str, str], said: Mapping[str, Any]) -> str:
    match kind:
        case "M1":
            return _("The addresses of %(one)s and %(other)s lead to one mailbox.") % names
        case "M2":
            words = _("%(one)s and %(other)s used one device on the same %(days)d days of 90.")
            return words % {**names, "days": said["days_together"]}
        case "M3":
            words = _(
                "%(one)s and %(other)s came from one network on the same %(days)d days of 90; "
                "at most one more account uses it."
            )
            return words % {**names, "days": said["days_together"]}
        case "M4":
            words = _(
                "%(one)s and %(other)s missed on the same %(both)d of %(days)d days on which both "
                "were asked (%(one)s %(a)d, %(other)s %(b)d); by chance 1 in %(odds)s."
            )
            counts = {"both": said["both"], "days": said["days"]}
            odds = f"{round(1 / said['chance']):,}".replace(",", "\N{NO-BREAK SPACE}")
            return words % {**names, **counts, "a": said["one"], "b": said["other"], "odds": odds}
        case _:
            words = _("%(one)s and %(other)s move at the same hours of the week (%(alike)s of 1).")
            return words % {**names, "alike": said["alike"]}
