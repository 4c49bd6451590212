"""Seats that fall vacant: a search by letter, a substitute, a bot in the end; or a walkover."""

from datetime import timedelta

import pytest

from games.clocks.rules import store
from games.errors import NoSuchLeague, SeatTaken
from games.leagues.selectors import pool
from games.leagues.services import directing, entering, searching
from games.links import AskedClaim
from games.models import (
    Asked,
    Counted,
    Due,
    Entrant,
    Game,
    LeagueTable,
    Letter,
    Offer,
    Place,
    Rating,
    Search,
    Season,
    Sought,
)
from games.people.services import blocking
from games.services import freshness, reading
from games.substitutes.services import sitting
from tests.games.cast import DAY, HOUR, player, started
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.letters.test_every_letter_is_written import part, written
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db

POOL = ("rob", "sue", "tom", "una", "vic")


def willing(season: Season, *names: str) -> None:
    """Let players say that they would play for others, one after the other."""
    for at, name in enumerate(names):
        entering.reserve(season.pk, player(name), now=cast.NOW + timedelta(minutes=at))


def table_of(season: Season, name: str) -> LeagueTable:
    """Somebody's table of the first round."""
    found = LeagueTable.objects.select_related("game", "round__division")
    return found.get(round__number=1, places__entrant=cast.entrant(season, name))


def asked(season: Season) -> list[str]:
    """Who was asked to take a seat, in their order."""
    rows = Sought.objects.order_by("pk").values_list("player__email", flat=True)
    return [email.partition("@")[0] for email in rows]


def takes(name: str, season: Season) -> None:
    """Let somebody take the seat by his letter, and sweep."""
    row = Asked.objects.get(email=f"{name}@example.org", offer__closed_at=None)
    sitting.accept(AskedClaim(row.pk), language="en", now=cast.when(season))
    cast.sweep(season)


def search() -> Search:
    """The one search for a seat of a game that runs."""
    return Search.objects.get(offer__isnull=False)


def stands(table: LeagueTable, season: Season) -> bool:
    """Whether a table stands still now."""
    game = Game.objects.get(pk=table.game_id)
    return store.load(game.time).paused_until(cast.when(season)) is not None


def test_somebody_is_looked_for_in_stages_and_the_first_who_comes_has_the_seat():
    season = cast.running(NAMES[:3], rounds=3)
    willing(season, *POOL[:4], "ada")
    table, began = table_of(season, "cem"), cast.when(season)
    entering.withdraw(season.pk, player("cem"), now=began)
    cast.sweep(season)
    # ada sits there herself, and nobody of the pool is of the division: it is the league's turn.
    assert asked(season) == []
    assert stands(table, season)
    assert search().until == began + 2 * DAY
    cast.sweep(season, now=began + 12 * HOUR)
    assert asked(season) == list(POOL[:4])
    letter = Letter.objects.get(kind="offer", email="rob@example.org")
    text = " ".join(part(written(letter), "plain").split())
    assert "You are asked because you would play for others." in text
    takes("sue", season)
    place = table.places.get(entrant__player__name="cem")
    assert place.state == "substituted"
    assert not stands(table, season)
    seat = table.game.places.get(number=place.seat)
    assert seat.player == player("sue")
    # Who is late is told so by the page of his letter, and nobody is asked any more.
    running = Search.objects.filter(offer__isnull=False).values("pk")
    assert not Due.objects.filter(what="search", about__in=running, done_at=None).exists()
    cast.end(table, [5, 4, 9], now=cast.when(season))
    cast.sweep(season)
    lines = table.results.get(superseded_at=None).lines
    endings = {line["entrant"]: line["ending"] for line in lines}
    assert endings[place.entrant_id] == "forfeit"
    assert [pool.helped(player(name).pk, season.pk) for name in ("sue", "rob")] == [1, 0]


