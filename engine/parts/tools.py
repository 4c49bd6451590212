"""The three tools of a dwarf as bits, and their names."""

from engine.api import Pick, PickKind

TOOLS = ("pick", "lantern", "cart")
BIT = {tool: 1 << at for at, tool in enumerate(TOOLS)}

_NAMED = tuple(tuple(tool for tool in TOOLS if mask & BIT[tool]) for mask in range(1 << len(TOOLS)))


def named(mask: int) -> tuple[str, ...]:
    """List the tools of a mask, in the order of the box."""
    return _NAMED[mask]


def tool_named(name: str) -> str:
    """Read a tool; raises KeyError if it is none."""
    if name not in BIT:
        raise KeyError(name)
    return name


def tool_pick(tool: str) -> Pick:
    """Pick a tool."""
    return Pick(PickKind.TOOL, tool)
