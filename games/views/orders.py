"""What a seat has ordered beforehand, as its page shows it, and as it is typed anew."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games import texts
from games.orders.rules.lines import BadLines
from games.orders.rules.sheet import LineSight, Sheet
from games.orders.services.writing import Wish
from games.selectors import SeatTable
from games.views.board import Named

BLANK = "\N{NULL}"
"""Where the secret of a form belongs: no page holds this sign."""


@dataclass(frozen=True, slots=True)
class Listed(Named):
    """One of the two lists as it is understood, each line with what keeps it from being played."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OrdersPanel(Named):
    """Everything that `pages/parts/orders.html` shows."""

    written: bool
    unfolded: bool
    pace: str
    notes: tuple[str, ...]
    problems: tuple[str, ...]
    lists: tuple[Listed, ...]
    following: str
    standing: str
    unhurried: bool
    may_wait: bool
    """Whether it is for each player to say if his orders are hurried."""
    version: int
    help: SafeString


def orders_panel(
    table: SeatTable, typed: Wish | None = None, why: Exception | None = None
) -> OrdersPanel | None:
    """Build the panel of a seat; after a problem with what was typed, nothing of it lost."""
    sheet, ruleset = table.orders, table.game.ruleset
    if sheet is None:
        return None
    return OrdersPanel(
        written=sheet.written,
        unfolded=typed is not None,
        pace=texts.pace_text(sheet),
        notes=tuple(texts.order_notes(sheet)),
        problems=tuple(map(texts.fault_text, why.found)) if isinstance(why, BadLines) else (),
        lists=tuple(_lists(sheet, ruleset)),
        following=_shown(typed.following) if typed else _text(sheet.following),
        standing=_shown(typed.standing) if typed else _text(sheet.standing),
        unhurried=typed.unhurried if typed else sheet.unhurried,
        may_wait=sheet.pace == "at once",
        version=sheet.version,
        help=_rows(texts.order_help(ruleset, sheet))
        + _rows(tuple(texts.order_names(table.names, table.view.hand))),
    )


@lru_cache(maxsize=256)
def _rows(lines: tuple[tuple[str, str], ...]) -> SafeString:
    return format_html_join("", "<div><dt><code>{}</code></dt><dd>{}</dd></div>\n", lines)


def _lists(sheet: Sheet, ruleset: str) -> Iterator[Listed]:
    for place, sights in (("next", sheet.following), ("standing", sheet.standing)):
        void = sheet.void and place == "next"
        if sights:
            notes = (texts.line_note(sight, ruleset, void=void) for sight in sights)
            lines = zip((sight.text for sight in sights), notes, strict=True)
            yield Listed(texts.list_name(place), tuple(lines))


def orders_html(
    panel: OrdersPanel | None, settings: tuple[tuple[str, str], ...], move: str, *, token: str
) -> SafeString:
    """Write the panel and the private settings above it; `token` is the secret of their forms."""
    if panel is None and not settings:
        return SafeString()
    # All but the token was escaped when it was written, and that has letters and digits alone.
    return SafeString(_written(panel, settings, move, get_language()).replace(BLANK, token))


# The same at every step of choosing a move. Whoever is not shown the same panel has another key.
@lru_cache(maxsize=512)
def _written(
    panel: OrdersPanel | None,
    settings: tuple[tuple[str, str], ...],
    move: str,
    _language: str | None,
) -> str:
    context = {"orders": panel, "settings": settings, "move": move, "csrf_token": BLANK}
    return render_to_string("pages/parts/orders.html", context)


def _text(sights: tuple[LineSight, ...]) -> str:
    return "\n".join(sight.text for sight in sights)


def _shown(typed: str) -> str:
    # No page may hold a NUL; where one was typed is seen all the same.
    return typed.replace("\0", "\N{REPLACEMENT CHARACTER}")
