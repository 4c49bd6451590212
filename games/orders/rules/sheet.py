"""A seat's orders as its owner is shown them: values for pages and letters."""

from dataclasses import dataclass

from games.clocks.rules.settings import Pace
from games.orders.rules.asking import Why


@dataclass(frozen=True, slots=True)
class LineSight:
    """A line as it is understood."""

    text: str
    fits: bool
    """Nothing is known that keeps it from speaking now."""
    never: bool
    """It can never fit again."""
    why: tuple[Why, ...]
    """Why it does not fit now or, in a void list, why it did not when it was looked at."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Both lists of a seat and what has become of them. Nobody but its owner is shown it."""

    pace: Pace
    following: tuple[LineSight, ...] = ()
    standing: tuple[LineSight, ...] = ()
    unhurried: bool = False
    version: int = 0
    waits: bool = False
    """The first list was written in a turn that still runs, and counts for the one after it."""
    void: bool = False
    """Nothing fitted: the first list says nothing any more."""
    careful: bool = False
    """Caution holds back both."""
    pending: bool = False
    """The seat is asked, and they have not been looked at yet."""
    paused: bool = False
    """The table is closed: none is played meanwhile."""
    held: bool = False
    """The whole service is."""
    words: tuple[str, ...] = ()
    """What moves of the game begin with."""
    tests: tuple[str, ...] = ()
    """What may be asked there."""

    @property
    def written(self) -> bool:
        """Tell whether there are any."""
        return bool(self.following or self.standing)
