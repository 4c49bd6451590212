"""The end of a round and of the game: gold goes to its owners and trolls get their pay."""

from engine.api import Event, Seat, Step
from engine.parts.seats import changed, clockwise_from
from engine.rulesets.duel import events as facts
from engine.rulesets.duel.cards import VALUE
from engine.rulesets.duel.scoring import (
    bribed,
    final_result,
    grade,
    payments,
    scores,
    values,
    won,
)
from engine.rulesets.duel.setup import next_round
from engine.rulesets.duel.state import PAY, PLAY, RoundResult, State
from engine.values import replace


def end_round(state: State, events: tuple[Event, ...], *, seat: Seat) -> Step[State]:
    """End a round. Whoever can pay in several ways is asked first, the last mover before all."""
    order = (seat, *list(clockwise_from(seat, state.config.seats))[:-1])
    ways = {payer: payments(state, payer) for payer in order if bribed(state, payer)}
    chosen = state.payments
    for payer, sets in ways.items():
        if len(sets) == 1:
            chosen = changed(chosen, payer, sets[0])
            events += (facts.TrollsPaid(payer, bribed(state, payer), sets[0]),)
    paying = tuple(payer for payer, sets in ways.items() if len(sets) > 1)
    return _go_on(replace(state, acted="", payments=chosen, paying=paying), events)


def pay(state: State, seat: Seat, chosen: tuple[int, ...]) -> Step[State]:
    """Take a seat's choice of cards."""
    paid = facts.TrollsPaid(seat, bribed(state, seat), chosen)
    payments = changed(state.payments, seat, chosen)
    return _go_on(replace(state, payments=payments, paying=state.paying[1:]), (paid,))


def _go_on(state: State, events: tuple[Event, ...]) -> Step[State]:
    if state.paying:
        return Step(replace(state, asked=state.paying[0], ask=PAY), events)
    state, result = _settled(state)
    events += (
        facts.RoundEnded(
            state.round, result.ended, result.won, result.trolls, result.paid, result.gold
        ),
    )
    if state.round == state.config.rounds:
        return _end_game(state, events)
    # Goals leave the game, whether anybody has seen them or not (German text).
    goals = _unclaimed_goals(state)
    state = replace(state, box=tuple(sorted((*state.box, *goals))))
    after, dealt = next_round(state, _starter(state))
    return Step(after, events + dealt)


def _settled(state: State) -> tuple[State, RoundResult]:
    """Give everybody the gold he has marked and take what his trolls cost."""
    gold, box = state.gold, state.box
    seats = [Seat(at) for at in range(state.config.seats)]
    for seat in seats:
        cards = sorted((*gold[seat], *won(state, seat)))
        for value in state.payments[seat]:
            card = next(kind for kind in cards if VALUE[kind] == value)
            cards.remove(card)
            box = (*box, card)
        gold = changed(gold, seat, tuple(cards))
    state = replace(state, gold=gold, box=tuple(sorted(box)))
    result = RoundResult(
        ended=_reason(state),
        won=tuple(values(won(state, seat)) for seat in seats),
        trolls=tuple(bribed(state, seat) for seat in seats),
        paid=state.payments,
        gold=scores(state),
    )
    return replace(state, results=(*state.results, result)), result


def _reason(state: State) -> str:
    if not state.maze.covered:
        return "goals"
    return "cards" if state.counters else "counters"


def _unclaimed_goals(state: State) -> list[int]:
    marked = dict(state.claims)
    return [kind for cell, kind in state.goals if cell not in marked]


def _starter(state: State) -> Seat:
    """Less gold begins, and after a tie the blue dwarf."""
    if state.config.mode.solo:
        return Seat(0)
    gold = scores(state)
    if gold[0] == gold[1]:
        return Seat(state.dwarves.index("blue"))
    return Seat(gold.index(min(gold)))


def _end_game(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Count the gold. The last table stays as it lies, for all to look at."""
    result = final_result(state)
    if state.config.mode.solo:
        gold = result.scores[0]
        events += (facts.Graded(Seat(0), gold, grade(gold)),)
    ended = facts.GameEnded(result.scores, tuple(sorted(result.winners)))
    return Step(replace(state, asked=None, ask=PLAY), (*events, ended))
