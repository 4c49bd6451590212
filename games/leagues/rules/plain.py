"""What a standing tells as plain JSON values, to be stored with its terms; numbers are exact."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction

from games.leagues.rules.numbers import text
from games.leagues.rules.standing import Row


def plain(value: object) -> object:
    """Records as objects under the names of their fields, fractions as text."""
    match value:
        case Fraction():
            return text(value)
        case Mapping():
            return {str(name): plain(each) for name, each in value.items()}
        case tuple() if hasattr(value, "_fields"):
            return {name: plain(each) for name, each in zip(value._fields, value, strict=True)}
        case tuple() | list():
            return [plain(each) for each in value]
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    return value


def dump_row(row: Row) -> dict[str, object]:
    """All that a page opens of a row: its numbers, and each value's terms."""
    return {
        "entry": row.entry,
        "place": row.place,
        "points": text(row.points),
        "games": row.games,
        "decided_by": row.decided_by,
        "values": plain(row.values),
        "terms": {str(each): plain(row.terms(each)) for each in row.values},
        "record": plain(row.record),
        "among": plain(row.among),
        "not_all_met": row.not_all_met,
        "ticket": row.ticket,
    }
