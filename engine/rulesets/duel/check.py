"""What a position must not contradict: the box, the table, and the course of a round."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from engine.api import Seat
from engine.decks.duel import GOALS_A_ROUND, HAND_SIZE, KEYS
from engine.maze.cells import Cell, cell_name
from engine.maze.grid import Network
from engine.maze.sides import letters_of
from engine.parts.checks import check_neighbours, check_reached
from engine.parts.tools import named
from engine.parts.words import cards_of, cells_of, require
from engine.rulesets.duel.cards import (
    BROKEN,
    CODES,
    DECK,
    FOREIGN,
    GOAL_KINDS,
    KEY,
    MISHAPS,
    PATH_KINDS,
    REMOVABLE,
    STANDS_FOR,
    START_KIND,
    TILES,
    TROLL_SIDES,
    VALUE,
)
from engine.rulesets.duel.scoring import bribed, payments
from engine.rulesets.duel.state import BRIBE, CLAIM, LAID, ORIENT, PAY, PLAY, State
from engine.rulesets.duel.tunnels import bribable, gold_reached


def check(state: State) -> None:
    """Raise PositionError naming the first contradiction of a state that was read."""
    _check_copies(state)
    _check_goal_copies(state)
    _check_hands(state)
    _check_lying(state)
    check_neighbours(state.maze, STANDS_FOR)
    _check_counters(state)
    _check_keys(state)
    _check_course(state)
    if state.asked is not None:
        _check_question(state, state.asked)


def unused(state: State) -> Counter[int]:
    """Count the deck's cards that lie nowhere on the table, in no hand and not in the stock."""
    used = Counter(chain(*state.hands, state.stock, state.aside))
    used.update(kind for kind in (*_on_table(state), *_out_of_play(state)) if kind < PATH_KINDS)
    used.update(BROKEN[tool] for tools in state.broken for tool in named(tools))
    left = Counter(DECK)
    left.subtract(used)
    return left


def unused_goals(state: State) -> list[int]:
    """List the goals that lie nowhere on the table, with nobody and not in the box."""
    lying = [kind for _cell, kind in state.goals]
    gone = {STANDS_FOR.get(kind) for kind in (*lying, *_out_of_play(state))}
    return [kind for kind in GOAL_KINDS if kind not in gone]


def _taken(state: State) -> Iterable[Cell]:
    """After the end the last table still lies there, but its gold has gone to the owners."""
    return dict(state.claims) if state.asked is None else ()


def _on_table(state: State) -> list[int]:
    taken = _taken(state)
    return [placed >> 1 for cell, placed in state.maze.cards.items() if cell not in taken]


def _out_of_play(state: State) -> list[int]:
    return [*chain(*state.gold, state.box)]


def _check_copies(state: State) -> None:
    left = unused(state)
    left.subtract(state.discards)
    for kind, count in left.items():
        require(count >= 0, f"{-count} more of {CODES[kind]} than the box holds")
    missing = cards_of(sorted(left.elements()), CODES)
    require(missing == "none", f"cards that are nowhere: {missing}")


def _check_goal_copies(state: State) -> None:
    taken = _taken(state)
    goals = [kind for cell, kind in state.goals if cell not in taken]
    goals += [*state.goal_stock, *(kind for kind in _out_of_play(state) if kind >= PATH_KINDS)]
    for kind in goals:
        require(kind in STANDS_FOR, f"{CODES[kind]} is no goal")
    there = Counter(STANDS_FOR[kind] for kind in goals)
    for kind, copies in there.items():
        require(copies == 1, f"{copies - 1} more of {CODES[kind]} than the box holds")
    missing = cards_of([kind for kind in GOAL_KINDS if kind not in there], CODES)
    require(missing == "none", f"goals that are nowhere: {missing}")
    if state.asked is not None:
        left, needed = len(state.goal_stock), GOALS_A_ROUND * (state.config.rounds - state.round)
        require(left >= needed, f"{left} goals are left for the rounds to come")
    for kind in _out_of_play(state):
        prize = kind in STANDS_FOR or VALUE[kind]
        require(prize, f"{CODES[kind]} has no gold to be won")


