"""Pointers to symbols at a place of a picture, and lines around a cell."""

from games.drawing.ways import HEIGHT, WIDTH

Place = tuple[int, int]

INSET = 2
"""How far inside a cell's edge a line around it is drawn."""


def use(symbol: str, at: Place = (0, 0)) -> str:
    """Point at a symbol."""
    x, y = at
    across, down = f' x="{x}"' if x else "", f' y="{y}"' if y else ""
    return f'<use href="#{symbol}"{across}{down}/>'


def scaled(body: str, scale: float) -> str:
    """Draw a piece of a picture larger or smaller."""
    return body if scale == 1 else f'<g transform="scale({scale:g})">{body}</g>'


def moved(body: str, at: tuple[float, float], scale: float = 1) -> str:
    """Put a piece of a picture somewhere else, larger or smaller."""
    grown = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({at[0]:g} {at[1]:g}){grown}">{body}</g>'


def outline(at: Place, attributes: str, *, inset: float = INSET) -> str:
    """Draw a line around a cell."""
    return (
        f'<rect x="{at[0] + inset:g}" y="{at[1] + inset:g}" width="{WIDTH - 2 * inset:g}"'
        f' height="{HEIGHT - 2 * inset:g}" rx="5" {attributes}/>'
    )
