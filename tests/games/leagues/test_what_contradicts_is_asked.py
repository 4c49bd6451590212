"""Directors are asked where something contradicts itself; if nobody answers the least changes."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.errors import NotNow, PlaysThere
from games.leagues.rules import calendar
from games.leagues.services import asking, clinching, directing, entering, judging
from games.models import Ask, Due, Household, Line, Place, Result, Round, Sanction, Season, Signal
from games.signals.services import households
from games.texts import condition_of_league
from tests.games.cast import DAY, HOUR, player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.leagues.test_a_league_keeps_a_log import entry
from tests.games.leagues.test_directors_act import at, done, first_table, of_entry, of_table
from tests.games.leagues.test_who_is_missing_is_told_and_may_appeal import letter
from tests.games.moderation.cast import address, staff
from tests.games.moderation.cast import done as done_by
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


def asked(season: Season, condition: str) -> Ask:
    """The open question about a condition."""
    return season.asks.get(condition=condition, status="open")


def result(season: Season) -> Result:
    """What stands of the first table."""
    return Result.objects.get(table=first_table(season), superseded_at=None)


def decided_twice() -> Season:
    """A season of which a director has decided a table whose game then came to its own end."""
    season = cast.running(NAMES[:3])
    table, now = first_table(season), cast.when(season)
    points = ("0", "50", "100")
    judging.adjudicate(table.pk, points, by=player("olga"), reason="He cheats", now=now)
    cast.end(table, [9, 2, 1], now=now + HOUR)
    cast.sweep(season, now=now + 2 * HOUR)
    return season


def test_of_two_results_what_stands_stays_if_nobody_answers():
    season = decided_twice()
    cast.sweep(season)
    ask = asked(season, "two-results")
    assert (ask.default, ask.said) == ("leave", {"table": 1, "round": 1})
    assert "its game has come to something else" in condition_of_league(ask.condition, ask.said)
    cast.sweep(season, now=ask.deadline)
    assert result(season).kind == "adjudicated"
    cast.sweep(season, now=ask.deadline + DAY)
    assert season.asks.filter(condition="two-results").count() == 1, "it is asked once"


def test_of_two_results_directors_may_take_that_of_the_game():
    season = decided_twice()
    cast.sweep(season)
    ask = asked(season, "two-results")
    directing.appoint(season.league_id, player("ada"), by=player("olga"), now=cast.when(season))
    with pytest.raises(PlaysThere):
        asking.answer(ask.pk, "go-on", by=player("ada"), now=cast.when(season))
    asking.answer(ask.pk, "go-on", by=player("otto"), now=cast.when(season))
    cast.sweep(season)
    assert result(season).kind == "played"
    assert [line["score"] for line in result(season).lines] == [9, 2, 1]


def one_household(one: str, other: str, season: Season) -> None:
    """Two have said of each other that they live together."""
    for by, whom in ((one, other), (other, one)):
        households.declare(player(by), player(whom).email or "", now=cast.when(season))


def test_nobody_answers_where_his_household_plays():
    season = decided_twice()
    cast.sweep(season)
    ask = asked(season, "two-results")
    one_household("otto", "ada", season)
    with pytest.raises(PlaysThere):
        asking.answer(ask.pk, "go-on", by=player("otto"), now=cast.when(season))
    asking.answer(ask.pk, "leave", by=player("olga"), now=cast.when(season))
    assert result(season).kind == "adjudicated"


def final_of_four() -> Season:
    """A season of four whose final of two games is being played."""
    season = cast.running(NAMES[:4], **{**cast.ROBIN, "seeds": 4})
    while not Place.objects.filter(table__round__final=True, table__status="running").exists():
        cast.step(season)
        if not Round.objects.filter(final=True).exists():
            cast.play_all(season, cast.by_name)
            cast.sweep(season, now=cast.when(season) + HOUR)
    return cast.again(season)


def test_who_leaves_a_final_is_asked_about_before_anybody_goes_on_without_a_game():
    season = final_of_four()
    place = Place.objects.filter(table__round__final=True, state="held").earliest("pk")
    name = place.entrant.player.name
    entering.withdraw(season.pk, player(name), now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + DAY + HOUR)
    ask = asked(season, "dropped-out")
    assert (ask.default, list(ask.choices)) == ("go-on", ["go-on", "wait"])
    assert not Result.objects.filter(table=place.table).exists()
    asking.answer(ask.pk, "wait", by=player("olga"), now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + DAY + HOUR)
    ask = asked(season, "dropped-out")
    cast.sweep(season, now=ask.deadline)
    lines = Result.objects.get(table=place.table).lines
    assert {line["entrant"]: line["ending"] for line in lines}[place.entrant_id] == "forfeit"


def later_by_an_hour(monkeypatch: Any) -> None:
    """The zone has new rules: its clocks show an hour less."""
    opening, closing = calendar.opening, calendar.closing
    hour = timedelta(hours=1)
    monkeypatch.setattr(calendar, "opening", lambda wall, where: opening(wall, where) + hour)
    monkeypatch.setattr(calendar, "closing", lambda wall, where: closing(wall, where) + hour)


def looked_at(season: Season) -> None:
    """Let the season be looked at, as once a day."""
    cast.sweep(season, now=Due.objects.get(season=season, what="look").next_at)


def between_rounds() -> Season:
    """The first round is open, the second published, the third drawn."""
    season = cast.running(NAMES[:6], rounds=3)
    while not Round.objects.filter(number=2, status="published").exists():
        cast.step(season)
    assert Round.objects.get(number=3).status == "drawn"
    return season


def test_rounds_that_nobody_knows_of_follow_the_zone_and_others_are_asked_about(monkeypatch):
    season = between_rounds()
    before = {each.number: each for each in Round.objects.all()}
    later_by_an_hour(monkeypatch)
    looked_at(season)
    now = {each.number: each for each in Round.objects.all()}
    assert now[3].opens_at - before[3].opens_at == timedelta(hours=1)
    assert now[2].opens_at == before[2].opens_at
    cast.sweep(season)
    ask = season.asks.get(condition="zone-moved", said__round=2)
    assert ask.default == "leave"
    cast.sweep(season, now=ask.deadline)
    looked_at(season)
    assert Round.objects.get(number=2).opens_at == before[2].opens_at
    assert season.asks.filter(condition="zone-moved", said__round=2).count() == 1


def test_directors_may_let_a_published_round_follow_its_zone(monkeypatch):
    season = between_rounds()
    before = Round.objects.get(number=2)
    later_by_an_hour(monkeypatch)
    looked_at(season)
    cast.sweep(season)
    ask = season.asks.get(condition="zone-moved", said__round=2)
    asking.answer(ask.pk, "follow", by=player("olga"), now=cast.when(season))
    after = Round.objects.get(number=2)
    assert after.opens_at - before.opens_at == timedelta(hours=1)
    assert Due.objects.get(what="open", about=after.pk).at == after.opens_at


def signal(one: str, other: str, **values: Any) -> None:
    """Two accounts may be one person's."""
    first, second = sorted((player(one), player(other)), key=lambda each: each.pk)
    Signal.objects.create(
        key=f"{one}{other}", one=first, other=second, numbers={}, against={}, digest="",
        since=cast.NOW.date(), found_at=cast.NOW, at=cast.NOW, **values,
    )  # fmt: skip


