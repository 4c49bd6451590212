"""Single cards as small pictures: a hand, a dwarf, tools, gold."""

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from games.drawing.boxes import BOX_OF, BOXES, CENTRED
from games.drawing.pieces import path_card
from games.drawing.pointers import moved, use
from games.drawing.tools import snapped
from games.drawing.ways import HEIGHT, WIDTH

# A few hundred pictures in all, of which every page shows a dozen.
kept = lru_cache(maxsize=1_000)


@kept
def card_svg(code: str, *, turned: bool = False) -> SafeString:
    """Draw a hand card, a goal or the start card by its code."""
    return _card(card_body(code, turned=turned))


def card_body(code: str, *, turned: bool = False) -> str:
    """Draw a card at the origin of a picture."""
    box = BOX_OF[code]
    return path_card(box.paths[code][turned]) if code in box.paths else box.actions[code]


@kept
def back_svg() -> SafeString:
    """Draw a card that lies face down."""
    return _card(use("back") + use("secret"))


@kept
def role_svg(ruleset: str, role: str) -> SafeString:
    """Draw a dwarf card of a game."""
    head = BOXES[ruleset].heads[role]
    dwarf = moved(use(head.dwarf), (5, 25), 1.25)
    return _card(f"{use(head.ground)}{dwarf}{use(head.sign, (47, 17))}")


@kept
def icon_svg(name: str, *, broken: bool = False) -> SafeString:
    """Draw a tool, a dwarf's head, a nugget or another small sign, 40 by 40."""
    body = _broken_icon(name) if broken else _icon(name)
    return mark_safe(  # noqa: S308 (the project's own art)
        f'<svg class="icon" viewBox="0 0 40 40" aria-hidden="true" focusable="false">{body}</svg>'
    )


def _icon(name: str) -> str:
    return moved(use(name), (20, 20), 1.6) if name in CENTRED else use(name)


def _broken_icon(tool: str) -> str:
    return f'<g transform="scale(.88)">{snapped(tool)}</g>{use("cross", (30, 30))}'


def _card(body: str) -> SafeString:
    # What a card is, its caption says in words.
    return mark_safe(  # noqa: S308 (the project's own art)
        f'<svg class="card-art" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"'
        f' focusable="false">{body}</svg>'
    )
