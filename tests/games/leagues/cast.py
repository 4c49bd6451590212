"""Leagues for tests, made by the services alone; their clock leaps from one due row to the next."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from games.clocks.services import keeping
from games.leagues.services import directing, entering, holding, rehearsing, sweeping
from games.log.rules import Cause
from games.log.services import because, write
from games.models import Due, Entrant, League, LeagueTable, Rehearsal, Season
from games.results.services import adjudicating
from games.services import locks
from tests.games.cast import HOUR, named, player

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ("ada", "ben", "cem", "dan", "eva", "fay", "gil", "hal", "ida", "jon", "kim", "leo")
Scores = Callable[[LeagueTable], list[int]]


def form(**changes: object) -> dict[str, Any]:
    """Rules that can be played: three tables of four or less, every week, from 1 April on."""
    return {
        "format": "groups",
        "ruleset": "saboteur",
        "options": {"rounds": "1"},
        "low": 3,
        "high": 4,
        "preferred": 3,
        "scoring": {"kind": "rank"},
        "tiebreaks": ["head_to_head", "sb", "wins", "misses", "lot"],
        "time": {"clock": {"style": "fixed", "hours": 48}},
        "zone": "Europe/Berlin",
        "registers": "2026-03-02T12:00",
        "registered": "2026-03-20T12:00",
        "first": "2026-04-01T19:00",
        "days": 7,
        "rounds": 2,
        "size": 9,
        "min": 3,
        "max": 12,
        "swap": 1,
        **changes,
    }


DUEL: dict[str, Any] = {
    "ruleset": "duel",
    "options": {},
    "low": 2,
    "high": 2,
    "preferred": 2,
    "min": 2,
}
ROBIN: dict[str, Any] = {**DUEL, "format": "round-robin", "rounds": 0, "scoring": {"kind": "wins"}}
SWISS: dict[str, Any] = {
    "format": "swiss",
    "rounds": 2,
    "tiebreaks": ["opponents", "sb", "wins", "misses", "lot"],
}
DUPLICATE: dict[str, Any] = {**DUEL, "scoring": {"kind": "duplicate"}}
SOLO: dict[str, Any] = {
    **DUEL, "format": "solo", "ruleset": "duel-solo", "low": 1, "high": 1, "preferred": 1,
    "scoring": {"kind": "gold"}, "rounds": 3, "best": 2, "min": 1,
}  # fmt: skip


def league(name: str = "The Lantern League", *, now: datetime = NOW) -> League:
    """Let olga open a league and otto direct it with her."""
    # Where numbers are given out anew, another test's season had the number of one of this.
    for gone in _clock.keys() - set(Season.objects.values_list("pk", flat=True)):
        del _clock[gone]
    made = directing.found(name, "en", by=player("olga"), now=now)
    directing.appoint(made.pk, player("otto"), by=player("olga"), now=now)
    return made


def announced(*, of: League | None = None, now: datetime = NOW, **changes: object) -> Season:
    """Let olga announce a season of a league by these rules."""
    found = of or league(now=now)
    season = directing.draft(found.pk, form(**changes), by=player("olga"), now=now)
    rehearse(season, now=now)
    return directing.announce(season.pk, by=player("olga"), now=now)


def drafted(season: Season) -> Season:
    """Let olga write down the rules of the season after one that runs."""
    later = {"registers": "2027-03-02T12:00", "registered": "2027-03-20T12:00"}
    rules = form(**later, first="2027-04-01T19:00")
    return directing.draft(season.league_id, rules, by=player("olga"), now=when(season))


def rehearse(season: Season, *, now: datetime = NOW, runs: int = 1) -> Rehearsal:
    """Let olga have a draft rehearsed with as few as can play by its rules, and a worker do it."""
    rules = holding.terms_of(season)
    least = max(rules.least, rules.fewest)
    asked = rehearsing.ask(season.pk, players=least, pool=0, by=player("olga"), runs=runs, now=now)
    while Rehearsal.objects.filter(pk=asked.pk, ended_at=None).exists():
        assert rehearsing.go_on(asked.pk, now=now)
    return Rehearsal.objects.get(pk=asked.pk)


def open_season(**changes: Any) -> Season:
    """A season whose registration has just opened."""
    season = announced(**changes)
    until(season, "registration")
    return again(season)


def enter(season: Season, names: Iterable[str], *, now: datetime) -> list[Entrant]:
    """Let players enter, one after the other."""
    return [entering.register(season.pk, named(f"{name}@example.org"), now=now) for name in names]


def prepared(names: Iterable[str] = NAMES[:6], **changes: Any) -> Season:
    """A season whose entrants have all confirmed."""
    season = open_season(**changes)
    enter(season, names, now=when(season))
    until(season, "prepared")
    for name in names:
        entering.confirm(season.pk, player(name), now=when(season))
    return again(season)


def running(names: Iterable[str] = NAMES[:6], **changes: Any) -> Season:
    """A season that has begun, its first round open."""
    season = prepared(names, **changes)
    until(season, "running")
    sweeping.sweep(now=when(season))
    return again(season)


def following(season: Season) -> Season:
    """The season that was prepared when this one became final, its registration open."""
    coming = Season.objects.get(league=season.league_id, number=season.number + 1)
    _clock[coming.pk] = when(season)
    rehearse(coming, now=when(season))
    directing.announce(coming.pk, by=player("olga"), now=when(season))
    until(coming, "registration")
    return again(coming)


def when(season: Season) -> datetime:
    """The clock of these tests: when the last thing was done."""
    return _clock.get(season.pk, NOW)


_clock: dict[int, datetime] = {}


def sweep(season: Season, *, now: datetime | None = None) -> int:
    """Sweep at a time, which is the clock from then on."""
    _clock[season.pk] = now or when(season)
    done = sweeping.sweep(now=_clock[season.pk])
    failed = Due.objects.filter(season=season, tries__gt=0).values_list("what", "about")
    assert not failed, list(failed)
    return done


def until(season: Season, status: str, *, play: Scores | None = None, most: int = 500) -> None:
    """Leap from one due row to the next until the season is so far, playing what is dealt."""
    for _ in range(most):
        if again(season).status == status:
            return
        step(season, play=play)
    raise AssertionError(f"never {status}: {again(season).status}, {list(left(season))}")


def step(season: Season, *, play: Scores | None = None) -> None:
    """Leap to the next due row and do what is due."""
    first = Due.objects.filter(season=season, done_at=None).order_by("next_at", "pk").first()
    assert first is not None, f"nothing falls due in a season that is {again(season).status}"
    sweep(season, now=max(when(season), first.next_at))
    assert sweep(season) == 0, "what was done is not done again"
    if play is not None and play_all(season, play):
        sweep(season, now=when(season) + HOUR)


def left(season: Season) -> Iterable[tuple[str, int]]:
    """What falls due yet."""
    return Due.objects.filter(season=season, done_at=None).values_list("what", "about")


def play_all(season: Season, play: Scores) -> int:
    """End the game of every table that runs."""
    tables = LeagueTable.objects.filter(round__division__season=season, status="running")
    for table in tables.select_related("game").order_by("pk"):
        end(table, play(table), now=when(season))
    return len(tables)


def end(table: LeagueTable, scores: list[int], *, now: datetime) -> None:
    """Give a table's game a result, by the order of its places; a bot that sits there has none."""
    by_seat = dict(table.places.values_list("seat", "number"))
    with because(Cause.ACT):
        game = locks.game(pk=table.game_id)
        given = [scores[by_seat[seat] - 1] if seat in by_seat else 0 for seat in range(game.seats)]
        outcome = adjudicating.judged(game, given)
        adjudicating.adjudicate(game, keeping.take_up(game, now=now), outcome, now=now)
        write("adjudicate", now=now)


def by_name(table: LeagueTable) -> list[int]:
    """Whose name comes first in the alphabet has more."""
    players = table.places.order_by("number").values_list("entrant__player__name", flat=True)
    return [12 - NAMES.index(name) for name in players]


def level(table: LeagueTable) -> list[int]:
    """All have the same."""
    return [3] * table.places.count()


def again(season: Season) -> Season:
    """Read a season anew."""
    return Season.objects.select_related("league").get(pk=season.pk)


def entrant(season: Season, name: str) -> Entrant:
    """Somebody's entry."""
    return Entrant.objects.select_related("player").get(season=season, player__name=name)


def order(season: Season) -> list[str]:
    """The names of the top division's standing, from the first place on."""
    names = dict(season.entrants.values_list("pk", "player__name"))
    division = season.divisions.get(rank=1)
    return [names[row["entrant"]] for row in division.standing.rows]


def told(what: str, season: Season) -> list[str]:
    """Who was told something, by name."""
    found = season.notices.filter(what=what).values_list("player__name", flat=True)
    return sorted(found)
