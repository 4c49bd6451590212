"""A seat's orders made ready to be shown: at its table both lists, on their page the form too."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games import texts
from games.orders.rules.lines import BadLines
from games.orders.rules.sheet import LineSight, Sheet
from games.orders.services.writing import Wish
from games.selectors import SeatTable
from games.texts import Reader
from games.views.pages import shown


@dataclass(frozen=True, slots=True)
class Listed:
    """One of the two lists as it is understood, each line with what keeps it from being played."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Left:
    """What a seat's table shows of its orders: the rest stands on their own page."""

    label: str
    notes: tuple[str, ...]
    lists: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class OrdersForm:
    """What the form of both lists is filled with."""

    pace: str
    problems: tuple[str, ...]
    following: str
    standing: str
    unhurried: bool
    may_wait: bool
    """Whether it is for each player to say if his orders are hurried."""
    version: int
    help: SafeString


@dataclass(frozen=True, slots=True)
class OrdersPage:
    """Everything that `pages/orders.html` shows."""

    title: str
    here: str
    table: str
    problem: str
    settings: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    lists: tuple[Listed, ...]
    form: OrdersForm | None


def left(table: SeatTable) -> Left | None:
    """Show a seat what it has ordered; None where it can order nothing."""
    sheet = table.orders
    if sheet is None and not table.settings:
        return None
    written = sheet is not None and sheet.written
    return Left(texts.orders_label(written=written), _notes(sheet), _lists(sheet, table))


def orders_page(
    table: SeatTable,
    reader: Reader,
    *,
    here: str,
    back: str,
    problem: str = "",
    typed: Wish | None = None,
    why: Exception | None = None,
) -> OrdersPage:
    """Build the page of a seat's orders; after a problem with all that was typed."""
    return OrdersPage(
        title=texts.game_title(table.game.name, reader.book.name()),
        here=here,
        table=back,
        problem=problem,
        settings=tuple(
            (each.text, reader.book.move_text(each.picks, reader)) for each in table.settings
        ),
        notes=_notes(table.orders),
        lists=_lists(table.orders, table),
        form=_form(table, typed, why),
    )


def _form(table: SeatTable, typed: Wish | None, why: Exception | None) -> OrdersForm | None:
    sheet = table.orders
    if sheet is None:
        return None
    return OrdersForm(
        pace=texts.pace_text(sheet),
        problems=tuple(map(texts.fault_text, why.found)) if isinstance(why, BadLines) else (),
        following=shown(typed.following) if typed else _text(sheet.following),
        standing=shown(typed.standing) if typed else _text(sheet.standing),
        unhurried=typed.unhurried if typed else sheet.unhurried,
        may_wait=sheet.pace == "at once",
        version=sheet.version,
        help=_rows(texts.order_help(table.game.ruleset, sheet))
        + _rows(tuple(texts.order_names(table.names, table.view.hand))),
    )


@lru_cache(maxsize=256)
def _rows(lines: tuple[tuple[str, str], ...]) -> SafeString:
    return format_html_join("", "<div><dt><code>{}</code></dt><dd>{}</dd></div>\n", lines)


def _notes(sheet: Sheet | None) -> tuple[str, ...]:
    return tuple(texts.order_notes(sheet)) if sheet else ()


def _lists(sheet: Sheet | None, table: SeatTable) -> tuple[Listed, ...]:
    return tuple(_listed(sheet, table.game.ruleset)) if sheet and sheet.written else ()


def _listed(sheet: Sheet, ruleset: str) -> Iterator[Listed]:
    for place, sights in (("next", sheet.following), ("standing", sheet.standing)):
        void = sheet.void and place == "next"
        if sights:
            notes = (texts.line_note(sight, ruleset, void=void) for sight in sights)
            lines = zip((sight.text for sight in sights), notes, strict=True)
            yield Listed(texts.list_name(place), tuple(lines))


def _text(sights: tuple[LineSight, ...]) -> str:
    return "\n".join(sight.text for sight in sights)
