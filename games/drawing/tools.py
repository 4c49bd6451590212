"""Tools, whole and broken, and the action cards about them."""

from collections.abc import Sequence

from games.drawing.pointers import moved, use

_BADGES = {"break": "cross", "fix": "tick"}


def tools_card(act: str, tools: Sequence[str]) -> str:
    """Draw an action card that breaks or repairs these tools."""
    tool = snapped if act == "break" else use
    badge = use(_BADGES[act], (46, 70))
    if len(tools) == 1:
        body = moved(tool(tools[0]), (6, 16), 1.2)
    else:
        body = moved(tool(tools[0]), (5, 4), 0.95) + moved(tool(tools[1]), (14, 38), 0.95)
        badge = use(_BADGES[act], (14, 70))
    return use("sheet") + body + badge


def snapped(tool: str) -> str:
    """Draw a broken tool; the crack tells it from a whole one without any colour."""
    upper = f'<g clip-path="url(#upper)">{use(tool)}</g>'
    lower = f'<g clip-path="url(#lower)">{use(tool)}</g>'
    return (
        f'<g transform="rotate(-9 0 20)">{upper}</g>'
        f'<g transform="translate(1 4) rotate(6 20 40)">{lower}</g>'
    )
