"""Single cards as small pictures: a hand, a dwarf, tools, gold."""

from django.utils.safestring import SafeString, mark_safe

from games.drawing.faces import ACTION_FACES, PATH_FACES, ActionFace
from games.drawing.pieces import path_card, use
from games.drawing.ways import HEIGHT, WIDTH

_BADGES = {"break": "cross", "fix": "tick"}
_CENTRED = ("nugget", "eye", "stone", "bomb")
_HEADS = {"digger": ("den", "nugget"), "saboteur": ("dark", "bomb")}


def card_svg(code: str, *, turned: bool = False) -> SafeString:
    """Draw a hand card, a goal or the start card by its code."""
    return _card(card_body(code, turned=turned))


def card_body(code: str, *, turned: bool = False) -> str:
    """Draw a card at the origin of a picture."""
    if code in PATH_FACES:
        face = PATH_FACES[code]
        return path_card(face.ways(turned=turned), face.mark)
    return _action(ACTION_FACES[code])


def back_svg() -> SafeString:
    """Draw a card that lies face down."""
    return _card(use("back") + use("secret"))


def role_svg(role: str) -> SafeString:
    """Draw a dwarf card."""
    ground, sign = _HEADS[role]
    return _card(
        f'{use(ground)}<g transform="translate(5 25) scale(1.25)">{use(role)}</g>'
        f"{use(sign, (47, 17))}"
    )


def icon_svg(name: str, *, broken: bool = False) -> SafeString:
    """Draw a tool, a dwarf's head, a nugget or another small sign, 40 by 40."""
    body = _broken_icon(name) if broken else _icon(name)
    return mark_safe(  # noqa: S308 (the project's own art)
        f'<svg class="icon" viewBox="0 0 40 40" aria-hidden="true" focusable="false">{body}</svg>'
    )


def _icon(name: str) -> str:
    if name in _CENTRED:
        return f'<g transform="translate(20 20) scale(1.6)">{use(name)}</g>'
    return use(name)


def _broken_icon(tool: str) -> str:
    return f'<g transform="scale(.88)">{_snapped(tool)}</g>{use("cross", (30, 30))}'


def _card(body: str) -> SafeString:
    # What a card is, its caption says in words.
    return mark_safe(  # noqa: S308 (the project's own art)
        f'<svg class="card-art" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"'
        f' focusable="false">{body}</svg>'
    )


def _action(face: ActionFace) -> str:
    if face.act == "rockfall":
        return use("sheet") + use("rocks")
    if face.act == "map":
        return use("sheet") + use("chart")
    tool = _snapped if face.act == "break" else use
    badge = use(_BADGES[face.act], (46, 70))
    if len(face.tools) == 1:
        body = f'<g transform="translate(6 16) scale(1.2)">{tool(face.tools[0])}</g>'
    else:
        first, second = face.tools
        body = (
            f'<g transform="translate(5 4) scale(.95)">{tool(first)}</g>'
            f'<g transform="translate(14 38) scale(.95)">{tool(second)}</g>'
        )
        badge = use(_BADGES[face.act], (14, 70))
    return use("sheet") + body + badge


def _snapped(tool: str) -> str:
    # The crack tells it from a whole tool without any colour.
    upper = f'<g clip-path="url(#upper)">{use(tool)}</g>'
    lower = f'<g clip-path="url(#lower)">{use(tool)}</g>'
    return (
        f'<g transform="rotate(-9 0 20)">{upper}</g>'
        f'<g transform="translate(1 4) rotate(6 20 40)">{lower}</g>'
    )
