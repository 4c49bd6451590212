"""What a draw costs, as it is kept with its round: its own figures, and those of its plan apart."""

from collections import Counter
from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any

from games.leagues.rules import swiss
from games.leagues.rules.balance import bound, squares
from games.leagues.rules.history import Draw, Pair, pairs

Kept = Mapping[str, Any]
Told = dict[str, Any]
_OF_PLAN = ("squares", "bound", "baseline", "least", "most")


class Again(StrEnum):
    """Why two meet again."""

    CHANGED = "changed"
    """A director's change brought them together."""
    FINAL = "final"
    PLANNED = "planned"
    PROVEN = "proven"
    """No draw has fewer that meet again."""
    SOUGHT = "sought"
    """The search found none."""
    CIRCLE = "circle"
    """Everybody meets everybody, more than once."""


def own(draw: Draw, met: Mapping[Pair, int], there: Collection[str]) -> Told:
    """How evenly all have met once a round is played, and how evenly they could have."""
    people = frozenset(there)
    before = Counter({pair: often for pair, often in met.items() if people.issuperset(pair)})
    fresh = Counter(pair for table in draw.tables for pair in pairs(table))
    if not fresh:
        return {}
    # Most pairs have never met: they are counted, not listed by name.
    everyone = len(people) * (len(people) - 1) // 2
    stands = [*before.values(), *[0] * (everyone - len(before))]
    reached = squares((before + fresh).values())
    return {"squares": reached, "bound": bound(stands, fresh.total())}


def again(draw: Draw, met: Mapping[Pair, int]) -> list[list[int]]:
    """Who of a draw had met before, and how often."""
    found = swiss.repeats(draw.tables, met)
    return [[*sorted(map(int, pair)), met[pair]] for pair in found]


def own_of(kept: Kept) -> Kept:
    """A round's own figures; none where the plan's were kept in their place, as they once were."""
    return {} if "least" in kept else kept


def plan_of(kept: Kept) -> Kept:
    """The figures of the plan that a round is part of; none if it was drawn by itself."""
    if "least" in kept:
        return {key: kept[key] for key in _OF_PLAN}
    plan: Kept = kept.get("plan", {})
    return plan


def why(kept: Kept, pair: Collection[int]) -> Again:
    """Say why two of a draw meet again."""
    # Whom a draw brought together again before it was changed was not always kept.
    if sorted(pair) not in kept["first"] if "first" in kept else "changed" in kept:
        return Again.CHANGED
    if "groups" in kept:
        return Again.FINAL
    if plan_of(kept):
        return Again.PLANNED
    if kept.get("proven"):
        return Again.PROVEN
    return Again.SOUGHT if "repeats" in kept else Again.CIRCLE


def anew(kept: Kept, draw: Draw, met: Mapping[Pair, int], there: Collection[str]) -> Told:
    """What a round costs after a director's change to it, or to one before it."""
    plan = plan_of(kept)
    rest = {key: value for key, value in kept.items() if not plan or key not in _OF_PLAN}
    first = [pair[:2] for pair in kept["again"] if why(kept, pair[:2]) is not Again.CHANGED]
    told = {"first": first, **rest, **own(draw, met, there), "again": again(draw, met)}
    if plan:
        told["plan"] = plan
    if "repeats" in kept:
        seated = {entry for table in draw.tables for entry in table}
        order = [entry for entry in map(str, kept["order"]) if entry in seated]
        cost = swiss.cost(draw.tables, order, met)
        told |= {"repeats": cost.repeats, "spread": cost.spread}
        told["made"] = kept.get("made", [kept["repeats"], kept["spread"]])
    return told


def planned_anew(plan: Kept, met: Mapping[Pair, int], there: Collection[str]) -> Told:
    """What a plan comes to since a director changed one of its rounds."""
    counts = [met.get(pair, 0) for pair in pairs(there)]
    return {
        **plan,
        "squares": squares(counts),
        "least": min(counts, default=0),
        "most": max(counts, default=0),
        "made": plan.get("made", plan["squares"]),
    }
