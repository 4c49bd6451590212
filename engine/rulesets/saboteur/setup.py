"""Dealing: a new game, and each of its rounds."""

from collections.abc import Mapping
from typing import TypedDict

from engine import rng
from engine.api import Event, Seat, Step
from engine.decks.saboteur import HAND_SIZE, ROLES
from engine.maze import grid
from engine.maze.cells import Cell
from engine.parts.board import GOAL_CELLS, bare
from engine.parts.facts import Dealt, RoundBegan
from engine.rulesets.saboteur.cards import (
    ALL_GOLD,
    CODES,
    DECK,
    DIGGER,
    GOAL_KINDS,
    SABOTEUR,
    TILES,
)
from engine.rulesets.saboteur.edition import Config, configure
from engine.rulesets.saboteur.state import State

_BARE = bare(TILES)
_BARE_NETWORK = grid.trace(_BARE)


class Table(TypedDict):
    """What a new round lays out afresh; gold and results stay from one round to the next."""

    round: int
    asked: Seat
    orient: tuple[()]
    maze: grid.Maze
    network: grid.Network
    goals: tuple[tuple[Cell, int], ...]
    seen: tuple[int, ...]
    roles: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    broken: tuple[int, ...]
    stock: tuple[int, ...]
    discards: tuple[()]


def new_game(seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
    """Deal the first round; the first player is drawn. Raises SeatsError or OptionError."""
    config = configure(seats, options)
    starter = Seat(rng.below(seed, "first player", seats))
    table, events = deal(config, seed, 1, starter)
    state = State(
        config=config,
        seed=seed,
        turn=0,
        gold=((),) * seats,
        gold_stock=ALL_GOLD,
        bank=0,
        results=(),
        **table,
    )
    return Step(state, events)


def deal(
    config: Config, seed: bytes, number: int, starter: Seat
) -> tuple[Table, tuple[Event, ...]]:
    """Shuffle dwarves, goals and cards of a round, each from a stream of its own, and deal."""
    seats, size = config.seats, HAND_SIZE[config.seats]
    diggers, saboteurs = ROLES[seats]
    roles = rng.shuffled(
        seed, f"round {number} dwarves", [DIGGER] * diggers + [SABOTEUR] * saboteurs
    )
    goals = rng.shuffled(seed, f"round {number} goals", GOAL_KINDS)
    deck = rng.shuffled(seed, f"round {number} cards", DECK)
    hands = tuple(tuple(sorted(deck[at * size : (at + 1) * size])) for at in range(seats))
    table = Table(
        round=number,
        asked=starter,
        orient=(),
        maze=_BARE,
        network=_BARE_NETWORK,
        goals=tuple(zip(GOAL_CELLS, goals, strict=True)),
        seen=(0,) * seats,
        roles=roles,
        hands=hands,
        broken=(0,) * seats,
        stock=deck[seats * size :],
        discards=(),
    )
    dealt = (
        Dealt(Seat(at), roles[at], tuple(map(CODES.__getitem__, hand)))
        for at, hand in enumerate(hands)
    )
    return table, (RoundBegan(number, starter), *dealt)