def _check_hands(state: State) -> None:
    for at, hand in enumerate(state.hands):
        holds = f"@{at + 1} holds {len(hand)} cards"
        require(len(hand) <= HAND_SIZE, f"{holds}, more than the {HAND_SIZE} dealt")
        acts = at == state.asked and state.ask == PLAY
        require(hand or not acts, f"{holds} and cannot be asked")
        mishaps = sorted(MISHAPS.intersection(hand)) if state.config.mode.solo else []
        never = cards_of(mishaps, CODES)
        require(not mishaps, f"{never} is never held in the solo game")


def _check_lying(state: State) -> None:
    mode, kinds = state.config.mode, dict(state.goals)
    starts = {mode.starts[colour]: START_KIND[colour] for colour in state.dwarves}
    for cell, placed in state.maze.cards.items():
        name, kind = cell_name(cell), placed >> 1
        wanted = starts.get(cell, kinds.get(cell))
        if wanted is None:
            require(kind < PATH_KINDS, f"{CODES[kind]} cannot lie on {name}")
        else:
            require(kind == wanted, f"{CODES[kind]} lies on {name}, where {CODES[wanted]} is")
    removable = [cell for cell, placed in state.maze.cards.items() if REMOVABLE[placed >> 1]]
    right = sorted(state.trail) == (sorted(removable) if mode.solo else [])
    require(right, "the trail must name each card without gold and troll once")


def _check_counters(state: State) -> None:
    most = state.config.mode.counters
    require(state.counters >= 0, f"there are {most} counters, {most - state.counters} lie")
    lying = state.maze.cards
    for cell, _seat in state.claims:
        gold = cell in lying and TILES.gold[lying[cell]]
        require(gold, f"no gold to be marked on {cell_name(cell)}")
    for cell, _seat in state.bribes:
        troll = cell in lying and TROLL_SIDES[lying[cell]]
        require(troll, f"no troll to be bribed on {cell_name(cell)}")
    for cell, count in Counter(c for c, _ in (*state.claims, *state.bribes)).items():
        require(count == 1, f"{count} counters lie on {cell_name(cell)}")


def _check_keys(state: State) -> None:
    require(len(set(state.keys)) == len(state.keys), "two keys lie on one door")
    for cell, side in state.keys:
        placed = state.maze.cards.get(cell)
        door = placed is not None and any(FOREIGN[dwarf][placed] & side for dwarf in state.dwarves)
        require(door, f"no closed door on {cell_name(cell)} {letters_of(side)}")
    # Ruling 25: for each key that lies a card was played, which comes back in the next round only.
    unplayed = [*chain(*state.hands), *state.stock, *state.aside].count(KEY)
    lying = len(state.keys)
    require(lying + unplayed <= KEYS, f"of {KEYS} keys {lying} lie and {unplayed} are unplayed")


def _check_course(state: State) -> None:
    done, rounds = len(state.results), state.config.rounds
    if state.asked is None:
        require(done == rounds, f"nobody is asked, but {done} of {rounds} rounds have a result")
    else:
        right = done < state.round
        require(right, f"{done} results in round {state.round}, which goes on")


def _check_question(state: State, seat: Seat) -> None:
    ask = state.ask
    require((ask == ORIENT) == bool(state.orient), "a goal waits for its side, or none does")
    front = {cell: 0 for network in state.networks for cell in network.front}
    check_reached(state.maze, Network({}, front), state.orient, dict(state.goals))
    if ask == ORIENT:
        return
    over = not state.counters or not state.maze.covered
    if ask == PAY:
        require(len(payments(state, seat)) > 1, f"@{seat + 1} can pay in one way only")
        played = not state.stock and not any(state.hands)
        require(over or played, "nobody pays for trolls before the round is over")
        return
    gold = gold_reached(state, seat) if state.counters else {}
    if ask == CLAIM:
        few = len(gold) > state.counters
        require(few, f"{len(gold)} cards with gold are reached, {state.counters} counters left")
        return
    require(not gold, f"gold is reached on {cells_of(gold)}, which must be marked")
    if ask == BRIBE:
        require(state.acted == LAID and bribable(state, seat), "there is nobody to bribe")
    else:
        require(not state.acted, f"after {state.acted} the turn goes on or is over")
    right = not over or (ask == PLAY and bribed(state, seat))
    require(right, "the round is over: nothing can be decided")
