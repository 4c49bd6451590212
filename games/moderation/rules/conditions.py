"""The conditions of the matrix, each a function of what is known of a case."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

LONGEST_PAUSES = timedelta(hours=72)
MOST_HOURS = 48


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What bears upon the right to an act. An act names what its row of the matrix asks."""

    own: bool = False
    """Whether it is about the actor himself, or a thing of his."""
    before_start: bool = False
    asked: bool = False
    """Whether the game waits for the actor himself."""
    paused: timedelta = timedelta()
    """How long the organiser has paused the game in all, with what is wished now."""
    given: int = 0
    """How many hours he has given the seat in all, with what is wished now."""
    over: bool = False
    """Whether the seat's time is over."""
    in_writing: bool = False
    """Whether the seat's owner asked for it in the talk, a letter or a case."""
    by_host: bool = False
    """Whether the sanction was given by a host."""
    public: bool = False
    """Whether a stranger sees what is reported."""
    his_league: bool = False
    decided: bool = False
    """Whether the actor decided, decided with, is a party, or shares a household with one."""


def c1(case: Circumstances) -> bool:
    """At most 72 hours in all, and never while he himself is asked."""
    return case.paused <= LONGEST_PAUSES and not case.asked


def c2(case: Circumstances) -> bool:
    """Another's seat, at most 48 hours in all for a seat and game."""
    return not case.own and case.given <= MOST_HOURS


def c3(case: Circumstances) -> bool:
    """Before the start."""
    return case.before_start


def c4(case: Circumstances) -> bool:
    """The seat's time is over, or its owner asked for it in writing."""
    return case.over or case.in_writing


def c5(_case: Circumstances) -> bool:
    """As for the public; the act tells every table and season that he plays in at once."""
    return True


def c6(_case: Circumstances) -> bool:
    """Lists leave out what he is tied to (`selectors.hidden_from`)."""
    return True


def c7(case: Circumstances) -> bool:
    """Not his own sanction, and not one given by a host."""
    return not case.own and not case.by_host


def c8(case: Circumstances) -> bool:
    """What a stranger can see."""
    return case.public


def c9(case: Circumstances) -> bool:
    """A matter of his league."""
    return case.his_league


def c10(case: Circumstances) -> bool:
    """Neither decider nor party, nor household of one."""
    return not case.decided


CONDITIONS: Mapping[str, Callable[[Circumstances], bool]] = {
    "C1": c1, "C2": c2, "C3": c3, "C4": c4, "C5": c5,
    "C6": c6, "C7": c7, "C8": c8, "C9": c9, "C10": c10,
}  # fmt: skip