def entered(*pairs: tuple[str, str], **values: Any) -> Season:
    """A season whose registration closes, with signals about these."""
    season = cast.open_season()
    cast.enter(season, NAMES[:6], now=cast.when(season))
    for one, other in pairs:
        signal(one, other, **values)
    cast.until(season, "prepared")
    cast.sweep(season)
    return cast.again(season)


def test_two_entries_that_seem_to_be_one_persons_are_asked_about(set_clock):
    season = entered(("ada", "ben"))
    ask = asked(season, "one-person")
    assert ask.default == "leave"
    assert "ada and ben seem to be one person with two entries" in letter("ask", "olga")
    set_clock(cast.when(season))
    shown = browser(player("olga")).get(f"/leagues/{season.league.key}/asks/").content.decode()
    assert "ada and ben seem to be one person" in shown
    # In the log of all nobody is named.
    line = entry(season, "Two entries are looked at")
    assert line.lines[0] == "Two entries seem to be one person’s."
    assert "ada" not in str(line)
    asking.answer(ask.pk, "strike", by=player("otto"), now=cast.when(season))
    assert cast.entrant(season, "ben").status == "declined"
    assert cast.entrant(season, "ada").status != "declined"


def test_what_moderators_or_households_have_settled_is_not_asked():
    declared = Household(by=player("ada"), whom=player("ben"))
    declared.made_at = declared.agreed_at = cast.NOW
    declared.save()
    season = entered(("ada", "ben"))
    assert not season.asks.filter(condition="one-person").exists()


