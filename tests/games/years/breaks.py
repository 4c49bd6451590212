"""Faults that are planted to see that simulated years find them, each with what it must find."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.leagues.rules import bracket, promotion, roundrobin, swiss
from games.leagues.rules.dues import What
from games.leagues.selectors import letters
from games.leagues.services import deals, planning, results
from games.models import Game, LeagueTable, Round

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


def the_last_round_is_the_first(patch: Patch) -> None:
    """The circle of a round robin does not turn on at its end."""
    whole = roundrobin.rounds

    def rounds(entries: Any, **more: Any) -> Any:
        drawn = whole(entries, **more)
        return (*drawn[:-1], drawn[0])

    patch(roundrobin, "rounds", rounds)


def neighbours_meet_first(patch: Patch) -> None:
    """The best of a final meets the next best at once."""
    patch(bracket, "first_pairs", lambda players: ((1, 2), (3, 4))[: players // 2])


def the_lower_half_goes_on(patch: Patch) -> None:
    """Of a final's table those who were last go on."""
    whole = bracket.advancing
    patch(bracket, "advancing", lambda levels: whole(list(levels)[::-1]))


def each_table_has_its_own_deal(patch: Patch) -> None:
    """A round's deal is another one at every table."""
    whole = deals.secret_of

    def secret_of(table: LeagueTable) -> bytes | None:
        secret = whole(table)
        return secret and bytes([table.number % 256]) + secret[1:]

    patch(deals, "secret_of", secret_of)


def a_deal_is_told_with_its_first_table(patch: Patch) -> None:
    """Nobody waits for a round's other tables."""

    def look(_season: object, found: Round, *, now: datetime) -> None:
        Round.objects.filter(pk=found.pk).update(told_at=now)
        Game.objects.filter(league_table__round=found).update(closed=False)

    patch(deals, "look", look)


def nobody_can_be_told_of_a_round(patch: Patch) -> None:
    """Letters of rounds cannot be written."""

    def round_of(*_about: object) -> None:
        raise KeyError

    patch(letters, "round_of", round_of)


class Break(NamedTuple):
    """A fault, what finds it, and in which of the decided leagues."""

    plant: Callable[[Patch], None]
    found: str
    of: str


BREAKS = (
    Break(rounds_open_late, "round late", "swiss"),
    Break(results_get_lost, "game without result", "swiss"),
    Break(the_same_meet_again, "squares above the baseline", "swiss"),
    Break(the_last_go_up, "promotion otherwise than written", "swiss"),
    Break(nobody_can_be_told_of_a_round, "letter cannot be written", "swiss"),
    Break(the_last_round_is_the_first, "not everyone met everyone", "duel"),
    Break(neighbours_meet_first, "final otherwise than written", "duel"),
    Break(the_lower_half_goes_on, "final otherwise than written", "finals"),
    Break(each_table_has_its_own_deal, "deal not the same, or not told", "duplicate"),
    Break(a_deal_is_told_with_its_first_table, "deal told early", "duplicate"),
)
