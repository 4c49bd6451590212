"""Dealing a game: clan cards, goals, the three stacks and the hands."""

from collections.abc import Mapping

from engine import rng
from engine.api import Event, Seat, Step
from engine.decks.dark_cave import BOXED, DEAL, GOLD, PURSE, STEPS
from engine.maze import grid
from engine.maze.cells import Cell
from engine.parts.facts import RoundBegan
from engine.rulesets.dark_cave.cards import CODES, GOAL_KINDS, STACKS, TILES, clan_cards
from engine.rulesets.dark_cave.edition import Config, configure
from engine.rulesets.dark_cave.events import Dealt
from engine.rulesets.dark_cave.places import place_on
from engine.rulesets.dark_cave.state import PLAY, Dwarf, Progress, State
from engine.rulesets.dark_cave.ways import Ways, trace
from engine.values import Made, replace


def new_game(seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
    """Deal a game; the first player is drawn. Raises SeatsError or OptionError."""
    config = configure(seats, options)
    return dealt(config, seed, Seat(rng.below(seed, "first player", seats)))


def dealt(config: Config, seed: bytes, starter: Seat) -> Step[State]:
    """Deal clan cards, goals and hands, each from a stream of its own."""
    seats = config.seats
    clans = rng.shuffled(seed, "clan cards", clan_cards(seats))
    goals = rng.shuffled(seed, "goals", GOAL_KINDS)
    hands, stock, boxed = _deal(seed, seats)
    maze, ways = _BARE[config.start, config.goals]
    state = State(
        config=config,
        seed=seed,
        turn=0,
        asked=starter,
        progress=Progress(starter, PLAY, STEPS),
        agreed=0,
        orient=None,
        maze=maze,
        ways=replace(ways, shut={}, walks={}),
        goals=tuple(zip(config.goals, goals, strict=True)),
        clans=clans,
        dwarves=(Dwarf(place_on(config.start, 0), PURSE),) * seats,
        left=(),
        hands=hands,
        webs=(),
        creatures=(None, None, None),
        veins=(),
        gold=GOLD - seats * PURSE,
        stock=stock,
        discards=(),
        boxed=boxed,
        blind=0,
        ended="",
    )
    events: list[Event] = [RoundBegan(1, starter)]
    for at, hand in enumerate(hands):
        codes = tuple(CODES[card] for card in hand)
        events.append(Dealt(Seat(at), clans[at].clan, clans[at].role, codes))
    return Step(state, tuple(events))


def _bare(key: tuple[Cell, tuple[Cell, ...]]) -> tuple[grid.Maze, Ways]:
    start, goals = key
    maze = grid.laid_out(TILES, goals, {start: TILES.placed("START")})
    return maze, trace(maze)


_BARE = Made(_bare)
"""By where the start and the goals lie: the table with which games begin."""


def _deal(
    seed: bytes, seats: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]:
    """Box five cards of each stack, deal from stack I and II, and pile up what is left."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    stock: list[int] = []
    boxed: list[int] = []
    for number, (cards, size) in enumerate(zip(STACKS, DEAL[seats], strict=True), 1):
        stack = rng.shuffled(seed, f"stack {number}", cards)
        boxed += stack[:BOXED]
        dealt, rest = stack[BOXED : BOXED + seats * size], stack[BOXED + seats * size :]
        for at in range(seats):
            hands[at] += dealt[at * size : (at + 1) * size]
        stock += rest
    return tuple(tuple(sorted(hand)) for hand in hands), tuple(stock), tuple(boxed)
