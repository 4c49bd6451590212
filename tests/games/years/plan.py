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
VACATION = 2
"""Days a year that a table pays for: whoever goes away is away for longer."""
ZONE = "Europe/Berlin"

Kind = Mapping[str, Any]
"""The rules of a season, as far as they are not those of all."""


def _at(game: str, low: int, high: int, **options: str) -> Kind:
    sizes = {"low": low, "high": high, "preferred": min(4, high)}
    return {"ruleset": game, "options": options, **sizes}


_SABOTEUR = _at("saboteur", 3, 5, rounds="1")
_IN_FOURS = _at("saboteur2", 4, 4, rounds="1")
_CAVE = _at("dark-cave", 3, 6)
_DUEL = _at("duel", 2, 2, rounds="1")
_ALONE = _at("duel-solo", 1, 1, rounds="1")

_GROUPS: Kind = {"format": "groups"}
_SWISS: Kind = {"format": "swiss", "tiebreaks": ["opponents", "sb", "wins", "misses", "lot"]}
# A round for each of seven others takes a window for every three of them.
_ROBIN: Kind = {"format": "round-robin", "rounds": 0, "size": 8, "together": 3, "days": 10}
_LADDER: Kind = {"format": "solo", "rounds": 6, "days": 10}

_GOLD: Kind = {"scoring": {"kind": "gold"}}
_RANK: Kind = {"scoring": {"kind": "rank"}}
_WINS: Kind = {"scoring": {"kind": "wins"}}
_DUPLICATE: Kind = {"scoring": {"kind": "duplicate"}}
_PLACES: Kind = {
    "scoring": {
        "kind": "places",
        "places": {"3": [5, "5/2", 0], "4": [6, 3, 2, 0], "5": [7, 4, 2, 1, 0]},
        "forced": 3,
        "requested": 2,
    }
}
# A season with a final is no longer than the others.
_FINAL: Kind = {"seeds": 8, "rounds": 3, "days": 8}
_FINAL_OF_ROBIN: Kind = {"seeds": 4, "best_of": 3}

GROUPS: Kind = {**_SABOTEUR, **_GROUPS, **_RANK}
SWISS: Kind = {**_SABOTEUR, **_SWISS, **_RANK}
DUELS: Kind = {**_DUEL, **_SWISS, **_WINS}
ROBIN: Kind = {**_DUEL, **_ROBIN, **_WINS}
LADDER: Kind = {**_ALONE, **_LADDER, **_GOLD, "best": 4}
COMPARED: Kind = {**_DUEL, **_GROUPS, **_DUPLICATE}