def test_in_vain_a_bot_plays_on_and_directors_are_told():
    season = cast.running(NAMES[:3], rounds=3)
    willing(season, "rob")
    table, began = table_of(season, "cem"), cast.when(season)
    entering.withdraw(season.pk, player("cem"), now=began)
    while search().closed_at is None:
        cast.step(season)
    assert search().closed_at == began + 2 * DAY
    assert not stands(table, season)
    game = Game.objects.get(pk=table.game_id)
    seat = table.places.get(entrant__player__name="cem").seat
    assert store.load(game.time).seats[seat].bot
    assert cast.told("unfound", season) == ["olga", "otto"]
    assert Offer.objects.get(game=game).closed_at is None
    assert Sought.objects.get().answered_at is None


def test_who_comes_back_before_anybody_sits_keeps_his_seat():
    season = cast.running(NAMES[:3], rounds=3)
    willing(season, "rob")
    table = table_of(season, "cem")
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + 12 * HOUR)
    entering.come_back(season.pk, player("cem"), now=cast.when(season) + HOUR)
    cast.sweep(season, now=cast.when(season) + HOUR)
    assert not stands(table, season)
    assert table.places.get(entrant__player__name="cem").state == "held"
    assert Offer.objects.get().closed_at is not None
    assert not Search.objects.filter(closed_at=None).exists()


def test_who_said_nothing_twice_is_left_alone_for_the_season():
    season = cast.running(NAMES[:6], rounds=3)
    willing(season, "rob")
    for name in ("cem", "dan", "eva"):
        if cast.entrant(season, name).status == "active":
            entering.withdraw(season.pk, player(name), now=cast.when(season))
        while Search.objects.filter(closed_at=None, offer__isnull=False).exists():
            cast.step(season)
    assert Search.objects.filter(offer__isnull=False).count() == 3
    assert asked(season) == ["rob", "rob"]


def test_of_two_who_leaves_has_a_day_and_then_the_other_wins():
    season = cast.running(NAMES[:4], **cast.ROBIN)
    table, began = table_of(season, "ada"), cast.when(season)
    other = table.places.exclude(entrant__player__name="ada").get().entrant.player.name
    entering.withdraw(season.pk, player("ada"), now=began)
    assert not Search.objects.exists()
    entering.come_back(season.pk, player("ada"), now=began + HOUR)
    cast.sweep(season, now=began + 25 * HOUR)
    assert table_of(season, "ada").status == "running"
    entering.withdraw(season.pk, player("ada"), now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + DAY)
    table.refresh_from_db()
    assert (table.status, Game.objects.get(pk=table.game_id).status) == ("finished", "finished")
    names = dict(season.entrants.values_list("pk", "player__name"))
    lines = table.results.get(superseded_at=None).lines
    assert {names[line["entrant"]]: line["ending"] for line in lines} == {
        "ada": "forfeit",
        other: "walkover",
    }
    assert Game.objects.get(pk=table.game_id).entries.filter(act="left-won").count() == 1
    # Three games that she had still to play: before half, so they vanish for both.
    cast.until(season, "final", play=cast.by_name)
    assert "ada" not in cast.order(season)


def test_who_asks_sits_a_round_out_once_for_points():
    season = cast.running(NAMES[:7], **{**cast.SWISS, "rounds": 4}, greatest=7)
    cast.enter(season, ["hal"], now=cast.when(season))
    assert cast.entrant(season, "hal").status == "waiting"
    for turn, kind in ((2, "requested"), (3, "zero")):
        now = cast.when(season)
        entering.ask_bye(season.pk, player("ada"), now=now)
        entering.unask_bye(season.pk, player("ada"), now=now)
        entering.ask_bye(season.pk, player("ada"), now=now)
        entering.ask_bye(season.pk, player("ada"), now=now)
        rounds = season.divisions.get().rounds
        while rounds.get(number=turn).status != "open":
            cast.step(season, play=cast.by_name)
        found = rounds.get(number=turn).byes.get(entrant__player__name="ada")
        assert found.kind == kind
        there = Place.objects.filter(table__round__number=turn, entrant__player__name="ada")
        assert not there.exists()


