"""What is written to a seat while its game goes on and when it ends: all from its own view."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import Event, PickKind, TableView
from engine.maze.cells import cell_name
from games import drawing, links, texts
from games.clocks.rules.proposals import MADE
from games.letters import replying, time, waiting
from games.letters.content import Announced, Board, Content, Fact, Facts, Link, link, one_line
from games.links import SeatClaim
from games.models import Letter, Seat
from games.replies.rules import outcomes
from games.replies.rules.outcomes import Outcome
from games.selectors import Act, Choice, InLeague, SeatTable, act_of
from games.texts import Reader, RoundResult, Shares
from games.texts.leagues_pages import played_in_text
from games.texts.telling import Words

logger = logging.getLogger(__name__)

Kind = Letter.Kind
COMPANIONS = 3
"""So many fellow players are named above a letter."""


def content(kind: Letter.Kind, table: SeatTable, letter: Letter, *, now: datetime) -> Content:
    """Tell a seat why we write, what happened and how the table looks to it."""
    assert letter.seat is not None, "letters from a running game go to seats"
    if letter.seat.player is not None and letter.seat.player.discreet:
        table = _discreet(table)
    if waiting.is_closed(table):
        # Nobody is asked for anything as long as nothing can be played.
        table = replace(table, my_turn=False)
    names = [one_line(name) for name in table.names]
    reader = texts.reader_of(table.game.ruleset, names, table.view.seat)
    game_over = table.view.outcome is not None
    done = act_of(letter.entry) if letter.entry else None
    act = texts.act_words(done, reader) if done else None
    became = replying.done_of(letter)
    title = act.title if act else texts.reply_title(became) if kind == Kind.REPLY else ""
    answered_at = replying.address(table, letter.seat)
    brief = replying.is_brief(letter, became)
    return Content(
        subject=title or _subject(kind, table, reader),
        heading=title or _heading(kind, table, reader),
        lead=_lead(kind, table, names, done, act, now=now),
        game=table.game.name,
        round=_round_played(table.view),
        company=_company(table, names),
        league=_league(table.game.league),
        message=replying.told(became, table.game.ruleset),
        link=_link(table, letter, letter.seat),
        board=None if brief else _board(table, reader, game_over=game_over),
        story=() if brief else tuple(_story(table, reader, act)),
        tables=() if brief else tuple(_parts(kind, table, letter, reader, now=now)),
        small=(
            *(
                [texts.sealed(table.game.commitment, closed=table.game.closed)]
                if _tells_the_seal(kind, table, letter)
                else []
            ),
            *([_once_more(names)] if kind == Kind.RESULT else []),
            *([replying.offers_brief()] if not brief and outcomes.is_all_done(became) else []),
            _(
                "This letter is the key to your seat: whoever holds it can see your cards and "
                "play for you. So do not pass it on."
            ),
        ),
        rules=link(_("The rules of this game"), "rules", table.game.ruleset),
        reply_to=answered_at,
        above=replying.above() if answered_at else "",
    )


def announced(kind: Letter.Kind, table: SeatTable, letter: Letter, *, now: datetime) -> Announced:
    """Say what may be read by others, too: as much as subject and lead of the letter, and no link.

    Of a deal that other tables yet play not even what kind of choice there is.
    """
    if waiting.is_closed(table):
        table = replace(table, my_turn=False)
    names = [one_line(name) for name in table.names]
    reader = texts.reader_of(table.game.ruleset, names, table.view.seat)
    assert table.seat is not None, "a seat's own table"
    done = act_of(letter.entry) if letter.entry else None
    act = texts.act_words(done, reader) if done else None
    quiet = replace(table, choices=()) if table.game.closed else table
    return Announced(
        subject=act.title if act else _subject(kind, quiet, reader),
        lead=_lead(kind, table, names, done, act, now=now),
        game=one_line(table.game.name),
        player=names[table.seat],
        deadline=table.deadline if table.my_turn else None,
    )


def _story(table: SeatTable, reader: Reader, act: Words | None) -> Iterator[str]:
    """Tell what happened, but not again what the lead says."""
    lines = texts.story(table.story, reader)
    yield from (line for line in lines if not act or line != act.line)


def _parts(
    kind: Letter.Kind, table: SeatTable, letter: Letter, reader: Reader, *, now: datetime
) -> Iterator[Facts]:
    """List all small tables of an email, from its codes to the state of the game."""
    assert letter.seat is not None, "emails from a running game go to seats"
    if replying.address(table, letter.seat):
        yield from _codes(table, reader, replying.done_of(letter))
    yield from _waiting(kind, letter, now)
    yield from waiting.proposals(table, reader)
    yield from _orders(table)
    yield from _tables(table, reader, round_over=kind == Kind.ROUND)


def _lead(
    kind: Letter.Kind,
    table: SeatTable,
    names: Sequence[str],
    done: Act | None,
    act: Words | None,
    *,
    now: datetime,
) -> str:
    ruled = "" if act else " ".join(texts.ruled_lines(table.game, names))
    lead = ruled or waiting.lead(table, names, done, now=now)
    news = act.line if act else _links_renewed() if kind == Kind.LINKS else ""
    return f"{news} {lead}".strip() or _("The game is over.")


def _codes(table: SeatTable, reader: Reader, done: Sequence[Outcome]) -> Iterator[Facts]:
    return replying.coded(table, reader, whole=replying.wants_all(done))


def _tells_the_seal(kind: Letter.Kind, table: SeatTable, letter: Letter) -> bool:
    """Tell whether it is the first letter to its seat, before anything was played."""
    return kind in (Kind.STARTED, Kind.TURN) and not letter.ply and bool(table.game.commitment)


def _links_renewed() -> str:
    return _("The links in all older letters open nothing any more; the one in this letter does.")


def _discreet(table: SeatTable) -> SeatTable:
    """Leave out what gives the reader's role away to who looks over his shoulder."""
    book, view = texts.BOOKS[table.game.ruleset], table.view
    if view.outcome is not None:
        return table
    story = tuple(
        replace(entry, events=tuple(_public(entry.events, book.private))) for entry in table.story
    )
    return replace(table, view=book.discreet(view), story=story)


