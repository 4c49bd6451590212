"""The words of the first-game guide, lesson by lesson."""

from collections.abc import Sequence

from games.texts.lessons import cards, maze
from games.texts.lessons.words import Answer, Words

__all__ = ["Answer", "Words", "lesson_titles", "lesson_words"]

_LESSONS = (
    *(maze.aim, maze.reading, maze.picking, maze.fitting, maze.turning),
    *(cards.tools, cards.rockfall, cards.maps, cards.passing, cards.treasure),
)


def lesson_words(number: int) -> Words:
    """Give the words of a lesson, which are numbered from 1."""
    return _LESSONS[number - 1]()


def lesson_titles() -> Sequence[str]:
    """Name all lessons in their order."""
    return [words().title for words in _LESSONS]