def test_who_comes_late_plays_from_the_next_round_on_or_in_place_of_one_who_left():
    swiss = cast.running(NAMES[:6], of=cast.league("Swiss"), **{**cast.SWISS, "rounds": 4})
    cast.enter(swiss, ["gil"], now=cast.when(swiss))
    gil = cast.entrant(swiss, "gil")
    assert (gil.status, gil.joined_round) == ("active", 2)
    assert list(gil.byes.values_list("round__number", "kind")) == [(1, "requested")]
    assert cast.told("joined", swiss) == ["gil"]
    rounds = swiss.divisions.get().rounds
    while rounds.get(number=3).status != "published":
        cast.step(swiss, play=cast.by_name)
    assert Place.objects.filter(entrant=gil, table__round__number__in=(2, 3)).count() == 2
    # More than half of the rounds are drawn by now.
    cast.enter(swiss, ["hal"], now=cast.when(swiss))
    assert cast.entrant(swiss, "hal").status == "waiting"

    robin = cast.running(NAMES[:4], of=cast.league("Robin"), **cast.ROBIN, double=True)
    cast.enter(robin, ["hal", "ida"], now=cast.when(robin))
    assert cast.entrant(robin, "hal").status == "waiting"
    entering.withdraw(robin.pk, player("ada"), now=cast.when(robin))
    assert cast.told("offered", robin) == ["hal"]
    # Who says nothing within a day lets the next have it.
    cast.sweep(robin, now=cast.when(robin) + DAY)
    assert cast.told("offered", robin) == ["hal", "ida"]
    entering.confirm(robin.pk, player("ida"), now=cast.when(robin))
    ida = cast.entrant(robin, "ida")
    assert (ida.status, ida.replaces) == ("active", cast.entrant(robin, "ada"))
    cast.until(robin, "final", play=cast.by_name)
    # She has met whom ada had still to meet, once or twice, and ada nobody in her stead.
    met = Place.objects.filter(table__places__entrant=ida).exclude(entrant=ida)
    assert met.count() == 6 - ida.joined_round + 1
    assert Entrant.objects.filter(season=robin, status="finished").count() == 4


def second_of(season: Season, name: str) -> LeagueTable:
    """Somebody's table of the second round, which has not opened."""
    found = LeagueTable.objects.select_related("round__division")
    return found.get(round__number=2, places__entrant=cast.entrant(season, name))


def early() -> tuple[Season, LeagueTable]:
    """A season of four at one table; dan leaves three days before the second round opens."""
    season = cast.running(NAMES[:4], rounds=3, high=4, preferred=4)
    willing(season, *POOL)
    table = second_of(season, "dan")
    cast.play_all(season, cast.by_name)
    cast.sweep(season, now=table.round.opens_at - 3 * DAY)
    entering.withdraw(season.pk, player("dan"), now=cast.when(season))
    cast.sweep(season)
    return season, table


def opened(season: Season, table: LeagueTable) -> Game:
    """Leap until the table is dealt."""
    while LeagueTable.objects.get(pk=table.pk).game_id is None:
        cast.step(season)
    table.refresh_from_db()
    assert table.game is not None
    return table.game


def test_before_a_round_opens_each_stage_has_a_day_and_who_takes_it_plays_from_the_deal():
    season, table = early()
    began = cast.when(season)
    row = Search.objects.get(place__table=table)
    assert (row.offer, row.until) == (None, table.round.opens_at)
    assert asked(season) == [], "nobody of the pool is in the division"
    cast.sweep(season, now=began + DAY)
    assert asked(season) == list(POOL)
    letter = Letter.objects.get(notice__what="seat", email="rob@example.org")
    assert freshness.is_needed(reading.whole([letter.pk])[0], now=cast.when(season))
    text = " ".join(part(written(letter), "plain").split())
    assert "Would you play for somebody in round 2?" in text
    page = f"/e/{text.partition('/e/')[2].partition('/')[0]}/"
    shown = browser().get(page).content.decode()
    assert "Take the place" in shown
    assert Place.objects.get(pk=row.place_id).state == "vacant", "a letter opened changes nothing"
    assert browser().post(page, {"do": "sit", "seat": row.pk}).status_code == 303
    assert Place.objects.get(pk=row.place_id).state == "substituted"
    # Pressed again it is the same; who is later is thanked, and was not silent.
    searching.accept(row.pk, player("rob"), now=cast.when(season))
    with pytest.raises(SeatTaken):
        searching.accept(row.pk, player("sue"), now=cast.when(season))
    assert Sought.objects.get(player=player("sue")).answered_at is not None
    assert "Take the place" not in browser().get(page).content.decode()
    assert not freshness.is_needed(reading.whole([letter.pk])[0], now=cast.when(season))
    game = opened(season, table)
    place = table.places.get(entrant__player__name="dan")
    assert game.places.get(number=place.seat).player == player("rob")
    assert game.seats == 4
    cast.end(table, [5, 4, 3, 9], now=cast.when(season))
    cast.sweep(season)
    lines = {each["entrant"]: each["ending"] for each in table.results.get().lines}
    assert lines[place.entrant_id] == "forfeit"
    assert pool.helped(player("rob").pk, season.pk) == 1
    assert pool.helped(player("sue").pk, season.pk) == 0


