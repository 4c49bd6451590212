"""Dealing: a new game, and each of its rounds."""

from collections.abc import Mapping

from engine import rng
from engine.api import Seat, Step
from engine.decks.saboteur import HAND_SIZE, ROLES
from engine.parts.board import GOAL_CELLS
from engine.parts.facts import Dealt, RoundBegan
from engine.rulesets.saboteur.cards import (
    ALL_GOLD,
    CODES,
    DECK,
    DIGGER,
    GOAL_KINDS,
    SABOTEUR,
)
from engine.rulesets.saboteur.edition import configure
from engine.rulesets.saboteur.state import State


def new_game(seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
    """Deal the first round; the first player is drawn. Raises SeatsError or OptionError."""
    config = configure(seats, options)
    starter = Seat(rng.below(seed, "first player", seats))
    return next_round(State(config, seed, gold=((),) * seats, gold_stock=ALL_GOLD), starter)


def next_round(before: State, starter: Seat) -> Step[State]:
    """Shuffle dwarves, goals and cards, each from a stream of its own, and deal; gold stays."""
    config, seed, number = before.config, before.seed, before.round + 1
    seats, size = config.seats, HAND_SIZE[config.seats]
    diggers, saboteurs = ROLES[seats]
    roles = rng.shuffled(
        seed, f"round {number} dwarves", [DIGGER] * diggers + [SABOTEUR] * saboteurs
    )
    goals = rng.shuffled(seed, f"round {number} goals", GOAL_KINDS)
    deck = rng.shuffled(seed, f"round {number} cards", DECK)
    hands = tuple(tuple(sorted(deck[at * size : (at + 1) * size])) for at in range(seats))
    state = State(
        config=config,
        seed=seed,
        round=number,
        turn=before.turn,
        asked=starter,
        goals=tuple(zip(GOAL_CELLS, goals, strict=True)),
        seen=(0,) * seats,
        roles=roles,
        hands=hands,
        broken=(0,) * seats,
        stock=deck[seats * size :],
        gold=before.gold,
        gold_stock=before.gold_stock,
        bank=before.bank,
        results=before.results,
    )
    dealt = (
        Dealt(Seat(at), roles[at], tuple(map(CODES.__getitem__, hand)))
        for at, hand in enumerate(hands)
    )
    return Step(state, (RoundBegan(number, starter), *dealt))
