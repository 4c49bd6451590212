"""What a position must not contradict: the box, the table, and the course of a round."""

from collections import Counter

from engine.decks.saboteur import HAND_SIZE
from engine.maze.cells import cell_name
from engine.parts.checks import check_neighbours, check_reached
from engine.parts.gold import minus
from engine.parts.tools import named
from engine.parts.words import cards_of, require
from engine.rulesets.saboteur.cards import (
    ALL_GOLD,
    CODES,
    DECK,
    FIXED,
    GOAL_KINDS,
    GOLD_KIND,
    KIND,
    START_CELL,
    TILES,
)
from engine.rulesets.saboteur.state import State


def check(state: State) -> None:
    """Raise PositionError naming the first contradiction of a state that was read."""
    _check_places(state)
    _check_copies(state)
    _check_hands(state)
    check_neighbours(state.maze, GOAL_KINDS)
    check_reached(state.maze, state.network, state.orient, dict(state.goals))
    _check_course(state)
    _check_payments(state)


def unused(state: State) -> Counter[int]:
    """Count the deck's cards that lie nowhere on the table, in no hand and not in the stock."""
    used = Counter(placed >> 1 for cell, placed in state.maze.cards.items() if cell not in FIXED)
    used.update(kind for hand in state.hands for kind in hand)
    used.update(state.stock)
    used.update(KIND[f"break-{tool}"] for tools in state.broken for tool in named(tools))
    left = Counter(DECK)
    left.subtract(used)
    return left


def _check_places(state: State) -> None:
    places = {**dict(state.goals), START_CELL: TILES.kind["S"]}
    require(START_CELL in state.maze.cards, f"no start card lies on {cell_name(START_CELL)}")
    for cell, placed in state.maze.cards.items():
        kind, name = placed >> 1, cell_name(cell)
        if cell in places:
            right = CODES[places[cell]]
            require(kind == places[cell], f"{CODES[kind]} lies on {name}, the place of {right}")
        else:
            require(kind in DECK, f"{CODES[kind]} cannot lie on {name}")


def _check_copies(state: State) -> None:
    left = unused(state)
    left.subtract(state.discards)
    for kind, count in left.items():
        require(count >= 0, f"{-count} more of {CODES[kind]} than the box holds")
    missing = cards_of(sorted(left.elements()), CODES)
    require(missing == "none", f"cards that are nowhere: {missing}")


def _check_hands(state: State) -> None:
    most = HAND_SIZE[state.config.seats]
    for at, hand in enumerate(state.hands):
        holds = f"@{at + 1} holds {len(hand)} cards"
        require(len(hand) <= most, f"{holds}, more than the {most} dealt at this table")
        asked = at == state.asked and not state.orient
        require(hand or not asked, f"{holds} and cannot be asked")


def _check_course(state: State) -> None:
    done, rounds = len(state.results), state.config.rounds
    if state.asked is None:
        require(done == rounds, f"nobody is asked, but {done} of {rounds} rounds have a result")
        return
    require(done < state.round, f"{done} results in round {state.round}, which goes on")
    gold = next(cell for cell, kind in state.goals if kind == GOLD_KIND)
    lies_open = gold in state.maze.cards and not state.orient
    require(not lies_open, f"the treasure lies open on {cell_name(gold)}: the round is over")


def _check_payments(state: State) -> None:
    if state.results and all(result.paid for result in state.results):
        for at, cards in enumerate(state.gold):
            paid = sum(result.paid[at] for result in state.results)
            held = f"@{at + 1} holds gold worth {sum(cards)}"
            require(paid == sum(cards), f"{held}, but was paid {paid}")


def gold_left(gold: tuple[tuple[int, ...], ...], bank: int) -> tuple[int, ...]:
    """Tell what gold cards are left in the box; the bank's ones do not come from there."""
    held = sorted((card for cards in gold for card in cards), reverse=True)
    for card in held:
        require(card in ALL_GOLD, f"no gold card is worth {card}")
    require(held.count(1) >= bank, "the bank has paid more ones than anybody holds")
    from_box = tuple(held[: len(held) - bank])
    for card in set(from_box):
        surplus = from_box.count(card) - ALL_GOLD.count(card)
        require(surplus <= 0, f"{surplus} more gold cards worth {card} than the box holds")
    return minus(ALL_GOLD, from_box)
