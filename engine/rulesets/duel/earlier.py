"""Reading states and facts stored before they were kept in words. Nothing here ever changes."""

from engine.api import Json
from engine.decks import duel as box
from engine.parts.earlier import Numbered, tuples
from engine.rulesets.duel.cards import BOX
from engine.rulesets.duel.edition import MODES, configure
from engine.rulesets.duel.state import RoundResult, State
from engine.rulesets.duel.tunnels import completed

RENAMED = {
    "DU-GOAL-16": "DU-GOAL-16-OLD",
    "DU-GOAL-17": "DU-GOAL-17-OLD",
    "DU-GOAL-18": "DU-GOAL-18-OLD",
}
"""Cards that facts of version 1 tell by codes which have been given to others (ruling 26)."""
_GOALS = " ".join(code for code in box.GOAL_CODES.split() if code not in RENAMED)
_THEN = Numbered(
    BOX,
    f"{box.PATH_CODES} {box.START_CODES} {_GOALS} {box.ACTION_CODES}",
    (*box.PATHS, *box.STARTS, *box.GOALS, *box.RETIRED_GOALS, *box.ACTIONS),
)


def load_first(data: Json) -> State:
    """Read version 1: cards by number, fields by name, chance by the first version of the rules."""
    mode = MODES[data["mode"]]
    state = State(
        config=configure(mode, mode.meta.seats[0], data["options"], rules=1),
        gold=_THEN.sorted(data["gold"]),
        round=data["round"],
        ask=data["ask"],
        acted=data["acted"],
        aside=_THEN.cards(data["aside"]),
        claims=tuples(data["claims"]),
        bribes=tuples(data["bribes"]),
        keys=tuples(data["keys"]),
        goal_stock=_THEN.cards(data["goal_stock"]),
        box=tuple(sorted(_THEN.cards(data["box"]))),
        results=tuple(_result(*row) for row in data["results"]),
        **_THEN.alike(data, "dwarves orient seen broken trail"),
    )
    return completed(state)


def _result(
    ended: str, won: list[list[int]], trolls: list[int], paid: list[list[int]], gold: list[int]
) -> RoundResult:
    return RoundResult(ended, tuples(won), tuple(trolls), tuples(paid), tuple(gold))
