"""What simulated years of a league are made of: how many play, by which rules, for how long."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.leagues.rules.terms import WALL
from tests.games.cast import DAY, HOUR

BEGIN = datetime(2026, 1, 5, 6, tzinfo=UTC)
"""Two summers and two winters follow."""
ZONE = "Europe/Berlin"

_SABOTEUR: Mapping[str, Any] = {
    "ruleset": "saboteur",
    "options": {"rounds": "1"},
    "low": 3,
    "high": 5,
    "preferred": 4,
    "scoring": {"kind": "rank"},
}
_DUEL: Mapping[str, Any] = {
    "ruleset": "duel",
    "options": {"rounds": "1"},
    "low": 2,
    "high": 2,
    "preferred": 2,
    "scoring": {"kind": "wins"},
}
_OF_SWISS = ["opponents", "sb", "wins", "misses", "lot"]
GROUPS: Mapping[str, Any] = {**_SABOTEUR, "format": "groups"}
SWISS: Mapping[str, Any] = {**_SABOTEUR, "format": "swiss", "tiebreaks": _OF_SWISS}
DUELS: Mapping[str, Any] = {**_DUEL, "format": "swiss", "tiebreaks": _OF_SWISS}
LADDER: Mapping[str, Any] = {
    **_DUEL, "format": "solo", "ruleset": "duel-solo", "low": 1, "high": 1, "preferred": 1,
    "scoring": {"kind": "gold"}, "best": 4,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """Some seasons of a league, one after the other."""

    players: int
    kinds: tuple[Mapping[str, Any], ...]
    """The rules of each season."""
    seed: str = "1"
    rounds: int = 5
    days: int = 14
    """Of a round."""
    step: timedelta = 6 * HOUR
    """So often people look in; between, the clock leaps to whatever falls due first."""
    fates: float = 1.0
    """How much oftener than usual people vanish, leave and sit out."""
    played: bool = True
    """Whether games are played move by move, or decided by their hosts as soon as they begin."""

    @property
    def season(self) -> timedelta:
        """From the draft of one season to that of the next: its rounds, and time around them."""
        return (self.rounds * self.days + 51) * DAY

    @property
    def end(self) -> datetime:
        """When the last season is over."""
        return self.begins(len(self.kinds) + 1)

    def begins(self, number: int) -> datetime:
        """When a season is drafted."""
        return BEGIN + (number - 1) * self.season

    def first_round(self, number: int) -> datetime:
        """When its first round opens."""
        return self.begins(number) + 20 * DAY

    def terms(self, number: int) -> dict[str, Any]:
        """Say by which rules a season is played."""
        size = max(4, self.players * 7 // 24)
        dates = {"registers": 1, "registered": 8, "first": 20}
        return {
            "rounds": self.rounds,
            **self.kinds[number - 1],
            "time": {"clock": {"style": "fixed", "hours": 24}, "policy": "bot"},
            "zone": ZONE,
            **{
                name: (self.begins(number) + days * DAY).strftime(WALL)
                for name, days in dates.items()
            },
            "days": self.days,
            "size": size,
            "min": size - size // 3,
            "max": size + size // 3,
            "swap": max(1, size // 5),
        }


SHORT = Plan(players=12, kinds=(GROUPS, DUELS, SWISS), rounds=2, days=7, step=12 * HOUR, fates=2)
"""For the suite: divisions of four."""
DECIDED = replace(SHORT, kinds=(DUELS, DUELS), rounds=3, fates=0, played=False)
"""For planted faults, which hide in no game."""
SIX = (GROUPS, DUELS, SWISS, LADDER, GROUPS, SWISS)
"""Two years: 726 days."""


def wanted() -> Plan:
    """The years that `manage.py years` asks for; else the short ones."""
    asked = {name: int(os.environ.get(f"YEARS_{name}", "0")) for name in ("PLAYERS", "SEASONS")}
    if not asked["PLAYERS"]:
        return SHORT
    seed = os.environ.get("YEARS_SEED", "1")
    return Plan(asked["PLAYERS"], SIX[: asked["SEASONS"]], seed)
