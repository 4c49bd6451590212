"""Dealing: a new game, and each of its rounds."""

from collections.abc import Mapping

from engine import rng
from engine.api import Seat, Step
from engine.decks.saboteur2 import ASIDE, HAND_SIZE
from engine.parts.board import GOAL_CELLS
from engine.parts.facts import Dealt, RoundBegan
from engine.rulesets.saboteur2.cards import CODES, DECKS, DWARVES, GOAL_KINDS
from engine.rulesets.saboteur2.edition import configure
from engine.rulesets.saboteur2.state import State


def new_game(seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
    """Deal the first round; the first player is drawn. Raises SeatsError or OptionError."""
    config = configure(seats, options)
    starter = Seat(rng.below(seed, "first player", seats))
    return next_round(State(config, seed, gold=(0,) * seats), starter)


def next_round(before: State, starter: Seat) -> Step[State]:
    """Shuffle dwarves, goals and cards, each from a stream of its own, and deal; gold stays."""
    config, seed, number = before.config, before.seed, before.round + 1
    seats = config.seats
    dwarves = rng.shuffled(seed, f"round {number} dwarves", DWARVES)
    goals = rng.shuffled(seed, f"round {number} goals", GOAL_KINDS)
    deck = rng.shuffled(seed, f"round {number} cards", DECKS[config.fourth_rockfall])
    dealt, stock = ASIDE + seats * HAND_SIZE, deck[ASIDE + seats * HAND_SIZE :]
    hands = tuple(
        tuple(sorted(deck[first : first + HAND_SIZE])) for first in range(ASIDE, dealt, HAND_SIZE)
    )
    state = State(
        config=config,
        seed=seed,
        round=number,
        turn=before.turn,
        asked=starter,
        goals=tuple(zip(GOAL_CELLS, goals, strict=True)),
        seen=(0,) * seats,
        inspected=((),) * seats,
        roles=dwarves[:seats],
        undealt=dwarves[seats:],
        hands=hands,
        broken=(0,) * seats,
        trapped=(False,) * seats,
        stock=stock,
        aside=deck[:ASIDE],
        gold=before.gold,
        results=before.results,
    )
    facts = (
        Dealt(Seat(at), dwarves[at], tuple(CODES[kind] for kind in hand))
        for at, hand in enumerate(hands)
    )
    return Step(state, (RoundBegan(number, starter), *facts))
