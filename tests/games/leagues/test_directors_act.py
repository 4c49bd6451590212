"""Acts of directors: who may, seen before they are done, done once, and what follows from them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.leagues.services import directing
from games.models import (
    Absence,
    Award,
    Entrant,
    Kept,
    LeagueTable,
    Line,
    Penalty,
    Place,
    Result,
    Round,
    Season,
)
from games.moderation.acts import OF_LEAGUES
from games.moderation.rules.matrix import ROWS
from games.signals.services import households
from tests.games.cast import DAY, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.moderation.cast import address, confirmation, staff
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db
WHY = {"reason": "the club house burnt down"}
FAULT = {"why": "fault", "message": "", **WHY}


def at(season: Season, set_clock: Callable[[Any], None]) -> Season:
    """Let all statements ask the season's own clock."""
    set_clock(cast.when(season))
    return cast.again(season)


def divided(names: tuple[str, ...] = NAMES[:6], **changes: Any) -> Season:
    """A season whose divisions are published, and drawn if they are planned as a whole."""
    season = cast.prepared(names, **changes)
    while not season.divisions.exists():
        cast.step(season)
    return cast.again(season)


def drawn(**changes: Any) -> Season:
    """The same of Swiss tables, the first round drawn and not published."""
    season = divided(**{**cast.SWISS, **changes})
    while not Round.objects.filter(status="drawn").exists():
        cast.step(season)
    return cast.again(season)


def first_table(season: Season) -> LeagueTable:
    """The first table of the first round."""
    return LeagueTable.objects.get(round__division__season=season, round__number=1, number=1)


def of_table(season: Season) -> str:
    """Its name as a target."""
    return f"table-{first_table(season).pk}"


def of_round(season: Season, number: int = 1) -> str:
    """A round's name as a target."""
    return f"round-{Round.objects.get(division__season=season, number=number).pk}"


def of_entry(season: Season, name: str) -> str:
    """An entry's name as a target."""
    return f"entry-{cast.entrant(season, name).pk}"


def two_apart(season: Season) -> dict[str, int]:
    """Two entrants at two tables of the first round."""
    tables = Round.objects.get(division__season=season, number=1).tables.order_by("number")
    one, other = (table.places.get(number=1).entrant_id for table in tables[:2])
    return {"one": one, "other": other}


def annulled() -> Season:
    """A season that runs, its first table annulled."""
    season = cast.running()
    done(player("olga"), "league-annul", of_table(season))
    return season


def waiting() -> Season:
    """A season that is full, and for which kim waits."""
    season = cast.open_season(greatest=6)
    cast.enter(season, (*NAMES[:6], "kim"), now=cast.when(season))
    return season


def still() -> Season:
    """A season that stands still."""
    season = cast.running()
    why = "the club house burnt down"
    directing.suspend(season.pk, by=player("olga"), reason=why, now=cast.when(season))
    return season


def penalised(name: str) -> Season:
    """A season in which somebody has lost points."""
    season = cast.running()
    done(player("olga"), "league-penalise", of_entry(season, name), points="5/2")
    return season


def stepped(name: str) -> Season:
    """A season in which directors gave somebody a step."""
    season = cast.running()
    done(player("olga"), "league-step", of_entry(season, name))
    return season


def absent(name: str) -> Season:
    """A season in which somebody let his first turn pass."""
    season = cast.running()
    place = Place.objects.select_related("table").get(
        entrant=cast.entrant(season, name), table__round__number=1
    )
    Kept.objects.create(
        player=player(name), game_id=place.table.game_id, at=cast.when(season), reply=None
    )
    cast.sweep(season)
    return season


def of_penalty(season: Season) -> str:
    """Its one penalty as a target."""
    return f"penalty-{Penalty.objects.get(entrant__season=season).pk}"


def of_absence(season: Season) -> str:
    """What is held against somebody there, as a target."""
    return f"absence-{Absence.objects.get(entrant__season=season).pk}"


def honoured() -> Season:
    """A season that is final, with its honours."""
    season = cast.running(NAMES[:3], rounds=1)
    cast.until(season, "final", play=cast.by_name)
    return cast.again(season)


def of_award(season: Season, kind: str = "champion") -> str:
    """An honour as a target."""
    return f"award-{Award.objects.get(season=season, kind=kind).pk}"


def draft() -> Season:
    """The rules of a season that could be announced."""
    season = directing.draft(cast.league().pk, cast.form(), by=player("olga"), now=cast.NOW)
    cast.rehearse(season)
    return season


def two_divisions() -> Season:
    """Two divisions of three and four, nothing published."""
    return drawn(names=NAMES[:7], size=4, max=4, min=3)


