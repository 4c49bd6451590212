"""Players enter with one click, wait by number, confirm, decline, and leave."""

import pytest

from games import links
from games.accounts.services import devices
from games.errors import (
    AlreadyEntered,
    BadLink,
    NameTaken,
    NotEntered,
    NotNow,
    Overtaken,
    Sanctioned,
    Unreliable,
)
from games.leagues.selectors import reading
from games.leagues.services import entering
from games.links import EntryClaim
from games.models import Due, Entrant, Kept, Notice, Place, Round, Season
from games.services.people import Said
from tests.games.cast import DAY, HOUR, named, player, started
from tests.games.leagues import cast
from tests.games.leagues.cast import NAMES
from tests.games.pages.table import browser
from tests.games.sanctions.cast import given

pytestmark = pytest.mark.django_db


def status(season: Season, name: str) -> str:
    """What somebody is in a season."""
    return cast.entrant(season, name).status


def test_a_place_is_one_click_and_the_second_says_what_stands():
    season = cast.open_season()
    cast.enter(season, ["ada"], now=cast.when(season))
    assert status(season, "ada") == "registered"
    with pytest.raises(AlreadyEntered) as problem:
        entering.register(season.pk, player("ada"), now=cast.when(season) + HOUR)
    assert (problem.value.status, problem.value.since) == ("registered", cast.when(season))
    assert Entrant.objects.count() == 1


def test_who_has_no_name_yet_says_one_with_the_click():
    season, fresh = cast.open_season(), player("zoe")
    fresh.name = ""
    fresh.save()
    said = Said("Zoë", "de", "Europe/Vienna")
    entering.register(season.pk, fresh, now=cast.when(season), said=said)
    assert Entrant.objects.get().player.name == "Zoë"


@pytest.mark.parametrize("so_far", ["announced", "draft"])
def test_before_registration_opens_nobody_enters(so_far: str):
    season = cast.announced()
    Season.objects.update(status=so_far)
    with pytest.raises(NotNow):
        cast.enter(season, ["ada"], now=cast.NOW)


def test_a_full_season_has_a_waiting_list_with_numbers():
    season = cast.open_season(greatest=3)
    cast.enter(season, NAMES[:5], now=cast.when(season))
    assert [status(season, name) for name in NAMES[:5]] == [
        *3 * ["registered"],
        *2 * ["waiting"],
    ]
    numbers = [
        reading.entry(season.pk, player(name), now=cast.when(season)).number for name in NAMES[:5]
    ]
    assert numbers == [0, 0, 0, 1, 2]


def test_after_the_close_there_is_the_waiting_list():
    season = cast.open_season()
    cast.enter(season, NAMES[:3], now=cast.when(season))
    cast.until(season, "prepared")
    cast.enter(season, ["dan"], now=cast.when(season))
    assert status(season, "dan") == "waiting"
    assert cast.told("waiting", season) == ["dan"]


def test_a_place_that_falls_free_is_offered_to_the_next_for_a_day():
    season = cast.open_season(greatest=3)
    cast.enter(season, NAMES[:5], now=cast.when(season))
    entering.decline(season.pk, player("ada"), now=cast.when(season))
    assert cast.told("offered", season) == ["dan"]
    assert status(season, "dan") == "waiting"
    # Nobody takes what is kept for another.
    cast.enter(season, ["fay"], now=cast.when(season))
    assert status(season, "fay") == "waiting"
    cast.sweep(season, now=cast.when(season) + DAY)
    assert status(season, "dan") == "declined"
    assert cast.told("offered", season) == ["dan", "eva"]
    entering.confirm(season.pk, player("eva"), now=cast.when(season))
    assert status(season, "eva") == "confirmed"
    assert not Due.objects.filter(what="lapse", done_at=None).exists()
    assert reading.entry(season.pk, player("fay"), now=cast.when(season)).number == 1


def test_who_does_not_say_that_he_comes_loses_his_place_to_who_waits_and_would():
    season = cast.open_season(greatest=4)
    cast.enter(season, NAMES[:6], now=cast.when(season))
    cast.until(season, "prepared")
    assert cast.told("confirm", season) == list(NAMES[:6])
    for name in ("ada", "ben", "cem", "fay"):
        entering.confirm(season.pk, player(name), now=cast.when(season))
        entering.confirm(season.pk, player(name), now=cast.when(season) + HOUR)
    assert status(season, "fay") == "waiting"
    while not season.divisions.exists():
        cast.step(season)
    # After a week dan's place is eva's for a day, then fay's, who said that she would come.
    assert [status(season, name) for name in NAMES[:6]] == [
        *("confirmed", "confirmed", "confirmed", "declined", "declined", "confirmed")
    ]
    assert cast.told("silent", season) == ["dan", "eva"]
    assert cast.told("moved-up", season) == ["fay"]
    with pytest.raises(NotNow):
        entering.confirm(season.pk, player("eva"), now=cast.when(season))
    # A letter that is answered once more says what stands.
    entering.confirm(season.pk, player("ada"), now=cast.when(season))


def test_who_took_his_entry_back_may_enter_again():
    season = cast.open_season()
    cast.enter(season, ["ada"], now=cast.when(season))
    entering.decline(season.pk, player("ada"), now=cast.when(season))
    entering.decline(season.pk, player("ada"), now=cast.when(season))
    assert status(season, "ada") == "declined"
    cast.enter(season, ["ada"], now=cast.when(season) + HOUR)
    assert status(season, "ada") == "registered"
    assert Notice.objects.filter(what="registered").count() == 2


