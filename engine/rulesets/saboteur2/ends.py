"""The end of a round, thief by thief, and of the game. What is paid is worked out in `scoring`."""

from engine.api import Event, Seat, Step
from engine.parts.seats import changed
from engine.rulesets.saboteur2 import events as facts
from engine.rulesets.saboteur2 import scoring
from engine.rulesets.saboteur2.legal import victims
from engine.rulesets.saboteur2.setup import deal
from engine.rulesets.saboteur2.state import RoundResult, State
from engine.values import replace


def end_round(
    state: State, seat: Seat, events: tuple[Event, ...], *, finder: Seat | None
) -> Step[State]:
    """Turn up the dwarves, pay the shares and let the thieves in (ruling 59)."""
    result = scoring.result(state, finder)
    state = replace(
        state,
        gold=tuple(gold + paid for gold, paid in zip(state.gold, result.paid, strict=True)),
        thieves=tuple(scoring.thieves(state)),
        closer=seat,
        results=(*state.results, result),
    )
    return _next_thief(state, events + _told(state.round, result))


def _told(number: int, result: RoundResult) -> tuple[Event, ...]:
    ended = facts.RoundEnded(
        number,
        result.won_by,
        result.finder,
        result.roles,
        result.winners,
        result.share,
        result.crystals,
    )
    paid = (facts.GoldPaid(Seat(at), gold) for at, gold in enumerate(result.paid) if gold)
    return (ended, *paid)


def steal(state: State, thief: Seat, victim: Seat | None) -> Step[State]:
    """Take one gold from the victim, or from nobody, and ask the next thief (ruling 47)."""
    if victim is None:
        return _next_thief(_served(state), (facts.TheftDeclined(thief),))
    gold = changed(state.gold, victim, state.gold[victim] - 1)
    gold = changed(gold, thief, gold[thief] + 1)
    *earlier, result = state.results
    told = replace(result, thefts=(*result.thefts, (thief, victim)))
    state = replace(_served(state), gold=gold, results=(*earlier, told))
    return _next_thief(state, (facts.Stolen(thief, victim),))


def _served(state: State) -> State:
    return replace(state, thieves=state.thieves[1:])


def _next_thief(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Ask the next thief who can find any gold; after the last one the round is closed."""
    while state.thieves:
        thief = state.thieves[0]
        if victims(state, thief):
            return Step(replace(state, asked=thief), events)
        events = (*events, facts.TheftLapsed(thief))
        state = _served(state)
    return _close_round(state, events)


def _close_round(state: State, events: tuple[Event, ...]) -> Step[State]:
    assert state.closer is not None
    if state.round == state.config.rounds:
        end = scoring.final_result(state)
        ended = facts.GameEnded(end.scores, tuple(sorted(end.winners)))
        return Step(replace(state, asked=None, closer=None), (*events, ended))
    # Ruling 24: the left neighbour of who played the round's last card begins.
    starter = state.config.left[state.closer]
    table, dealt = deal(state.config, state.seed, state.round + 1, starter)
    return Step(replace(state, **table), events + dealt)
