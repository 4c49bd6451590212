"""What one seat, or a spectator, may know of a table. Built field by field from nothing."""

from dataclasses import dataclass

from engine.api import Seat, TableView
from engine.maze.cells import Cell
from engine.maze.tiles import Placed
from engine.parts.views import alike
from engine.rulesets.dark_cave import reach
from engine.rulesets.dark_cave.cards import BEASTS, CODES, clan_cards
from engine.rulesets.dark_cave.places import (
    BORDER_NAMES,
    FACES,
    NAMES,
    PLACE_NAMES,
    Place,
    place_on,
)
from engine.rulesets.dark_cave.scoring import aside, outcome, result
from engine.rulesets.dark_cave.sights import (
    CreatureSight,
    DwarfSight,
    FieldSight,
    RoundSight,
    WalkSight,
    WebSight,
)
from engine.rulesets.dark_cave.state import WALK, State, stacks_left
from engine.values import Made


@dataclass(frozen=True, slots=True, kw_only=True)
class View(TableView):
    """The table as its viewer sees it."""

    turn: Seat
    """Whose turn it is: while others are asked to agree to the end, not who is asked."""
    stage: str
    """play until a card was played or discarded, then walk."""
    steps: int
    """Steps that are left to the dwarf whose turn it is; 0 if it may not walk in this turn."""
    proposed: bool
    """The end of the game is proposed; everybody must agree."""
    agreed: tuple[Seat, ...]
    """Who has agreed to it so far."""
    fields: tuple[FieldSight, ...]
    """All fields of the open cards."""
    clans: tuple[str, ...]
    """For each seat the back of its clan card."""
    clan_cards: tuple[str, ...]
    """The clan cards that were shuffled, as "blue loyal"; some may lie aside."""
    aside: tuple[str, ...] | None
    """The clan cards that lie aside: for who left the cave first, and for all after the end."""
    aside_count: int
    dwarves: tuple[DwarfSight, ...]
    creatures: tuple[CreatureSight, ...]
    webs: tuple[WebSight, ...]
    axe_order: str | None
    """The viewer's standing order when a creature attacks, use or keep; nobody else knows it."""
    walks: tuple[WalkSight, ...]
    """Where the viewer can walk to, while it is his turn to walk."""
    gold: int
    """The gold nobody has."""
    stacks: tuple[int, int, int]
    """How many cards of the stacks I, II and III are left in the stock."""
    results: tuple[RoundSight, ...]
    """The end of the game with all clan cards."""


def view(state: State, seat: Seat | None) -> View:
    """Show the table to a seat or, for None, to a spectator."""
    seats = state.config.seats
    own = None if seat is None else state.dwarves[seat]
    waiting = (state.orient.cell,) if state.orient else ()
    first_out = seat is not None and state.left[:1] == (seat,)
    return View(
        ruleset="dark-cave",
        round=1,
        rounds=1,
        turn=state.progress.seat,
        stage=state.progress.stage,
        steps=state.progress.steps,
        proposed=bool(state.agreed),
        agreed=tuple(Seat(at) for at in range(seats) if state.agreed >> at & 1),
        fields=_fields(state),
        role=None if seat is None else state.clans[seat].role,
        clans=tuple(clan.clan for clan in state.clans[:seats]),
        clan_cards=tuple(" ".join(clan) for clan in clan_cards(seats)),
        aside=aside(state) if first_out or state.asked is None else None,
        aside_count=len(state.clans) - seats,
        dwarves=tuple(_dwarf(state, seat, Seat(at)) for at in range(seats)),
        creatures=tuple(
            CreatureSight(BEASTS[at], PLACE_NAMES[creature.place], creature.owner)
            for at, creature in enumerate(state.creatures)
            if creature
        ),
        webs=tuple(WebSight(BORDER_NAMES[web.border], web.owner, web.left) for web in state.webs),
        axe_order=None if own is None else "keep" if own.keep else "use",
        walks=_walks(state, seat),
        gold=state.gold,
        stacks=stacks_left(state),
        results=(result(state),) if state.ended else (),
        outcome=outcome(state),
        **alike(state, seat, CODES, known=own.seen if own else 0, orient=waiting),
    )


def _dwarf(state: State, viewer: Seat | None, seat: Seat) -> DwarfSight:
    dwarf, clan = state.dwarves[seat], state.clans[seat]
    looked = viewer is not None and state.dwarves[viewer].known >> seat & 1
    known = looked or viewer == seat or dwarf.shown or state.asked is None
    return DwarfSight(
        seat=seat,
        clan=clan.clan,
        role=clan.role if known else None,
        shown=dwarf.shown or state.asked is None,
        place=None if dwarf.place is None else PLACE_NAMES[dwarf.place],
        lying=dwarf.lying,
        gold=dwarf.gold,
        boots=dwarf.boots,
        axes=dwarf.axes,
        left=state.left.index(seat) + 1 if seat in state.left else None,
    )


def _fields(state: State) -> tuple[FieldSight, ...]:
    steps, veins, names = state.ways.steps, state.veins, PLACE_NAMES
    return tuple(
        [
            FieldSight(
                names[place],
                cell,
                field,
                tuple([names[near] for near in steps(place)]),
                mark,
                place in veins,
            )
            for cell, placed in sorted(state.maze.cards.items())
            for place, field, mark in _FIELDS[cell, placed]
        ]
    )


def _on_card(key: tuple[Cell, Placed]) -> tuple[tuple[Place, str, str], ...]:
    cell, placed = key
    face = FACES[placed]
    return tuple(
        (place_on(cell, number), NAMES[number], face.mark if number in face.marked else "")
        for number in sorted(face.inner)
    )


_FIELDS = Made(_on_card)
"""By a cell and how its card lies: each field, its name and what is special about it."""


def _walks(state: State, seat: Seat | None) -> tuple[WalkSight, ...]:
    if seat is None or seat != state.asked or state.progress.stage != WALK:
        return ()
    if state.agreed or state.orient:
        return ()
    return tuple(_walk(state, seat, goal) for goal in reach.walkable(state, seat))


def _walk(state: State, seat: Seat, goal: Place) -> WalkSight:
    way = reach.route(state, seat, goal)
    here = state.dwarves[seat].place
    assert here is not None
    inside = tuple(place for place in way if place in state.ways.links)
    met = tuple(
        BEASTS[at]
        for at, creature in enumerate(state.creatures)
        if creature and creature.place == goal
    )
    if goal not in state.ways.links:
        ends = "goal"
    elif goal == state.ways.exit:
        ends = "exit"
    elif met:
        ends = "creature"
    else:
        ends = "steps" if len(way) == state.progress.steps else ""
    return WalkSight(
        place=PLACE_NAMES[goal],
        path=tuple(PLACE_NAMES[place] for place in way),
        cards=min(reach.tolls(state, here, inside, "card"), len(state.hands[seat])),
        gold=min(reach.tolls(state, here, inside, "gold"), state.dwarves[seat].gold),
        creatures=met,
        ends=ends,
    )
