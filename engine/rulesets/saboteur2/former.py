"""Choose quickly by the view alone, as bots did before they remembered the round.

It has no memory, so it judges fellow players by what it has inspected and by what lies before them.
A move's score is in tenths of a card: 10 is worth one card less between the start and the gold.
"""

from collections.abc import Sequence

from engine.api import Seat
from engine.bots.choice import best
from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from engine.maze.cells import Cell, column
from engine.parts.moves import Break, Lay, Mend, Orient, ReadMap, Remove, Rockfall
from engine.rulesets.saboteur2.cards import CODES, FOREIGN_DOOR
from engine.rulesets.saboteur2.guide import ENEMIES, Table
from engine.rulesets.saboteur2.moves import NOTATION, Aim, LayTheft, Move, Steal
from engine.rulesets.saboteur2.view import View

_MARKS = {row.code: row.mark for row in box.PATHS}
_CRYSTALS = frozenset(row.code for row in box.PATHS if row.mark == "crystal")
_DEAD_ENDS = frozenset(
    row.code
    for row in (*base.PATHS, *box.PATHS)
    if row.mark != "ladder" and all(len(way) == 1 for way in row.ways.split())
)

_SUSPECT = 2
"""So many cards before one dwarf are more than one fellow's opinion."""
_POOR = 3
"""Worth so little on average, a hand is better swapped."""

# How gladly a dwarf who digs keeps a card, 0 to 9; codes that are not named count 5.
_WORTH = {
    "P1": 9, "P3": 8, "P5": 7, "P2": 6, "P4": 4, "E1": 6, "E2": 3, "E3": 3, "X1": 4, "X2": 4,
    "X4": 4, "X5": 4, "X3": 6, "C3": 8, "C7": 9, "fix": 6, "rockfall": 4, "break": 3, "map": 7,
    "theft": 8, "hands-off": 3, "swap-hats": 2, "inspect": 4, "swap-hands": 3, "trap": 5, "free": 6,
}  # fmt: skip
_ACTS = {row.code: row.act for row in (*base.ACTIONS, *box.ACTIONS)}


def choose(view: View, moves: Sequence[Move]) -> Move:
    """Choose a move; the same view gets the same answer, in whatever order the moves come."""
    table = Table(view)
    return best(view, moves, lambda move: _score(table, move), NOTATION.format)


def _score(table: Table, move: Move) -> float:
    match move:
        case Lay():
            return _lay(table, move)
        case Orient():
            return table.gain(move) if table.digs else -table.gain(move)
        case ReadMap(cell):
            return _read_map(table, cell)
        case Rockfall(cell):
            return _rockfall(table, move)
        case Mend(_, target, _):
            return _help(table, target)
        case Break(_, target):
            return _hinder(table, target)
        case Aim(card, target):
            return _aim(table, CODES[card], target)
        case LayTheft():
            return 7
        case Remove(what, cards):
            return (-20 if what == "theft" else 11 if table.digs else 6) + _throw_away(table, cards)
        case tuple():  # a pass
            return _throw_away(table, move)
        case Steal(victim):
            return -1 if victim is None else table.view.purses[victim]


def _lay(table: Table, move: Lay) -> float:
    code = CODES[move.placed >> 1]
    if table.view.role == "saboteur":
        return _lay_as_saboteur(table, move, code)
    if table.view.role == "geologist":
        # Every crystal is gold for him, and a long round shows more of them.
        return (9 if code in _CRYSTALS else -1) - 4 * table.may_turn_up_gold(move)
    gain = table.gain(move)
    # A lay that brings nothing nearer is no better than passing with the same card.
    return 10 * gain - _keep(table, code) / 10 if gain > 0 else -6 + 10 * gain


def _lay_as_saboteur(table: Table, move: Lay, code: str) -> float:
    gold = table.may_turn_up_gold(move)
    if gold:
        return -1000 * gold
    setback = -10 * table.gain(move)
    if table.gold_is_near:
        return setback
    # Early a dead end betrays him, and so does a bend that blocks: he spends good cards beside the
    # way, as far ahead as anybody who digs.
    return -3 if code in _DEAD_ENDS else 5 - abs(setback) + column(move.cell) / 4


def _read_map(table: Table, cell: Cell) -> float:
    if table.gold_is_known or table.view.role == "geologist":
        return -4
    return (12 if table.digs else 6) + table.chances.get(cell, -20)


def _rockfall(table: Table, move: Rockfall) -> float:
    if table.digs:
        # It costs a turn and leaves a hole, so it must clear a real detour.
        return 10 * table.gain(move) - 5
    may_harm = table.view.role == "saboteur" and table.gold_is_near
    return -10 * table.gain(move) if may_harm else -6


def _help(table: Table, target: Seat) -> float:
    if target == table.me:
        return 16 - table.burden(target)
    standing = table.standing(target)
    if standing:
        return 9 * standing
    return 1 if table.digs and table.burden(target) < _SUSPECT else -5


def _hinder(table: Table, target: Seat) -> float:
    standing = table.standing(target)
    if standing:
        return -8 * standing - table.burden(target)
    if table.view.role == "saboteur" and table.gold_is_near:
        waits = (target - table.me) % table.view.seats
        return (3 if table.burden(target) else 8) - waits / table.view.seats
    return 2 if table.digs and table.burden(target) >= _SUSPECT else -4


def _aim(table: Table, code: str, target: Seat) -> float:
    standing = table.standing(target)
    match _ACTS[code]:
        case "free":
            return _help(table, target)
        case "trap":
            # A trapped thief cannot steal.
            return _hinder(table, target) + (target in table.view.thefts)
        case "hands-off":
            return -20 if target == table.me else 4 - 3 * standing
        case "swap-hats":
            return -3 - 6 * standing
        case "inspect":
            known = any(one.target == target and one.current for one in table.view.inspected)
            return -4 if known or table.view.role not in ENEMIES else 5
        case _:
            return _swap_hands(table, target)


def _swap_hands(table: Table, target: Seat) -> float:
    """Swap a poor hand for one of at least as many cards."""
    rest = [code for code in table.view.hand if code != "swap-hands"]
    poor = sum(_keep(table, code) for code in rest) < _POOR * len(rest)
    return 3 if poor and table.view.hand_sizes[target] >= len(rest) else -4


def _throw_away(table: Table, cards: tuple[int, ...]) -> float:
    return sum(1 - _keep(table, CODES[card]) / 3 for card in cards)


def _keep(table: Table, code: str) -> float:
    """Tell how gladly the dwarf keeps a card, 0 to 9."""
    act, role = _ACTS.get(code, code), table.view.role
    if act == "map" and table.gold_is_known:
        return 0
    if role == "geologist":
        return 9 if code in _CRYSTALS else 8 if act == "theft" else 2
    worth = _WORTH.get(act, 5)
    if code in _DEAD_ENDS or _MARKS.get(code) == FOREIGN_DOOR.get(role or "", "none"):
        worth = 0
    if role != "saboteur":
        return worth
    # What diggers would keep goes first; his own weapons stay.
    return 6 if code in _ACTS else 9 - worth
