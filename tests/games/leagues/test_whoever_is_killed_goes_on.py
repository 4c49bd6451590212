"""A sweep that dies between two steps, or within one, leaves nothing half done or done twice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest

from games.leagues.services import sweeping
from games.log.rules import Cause
from games.log.services import because, write
from games.models import Due, Game, LeagueTable, Letter, Line, Notice, Season
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """What no handler of errors catches."""


def story(season: Season) -> dict[str, Any]:
    """What came of a season, whatever happened to its sweeps."""
    lines = Line.objects.filter(target_kind="season", target_id=season.pk).order_by("number")
    return {
        "order": cast.order(season),
        "games": Game.objects.filter(league_table__round__division__season=season).count(),
        "told": sorted(season.notices.values_list("player__name", "what")),
        "letters": Letter.objects.filter(notice__season=season).count(),
        "lines": [line.act for line in lines],
        "left": sorted(Due.objects.filter(season=season, done_at=None).values_list("what")),
    }


def whole(name: str) -> dict[str, Any]:
    """A small season to its end."""
    season = cast.prepared(NAMES[:3], of=cast.league(name), **cast.ROBIN)
    cast.until(season, "final", play=cast.by_name)
    return story(season)


def resuming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is killed is started again, as the next beat does."""
    honest: Callable[..., int] = sweeping.sweep

    def again(*, now: datetime) -> int:
        while True:
            try:
                return honest(now=now)
            except Killed:
                continue

    monkeypatch.setattr(sweeping, "sweep", again)


def test_a_season_comes_out_the_same_wherever_its_sweeps_are_killed(monkeypatch):
    undisturbed = whole("Undisturbed")
    assert undisturbed["games"] == 3
    resuming(monkeypatch)

    @contextmanager
    def dies_after(cause: Cause) -> Iterator[None]:
        before = Line.objects.count()
        with because(cause):
            yield
        if Line.objects.count() > before:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(sweeping, "because", dies_after)
        assert whole("After each commit") == undisturbed

    tried = list[str]()

    def dies_before(act: str, **said: Any) -> Line:
        tried.append(act)
        if len(tried) % 2:
            raise Killed
        return write(act, **said)

    with monkeypatch.context() as patch:
        patch.setattr(sweeping, "write", dies_before)
        assert whole("Before each commit") == undisturbed
    assert len(tried) > 20
    assert LeagueTable.objects.filter(status="finished").count() == 9
    # Two directors are told of the next season, which is none of this story.
    assert Notice.objects.count() == 3 * (len(undisturbed["told"]) + 2)


def test_what_fails_stops_nothing_else_and_is_tried_again_with_growing_waits(monkeypatch, caplog):
    broken, fine = cast.announced(), cast.announced(of=cast.league("Another"))

    def fails(season: Season, due: Due, *, now: datetime) -> Any:
        if season.pk == broken.pk:
            raise ZeroDivisionError
        return honest(season, due, now=now)

    honest = sweeping.ACTS["register"]
    monkeypatch.setattr(sweeping, "ACTS", {**sweeping.ACTS, "register": fails})
    now = Due.objects.filter(what="register").earliest("at").at
    waits = []
    for _ in range(3):
        assert sweeping.sweep(now=now) in (0, 1)
        due = Due.objects.get(season=broken, what="register")
        waits.append((due.next_at - now).total_seconds() / 60)
        now = due.next_at
    assert waits == [1, 5, 30]
    assert cast.again(fine).status == "registration"
    assert cast.again(broken).status == "announced"
    assert "register 0 of season" in caplog.text
    monkeypatch.setattr(sweeping, "ACTS", {**sweeping.ACTS, "register": honest})
    sweeping.sweep(now=now)
    assert cast.again(broken).status == "registration"
