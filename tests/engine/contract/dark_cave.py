"""The Dark Cave for the contract suite: what is secret at its table and what the box holds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING, Any

from engine.api import Seat
from engine.decks.dark_cave import PATHS
from engine.maze.cells import cell_at, cell_name
from engine.parts.facts import Drew, GoalSeen, GoalTurned
from engine.parts.moves import Lay
from engine.rulesets.dark_cave.cards import BEASTS, CODES, DECK, TILES, Clan
from engine.rulesets.dark_cave.events import (
    Attacked,
    CardLost,
    ClanSeen,
    ClanShown,
    DrivenOff,
    HandsSwapped,
    LeftCave,
    RoundEnded,
)
from engine.rulesets.dark_cave.moves import Action, Move, card_of
from engine.rulesets.dark_cave.places import NAMES
from engine.rulesets.dark_cave.state import State
from engine.values import replace
from tests.engine import dark_cave_players
from tests.engine.contract.ending import over

if TYPE_CHECKING:
    from tests.engine.contract.known import Shown

MOST_MOVES = 1500
"""67 turns of a card, four steps, an end, a side, three cuts and a proposal."""

# A vein waits to be laid one way or the other; all creatures, a web with an axe beside it, bridges
# and tunnels; the last cards of a game; the end proposed while the third of five is asked.
CORNERS = (
    """dark-cave
    goals a1 GOAL-VEIN, i1 GOAL-EXIT, a9 GOAL-HOLE, i9 GOAL-LADDER
    maze e5 START, b1 I-EW
    turn @1 walk steps 2
    orient a1 E
    @1 hand rat at b1 gold 1 axes 1 keep
    @2 hand goblin web at b1
    @3 hand boots at e5
    stock I-X I-NS""",
    """dark-cave
    maze e5 START, f5 I-BRIDGE-EW, g5 I-DCA-TUNNEL, d5 II-BRIDGE-NS, e4 II-TH-HOLE~, e6 III-TV-HOLE
    @1 hand rat lindworm axe I-X at f5.ew gold 2 axes 1
    @2 hand goblin swap info at e5 axes 1 keep
    @3 hand rockfall web at e4.s lying
    @4 hand boots II-X at g5.t gold 0 booted
    webs e5/f5 @2 2, e4/e5 @1 1
    creatures goblin e5 @3, rat d5.w @4
    stock III-X III-DE rat""",
    """dark-cave
    maze e5 START, f5 I-BRIDGE-EW, g5 I-EW
    turn @2 walk steps 3
    @1 at e5
    @2 hand I-X at e5
    stock none""",
    """dark-cave
    maze e5 START, f5 I-EW
    asked @3
    turn @1 play steps 3
    agreed @1 @2
    @1 hand I-X at outside
    @2 hand I-TH
    @3 hand I-TV
    @4
    @5 hand I-NS
    stock none""",
)
PLAYERS = dark_cave_players.PLAYERS
ROUTINE = {"Dealt", "Discarded", "Drew", "Laid", "Walked"}
ENDINGS = {"cards", "clan", "agreed", "a tie goes to who was out first", "nobody was out"}

PUBLIC = {"config", "turn", "asked", "progress", "agreed", "orient", "maze", "ways", "left", "webs"}
PUBLIC |= {"creatures", "veins", "gold", "blind", "ended"}
OWN_OR_HIDDEN = {"goals", "clans", "dwarves", "hands"}
HIDDEN = {"seed", "stock", "discards", "boxed"}
# Whoever adds a field to the state says here who may know it, and rearranges it below if not all.
assert {field.name for field in fields(State)} == PUBLIC | OWN_OR_HIDDEN | HIDDEN


def notation() -> Iterator[str]:
    """Cells around the larger field, all codes and fields, two seats more than can sit."""
    cells = [(x, y, cell_name(cell_at(x, y))) for x in range(-1, 10) for y in range(-1, 10)]
    codes = [CODES[kind] for kind in sorted({*DECK})]
    yield from (f"pass {code}" for code in codes)
    yield from (f"pass {' '.join(two)}" for two in combinations_with_replacement(codes, 2))
    # A third of all cards on a third of all cells: every card and every cell comes up.
    for kind, row in enumerate(PATHS):
        for x, y, cell in cells:
            if (x + y + kind) % 3 == 0:
                yield from (f"lay {row.code} {cell}", f"lay {row.code}~ {cell}")
    for x, y, cell in cells:
        yield from (f"rockfall {cell}", f"info {cell}", f"turn {cell}", f"turn {cell}~")
        yield from (f"walk {cell}.{name}" for name in NAMES)
        for name in NAMES[(x + y) % 5 :: 5]:
            for beast in BEASTS:
                yield from (f"lure {beast} {cell}.{name}", f"lure {beast} {cell}.{name} stay")
    for x, y, cell in cells:
        for other in (cell_name(cell_at(x + 1, y)), cell_name(cell_at(x, y + 1))):
            yield from (f"web {cell}/{other}", f"cut {cell}/{other}")
    for seat in range(1, 11):
        yield from (f"{word} @{seat}" for word in ("info", "swap", "boots", "axe"))
    yield from ("end", "order keep", "order use", "propose", "agree", "decline")


def belongings(state: State) -> Mapping[str, int]:
    """Count cards, clan cards, goals, gold and what lies before the players."""
    box: Counter[str] = Counter(TILES.code(placed) for placed in state.maze.cards.values())
    for kinds in (*state.hands, state.stock, state.discards, state.boxed):
        box.update(CODES[kind] for kind in kinds)
    faces = dict(state.goals)
    box.update(CODES[faces[cell]] for cell in state.maze.covered)
    box.update(" ".join(clan) for clan in state.clans)
    box["web"] += len(state.webs)
    box.update(BEASTS[at] for at, creature in enumerate(state.creatures) if creature)
    for dwarf in state.dwarves:
        box.update({"boots": dwarf.boots, "axe": dwarf.axes, "gold": dwarf.gold})
    box["gold"] += state.gold + len(state.veins)
    return box


def twin(state: State, seat: Seat | None, chance: Random, shown: "Shown | None") -> State:
    """Another table that looks the same to the seat."""
    events = shown.events if shown else ()
    secret: dict[str, Any] = {
        "goals": state.goals if over(state, shown) else _other_goals(state, seat, chance, events),
        "clans": _other_clans(state, seat, chance, events),
        "dwarves": _other_dwarves(state, seat, chance, events),
        **_other_cards(state, seat, chance, shown),
    }
    # The seed says which card is drawn blindly from a hand: the seat's own, or one turned up.
    lost = {event.seat for event in events if isinstance(event, CardLost)}
    if seat not in lost and not (lost and over(state, shown)):
        secret["seed"] = chance.randbytes(16)
    return replace(state, **secret)


def _other_goals(
    state: State, seat: Seat | None, chance: Random, events: tuple[Any, ...]
) -> tuple[tuple[int, int], ...]:
    known = 0 if seat is None else state.dwarves[seat].seen
    shown = {event.cell for event in events if isinstance(event, GoalTurned)}
    shown |= {e.cell for e in events if isinstance(e, GoalSeen) and e.seat == seat}
    shown |= {state.orient.cell} if state.orient else set()
    free = [
        at
        for at, (cell, _) in enumerate(state.goals)
        if cell in state.maze.covered and not known >> at & 1 and cell not in shown
    ]
    goals = list(state.goals)
    for at, other in zip(free, chance.sample(free, len(free)), strict=True):
        goals[at] = (state.goals[at][0], state.goals[other][1])
    return tuple(goals)


def _other_clans(
    state: State, seat: Seat | None, chance: Random, events: tuple[Any, ...]
) -> tuple[Clan, ...]:
    """Change characters among covered cards with the same back."""
    # Whether the game ends when somebody leaves is for all to see, and rests on all characters.
    if any(isinstance(event, LeftCave | RoundEnded) for event in events):
        return state.clans
    seats = state.config.seats
    known = {at for at, dwarf in enumerate(state.dwarves) if dwarf.shown} | {seat}
    known |= {e.target for e in events if isinstance(e, ClanSeen) and e.seat == seat}
    known |= {e.seat for e in events if isinstance(e, ClanShown)}
    if seat is not None:
        known |= {at for at in range(seats) if state.dwarves[seat].known >> at & 1}
        if state.left[:1] == (seat,):
            known |= {*range(seats, len(state.clans))}
    clans = list(state.clans)
    for name in {clan.clan for clan in clans}:
        free = [at for at, card in enumerate(clans) if card.clan == name and at not in known]
        for at, other in zip(free, chance.sample(free, len(free)), strict=True):
            clans[at] = state.clans[other]
    return tuple(clans)


def _other_dwarves(
    state: State, seat: Seat | None, chance: Random, events: tuple[Any, ...]
) -> tuple[Any, ...]:
    attacked = any(isinstance(event, Attacked | DrivenOff) for event in events)
    return tuple(
        dwarf
        if at == seat
        else dwarf._replace(
            seen=chance.randrange(16),
            known=chance.randrange(1 << state.config.seats),
            keep=dwarf.keep if attacked else chance.random() < 0.5,
        )
        for at, dwarf in enumerate(state.dwarves)
    )


def _other_cards(
    state: State, seat: Seat | None, chance: Random, shown: "Shown | None"
) -> dict[str, Any]:
    """Deal the cards of all others, the stock and the discards anew; sizes are for all to see."""
    hands, stock = [list(hand) for hand in state.hands], list(state.stock)
    events = shown.events if shown else ()
    fixed = {seat}
    if any(isinstance(e, HandsSwapped) and seat in (e.seat, e.target) for e in events):
        fixed |= {e.seat for e in events if isinstance(e, HandsSwapped)}
        fixed |= {e.target for e in events if isinstance(e, HandsSwapped)}
    played = None
    if shown and shown.mover not in fixed and isinstance(shown.move, Lay | Action):
        played = card_of(shown.move)
    if played is not None:
        hands[shown.mover].remove(played)
    drawn = sum(isinstance(event, Drew) and event.seat == seat for event in events)
    if over(state, shown):
        drawn = len(stock)
    kept, stock = stock[:drawn], stock[drawn:]
    closed = not over(state, shown)
    others = [at for at in range(len(hands)) if closed and at not in fixed]
    pool = [*stock, *state.discards, *state.boxed, *(k for at in others for k in hands[at])]
    chance.shuffle(pool)
    for at in others:
        hands[at] = [pool.pop() for _ in hands[at]]
    if played is not None:
        hands[shown.mover].append(played)
    piles = [[pool.pop() for _ in pile] for pile in (stock, state.discards, state.boxed)]
    return {
        "hands": tuple(tuple(sorted(hand)) for hand in hands),
        "stock": (*kept, *piles[0]),
        "discards": tuple(piles[1]),
        "boxed": tuple(piles[2]),
    }


def same_to_all(move: Move, twin: State, mover: Seat, seat: Seat | None) -> Move:
    """Cards passed face down may be any of the mover's."""
    if mover == seat:
        return move
    if isinstance(move, tuple):
        return tuple(sorted(twin.hands[mover][: len(move)]))
    return move


def without_own(thing: Any, seat: Seat | None, shown: "Shown") -> Any:
    """Leave everything in: nothing is dealt anew during a game."""
    return thing


def endings(events: tuple[Any, ...]) -> set[str]:
    """How the game ended, if it did."""
    end = next((event for event in events if isinstance(event, RoundEnded)), None)
    if end is None:
        return set()
    if end.won_by == "nobody":
        return {end.ended, "nobody was out"}
    blue, yellow = end.treasure
    return {end.ended} | ({"a tie goes to who was out first"} if blue == yellow else set())


def disguised(state: State, seat: Seat) -> State | None:
    """The same table with the seat's clan card exchanged for the other character's."""
    mine = state.clans[seat]
    others = [
        at
        for at, card in enumerate(state.clans)
        if card.clan == mine.clan and card.role != mine.role
    ]
    if not others:
        return None
    clans = list(state.clans)
    clans[seat], clans[others[0]] = clans[others[0]], clans[seat]
    return replace(state, clans=tuple(clans))
