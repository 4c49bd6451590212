"""Reading states stored before they were kept in words. Nothing here ever changes."""

from engine.api import Json, Seat
from engine.decks import saboteur as base
from engine.decks import saboteur2 as box
from engine.maze import grid
from engine.parts.earlier import Numbered, tuples
from engine.rulesets.saboteur2.cards import BOX
from engine.rulesets.saboteur2.edition import configure
from engine.rulesets.saboteur2.state import Inspection, RoundResult, State

_THEN = Numbered(
    BOX,
    f"{base.PATH_CODES} {box.PATH_CODES} S {base.GOAL_CODES} {base.ACTION_CODES}"
    f" {box.ACTION_CODES}",
    (*base.PATHS, *box.PATHS, base.START, *base.GOALS, *base.ACTIONS, *box.ACTIONS),
)


def load_first(data: Json) -> State:
    """Read version 1: cards by number, fields by name, chance by the first version of the rules."""
    alike = _THEN.alike(data, "orient thieves seen roles undealt shed broken trapped thefts gold")
    return State(
        config=configure(data["seats"], data["options"], rules=1),
        round=data["round"],
        laid=data.get("laid"),  # the oldest states do not have it
        closer=data["closer"],
        network=grid.trace(alike["maze"]),
        inspected=tuple(tuple(Inspection(*one) for one in seen) for seen in data["inspected"]),
        aside=_THEN.cards(data["aside"]),
        results=tuple(_result(**row) for row in data["results"]),
        **alike,
    )


def _result(
    *,
    roles: list[str],
    trapped: list[Seat],
    winners: list[Seat],
    paid: list[int],
    thefts: list[tuple[Seat, Seat]],
    **plain: Json,
) -> RoundResult:
    return RoundResult(
        roles=tuple(roles),
        trapped=tuple(trapped),
        winners=tuple(winners),
        paid=tuple(paid),
        thefts=tuples(thefts),
        **plain,
    )
