"""Saboteur 2 for the contract suite: what is secret at its table and what the boxes hold."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from engine.api import Seat
from engine.maze.cells import Cell, cell_at, cell_name, column, row
from engine.parts.board import GOAL_CELLS
from engine.parts.facts import Dealt, GoalTurned, RoundBegan
from engine.parts.moves import Break, Lay, Mend, Orient, ReadMap, Remove, Rockfall
from engine.parts.tools import TOOLS
from engine.rulesets.saboteur2.cards import (
    ACTION,
    CODES,
    DWARVES,
    INSPECT,
    KIND,
    SWAP_HANDS,
    SWAP_HATS,
    TILES,
)
from engine.rulesets.saboteur2.events import RoundEnded, Stolen, TheftDeclined, TheftLapsed
from engine.rulesets.saboteur2.legal import legal_moves
from engine.rulesets.saboteur2.moves import AIMED, REMOVABLE, Aim, LayTheft, Move, Steal
from engine.rulesets.saboteur2.state import Inspection, State
from engine.rulesets.saboteur2.view import View
from engine.values import replace
from tests.engine.contract.ending import over

if TYPE_CHECKING:
    from tests.engine.contract.known import Shown

MOST_MOVES = 3 * (108 + 2 + 4)
"""Every move costs a card, but for the choice of a side, two a round, and the thefts, four."""

# Two stones wait to be laid one way or the other; two thieves after the shares; empty hands, an old
# inspection, and an island that a ladder may join to a goal.
CORNERS = (
    """saboteur2 rounds=1
    orient i3, i5
    laid d3
    goals i1 Z1, i3 Z2, i5 Z3
    maze a3 S, b3 P1, c3 P1, d3 P3, e3 P1, f3 P3, g3 P1, h3 P5, g2 P7, h2 P5, i2 P6, g4 P4, g5 P6~,\
 h5 P3, h6 P6~, i6 P7~
    stock D1 D2 map
    @1 hand P4 map
    @2 hand P4 rockfall
    @3 hand theft broken pick""",
    """saboteur2
    round 2
    thefts @2 @4 @1
    trapped @4
    thieves @1 @2
    closer @3
    result saboteurs finder nobody roles boss green saboteur blue trapped @4 winners @3 share 5\
 crystals 0 paid 0 0 5 0 thefts none
    @1 boss hand none
    @2 green hand none gold 1
    @3 saboteur hand P1 gold 5
    @4 blue hand none broken cart""",
    """saboteur2 rounds=1
    maze a3 S, f3 P5, g3 P5, h3 C3
    thefts @1
    shed boss
    @1 blue hand L2 swap-hands trap broken lantern inspected @3=boss~ @2=green
    @2 green hand none
    @3 saboteur hand swap-hats hands-off free
    asked @3""",
)
ROUTINE = {"Dealt", "Passed", "Drew", "Laid"}
ENDINGS = {
    "reached: blue",
    "reached: green",
    "reached: both",
    "reached by the other team",
    "reached: boss alone",
    "reached: profiteer alone",
    "reached: boss and profiteer",
    "reached: nobody",
    "missed: saboteurs",
    "missed: profiteer alone",
    "missed: nobody",
    "with thefts",
    "with a theft declined",
    "with a theft lapsed",
}

PUBLIC = {
    "config", "round", "turn", "asked", "orient", "laid", "thieves", "closer", "maze", "network",
    "broken", "trapped", "thefts", "gold", "results",
}  # fmt: skip
OWN_OR_HIDDEN = {"goals", "seen", "inspected", "roles", "hands", "undealt"}
HIDDEN = {"seed", "stock", "aside", "discards", "shed"}
# Whoever adds a field to the state says here who may know it, and rearranges it below if not all.
assert {field.name for field in fields(State)} == PUBLIC | OWN_OR_HIDDEN | HIDDEN


def wanderer(state: State, rnd: Random) -> Move:
    """Any kind of move is as likely as any other, then any move of that kind."""
    moves = legal_moves(state, state.asked)
    kind = rnd.choice(sorted({type(move).__name__ for move in moves}))
    return rnd.choice([move for move in moves if type(move).__name__ == kind])


def seeker(state: State, rnd: Random) -> Move:
    """Digs for the goals, and plays what changes the end rather than what changes little."""
    moves = legal_moves(state, state.asked)
    if rnd.random() < 0.08 or state.orient or state.thieves:
        return rnd.choice(moves)
    return min(moves, key=lambda move: (_worth(state, move), rnd.random()))


def _worth(state: State, move: Move) -> float:
    match move:
        case Lay(cell, placed):
            joined = max(way.bit_count() for way in TILES.ways[placed])
            goals = [goal for goal in GOAL_CELLS if goal in state.maze.covered]
            to = goals or [Cell(0)]
            away = [abs(column(cell) - column(goal)) + abs(row(cell) - row(goal)) for goal in to]
            apart = 0 if cell in state.network.front else 3
            return min(away) + apart - TILES.open[placed].bit_count() / 2 + (joined < 2) * 50
        case Mend(_, target, _):
            return 0 if target == state.asked else 15
        case Remove():
            return 11
        case tuple():  # a pass
            return 14 - len(move)
        case Rockfall() | Break():
            return 40
        case _:
            return 12


PLAYERS = {"wanderer": wanderer, "seeker": seeker}


def notation() -> Iterator[str]:
    """Cells around the usual field, all codes, all tools, two seats more than can sit."""
    cells = [cell_name(cell_at(x, y)) for x in range(-1, 10) for y in range(-1, 6)]
    for code in CODES:
        yield f"pass {code}"
        yield f"pass {code} {code} P1"
        yield f"remove trap with {code} P1"
        if KIND[code] < len(TILES.tiles):
            yield from (f"lay {code}{turn} {cell}" for turn in ("", "~") for cell in cells)
    for cell in cells:
        yield from (f"rockfall {cell}", f"map {cell}", f"turn {cell}", f"turn {cell}~")
    for seat in range(15):
        yield f"steal @{seat}"
        yield from (f"{CODES[card]} @{seat}" for card in AIMED)
        for tool in TOOLS:
            yield f"break {tool} @{seat}"
            for action in ACTION.values():
                if action.act == "fix":
                    yield f"fix {tool} @{seat} with {action.code}"
    for pair in combinations(("P1", "P3", "map", "C3", "theft"), 2):
        yield f"pass {' '.join(pair)}"
        yield from (f"remove {what} with {' '.join(pair)}" for what in REMOVABLE)
    yield from ("theft", "steal nothing")


def belongings(state: State) -> Mapping[str, int]:
    """Count cards, dwarves and goals; gold is what was paid, whoever has it now."""
    box: Counter[str] = Counter(TILES.code(placed) for placed in state.maze.cards.values())
    for kinds in (*state.hands, state.stock, state.aside, state.discards):
        box.update(CODES[kind] for kind in kinds)
    for broken in state.broken:
        box.update(f"break-{tool}" for at, tool in enumerate(TOOLS) if broken >> at & 1)
    box.update({"trap": sum(state.trapped), "theft": len(state.thefts)})
    faces = dict(state.goals)
    box.update(CODES[faces[cell]] for cell in state.maze.covered)
    box.update((*state.roles, *state.undealt, *state.shed))
    box["gold"] = sum(state.gold) - sum(sum(result.paid) for result in state.results)
    return box


def twin(state: State, seat: Seat | None, chance: Random, shown: "Shown | None") -> State:
    """Another table that looks the same to the seat."""
    secret: dict[str, Any] = {
        "seed": chance.randbytes(16),
        "goals": _other_goals(state, seat, chance, shown),
        "seen": tuple(
            known if at == seat else chance.randrange(8) for at, known in enumerate(state.seen)
        ),
        "inspected": tuple(
            known if at == seat else _some_inspection(state, chance)
            for at, known in enumerate(state.inspected)
        ),
        **_other_cards(state, seat, chance, shown),
        **_other_dwarves(state, seat, chance, shown),
    }
    return replace(state, **secret)


def _some_inspection(state: State, chance: Random) -> tuple[Inspection, ...]:
    target = Seat(chance.randrange(state.config.seats))
    return (Inspection(target, chance.choice(DWARVES), current=True),)


def _shows(shown: "Shown | None", kind: type) -> bool:
    return shown is not None and any(isinstance(event, kind) for event in shown.events)


def without_own(thing: Any, seat: Seat | None, shown: "Shown") -> Any:
    """What a fact or a view leaves when a new round was dealt from another seed."""
    if not _shows(shown, RoundBegan):
        return thing
    if isinstance(thing, View):
        values = {field.name: getattr(thing, field.name) for field in fields(thing)}
        return View(**values | {"hand": (), "role": None})
    return None if isinstance(thing, Dealt) and thing.seat == seat else thing


def _other_goals(
    state: State, seat: Seat | None, chance: Random, shown: "Shown | None"
) -> tuple[tuple[int, int], ...]:
    known = 0 if seat is None else state.seen[seat]
    turning = (
        {event.cell for event in shown.events if isinstance(event, GoalTurned)} if shown else ()
    )
    looked = shown.move.cell if shown and isinstance(shown.move, ReadMap) else None
    free = [
        at
        for at, (cell, _) in enumerate(state.goals)
        if not over(state, shown)
        and cell in state.maze.covered
        and cell not in state.orient
        and not known >> at & 1
        and cell not in turning
        and not (cell == looked and shown.mover == seat)
    ]
    goals = list(state.goals)
    for at, other in zip(free, chance.sample(free, len(free)), strict=True):
        goals[at] = (state.goals[at][0], state.goals[other][1])
    return tuple(goals)


def _other_cards(
    state: State, seat: Seat | None, chance: Random, shown: "Shown | None"
) -> dict[str, Any]:
    """Deal the cards of all others and of all piles anew; how many there are is for all to see."""
    hands, stock = [list(hand) for hand in state.hands], list(state.stock)
    swapped = shown is not None and isinstance(shown.move, Aim) and shown.move.card == SWAP_HANDS
    open_to_seat = {seat}
    if swapped and seat in (shown.mover, shown.move.target):
        open_to_seat |= {shown.mover, shown.move.target}
    played = list(_cards_of(shown.move)) if shown and shown.mover not in open_to_seat else []
    for card in played:
        hands[shown.mover].remove(card)
    drawn: list[int] = []
    if over(state, shown):
        drawn, stock = stock, []
    elif shown and seat == (shown.move.target if swapped else shown.mover):
        draws = len(shown.move) if isinstance(shown.move, tuple) else 1
        drawn, stock = stock[:draws], stock[draws:]
    closed = not over(state, shown)
    others = [at for at in range(len(hands)) if closed and at not in open_to_seat]
    pool = [*stock, *state.aside, *state.discards, *(kind for at in others for kind in hands[at])]
    chance.shuffle(pool)
    for at in others:
        hands[at] = [pool.pop() for _ in hands[at]]
    if shown:
        hands[shown.mover] += played
    return {
        "hands": tuple(tuple(sorted(hand)) for hand in hands),
        "stock": (*drawn, *(pool.pop() for _ in stock)),
        "aside": tuple(pool.pop() for _ in state.aside),
        "discards": tuple(pool),
    }


def _cards_of(move: Move) -> tuple[int, ...]:
    """The cards of a move that all can see."""
    match move:
        case Lay(_, placed):
            return (placed >> 1,)
        case Break(card, _) | Mend(card, _, _) | Aim(card, _):
            return (card,)
        case Rockfall():
            return (KIND["rockfall"],)
        case ReadMap():
            return (KIND["map"],)
        case LayTheft():
            return (KIND["theft"],)
        case Remove(_, cards):
            return cards
        case tuple() | Orient() | Steal():
            return ()


def _other_dwarves(
    state: State, seat: Seat | None, chance: Random, shown: "Shown | None"
) -> dict[str, Any]:
    """Shuffle the dwarves of whom the seat has not looked at, the pile and those thrown away."""
    fixed: set[int | None] = {seat}
    if _shows(shown, RoundEnded) or state.thieves:
        fixed = set(range(state.config.seats))
    elif seat is not None:
        fixed |= {one.target for one in state.inspected[seat] if one.current}
    top = list(state.undealt[:0])
    if shown and isinstance(shown.move, Aim):
        if shown.move.card == INSPECT and shown.mover == seat:
            fixed.add(shown.move.target)
        if shown.move.card == SWAP_HATS and (
            shown.move.target == seat or _shows(shown, RoundEnded)
        ):
            top = list(state.undealt[:1])
    loose = [at for at in range(state.config.seats) if at not in fixed]
    pool = [*(state.roles[at] for at in loose), *state.undealt[len(top) :], *state.shed]
    chance.shuffle(pool)
    roles = list(state.roles)
    for at in loose:
        roles[at] = pool.pop()
    return {
        "roles": tuple(roles),
        "undealt": (*top, *(pool.pop() for _ in state.undealt[len(top) :])),
        "shed": tuple(pool),
    }


def same_to_all(move: Move, twin: State, mover: Seat, seat: Seat | None) -> Move:
    """Cards passed face down may be any cards of the mover's, unless he looks on himself."""
    if isinstance(move, tuple) and mover != seat:
        return tuple(twin.hands[mover][: len(move)])
    return move


