"""A day as people write it in a mail, in English and in German."""

import re
from datetime import date

_MONTHS = (
    ("jan", "jän"), ("feb",), ("mar", "mär", "mrz", "maer"), ("apr",), ("may", "mai"), ("jun",),
    ("jul",), ("aug",), ("sep",), ("oct", "okt"), ("nov",), ("dec", "dez"),
)  # fmt: skip
_WRITTEN = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.?(?:\s?(?P<year>\d{4}|\d{2}))?"),
    re.compile(
        r"(?P<day>\d{1,2})(?:\.|st|nd|rd|th)?\s(?:of\s)?(?P<name>[^\W\d]{3,12})\.?,?"
        r"(?:\s(?P<year>\d{4}))?"
    ),
    re.compile(
        r"(?P<name>[^\W\d]{3,12})\.?\s(?P<day>\d{1,2})(?:st|nd|rd|th)?,?(?:\s(?P<year>\d{4}))?"
    ),
)


def day(typed: str, *, today: date) -> date | None:
    """Read a day; without a year it is the next one. None if it is no day."""
    text = " ".join(typed.casefold().split()).strip(" .!")
    for pattern in _WRITTEN:
        if found := pattern.fullmatch(text):
            parts = found.groupdict()
            month = int(parts["month"]) if parts.get("month") else _month(parts["name"])
            return _next(parts["year"], month, int(parts["day"]), today)
    return None


def _month(name: str) -> int:
    numbers = (number for number, names in enumerate(_MONTHS, 1) if name.startswith(names))
    return next(numbers, 0)


def _next(year: str | None, month: int, number: int, today: date) -> date | None:
    years = [int(year) + 2000 * (len(year) == 2)] if year else range(today.year, today.year + 9)
    for each in years:
        try:
            found = date(each, month, number)
        except ValueError:
            # No such day, or only every fourth year.
            continue
        if year or found >= today:
            return found
    return None
