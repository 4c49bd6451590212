"""Saboteur for the contract suite: what is secret at its table and what the box holds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from engine.api import Seat
from engine.maze.cells import cell_at, cell_name
from engine.parts.facts import Dealt, GameEnded, GoalTurned
from engine.parts.moves import Break, Lay, Mend, ReadMap, Rockfall
from engine.parts.tools import TOOLS
from engine.rulesets.saboteur.cards import ACTION, CODES, DIGGER, KIND, SABOTEUR, TILES
from engine.rulesets.saboteur.events import GoldPaid, RoundEnded
from engine.rulesets.saboteur.moves import Move
from engine.rulesets.saboteur.state import RoundResult, State
from engine.rulesets.saboteur.view import View
from engine.values import replace
from tests.engine import players
from tests.engine.contract.ending import over

if TYPE_CHECKING:
    from tests.engine.contract.known import Shown

MOST_MOVES = 3 * (67 + 2)
"""Every move but the choice of a side costs a card, and there are two stones a round."""

# Two stones wait to be laid one way or the other; hands of which most are empty.
CORNERS = (
    """saboteur rounds=1
    orient i3, i5
    goals i1 Z1, i3 Z2, i5 Z3
    maze a3 S, b3 P1, c3 P1, d3 P3, e3 P1, f3 P3, g3 P1, h3 P5, g2 P7, h2 P5, i2 P6, g4 P4, g5 P6~,\
 h5 P3, h6 P6~, i6 P7~
    stock D1 D2 map
    @1 hand P4 map
    @2 hand P4 rockfall
    @3 hand fix-cart broken pick""",
    """saboteur edition=2004 rounds=1
    maze a3 S, b3 P1
    @1
    @2 hand P1 P4 map
    @3
    @4 hand break-cart
    asked @2""",
)
PLAYERS = players.PLAYERS
ROUTINE = {"Dealt", "Discarded", "Drew", "Laid"}
ENDINGS = {
    "gold by a digger",
    "gold by a saboteur",
    "gold together with a stone",
    "no cards left: saboteurs win",
    "no cards left: nobody wins",
}

PUBLIC = {"config", "round", "turn", "asked", "orient", "maze", "network", "broken"}
OWN_OR_HIDDEN = {"goals", "seen", "roles", "hands", "gold", "results"}
HIDDEN = {"seed", "stock", "discards", "gold_stock", "bank"}
# Whoever adds a field to the state says here who may know it, and rearranges it below if not all.
assert {field.name for field in fields(State)} == PUBLIC | OWN_OR_HIDDEN | HIDDEN


def notation() -> Iterator[str]:
    """Cells around the usual field, all codes, all tools, two seats more than can sit."""
    cells = [cell_name(cell_at(x, y)) for x in range(-2, 11) for y in range(-2, 7)]
    for code in CODES:
        yield f"pass {code}"
        if KIND[code] < len(TILES.tiles):
            yield from (f"lay {code}{turn} {cell}" for turn in ("", "~") for cell in cells)
    for cell in cells:
        yield from (f"rockfall {cell}", f"map {cell}", f"turn {cell}", f"turn {cell}~")
    for seat in range(13):
        for tool in TOOLS:
            yield f"break {tool} @{seat}"
            for row in ACTION.values():
                if row.act == "fix":
                    yield f"fix {tool} @{seat} with {row.code}"


def belongings(state: State) -> Mapping[str, int]:
    """Count cards, dwarves, goals and gold; what the bank paid is in somebody's hands."""
    box: Counter[str] = Counter(TILES.code(placed) for placed in state.maze.cards.values())
    for kinds in (*state.hands, state.stock, state.discards):
        box.update(CODES[kind] for kind in kinds)
    for broken in state.broken:
        box.update(f"break-{tool}" for at, tool in enumerate(TOOLS) if broken >> at & 1)
    faces = dict(state.goals)
    box.update(CODES[faces[cell]] for cell in state.maze.covered)
    box.update(state.roles)
    for cards in (*state.gold, state.gold_stock):
        box.update(f"gold {value}" for value in cards)
    box["gold 1"] -= state.bank
    return box


def twin(state: State, seat: Seat | None, chance: Random, shown: "Shown | None") -> State:
    """Another table that looks the same to the seat."""
    secret: dict[str, Any] = {
        "goals": _other_goals(state, seat, chance, shown),
        "seen": tuple(
            known if at == seat else chance.randrange(8) for at, known in enumerate(state.seen)
        ),
        **_other_cards(state, seat, chance, shown),
    }
    # The end of a round shows all dwarves and pays gold, the end of a game counts it.
    if not _shows(shown, RoundEnded):
        secret |= {"roles": _other_roles(state, seat, chance), **_other_gold(state, seat, chance)}
    if not _shows(shown, GameEnded):
        secret["seed"] = chance.randbytes(16)
    return replace(state, **secret)


