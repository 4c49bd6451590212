"""From nothing to an announced season by pages alone."""

from typing import Any

import pytest
from django.test import Client

from games import tasks
from games.models import Act, League, Line, Rehearsal, Season
from tests.games.cast import DAY, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NOW
from tests.games.moderation.cast import address, confirmation
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


RULES = {
    "format": "swiss",
    "low": "3",
    "high": "4",
    "preferred": "3",
    "registers": "2026-03-05T12:00",
    "registered": "2026-03-20T12:00",
    "first": "2026-04-01T19:00",
    "zone": "Europe/Berlin",
}
"""What olga chooses; all else stays as it is offered."""


def opened(name: str = "The Lantern League") -> tuple[Client, str]:
    """Let olga open a league; her browser, and the league's address."""
    olga = browser(player("olga"))
    answer = olga.post("/leagues/new/", {"name": name, "language": "en"})
    assert answer.status_code == 303, answer.content.decode()
    return olga, f"/leagues/{League.objects.get(name=name).key}/"


def offered(client: Client, home: str, query: str = "") -> dict[str, Any]:
    """What the form is filled with."""
    form = client.get(f"{home}rules/{query}").context["form"]
    filled = {name: form[name].value() for name in form.fields}
    known = {name: value for name, value in filled.items() if value is not None}
    known = {name: value for name, value in known.items() if value is not False}
    return {**known, "zone_search": "", "ruleset": form.meta.key}


def typed(client: Client, home: str, query: str = "", **changes: Any) -> dict[str, Any]:
    """What is sent by who changes some of its fields."""
    return {**offered(client, home, query), **RULES, **changes}


def write(client: Client, home: str, **changes: Any) -> Any:
    """Send the rules."""
    return client.post(f"{home}rules/", typed(client, home, **changes))


def second_director(client: Client, home: str) -> None:
    """Let otto direct it too, by the address of his page."""
    page = f"https://saboteur.example/p/{player('otto').key}/"
    assert client.post(f"{home}directing/", {"page": page}).status_code == 303


def rehearse(client: Client, home: str) -> None:
    """Let her ask for a rehearsal, and a worker do it."""
    asked = client.post(f"{home}rehearsal/", {"players": "6", "pool": "2", "following": ""})
    assert asked.status_code == 303, asked.context["form"].errors
    assert "0 of 600 runs are played." in client.get(f"{home}rehearsal/").content.decode()
    while Rehearsal.objects.filter(ended_at=None).exists():
        tasks.sweep_rehearsals()
    assert "Squares of meetings" in client.get(f"{home}rehearsal/").content.decode()


def test_a_season_is_announced_by_pages_alone():
    olga, home = opened()
    desk = olga.get(f"{home}directing/").content.decode()
    assert "Write its rules" in desk
    answer = write(olga, home)
    assert answer.status_code == 303, answer.context["form"].errors
    season = Season.objects.get()
    assert season.status == "draft"
    assert (season.terms["format"], season.terms["rounds"]) == ("swiss", 5)
    assert "No season is announced." in browser().get(home).content.decode()
    assert "A season needs two directors." in olga.get(f"{home}directing/").content.decode()

    to = address("league-announce", f"season-{season.pk}")
    alone = olga.post(to, {})
    assert alone.status_code == 409
    assert "A league needs two directors." in alone.content.decode()
    second_director(olga, home)
    early = olga.post(to, {})
    assert early.status_code == 409
    assert "the season was not rehearsed yet" in early.content.decode()
    assert "it was not rehearsed yet" in olga.get(f"{home}directing/").content.decode()
    rehearse(olga, home)
    shown = olga.post(to, {})
    assert shown.status_code == 200
    assert "It was rehearsed with about 6 players, in 200 runs each." in shown.content.decode()
    assert "this rule changes nothing in any run" in shown.content.decode(), "warnings, too"
    assert "Registration opens Thu 5 Mar, 11:00 UTC" in shown.content.decode()
    assert Season.objects.get().status == "draft", "a preview does nothing"
    for expected in (303, 200):
        answer = olga.post(to, {"confirmation": confirmation(shown)})
        assert answer.status_code == expected, "twice is once"
    season.refresh_from_db()
    assert season.status == "announced"
    line = Line.objects.get(act="league-announce")
    assert (line.role, line.actor, line.target_id) == ("director", player("olga").pk, season.pk)
    assert line.preview == Act.objects.get().digest
    assert season.commitment in browser().get(home).content.decode()
    assert "Call the season off" in olga.get(f"{home}directing/").content.decode()
    frozen = olga.get(f"{home}rules/", follow=True)
    assert "frozen" in frozen.content.decode()


