"""What a position must not contradict: the box, the table, and the course of a round."""

from collections import Counter

from engine.decks.saboteur import HAND_SIZE
from engine.parts import checks
from engine.parts.words import require
from engine.rulesets.saboteur.cards import ALL_GOLD, BOX, CODES, DECK, GOALS, GOLD_KIND
from engine.rulesets.saboteur.payment import minus
from engine.rulesets.saboteur.state import State


def check(state: State) -> None:
    """Raise PositionError naming the first contradiction of a state that was read."""
    checks.check_places(state.maze, state.goals, CODES)
    left = unused(state)
    left.subtract(state.discards)
    checks.check_copies(left, CODES, "the box holds")
    _check_hands(state)
    checks.check_neighbours(state.maze, GOALS.values())
    checks.check_reached(state.maze, state.network, state.orient, dict(state.goals))
    _check_course(state)
    _check_payments(state)


def unused(state: State) -> Counter[int]:
    """Count the deck's cards that lie nowhere on the table, in no hand and not in the stock."""
    left = Counter(DECK)
    left.subtract(checks.on_the_table(state.maze, state.hands, state.broken, BOX))
    left.subtract(state.stock)
    return left


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
    checks.check_treasure_is_hidden(state.maze, state.goals, GOLD_KIND, state.orient)


def _check_payments(state: State) -> None:
    # A text may give gold for rounds of which it tells nothing.
    for at, cards in enumerate(state.gold):
        paid = sum(result.paid[at] for result in state.results if result.paid)
        held = f"@{at + 1} holds gold worth {sum(cards)}"
        require(paid <= sum(cards), f"{held}, but was paid {paid}")


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
