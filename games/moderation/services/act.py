"""What every act says of itself. Acts lie in `games.moderation.acts`, a small class each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Literal, Protocol

from django.forms import Form

from games.models import Act as Row
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.plan import Plan
from games.moderation.selectors.pages import Moderated
from games.moderation.services.scene import Scene
from games.selectors import Person

About = Literal["game", "glass", "letter", "person", "site", "signal", "case", "appeal", "league"]
"""What an act is about: how its target is named, read and held. Glass is
a game that nothing takes hold of: nobody at its table can notice the act."""
Beside = Literal[
    "time",
    "clock",
    "seat",
    "letter",
    "person",
    "sanction",
    "talk",
    "signal",
    "site",
    "case",
    "appeal",
    "league",
]
"""Beside what the moderators' pages offer it."""
Args = Mapping[str, Any]
"""What its form has read."""


class Act(Protocol):
    """One act. What it computes comes from its scene alone; only `do` writes."""

    key: ClassVar[str]
    """Its row of the matrix."""
    about: ClassVar[About]
    beside: ClassVar[Beside]
    form: ClassVar[type[Form]]
    ply_bound: ClassVar[bool] = False
    """Whether a move makes its preview stale."""
    pauses: ClassVar[bool] = True
    """Whether the game stands still while it waits for a second person."""
    unseeing: ClassVar[bool] = False
    """Whether who has looked at the game's secrets has no part in it."""

    @property
    def name(self) -> str:
        """What it is called, in the active language."""

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Name what bears upon the right to it; `args` is empty before its form was sent."""
        return Circumstances()

    def needs_second(self, scene: Scene, args: Args) -> bool:
        """Tell whether it needs a second person even where the matrix does not say so."""
        return False

    def does_alone(self, scene: Scene, args: Args) -> bool:
        """Tell whether it is done at once by one person where the matrix asks for two."""
        return False

    def beyond(self, typed: Mapping[str, str]) -> str:
        """Name a second game that it changes, by what was typed; empty if there is none."""
        return ""

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether a game's page offers it, as that game stands."""
        return True

    def fits(self, seat: Person, shown: Moderated) -> bool:
        """Tell whether a game's page offers it beside a seat, if it stands there."""
        return seat.taken and not seat.bot

    def taken_back(self, row: Row, *, now: datetime) -> dict[str, str] | None:
        """Say what its form is opened with to take a done one back; None if that cannot be."""
        return None

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Work out what it will do; raises Unfit, Refused or a ServiceError."""
        ...

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store what the plan says; the frame writes entry, letters and log."""
        ...