PREPARED: dict[str, tuple[Callable[[], Season], Callable[[Season], tuple[str, dict[str, Any]]]]] = {
    "league-announce": (draft, lambda it: (f"season-{it.pk}", {})),
    "league-cancel": (cast.open_season, lambda it: (f"season-{it.pk}", WHY)),
    "league-suspend": (cast.running, lambda it: (f"season-{it.pk}", WHY)),
    "league-resume": (still, lambda it: (f"season-{it.pk}", WHY)),
    "league-postpone": (cast.running, lambda it: (of_round(it, 2), {"days": 7, **WHY})),
    "league-exchange": (drawn, lambda it: (of_round(it), {**two_apart(it), **WHY})),
    "league-adjudicate": (cast.running, lambda it: (of_table(it), {"points": "100 50 0", **WHY})),
    "league-annul": (cast.running, lambda it: (of_table(it), WHY)),
    "league-replay": (annulled, lambda it: (of_table(it), WHY)),
    "league-admit": (waiting, lambda it: (of_entry(it, "kim"), WHY)),
    "league-move": (two_divisions, lambda it: (_lower(it), {"rank": 2, **WHY})),
    "league-remove": (cast.running, lambda it: (of_entry(it, "ada"), WHY)),
    "league-penalise": (cast.running, lambda it: (of_entry(it, "ada"), {"points": "5/2", **WHY})),
    "league-remit": (lambda: penalised("ada"), lambda it: (of_penalty(it), WHY)),
    "league-step": (cast.running, lambda it: (of_entry(it, "ada"), WHY)),
    "league-take-back": (lambda: stepped("ada"), lambda it: (of_absence(it), WHY)),
    "league-excuse": (lambda: absent("ada"), lambda it: (of_absence(it), WHY)),
    "league-revoke": (honoured, lambda it: (of_award(it), WHY)),
    "extend-league": (cast.running, lambda it: (f"season-{it.pk}", {"hours": 12, **FAULT})),
}
"""For each act a season in which it fits, its target and what is typed."""
WHOLE = {"league-announce", "league-cancel", "league-suspend", "league-resume"}
"""What is done to a whole season, also by a director who plays in it."""


def _lower(season: Season) -> str:
    """Somebody of the larger division, which is the first."""
    return f"entry-{season.divisions.get(rank=1).entrants.earliest('at_first').pk}"


def previewed(client: Client, act: str, target: str, **typed: Any) -> Any:
    """Send an act's form."""
    return client.post(address(act, target), {**WHY, **typed})


def done(who: Any, act: str, target: str, **typed: Any) -> None:
    """Do an act."""
    client = browser(who)
    shown = previewed(client, act, target, **typed)
    assert shown.status_code == 200, shown.content.decode()
    answer = client.post(address(act, target), {"confirmation": confirmation(shown)})
    assert answer.status_code == 303, answer.content.decode()


def test_every_act_has_a_season_here():
    assert PREPARED.keys() == OF_LEAGUES.keys()


@pytest.mark.parametrize("act", OF_LEAGUES)
def test_an_act_is_a_directors_who_does_not_play_there(act: str, set_clock):
    begin, what = PREPARED[act]
    set_clock(cast.NOW)
    season = at(begin(), set_clock)
    target, typed = what(season)
    to, before = address(act, target), list(Line.objects.values_list("pk", flat=True))
    moderators = (staff("mia"), staff("hal", "host")) if ROWS[act]["M·n"] == "-" else ()
    for who in (player("zoe"), player("ada"), *moderators, None):
        client = browser(who)
        assert client.get(to).status_code == 404
        assert client.post(to, typed).status_code == 404
        assert client.get(address(act, target + "9" * 9)).status_code == 404
    # Of a director who plays there, too, another must decide.
    mate = next((each.player for each in _beside(season, target)), None)
    if mate is not None:
        directing.appoint(season.league_id, mate, by=player("olga"), now=cast.when(season))
        answer = browser(mate).post(to, typed)
        assert answer.status_code == (200 if act in WHOLE else 403)
        assert act in WHOLE or "another director must decide" in answer.content.decode()
    otto = browser(player("otto"))
    assert otto.get(to).status_code == 200
    shown = otto.post(to, typed)
    assert shown.status_code == 200, shown.content.decode()
    olga = browser(player("olga"))
    same = olga.post(to, typed)
    for _twice in range(2):
        answer = otto.post(to, {"confirmation": confirmation(shown)})
        assert answer.status_code == (200 if _twice else 303), answer.content.decode()
    # Who saw it as it was before does nothing any more.
    assert olga.post(to, {"confirmation": confirmation(same)}).status_code == 409
    lines = Line.objects.filter(act=act).exclude(pk__in=before)
    assert [(line.actor, line.role, line.target_id) for line in lines] == [
        (player("otto").pk, "director", season.pk)
    ]
    assert lines[0].reason == typed.get("reason", "")


def _beside(season: Season, target: str) -> list[Entrant]:
    kind, _dash, number = target.partition("-")
    there = season.entrants.exclude(division=None).select_related("player").order_by("pk")
    if kind == "absence":
        kind, number = "entry", str(Absence.objects.get(pk=number).entrant_id)
    if kind == "award":
        kind, number = "entry", str(Award.objects.get(pk=number).entrant_id)
    if kind == "penalty":
        kind, number = "entry", str(Penalty.objects.get(pk=number).entrant_id)
    if kind == "entry":
        own = Entrant.objects.get(pk=number)
        return list(there.filter(division=own.division)) if own.division_id else []
    return list(there)


