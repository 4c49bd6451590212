"""The columns of a standing: by which it is sorted, and the ways to the others.

Places, and who goes up and down, are those of the standing, whatever it is sorted by.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.leagues.selectors.values import StandingRow
from games.texts import leagues_pages as said

PLACE, NAME, POINTS, GAMES = "place", "name", "points", "games"
_UP = (PLACE, NAME)
"""Of these the least comes first, of all others the most."""
_OWN: Mapping[str, Callable[[StandingRow], Any]] = {
    PLACE: lambda row: row.place,
    NAME: lambda row: row.entrant.name.casefold(),
    POINTS: lambda row: row.points,
    GAMES: lambda row: row.games,
}


@dataclass(frozen=True, slots=True)
class Sorting:
    """By which column a standing is sorted, and whether against its way."""

    column: str = PLACE
    back: bool = False

    @property
    def wish(self) -> str:
        """As an address says it; empty for the standing's own order."""
        if self == Sorting():
            return ""
        return f"-{self.column}" if self.back else self.column

    @property
    def rises(self) -> bool:
        """Whether it goes from the least to the most."""
        return (self.column in _UP) != self.back


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column: the way to sort by it, and how it is sorted now."""

    key: str
    name: str
    href: str
    sorted: str
    """Ascending or descending, as `aria-sort` says it; empty if it is not."""


def sorting_of(request: HttpRequest, rows: Sequence[StandingRow]) -> Sorting:
    """Read what a standing shall be sorted by; whatever it has no column for is its own order."""
    wish = request.GET.get("sort", "")
    found = Sorting(wish.removeprefix("-"), wish.startswith("-"))
    return found if found.column in _keys(rows) else Sorting()


def ordered(rows: Sequence[StandingRow], by: Sorting) -> Sequence[StandingRow]:
    """Sort the rows of a standing; equal ones stay as they stood, who has no number comes last."""
    if by == Sorting():
        return rows
    having = [row for row in rows if _value(row, by.column) is not None]
    without = [row for row in rows if _value(row, by.column) is None]
    having.sort(key=lambda row: _value(row, by.column), reverse=not by.rises)
    return [*having, *without]


def columns(rows: Sequence[StandingRow], by: Sorting, number: int | None) -> list[Column]:
    """Describe the columns; each leads to its own order, the one it is sorted by to the reverse."""
    names = {PLACE: _("Place"), NAME: _("Player"), POINTS: _("Points"), GAMES: _("Games")}
    return [
        Column(
            key,
            names.get(key) or said.criterion_short(key),
            address(Sorting(key, back=key == by.column and not by.back), number) + "#standing",
            ("ascending" if by.rises else "descending") if key == by.column else "",
        )
        for key in _keys(rows)
    ]


def head_of(by: Sorting) -> str:
    """Tell the column that rows show also where there is no room for all, as they name it."""
    return by.column if by.column in _OWN else said.criterion_short(by.column)


def address(by: Sorting, number: int | None) -> str:
    """Write the query of a division's page: how it is sorted, and which round it shows."""
    words = {"sort": by.wish, "round": str(number or "")}
    return "?" + urlencode({key: value for key, value in words.items() if value})


def _keys(rows: Sequence[StandingRow]) -> list[str]:
    return [*_OWN, *rows[0].values] if rows else []


def _value(row: StandingRow, column: str) -> Any:
    return _OWN[column](row) if column in _OWN else row.values.get(column)
