"""Reading states stored before they were kept in words. Nothing here ever changes."""

from engine.api import Json, Seat
from engine.decks import saboteur as box
from engine.maze import grid
from engine.parts.earlier import Numbered, tuples
from engine.rulesets.saboteur.cards import BOX
from engine.rulesets.saboteur.edition import configure
from engine.rulesets.saboteur.state import RoundResult, State

_THEN = Numbered(
    BOX,
    f"{box.PATH_CODES} S {box.GOAL_CODES} {box.ACTION_CODES}",
    (*box.PATHS, box.START, *box.GOALS, *box.ACTIONS),
)


def load_first(data: Json) -> State:
    """Read version 1: cards by number, fields by name, chance by the first version of the rules."""
    alike = _THEN.alike(data, "orient seen roles broken gold_stock")
    return State(
        config=configure(data["seats"], data["options"], rules=1),
        round=data["round"],
        network=grid.trace(alike["maze"]),
        gold=tuples(data["gold"]),
        bank=data["bank"],
        results=tuple(_result(*row) for row in data["results"]),
        **alike,
    )


def _result(won_by: str, finder: Seat | None, roles: list[str], spare: str) -> RoundResult:
    return RoundResult(won_by, finder, tuple(roles), spare, paid=())
