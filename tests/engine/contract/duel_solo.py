"""The solo game for the contract suite: as The Duel, but for its corners."""

from tests.engine.contract.duel import (
    ENDINGS,
    MOST_MOVES,
    PLAYERS,
    ROUTINE,
    belongings,
    disguised,
    endings,
    notation,
    same_to_all,
    twin,
    without_own,
)

CORNERS = (
    # Everything that is drawn goes wrong.
    """duel-solo rounds=1
    maze b3 DU-EW, c3 DU-DOOR-B1, d3 DU-TROLL-1, e3 DU-BEND-L
    trail e3 b3 c3
    keys c3 S
    stock break-cart rockfall break-cart rockfall break-pick
    @1 hand DU-NS map broken lantern""",
    # More gold than counters, and trolls that can be paid in two ways.
    """duel-solo rounds=1
    goals i1 DU-GOAL-14, i3 DU-GOAL-22, i5 DU-GOAL-12, k2 DU-GOAL-25, k4 DU-GOAL-26
    maze h2 DU-LADDER-GREEN, i5 DU-GOAL-12, k2 DU-GOAL-25, a8 DU-TROLL-1, c8 DU-TROLL-2,\
 e8 DU-GOLD-1
    marked i5 @1, k2 @1, e8 @1
    bribed a8 @1, c8 @1
    stock break-pick key
    @1 hand DU-GOLD-3 DU-EW""",
)

__all__ = [
    "CORNERS",
    "ENDINGS",
    "MOST_MOVES",
    "PLAYERS",
    "ROUTINE",
    "belongings",
    "disguised",
    "endings",
    "notation",
    "same_to_all",
    "twin",
    "without_own",
]