def endings(events: tuple[Any, ...]) -> set[str]:
    """How a round ended, if it did, and what was stolen after it."""
    ends = {
        Stolen: "with thefts",
        TheftDeclined: "with a theft declined",
        TheftLapsed: "with a theft lapsed",
    }
    found = {ends[type(event)] for event in events if type(event) in ends}
    end = next((event for event in events if isinstance(event, RoundEnded)), None)
    if end is None:
        return found
    roles = sorted({end.roles[seat] for seat in end.winners})
    won = {"loners": " and ".join(roles) + ("" if len(roles) > 1 else " alone")}
    how = "missed" if end.finder is None else "reached"
    found.add(f"{how}: {won.get(end.won_by, end.won_by)}")
    if end.finder is not None and {end.won_by, end.roles[end.finder]} == {"blue", "green"}:
        found.add("reached by the other team")
    return found


def disguised(state: State, seat: Seat) -> State | None:
    """The same table with another dwarf before the seat, unless all the pile is like his."""
    others = [at for at, role in enumerate(state.undealt) if role != state.roles[seat]]
    if not others:
        return None
    roles, undealt = list(state.roles), list(state.undealt)
    roles[seat], undealt[others[0]] = undealt[others[0]], roles[seat]
    return replace(state, roles=tuple(roles), undealt=tuple(undealt))
