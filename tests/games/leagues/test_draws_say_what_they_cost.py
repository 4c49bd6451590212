"""What a draw costs and why two meet again is said of each round, and of its plan apart."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from games.leagues.rules import costs
from games.models import LeagueTable, Place, Round, Season
from games.texts import leagues_draws as draws
from tests.games.cast import player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.leagues.test_a_league_keeps_a_log import chronicle_of
from tests.games.leagues.test_directors_act import at, divided, done, of_round
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


def met(season: Season, up_to: int) -> Counter[frozenset[int]]:
    """Who met whom how often, counted from the places themselves."""
    found: Counter[frozenset[int]] = Counter()
    for table in LeagueTable.objects.filter(
        round__division__season=season, round__number__lte=up_to
    ):
        sits = table.places.order_by("number").values_list("entrant", flat=True)
        found.update(map(frozenset, combinations(sits, 2)))
    return found


def squared(season: Season, up_to: int) -> int:
    """The squares of meetings up to a round."""
    return sum(often**2 for often in met(season, up_to).values())


def rows(season: Season) -> list[Round]:
    """Its rounds in order."""
    return list(Round.objects.filter(division__season=season).order_by("number"))


def planned(rounds: int = 4) -> Season:
    """Groups of three among six, all rounds drawn and none published."""
    season = divided(NAMES[:6], rounds=rounds)
    while Round.objects.filter(status="drawn").count() < rounds:
        cast.step(season)
    return cast.again(season)


def across(found: Round) -> dict[str, int]:
    """Two at two tables of a round, at whose tables nobody meets the same people afterwards."""
    one, other = (table.places.get(number=1) for table in found.tables.order_by("number")[:2])
    return {"one": one.entrant_id, "other": other.entrant_id}


def shown(season: Season, number: int) -> str:
    """A round on its division's page."""
    here = f"/leagues/{season.league.key}/1/1/?round={number}"
    return " ".join(browser().get(here).content.decode().split())


def test_each_planned_round_has_its_own_squares_and_the_plan_has_its_own():
    season = planned()
    found = rows(season)
    assert [each.draw["squares"] for each in found] == [squared(season, n) for n in (1, 2, 3, 4)]
    plans = [each.draw["plan"] for each in found]
    assert [plan["squares"] for plan in plans] == [squared(season, 4)] * 4
    lines = [list(draws.cost_lines(each.draw)) for each in found]
    for number, (own, plan) in enumerate(lines, start=1):
        assert f"up to this round: {squared(season, number)};" in own
        assert f"over all rounds: {squared(season, 4)} as planned" in plan


def test_the_log_and_the_page_say_the_same_of_each_round(set_clock):
    season = at(planned(), set_clock)
    cast.until(season, "counting", play=cast.by_name)
    for each in rows(season):
        told = next(
            line for line in chronicle_of(season)
            if line.title == "A draw is published" and line.where.endswith(f"Round {each.number}")
        )  # fmt: skip
        page = shown(season, each.number)
        said = list(draws.cost_lines(each.draw))
        assert len(said) == 2
        for line in said:
            assert line in told.lines
            assert line in page
        for line in draws.again_lines(each.draw):
            assert line in page


def test_a_changed_round_costs_what_it_costs_now_and_so_do_those_after_it(set_clock):
    season = at(planned(), set_clock)
    second = rows(season)[1]
    was = squared(season, 4)
    made = second.draw["plan"]
    done(player("olga"), "league-exchange", of_round(season, 2), **across(second))
    found = rows(season)
    assert [each.draw["squares"] for each in found] == [squared(season, n) for n in (1, 2, 3, 4)]
    counts = met(season, 4)
    pairs = [counts[frozenset(pair)] for pair in combinations(everybody(season), 2)]
    for each in found:
        plan = each.draw["plan"]
        assert (plan["squares"], plan["made"]) == (squared(season, 4), was)
        assert (plan["least"], plan["most"]) == (min(pairs), max(pairs))
        assert (plan["bound"], plan["baseline"]) == (made["bound"], made["baseline"])
        assert each.draw["again"] == again(season, each)
    lines = list(draws.cost_lines(found[1].draw))
    assert f"{squared(season, 4)} since the directors changed a draw, {was} as planned" in lines[1]


def everybody(season: Season) -> list[int]:
    """Who plays there."""
    return list(season.entrants.values_list("pk", flat=True))


