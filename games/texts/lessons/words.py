"""What a lesson of the first-game guide consists of, and which answer a choice gets."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple


class Answer(NamedTuple):
    """What is said to a choice."""

    to: str
    """The choice: a move's notation or an option's name, with * for anything."""
    text: str
    right: bool = False


class Words(NamedTuple):
    """The words of a lesson."""

    title: str
    told: tuple[str, ...]
    """What there is to know, a paragraph each."""
    task: str
    answers: tuple[Answer, ...]
    """The first that fits a choice is given."""
    options: Mapping[str, str] = {}
    """For a question that no move answers: what can be said, by name."""
    in_maze: bool = False
    """Whether the options are cells."""

    def answer(self, choice: str) -> Answer:
        """Judge a choice; raises LookupError if nothing is said about it."""
        fitting = (answer for answer in self.answers if fnmatchcase(choice, answer.to))
        found = next(fitting, None)
        if found is None:
            raise LookupError(choice)
        return found
