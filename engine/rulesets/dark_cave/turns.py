"""The course of turns: how one ends, how the next begins, how the game ends."""

from engine.api import Event, Seat, Step
from engine.decks.dark_cave import STEPS
from engine.parts import facts
from engine.parts.seats import changed, left_of
from engine.rulesets.dark_cave import events, reach
from engine.rulesets.dark_cave.cards import BEASTS, WEB
from engine.rulesets.dark_cave.losses import remove_creature
from engine.rulesets.dark_cave.places import BORDER_NAMES
from engine.rulesets.dark_cave.scoring import final_result, result
from engine.rulesets.dark_cave.state import (
    PLAY,
    PROGRESS,
    State,
    Web,
    cards_are_gone,
    with_dwarf,
)
from engine.values import filled, replace

_STEP = filled(Step)


def to_walk(state: State, seat: Seat, told: list[Event]) -> Step[State]:
    """Go from the card that was played to the walk, if there is anything to do in it."""
    if cards_are_gone(state):
        return end_game(state, "cards", told)
    dwarf, progress = state.dwarves[seat], state.progress
    # A dwarf that stood up in this turn, or was knocked down in it, does not walk (ruling 20).
    steps = 0 if dwarf.lying or not progress.steps else progress.steps + dwarf.boots
    vars(state)["progress"] = progress.walking(steps)  # in place, as in `end_turn`
    return end_unless_asked(state, seat, told)


def end_unless_asked(state: State, seat: Seat, told: list[Event]) -> Step[State]:
    """Ask the seat again if it can walk or use its axe on a web, else end its turn."""
    can_cut = state.dwarves[seat].axes and reach.webs_beside(state, seat)
    if can_cut or reach.can_step(state, seat):
        return _STEP((state, tuple(told)))
    return end_turn(state, told)


def end_turn(state: State, told: list[Event]) -> Step[State]:
    """Draw, and begin the turn of the next seat that has cards.

    Whoever comes here has made this state himself: it is ours alone and is finished in place.
    """
    _draw(state, told)
    if cards_are_gone(state):
        return end_game(state, "cards", told)
    seat = state.progress.seat
    while True:
        seat = left_of(seat, state.config.seats)
        state = _begin(state, seat, told)
        if state.hands[seat]:
            return _STEP((state, tuple(told)))
        told.append(facts.Skipped(seat))


def _draw(state: State, told: list[Event]) -> None:
    count, drawer, stock = state.progress.draws, state.progress.drawer, state.stock
    if stock and count:
        drawn = stock[:count]
        told += [events.DREW[drawer, card] for card in drawn]
        hand, draft = [*state.hands[drawer], *drawn], vars(state)
        hand.sort()
        draft["hands"] = changed(state.hands, drawer, tuple(hand))
        draft["stock"] = stock[count:]


def _begin(state: State, seat: Seat, told: list[Event]) -> State:
    """Begin a turn: webs age, creatures leave, the dwarf stands up, cards in hand or not."""
    if state.webs:
        state = _age_webs(state, seat, told)
    for beast, creature in enumerate(state.creatures):
        if creature and creature.owner == seat:
            told.append(events.CreatureLeft(seat, BEASTS[beast]))
            state = remove_creature(state, beast)
    dwarf, steps = state.dwarves[seat], STEPS
    if dwarf.lying:
        told.append(events.StoodUp(seat))
        state, steps = with_dwarf(state, seat, dwarf._replace(lying=False)), 0
    draft = vars(state)
    draft["turn"], draft["asked"] = state.turn + 1, seat
    draft["progress"] = PROGRESS((seat, PLAY, steps, 0, Seat(0), False))
    return state


def _age_webs(state: State, seat: Seat, told: list[Event]) -> State:
    for web in state.webs:
        if web.owner == seat:
            told.append(events.WebAged(seat, BORDER_NAMES[web.border], web.left - 1))
            state = age_web(state, web)
    return state


def age_web(state: State, web: Web) -> State:
    """Turn a web from 2 to 1, or take it and its card away."""
    rest = tuple(other for other in state.webs if other != web)
    if web.left == 1:
        return replace(state, webs=rest, discards=(*state.discards, WEB))
    return replace(state, webs=tuple(sorted((*rest, web._replace(left=web.left - 1)))))


def end_game(state: State, ended: str, told: list[Event]) -> Step[State]:
    """Turn up all clan cards and count the treasure."""
    state = replace(state, asked=None, ended=ended)
    final = result(state)
    outcome = final_result(state, final)
    told += [
        events.RoundEnded(
            ended,
            final.won_by,
            final.clans,
            final.roles,
            final.aside,
            final.saved,
            final.gold,
            final.times,
            final.treasure,
        ),
        facts.GameEnded(outcome.scores, tuple(sorted(outcome.winners))),
    ]
    return Step(state, tuple(told))
