"""Words that a search could betray a secret by: cards, dwarves, goals and facts."""

import importlib
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.utils import translation

from engine.api import Seat
from engine.registry import RULESETS
from games import texts


@cache
def words(key: str) -> tuple[str, ...]:
    """List every card, dwarf, goal and kind of fact of a game, by code and in all languages."""
    return tuple(sorted({word for word in _words(key) if word}))


def _words(key: str) -> Iterator[str]:
    rules = RULESETS[key]
    codes, dwarves = sorted(texts.BOOKS[key].cards), sorted(_dwarves(key))
    yield from (*codes, *dwarves, *rules.orders.words)
    package = rules.view.__module__.rpartition(".")[0]
    yield from importlib.import_module(f"{package}.events").KINDS
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            yield from (texts.card_name(code) for code in codes)
            yield from (texts.role_name(key, role) for role in dwarves)


def _dwarves(key: str) -> set[str]:
    """Find the dwarves of a game by dealing it."""
    rules, found = RULESETS[key], set[str]()
    for seats in (rules.meta.seats[0], rules.meta.seats[-1]):
        for seed in range(8):
            state = rules.setup(bytes([seed] * 16), seats, {}).state
            views = (rules.view(state, Seat(seat)) for seat in range(seats))
            found |= {view.role for view in views if view.role}
    return found
