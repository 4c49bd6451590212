"""The end of a round and of the game: gold goes to its owners and trolls get their pay."""

from engine.api import Event, Seat, Step
from engine.parts.facts import GameEnded
from engine.rulesets.duel import events as own
from engine.rulesets.duel.cards import VALUE
from engine.rulesets.duel.scoring import bribed, final_result, grade, payments, scores, values, won
from engine.rulesets.duel.setup import next_round
from engine.rulesets.duel.state import PAY, PLAY, RoundResult, State
from engine.values import replace


def end_round(state: State, events: tuple[Event, ...]) -> Step[State]:
    """End a round. First whoever can pay his trolls in several ways is asked how.

    That is one at the most: of three trolls nobody else has bribed more than one, and a single
    troll leaves no choice.
    """
    ways = [payments(state, Seat(at)) for at in range(state.config.seats)]
    for payer, sets in enumerate(ways):
        if len(sets) > 1:
            turn = state.turn + (payer != state.asked)
            state = replace(state, turn=turn, asked=Seat(payer), ask=PAY, acted="")
            return Step(state, events)
    return _settle(state, [sets[0] for sets in ways], events)


def pay(state: State, seat: Seat, chosen: tuple[int, ...]) -> Step[State]:
    """Take a seat's choice of cards and close the round."""
    paid = [payments(state, Seat(at))[0] for at in range(state.config.seats)]
    paid[seat] = chosen
    return _settle(state, paid, ())


def _settle(state: State, paid: list[tuple[int, ...]], events: tuple[Event, ...]) -> Step[State]:
    """Give everybody the gold he has marked and take what his trolls cost."""
    seats = [Seat(at) for at in range(state.config.seats)]
    earned = [won(state, seat) for seat in seats]
    gold, box = list(state.gold), list(state.box)
    for seat in seats:
        cards = sorted((*gold[seat], *earned[seat]))
        for value in paid[seat]:
            card = next(kind for kind in cards if VALUE[kind] == value)
            cards.remove(card)
            box.append(card)
        gold[seat] = tuple(cards)
    state = replace(state, gold=tuple(gold), box=tuple(sorted(box)))
    result = RoundResult(
        ended=_reason(state),
        won=tuple(map(values, earned)),
        trolls=tuple([bribed(state, seat) for seat in seats]),
        paid=tuple(paid),
        gold=scores(state),
    )
    for seat in seats:
        if result.trolls[seat]:
            events += (own.TrollsPaid(seat, result.trolls[seat], paid[seat]),)
    ended = own.RoundEnded(
        state.round, result.ended, result.won, result.trolls, result.paid, result.gold
    )
    state = replace(state, turn=state.turn + 1, results=(*state.results, result))
    if state.round == state.config.rounds:
        return _end_game(state, (*events, ended))
    # Goals leave the game, whether anybody has seen them or not (German text).
    marked = dict(state.claims)
    goals = [kind for cell, kind in state.goals if cell not in marked]
    state = replace(state, box=tuple(sorted((*state.box, *goals))))
    after, dealt = next_round(state, _starter(state))
    return Step(after, (*events, ended, *dealt))


def _reason(state: State) -> str:
    if not state.maze.covered:
        return "goals"
    return "cards" if state.counters else "counters"


def _starter(state: State) -> Seat:
    """Less gold begins, and after a tie the blue dwarf."""
    gold = scores(state)
    if not state.config.mode.solo and gold[0] == gold[1]:
        return Seat(state.dwarves.index("blue"))
    return Seat(gold.index(min(gold)))


def _end_game(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Count the gold. The last table stays as it lies, for all to look at."""
    result = final_result(state)
    if state.config.mode.solo:
        gold = result.scores[0]
        events += (own.Graded(Seat(0), gold, grade(gold)),)
    ended = GameEnded(result.scores, tuple(sorted(result.winners)))
    return Step(replace(state, asked=None, ask=PLAY, acted=""), (*events, ended))
