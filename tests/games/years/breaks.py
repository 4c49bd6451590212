"""Faults that are planted to see that simulated years find them, each with what it must find."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from games.leagues.rules import promotion, swiss
from games.leagues.rules.dues import What
from games.leagues.services import planning, results

Patch = Callable[..., None]


def rounds_open_late(patch: Patch) -> None:
    """Each round is opened an hour after its time."""
    whole = planning.plan

    def plan(season: Any, what: What, at: datetime, about: int = 0) -> None:
        late = timedelta(hours=1) if what is What.OPEN else timedelta()
        whole(season, what, at + late, about)

    patch(planning, "plan", plan)


def results_get_lost(patch: Patch) -> None:
    """Of three results one does not stand."""
    whole = results.enter

    def enter(season: Any, table: Any, *args: Any, now: datetime, **more: Any) -> Any:
        result = whole(season, table, *args, now=now, **more)
        if table.pk % 3 == 0:
            type(result).objects.filter(pk=result.pk).update(superseded_at=now)
        return result

    patch(results, "enter", enter)


def the_same_meet_again(patch: Patch) -> None:
    """A draw seats them as the round before it did."""
    whole = swiss.draw

    def draw(standing: Any, sizes: Any, history: Any, **more: Any) -> Any:
        return whole(sorted(standing), sizes, type(history)(), **more)

    patch(swiss, "draw", draw)


def the_last_go_up(patch: Patch) -> None:
    """Final orders are read from their ends."""
    whole = promotion.drafted

    def drafted(divisions: Any, *args: Any, **more: Any) -> Any:
        return whole([order[::-1] for order in divisions], *args, **more)

    patch(promotion, "drafted", drafted)


BREAKS: tuple[tuple[Callable[[Patch], None], str], ...] = (
    (rounds_open_late, "round late"),
    (results_get_lost, "game without result"),
    (the_same_meet_again, "squares above the baseline"),
    (the_last_go_up, "promotion otherwise than written"),
)