def test_what_was_seen_before_another_changed_it_is_not_done():
    olga, home = opened()
    write(olga, home)
    second_director(olga, home)
    to = address("league-announce", f"season-{Season.objects.get().pk}")
    cast.rehearse(Season.objects.get())
    shown = olga.post(to, {})
    write(browser(player("otto")), home, rounds="4")
    cast.rehearse(Season.objects.get())
    answer = olga.post(to, {"confirmation": confirmation(shown)})
    assert answer.status_code == 409
    assert "Nothing was done: what you saw has changed meanwhile." in answer.content.decode()
    assert Season.objects.get().status == "draft"


WRONG = (
    ({"registers": "2026-02-01T12:00"}, "registers", "That is over."),
    ({"registers": "tomorrow"}, "registers", "This cannot be read."),
    ({"registered": "2026-03-04T12:00"}, "registered", "It would close before it opens."),
    ({"first": "2026-03-21T12:00"}, "first", "there is too little time"),
    ({"zone": "Europe/Atlantis"}, "zone", "There is no such time zone."),
    ({"low": "2"}, "low", "This game is played by 3 to 10."),
    ({"low": "4", "preferred": "3"}, "low", "lies between the least and the greatest"),
    ({"low": ""}, "low", "Write a whole number from 1 to 12."),
    ({"size": "13"}, "size", "cannot be above its greatest"),
    ({"min": "10"}, "size", "cannot be above its usual one"),
    ({"kind": "gold"}, "kind", "three at a table earn more than ten"),
    ({"kind": "places"}, "places", "Say the points of each place"),
    ({"kind": "places", "places": "3: 1 2 3"}, "places", "cannot have fewer points"),
    (
        {"kind": "relative", "option_edition": "2004", "option_tools": "competitive"},
        "kind",
        "What this role earns is not known",
    ),
    ({"forced": "much"}, "forced", "This is no number."),
    ({"level_1": "wins", "level_2": "wins"}, "level_1", "This stands there twice."),
    ({"rounds": "0"}, "rounds", "Write a whole number from 1 to 60."),
    ({"lasts": "2"}, "lasts", "Write a whole number from 3 to 120."),
    ({"format": "solo"}, "low", "Write a whole number from 1 to 1."),
    ({"seeds": "1"}, "seeds", "A final takes two or more"),
    ({"best": "2"}, "best", "Only of a solo ladder"),
    ({"clock": "none"}, "clock", "for one person alone"),
    ({"greatest": "1"}, "greatest", "Write a whole number from 2 to 2000."),
    ({"pauses": "christmas"}, "pauses", "This cannot be read."),
)


