"""What is written to a seat while its game goes on and when it ends: all from its own view."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import drawing, links, texts
from games.letters.content import Board, Content, Fact, Facts, link, one_line
from games.models import Letter
from games.selectors import SeatTable

Kind = Letter.Kind
COMPANIONS = 3
"""A subject names so many fellow players."""


def content(kind: Letter.Kind, table: SeatTable, letter: Letter, *, now: datetime) -> Content:
    """Tell a seat why we write, what happened and how the table looks to it."""
    assert letter.seat is not None, "letters from a running game go to seats"
    names = [one_line(name) for name in table.names]
    game_over = table.view.outcome is not None
    return Content(
        subject=f"{_subject(kind, table)} · {_company(table, names)}",
        heading=_heading(kind, table, names),
        lead=_lead(table, names, now),
        link=link(
            _("Make your move") if table.my_turn else _("See the table"),
            "table",
            links.mint_seat(letter.seat),
        ),
        board=_board(table, game_over=game_over),
        story=tuple(texts.story(table.story, names, table.view.seat)),
        tables=tuple(_tables(table, names, round_over=kind == Kind.ROUND)),
        small=(
            _(
                "This letter is the key to your seat: whoever holds it can see your cards and "
                "play for you. So do not pass it on."
            ),
        ),
    )


def _subject(kind: Letter.Kind, table: SeatTable) -> str:
    # What is true now comes first: a letter may go out when the table has moved on.
    if table.view.outcome is not None:
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
    more = len(others) - COMPANIONS
    if more <= 1:
        return _("%(game)s with %(names)s") % {"game": game, "names": texts.joined(others)}
    return ngettext(
        "%(game)s with %(names)s and %(more)d other",
        "%(game)s with %(names)s and %(more)d others",
        more,
    ) % {"game": game, "names": ", ".join(others[:COMPANIONS]), "more": more}


def _heading(kind: Letter.Kind, table: SeatTable, names: Sequence[str]) -> str:
    view = table.view
    if view.outcome is not None:
        return _winners(view.outcome.winners, table.seat, names)
    if table.my_turn:
        return _("It is still your turn") if kind == Kind.REMINDER else _("It is your turn")
    if kind == Kind.ROUND:
        return _("Round %(round)d is over") % {"round": len(view.results)}
    return _subject(kind, table)


def _winners(winners: Collection[int], viewer: int | None, names: Sequence[str]) -> str:
    if set(winners) == {viewer}:
        return _("You win!")
    said = texts.joined([names[seat] for seat in sorted(winners)])
    if len(winners) == 1:
        return _("%(name)s wins!") % {"name": said}
    return _("%(names)s share the victory!") % {"names": said}


def _lead(table: SeatTable, names: Sequence[str], now: datetime) -> str:
    if table.deadline is None:
        return _("All rounds are played and the gold is counted.")
    until = texts.moment_text(table.deadline)
    if table.my_turn:
        return _("Your deadline is %(moment)s: %(left)s. After that the game moves for you.") % {
            "moment": until,
            "left": texts.time_left(table.deadline, now=now),
        }
    waiting = texts.joined([names[seat] for seat in table.asked])
    return _("Now the table waits for %(names)s, until %(moment)s at the latest.") % {
        "names": waiting,
        "moment": until,
    }


def _board(table: SeatTable, *, game_over: bool) -> Board:
    view = table.view
    hand = () if game_over else tuple(view.hand)
    return Board(
        picture=drawing.maze_png(view, fresh=texts.changed_cells(table.story)),
        words=drawing.maze_words(view),
        text=drawing.maze_text(view),
        hand=tuple(texts.card_name(code) for code in hand),
        hand_picture=drawing.hand_png(hand) if hand else b"",
    )


def _tables(table: SeatTable, names: Sequence[str], *, round_over: bool) -> Iterator[Facts]:
    view = table.view
    if view.outcome is not None:
        yield Facts(_("The gold"), tuple(_scores(view.outcome.scores, names)))
    # Who opens the next round is not told in a letter of its own that the last one is over.
    if view.results and (round_over or view.outcome is not None or _round_ended(table)):
        won_by = texts.won_by_text(view.results[-1].won_by)
        title = _("Round %(round)d: %(won)s") % {"round": len(view.results), "won": won_by}
        yield Facts(title, tuple(_dwarves(view.results[-1], names)))
    if view.outcome is None:
        yield Facts(_("The table"), tuple(_state(view, names)))


def _round_ended(table: SeatTable) -> bool:
    return any(
        type(event).__name__ == "RoundEnded" for entry in table.story for event in entry.events
    )


def _scores(scores: Sequence[int], names: Sequence[str]) -> Iterator[Fact]:
    for seat in sorted(range(len(names)), key=lambda seat: -scores[seat]):
        yield Fact(names[seat], str(scores[seat]))


def _dwarves(result: Any, names: Sequence[str]) -> Iterator[Fact]:
    for name, role in zip(names, result.roles, strict=True):
        yield Fact(name, texts.role_name(role))
    yield Fact(_("left over"), texts.role_name(result.spare))


def _state(view: Any, names: Sequence[str]) -> Iterator[Fact]:
    yield Fact(_("Your role in this round"), texts.role_name(view.role))
    yield Fact(_("Round"), _("%(n)d of %(all)d") % {"n": view.round, "all": view.rounds})
    for name, tools in zip(names, view.broken, strict=True):
        if tools:
            broken = texts.joined([texts.tool_name(tool) for tool in tools])
            yield Fact(name, _("broken: %(tools)s") % {"tools": broken})
    yield Fact(_("Cards in the stock"), str(view.stock))
    if view.gold:
        yield Fact(_("Your gold so far"), str(sum(view.gold)))
