"""When the whole game is over: all goals and hands are turned up then, and dealt no more."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.engine.contract.known import Shown


def over(state: Any, shown: "Shown | None") -> bool:
    """Tell whether the game is over, or will be once what is shown has happened."""
    return (shown.after if shown else state).asked is None
