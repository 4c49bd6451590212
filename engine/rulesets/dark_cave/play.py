"""Making a move: from a checked move to the next state and the facts."""

from engine.api import Event, Seat, Step
from engine.errors import IllegalMove
from engine.maze import grid
from engine.maze.cells import AROUND, Cell
from engine.maze.tiles import Placed
from engine.parts.hands import without
from engine.parts.seats import changed, clockwise_from
from engine.rulesets.dark_cave import events as facts
from engine.rulesets.dark_cave import fields
from engine.rulesets.dark_cave.fields import (
    BORDER_NAMES,
    PLACE_NAMES,
    Border,
    Place,
    border_at,
)
from engine.rulesets.dark_cave.legal import BEAST, allows, way_to
from engine.rulesets.dark_cave.losses import attack, remove_creature, with_dwarf
from engine.rulesets.dark_cave.moves import (
    AXE,
    BOOTS,
    INFO,
    ROCKFALL,
    SWAP,
    WEB,
    Answer,
    Cut,
    Discard,
    End,
    Equip,
    Lay,
    LayWeb,
    LookAtClan,
    LookAtGoal,
    Lure,
    Move,
    Order,
    Propose,
    Rockfall,
    Swap,
    Turned,
    Walk,
)
from engine.rulesets.dark_cave.refusal import explain
from engine.rulesets.dark_cave.state import BEASTS, CODES, Creature, State, Web
from engine.rulesets.dark_cave.turns import (
    age_web,
    end_game,
    end_turn,
    end_unless_asked,
    to_walk,
)
from engine.rulesets.dark_cave.walking import enter_goal, stand, walk, with_vein
from engine.values import replace


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Make a move and everything that follows from it; raises IllegalMove."""
    if isinstance(move, Walk):
        way = way_to(state, seat, move.place)
        if way:
            return walk(state, seat, way)
    if not allows(state, seat, move):
        raise IllegalMove(explain(state, seat, move))
    match move:
        case Walk():
            raise AssertionError("made above")
        case Lay(cell, placed):
            return _lay(state, seat, cell, placed)
        case Discard(cards):
            return _discard(state, seat, cards)
        case End():
            told: list[Event] = []
            return end_turn(stand(state, seat, told, stopped=True), told)
        case LookAtGoal(cell):
            return _look_at_goal(state, seat, cell)
        case LookAtClan(target):
            return _look_at_clan(state, seat, target)
        case Rockfall(cell):
            return _rockfall(state, seat, cell)
        case Swap(target):
            return _swap(state, seat, target)
        case LayWeb(border):
            return _lay_web(state, seat, border)
        case Equip(card, target):
            return _equip(state, seat, card, target)
        case Lure(card, place, stay):
            return _lure(state, seat, card, place, stay=stay)
        case Turned(cell, turned):
            return _orient(state, seat, cell, turned=turned)
        case Cut(border):
            return _cut(state, seat, border)
        case Order(keep):
            ordered = state.dwarves[seat]._replace(keep=keep)
            return Step(with_dwarf(state, seat, ordered), (facts.AxeOrdered(seat, keep),))
        case Propose():
            return _propose(state, seat)
        case Answer(agree):
            return _answer(state, seat, agree=agree)


def _spent(state: State, seat: Seat, card: int, *, stays: bool = False) -> State:
    """Take a card from the hand; it goes to the discards unless it stays on the table."""
    return replace(
        state,
        hands=changed(state.hands, seat, without(state.hands[seat], card)),
        discards=state.discards if stays else (*state.discards, card),
        turn=state.turn._replace(draws=1, drawer=seat),
    )


def _lay(state: State, seat: Seat, cell: Cell, placed: Placed) -> Step[State]:
    maze = grid.put(state.maze, cell, placed)
    kind = placed >> 1
    state = replace(
        state,
        maze=maze,
        ways=fields.grow(maze, state.ways, cell),
        hands=changed(state.hands, seat, without(state.hands[seat], kind)),
        turn=state.turn._replace(draws=1, drawer=seat),
    )
    laid = facts.Laid(seat, cell, CODES[kind], bool(placed & 1))
    return to_walk(with_vein(state, cell, placed), seat, [laid])


def _discard(state: State, seat: Seat, cards: tuple[int, ...]) -> Step[State]:
    hand = state.hands[seat]
    for card in cards:
        hand = without(hand, card)
    state = replace(
        state,
        hands=changed(state.hands, seat, hand),
        discards=state.discards + cards,
        turn=state.turn._replace(draws=len(cards), drawer=seat),
    )
    gone = facts.Discarded(seat, len(cards), tuple([CODES[card] for card in cards]))
    return to_walk(state, seat, [gone])


def _look_at_goal(state: State, seat: Seat, cell: Cell) -> Step[State]:
    at = state.config.goals.index(cell)
    dwarf = state.dwarves[seat]
    told: list[Event] = [facts.GoalSeen(seat, cell, CODES[state.goals[at][1]])]
    state = with_dwarf(state, seat, dwarf._replace(seen=dwarf.seen | 1 << at))
    return to_walk(_spent(state, seat, INFO), seat, told)


def _look_at_clan(state: State, seat: Seat, target: Seat) -> Step[State]:
    dwarf = state.dwarves[seat]
    told: list[Event] = [facts.ClanSeen(seat, target, state.clans[target].role)]
    state = with_dwarf(state, seat, dwarf._replace(known=dwarf.known | 1 << target))
    return to_walk(_spent(state, seat, INFO), seat, told)


def _rockfall(state: State, seat: Seat, cell: Cell) -> Step[State]:
    kind = state.maze.cards[cell] >> 1
    maze = grid.lift(state.maze, cell)
    veins = tuple(vein for vein in state.veins if vein >> 4 != cell)
    gold = len(state.veins) - len(veins)
    told: list[Event] = [facts.RockFell(seat, cell, CODES[kind], gold)]
    state = _spent(state, seat, ROCKFALL)
    state = _without_loose_webs(state, maze, cell, told)
    state = replace(
        state,
        maze=maze,
        ways=fields.trace(maze),
        veins=veins,
        gold=state.gold + gold,
        discards=(*state.discards, kind),
    )
    return to_walk(state, seat, told)


def _without_loose_webs(state: State, maze: grid.Maze, cell: Cell, told: list[Event]) -> State:
    """Take away webs that lay at an open end of the removed card (ruling 8)."""
    around = {border_at(cell, side) for side, _, _ in AROUND[cell]}
    loose = [
        web
        for web in state.webs
        if web.border in around and not fields.fields_beside(maze, web.border)
    ]
    told += [facts.WebFell(web.owner, BORDER_NAMES[web.border]) for web in loose]
    return replace(
        state,
        webs=tuple(web for web in state.webs if web not in loose),
        discards=state.discards + (WEB,) * len(loose),
    )


def _swap(state: State, seat: Seat, target: Seat) -> Step[State]:
    state = _spent(state, seat, SWAP)
    mine, theirs = state.hands[seat], state.hands[target]
    told: list[Event] = [
        facts.HandsSwapped(
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
        turn=state.turn._replace(draws=1, drawer=target),
    )
    return to_walk(state, seat, told)


def _lay_web(state: State, seat: Seat, border: Border) -> Step[State]:
    state = _spent(state, seat, WEB, stays=True)
    webs = tuple(sorted((*state.webs, Web(border, seat, 2))))
    laid = facts.WebLaid(seat, BORDER_NAMES[border])
    return to_walk(replace(state, webs=webs), seat, [laid])


def _equip(state: State, seat: Seat, card: int, target: Seat) -> Step[State]:
    state = _spent(state, seat, card, stays=True)
    dwarf = state.dwarves[target]
    if card == BOOTS:
        dwarf = dwarf._replace(boots=True)
    else:
        assert card == AXE
        dwarf = dwarf._replace(axes=dwarf.axes + 1)
    given = facts.Equipped(seat, target, CODES[card])
    return to_walk(with_dwarf(state, target, dwarf), seat, [given])


def _lure(state: State, seat: Seat, card: int, place: Place, *, stay: bool) -> Step[State]:
    beast = BEAST[card]
    came_out = state.creatures[beast] is None
    state = _spent(state, seat, card, stays=True)
    if not came_out:
        state = remove_creature(state, beast)
    creatures = changed(state.creatures, beast, Creature(place, seat))
    state = replace(state, creatures=creatures)
    told: list[Event] = [facts.Lured(seat, BEASTS[beast], PLACE_NAMES[place], came_out)]
    if not stay:
        # Ruling 18: clockwise from the active player, beginning with himself.
        after = clockwise_from(seat, state.config.seats)
        victims = [at for at in (seat, *after) if state.dwarves[at].place == place]
        state = attack(state, beast, dict.fromkeys(victims), told)
    return to_walk(state, seat, told)


def _orient(state: State, seat: Seat, cell: Cell, *, turned: bool) -> Step[State]:
    assert state.orient is not None
    placed = Placed(dict(state.goals)[cell] * 2 + turned)
    told: list[Event] = [facts.GoalOriented(seat, cell, turned)]
    return enter_goal(state, seat, state.orient, placed, told)


def _cut(state: State, seat: Seat, border: Border) -> Step[State]:
    web = next(web for web in state.webs if web.border == border)
    dwarf = state.dwarves[seat]
    told: list[Event] = [facts.WebCut(seat, BORDER_NAMES[border], web.left - 1)]
    state = with_dwarf(state, seat, dwarf._replace(axes=dwarf.axes - 1))
    state = age_web(replace(state, discards=(*state.discards, AXE)), web)
    if state.turn.stage == "play":
        return Step(state, tuple(told))
    return end_unless_asked(state, seat, told)


def _propose(state: State, seat: Seat) -> Step[State]:
    """Ask all others, one after the other; until they have answered nothing else is done."""
    asked = state.config.left[seat]
    return Step(replace(state, asked=asked, agreed=1 << seat), (facts.EndProposed(seat),))


def _answer(state: State, seat: Seat, *, agree: bool) -> Step[State]:
    told: list[Event] = [facts.EndAnswered(seat, agree)]
    proposer = state.turn.seat
    if not agree:
        # Ruling 26: all must agree to the same position; the turn goes on where it stopped.
        turn = state.turn._replace(declined=True)
        return Step(replace(state, asked=proposer, agreed=0, turn=turn), tuple(told))
    following = state.config.left[seat]
    if following == proposer:
        return end_game(replace(state, agreed=0), "agreed", told)
    return Step(replace(state, asked=following, agreed=state.agreed | 1 << seat), tuple(told))
