"""How values of time are written in JSON: instants, lengths, numbers within bounds."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.walls import WEEKDAYS

Form = Mapping[str, object]


def instant(at: datetime) -> str:
    """An instant in UTC as text."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def read_instant(text: object) -> datetime:
    """The instant that `instant` wrote."""
    assert isinstance(text, str)
    return datetime.fromisoformat(text).astimezone(UTC)


def maybe_instant(text: object) -> datetime | None:
    """The instant, or none."""
    return None if text is None else read_instant(text)


def seconds(length: timedelta | None) -> float | None:
    """A length as seconds, or none."""
    return None if length is None else length.total_seconds()


def read_seconds(number: object) -> timedelta:
    """The length that `seconds` wrote."""
    assert isinstance(number, int | float)
    return timedelta(seconds=number)


def maybe_seconds(number: object) -> timedelta | None:
    """The length, or none."""
    return None if number is None else read_seconds(number)


def whole(form: Form, field: str, bounds: tuple[int, int], default: int | None = None) -> int:
    """A whole number within its bounds; refused by the name of the field otherwise."""
    number = form.get(field, default)
    low, high = bounds
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise Refused(Reason.OUT_OF_BOUNDS, field)
    return number


def yes_or_no(form: Form, field: str, *, default: bool) -> bool:
    """A choice of two; refused if it is anything else."""
    answer = form.get(field, default)
    if not isinstance(answer, bool):
        raise Refused(Reason.OUT_OF_BOUNDS, field)
    return answer


def text(form: Form, field: str, default: str | None = None) -> str:
    """A text; refused if it is missing."""
    found = form.get(field, default)
    if not isinstance(found, str):
        raise Refused(Reason.OUT_OF_BOUNDS, field)
    return found


def weekdays(form: Form, field: str, default: Iterable[str]) -> frozenset[str]:
    """Days of the week by name; refused if one is none."""
    named = form.get(field, list(default))
    if not isinstance(named, list) or not set(named) <= set(WEEKDAYS):
        raise Refused(Reason.OUT_OF_BOUNDS, field)
    return frozenset(named)


def in_week_order(days: frozenset[str]) -> list[str]:
    """Days of the week as a list that always reads the same."""
    return [day for day in WEEKDAYS if day in days]