def again(season: Season, found: Round) -> list[list[int]]:
    """Who of a round had met before, in the order of its tables."""
    before, told = met(season, found.number - 1), list[list[int]]()
    for table in found.tables.order_by("number"):
        sits = (
            Place.objects.filter(table=table).order_by("number").values_list("entrant", flat=True)
        )
        for pair in combinations(sits, 2):
            if often := before[frozenset(pair)]:
                told.append([*sorted(pair), often])
    return told


def test_only_whom_a_change_brought_together_meets_again_because_of_it(set_clock):
    season = at(planned(), set_clock)
    fourth = rows(season)[3]
    before = [pair[:2] for pair in fourth.draw["again"]]
    done(player("olga"), "league-exchange", of_round(season, 4), **across(fourth))
    found = rows(season)[3].draw
    reasons = {tuple(pair): costs.why(found, pair) for *pair, _often in found["again"]}
    assert set(reasons.values()) == {costs.Again.CHANGED, costs.Again.PLANNED}
    for pair, why in reasons.items():
        assert (why is costs.Again.PLANNED) == (list(pair) in before)
    done(player("olga"), "league-exchange", of_round(season, 4), **across(rows(season)[3]))
    back = rows(season)[3].draw
    assert {costs.why(back, pair) for *pair, _often in back["again"]} == {costs.Again.PLANNED}
    assert back["again"] == fourth.draw["again"]
    assert back["plan"]["squares"] == back["plan"]["made"]


def test_a_swiss_round_that_was_changed_tells_its_cost_and_what_it_was(set_clock):
    season = divided(NAMES[:6], **cast.SWISS)
    while not Round.objects.filter(status="drawn").exists():
        cast.step(season)
    season = at(cast.again(season), set_clock)
    first = rows(season)[0]
    was = [first.draw["repeats"], first.draw["spread"]]
    done(player("olga"), "league-exchange", of_round(season), **across(first))
    kept = rows(season)[0]
    place = {entrant: at for at, entrant in enumerate(kept.draw["order"])}
    spread = sum((place[p] - place[q]) ** 2 for p, q in map(tuple, met(season, 1)))
    assert (kept.draw["repeats"], kept.draw["spread"]) == (0, spread)
    assert spread > was[1]
    cast.until(season, "running")
    page = shown(season, 1)
    assert (
        f"This draw costs 0 in meetings and {spread} in places apart since the directors changed "
        f"it; as it was made {was[0]} and {was[1]}." in page
    )
    names = dict(season.entrants.values_list("pk", "player__name"))
    order = ", ".join(names[each] for each in kept.draw["order"])
    assert "The order it was drawn by" in page
    assert order in page


def test_directors_read_what_a_draw_costs_before_it_is_published(set_clock):
    season = at(planned(), set_clock)
    here = f"/leagues/{season.league.key}/1/1/directing/"
    page = " ".join(browser(player("olga")).get(here).content.decode().split())
    names = dict(season.entrants.values_list("pk", "player__name"))
    for each in rows(season):
        for line in (*draws.cost_lines(each.draw), *draws.pair_lines(each.draw, names)):
            assert line in page
    assert "Squares of meetings" not in shown(season, 1)


@pytest.mark.parametrize(("kept", "why"), [
    ({"changed": True}, costs.Again.CHANGED),
    ({"squares": 9, "bound": 9, "baseline": 9, "least": 1, "most": 1}, costs.Again.PLANNED),
    ({"repeats": 1, "proven": True}, costs.Again.PROVEN),
    ({"repeats": 1, "proven": False}, costs.Again.SOUGHT),
    ({"repeats": 1, "proven": True, "first": [[1, 3]]}, costs.Again.CHANGED),
    ({"repeats": 1, "proven": True, "first": [[1, 2]]}, costs.Again.PROVEN),
    ({"groups": [[1, 2]]}, costs.Again.FINAL),
    ({}, costs.Again.CIRCLE),
])  # fmt: skip
def test_why_two_meet_again_is_read_from_what_is_kept(kept: dict[str, Any], why: costs.Again):
    assert costs.why(kept, (1, 2)) is why
    (line,) = draws.again_lines({**kept, "again": [[1, 2, 1]]})
    (named,) = draws.pair_lines({**kept, "again": [[1, 2, 1]]}, {1: "ada", 2: "ben"})
    assert line.removeprefix("One pair meets again: ") == named.rpartition("before: ")[2]


def test_what_was_kept_when_a_plan_lay_in_a_rounds_place_is_told_as_the_plans():
    kept = {"squares": 24, "bound": 24, "baseline": 26, "least": 1, "most": 2, "again": []}
    (line,) = draws.cost_lines(kept)
    assert line.startswith("Squares of meetings over all rounds: 24 as planned")
    assert "1 to 2 times" in draws.evenness_text(kept)