def test_for_a_round_that_is_postponed_somebody_is_looked_for_as_much_later():
    season, table = early()
    row = Search.objects.get(place__table=table)
    now = cast.when(season)
    directing.postpone(table.round_id, 7, by=player("olga"), reason="A holiday", seen=None, now=now)
    row.refresh_from_db()
    table.round.refresh_from_db()
    assert row.until == table.round.opens_at
    assert row.began_at == table.round.opens_at - 3 * DAY > now + DAY
    assert Due.objects.get(what="search", about=row.pk, done_at=None).next_at == row.began_at
    cast.sweep(season, now=row.began_at + DAY)
    assert asked(season) == list(POOL)
    assert Search.objects.get(pk=row.pk).closed_at is None


def test_of_a_round_that_is_far_off_nobody_is_asked_yet():
    season = cast.running(NAMES[:4], rounds=3, high=4, preferred=4)
    table = second_of(season, "dan")
    entering.withdraw(season.pk, player("dan"), now=cast.when(season))
    row = Search.objects.get(place__table=table)
    assert row.began_at == table.round.opens_at - 3 * DAY > cast.when(season)
    assert Due.objects.get(what="search", about=row.pk).next_at == row.began_at


def test_nobody_takes_it_and_the_others_play_alone():
    season, table = early()
    assert opened(season, table).seats == 3
    row = Search.objects.get(place__table=table)
    assert row.closed_at is not None
    with pytest.raises(SeatTaken):
        searching.accept(row.pk, player("rob"), now=cast.when(season))


def test_a_table_with_too_few_waits_for_the_search_and_then_is_annulled():
    season = cast.running(NAMES[:3], rounds=3)
    willing(season, "rob")
    table = second_of(season, "cem")
    cast.play_all(season, cast.by_name)
    opens = table.round.opens_at
    cast.sweep(season, now=opens - 2 * DAY)
    entering.withdraw(season.pk, player("cem"), now=cast.when(season))
    cast.sweep(season, now=opens)
    table.refresh_from_db()
    assert table.status == "drawn", "somebody may yet be found"
    cast.sweep(season, now=opens + 25 * HOUR)
    table.refresh_from_db()
    assert table.status == "annulled"
    assert cast.told("unseated", season) == ["olga", "otto"]


def test_who_left_and_comes_back_has_his_place_again_unless_somebody_took_it():
    season, table = early()
    entering.come_back(season.pk, player("dan"), now=cast.when(season) + HOUR)
    assert table.places.get(entrant__player__name="dan").state == "held"
    assert not Search.objects.filter(closed_at=None).exists()
    entering.withdraw(season.pk, player("dan"), now=cast.when(season) + 8 * HOUR)
    row = Search.objects.get(place__table=table, closed_at=None)
    willing_waits(row, "una")
    searching.accept(row.pk, player("una"), now=cast.when(season) + 9 * HOUR)
    entering.come_back(season.pk, player("dan"), now=cast.when(season) + 10 * HOUR)
    assert table.places.get(entrant__player__name="dan").state == "substituted"


def willing_waits(row: Search, name: str) -> None:
    """Somebody was asked, and has said nothing yet."""
    Sought.objects.create(search=row, player=player(name), asked_at=row.began_at)


