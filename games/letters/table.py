"""What is written to a seat while its game goes on and when it ends: all from its own view."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import TableView
from games import drawing, links, texts
from games.clocks.rules.proposals import MADE
from games.letters import time
from games.letters.content import Board, Content, Fact, Facts, Link, link, one_line
from games.models import Letter, Seat
from games.selectors import SeatTable, act_of
from games.texts import Reader, RoundResult, Shares

Kind = Letter.Kind
COMPANIONS = 3
"""A subject names so many fellow players."""


def content(kind: Letter.Kind, table: SeatTable, letter: Letter, *, now: datetime) -> Content:
    """Tell a seat why we write, what happened and how the table looks to it."""
    assert letter.seat is not None, "letters from a running game go to seats"
    names = [one_line(name) for name in table.names]
    reader = texts.reader_of(table.game.ruleset, names, table.view.seat)
    game_over = table.view.outcome is not None
    act = texts.act_words(act_of(letter.entry), reader) if letter.entry else None
    lead = _lead(table, names, now)
    return Content(
        subject=f"{act.title if act else _subject(kind, table)} · {_company(table, names)}",
        heading=act.title if act else _heading(kind, table, reader),
        lead=f"{act.line} {lead}".strip() if act else lead or _("The game is over."),
        link=_link(table, letter, letter.seat),
        board=_board(table, reader, game_over=game_over),
        story=tuple(texts.story(table.story, reader)),
        tables=(
            *_waiting(kind, letter, now),
            *_orders(table),
            *_tables(table, reader, round_over=kind == Kind.ROUND),
        ),
        small=(
            _(
                "This letter is the key to your seat: whoever holds it can see your cards and "
                "play for you. So do not pass it on."
            ),
        ),
        rules=link(_("The rules of this game"), "rules", table.game.ruleset),
    )


def _link(table: SeatTable, letter: Letter, seat: Seat) -> Link:
    """Lead on: to an answer where one is asked for, else to the table."""
    token = links.mint_seat(seat)
    if letter.entry and letter.entry.act in MADE:
        return link(_("Answer"), "time-by-letter", token)
    return link(_link_label(table), "seat-by-letter", token)


def _link_label(table: SeatTable) -> str:
    if table.stood_in:
        return _("Come back to the table")
    return _("Make your move") if table.my_turn else _("See the table")


def _subject(kind: Letter.Kind, table: SeatTable) -> str:
    # What is true now comes first: a letter may go out when the table has moved on.
    if table.game.ended_at is not None:
        return _("The game is over")
    if table.my_turn:
        return _("Still your turn") if kind == Kind.REMINDER else _("Your turn")
    return {
        Kind.STARTED: _("The game begins"),
        Kind.ROUND: _("A round is over"),
        Kind.TIMED_OUT: _("Time was up"),
    }.get(kind, _("News from the table"))


def _company(table: SeatTable, names: Sequence[str]) -> str:
    others = [name for at, name in enumerate(names) if at != table.seat]
    game = texts.ruleset_name(table.game.ruleset)
    if not others:
        return game
    more = len(others) - COMPANIONS
    if more <= 1:
        return _("%(game)s with %(names)s") % {"game": game, "names": texts.joined(others)}
    return ngettext(
        "%(game)s with %(names)s and %(more)d other",
        "%(game)s with %(names)s and %(more)d others",
        more,
    ) % {"game": game, "names": ", ".join(others[:COMPANIONS]), "more": more}


def _heading(kind: Letter.Kind, table: SeatTable, reader: Reader) -> str:
    view = table.view
    if view.outcome is not None:
        return reader.book.verdict(view, reader)
    if table.my_turn:
        return _("It is still your turn") if kind == Kind.REMINDER else _("It is your turn")
    if kind == Kind.ROUND:
        return _("Round %(round)d is over") % {"round": len(view.results)}
    return _subject(kind, table)


def _lead(table: SeatTable, names: Sequence[str], now: datetime) -> str:
    if table.view.outcome is not None:
        return _("The game is over and the gold is counted.")
    if table.game.ended_at is not None:
        return ""
    if table.stood_in:
        return _("A bot plays for you until you come back.")
    if table.my_turn:
        return _own_deadline(table, now)
    waiting = texts.joined([names[seat] for seat in table.asked])
    if table.deadline is None:
        return _("Now the table waits for %(names)s.") % {"names": waiting}
    until = texts.moment_text(table.deadline)
    return _("Now the table waits for %(names)s, until %(moment)s at the latest.") % {
        "names": waiting,
        "moment": until,
    }


def _waiting(kind: Letter.Kind, letter: Letter, now: datetime) -> tuple[Facts, ...]:
    # One mail to one person: a reminder tells of all his games.
    player = letter.seat.player if letter.seat else None
    return time.waiting(player, now=now) if player and kind == Kind.REMINDER else ()


def _orders(table: SeatTable) -> Iterator[Facts]:
    """Show who is asked what he has ordered, and what has become of it."""
    sheet = table.orders
    if sheet is None or not table.my_turn or not sheet.written:
        return
    rows = [Fact(_("Please note"), note) for note in texts.order_notes(sheet)]
    for place, sights in (("next", sheet.following), ("standing", sheet.standing)):
        for number, sight in enumerate(sights, 1):
            void = sheet.void and place == "next"
            note = texts.line_note(sight, table.game.ruleset, void=void)
            label = f"{texts.list_name(place)} {number}"
            rows.append(Fact(label, f"{sight.text} – {note}" if note else sight.text))
    yield Facts(_("Your orders"), tuple(rows))


def _own_deadline(table: SeatTable, now: datetime) -> str:
    if table.deadline is None:
        return _("Take your time: this table has no deadlines.")
    own = next(clock for clock in table.clocks if clock.own)
    left = filter(None, (texts.time_left(table.deadline, now=now), texts.left_text(own, now=now)))
    return _(
        "Your deadline is %(moment)s (%(causes)s). When this was written: %(left)s. "
        "After that the game moves for you."
    ) % {
        "moment": texts.moment_text(table.deadline),
        "causes": texts.causes_text(own),
        "left": ", ".join(left),
    }


def _board(table: SeatTable, reader: Reader, *, game_over: bool) -> Board:
    view = table.view
    hand = () if game_over else tuple(view.hand)
    return Board(
        picture=drawing.maze_png(view, fresh=texts.changed_cells(table.story, reader.book)),
        words=drawing.maze_words(view),
        text=drawing.maze_text(view),
        legend=tuple(reader.book.legend(view, reader)),
        hand=tuple(texts.card_name(code) for code in hand),
        hand_picture=drawing.hand_png(hand) if hand else b"",
    )


def _tables(table: SeatTable, reader: Reader, *, round_over: bool) -> Iterator[Facts]:
    view, book = table.view, reader.book
    if view.outcome is not None:
        yield _shares(book.final(view, reader))
    # Who opens the next round is not told in a letter of its own that the last one is over.
    told = round_over or view.outcome or texts.tells_a_rounds_end(table.story, book)
    if told and view.results:
        yield from _round(book.results(view, reader)[-1])
    if view.outcome is None:
        yield Facts(_("The table"), tuple(_state(view, reader)))
        for panel in book.panels(view, reader):
            yield Facts(panel.title, tuple(Fact(*fact) for fact in panel.facts))


def _round(result: RoundResult) -> Iterator[Facts]:
    title = _("%(round)s: %(won)s") % {"round": result.title, "won": result.text}
    yield Facts(title, tuple(Fact(dwarf.name, dwarf.text) for dwarf in result.dwarves))
    if result.shares:
        yield _shares(result.shares)


def _shares(shares: Shares) -> Facts:
    """Write a table of shares down, a line for each name; one column needs no heading."""
    _names, *columns = shares.columns
    rows = (
        Fact(
            row.name,
            row.cells[0]
            if len(columns) == 1
            else ", ".join(
                f"{column}: {cell}" for column, cell in zip(columns, row.cells, strict=True) if cell
            ),
        )
        for row in shares.rows
    )
    return Facts(shares.caption, tuple(rows))


def _state(view: TableView, reader: Reader) -> Iterator[Fact]:
    book = reader.book
    if view.role is not None:
        yield Fact(_("Your role"), book.role_name(view.role))
    yield Fact(_("Now"), book.standing(view))
    for seat, name in enumerate(reader.names):
        badges = [
            _("broken: %(tool)s") % {"tool": badge.text} if badge.broken else badge.text
            for badge in book.badges(view, seat, reader)
        ]
        said = [book.seat_text(view, seat), *badges]
        if any(said):
            yield Fact(name, ", ".join(filter(None, said)))
    yield Fact(_("Cards in the stock"), str(view.stock))
    for line in book.own(view, reader):
        yield Fact(_("Yours so far"), line)
