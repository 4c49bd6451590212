"""The maze as one inline picture, for pages and letters alike.

It is drawn from a view's public cards and from the goals as this viewer knows them, and from
nothing else: no chance, no clock, no other seat.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from engine.maze.cells import Cell, cell_name, cell_named, column_name, row_name
from engine.maze.grid import CardSight
from games.drawing.boxes import BOXES, Piece, Spot
from games.drawing.frame import GUTTER, Cards, Frame, Goals, Table, frame
from games.drawing.light import Tunnel
from games.drawing.pieces import DUSK, LAMP, adorned, floors, goal_card, path_card, rock
from games.drawing.pointers import moved, outline, use
from games.drawing.ways import HEIGHT, WIDTH
from games.drawing.words import maze_words

GROUND = "#17120e"
"""What is under everything."""

_DASHED = 'fill="#ffcf5c" fill-opacity=".14" stroke-width="3" stroke-dasharray="8 5"'


def maze_svg(
    table: Table,
    *,
    lit: Mapping[str, str] | None = None,
    fresh: Iterable[Cell] = (),
    ghost: CardSight | None = None,
    chosen: str = "",
    spots: Iterable[tuple[Spot, str, str]] = (),
    tight: bool = False,
) -> SafeString:
    """Draw the maze; lit cells become links, fresh ones are marked, a ghost is a card not yet laid.

    A chosen cell is marked where a ghost does not show it anyway. Spots are places smaller than a
    cell that can be picked, each with its link and its name.
    It leaves room where the maze can go on, so that it keeps its size while a card is chosen,
    unless it shall be tight. The page must also hold the `sprites` of this picture.
    """
    links = {cell_named(name): href for name, href in (lit or {}).items()}
    fresh, spots = frozenset(fresh), tuple(spots)
    tunnels, ends = BOXES[table.ruleset].light(table)
    room = () if tight else ends
    shown = frame(
        table,
        [
            *links,
            *fresh,
            *room,
            *([ghost.cell] if ghost else ()),
            *(spot.cell for spot, _, _ in spots),
        ],
    )
    width, height = shown.size
    # A picture hides what is inside it from screen readers, so one with links is a group.
    role = "group" if links or spots else "img"
    picture = (
        f'<svg class="maze-art" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' role="{role}" aria-label="{conditional_escape(maze_words(table))}">'
        f"{_board(table.cards, table.goals, tunnels, shown)}"
        f"{_pieces(tuple(BOXES[table.ruleset].pieces(table)), shown)}"
        f"{_fresh(table, shown, fresh)}{_lit(table, shown, links)}"
        f"{_ghost(shown, ghost) if ghost else _chosen(shown, chosen)}"
        f"{_spots(shown, spots)}</svg>"
    )
    return mark_safe(picture)  # noqa: S308 (every text in it is escaped above or a cell's name)


@lru_cache(maxsize=256)
def _board(cards: Cards, goals: Goals, light: frozenset[Tunnel], shown: Frame) -> str:
    # Most of the work, and the same for every step of choosing a move and for all who know as much.
    lying = {card.cell for card in cards}
    apart = "".join(
        goal_card(goal, shown.corner(goal.cell)) for goal in goals if goal.cell not in lying
    )
    return f"{_ground(shown)}{_cards(cards, light, shown)}{apart}"


def _ground(shown: Frame) -> str:
    width, height = shown.size
    letters = "".join(
        f'<text x="{GUTTER + (at + 0.5) * WIDTH:.0f}" y="{GUTTER - 7}">{column_name(x)}</text>'
        for at, x in enumerate(range(shown.left, shown.right + 1))
    )
    numbers = "".join(
        f'<text x="{GUTTER // 2}" y="{GUTTER + (at + 0.5) * HEIGHT + 6:.0f}">{row_name(y)}</text>'
        for at, y in enumerate(range(shown.top, shown.bottom + 1))
    )
    return (
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>'
        f'<g transform="translate({GUTTER} {GUTTER})">'
        f'<path fill="url(#earth)" d="M0 0h{width - GUTTER - 4}v{height - GUTTER - 4}H0z"/></g>'
        '<g fill="#cdb48c" font-size="17" font-weight="700" text-anchor="middle"'
        f' font-family="DejaVu Sans,Verdana,sans-serif" aria-hidden="true">{letters}{numbers}</g>'
    )


def _cards(cards: Cards, light: frozenset[Tunnel], shown: Frame) -> str:
    rocks: list[str] = []
    tunnels: dict[bool, list[str]] = {False: [], True: []}
    marks: list[str] = []
    for card in cards:
        at = shown.corner(card.cell)
        rocks.append(rock(card.cell, at))
        for way, floor in zip(card.ways, floors(card), strict=True):
            tunnels[(card.cell, way) in light].append(use(floor, at))
        marks.append(adorned(card, at))
    return (
        f"{''.join(rocks)}<g {DUSK}>{''.join(tunnels[False])}</g>"
        f"<g {LAMP}>{''.join(tunnels[True])}</g>{''.join(marks)}"
    )


def _pieces(pieces: tuple[Piece, ...], shown: Frame) -> str:
    return "".join(
        moved(use(piece.symbol), (left + piece.at[0], top + piece.at[1]), piece.scale)
        for piece in pieces
        for left, top in [shown.corner(piece.cell)]
    )


def _fresh(table: Table, shown: Frame, fresh: Iterable[Cell]) -> str:
    taken = {card.cell for card in table.cards}
    return "".join(
        outline(at, 'fill="none" stroke="#fff0c2" stroke-width="3"')
        + use("flag" if cell in taken else "fallen", at)
        for cell in sorted(fresh)
        for at in [shown.corner(cell)]
    )


def _chosen(shown: Frame, name: str) -> str:
    if not name:
        return ""
    at = shown.corner(cell_named(name))
    return outline(at, 'fill="none" stroke="#ffcf5c" stroke-width="5"') + use("spot", at)


def _spots(shown: Frame, spots: Iterable[tuple[Spot, str, str]]) -> str:
    return "".join(
        f'<a class="lit lit-spot" href="{conditional_escape(href)}"'
        f' aria-label="{conditional_escape(name)}"><title>{conditional_escape(name)}</title>'
        f'<circle cx="{left + spot.at[0]}" cy="{top + spot.at[1]}" r="14" fill="#ffcf5c"'
        ' fill-opacity=".16" stroke="#ffcf5c" stroke-width="2.5" stroke-dasharray="5 3"/>'
        f"{moved(use('field-lit'), (left + spot.at[0], top + spot.at[1]), 0.7)}</a>"
        for spot, href, name in spots
        for left, top in [shown.corner(spot.cell)]
    )


def _ghost(shown: Frame, ghost: CardSight) -> str:
    at = shown.corner(ghost.cell)
    edge = outline(at, f'class="ghost-edge" {_DASHED} stroke="#fff0c2"')
    return f'<g class="ghost">{moved(path_card(ghost), at)}</g>{edge}'


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