def test_a_dismissed_signal_is_not_asked():
    season = entered(("ada", "ben"), state="dismissed", dismissed_at=cast.NOW)
    assert not season.asks.filter(condition="one-person").exists()


def test_both_play_if_nobody_answers():
    season = entered(("ada", "ben"))
    cast.sweep(season, now=asked(season, "one-person").deadline)
    assert cast.entrant(season, "ben").status == "registered"


def caught(season: Season, name: str) -> Place:
    """Moderators take somebody's seat at the table that runs; where he sits there."""
    place = Place.objects.select_related("table__game", "table__round").get(
        entrant__player__name=name, table__status="running"
    )
    assert place.table.game is not None
    key = place.table.game.key
    done_by(staff("mia"), "seat-removed", key, seat=place.seat, why="collusion")
    return place


def cheated(set_clock) -> tuple[Season, Place]:
    """A season in whose second round somebody loses his seat for what he did."""
    season = cast.running(NAMES[:3], rounds=3)
    cast.play_all(season, cast.by_name)
    while not Place.objects.filter(table__round__number=2, table__status="running").exists():
        cast.step(season)
    set_clock(cast.when(season))
    return season, caught(season, "ada")


def test_who_lost_his_seat_forfeits_and_directors_are_asked_about_his_earlier_tables(set_clock):
    season, place = cheated(set_clock)
    cast.end(place.table, [9, 2, 1], now=cast.when(season))
    cast.sweep(season)
    lines = Result.objects.get(table=place.table, superseded_at=None).lines
    endings = {line["entrant"]: line["ending"] for line in lines}
    assert sorted(endings.values()) == ["forfeit", "played", "played"]
    assert endings[place.entrant_id] == "forfeit"
    looked_at(season)
    cast.sweep(season)
    ask = asked(season, "seat-lost")
    assert ask.default == "leave"
    told = " ".join(letter("ask", "olga").split())
    assert "ada has lost a seat" in told
    assert "table 1 of round 1" in told
    # In the log of all nobody is named.
    line = entry(season, "An earlier table of somebody is looked at")
    assert "ada" not in str(line)
    set_clock(cast.when(season))
    shown = browser(player("olga")).get(f"/leagues/{season.league.key}/asks/").content.decode()
    assert "ada has lost a seat" in shown
    directing.appoint(season.league_id, player("ben"), by=player("olga"), now=cast.when(season))
    with pytest.raises(PlaysThere):
        asking.answer(ask.pk, "annul", by=player("ben"), now=cast.when(season))
    asking.answer(ask.pk, "annul", by=player("otto"), now=cast.when(season))
    assert result(season).kind == "annulled"
    looked_at(season)
    assert season.asks.filter(condition="seat-lost").count() == 1, "it is asked once"


def test_an_earlier_table_stands_if_nobody_answers_or_the_seat_is_given_back(set_clock):
    season, _place = cheated(set_clock)
    looked_at(season)
    cast.sweep(season)
    ask = asked(season, "seat-lost")
    Sanction.objects.update(ended_at=cast.when(season))
    cast.sweep(season, now=cast.when(season) + 6 * HOUR)
    ask.refresh_from_db()
    assert ask.status == "void"
    assert result(season).kind == "played"


