"""What a move will do, as far as the mover's view tells it."""

from collections.abc import Collection, Iterator, Sequence

from engine.api import Seat
from engine.bots import foresight
from engine.maze.cells import AROUND, Cell
from engine.parts.effects import Effect
from engine.parts.moves import Lay, ReadMap, Rockfall
from engine.rulesets.dark_cave.cards import CODES, TILES
from engine.rulesets.dark_cave.moves import Cut, End, LookAtGoal, Lure, Move, Swap, Walk
from engine.rulesets.dark_cave.places import BORDER_NAMES, FACES, PLACE_NAMES, cell_of
from engine.rulesets.dark_cave.sights import DwarfSight, WalkSight
from engine.rulesets.dark_cave.view import View


class Opens(Effect):
    """A card is open towards these empty cells."""

    cells: tuple[Cell, ...]


class LeadsTo(Effect):
    """A card leads to this covered goal: who walks there turns it."""

    goal: Cell


class Veins(Effect):
    """Gold is put on the card."""


class GoldGone(Effect):
    """Gold on a card goes with it."""


class Tolls(Effect):
    """What the way of a walk costs."""

    cards: int
    gold: int


class Attacks(Effect):
    """A creature attacks these dwarves."""

    creature: str
    victims: tuple[Seat, ...]


class DrivesOff(Effect):
    """An axe drives a creature off before it attacks, surely or unless its owner keeps it."""

    creature: str
    seat: Seat
    surely: bool


class Turns(Effect):
    """A walk ends at a goal, which is turned."""

    goal: Cell
    code: str | None
    """What it is, if the mover has looked at it."""


class Leaves(Effect):
    """The dwarf leaves the cave with so much gold."""

    gold: int


class TakesGold(Effect):
    """The dwarf takes the gold that it stands on; not `now`, but if it stays there."""

    now: bool


class ShowsClan(Effect):
    """The mover's clan card is turned face up."""


class StepsLeft(Effect):
    """The dwarf can walk on so many steps."""

    steps: int


class SwapsHands(Effect):
    """So many cards go to somebody, and so many come back."""

    target: Seat
    given: int
    got: int


class WebAges(Effect):
    """A web needs so many cuts or turns more until it is gone."""

    left: int


def foresee(view: View, move: Move) -> tuple[Effect, ...]:
    """Tell what a move will do, in the order in which it is of interest."""
    return tuple(_effects(view, move))


def _effects(view: View, move: Move) -> Iterator[Effect]:
    match move:
        case Walk(place):
            name = PLACE_NAMES[place]
            walk = next(walk for walk in view.walks if walk.place == name)
            yield from _walked(view, walk, cell_of(place))
        case Lay(cell, placed):
            yield from _laid(view, cell, TILES.open[placed])
            if FACES[placed].mark == "vein":
                yield Veins()
        case Rockfall(cell):
            yield foresight.gone(view.cards, cell)
            if any(field.gold for field in view.fields if field.cell == cell):
                yield GoldGone()
        case Lure(card, place, stay):
            here = () if stay else _standing(view, PLACE_NAMES[place])
            yield from _attacked(view, CODES[card], here)
        case LookAtGoal(cell):
            yield foresight.looked(view.goals, ReadMap(cell))
        case Swap(target):
            yield SwapsHands(target, len(view.hand) - 1, view.hand_sizes[target])
        case Cut(border):
            name = BORDER_NAMES[border]
            yield WebAges(next(web.left for web in view.webs if web.border == name) - 1)
        case End():
            yield from _stays(view, _own(view).place, over=True)
        case tuple():  # a pass
            yield foresight.passed(view, len(move))


def _own(view: View) -> DwarfSight:
    assert view.seat is not None, "nobody else moves"
    return view.dwarves[view.seat]


def _laid(view: View, cell: Cell, sides: int) -> Iterator[Effect]:
    taken = {card.cell for card in view.cards}
    covered = {goal.cell for goal in view.goals if not goal.up}
    around = [near for side, near, _back in AROUND[cell] if sides & side and near not in taken]
    for goal in around:
        if goal in covered:
            yield LeadsTo(goal)
    onward = tuple(near for near in around if near not in covered)
    if onward:
        yield Opens(onward)


def _walked(view: View, walk: WalkSight, cell: Cell) -> Iterator[Effect]:
    own = _own(view)
    if walk.cards or walk.gold:
        yield Tolls(walk.cards, walk.gold)
    for creature in walk.creatures:
        yield from _attacked(view, creature, (own,))
    if walk.ends == "goal":
        code = next(goal.code for goal in view.goals if goal.cell == cell)
        yield Turns(cell, code)
    elif walk.ends == "exit":
        yield Leaves(own.gold - walk.gold)
        yield from _shows(own)
    else:
        yield from _stays(view, walk.place, over=bool(walk.ends))
        left = 0 if walk.creatures else view.steps - len(walk.path)
        yield StepsLeft(left)


def _stays(view: View, place: str | None, *, over: bool) -> Iterator[Effect]:
    if any(field.gold for field in view.fields if field.place == place):
        yield TakesGold(over)
        if over:
            yield from _shows(_own(view))


def _shows(own: DwarfSight) -> Iterator[Effect]:
    if not own.shown:
        yield ShowsClan()


def _standing(view: View, place: str) -> Sequence[DwarfSight]:
    """List who stands on a field, clockwise from whose turn it is."""
    here = [dwarf for dwarf in view.dwarves if dwarf.place == place]
    return sorted(here, key=lambda dwarf: (dwarf.seat - view.turn) % view.seats)


def _attacked(view: View, creature: str, here: Collection[DwarfSight]) -> Iterator[Effect]:
    for dwarf in here:
        mine = dwarf.seat == view.seat
        if dwarf.axes and not (mine and view.axe_order == "keep"):
            # Only its owner knows whether an axe is kept.
            yield DrivesOff(creature, dwarf.seat, mine)
            if mine:
                return
    if here:
        yield Attacks(creature, tuple(dwarf.seat for dwarf in here))
