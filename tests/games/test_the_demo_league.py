"""`manage.py demo_league`: a league in its second season, made once."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import letters
from games.leagues.services import sweeping
from games.log import selectors as log
from games.models import Ask, Award, Due, Game, League, LeagueTable, Letter, Round, Season, Standing
from games.services import instant

pytestmark = pytest.mark.django_db


def demo() -> str:
    out = StringIO()
    call_command("demo_league", stdout=out)
    return out.getvalue()


def counts() -> list[int]:
    return [model.objects.count() for model in (Season, Game, Letter, Ask, Due)]


def test_it_is_in_its_second_season_once_and_says_where_to_look(letterbox, monkeypatch):
    monkeypatch.setattr(sweeping, "sweep", interrupted(sweeping.sweep))
    with pytest.raises(KeyboardInterrupt):
        demo()
    said, league = demo(), League.objects.get()
    for line in (f"/leagues/{league.key}/", "/mail/?to=olivia@example.org"):
        assert line in said
    assert list(Season.objects.order_by("number").values_list("status", flat=True)) == [
        "closed",
        "running",
    ]
    assert Award.objects.filter(kind="champion").exists()
    # The lower division's tables of this season may all still run: then it has no standing.
    standings = Standing.objects.order_by("division__season__number", "division__rank")
    assert [len(each.rows) for each in standings][:3] == [4, 4, 4]
    rounds = Round.objects.filter(division__season__number=2).order_by("division", "number")
    assert list(rounds.values_list("number", "status")) == 2 * [
        (1, "closed"),
        (2, "open"),
        (3, "published"),
    ]
    # Nobody is asked to hurry before he has looked around.
    now = instant.now()
    running = Game.objects.filter(status="active")
    assert running.filter(ply__gt=0, deadline_at__gt=now).count() == running.count() >= 2
    assert LeagueTable.objects.filter(late=True).count() == 1
    assert (Ask.objects.get().condition, Ask.objects.get().status) == ("half-late", "open")
    assert Ask.objects.get().deadline > now
    assert log.read().wrong is None
    # These leave late, but they must say what was known when the round was drawn.
    first = Round.objects.filter(division__season__number=1, number=1).values("pk")
    drawn = Letter.objects.filter(notice__what="round", notice__about__in=first)
    assert drawn.exists()
    for letter in drawn:
        assert "Where it ends" not in str(letters.render(letter, now=now).body)
    before = counts()
    assert "demo league: season" not in demo()
    assert counts() == before


def interrupted(whole):
    """Sweep five times, and then once more after somebody pressed Ctrl-C."""
    swept = 0

    def sweep(**how: object) -> int:
        nonlocal swept
        swept += 1
        if swept == 6:
            raise KeyboardInterrupt
        return whole(**how)

    return sweep


def test_it_refuses_where_letters_would_leave_the_machine():
    with pytest.raises(CommandError):
        demo()
    assert not League.objects.exists()
