"""A seat's orders as its owner reads them: every line as it is understood, and what it is worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from engine.api import TableView
from games.clocks.rules.orders import Line
from games.clocks.rules.table import Table
from games.models import Orders
from games.orders.rules import lines
from games.orders.rules.asking import NO_CARD, Ask, Why, lacks_cards, never_again
from games.orders.rules.sheet import LineSight, Sheet


def sheet(
    row: Orders | None, ask: Ask, table: Table, *, held: bool = False, now: datetime
) -> Sheet | None:
    """Show a seat its orders; None where none can be left."""
    if table.finished or table.settings.pace == "off":
        return None
    empty = Sheet(
        table.settings.pace,
        paused=table.paused_until(now) is not None,
        held=held,
        words=tuple(sorted(ask.rules.orders.words)),
        tests=tuple(sorted(ask.rules.orders.tests)),
    )
    return _filled(empty, row, ask) if row else empty


def _filled(empty: Sheet, row: Orders, ask: Ask) -> Sheet:
    view = ask.view
    failed: dict[str, list[Why]] = row.failed
    last = view.round == view.rounds
    return replace(
        empty,
        following=tuple(_sights(row.following, ask, view, failed=failed, for_good=last)),
        standing=tuple(_sights(row.standing, ask, view, failed={}, for_good=True)),
        unhurried=row.unhurried,
        version=row.version,
        waits=row.after is not None,
        void=bool(failed),
        careful=row.surprised,
        pending=row.look_at is not None and view.asked == ask.seat,
    )


def _sights(
    texts: Sequence[str],
    ask: Ask,
    view: TableView,
    *,
    failed: Mapping[str, list[Why]],
    for_good: bool,
) -> Iterator[LineSight]:
    for number, (text, line) in enumerate(
        zip(texts, lines.stored(texts, ask.rules), strict=True), 1
    ):
        why = failed.get(str(number)) or _why_not(ask, view, line)
        # A list that outlives the round may find other cards in it.
        never = not line.moves or (for_good and never_again(ask.rules, view, line))
        yield LineSight(text, fits=not why, never=never, why=tuple(why))


def _why_not(ask: Ask, view: TableView, line: Line) -> list[Why]:
    """Say what keeps a line from speaking now; while others are asked, only a card that lacks."""
    if view.asked == ask.seat:
        return ask.why(line)
    return [NO_CARD] if lacks_cards(ask.rules, view, line) else []
