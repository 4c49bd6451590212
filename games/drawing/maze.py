"""The maze as one inline picture, for pages and letters alike.

It is drawn from a view's public cards and from the goals as this viewer knows them, and from
nothing else: no chance, no clock, no other seat.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from math import ceil

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.maze.cells import Cell, cell_name, cell_named, column_name, row_name
from engine.maze.grid import CardSight
from games.drawing.boxes import BOXES, Piece, Spot
from games.drawing.colours import GROUND
from games.drawing.frame import GUTTER, Cards, Field, Frame, Goals, Table, frame
from games.drawing.light import Tunnel
from games.drawing.pieces import DUSK, LAMP, adorned, floors, goal_card, path_card, rock
from games.drawing.pointers import INSET, moved, outline, use
from games.drawing.touch import FINGER, SPOT, TIP, Touch, touched
from games.drawing.ways import HEIGHT, WIDTH
from games.drawing.words import maze_words

FRESH = 'fill="none" stroke="#fff0c2" stroke-width="3"'
"""The line around a cell that has changed."""
_DASHED = 'fill="#ffcf5c" fill-opacity=".14" stroke-width="3" stroke-dasharray="8 5"'


def maze_svg(
    table: Table,
    *,
    lit: Mapping[str, str] | None = None,
    fresh: Iterable[Cell] = (),
    ghost: CardSight | None = None,
    chosen: str = "",
    spots: Iterable[Touch] = (),
    way: Sequence[Spot] = (),
    turn: str = "",
    marks: Mapping[Cell, bool] | None = None,
    tight: bool = False,
) -> SafeString:
    """Draw the maze; lit cells become links, fresh ones are marked, a ghost is a card not yet laid.

    A chosen cell is marked where a ghost does not show it anyway; `turn` is the link that turns the
    ghost round. Spots are places smaller than a cell that can be picked. A way goes from spot to
    spot, and its last one is marked. Marks are cells that links can lead to, and whether it is the
    reader who is there. Its width in pixels is the least at which all in it can be touched.
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
            *(place.spot.cell for place in spots),
            *(spot.cell for spot in way),
        ],
    )
    width, height = shown.size
    # A picture hides what is inside it from screen readers, so one with links is a group.
    role = "group" if links or spots or turn else "img"
    across = ceil(width * (TIP / (2 * SPOT) if spots else FINGER / (WIDTH - 2 * INSET)))
    picture = (
        f'<svg class="maze-art" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{across}" data-left="{shown.left}" data-top="{shown.top}"'
        f' role="{role}" aria-label="{escape(maze_words(table))}">'
        f"{_board(table.cards, goals_shown(table), tunnels, shown)}"
        f"{_pieces(tuple(BOXES[table.ruleset].pieces(table)), shown)}"
        f"{_fresh(table, shown, fresh)}{_lit(table, shown, links)}"
        f"{_ghost(shown, ghost, turn) if ghost else _chosen(shown, chosen)}"
        f"{touched(shown, spots)}{_way(shown, way)}{_marks(shown, marks or {})}</svg>"
    )
    return mark_safe(picture)  # noqa: S308 (every text in it is escaped above or a cell's name)


def goals_shown(table: Table) -> Goals:
    """Turn up what was never reached once the game is over."""
    if table.outcome is None:
        return table.goals
    return tuple(replace(goal, up=True) for goal in table.goals)


@lru_cache(maxsize=256)
def _board(cards: Cards, goals: Goals, light: frozenset[Tunnel], shown: Frame) -> str:
    # Most of the work, and the same for every step of choosing a move and for all who know as much.
    lying = {card.cell for card in cards}
    apart = "".join(
        goal_card(goal, shown.corner(goal.cell)) for goal in goals if goal.cell not in lying
    )
    return f"{ground(shown)}{_cards(cards, light, shown)}{apart}"