def test_a_rule_that_cannot_be_is_refused_at_its_field_and_what_was_typed_is_kept():
    olga, home = opened()
    sent = typed(olga, home)
    for changes, field, line in WRONG:
        answer = olga.post(f"{home}rules/", {**sent, **changes})
        assert answer.status_code == 400, changes
        form = answer.context["form"]
        assert any(line in each for each in form.errors.get(field, ())), (changes, form.errors)
        assert [form[name].value() for name in changes if name != "zone"] == [
            value for name, value in changes.items() if name != "zone"
        ]
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("ruleset", "changes"),
    [
        ("duel", {"format": "round-robin", "low": "2", "high": "2", "preferred": "2",
                  "kind": "wins", "rounds": "", "seeds": "4", "best_of": "3"}),
        ("duel-solo", {"format": "solo", "low": "1", "high": "1", "preferred": "1",
                       "kind": "gold", "best": "3", "min": "1"}),
        ("saboteur", {"kind": "places", "places": "3: 5 2 0\n4: 7 4 2 0", "forced": "3",
                      "requested": "1", "pauses": "2026-04-05, 2026-05-01"}),
        ("saboteur", {"kind": "relative", "high": "3"}),
    ],
    ids=("robin", "solo", "places", "relative"),
)  # fmt: skip
def test_every_kind_of_league_can_be_written(ruleset: str, changes: dict[str, str]):
    olga, home = opened()
    sent = typed(olga, home, f"?ruleset={ruleset}", **changes)
    answer = olga.post(f"{home}rules/", sent)
    assert answer.status_code == 303, answer.context["form"].errors
    kept = Season.objects.get().terms
    assert (kept["ruleset"], kept["format"]) == (ruleset, sent["format"])
    # Opened again it says what was written, and can be sent as it is.
    again = offered(olga, home)
    for name, value in changes.items():
        assert str(again.get(name, "")).split() == value.split(), name
    assert olga.post(f"{home}rules/", again).status_code == 303
    assert Season.objects.get().terms == kept


def test_what_keeps_a_draft_from_being_announced_is_said_with_the_rule_it_is_about(set_clock):
    olga, home = opened()
    write(olga, home)
    second_director(olga, home)
    set_clock(NOW + 10 * DAY)
    desk = olga.get(f"{home}directing/").content.decode()
    assert "Registration opens: That is over." in desk
    answer = olga.post(address("league-announce", f"season-{Season.objects.get().pk}"), {})
    assert answer.status_code == 409
    # Opened again the form offers dates that can be, and all else as it was.
    assert offered(olga, home)["first"] > "2026-04-01"


def test_a_name_is_a_leagues_own_and_refused_at_its_field():
    olga, _home = opened()
    for name in ("the lantern league", "x" * 31, " "):
        answer = olga.post("/leagues/new/", {"name": name, "language": "en"})
        assert answer.status_code == 400
        assert answer.context["form"].errors["name"]
    assert League.objects.count() == 1


def test_directors_alone_reach_the_pages_of_directors():
    season = cast.running()
    home = f"/leagues/{season.league.key}/"
    cast.drafted(season)
    for page in ("directing/", "rules/", "rehearsal/", "1/1/directing/"):
        assert browser(player("zoe")).get(f"{home}{page}").status_code == 404
        assert browser().get(f"{home}{page}").status_code == 302
        assert browser(player("olga")).get(f"{home}{page}").status_code == 200
    assert "Direct this league" in browser(player("olga")).get(home).content.decode()
    assert "Direct this league" not in browser(player("zoe")).get(home).content.decode()


def test_who_is_named_directs_too_and_who_steps_down_no_longer():
    olga, home = opened()
    for page in ("nonsense", "abcdefghjk", ""):
        assert olga.post(f"{home}directing/", {"page": page}).status_code == 400
    second_director(olga, home)
    otto = browser(player("otto"))
    assert otto.get(f"{home}directing/").status_code == 200
    assert olga.post(f"{home}directing/", {"do": "step-down"}).status_code == 303
    assert olga.get(f"{home}directing/").status_code == 404
    last = otto.post(f"{home}directing/", {"do": "step-down"})
    assert "Name another one first." in last.content.decode()


def test_a_league_is_retired_on_the_page_of_its_directors():
    olga, home = opened()
    write(olga, home)
    assert "Retire the league" in olga.get(f"{home}directing/").content.decode()
    silent = olga.post(f"{home}directing/", {"do": "retire", "reason": " "})
    assert silent.status_code == 400
    assert "Say why" in silent.content.decode()
    assert League.objects.get().retired_at is None
    answer = olga.post(f"{home}directing/", {"do": "retire", "reason": "We are old"}, follow=True)
    assert "The league has been retired." in answer.content.decode()
    assert League.objects.get().retired_at is not None
    assert "Retire the league" not in olga.get(f"{home}directing/").content.decode()