def _public(events: Iterable[Event], private: tuple[type, ...]) -> Iterator[Event]:
    """Tell private facts as everybody may know them."""
    for event in events:
        told = event.seen_by(None) if isinstance(event, private) else event
        if told is not None:
            yield told


def _link(table: SeatTable, letter: Letter, seat: Seat) -> Link:
    """Lead on: to an answer where one is asked for, else to the table."""
    token = links.SEAT.sign(SeatClaim.of(seat))
    if letter.entry and letter.entry.act in MADE:
        return link(_("Answer"), "time-by-letter", token)
    if letter.entry and letter.entry.act == "table-asked":
        return link(_("Answer"), "agreement-by-letter", token)
    return link(_link_label(table), "seat-by-letter", token)


def _link_label(table: SeatTable) -> str:
    if table.stood_in:
        return _("Come back to the table")
    return _("Make your move") if table.my_turn else _("See the table")


def _subject(kind: Letter.Kind, table: SeatTable, reader: Reader) -> str:
    # What is true now comes first: a letter may go out when the table has moved on.
    if kind == Kind.LINKS:
        return _said(kind, table)
    if table.game.ended_at is None and table.my_turn:
        asked = _("Still your turn") if kind == Kind.REMINDER else _("Your turn")
        return ": ".join(filter(None, (asked, _question(table.choices, reader))))
    return _said(kind, table)


def _question(choices: Iterable[Choice], reader: Reader) -> str:
    """Ask what is to be decided where it is not a usual turn; everybody at the table sees that."""
    kinds = {choice.picks[0].kind for choice in choices if choice.picks}
    if PickKind.CARD in kinds or len(kinds - {PickKind.ACT}) != 1:
        return ""
    [kind] = kinds - {PickKind.ACT}
    return reader.book.question_text(kind, ())


def _said(kind: Letter.Kind, table: SeatTable) -> str:
    if kind == Kind.LINKS:
        return _("A new link to your seat")
    if table.game.ended_at is not None:
        return _("The game is over")
    if kind == Kind.ROUND:
        return _("Round %(round)d is over") % {"round": len(table.view.results)}
    return {
        Kind.STARTED: _("The game begins"),
        Kind.TIMED_OUT: _("Time was up"),
    }.get(kind, _("News from the table"))


