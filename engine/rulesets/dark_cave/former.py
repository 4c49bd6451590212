"""Choose quickly by the view alone, as bots did before they remembered the round.

It has no memory. A move's score is in steps: 1 is worth one step on its dwarf's way to the exit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.api import Seat
from engine.bots.choice import best
from engine.decks.dark_cave import CLANS, STEPS
from engine.parts.moves import Lay, Orient
from engine.rulesets.dark_cave import moves
from engine.rulesets.dark_cave.cards import BOOTS, CODES, ROWS
from engine.rulesets.dark_cave.guide import Guide
from engine.rulesets.dark_cave.moves import NOTATION, Action, Move
from engine.rulesets.dark_cave.places import BORDER_NAMES, PLACE_NAMES
from engine.rulesets.dark_cave.sights import DwarfSight
from engine.rulesets.dark_cave.view import View

_OUT = 100.0
_GOLD, _CARD = 2.5, 1.0
"""What a gold and a hand card are worth."""
_CHANGE = 0.1
"""Gains below this are none."""
_WORTH = {
    "info": 3,
    "boots": 5,
    "axe": 3,
    "goblin": 3,
    "lindworm": 3,
    "rat": 2,
    "web": 1,
    "swap": 1,
}
_HURTS = {"goblin": _GOLD, "lindworm": 3.0, "rat": 1.5}


def choose(view: View, listed: Sequence[Move]) -> Move:
    """Choose a move; the same view gets the same answer, in whatever order the moves come."""
    table = _Table(view)
    return best(view, listed, lambda move: _judge(table, move), NOTATION.format)


@dataclass(frozen=True)
class _Table:
    """A view with what it implies."""

    view: View

    @cached_property
    def me(self) -> DwarfSight:
        assert self.view.seat is not None, "nobody plays for a spectator"
        return self.view.dwarves[self.view.seat]

    @cached_property
    def guide(self) -> Guide:
        return Guide(self.view.cards, self.view.goals, self.view.fields, self.view.webs)

    @cached_property
    def exit_is_known(self) -> bool:
        return self.guide.exit is not None

    def away(self, dwarf: DwarfSight) -> float:
        """Count the steps between a dwarf and the exit, or the goals that may be it."""
        return 0.0 if dwarf.place is None else self.guide.missing(dwarf.place)

    def friend(self, seat: Seat) -> float:
        """Tell how likely a seat works for the same clan as this one."""
        me, other = self.me, self.view.dwarves[seat]
        camp = me.clan if me.role == "loyal" else CLANS[1 - CLANS.index(me.clan)]
        loyal = self._loyal(other)
        return loyal if other.clan == camp else 1 - loyal

    def _loyal(self, dwarf: DwarfSight) -> float:
        if dwarf.role is not None:
            return float(dwarf.role == "loyal")
        cards = [card.split()[1] for card in self.view.clan_cards if card.split()[0] == dwarf.clan]
        for other in self.view.dwarves:
            if other.clan == dwarf.clan and other.role is not None:
                cards.remove(other.role)
        for card in self.view.aside or ():
            clan, role = card.split()
            if clan == dwarf.clan:
                cards.remove(role)
        return cards.count("loyal") / len(cards)

    @cached_property
    def hopeless(self) -> bool:
        """Tell whether no dwarf can reach the exit with the cards that are left."""
        view = self.view
        inside = [dwarf for dwarf in view.dwarves if dwarf.place is not None]
        return not view.stock and all(
            self.away(dwarf) > (STEPS + dwarf.boots) * view.hand_sizes[dwarf.seat]
            for dwarf in inside
        )


def _judge(table: _Table, move: Move) -> float:
    match move:
        case moves.Walk(place):
            return _walk(table, PLACE_NAMES[place])
        case moves.End():
            return _GOLD if _gold_on(table, table.me.place) else 0.0
        case Lay():
            return _lay(table, move)
        case tuple():  # a pass
            # Every card is time: two go only when both are worth nothing.
            worth = sum(_worth(table, CODES[card]) for card in move)
            return -1.0 - worth / 2 - (len(move) - 1) * 0.8
        case Orient(cell, turned):
            return table.guide.turned(cell, turned=turned)
        case moves.Cut(border):
            return _cut(table, BORDER_NAMES[border])
        case moves.Propose():
            return 1.0 if table.hopeless else -_OUT
        case moves.Answer(agree):
            return float(agree == table.hopeless)
        case moves.Order():
            raise AssertionError("an order is no move")
        case _:
            return _action(table, move)


def _walk(table: _Table, place: str) -> float:
    walk = next(walk for walk in table.view.walks if walk.place == place)
    if walk.ends == "exit":
        return _OUT
    here = table.me.place
    assert here is not None
    gain = table.guide.missing(here) - table.guide.missing(place)
    cost = walk.gold * _GOLD + walk.cards * _CARD + 2.0 * len(walk.creatures)
    return gain - cost - _CHANGE + (_GOLD if _gold_on(table, place) else 0.0)


def _gold_on(table: _Table, place: str | None) -> bool:
    return any(field.gold and field.place == place for field in table.view.fields)


def _lay(table: _Table, move: Lay) -> float:
    kind = move.placed >> 1
    worth = _worth(table, ROWS[kind].code)
    gains = [
        (table.guide.gain(dwarf.place, move.cell, move.placed), dwarf.seat)
        for dwarf in table.view.dwarves
        if dwarf.place is not None
    ]
    own = sum(gain for gain, seat in gains if seat == table.view.seat)
    others = sum(
        gain * (2 * table.friend(seat) - 1) for gain, seat in gains if seat != table.view.seat
    )
    total = 3 * own + 0.5 * others if table.me.place is not None else others
    # A card that brings nobody nearer is no better than passing with it.
    return total if total > _CHANGE else -2.0 - worth / 2 + total


def _worth(table: _Table, code: str) -> float:
    """Tell how gladly a card is kept, 0 to 6."""
    if code in _WORTH:
        wanted = {"info": not table.exit_is_known, "boots": not table.me.boots}
        return _WORTH[code] if wanted.get(code, True) else 0.5
    row = next((row for row in ROWS if row.code == code), None)
    if row is None:
        return 0.5
    # The more open sides and the fewer fields, the better a card serves a way.
    return len(row.ways.replace(" ", "")) + (row.mark == "ladder") - row.group / 2


def _cut(table: _Table, border: str) -> float:
    here = table.me.place
    assert here is not None
    beyond = table.guide.beyond(border, here)
    gain = 0.0 if beyond is None else table.guide.missing(here) - table.guide.missing(beyond) - 1
    return 2.0 if gain > 1 else -3.0


def _action(table: _Table, move: Action) -> float:
    view = table.view
    match move:
        case moves.LookAtGoal(cell):
            goal = next(goal for goal in view.goals if goal.cell == cell)
            return -3.0 if table.exit_is_known or goal.code else 6.0
        case moves.LookAtClan(target):
            return -3.0 if view.dwarves[target].role else 0.5
        case moves.Equip(card, target):
            return _equip(table, target, boots=card == BOOTS)
        case moves.Lure(card, place, stay):
            return _lure(table, CODES[card], PLACE_NAMES[place], spare=stay)
        case moves.Swap(target):
            mine = len(view.hand) - 1
            return 1.2 * (view.hand_sizes[target] - mine) - 1.5
        case moves.LayWeb(border):
            return _web(table, BORDER_NAMES[border])
        case _:
            return -2.5


def _equip(table: _Table, target: Seat, *, boots: bool) -> float:
    dwarf = table.view.dwarves[target]
    if dwarf.place is None:
        return -5.0
    if target == table.view.seat:
        return 7.0 if boots else 3.0 / (1 + dwarf.axes)
    return (4.0 if boots else 1.0) * (2 * table.friend(target) - 1) - 1.0


def _lure(table: _Table, creature: str, place: str, *, spare: bool) -> float:
    victims = [dwarf for dwarf in table.view.dwarves if dwarf.place == place]
    if spare or not victims:
        return -2.5
    hurt = 0.0
    for dwarf in victims:
        spared = {"goblin": not dwarf.gold, "rat": not table.view.hand_sizes[dwarf.seat]}
        harm = 0.3 if spared.get(creature, dwarf.lying) else _HURTS[creature]
        hurt += harm * (1 - 2 * table.friend(dwarf.seat))
    return hurt * (0.4 if any(dwarf.axes for dwarf in victims) else 1.0)


def _web(table: _Table, border: str) -> float:
    """Judge a web by whose next steps it stops."""
    stopped = 0.0
    for dwarf in table.view.dwarves:
        if dwarf.place is not None and table.guide.crosses(dwarf.place, border):
            stopped += 4.0 * (1 - 2 * table.friend(dwarf.seat))
    return stopped - 1.5
