"""The standing order for one's axes: a private setting, no move (rulings 18 and 29)."""

from enum import StrEnum

from engine.api import Seat
from engine.errors import IllegalMove, Reason
from engine.rulesets.dark_cave.moves import KEEP, USE, Move, Order
from engine.rulesets.dark_cave.reasons import Why
from engine.rulesets.dark_cave.state import State, with_dwarf


def settings(state: State, seat: Seat) -> list[Move]:
    """List the order that is not given yet, while the seat's dwarf can still be attacked."""
    if _refusal(state, seat):
        return []
    return [USE if state.dwarves[seat].keep else KEEP]


def set_order(state: State, seat: Seat, setting: Move) -> State:
    """Give an order; giving it again changes nothing. Raises IllegalMove."""
    if not isinstance(setting, Order):
        raise IllegalMove(Reason.NO_SETTING)
    if why := _refusal(state, seat):
        raise IllegalMove(why)
    return with_dwarf(state, seat, state.dwarves[seat]._replace(keep=setting.keep))


def _refusal(state: State, seat: Seat) -> StrEnum | None:
    if state.asked is None:
        return Reason.GAME_OVER
    if not 0 <= seat < state.config.seats:
        return Reason.NO_SUCH_SEAT
    # Who has left the cave is never attacked again: there is nothing more to order.
    return Why.OUTSIDE if state.dwarves[seat].place is None else None
