"""Bots play rounds from a printed seed until each role has had enough of them."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine import rng
from engine.api import RoundScore, Ruleset, Seat
from engine.registry import ruleset

ROUNDS = 2000
"""So many rounds make a prior: the first ones in which somebody has the role."""
FIRST = 10
"""Of so many it is kept apart what they earned: they are soon played anew."""


def silent(done: int, of: int) -> None:
    """Tell nobody how far it is."""


def played(
    key: str,
    options: Mapping[str, str],
    size: int,
    *,
    seed: int,
    rounds: int = ROUNDS,
    progress: Callable[[int, int], None] = silent,
) -> dict[str, int]:
    """Say the gold of so many rounds of each role that a seat of such a table can have."""
    rules = ruleset(key)
    had = Counter[str]()
    gold = dict.fromkeys(rules.meta.roles[size], 0)
    number = 0
    while gold.keys() - {role for role, times in had.items() if times == rounds}:
        dealt = _seed(rules, options, size, seed, number)
        for each in _game(rules, dealt, size, options):
            for role, got in zip(each.roles, each.gold, strict=True):
                if had[role] < rounds:
                    had[role] += 1
                    gold[role] += got
        number += 1
        progress(min(had[role] for role in gold), rounds)
    return gold


def choices(key: str) -> Iterator[dict[str, str]]:
    """Go through all ways in which the options of a game can be chosen, the usual one first."""
    ways: list[dict[str, str]] = [{}]
    for name, values in ruleset(key).meta.options.items():
        ways = [{**way, name: value} for way in ways for value in values]
    yield from ways


def _seed(
    rules: Ruleset[Any, Any, Any], options: Mapping[str, str], size: int, seed: int, number: int
) -> bytes:
    chosen = ",".join(f"{name}={value}" for name, value in sorted(options.items()))
    said = f"{seed}:{rules.meta.key}:{rules.meta.version}:{chosen}:{size}:{number}"
    return hashlib.sha256(said.encode()).digest()[: rng.SEED_BYTES]


def _game(
    rules: Ruleset[Any, Any, Any], dealt: bytes, size: int, options: Mapping[str, str]
) -> tuple[RoundScore, ...]:
    state = rules.setup(dealt, size, options).state
    while asked := rules.to_act(state):
        seat = Seat(min(asked))
        view = rules.view(state, seat)
        move = rules.choose(view, list(rules.legal_moves(state, seat)))
        state = rules.apply(state, seat, move).state
    return rules.rounds(state)