def test_who_was_not_asked_takes_nothing_and_a_refusal_costs_nothing():
    season, table = early()
    row = Search.objects.get(place__table=table)
    with pytest.raises(NoSuchLeague):
        searching.accept(row.pk, player("rob"), now=cast.when(season))
    cast.sweep(season, now=cast.when(season) + DAY)
    searching.refuse(row.pk, player("rob"), now=cast.when(season))
    assert Sought.objects.get(player=player("rob")).answered_at == cast.when(season)
    assert Place.objects.get(pk=row.place_id).state == "vacant"
    # He may think better of it.
    searching.accept(row.pk, player("rob"), now=cast.when(season))
    assert Sought.objects.get(sits=True).player == player("rob")


def test_the_nearest_rating_is_asked_first_and_who_has_none_last():
    season, table = early()
    row = Search.objects.get(place__table=table)
    at = cast.when(season) - DAY
    for name, mu in {"dan": 30.0, "tom": 31.0, "rob": 10.0, "vic": 26.0}.items():
        game = started((name, "extra", "more"), by=name, now=at)
        book = "saboteur/current"
        counted = Counted.objects.create(game=game, book=book, ended_at=at)
        Rating.objects.create(
            counted=counted, player=player(name), book=book, ended_at=at,
            mu=mu, sigma=2.0, games=9, last=True,
        )  # fmt: skip
    cast.sweep(season, now=cast.when(season) + DAY)
    assert asked(season) == ["tom", "vic", "rob", "sue", "una"]
    assert row.place.entrant.player == player("dan")


def test_nobody_takes_two_places_at_one_table_before_it_opens():
    season, table = early()
    other = table.places.filter(state="held").earliest("number").entrant.player
    entering.withdraw(season.pk, other, now=cast.when(season))
    one, two = Search.objects.filter(place__table=table, closed_at=None).order_by("pk")
    cast.sweep(season, now=cast.when(season) + DAY)
    assert Sought.objects.filter(player=player("rob")).count() == 2, "he is asked for both"
    searching.accept(one.pk, player("rob"), now=cast.when(season))
    with pytest.raises(SeatTaken):
        searching.accept(two.pk, player("rob"), now=cast.when(season))
    searching.accept(two.pk, player("sue"), now=cast.when(season))
    game = opened(season, table)
    sitting_there = set(game.places.values_list("player__name", flat=True))
    assert {"rob", "sue"} <= sitting_there


def test_who_is_kept_apart_from_one_at_the_table_is_not_asked_and_takes_nothing():
    season = cast.running(NAMES[:3], rounds=3)
    willing(season, *POOL[:4])
    at = cast.when(season)
    blocking.block(player("ada").key, by=player("rob"), now=at)
    blocking.block(player("sue").key, by=player("ben"), now=at)
    # Who leaves sits there no more: he is in nobody's way.
    blocking.block(player("cem").key, by=player("tom"), now=at)
    entering.withdraw(season.pk, player("cem"), now=at)
    cast.sweep(season, now=at + 12 * HOUR)
    assert asked(season) == ["tom", "una"]
    blocking.block(player("una").key, by=player("ada"), now=at)
    with pytest.raises(SeatTaken):
        takes("una", season)
    takes("tom", season)
    assert Offer.objects.get().taken_by == player("tom")


def test_before_a_round_opens_too_nobody_comes_to_sit_with_whom_he_does_not_want_to():
    season, table = early()
    at = cast.when(season)
    blocking.block(player("rob").key, by=player("ada"), now=at)
    cast.sweep(season, now=at + DAY)
    assert asked(season) == [name for name in POOL if name != "rob"]
    row = Search.objects.get(place__table=table)
    assert len(pool.offered(season.pk, player("sue"))) == 1
    blocking.block(player("ben").key, by=player("sue"), now=at)
    assert pool.offered(season.pk, player("sue")) == ()
    with pytest.raises(SeatTaken):
        searching.accept(row.pk, player("sue"), now=cast.when(season))
    assert Place.objects.get(pk=row.place_id).state == "vacant"
    searching.accept(row.pk, player("tom"), now=cast.when(season))
    assert Place.objects.get(pk=row.place_id).state == "substituted"