def _round_played(view: TableView) -> str:
    if view.outcome is not None or view.rounds == 1:
        return ""
    return _("round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.rounds}


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


def _league(found: InLeague | None) -> str:
    if found is None:
        return ""
    name = one_line(found.league)
    return played_in_text(name, found.season, found.round, final=found.final)


def _heading(kind: Letter.Kind, table: SeatTable, reader: Reader) -> str:
    view = table.view
    if any(texts.ruled_lines(table.game, reader.names)):
        return _said(kind, table)
    if view.outcome is not None:
        return reader.book.verdict(view, reader)
    if table.my_turn:
        return _("It is still your turn") if kind == Kind.REMINDER else _("It is your turn")
    return _said(kind, table)


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


def _board(table: SeatTable, reader: Reader, *, game_over: bool) -> Board:
    view = table.view
    hand = () if game_over else tuple(view.hand)
    fresh = texts.changed_cells(table.story, reader.book)
    return Board(
        picture=_drawn(table, partial(drawing.maze_png, view, fresh=fresh, hand=len(hand))),
        words=drawing.maze_words(view),
        text=drawing.maze_text(view),
        legend=tuple(reader.book.legend(view, reader)),
        hand=tuple(texts.card_name(code) for code in hand),
        hand_picture=_drawn(table, partial(drawing.hand_png, hand)) if hand else b"",
        note=drawing.outside_words(view),
    )


def _drawn(table: SeatTable, draw: Callable[[], bytes]) -> bytes:
    """Draw a picture, or none: an email that says everything in words must not wait for it."""
    try:
        return draw()
    except Exception:
        logger.exception("game %s: a picture failed, the email goes without it", table.game.key)
        return b""


def _tables(table: SeatTable, reader: Reader, *, round_over: bool) -> Iterator[Facts]:
    view, book = table.view, reader.book
    if view.outcome is not None:
        yield _shares(book.final(view, reader))
        yield Facts(_("All hands turned up"), tuple(_turned_up(view, reader)))
    # Who opens the next round is not told in a letter of its own that the last one is over.
    told = round_over or view.outcome or texts.tells_a_rounds_end(table.story, book)
    if told and view.results:
        yield from _round(book.results(view, reader)[-1])
    if view.outcome is None:
        yield Facts(_("The table"), tuple(_state(view, reader)))
        for panel in book.panels(view, reader):
            yield Facts(panel.title, tuple(Fact(*fact) for fact in panel.facts))


def _turned_up(view: TableView, reader: Reader) -> Iterator[Fact]:
    """Name what everybody still held, and the goals that nobody reached."""
    for name, cards in zip(reader.names, view.hands, strict=True):
        yield Fact(name, reader.cards(cards) or _("No cards left."))
    for goal in view.goals:
        if not goal.up and goal.code:
            label = _("Goal at %(cell)s, never reached") % {"cell": cell_name(goal.cell)}
            yield Fact(label, reader.card(goal.code))


def _once_more(names: Sequence[str]) -> str:
    if len(names) == 1:
        return _("Once more? One button at the table deals you another game.")
    return _("Once more? One button at the table asks the same people again.")


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
    else:
        yield Fact(_("Your role"), _("kept out of letters, as you wish; the table shows it"))
    yield Fact(_("Now"), book.standing(view))
    for seat, name in enumerate(reader.names):
        badges = [
            _("broken: %(tool)s") % {"tool": badge.text} if badge.broken else badge.text
            for badge in book.badges(view, seat, reader)
        ]
        said = [book.seat_text(view, seat), *badges]
        if any(said):
            yield Fact(name, ", ".join(filter(None, said)))
    for goal in view.goals:
        # The picture shows it too, but not every mail program shows the picture.
        if goal.code and not goal.up:
            label = _("Goal at %(cell)s, seen by you") % {"cell": cell_name(goal.cell)}
            yield Fact(label, reader.card(goal.code))
    yield Fact(_("Cards in the stock"), str(view.stock))
    for line in book.own(view, reader):
        yield Fact(_("Your standing"), line)