LEAGUES: Mapping[str, tuple[Kind, ...]] = {
    "groups": (
        GROUPS,
        {**_SABOTEUR, **_GROUPS, **_PLACES},
        {**_CAVE, **_GROUPS, **_WINS},
        {**GROUPS, **_FINAL},
        {**_IN_FOURS, **_GROUPS, **_GOLD},
        GROUPS,
    ),
    "swiss": (
        SWISS,
        DUELS,
        {**_CAVE, **_SWISS, **_WINS},
        {**DUELS, **_FINAL},
        {**SWISS, **_FINAL},
        SWISS,
    ),
    "duel": (
        ROBIN,
        {**ROBIN, "double": True},
        {**ROBIN, **_FINAL_OF_ROBIN},
        ROBIN,
        {**ROBIN, **_FINAL_OF_ROBIN, "best_of": 1},
        ROBIN,
    ),
    "solo": (
        LADDER,
        {**_ALONE, **_LADDER, **_DUPLICATE},
        LADDER,
        {**_ALONE, **_LADDER, **_GOLD},
        {**_ALONE, **_LADDER, **_DUPLICATE, "best": 5},
        LADDER,
    ),
    "duplicate": (
        {**_SABOTEUR, **_GROUPS, **_DUPLICATE},
        COMPARED,
        {**_SABOTEUR, **_SWISS, **_DUPLICATE},
        {**_DUEL, **_SWISS, **_DUPLICATE, **_FINAL},
        {**_CAVE, **_GROUPS, **_DUPLICATE},
        {**_SABOTEUR, **_SWISS, **_DUPLICATE},
    ),
}
"""The leagues, and by which rules each plays its six seasons. Two years: 726 days."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Some seasons of a league, one after the other."""

    players: int
    kinds: tuple[Kind, ...]
    """The rules of each season."""
    seed: str = "1"
    rounds: int = 5
    days: int = 13
    """Of a round."""
    step: timedelta = 6 * HOUR
    """So often people look in; between, the clock leaps to whatever falls due first."""
    fates: float = 1.0
    """How much oftener than usual people vanish, leave and sit out."""
    size: int = 0
    """Of a division; else so that players fill three."""
    sample: int = 20
    """Of so many letters one is written as readers get it."""
    played: bool = True
    """Whether games are played move by move, or decided by their hosts as soon as they begin."""

    @property
    def season(self) -> timedelta:
        """From the draft of one season to that of the next: its rounds, and time around them.

        Twenty days before the first round, 36 after the last: a table may run on for 21, its
        directors are asked for two, what is annulled is covered for three, and results stand for
        seven before places do.
        """
        return (self.rounds * self.days + 56) * DAY

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
        kind = self.kinds[number - 1]
        whole = self.size or max(4, self.players * 7 // 24)
        size = min(whole, kind.get("size", whole))
        dates = {"registers": 1, "registered": 8, "first": 20}
        return {
            "rounds": self.rounds,
            "days": self.days,
            **kind,
            "time": {
                "clock": {"style": "fixed", "hours": 24},
                "policy": "bot",
                "vacation_days": VACATION,
            },
            "zone": ZONE,
            **{
                name: (self.begins(number) + days * DAY).strftime(WALL)
                for name, days in dates.items()
            },
            "size": size,
            "min": size - size // 3,
            "max": size + size // 3,
            "swap": max(1, size // 5),
        }


def _shortly(kind: Kind) -> Kind:
    """A season by the same rules that takes some weeks."""
    robin = not kind.get("rounds", 1)
    return {**kind, "days": 7, "rounds": 0 if robin else 2, "seeds": min(4, kind.get("seeds", 0))}


def _short(*kinds: Kind, size: int = 4) -> Plan:
    """Seasons for the suite, in small divisions."""
    usual = Plan(players=12, kinds=tuple(map(_shortly, kinds)), rounds=2, days=7, size=size)
    return replace(usual, step=12 * HOUR, fates=2, sample=2)


SHORT: Mapping[str, Plan] = {
    "groups": _short(GROUPS, {**GROUPS, **_FINAL}),
    "swiss": _short(SWISS, {**DUELS, **_FINAL}),
    "duel": _short(ROBIN, {**ROBIN, "double": True, **_FINAL_OF_ROBIN}),
    "solo": _short(LADDER, {**LADDER, **_DUPLICATE}),
    "duplicate": _short(COMPARED, {**_SABOTEUR, **_SWISS, **_DUPLICATE}, size=8),
}
"""For the suite: each league, short."""


def _decided(plan: Plan, *kinds: Kind) -> Plan:
    """Seasons whose games have their results as soon as they begin."""
    return replace(plan, kinds=kinds, fates=0, played=False)


DECIDED: Mapping[str, Plan] = {
    "swiss": _decided(replace(SHORT["swiss"], rounds=3), DUELS, DUELS),
    "duel": _decided(SHORT["duel"], SHORT["duel"].kinds[1]),
    "finals": _decided(SHORT["groups"], SHORT["groups"].kinds[1]),
    "duplicate": _decided(SHORT["duplicate"], SHORT["duplicate"].kinds[0]),
}
"""For planted faults, which hide in no game."""


def wanted() -> Mapping[str, Plan]:
    """The years that `manage.py years` asks for; else the short ones."""
    asked = {name: int(os.environ.get(f"YEARS_{name}", "0")) for name in ("PLAYERS", "SEASONS")}
    if not asked["PLAYERS"]:
        return SHORT
    seed = os.environ.get("YEARS_SEED", "1")
    names = os.environ.get("YEARS_LEAGUE", "").split() or LEAGUES
    return {name: Plan(asked["PLAYERS"], LEAGUES[name][: asked["SEASONS"]], seed) for name in names}
