"""Caution: what must not happen behind the back of who left orders (time.md, 8)."""

from typing import Any

from engine.api import AnyRuleset
from engine.api import Seat as EngineSeat


def surprising(rules: AnyRuleset, before: Any, after: Any, seat: int, *, own: bool) -> bool:
    """Tell whether a step should make a seat's orders wait for their owner.

    A hidden card was turned up for him, or somebody else (`own` is false) changed his hand, his
    tools, his dwarf or his freedom. A new deal changes all of that.
    """
    was, now = (rules.view(state, EngineSeat(seat)) for state in (before, after))
    care = rules.orders
    if was.round != now.round or care.learnt(now) - care.learnt(was):
        return True
    return not own and (was.hand != now.hand or care.own(was) != care.own(now))
