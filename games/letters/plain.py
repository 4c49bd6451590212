"""A letter as text: whole for who sees nothing else."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.letters.content import Board, Content, Facts, Link
from games.letters.wrapping import SEPARATOR


def plain(content: Content, stop: Link) -> str:
    """Write a content down, part by part, an empty line between them."""
    return "\n\n".join("\n".join(part) for part in _parts(content, stop) if part) + "\n"


def _parts(content: Content, stop: Link) -> Iterator[list[str]]:
    game = ", ".join(filter(None, (content.game, content.round)))
    yield [content.above] if content.above else []
    of_game = " · ".join(filter(None, (game, content.company)))
    yield list(filter(None, (content.heading, of_game, content.league)))
    yield [content.lead]
    yield [f"> {line}" for line in content.message]
    yield [f"    {content.code}"] if content.code else []
    yield [f"{content.link.label}:", content.link.href] if content.link else []
    yield _list(_("What happened"), content.story)
    if content.board:
        yield from _board(content.board)
    yield from map(_table, content.tables)
    rules = [f"{content.rules.label}: {content.rules.href}"] if content.rules else []
    yield [SEPARATOR, *content.small, *rules, f"{stop.label}:", stop.href]


def _board(board: Board) -> Iterator[list[str]]:
    yield [_("The maze")]
    yield [board.text, *board.legend, board.words, *filter(None, [board.note])]
    yield _list(_("Your hand"), board.hand)


def _list(title: str, lines: tuple[str, ...]) -> list[str]:
    return [title, *(f"- {line}" for line in lines)] if lines else []


def _table(table: Facts) -> list[str]:
    rows = (
        f"- {row.label}: {row.text}" + (f"\n  {row.href}" if row.href else "") for row in table.rows
    )
    return [table.title, *rows]
