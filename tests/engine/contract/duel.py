"""The Duel and its solo game for the contract suite: what is secret and what the box holds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from engine.api import Seat
from engine.maze.cells import cell_at, cell_name
from engine.parts.facts import Dealt, GoalTurned, RoundBegan
from engine.parts.moves import Break, Lay, Mend, ReadMap, Remove, Rockfall
from engine.parts.tools import TOOLS
from engine.rulesets.duel.cards import ACTION, CODES, KIND, PATH_KINDS, STANDS_FOR, TILES
from engine.rulesets.duel.events import RoundEnded, TrollsPaid
from engine.rulesets.duel.former import choose
from engine.rulesets.duel.legal import legal_moves
from engine.rulesets.duel.moves import Bribe, Move, OpenDoor
from engine.rulesets.duel.state import State
from engine.rulesets.duel.view import View, view
from engine.values import replace
from tests.engine.contract.ending import over

if TYPE_CHECKING:
    from tests.engine.contract.known import Shown

MOST_MOVES = 3 * (52 * 2 + 8 + 8 + 6)
"""A card is played or drawn with every move but the steps: ends of turns, counters and goals."""

ROUTINE = {"Dealt", "Passed", "Drew", "Laid"}
ENDINGS = {"all goals", "all counters", "all cards", "trolls paid as chosen"}

_SHORT = """
    goals f1 DU-GOAL-14, f3 DU-GOAL-22, f5 DU-GOAL-12, h2 DU-GOAL-25, h4 DU-GOAL-26, j3 DU-GOAL-27
    maze e2 DU-LADDER-GREEN, h2 DU-GOAL-25, h4 DU-GOAL-26, f5 DU-GOAL-12, b2 DU-TROLL-1,\
 c8 DU-TROLL-2, e8 DU-TROLL-3, g8 DU-GOLD-1, a3 DU-NS
    marked h2 @1, h4 @2, f5 @2, g8 @2"""
CORNERS = (
    # Gold for more counters than are left; the last counter for a troll before the action.
    f"""duel rounds=1{_SHORT}
    bribed c8 @2, e8 @2
    stock map fix-cart
    @1 hand DU-GOLD-3 DU-EW DU-NS
    @2 hand DU-NS key""",
    f"""duel rounds=1{_SHORT}, b9 @1
    bribed b2 @2, c8 @2
    stock map
    @1 hand DU-GOLD-3 DU-NS
    @2 hand DU-GOLD-2""".replace("g8 DU-GOLD-1", "g8 DU-GOLD-1, b9 DU-DBEND-GOLD"),
    # Two goals wait for their sides.
    """duel rounds=1
    ask orient
    acted lay
    orient f1, f3
    goals f1 DU-GOAL-20, f3 DU-GOAL-21
    maze e2 DU-LADDER-BLUE~, f2 DU-GOLD-3, a3 DU-NS
    stock key key
    @1 hand map
    @2 hand rockfall""",
    # Trolls can be paid in two ways.
    """duel
    round 2
    ask pay
    maze b2 DU-TROLL-1, a1 DU-TROLL-2~
    bribed b2 @1, a1 @1
    @1 gold DU-GOLD-1 DU-GOLD-2 DU-GOAL-26
    @2 hand none""",
    # Doors everywhere, a key on one, a retired goal, and somebody without cards.
    """duel rounds=1
    goals h2 DU-GOAL-17, h4 DU-GOAL-18-OLD
    maze a3 DU-NS, b2 DU-DOOR-B1, c2 DU-DOOR-G1, b4 DU-DOOR-B3, h2 DU-GOAL-17, h4 DU-GOAL-18-OLD
    keys b2 S
    @1 hand key rockfall DU-EW DU-NS
    @2 hand none""",
)

PUBLIC = {
    "config", "round", "turn", "asked", "ask", "acted", "orient", "maze", "walkers",
    "networks", "loose", "trolls", "dwarves", "broken", "trail", "claims", "bribes", "keys", "gold",
    "results",
}  # fmt: skip
OWN_OR_HIDDEN = {"goals", "seen", "hands"}
HIDDEN = {"seed", "stock", "discards", "aside", "goal_stock", "box"}
# Whoever adds a field to the state says here who may know it, and rearranges it below if not all.
assert {field.name for field in fields(State)} == PUBLIC | OWN_OR_HIDDEN | HIDDEN


def wanderer(state: State, rnd: Random) -> Move:
    """Any kind of move is as likely as any other, then any move of that kind."""
    moves = legal_moves(state, state.asked)
    kind = rnd.choice(sorted({type(move).__name__ for move in moves}))
    return rnd.choice([move for move in moves if type(move).__name__ == kind])


def seeker(state: State, rnd: Random) -> Move:
    """Digs for gold as the bot does, with a whim now and then."""
    moves = legal_moves(state, state.asked)
    if rnd.random() < 0.08:
        return rnd.choice(moves)
    return choose(view(state, state.asked), moves)


def spender(state: State, rnd: Random) -> Move:
    """Digs, but opens and bribes whatever he can, for that is where steps follow from steps."""
    moves = legal_moves(state, state.asked)
    gladly = [move for move in moves if isinstance(move, OpenDoor | Bribe)]
    return rnd.choice(gladly) if gladly else seeker(state, rnd)


PLAYERS = {"wanderer": wanderer, "seeker": seeker, "spender": spender}


def notation() -> Iterator[str]:
    """Cells around the usual field, all codes, all tools, two seats more than can sit."""
    cells = [cell_name(cell_at(x, y)) for x in range(-1, 11) for y in range(-1, 6)]
    paths = [code for code in CODES if KIND[code] < PATH_KINDS]
    for code in (*paths, "DU-START-BLUE", "DU-GOAL-17"):
        yield from (f"lay {code}{turn} {cell}" for turn in ("", "~") for cell in cells)
    for code in CODES:
        yield f"pass {code}"
        yield f"pass {code} DU-EW"
        yield f"remove cart with {code} DU-EW"
    for cell in (*cells, "m3", "k2"):
        yield from (f"{word} {cell}" for word in ("rockfall", "map", "bribe", "claim", "turn"))
        yield f"turn {cell}~"
        yield from (f"key {cell} {side}" for side in "NESW")
    for seat in range(5):
        for tool in TOOLS:
            yield f"break {tool} @{seat}"
            for row in ACTION.values():
                if row.act == "fix":
                    yield f"fix {tool} @{seat} with {row.code}"
    for pair in combinations(("DU-NS", "DU-EW", "map", "key"), 2):
        yield from (f"remove {tool} with {' '.join(pair)}" for tool in TOOLS)
    yield from ("end", "pay 1", "pay 2", "pay 3", "pay 1 1", "pay 2 1", "pay 1 1 1", "pay 3 3")


def belongings(state: State) -> Mapping[str, int]:
    """Count cards, goals, counters and keys. At the end the table still shows the marked gold."""
    gone = dict(state.claims) if state.asked is None else {}
    lying = {cell: placed for cell, placed in state.maze.cards.items() if cell not in gone}
    box: Counter[str] = Counter(TILES.code(placed) for placed in lying.values())
    for kinds in (*state.hands, *state.gold, state.stock, state.discards, state.aside):
        box.update(CODES[kind] for kind in kinds)
    for broken in state.broken:
        box.update(f"break-{tool}" for at, tool in enumerate(TOOLS) if broken >> at & 1)
    faces = dict(state.goals)
    box.update(CODES[faces[cell]] for cell in state.maze.covered)
    box.update(CODES[kind] for kind in (*state.goal_stock, *state.box))
    assert state.counters >= 0
    assert len({cell for cell, _ in (*state.claims, *state.bribes)}) == (
        state.config.mode.counters - state.counters
    )
    unplayed = sum(pile.count(KIND["key"]) for pile in (*state.hands, state.stock, state.aside))
    assert len(set(state.keys)) == len(state.keys) <= 2 - unplayed
    return box


def twin(state: State, seat: Seat | None, chance: Random, shown: "Shown | None") -> State:
    """Another table that looks the same to the seat."""
    secret: dict[str, Any] = {
        "seen": tuple(
            known if at == seat else chance.randrange(64) for at, known in enumerate(state.seen)
        ),
        **_other_goals(state, seat, chance, shown),
        **_other_cards(state, seat, chance, shown),
    }
    # Alone, everybody sees what goes wrong when a round is dealt.
    if not (_deals(shown) and state.config.mode.solo):
        secret["seed"] = chance.randbytes(16)
    return replace(state, **secret)


def _deals(shown: "Shown | None") -> bool:
    return shown is not None and any(isinstance(event, RoundBegan) for event in shown.events)


def without_own(thing: Any, seat: Seat | None, shown: "Shown") -> Any:
    """What a fact or a view leaves when a new round was dealt from another seed."""
    if not _deals(shown):
        return thing
    if isinstance(thing, View):
        values = {field.name: getattr(thing, field.name) for field in fields(thing)}
        return View(**values | {"hand": ()})
    return None if isinstance(thing, Dealt) and thing.seat == seat else thing


def _other_goals(
    state: State, seat: Seat | None, chance: Random, shown: "Shown | None"
) -> dict[str, Any]:
    """Exchange covered goals with those of later rounds and those that are out of the game."""
    known = 0 if seat is None else state.seen[seat]
    turning = (
        {event.cell for event in shown.events if isinstance(event, GoalTurned)} if shown else set()
    )
    if shown and isinstance(shown.move, ReadMap) and shown.mover == seat:
        turning.add(shown.move.cell)
    free = [
        at
        for at, (cell, _) in enumerate(state.goals)
        if not over(state, shown)
        and cell in state.maze.covered
        and cell not in state.orient
        and not known >> at & 1
        and cell not in turning
    ]
    kept = [kind for kind in state.box if kind not in STANDS_FOR]
    boxed = [kind for kind in state.box if kind in STANDS_FOR]
    pool = [*(state.goals[at][1] for at in free), *state.goal_stock, *boxed]
    chance.shuffle(pool)
    goals = list(state.goals)
    for at in free:
        goals[at] = (state.goals[at][0], pool.pop())
    later = tuple(pool.pop() for _ in state.goal_stock)
    return {"goals": tuple(goals), "goal_stock": later, "box": tuple(sorted((*kept, *pool)))}


def _other_cards(
    state: State, seat: Seat | None, chance: Random, shown: "Shown | None"
) -> dict[str, Any]:
    """Deal the cards of all others and of all piles anew; how many there are is for all to see."""
    hands, stock = [list(hand) for hand in state.hands], list(state.stock)
    played = list(_cards_of(shown.move)) if shown and shown.mover != seat else []
    for card in played:
        hands[shown.mover].remove(card)
    drawn = stock[: _drawn(state, seat, shown)]
    stock = stock[len(drawn) :]
    others = [at for at in range(len(hands)) if at != seat and not over(state, shown)]
    pool = [*stock, *state.aside, *state.discards]
    if not state.config.mode.solo:
        pool += [kind for at in others for kind in hands[at]]
    chance.shuffle(pool)
    if not state.config.mode.solo:
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


def _drawn(state: State, seat: Seat | None, shown: "Shown | None") -> int:
    """How many cards of the stock are about to be shown. Alone, mishaps are shown to everybody."""
    if over(state, shown):
        return len(state.stock)
    if shown is None or (shown.mover != seat and not state.config.mode.solo):
        return 0
    if any(isinstance(event, RoundEnded) for event in shown.events):
        return len(state.stock)
    return len(state.stock) - len(shown.after.stock)


def _cards_of(move: Move) -> tuple[int, ...]:
    """The cards of a move that all can see."""
    match move:
        case Lay(_, placed):
            return (placed >> 1,)
        case Break(card, _) | Mend(card, _, _):
            return (card,)
        case Rockfall():
            return (KIND["rockfall"],)
        case OpenDoor():
            return (KIND["key"],)
        case ReadMap():
            return (KIND["map"],)
        case Remove(_, cards):
            return cards
        case _:
            return ()


def same_to_all(move: Move, twin: State, mover: Seat, seat: Seat | None) -> Move:
    """Cards passed face down may be any cards of the mover's, unless he looks on himself."""
    if isinstance(move, tuple) and mover != seat:
        return tuple(twin.hands[mover][: len(move)])
    return move


def endings(events: tuple[Any, ...]) -> set[str]:
    """How a round ended, if it did, and whether somebody chose how to pay for it."""
    ended = {f"all {event.ended}" for event in events if isinstance(event, RoundEnded)}
    if ended and isinstance(events[0], TrollsPaid):
        ended.add("trolls paid as chosen")
    return ended


def disguised(_state: State, _seat: Seat) -> None:
    """Everybody sees who is who."""
