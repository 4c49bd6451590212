"""The three tools of a dwarf as bits, and their names."""

TOOLS = ("pick", "lantern", "cart")
BIT = {tool: 1 << at for at, tool in enumerate(TOOLS)}

_NAMED = tuple(tuple(tool for tool in TOOLS if mask & BIT[tool]) for mask in range(1 << len(TOOLS)))


def named(mask: int) -> tuple[str, ...]:
    """List the tools of a mask, in the order of the box."""
    return _NAMED[mask]
