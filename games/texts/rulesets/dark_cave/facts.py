"""What happens in The Dark Cave, as sentences to one reader."""

from functools import singledispatch
from typing import Any

from engine.parts.facts import GoalOriented, GoalTurned, Laid
from engine.rulesets.dark_cave import events
from games.texts.book import Reader
from games.texts.rulesets.common import facts as shared
from games.texts.rulesets.dark_cave import ending, hazards, plays, walks

CHANGES: tuple[type[Any], ...] = (
    Laid,
    GoalTurned,
    GoalOriented,
    events.RockFell,
)


@singledispatch
def tell(event: object, reader: Reader) -> str:
    """Tell a fact as `seen_by` let it through for this reader."""
    return shared.tell(event, reader)


for _room in (plays, walks, hazards, ending):
    for _kind, _told in _room.TOLD.items():
        tell.register(_kind, _told)
