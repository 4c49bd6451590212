"""The tables of the first-game guide: fixed positions of the base game, made anew when asked for.

Nothing of them is stored. Who learns sits at @1 and sees what that seat may know, like anybody.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.api import Event, PickKind, Seat, TableView
from engine.maze.cells import cell_named, column
from engine.registry import ruleset
from games.selectors.values import Choice

LESSON_RULESET = "saboteur"
LEARNER = Seat(0)

_TABLE = """
saboteur rounds=1
seed 00000000000000000000000000000009
asked @1
goals i1 Z2, i3 Z1, i5 Z3
stock P1 P3 P1 P3
@2 saboteur hand D3 D6 P1
@3 digger hand P1 P3 map
"""

# The maze grows from one lesson to the next: by the move that is learnt, and by those of others.
_BEGUN = "a3 S, b3 P6"
_TO_C4 = f"{_BEGUN}, b4 P6~"
_TO_D4 = f"{_TO_C4}, c4 P5, d4 P2"
_TO_E3 = f"{_TO_D4}, d3 P7, e3 P7~"
_TO_F2 = f"{_TO_E3}, e2 P2~, f2 P5"
_BLOCKED = f"{_TO_F2}, g2 D5"
_TO_G2 = f"{_TO_F2}, g2 P6"
_TO_G3 = f"{_TO_G2}, g3 P6~"

_LESSONS = (
    "@1 digger hand P5 P4 D8\nmaze a3 S",
    f"@1 digger hand P5 P4 D8\nmaze {_BEGUN}",
    f"@1 digger hand P5 P4 D8\nmaze {_TO_C4}",
    f"@1 digger hand P7 P4 D8\nmaze {_TO_D4}",
    f"@1 digger hand P2 P4 D8\nmaze {_TO_E3}",
    f"@1 digger hand P5 break-cart fix-lantern broken lantern\nmaze {_TO_F2}",
    f"@1 digger hand P5 rockfall map\nmaze {_BLOCKED}",
    f"@1 digger hand P5 D8 map\nmaze {_TO_G2}",
    f"@1 digger hand P5 D8 fix-pick seen i3\nmaze {_TO_G2}",
    f"@1 digger hand P5 D8 break-cart seen i3\nmaze {_TO_G3}",
)
LESSONS = range(1, len(_LESSONS) + 1)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A table of the guide as the learner sees it, and what may be played there."""

    view: TableView
    choices: tuple[Choice, ...]
    told: tuple[Event, ...] = ()
    """What the learner's own move led to, once it is made."""


def lesson(number: int) -> Lesson:
    """Lay out the table of a lesson; `LESSONS` numbers them."""
    rules, state = ruleset(LESSON_RULESET), _position(number)
    moves = rules.legal_moves(state, LEARNER)
    choices = (Choice(rules.format(move), rules.picks(move)) for move in moves)
    return Lesson(rules.view(state, LEARNER), tuple(filter(_ahead, choices)))


def played(number: int, text: str) -> Lesson:
    """Show the same table after a move; raises what `parse` and `apply` raise."""
    rules = ruleset(LESSON_RULESET)
    step = rules.apply(_position(number), LEARNER, rules.parse(text))
    seen = (event.seen_by(LEARNER) for event in step.events)
    told = tuple(event for event in seen if event is not None)
    return Lesson(rules.view(step.state, LEARNER), (), told)


@cache
def _position(number: int) -> Any:
    return ruleset(LESSON_RULESET).parse_position(_TABLE + _LESSONS[number - 1])


def _ahead(choice: Choice) -> bool:
    """Leave out what is laid behind the start: it is allowed, but nothing to begin with."""
    cells = (pick.value for pick in choice.picks if pick.kind == PickKind.CELL)
    return all(column(cell_named(cell)) >= 0 for cell in cells)
