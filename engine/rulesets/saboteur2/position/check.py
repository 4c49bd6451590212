"""What a position must not contradict: the boxes, the table, and the course of a round."""

from collections import Counter

from engine.decks.saboteur2 import ASIDE, HAND_SIZE
from engine.maze.cells import cell_name
from engine.parts.positions import check_neighbours, check_reached, require, seat_name
from engine.parts.tools import named
from engine.rulesets.saboteur2.moves import SWAP_HATS, THEFT, TRAP
from engine.rulesets.saboteur2.position.write import cards
from engine.rulesets.saboteur2.state import (
    CODES,
    DECKS,
    GOAL_CELLS,
    GOAL_KINDS,
    GOLD_KIND,
    KIND,
    START_CELL,
    State,
)
from engine.rulesets.saboteur2.tiles import TILES

_FIXED = frozenset((START_CELL, *GOAL_CELLS))


def check(state: State) -> None:
    """Raise PositionError naming the first contradiction of a state that was read."""
    _check_places(state)
    _check_copies(state)
    _check_hands(state)
    _check_hats(state)
    check_neighbours(state.maze, GOAL_KINDS)
    check_reached(state.maze, state.network, state.orient, dict(state.goals))
    _check_laid(state)
    _check_thieves(state)
    _check_course(state)


def unused(state: State) -> Counter[int]:
    """Count the deck's cards that are neither on the table, nor in a hand, nor in a pile."""
    used = Counter(placed >> 1 for cell, placed in state.maze.cards.items() if cell not in _FIXED)
    for pile in (*state.hands, state.stock, state.aside, state.discards):
        used.update(pile)
    used.update(KIND[f"break-{tool}"] for tools in state.broken for tool in named(tools))
    used.update({TRAP: sum(state.trapped), THEFT: len(state.thefts)})
    left = Counter(DECKS[state.config.fourth_rockfall])
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
            require(kind not in places.values(), f"{CODES[kind]} cannot lie on {name}")


def _check_copies(state: State) -> None:
    left = unused(state)
    for kind, count in left.items():
        require(count >= 0, f"{-count} more of {CODES[kind]} than the boxes hold")
    missing = cards(sorted(left.elements()))
    require(missing == "none", f"cards that are nowhere: {missing}")
    require(len(state.aside) == ASIDE, f"{len(state.aside)} cards are set aside, not {ASIDE}")


def _check_hands(state: State) -> None:
    for at, hand in enumerate(state.hands):
        holds = f"@{at + 1} holds {len(hand)} cards"
        require(len(hand) <= HAND_SIZE, f"{holds}, more than {HAND_SIZE}")
        asked = at == state.asked and not state.orient and not state.thieves
        require(hand or not asked, f"{holds} and cannot be asked")


def _check_hats(state: State) -> None:
    # So that the pile can never run out: three dwarves at least, two such cards (ruling 51).
    played, shed = state.discards.count(SWAP_HATS), len(state.shed)
    require(shed <= played, f"{shed} dwarves were swapped away by {played} cards")


def _check_laid(state: State) -> None:
    if state.laid is not None:
        name = cell_name(state.laid)
        require(state.orient, f"no goal waits for the card laid on {name}")
        require(state.laid in state.maze.cards.keys() - _FIXED, f"no card was laid on {name}")


def _check_thieves(state: State) -> None:
    require(len(set(state.thefts)) == len(state.thefts), "two theft cards lie before one seat")
    require(len(set(state.thieves)) == len(state.thieves), "a thief is named twice")
    for thief in state.thieves:
        usable = thief in state.thefts and not state.trapped[thief]
        require(usable, f"{seat_name(thief)} has no theft card to use")
    if state.thieves:
        first = seat_name(state.thieves[0])
        require(state.asked == state.thieves[0], f"the first thief, {first}, must be asked")
        require(state.closer is not None, "somebody must have closed the round")
        require(state.results, "thieves wait, but no round has a result")
        require(not state.orient, "a goal waits to be laid, so nobody steals yet")
    else:
        require(state.closer is None, "a round is closed, but no thief waits")


def _check_course(state: State) -> None:
    done, rounds = len(state.results), state.config.rounds
    if state.asked is None:
        require(done == rounds, f"nobody is asked, but {done} of {rounds} rounds have a result")
        return
    if state.thieves:
        require(done <= state.round, f"{done} results in round {state.round}")
        return
    require(done < state.round, f"{done} results in round {state.round}, which goes on")
    gold = next(cell for cell, kind in state.goals if kind == GOLD_KIND)
    lies_open = gold in state.maze.cards and not state.orient
    require(not lies_open, f"the treasure lies open on {cell_name(gold)}: the round is over")
