"""Making a move: from a checked move to the next state and the facts."""

from typing import Any

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze import grid
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts import facts, goals
from engine.parts.gold import most_wins
from engine.parts.hands import without
from engine.parts.moves import Lay, Orient
from engine.parts.seats import changed, left_of, next_with_cards
from engine.rulesets.saboteur import events as own
from engine.rulesets.saboteur.cards import CODES, GOLD_KIND
from engine.rulesets.saboteur.legal import BASE, allows
from engine.rulesets.saboteur.moves import Move
from engine.rulesets.saboteur.reasons import explain
from engine.rulesets.saboteur.scoring import pay, winner
from engine.rulesets.saboteur.setup import next_round
from engine.rulesets.saboteur.state import RoundResult, State
from engine.values import drafted, filled, replace, settled

_STEP = filled(Step)


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Make a move and everything that follows from it; raises IllegalMove."""
    if not allows(state, seat, move):
        raise IllegalMove(explain(state, seat, move))
    if isinstance(move, tuple):  # a pass; what happens most first
        card, draft = move[0], drafted(state)
        draft["discards"] = state.discards + move
        return _end_turn(state, seat, card, (own.DISCARDED[seat, card],), draft)
    if type(move) is Lay:
        return _lay(state, seat, move.cell, move.placed)
    if type(move) is Orient:
        return _orient(state, seat, move.cell, turned=move.turned)
    draft = drafted(state)
    card, fact, gone = BASE.play(state, seat, move, draft)
    if gone:
        draft["discards"] = state.discards + gone
    return _end_turn(state, seat, card, (fact,), draft)


def _lay(state: State, seat: Seat, cell: Cell, placed: Placed) -> Step[State]:
    maze, network = grid.lay(state.maze, state.network, cell, placed)
    kind = placed >> 1
    laid = facts.Laid(seat, cell, CODES[kind], placed & 1 == 1)
    # Ruling 9: wherever the card lies, it may be what joins a goal with the start.
    if maze.covered.isdisjoint(network.front):
        draft = drafted(state)
        draft["maze"], draft["network"] = maze, network
        return _end_turn(state, seat, kind, (laid,), draft)
    hand = without(state.hands[seat], kind)
    state = replace(
        state,
        maze=maze,
        network=network,
        hands=changed(state.hands, seat, hand),
    )
    return _turn_goals(state, seat, cell, (laid,))


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    maze, network = grid.lay(state.maze, state.network, cell, placed)
    state = replace(state, maze=maze, network=network, orient=state.orient[1:])
    # A card of one tunnel: every goal that it leads to was turned before any choice (ruling 81).
    return _turn_goals(state, seat, None, (facts.GoalOriented(seat, cell, turned),))


def _turn_goals(
    state: State, seat: Seat, laid: Cell | None, events: tuple[Event, ...]
) -> Step[State]:
    """Turn what was reached; stones that fit both ways wait in `orient` for the mover's choice."""
    if state.orient:
        return Step(state, events)
    kinds = dict(state.goals)
    maze, network, cells, orient = goals.turn_reached(state.maze, state.network, kinds, laid)
    events += tuple(facts.GoalTurned(seat, cell, CODES[kinds[cell]]) for cell in cells)
    state = replace(state, maze=maze, network=network, orient=orient)
    return Step(state, events) if orient else _after_goals(state, seat, events)


def _after_goals(state: State, seat: Seat, events: tuple[Event, ...]) -> Step[State]:
    gold = next(cell for cell, kind in state.goals if kind == GOLD_KIND)
    if gold in state.maze.cards:
        return _end_round(state, seat, events, finder=seat)
    return _end_turn(state, seat, None, events, drafted(state))


def _end_turn(
    state: State, seat: Seat, card: int | None, events: tuple[Event, ...], draft: dict[str, Any]
) -> Step[State]:
    """Put down the card, if it is still in the hand, draw, and ask the next seat that has cards.

    Without any the round is over (ruling 25).
    """
    hands, stock = [*state.hands], state.stock
    hand = [*hands[seat]]
    if card is not None:
        hand.remove(card)
    if stock:
        drawn = stock[0]
        hand.append(drawn)
        hand.sort()
        events += (own.DREW[seat, drawn],)
        draft["stock"] = stock[1:]
    hands[seat] = tuple(hand)
    draft["hands"] = tuple(hands)
    asked, skipped = next_with_cards(hands, seat)
    if asked is None:
        return _end_round(settled(state, draft), seat, events, finder=None)
    if skipped:
        events += tuple(map(facts.Skipped, skipped))
    draft["asked"], draft["turn"] = asked, state.turn + 1
    return _STEP((settled(state, draft), events))


def _end_round(
    state: State, seat: Seat, events: tuple[Event, ...], *, finder: Seat | None
) -> Step[State]:
    won_by = winner(state, finder)
    *at_table, spare = state.roles
    roles = tuple(at_table)
    payment = pay(state, finder)
    paid = tuple(map(sum, payment.paid))
    state = replace(
        state,
        gold=tuple(had + got for had, got in zip(state.gold, payment.paid, strict=True)),
        gold_stock=payment.gold_stock,
        bank=state.bank + payment.bank,
        results=(*state.results, RoundResult(won_by, finder, roles, spare, paid)),
    )
    events += (own.RoundEnded(state.round, won_by, finder, roles, spare),)
    events += tuple(
        own.GoldPaid(Seat(at), len(cards), cards) for at, cards in enumerate(payment.paid) if cards
    )
    if state.round == state.config.rounds:
        return _end_game(state, events)
    # Ruling 24: whoever ends a round has just played or discarded its last card.
    starter = left_of(seat, state.config.seats)
    state, dealt = next_round(replace(state, turn=state.turn + 1), starter)
    return Step(state, events + dealt)


def _end_game(state: State, events: tuple[Event, ...]) -> Step[State]:
    result = most_wins(tuple(map(sum, state.gold)))
    ended = facts.GameEnded(result.scores, tuple(sorted(result.winners)))
    return Step(replace(state, asked=None), (*events, ended))
