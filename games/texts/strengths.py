"""How well a bot plays, in words."""

from django.utils.translation import pgettext

from engine.api import Strength


def strength_text(strength: Strength) -> str:
    """Name a strength where it is chosen."""
    return {
        Strength.EASY: pgettext("bots", "easy: they miss a lot"),
        Strength.MEDIUM: pgettext("bots", "medium: they miss some"),
        Strength.HARD: pgettext("bots", "hard: they miss nothing"),
    }[strength]


def bot_text(strength: str) -> str:
    """Say of who sits at a table that it is a bot, and how well it plays.

    A bot that stands in for somebody has no strength of its own and plays at medium.
    """
    return {
        Strength.EASY: pgettext("bots", "bot, easy"),
        Strength.MEDIUM: pgettext("bots", "bot, medium"),
        Strength.HARD: pgettext("bots", "bot, hard"),
    }[Strength(strength or Strength.MEDIUM)]