def test_a_director_whose_household_plays_there_is_barred(set_clock):
    season = at(cast.running(), set_clock)
    for one, other in (("otto", "ada"), ("ada", "otto")):
        households.declare(player(one), player(other).email or "", now=cast.when(season))
    answer = previewed(browser(player("otto")), "league-annul", of_table(season))
    assert answer.status_code == 403


def test_a_round_comes_later_with_all_after_it(set_clock):
    season = at(cast.running(), set_clock)
    second = Round.objects.get(division__season=season, number=2)
    done(player("olga"), "league-postpone", f"round-{second.pk}", days=7)
    later = Round.objects.get(pk=second.pk)
    assert later.opens_at - second.opens_at == 7 * DAY
    assert cast.told("postponed", season) == sorted(NAMES[:6])
    first = previewed(browser(player("olga")), "league-postpone", of_round(season, 1), days=7)
    assert first.status_code == 409
    assert "being played" in first.content.decode()


def test_two_change_places_before_a_draw_is_published(set_clock):
    season = at(drawn(), set_clock)
    pair = two_apart(season)
    seats = {
        place.entrant_id: (place.table.number, place.number)
        for place in Place.objects.select_related("table")
    }
    done(player("olga"), "league-exchange", of_round(season), **pair)
    now = {
        place.entrant_id: (place.table.number, place.number)
        for place in Place.objects.select_related("table")
    }
    one, other = pair.values()
    assert (now[one], now[other]) == (seats[other], seats[one])
    del seats[one], seats[other], now[one], now[other]
    assert now == seats
    same = {"one": one, "other": one}
    answer = previewed(browser(player("olga")), "league-exchange", of_round(season), **same)
    assert "do not sit at two tables" in answer.content.decode()
    cast.until(season, "running")
    assert Round.objects.get(division__season=season, number=1).draws == 2


def test_points_out_of_range_are_refused_at_their_field(set_clock):
    season = at(cast.running(), set_clock)
    olga = browser(player("olga"))
    for points in ("101 0 0", "50 50", "many points here", "-1 0 0"):
        answer = previewed(olga, "league-adjudicate", of_table(season), points=points)
        assert answer.status_code == 400
        assert "from 0 to 100" in str(answer.context["form"].errors["points"]), points
    done(player("olga"), "league-adjudicate", of_table(season), points="100 1/3 2.5")
    result = Result.objects.get(table=first_table(season))
    assert [line["awarded"] for line in result.lines] == ["100", "1/3", "5/2"]
    assert result.by == player("olga")


def test_somebody_moves_before_a_draw_is_published_and_both_divisions_are_drawn_anew(set_clock):
    season = at(two_divisions(), set_clock)
    top, below = season.divisions.order_by("rank")
    sizes = (top.entrants.count(), below.entrants.count())
    assert sizes == (4, 3)
    whom = _lower(season)
    done(player("olga"), "league-move", whom, rank=2)
    assert (top.entrants.count(), below.entrants.count()) == (3, 4)
    back = previewed(browser(player("olga")), "league-move", whom, rank=2)
    assert "no other division of that number" in back.content.decode()
    cast.until(season, "running")
    for division in (top, below):
        seated = Place.objects.filter(table__round__division=division, table__round__number=1)
        assert sorted(seated.values_list("entrant", flat=True)) == sorted(
            division.entrants.values_list("pk", flat=True)
        )


def test_where_all_meet_all_a_move_changes_how_many_rounds_there_are(set_clock):
    season = divided(NAMES[:9], **{**cast.ROBIN, "size": 5, "max": 6, "min": 3})
    at(season, set_clock)
    top, below = season.divisions.order_by("rank")
    before = (top.rounds.count(), below.rounds.count())
    done(player("olga"), "league-move", _lower(season), rank=2)
    assert before == (5, 3)
    assert (top.rounds.count(), below.rounds.count()) == (3, 5)
    cast.until(season, "running")
    first = Place.objects.filter(table__round__number=1, table__round__division=below)
    assert first.count() == 4, "of five one has a bye"


def test_the_pages_of_directors_offer_what_fits(set_clock):
    season = at(cast.running(), set_clock)
    olga = browser(player("olga"))
    page = olga.get(f"/leagues/{season.league.key}/1/1/directing/").content.decode()
    for act, target in (
        ("league-adjudicate", of_table(season)),
        ("league-annul", of_table(season)),
        ("league-postpone", of_round(season, 2)),
        ("league-remove", of_entry(season, "ada")),
    ):
        assert address(act, target) in page
    assert address("league-replay", of_table(season)) not in page
    assert address("league-postpone", of_round(season, 1)) not in page
    desk = olga.get(f"/leagues/{season.league.key}/directing/").content.decode()
    assert address("league-suspend", f"season-{season.pk}") in desk
