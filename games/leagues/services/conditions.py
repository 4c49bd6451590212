"""What must hold before something happens. Asked first: where one fails nothing was done."""

from typing import Any

from games.leagues.rules.dues import Condition
from games.models import Due


class Unmet(Exception):
    """A condition does not hold, so nothing happens and the directors are asked."""

    def __init__(self, condition: Condition, **said: Any) -> None:
        """Keep which one, and what its sentence names."""
        super().__init__(condition)
        self.condition, self.said = condition, said


class Later(Exception):
    """What must come first has not come; nobody need be asked."""


def require(due: Due, condition: Condition, *, holds: bool, **said: Any) -> None:
    """Pass if a condition holds, or the directors waived it; raises Unmet."""
    if not holds and condition not in due.passed:
        raise Unmet(condition, **said)
