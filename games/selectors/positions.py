"""A stored position as one viewer sees it, worked out once: pages are asked for again and again."""

import json
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any

from engine.api import Seat, TableView
from engine.registry import ruleset
from games.selectors.values import Choice

KEPT = 128
"""So many positions are remembered, each for one viewer; then the one longest unasked for goes."""


class Position:
    """What follows from a state for one viewer alone. The state is secret and goes no further."""

    def __init__(self, key: str, stored: str, viewer: Seat | None) -> None:
        self.rules = ruleset(key)
        self.state = self.rules.load(json.loads(stored))
        self.viewer = viewer
        self.view: TableView = self.rules.view(self.state, viewer)

    @cached_property
    def version(self) -> str:
        """A name for what is seen, from which nobody learns that something else has changed."""
        return blake2b(repr(self.view).encode(), digest_size=16).hexdigest()

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What the viewer can do where he is asked."""
        return self._choices(self.rules.legal_moves)

    @cached_property
    def settings(self) -> tuple[Choice, ...]:
        """What he may change for himself alone at any time."""
        return self._choices(self.rules.settings)

    def _choices(self, of: Callable[[Any, Seat], Iterable[Any]]) -> tuple[Choice, ...]:
        moves = () if self.viewer is None else of(self.state, self.viewer)
        return tuple([_choice(self.rules.meta.key, move) for move in moves])


# A move is a card, a cell and a few words: at all tables together there are some thousands.
@lru_cache(maxsize=5_000)
def _choice(key: str, move: Any) -> Choice:
    rules = ruleset(key)
    return Choice(rules.format(move), rules.picks(move))


@lru_cache(maxsize=KEPT)
def position(key: str, stored: str, viewer: Seat | None) -> Position:
    """Look at a state as it is stored, as JSON; all of it follows from these three."""
    return Position(key, stored, viewer)
