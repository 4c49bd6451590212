"""Dealing: a new game, and each of its rounds."""

from collections.abc import Mapping
from itertools import chain
from typing import TypedDict

from engine import rng
from engine.api import Event, Seat, Step
from engine.decks.duel import COLOURS, GOALS_A_ROUND, HAND_SIZE
from engine.maze import gates, grid
from engine.maze.cells import Cell
from engine.maze.gates import Walker
from engine.maze.tiles import Placed
from engine.parts.seats import changed
from engine.rulesets.duel.cards import CODES, DECK, GOAL_KINDS, PATH_KINDS, SHUT, START_KIND, TILES
from engine.rulesets.duel.draw import draw, draw_alone
from engine.rulesets.duel.edition import MODES, Config, Mode, configure
from engine.rulesets.duel.events import Dealt, RoundBegan
from engine.rulesets.duel.state import PLAY, State
from engine.rulesets.duel.tunnels import NO_LINKS
from engine.values import Made, replace


def _bare(key: tuple[str, tuple[str, ...]]) -> tuple[grid.Maze, tuple[grid.Network, ...]]:
    mode, dwarves = MODES[key[0]], key[1]
    maze = grid.empty(TILES, mode.goals)
    for dwarf in sorted(dwarves):
        maze = grid.put(maze, mode.starts[dwarf], Placed(2 * START_KIND[dwarf]))
    walkers = (Walker((mode.starts[dwarf],), SHUT[dwarf], {}, NO_LINKS) for dwarf in dwarves)
    return maze, tuple(gates.trace(maze, walker) for walker in walkers)


_BARE = Made(_bare)
"""By the game and its dwarves: the table before a card is laid."""


class Table(TypedDict):
    """What a new round lays out afresh; gold and results stay from one round to the next."""

    round: int
    asked: Seat
    ask: str
    acted: str
    orient: tuple[()]
    maze: grid.Maze
    links: Mapping[Cell, Cell]
    networks: tuple[grid.Network, ...]
    loose: tuple[()]
    trolls: tuple[()]
    goals: tuple[tuple[Cell, int], ...]
    seen: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    broken: tuple[int, ...]
    stock: tuple[int, ...]
    discards: tuple[()]
    aside: tuple[int, ...]
    trail: tuple[()]
    claims: tuple[()]
    bribes: tuple[()]
    keys: tuple[()]
    goal_stock: tuple[int, ...]


def new_game(mode: Mode, seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
    """Deal the first round; the green dwarf begins. Raises SeatsError or OptionError."""
    config = configure(mode, seats, options)
    dwarves = (config.colour,) if config.colour else rng.shuffled(seed, "dwarves", COLOURS)
    starter = Seat(dwarves.index("green")) if "green" in dwarves else Seat(0)
    goals = rng.shuffled(seed, "goals", GOAL_KINDS)
    nothing: tuple[tuple[int, ...], ...] = ((),) * seats
    table = _table(config, seed, 1, starter, dwarves, goals, DECK)
    state = State(
        config=config, seed=seed, dwarves=dwarves, gold=nothing, box=(), results=(), **table
    )
    return _deal(state)


def next_round(state: State, starter: Seat) -> Step[State]:
    """Deal the round after this one: gold that was won and goals that were laid stay away."""
    deck = list(DECK)
    for kind in chain(state.box, *state.gold):
        if kind < PATH_KINDS:
            deck.remove(kind)
    table = _table(
        state.config,
        state.seed,
        state.round + 1,
        starter,
        state.dwarves,
        state.goal_stock,
        tuple(deck),
    )
    return _deal(replace(state, **table))


def _table(
    config: Config,
    seed: bytes,
    number: int,
    starter: Seat,
    dwarves: tuple[str, ...],
    goals: tuple[int, ...],
    deck: tuple[int, ...],
) -> Table:
    mode, seats = config.mode, config.seats
    maze, networks = _BARE[mode.meta.key, dwarves]
    cards = rng.shuffled(seed, f"round {number} cards", deck)
    return Table(
        round=number,
        asked=starter,
        ask=PLAY,
        acted="",
        orient=(),
        maze=maze,
        links=NO_LINKS,
        networks=networks,
        loose=(),
        trolls=(),
        goals=tuple(zip(mode.goals, goals[:GOALS_A_ROUND], strict=True)),
        seen=(0,) * seats,
        hands=((),) * seats,
        broken=(0,) * seats,
        # Solo: ten cards are set aside before the hand is dealt.
        stock=cards[mode.aside :],
        discards=(),
        aside=cards[: mode.aside],
        trail=(),
        claims=(),
        bribes=(),
        keys=(),
        goal_stock=goals[GOALS_A_ROUND:],
    )


def _deal(state: State) -> Step[State]:
    """Give everybody a hand; in the solo game mishaps may come with it."""
    events: tuple[Event, ...] = (RoundBegan(state.round, state.asked or Seat(0)),)
    if state.config.mode.solo:
        state, _, mishaps = draw_alone(state, Seat(0), HAND_SIZE)
        events += mishaps
    else:
        for seat in map(Seat, range(state.config.seats)):
            hand, stock, _ = draw((), state.stock, seat, HAND_SIZE)
            state = replace(state, hands=changed(state.hands, seat, hand), stock=stock)
    return Step(
        state, events + tuple(map(_dealt, range(state.config.seats), state.dwarves, state.hands))
    )


def _dealt(seat: int, dwarf: str, hand: tuple[int, ...]) -> Event:
    # The hand is one fact: nobody is told card by card what he was dealt.
    return Dealt(Seat(seat), dwarf, tuple(CODES[kind] for kind in hand))