def test_no_round_is_drawn_while_points_are_asked_about(set_clock, monkeypatch):
    season = at(cast.running(NAMES[:3], **cast.SWISS), set_clock)
    cast.play_all(season, cast.by_name)
    monkeypatch.setattr(clinching, "by_penalty", lambda *_season_and_penalty, now: bool(now))
    while not Due.objects.filter(season=season, what="draw", done_at=None).exists():
        cast.sweep(season, now=cast.when(season) + HOUR)
        if Due.objects.get(season=season, what="close").at <= cast.when(season) + 2 * HOUR:
            break
    set_clock(cast.when(season))
    done(player("olga"), "league-penalise", of_entry(season, "ada"), points="10")
    cast.sweep(season)
    proposed = asked(season, "clinched")
    cast.sweep(season, now=Due.objects.get(season=season, what="close").at)
    assert Round.objects.get(number=2).status == "planned"
    assert asked(season, "open-ask").default == "wait"
    asking.answer(proposed.pk, "leave", by=player("otto"), now=cast.when(season))
    cast.sweep(season)
    assert Round.objects.get(number=2).status == "drawn"
    assert season.asks.get(condition="open-ask").status == "void"


def test_a_draw_that_is_swept_again_stays_the_draw_that_was_published():
    season = cast.running(NAMES[:6], **cast.SWISS)
    found = Round.objects.get(number=1)
    before = list(Place.objects.filter(table__round=found).values_list("table", "entrant"))
    due = Due.objects.get(season=season, what="draw", about=found.pk)
    Due.objects.filter(pk=due.pk).update(done_at=None, next_at=cast.when(season))
    cast.sweep(season)
    found.refresh_from_db()
    assert (found.status, found.draws) == ("open", 1)
    assert list(Place.objects.filter(table__round=found).values_list("table", "entrant")) == before


def test_who_confirms_counts_until_divisions_are_published_and_not_after():
    season = cast.open_season()
    cast.enter(season, NAMES[:6], now=cast.when(season))
    cast.until(season, "prepared")
    for name in NAMES[:5]:
        entering.confirm(season.pk, player(name), now=cast.when(season))
    divide = Due.objects.get(season=season, what="divide").at
    Due.objects.filter(season=season, what="silent").update(next_at=divide + DAY)
    # Late as it is, nothing was published yet.
    entering.confirm(season.pk, player("eva"), now=divide)
    assert cast.entrant(season, "eva").status == "confirmed"
    cast.sweep(season, now=divide)
    assert season.divisions.exists()
    with pytest.raises(NotNow):
        entering.confirm(season.pk, player("fay"), now=divide)
    assert cast.entrant(season, "fay").status == "declined"


def test_who_directs_another_league_enters_no_result_here(set_clock):
    season = at(cast.running(), set_clock)
    other = cast.league("The other league")
    directing.appoint(other.pk, player("zoe"), by=player("olga"), now=cast.when(season))
    to = address("league-adjudicate", of_table(season))
    typed = {"points": "100 50 0", "reason": "they asked me to do it"}
    zoe = browser(player("zoe"))
    assert zoe.get(to).status_code == 404
    refused = Line.objects.filter(act="league-adjudicate-refused")
    assert not refused.exists()
    for _twice in range(2):
        assert zoe.post(to, typed).status_code == 404
    assert not Result.objects.exists()
    # It is logged with what stands, at most once a minute; the league's own log tells nobody.
    line = refused.get()
    assert line.actor == player("zoe").pk
    said = {"target": of_table(season), "refused": "NoSuch", "stands": "running"}
    assert line.arguments == said
    here = reverse("league-log-show", args=[season.league.key])
    for who in (None, player("olga")):
        assert "zoe" not in browser(who).get(here).content.decode()


def test_a_name_of_nothing_is_logged_as_it_was_typed_but_not_at_any_length(set_clock):
    season = at(cast.running(), set_clock)
    typed = {"points": "100 50 0", "reason": "they asked me to do it"}
    to = address("league-adjudicate", "table-" + "9" * 60)
    assert browser(player("zoe")).post(to, typed).status_code == 404
    line = Line.objects.get(act="league-adjudicate-refused")
    assert (len(line.arguments["target"]), line.arguments["stands"]) == (40, "")
    assert season.entrants.exists()
