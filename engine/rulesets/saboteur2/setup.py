"""Dealing: a new game, and each of its rounds."""

from collections.abc import Mapping
from typing import TypedDict

from engine import rng
from engine.api import Event, Seat, Step
from engine.decks.saboteur2 import ASIDE, HAND_SIZE
from engine.maze import grid
from engine.maze.cells import Cell
from engine.parts.board import GOAL_CELLS, bare
from engine.parts.facts import Dealt, RoundBegan
from engine.rulesets.saboteur2.cards import CODES, DECKS, DWARVES, GOAL_KINDS, TILES
from engine.rulesets.saboteur2.edition import Config, configure
from engine.rulesets.saboteur2.state import Inspection, State

_BARE = bare(TILES)
_BARE_NETWORK = grid.trace(_BARE)


class Table(TypedDict):
    """What a new round lays out afresh; gold and results stay from one round to the next."""

    round: int
    asked: Seat
    orient: tuple[()]
    laid: None
    thieves: tuple[()]
    closer: None
    maze: grid.Maze
    network: grid.Network
    goals: tuple[tuple[Cell, int], ...]
    seen: tuple[int, ...]
    inspected: tuple[tuple[Inspection, ...], ...]
    roles: tuple[str, ...]
    undealt: tuple[str, ...]
    shed: tuple[()]
    hands: tuple[tuple[int, ...], ...]
    broken: tuple[int, ...]
    trapped: tuple[bool, ...]
    thefts: tuple[()]
    stock: tuple[int, ...]
    aside: tuple[int, ...]
    discards: tuple[()]


def new_game(seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
    """Deal the first round; the first player is drawn. Raises SeatsError or OptionError."""
    config = configure(seats, options)
    starter = Seat(rng.below(seed, "first player", seats))
    table, events = deal(config, seed, 1, starter)
    state = State(config=config, seed=seed, turn=0, gold=(0,) * seats, results=(), **table)
    return Step(state, events)


def deal(
    config: Config, seed: bytes, number: int, starter: Seat
) -> tuple[Table, tuple[Event, ...]]:
    """Shuffle dwarves, goals and cards of a round, each from a stream of its own, and deal."""
    seats = config.seats
    dwarves = rng.shuffled(seed, f"round {number} dwarves", DWARVES)
    goals = rng.shuffled(seed, f"round {number} goals", GOAL_KINDS)
    deck = rng.shuffled(seed, f"round {number} cards", DECKS[config.fourth_rockfall])
    dealt, stock = ASIDE + seats * HAND_SIZE, deck[ASIDE + seats * HAND_SIZE :]
    hands = tuple(
        tuple(sorted(deck[first : first + HAND_SIZE])) for first in range(ASIDE, dealt, HAND_SIZE)
    )
    table = Table(
        round=number,
        asked=starter,
        orient=(),
        laid=None,
        thieves=(),
        closer=None,
        maze=_BARE,
        network=_BARE_NETWORK,
        goals=tuple(zip(GOAL_CELLS, goals, strict=True)),
        seen=(0,) * seats,
        inspected=((),) * seats,
        roles=dwarves[:seats],
        undealt=dwarves[seats:],
        shed=(),
        hands=hands,
        broken=(0,) * seats,
        trapped=(False,) * seats,
        thefts=(),
        stock=stock,
        aside=deck[:ASIDE],
        discards=(),
    )
    facts = (
        Dealt(Seat(at), dwarves[at], tuple(CODES[kind] for kind in hand))
        for at, hand in enumerate(hands)
    )
    return table, (RoundBegan(number, starter), *facts)
