"""Dealing: a new game, and each of its rounds."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from engine import rng
from engine.api import Event, Seat, Step
from engine.decks.duel import COLOURS, GOALS_A_ROUND, HAND_SIZE
from engine.maze import grid
from engine.maze.tiles import Placed
from engine.parts.facts import Dealt, Drew, RoundBegan
from engine.rulesets.duel import gates
from engine.rulesets.duel.cards import CODES, DECK, GOAL_KINDS, PATH_KINDS, START_KIND, TILES
from engine.rulesets.duel.draw import draw
from engine.rulesets.duel.edition import MODES, Mode, configure
from engine.rulesets.duel.state import State
from engine.values import Made, drafted


def new_game(mode: Mode, seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
    """Deal the first round; the green dwarf begins. Raises SeatsError or OptionError."""
    config = configure(mode, seats, options)
    dwarves = (config.colour,) if config.colour else rng.shuffled(seed, "dwarves", COLOURS)
    starter = Seat(dwarves.index("green")) if "green" in dwarves else Seat(0)
    goals = rng.shuffled(seed, "goals", GOAL_KINDS)
    return next_round(State(config, seed, dwarves, ((),) * seats, goal_stock=goals), starter)


def next_round(before: State, starter: Seat) -> Step[State]:
    """Deal the round after this one: gold that was won and goals that were laid stay away."""
    config, mode, number = before.config, before.config.mode, before.round + 1
    cards, goals = _shuffled(before, f"round {number} cards"), before.goal_stock
    state = State(
        config=config,
        seed=before.seed,
        dwarves=before.dwarves,
        gold=before.gold,
        round=number,
        turn=before.turn,
        asked=starter,
        **_BARE[mode.meta.key, before.dwarves],
        goals=tuple(zip(mode.goals, goals[:GOALS_A_ROUND], strict=True)),
        seen=(0,) * config.seats,
        hands=((),) * config.seats,
        broken=(0,) * config.seats,
        # Solo: ten cards are set aside before the hand is dealt.
        stock=cards[mode.aside :],
        aside=cards[: mode.aside],
        goal_stock=goals[GOALS_A_ROUND:],
        box=before.box,
        results=before.results,
    )
    return _deal(state, (RoundBegan(number, starter),))


def _bare(key: tuple[str, tuple[str, ...]]) -> dict[str, Any]:
    mode, dwarves = MODES[key[0]], key[1]
    starts = {dwarf: mode.starts[dwarf] for dwarf in dwarves}
    lying = {cell: Placed(2 * START_KIND[dwarf]) for dwarf, cell in starts.items()}
    maze = grid.laid_out(TILES, mode.goals, lying)
    walkers = gates.walkers(maze, starts, {})
    networks = tuple(gates.trace(maze, walker) for walker in walkers)
    return {"maze": maze, "walkers": walkers, "networks": networks}


_BARE = Made(_bare)
"""By game and dwarves: the table with which each of their rounds begins."""


def _shuffled(before: State, purpose: str) -> tuple[int, ...]:
    gone = [kind for kind in chain(before.box, *before.gold) if kind < PATH_KINDS]
    if before.config.rules > 1:
        return rng.in_order(before.seed, purpose, DECK, gone)
    deck = list(DECK)
    for kind in gone:
        deck.remove(kind)
    return rng.shuffled(before.seed, purpose, deck)


def _deal(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Give everybody a hand; in the solo game mishaps may come with it."""
    for seat in map(Seat, range(state.config.seats)):
        state, drawn = draw(state, seat, (), HAND_SIZE, drafted(state))
        # The hand is one fact: nobody is told card by card what he was dealt.
        events += tuple([event for event in drawn if not isinstance(event, Drew)])
    hands = [tuple([CODES[kind] for kind in hand]) for hand in state.hands]
    dealt = map(Dealt, map(Seat, range(state.config.seats)), state.dwarves, hands)
    return Step(state, (*events, *dealt))
