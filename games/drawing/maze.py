"""The maze as one inline picture, for pages and letters alike.

It is drawn from a view's public cards and from the goals as this viewer knows them, and from
nothing else: no chance, no clock, no other seat.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.maze.ascii import picture
from engine.maze.cells import Cell, cell_at, cell_name, cell_named, column, column_name, row
from engine.maze.grid import CardSight, GoalSight
from games.drawing.faces import PATH_FACES
from games.drawing.light import lit_tunnels, open_ends
from games.drawing.pieces import DUSK, LAMP, goal_card, mark, outline, path_card, rock, use
from games.drawing.ways import HEIGHT, WIDTH, way_id

GUTTER = 22
"""Room for the column letters above and the row numbers on the left."""

GROUND = "#17120e"
"""What is under everything."""

_DASHED = 'fill="#ffcf5c" fill-opacity=".14" stroke-width="3" stroke-dasharray="8 5"'
_SIGNS = {"gold": "$", "stone": "o"}
_CHARACTERS = {code: _SIGNS[face.mark] for code, face in PATH_FACES.items() if face.mark in _SIGNS}
_FIELD = (cell_at(0, 0), cell_at(8, 4))


Cards = tuple[CardSight, ...]
Goals = tuple[GoalSight, ...]


class Table(Protocol):
    """What the picture needs of a view, whatever the ruleset."""

    @property
    def cards(self) -> Cards:
        """All cards that lie open."""

    @property
    def goals(self) -> Goals:
        """The goal cells as the viewer knows them."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the unbounded table that is shown."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in drawing units."""
        return (
            (self.right - self.left + 1) * WIDTH + GUTTER + 4,
            (self.bottom - self.top + 1) * HEIGHT + GUTTER + 4,
        )

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Place a cell's upper left corner."""
        return (
            (column(cell) - self.left) * WIDTH + GUTTER,
            (row(cell) - self.top) * HEIGHT + GUTTER,
        )


def frame(table: Table, also: Iterable[Cell] = ()) -> Frame:
    """Crop to the field of the box and all that lies outside of it."""
    cells = [*_FIELD, *also]
    cells += [card.cell for card in table.cards]
    cells += [goal.cell for goal in table.goals]
    columns, rows = [column(cell) for cell in cells], [row(cell) for cell in cells]
    return Frame(min(columns), min(rows), max(columns), max(rows))


def maze_svg(
    table: Table,
    *,
    lit: Mapping[str, str] | None = None,
    fresh: Iterable[Cell] = (),
    ghost: CardSight | None = None,
    tight: bool = False,
) -> SafeString:
    """Draw the maze; lit cells become links, fresh ones are marked, a ghost is a card not yet laid.

    It leaves room where the maze can go on, so that it keeps its size while a card is chosen,
    unless it shall be tight. The page must also hold the `sprites` of this picture.
    """
    links = {cell_named(name): href for name, href in (lit or {}).items()}
    fresh = frozenset(fresh)
    room = () if tight else open_ends(table.cards)
    shown = frame(table, [*links, *fresh, *room, *([ghost.cell] if ghost else ())])
    width, height = shown.size
    # A picture hides what is inside it from screen readers, so one with links is a group.
    role = "group" if links else "img"
    picture = (
        f'<svg class="maze-art" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' role="{role}" aria-label="{conditional_escape(maze_words(table))}">'
        f"{_board(table.cards, table.goals, shown)}"
        f"{_fresh(table, shown, fresh)}{_ghost(shown, ghost)}{_lit(table, shown, links)}</svg>"
    )
    return mark_safe(picture)  # noqa: S308 (every text in it is escaped above or a cell's name)


def maze_text(table: Table) -> str:
    """Draw the maze in characters, with what the viewer knows of the goals."""
    return picture(table.cards, table.goals, _CHARACTERS)


