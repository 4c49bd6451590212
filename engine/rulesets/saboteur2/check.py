"""What a position must not contradict: the boxes, the table, and the course of a round."""

from collections import Counter

from engine.decks.saboteur2 import ASIDE, HAND_SIZE
from engine.maze.cells import cell_name
from engine.parts import checks
from engine.parts.board import FIXED
from engine.parts.words import require, seat_name
from engine.rulesets.saboteur2.cards import (
    BOX,
    CODES,
    DECKS,
    GOALS,
    GOLD_KIND,
    SWAP_HATS,
    THEFT,
    TRAP,
)
from engine.rulesets.saboteur2.state import State


def check(state: State) -> None:
    """Raise PositionError naming the first contradiction of a state that was read."""
    checks.check_places(state.maze, state.goals, CODES)
    checks.check_copies(unused(state), CODES, "the boxes hold")
    require(len(state.aside) == ASIDE, f"{len(state.aside)} cards are set aside, not {ASIDE}")
    _check_hands(state)
    _check_hats(state)
    checks.check_neighbours(state.maze, GOALS.values())
    checks.check_reached(state.maze, state.network, state.orient, dict(state.goals))
    _check_laid(state)
    _check_thieves(state)
    _check_course(state)


def unused(state: State) -> Counter[int]:
    """Count the deck's cards that are neither on the table, nor in a hand, nor in a pile."""
    left = Counter(DECKS[state.config.fourth_rockfall])
    left.subtract(checks.on_the_table(state.maze, state.hands, state.broken, BOX))
    for pile in (state.stock, state.aside, state.discards):
        left.subtract(pile)
    left.subtract({TRAP: sum(state.trapped), THEFT: len(state.thefts)})
    return left


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
        require(state.laid in state.maze.cards.keys() - FIXED, f"no card was laid on {name}")


def _check_thieves(state: State) -> None:
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
    checks.check_treasure_is_hidden(state.maze, state.goals, GOLD_KIND, state.orient)
