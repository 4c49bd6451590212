"""What ends a turn, a round and the game: drawing, asking the next, shares, thefts, a new deal."""

import dataclasses
from typing import Any

from engine.api import Event, Seat, Step
from engine.parts.facts import GameEnded, Skipped
from engine.parts.gold import most_wins
from engine.parts.hands import without
from engine.parts.seats import changed, left_of, next_with_cards
from engine.rulesets.saboteur2 import events as facts
from engine.rulesets.saboteur2 import scoring
from engine.rulesets.saboteur2.legal import victims
from engine.rulesets.saboteur2.setup import next_round
from engine.rulesets.saboteur2.state import State
from engine.values import filled, replace, settled

_STEP = filled(Step)
Hand = tuple[int, ...]


def end_turn(
    state: State,
    seat: Seat,
    card: int,
    events: tuple[Event, ...],
    gone: Hand,
    draft: dict[str, Any],
) -> Step[State]:
    """End the turn of a card played; what is gone lies on the discard pile."""
    hands = [*state.hands]
    hands[seat] = without(hands[seat], card)
    if gone:
        draft["discards"] = state.discards + gone
    return go_on(state, seat, hands, events, draft, drawer=seat)


def go_on(
    state: State,
    seat: Seat,
    hands: list[Hand],
    events: tuple[Event, ...],
    draft: dict[str, Any],
    *,
    drawer: Seat,
    draws: int = 1,
) -> Step[State]:
    """Draw and ask the next seat that has cards; without any the round is over (ruling 25)."""
    stock = state.stock
    if stock:
        drawn = stock[:draws]
        hand = [*hands[drawer], *drawn]
        hand.sort()
        hands[drawer] = tuple(hand)
        for card in drawn:
            events += (facts.DREW[drawer, card],)
        draft["stock"] = stock[draws:]
    draft["hands"] = tuple(hands)
    asked, skipped = next_with_cards(hands, seat)
    if asked is None:
        return end_round(settled(state, draft), seat, events, finder=None)
    if skipped:
        events += tuple(map(Skipped, skipped))
    draft["asked"], draft["turn"] = asked, state.turn + 1
    return _STEP((settled(state, draft), events))


def end_round(
    state: State, seat: Seat, events: tuple[Event, ...], *, finder: Seat | None
) -> Step[State]:
    """Turn up the dwarves, pay the shares and let the thieves in (ruling 59)."""
    end = scoring.result(state, finder)
    told = facts.RoundEnded(
        state.round, end.won_by, finder, end.roles, end.winners, end.share, end.crystals
    )
    paid = (facts.GoldPaid(Seat(at), gold) for at, gold in enumerate(end.paid) if gold)
    state = replace(
        state,
        gold=tuple(had + got for had, got in zip(state.gold, end.paid, strict=True)),
        thieves=tuple(scoring.thieves(state)),
        closer=seat,
        results=(*state.results, end),
    )
    return _next_thief(state, (*events, told, *paid))


def steal(state: State, thief: Seat, victim: Seat | None) -> Step[State]:
    """Take one gold from the victim, or from nobody, and ask the next thief (ruling 47)."""
    state = replace(state, thieves=state.thieves[1:])
    if victim is None:
        return _next_thief(state, (facts.TheftDeclined(thief),))
    gold = changed(state.gold, victim, state.gold[victim] - 1)
    gold = changed(gold, thief, gold[thief] + 1)
    *earlier, result = state.results
    told = dataclasses.replace(result, thefts=(*result.thefts, (thief, victim)))
    state = replace(state, gold=gold, results=(*earlier, told))
    return _next_thief(state, (facts.Stolen(thief, victim),))


def _next_thief(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Ask the next thief who can find any gold; after the last one the round is closed."""
    while state.thieves:
        thief = state.thieves[0]
        if victims(state, thief):
            return Step(replace(state, asked=thief, turn=state.turn + 1), events)
        events = (*events, facts.TheftLapsed(thief))
        state = replace(state, thieves=state.thieves[1:])
    return _close_round(state, events)


def _close_round(state: State, events: tuple[Event, ...]) -> Step[State]:
    assert state.closer is not None
    if state.round == state.config.rounds:
        end = most_wins(state.gold, even_nothing=True)
        ended = GameEnded(end.scores, tuple(sorted(end.winners)))
        return Step(replace(state, asked=None, closer=None), (*events, ended))
    # Ruling 24: the left neighbour of who played the round's last card begins.
    starter = left_of(state.closer, state.config.seats)
    state, dealt = next_round(replace(state, turn=state.turn + 1), starter)
    return Step(state, events + dealt)
