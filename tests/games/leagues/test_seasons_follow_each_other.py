"""Three seasons of three divisions: up, down, away and back, each with its reason."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from games.errors import RedCard
from games.leagues.rules import terms
from games.leagues.rules.following import AHEAD, following
from games.leagues.services import asking, directing, entering
from games.log.rules import Cause
from games.log.services import because, write
from games.models import Entrant, Notice, Season
from tests.games.cast import player
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.letters.test_every_letter_is_written import part, written
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db

THREE: dict[str, Any] = {**cast.ROBIN, "size": 3, "min": 2, "max": 4, "swap": 1}


def divisions(season: Season) -> list[list[str]]:
    """Who is in each division, by name."""
    found = season.divisions.order_by("rank")
    return [sorted(each.entrants.values_list("player__name", flat=True)) for each in found]


def draft(season: Season) -> list[list[tuple[str, str]]]:
    """Each division of the draft as its page shows it."""
    shown = browser().get(f"/leagues/{season.league.key}/{season.number}/draft/").context["parts"]
    return [[(each.name, each.why) for each in division.players] for division in shown]


def card(season: Season, name: str, held: int) -> None:
    """Let somebody have a card in a season."""
    with because(Cause.SYSTEM):
        Entrant.objects.filter(season=season, player=player(name)).update(card=held)
        write("league-look", now=cast.when(season))


def coming(season: Season, names: Iterable[str], *, silent: Sequence[str] = ()) -> None:
    """Let players enter the season and say that they come, but for those who are silent."""
    cast.enter(season, names, now=cast.when(season))
    cast.until(season, "prepared")
    for name in names:
        if name not in silent:
            entering.confirm(season.pk, player(name), now=cast.when(season))


def divided(season: Season) -> None:
    """Go on until divisions are published."""
    while not season.divisions.exists():
        cast.step(season)


def test_players_go_up_and_down_leave_and_return_and_each_reason_is_told():
    first = cast.running(NAMES[:9], **THREE)
    assert divisions(first) == [list(NAMES[:3]), list(NAMES[3:6]), list(NAMES[6:9])]
    home = browser().get(f"/leagues/{first.league.key}/").content.decode()
    assert "Division 2: 1 goes up, 1 goes down" in home
    card(first, "ida", 2)
    cast.until(first, "final", play=cast.by_name)
    promoted = first.awards.filter(kind="promoted").order_by("entrant__division__rank")
    assert list(promoted.values_list("entrant__player__name", flat=True)) == ["dan", "gil"]

    # The next season stands there with the same rules; directors need only announce it.
    second = Season.objects.get(number=2)
    assert (second.status, set(cast.told("next", second))) == ("draft", {"olga", "otto"})
    old, new = terms.load(first.terms), terms.load(second.terms)
    assert new.registers_at >= cast.when(first) + AHEAD
    assert new.first - old.first == new.registers - old.registers
    assert (new.first - old.first) % timedelta(weeks=1) == timedelta()

    second = cast.following(first)
    assert cast.again(first).status == "closed"
    assert cast.told("registration", second) == sorted(NAMES[:9])
    there = [name for name in NAMES[:10] if name != "ben"]
    coming(second, there, silent=["hal"])
    assert draft(second) == [
        [
            ("ada", "stays"),
            ("dan", "goes up from division 2"),
            ("eva", "goes up from division 2 to fill a place"),
        ],
        [
            ("cem", "goes down from division 1"),
            ("gil", "goes up from division 3"),
            ("hal", "goes up from division 3 to fill a place"),
        ],
        [("fay", "goes down from division 2"), ("ida", "stays"), ("jon", "new")],
    ]
    asked = Notice.objects.get(season=second, what="confirm", player=player("hal"))
    letter = part(written(asked.letter), "plain")
    assert "goes up from division 3 to fill a place" in letter
    assert "Division 2" in letter

    # Who is silent for a week is a leaver, and the steps run again.
    divided(second)
    assert cast.told("silent", second) == ["hal"]
    assert draft(second) == [
        [
            ("ada", "stays"),
            ("dan", "goes up from division 2"),
            ("eva", "goes up from division 2 to fill a place"),
        ],
        [
            ("cem", "goes down from division 1"),
            ("fay", "stays, since a place was free"),
            ("gil", "goes up from division 3"),
        ],
        [("ida", "stays"), ("jon", "new")],
    ]
    assert divisions(second) == [["ada", "dan", "eva"], ["cem", "fay", "gil"], ["ida", "jon"]]
    ida = cast.entrant(second, "ida")
    assert (ida.carried, ida.card) == (1, 1)

    cast.until(second, "running")
    card(second, "gil", 3)
    cast.until(second, "final", play=cast.by_name)
    assert second.asks.count() == 0
    third = cast.following(second)
    with pytest.raises(RedCard) as problem:
        cast.enter(third, ["gil"], now=cast.when(third))
    assert problem.value.season == 2
    coming(third, ["ada", "ben", "cem", "dan", "fay", "hal", "ida", "jon"])
    divided(third)
    assert draft(third) == [
        [("ada", "stays"), ("dan", "stays"), ("cem", "goes up from division 2")],
        [("fay", "stays"), ("ben", "comes back")],
        [("ida", "stays"), ("jon", "stays"), ("hal", "comes back")],
    ]
    assert cast.entrant(third, "ida").card == 0
    cast.until(third, "final", play=cast.by_name)
    assert [len(each.standing.rows) for each in third.divisions.order_by("rank")] == [3, 2, 3]


def test_who_declines_or_takes_a_place_has_the_draft_made_again():
    season = cast.open_season(**THREE, greatest=4)
    cast.enter(season, NAMES[:5], now=cast.when(season))
    cast.until(season, "prepared")
    assert [name for (name, _) in draft(season)[0]] == list(NAMES[:4])
    entering.confirm(season.pk, player("eva"), now=cast.when(season))
    entering.decline(season.pk, player("ada"), now=cast.when(season))
    # eva said that she would come, so the place is hers without a further letter.
    assert cast.entrant(season, "eva").status == "confirmed"
    assert cast.told("moved-up", season) == ["eva"]
    cast.sweep(season)
    assert [name for (name, _) in draft(season)[0]] == ["ben", "cem", "dan", "eva"]


def test_sizes_that_no_rule_allows_are_asked_about_while_there_is_time():
    season = cast.open_season(**{**THREE, "size": 4, "min": 4})
    cast.enter(season, NAMES[:3], now=cast.when(season))
    cast.until(season, "prepared")
    for name in NAMES[:3]:
        entering.confirm(season.pk, player(name), now=cast.when(season))
    while not season.asks.exists():
        cast.step(season)
    ask = season.asks.get()
    assert (ask.condition, ask.said) == ("division-size", {"asks": [["too few", 1]]})
    assert ask.deadline <= terms.load(season.terms).divides_at
    cast.until(season, "final", play=cast.by_name)
    # It lapsed in time, and was not asked again when divisions were published.
    assert season.asks.count() == 1
    assert terms.load(season.terms).divides_at == season.divisions.get().published_at


def test_a_season_that_begins_before_the_last_one_is_over_asks():
    first = cast.running(NAMES[:3], **THREE)
    second = cast.announced(
        of=first.league, now=cast.when(first), **THREE, registers="2026-04-02T12:00",
        registered="2026-04-05T12:00", first="2026-04-12T12:00",
    )  # fmt: skip
    cast.sweep(second, now=terms.load(second.terms).registers_at)
    coming(second, NAMES[:3])
    shown = browser().get(f"/leagues/{first.league.key}/2/draft/").content.decode()
    assert "Season 1 is not over" in shown
    cast.sweep(second, now=terms.load(second.terms).divides_at)
    ask = second.asks.get()
    assert (ask.condition, ask.default, ask.said) == ("season-before", "wait", {"season": 1})
    # Who has a red card there by now does not come.
    card(first, "cem", 3)
    asking.answer(ask.pk, "go-on", by=player("olga"), now=cast.when(second))
    cast.sweep(second)
    assert divisions(second) == [["ada", "ben"]]
    assert cast.told("barred", second) == ["cem"]


def test_the_next_seasons_dates_keep_their_weekdays_and_pauses_that_are_over_go():
    season = cast.announced(pauses=["2026-04-08", "2027-01-06"])
    rules = terms.load(season.terms)
    now = cast.NOW + timedelta(days=200)
    moved = following(rules, now=now)
    assert moved.registers_at - timedelta(weeks=1) < now + AHEAD <= moved.registers_at
    assert moved.first.weekday() == rules.first.weekday()
    assert moved.first.time() == rules.first.time()
    assert [day.isoformat() for day in moved.pauses] == ["2027-01-06"]


def test_a_league_whose_directors_wrote_the_next_rules_already_gets_no_others():
    season = cast.running(NAMES[:3], **THREE)
    form = cast.form(registers="2027-03-02T12:00", registered="2027-03-20T12:00")
    form["first"] = "2027-04-01T19:00"
    ahead = directing.draft(season.league_id, form, by=player("olga"), now=cast.when(season))
    cast.until(season, "final", play=cast.by_name)
    assert Season.objects.exclude(pk=season.pk).get() == ahead
    assert not ahead.notices.exists()