def test_who_missed_too_many_deadlines_is_told_the_rule_and_the_number():
    season, game = cast.open_season(), started()
    replies = [None] * 3 + [60] * 17
    Kept.objects.bulk_create(
        Kept(player=named("ada@example.org"), game=game, at=cast.NOW, reply=reply)
        for reply in replies[:19]
    )
    cast.enter(season, ["ada"], now=cast.when(season))
    entering.decline(season.pk, player("ada"), now=cast.when(season))
    Kept.objects.create(player=player("ada"), game=game, at=cast.NOW, reply=60)
    with pytest.raises(Unreliable) as problem:
        cast.enter(season, ["ada"], now=cast.when(season))
    assert (problem.value.kept, problem.value.asked, problem.value.least) == (17, 20, 90)
    # What is longer ago than two hundred turns is forgotten.
    Kept.objects.bulk_create(
        Kept(player=player("ada"), game=game, at=cast.NOW + DAY, reply=60) for _ in range(198)
    )
    cast.enter(season, ["ada"], now=cast.when(season))


def test_who_may_begin_no_games_cannot_enter():
    season = cast.open_season()
    given("ada", "no-new-games")
    with pytest.raises(Sanctioned):
        cast.enter(season, ["ada"], now=cast.when(season))


def test_two_of_one_name_are_told_apart_before_they_meet():
    season = cast.open_season()
    cast.enter(season, ["ada"], now=cast.when(season))
    with pytest.raises(NameTaken):
        entering.register(season.pk, named("ada@example.net"), now=cast.when(season))


def test_a_late_entry_that_a_director_accepts_needs_no_confirmation():
    season = cast.open_season()
    cast.enter(season, NAMES[:3], now=cast.when(season))
    cast.until(season, "prepared")
    (late,) = cast.enter(season, ["dan"], now=cast.when(season))
    entering.admit(late.pk, by=player("olga"), reason="He wrote in time", now=cast.when(season))
    assert status(season, "dan") == "confirmed"
    assert cast.entrant(season, "dan").confirmed_at == cast.when(season)
    letter = season.notices.get(what="admitted")
    assert letter.said["comes"]
    with pytest.raises(Overtaken):
        entering.admit(late.pk, by=player("otto"), reason="He did", now=cast.when(season))


def test_who_withdraws_is_drawn_no_more_and_his_seats_fall_vacant():
    season = cast.running(NAMES[:6], rounds=3)
    entering.withdraw(season.pk, player("fay"), reason="A new job", now=cast.when(season))
    entering.withdraw(season.pk, player("fay"), now=cast.when(season))
    assert status(season, "fay") == "withdrawn"
    seats = Place.objects.filter(entrant__player=player("fay"))
    # The first round runs and the second is published with its opening; the third is drawn anew.
    assert dict(seats.values_list("table__round__number", "state")) == {1: "vacant", 2: "vacant"}
    third = Round.objects.get(number=3)
    assert (third.draws, third.tables.count(), third.byes.count()) == (2, 1, 1)
    assert cast.told("gone", season) == ["olga", "otto"]
    assert "fay" not in cast.told("vacant", season)


def test_who_withdrew_comes_back_within_a_day_and_no_later():
    season = cast.running(NAMES[:3])
    entering.withdraw(season.pk, player("ada"), now=cast.when(season))
    entering.come_back(season.pk, player("ada"), now=cast.when(season) + DAY)
    assert status(season, "ada") == "active"
    assert set(Place.objects.values_list("state", flat=True)) == {"held"}
    entering.withdraw(season.pk, player("ben"), now=cast.when(season))
    with pytest.raises(NotNow):
        entering.come_back(season.pk, player("ben"), now=cast.when(season) + DAY + HOUR)


def test_who_has_his_account_deleted_leaves_his_seasons():
    season = cast.running(NAMES[:4])
    gone = player("dan")
    gone.email, gone.left_at, gone.name = None, cast.when(season), ""
    gone.save()
    due = Due.objects.get(season=season, what="look")
    cast.sweep(season, now=due.next_at)
    assert Entrant.objects.get(player=gone).status == "withdrawn"


def test_only_who_is_in_a_season_declines_or_confirms():
    season = cast.open_season()
    for act in (entering.confirm, entering.decline, entering.withdraw, entering.come_back):
        with pytest.raises(NotEntered):
            act(season.pk, player("ada"), now=cast.when(season))


def test_a_letters_link_names_one_player_in_one_season():
    season = cast.open_season()
    token = links.ENTRY.sign(EntryClaim.of(season, player("ada")))
    assert links.ENTRY.read(token) == links.EntryClaim(season.pk, player("ada").pk, 0)
    for broken in (token[:-1], token.replace("-", "-1", 1), "x" + token):
        with pytest.raises(BadLink):
            links.ENTRY.read(broken)


def test_a_letters_link_dies_with_all_links_of_its_player():
    season = cast.open_season()
    address = f"/e/{links.ENTRY.sign(EntryClaim.of(season, player('ada')))}/"
    assert browser().get(address).status_code == 200
    devices.revoke_links(player("ada"), now=cast.NOW)
    assert browser().get(address).status_code == 404
    assert browser().post(address, {"do": "register"}).status_code == 404
    assert not season.entrants.exists()
    fresh = f"/e/{links.ENTRY.sign(EntryClaim.of(season, player('ada')))}/"
    assert browser().get(fresh).status_code == 200