def maze_words(table: Table) -> str:
    """Say in words what the picture shows, for who cannot see it."""
    turned = [cell_name(goal.cell) for goal in table.goals if goal.up]
    ends = sorted({cell_name(cell) for cell in open_ends(table.cards)})
    said = [
        ngettext(
            "The maze: %(n)d path card is laid.",
            "The maze: %(n)d path cards are laid.",
            len(table.cards) - 1,
        )
        % {"n": len(table.cards) - 1}
    ]
    if ends:
        said.append(_("The way from the start leads on to %(cells)s.") % {"cells": ", ".join(ends)})
    if turned:
        said.append(_("Goals turned up: %(cells)s.") % {"cells": ", ".join(turned)})
    return " ".join(said)


@lru_cache(maxsize=256)
def _board(cards: Cards, goals: Goals, shown: Frame) -> str:
    # Most of the work, and the same for every step of choosing a move and for all who know as much.
    lying = {card.cell for card in cards}
    apart = "".join(
        goal_card(goal, shown.corner(goal.cell)) for goal in goals if goal.cell not in lying
    )
    return f"{_ground(shown)}{_cards(cards, shown)}{apart}"


def _ground(shown: Frame) -> str:
    width, height = shown.size
    letters = "".join(
        f'<text x="{GUTTER + (at + 0.5) * WIDTH:.0f}" y="{GUTTER - 7}">{column_name(x)}</text>'
        for at, x in enumerate(range(shown.left, shown.right + 1))
    )
    numbers = "".join(
        f'<text x="{GUTTER // 2}" y="{GUTTER + (at + 0.5) * HEIGHT + 6:.0f}">{y + 1}</text>'
        for at, y in enumerate(range(shown.top, shown.bottom + 1))
    )
    return (
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>'
        f'<g transform="translate({GUTTER} {GUTTER})">'
        f'<path fill="url(#earth)" d="M0 0h{width - GUTTER - 4}v{height - GUTTER - 4}H0z"/></g>'
        '<g fill="#cdb48c" font-size="17" font-weight="700" text-anchor="middle"'
        f' font-family="DejaVu Sans,Verdana,sans-serif" aria-hidden="true">{letters}{numbers}</g>'
    )


def _cards(cards: Cards, shown: Frame) -> str:
    light = lit_tunnels(cards)
    rocks: list[str] = []
    tunnels: dict[bool, list[str]] = {False: [], True: []}
    marks: list[str] = []
    for card in cards:
        at = shown.corner(card.cell)
        rocks.append(rock(card.cell, at))
        for way in card.ways:
            tunnels[(card.cell, way) in light].append(use(way_id(way), at))
        marks.append(mark(card.mark, card.ways, at))
    return (
        f"{''.join(rocks)}<g {DUSK}>{''.join(tunnels[False])}</g>"
        f"<g {LAMP}>{''.join(tunnels[True])}</g>{''.join(marks)}"
    )


def _fresh(table: Table, shown: Frame, fresh: Iterable[Cell]) -> str:
    taken = {card.cell for card in table.cards}
    return "".join(
        outline(at, 'fill="none" stroke="#fff0c2" stroke-width="3"')
        + use("flag" if cell in taken else "fallen", at)
        for cell in sorted(fresh)
        for at in [shown.corner(cell)]
    )


def _ghost(shown: Frame, ghost: CardSight | None) -> str:
    if ghost is None:
        return ""
    x, y = at = shown.corner(ghost.cell)
    body = path_card(ghost.ways, ghost.mark)
    return f'<g class="ghost" transform="translate({x} {y})">{body}</g>' + outline(
        at, f'class="ghost-edge" {_DASHED} stroke="#fff0c2"'
    )


def _lit(table: Table, shown: Frame, links: Mapping[Cell, str]) -> str:
    taken = {card.cell for card in table.cards} | {goal.cell for goal in table.goals}
    return "".join(
        f'<a class="lit" href="{conditional_escape(href)}" aria-label="{cell_name(cell)}">'
        f"<title>{cell_name(cell)}</title>"
        + outline(at, f'{_DASHED} stroke="#ffcf5c"')
        + use("spot" if cell in taken else "torch", at)
        + "</a>"
        for cell, href in sorted(links.items())
        for at in [shown.corner(cell)]
    )