# Tables of one ruleset begin alike and grow to a few hundred sizes.
@lru_cache(maxsize=512)
def ground(shown: Frame) -> str:
    """Draw the bare earth, and the names of its columns and rows."""
    width, height = shown.size
    letters = "".join(
        f'<text x="{GUTTER + (at + 0.5) * WIDTH:.0f}" y="{GUTTER - 7}">{column_name(x)}</text>'
        for at, x in enumerate(range(shown.left, shown.right + 1))
    )
    numbers = "".join(
        f'<text x="{GUTTER // 2}" y="{GUTTER + (at + 0.5) * HEIGHT + 6:.0f}"{_narrow(y)}>'
        f"{row_name(y)}</text>"
        for at, y in enumerate(range(shown.top, shown.bottom + 1))
    )
    return (
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>'
        f'<g transform="translate({GUTTER} {GUTTER})">'
        f'<path fill="url(#earth)" d="M0 0h{width - GUTTER - 4}v{height - GUTTER - 4}H0z"/></g>'
        '<g fill="#cdb48c" font-size="17" font-weight="700" text-anchor="middle"'
        f' font-family="DejaVu Sans,Verdana,sans-serif" aria-hidden="true">{letters}{numbers}</g>'
    )


def _narrow(y: int) -> str:
    """Write a number smaller that is wider than its gutter."""
    return ' font-size="14"' * (len(row_name(y)) > 1)


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
    return "".join(
        f'<g class="fresh">{outline(at, FRESH)}{use(sign_of_fresh(table, cell), at)}</g>'
        for cell in sorted(fresh)
        for at in [shown.corner(cell)]
    )


def sign_of_fresh(table: Field, cell: Cell) -> str:
    """Name the sign on a cell that has changed: a card came, or is gone."""
    return "flag" if any(card.cell == cell for card in table.cards) else "fallen"


def _chosen(shown: Frame, name: str) -> str:
    if not name:
        return ""
    at = shown.corner(cell_named(name))
    edge = outline(at, 'fill="none" stroke="#ffcf5c" stroke-width="5"')
    return f'<g class="chosen">{edge}{use("spot", at)}</g>'


def _way(shown: Frame, way: Sequence[Spot]) -> str:
    """Draw where a move would go along, dotted, and mark its end."""
    if not way:
        return ""
    corners = [(spot, shown.corner(spot.cell)) for spot in way]
    points = [(left + spot.at[0], top + spot.at[1]) for spot, (left, top) in corners]
    line = " ".join(f"{x},{y}" for x, y in points)
    x, y = points[-1]
    return (
        '<g class="way" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<polyline points="{line}" stroke="#17120e" stroke-width="7" stroke-opacity=".6"/>'
        f'<polyline points="{line}" stroke="#fff0c2" stroke-width="4" stroke-dasharray="1 8"/>'
        f'<circle cx="{x}" cy="{y}" r="15" stroke="#17120e" stroke-width="6" stroke-opacity=".6"/>'
        f'<circle cx="{x}" cy="{y}" r="15" stroke="#fff0c2" stroke-width="3.5"/></g>'
    )


def _marks(shown: Frame, marks: Mapping[Cell, bool]) -> str:
    return "".join(
        outline(at, f'id="at-{cell_name(cell)}" class="mark-at{" mine" * mine}" fill="none"')
        for cell, mine in marks.items()
        for at in [shown.corner(cell)]
    )


def _ghost(shown: Frame, ghost: CardSight, turn: str) -> str:
    """Draw a card that is not laid yet; where it can lie both ways, touching it turns it round."""
    at = shown.corner(ghost.cell)
    edge = outline(at, f'class="ghost-edge" {_DASHED} stroke="#fff0c2"')
    body = f'<g class="ghost">{moved(path_card(ghost), at)}</g>{edge}'
    if not turn:
        return body
    name = escape(_("Turn the card round"))
    sign = moved(use("turn-round"), (at[0] + WIDTH - 13, at[1] + 13))
    return (
        f'<a class="lit-turn" href="{escape(turn)}" aria-label="{name}">'
        f"<title>{name}</title>{body}{sign}</a>"
    )


def _lit(table: Table, shown: Frame, links: Mapping[Cell, str]) -> str:
    taken = {card.cell for card in table.cards} | {goal.cell for goal in table.goals}
    return "".join(
        f'<a class="lit" href="{escape(href)}" aria-label="{cell_name(cell)}">'
        f"<title>{cell_name(cell)}</title>"
        + outline(at, f'{_DASHED} stroke="#ffcf5c"')
        + use("spot" if cell in taken else "torch", at)
        + "</a>"
        for cell, href in sorted(links.items())
        for at in [shown.corner(cell)]
    )