def _shows(shown: "Shown | None", kind: type) -> bool:
    return shown is not None and any(isinstance(event, kind) for event in shown.events)


def without_own(thing: Any, seat: Seat | None, shown: "Shown") -> Any:
    """What a fact or a view leaves when a new round was dealt from another seed."""
    if not _shows(shown, RoundEnded) or _shows(shown, GameEnded):
        return thing
    if isinstance(thing, View):
        values = {field.name: getattr(thing, field.name) for field in fields(thing)}
        return View(**values | {"hand": (), "role": None, "gold": None})
    return None if isinstance(thing, Dealt | GoldPaid) and thing.seat == seat else thing


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
    """Deal the cards of all others, the stock and the discards anew; sizes are for all to see."""
    hands = [list(hand) for hand in state.hands]
    stock = list(state.stock)
    played = _card_of(shown.move) if shown and shown.mover != seat else None
    if played is not None and not isinstance(shown.move, tuple):
        hands[shown.mover].remove(played)
    draws = shown and (shown.mover == seat or over(state, shown))
    drawn = [stock.pop(0)] if stock and draws else []
    others = [at for at in range(len(hands)) if at != seat and not over(state, shown)]
    pool = [*stock, *state.discards, *(kind for at in others for kind in hands[at])]
    chance.shuffle(pool)
    for at in others:
        hands[at] = [pool.pop() for _ in hands[at]]
    if played is not None and not isinstance(shown.move, tuple):
        hands[shown.mover].append(played)
    new_stock = [pool.pop() for _ in stock]
    return {
        "hands": tuple(tuple(sorted(hand)) for hand in hands),
        "stock": (*drawn, *new_stock),
        "discards": tuple(pool),
    }


def _card_of(move: Move) -> int | None:
    match move:
        case Lay(_, placed):
            return placed >> 1
        case Break(card, _) | Mend(card, _, _):
            return card
        case tuple():  # a pass
            return move[0]
        case Rockfall():
            return KIND["rockfall"]
        case ReadMap():
            return KIND["map"]
        case _:
            return None


def _other_roles(state: State, seat: Seat | None, chance: Random) -> tuple[str, ...]:
    others = [at for at in range(len(state.roles)) if at != seat]
    roles = list(state.roles)
    for at, other in zip(others, chance.sample(others, len(others)), strict=True):
        roles[at] = state.roles[other]
    return tuple(roles)


def _other_gold(state: State, seat: Seat | None, chance: Random) -> dict[str, Any]:
    others = [cards for at, cards in enumerate(state.gold) if at != seat]
    # Nobody is told what the bank paid: it may have been some ones more.
    bank = state.bank + chance.randrange(3)
    pool = [*state.gold_stock, *chain(*others), *(1,) * (bank - state.bank)]
    chance.shuffle(pool)
    gold = tuple(
        cards if at == seat else tuple(pool.pop() for _ in cards)
        for at, cards in enumerate(state.gold)
    )
    while bank > [*chain(*gold)].count(1):
        bank -= 1
        pool.remove(1)
    # Of a finished round all saw the dwarves, but not what each was paid.
    results = tuple(
        result_paid(result, tuple(chance.randrange(5) for _ in result.paid))
        for result in state.results
    )
    left = {"gold_stock": tuple(sorted(pool)), "bank": bank}
    return {"gold": gold, "results": results, **left}


def result_paid(result: RoundResult, paid: tuple[int, ...]) -> RoundResult:
    return RoundResult(result.won_by, result.finder, result.roles, result.spare, paid)


def same_to_all(move: Move, twin: State, mover: Seat, seat: Seat | None) -> Move:
    """A card passed face down may be any card of the mover's, unless he looks on himself."""
    if isinstance(move, tuple) and mover != seat:
        return (twin.hands[mover][0],)
    return move


def endings(events: tuple[Any, ...]) -> set[str]:
    """How a round ended, if it did."""
    end = next((event for event in events if isinstance(event, RoundEnded)), None)
    if end is None:
        return set()
    if end.finder is None:
        return {f"no cards left: {end.won_by} {'wins' if end.won_by == 'nobody' else 'win'}"}
    turned = sum(isinstance(event, GoalTurned) for event in events)
    together = {"gold together with a stone"} if turned > 1 else set()
    return {f"gold by a {end.roles[end.finder]}"} | together


def disguised(state: State, seat: Seat) -> State:
    """The same table with the seat on the other side."""
    role = SABOTEUR if state.roles[seat] == DIGGER else DIGGER
    at = state.roles.index(role)
    roles = list(state.roles)
    roles[seat], roles[at] = roles[at], roles[seat]
    return replace(state, roles=tuple(roles))
