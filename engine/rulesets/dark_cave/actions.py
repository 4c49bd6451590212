"""Action cards: what each of them does when it is played."""

from engine.api import Event, Seat, Step
from engine.maze import grid
from engine.maze.cells import AROUND, Cell
from engine.parts.facts import GoalSeen
from engine.parts.hands import without
from engine.parts.seats import changed, clockwise_from
from engine.rulesets.dark_cave import cards, events
from engine.rulesets.dark_cave.cards import BEAST, BEASTS, CODES
from engine.rulesets.dark_cave.losses import attack, remove_creature
from engine.rulesets.dark_cave.places import (
    BORDER_NAMES,
    BORDERS,
    PLACE_NAMES,
    Border,
    Place,
    cell_of,
    fields_beside,
)
from engine.rulesets.dark_cave.state import Creature, State, Web, with_dwarf
from engine.rulesets.dark_cave.turns import to_walk
from engine.rulesets.dark_cave.ways import shrink
from engine.values import replace


def _spent(state: State, seat: Seat, card: int, *, stays: bool = False) -> State:
    """Take a card from the hand; it goes to the discards unless it stays on the table."""
    return replace(
        state,
        hands=changed(state.hands, seat, without(state.hands[seat], card)),
        discards=state.discards if stays else (*state.discards, card),
        progress=state.progress.drawing(1, seat),
    )


def look_at_goal(state: State, seat: Seat, cell: Cell) -> Step[State]:
    """Show a goal to the seat."""
    at = state.config.goals.index(cell)
    dwarf = state.dwarves[seat]
    told: list[Event] = [GoalSeen(seat, cell, CODES[state.goals[at][1]])]
    state = with_dwarf(state, seat, dwarf._replace(seen=dwarf.seen | 1 << at))
    return to_walk(_spent(state, seat, cards.INFO), seat, told)


def look_at_clan(state: State, seat: Seat, target: Seat) -> Step[State]:
    """Show a clan card to the seat."""
    dwarf = state.dwarves[seat]
    told: list[Event] = [events.ClanSeen(seat, target, state.clans[target].role)]
    state = with_dwarf(state, seat, dwarf._replace(known=dwarf.known | 1 << target))
    return to_walk(_spent(state, seat, cards.INFO), seat, told)


def rockfall(state: State, seat: Seat, cell: Cell) -> Step[State]:
    """Take a path card away, and what lies on it."""
    kind = state.maze.cards[cell] >> 1
    maze = grid.lift(state.maze, cell)
    veins = tuple(vein for vein in state.veins if cell_of(vein) != cell)
    gold = len(state.veins) - len(veins)
    told: list[Event] = [events.RockFell(seat, cell, CODES[kind], gold)]
    state = _spent(state, seat, cards.ROCKFALL)
    state = _without_loose_webs(state, maze, cell, told)
    state = replace(
        state,
        maze=maze,
        ways=shrink(state.maze, state.ways, cell),
        veins=veins,
        gold=state.gold + gold,
        discards=(*state.discards, kind),
    )
    return to_walk(state, seat, told)


def _without_loose_webs(state: State, maze: grid.Maze, cell: Cell, told: list[Event]) -> State:
    """Take away webs that lay at an open end of the removed card (ruling 8)."""
    around = {BORDERS[cell][side] for side, _, _ in AROUND[cell]}
    loose = [
        web for web in state.webs if web.border in around and not fields_beside(maze, web.border)
    ]
    told += [events.WebFell(web.owner, BORDER_NAMES[web.border]) for web in loose]
    return replace(
        state,
        webs=tuple(web for web in state.webs if web not in loose),
        discards=state.discards + (cards.WEB,) * len(loose),
    )


def swap(state: State, seat: Seat, target: Seat) -> Step[State]:
    """Exchange two hands; the other draws at the end of the turn."""
    state = _spent(state, seat, cards.SWAP)
    mine, theirs = state.hands[seat], state.hands[target]
    told: list[Event] = [
        events.HandsSwapped(
            seat,
            target,
            len(mine),
            len(theirs),
            tuple(CODES[card] for card in mine),
            tuple(CODES[card] for card in theirs),
        )
    ]
    state = replace(
        state,
        hands=changed(changed(state.hands, seat, theirs), target, mine),
        # The other draws at the end of this turn.
        progress=state.progress.drawing(1, target),
    )
    return to_walk(state, seat, told)


def lay_web(state: State, seat: Seat, border: Border) -> Step[State]:
    """Lay a web; its card stays before the seat."""
    state = _spent(state, seat, cards.WEB, stays=True)
    webs = tuple(sorted((*state.webs, Web(border, seat, 2))))
    laid = events.WebLaid(seat, BORDER_NAMES[border])
    return to_walk(replace(state, webs=webs), seat, [laid])


def equip(state: State, seat: Seat, card: int, target: Seat) -> Step[State]:
    """Put boots or an axe before somebody."""
    state = _spent(state, seat, card, stays=True)
    dwarf = state.dwarves[target]
    if card == cards.BOOTS:
        dwarf = dwarf._replace(boots=True)
    else:
        assert card == cards.AXE
        dwarf = dwarf._replace(axes=dwarf.axes + 1)
    given = events.Equipped(seat, target, CODES[card])
    return to_walk(with_dwarf(state, target, dwarf), seat, [given])


def lure(state: State, seat: Seat, card: int, place: Place, *, stay: bool) -> Step[State]:
    """Let a creature walk and attack; its card stays before the seat."""
    beast = BEAST[card]
    came_out = state.creatures[beast] is None
    state = _spent(state, seat, card, stays=True)
    if not came_out:
        state = remove_creature(state, beast)
    creatures = changed(state.creatures, beast, Creature(place, seat))
    state = replace(state, creatures=creatures)
    told: list[Event] = [events.Lured(seat, BEASTS[beast], PLACE_NAMES[place], came_out)]
    if not stay:
        # Ruling 18: clockwise from the active player, beginning with himself.
        after = clockwise_from(seat, state.config.seats)
        victims = [at for at in (seat, *after) if state.dwarves[at].place == place]
        state = attack(state, beast, dict.fromkeys(victims), told)
    return to_walk(state, seat, told)
