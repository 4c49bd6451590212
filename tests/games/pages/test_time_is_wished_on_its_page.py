"""A table's time on its page: everybody reads it, and who sits there wishes by one thumb."""

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import links
from games.clocks.services import agreeing, pauses, vacations
from games.links import SeatClaim
from games.models import Game, Player
from tests.games import cast
from tests.games.cast import DAY, HOUR, NOW, again, asked, clocks_of, player, started
from tests.games.pages.table import (
    Forms,
    browser,
    checksum,
    form_to,
    game_url,
    seat_url,
    text_of,
)

pytestmark = pytest.mark.django_db

TODAY = NOW.date()
HOURS = "Write how many hours more: a whole number from 1 to 168."


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def day(ahead: int) -> str:
    return (TODAY + timedelta(days=ahead)).isoformat()


def for_another() -> Game:
    game = started(hours=24)
    while asked(game).name == "alice":
        cast.play(game)
    return game


def by_letter(game: Game, name: str, page: str = "time-by-letter") -> str:
    return reverse(page, args=[links.SEAT.sign(SeatClaim.of(game.places.get(name=name)))])


def read(response: Any) -> str:
    return unescape(text_of(response.content.decode()))


def extension(game: Game, hours: str = "24") -> dict[str, str]:
    due = again(game).deadline_at
    assert due is not None
    number = str(asked(game).number)
    return {"wish": "extend", "seat": number, "hours": hours, "seen": due.isoformat()}


def test_the_table_leads_to_its_time_and_back() -> None:
    game = for_another()
    for page, time in (
        (seat_url(asked(game)), by_letter(game, asked(game).name)),
        (game_url(game), game_url(game, "time-table")),
    ):
        assert f'href="{time}"' in browser().get(page).content.decode()
        assert browser().get(time).status_code == 200
    time = browser().get(game_url(game, "time-table")).content.decode()
    assert f'href="{game_url(game)}"' in time


def test_everybody_reads_until_when_and_why_and_only_who_sits_there_has_buttons() -> None:
    game = for_another()
    vacations.leave(player("carol"), (None, TODAY + timedelta(days=3)), now=NOW)
    page = browser().get(game_url(game, "time-table"))
    told = read(page)
    assert asked(game).name in told
    assert "24 hours" in told
    assert "carol is away until Thu 5 Mar, 00:00 UTC." in told
    assert {to for to, _ in Forms(page.content.decode()).forms} == {reverse("languages-choose")}
    mallory = browser(player("mallory")).get(game_url(game, "time-table"))
    assert {to for to, _ in Forms(mallory.content.decode()).forms} == {reverse("accounts-sign-out")}


def test_others_read_that_quiet_hours_moved_a_deadline_and_not_whose() -> None:
    for name in cast.PEOPLE:
        player(name)
    Player.objects.update(quiet="11:00-13:00")
    game = started(hours=24)
    own = asked(game)
    other = game.places.exclude(pk=own.pk).earliest("number")
    assert again(game).deadline_at == NOW + DAY + HOUR
    for url in (seat_url(own), by_letter(game, own.name)):
        assert "24 hours, then your night" in read(browser().get(url))
    for url in (
        game_url(game),
        game_url(game, "time-table"),
        seat_url(other),
        by_letter(game, other.name),
    ):
        told = read(browser().get(url))
        assert "24 hours, then quiet hours" in told
        assert "night" not in told


@pytest.mark.parametrize("how", ["signed in", "by letter"])
def test_the_organiser_extends_by_the_form_of_the_page(how: str) -> None:
    game = for_another()
    due = again(game).deadline_at
    signed = how == "signed in"
    client = browser(player("alice") if signed else None)
    url = game_url(game, "time-table") if signed else by_letter(game, "alice")
    form = next(
        fields
        for _to, fields in Forms(client.get(url).content.decode()).forms
        if fields.get("wish") == "extend"
    )
    assert client.post(url, form).status_code == 303
    assert again(game).deadline_at == due + DAY
    twice = client.post(url, form)
    assert twice.status_code == 409
    assert "done already" in read(twice)
    assert again(game).deadline_at == due + DAY


def test_a_form_without_its_secret_is_refused_to_who_is_signed_in() -> None:
    game = for_another()
    client = Client(enforce_csrf_checks=True)
    client.force_login(player("alice"))
    before = checksum()
    for url in (
        game_url(game, "time-table"),
        game_url(game, "time-rule"),
        reverse("away-mine"),
        reverse("away-plan"),
        reverse("away-home"),
        reverse("away-call-off"),
        reverse("calendar-renew"),
    ):
        assert client.post(url, extension(game)).status_code == 403
    assert checksum() == before
    # A letter's address is its own secret.
    assert client.post(by_letter(game, "alice"), extension(game)).status_code == 303


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        ({"hours": "0"}, 409, HOURS),
        ({"hours": "-3"}, 409, HOURS),
        ({"hours": "169"}, 409, "one turn can be given 168 hours more in all"),
        ({"hours": "12345"}, 400, HOURS),
        ({"hours": "1.5"}, 400, HOURS),
        ({"hours": "many"}, 400, HOURS),
        ({"hours": ""}, 400, HOURS),
        ({"seen": "yesterday"}, 400, "not complete"),
        ({"seen": "2026-01-01T00:00:00"}, 400, "not complete"),
        ({"seat": "99"}, 409, "Nobody is asked there now."),
        ({"wish": "riches"}, 400, "This cannot be read."),
        ({"wish": "pause", "last": day(31)}, 409, "A pause lasts 30 days at most."),
        ({"wish": "pause", "last": "9999-12-31"}, 409, "A pause lasts 30 days at most."),
        ({"wish": "pause", "last": day(-1)}, 409, "That day is over."),
        ({"wish": "pause", "last": "soon"}, 400, "Enter a valid date."),
        ({"wish": "resume"}, 409, "The table is not paused."),
        ({"wish": "propose-end"}, 409, "The table is not paused."),
        ({"wish": "answer", "kind": "pause", "answer": "yes"}, 409, "done already"),
        ({"wish": "answer", "kind": "gold", "answer": "yes"}, 400, "not complete"),
        ({"wish": "come-home"}, 409, "You are not on vacation."),
        ({"wish": "stay", "first": day(1), "last": day(2)}, 409, "has begun, or was called"),
    ],
)
def test_a_bad_wish_gets_a_clear_sentence_and_changes_nothing(
    said: dict[str, str], status: int, words: str
) -> None:
    game = for_another()
    client, url = browser(player("alice")), game_url(game, "time-table")
    before = checksum()
    page = client.post(url, extension(game) | said)
    assert (page.status_code, checksum()) == (status, before)
    assert words in read(page)
    assert ("hours" in said) <= ('aria-invalid="true"' in page.content.decode())
    typed = said.get("hours") or (said.get("last") if said.get("wish") == "pause" else None)
    assert typed is None or f'value="{typed}"' in page.content.decode()


def test_what_is_not_mine_is_not_granted() -> None:
    game = for_another()
    url, mallory = game_url(game, "time-table"), browser(player("mallory"))
    client = browser(player("bob"))
    before = checksum()
    bob = client.post(url, extension(game))
    assert bob.status_code == 409
    assert "Only the organizer can do this." in read(bob)
    for said in ({"wish": "propose-pause", "last": day(3)}, {"wish": "come-home"}):
        assert mallory.post(url, said).status_code in (404, 409)
    assert mallory.post("/g/nosuchgame/time/", {"wish": "come-home"}).status_code == 404
    assert mallory.get(game_url(game, "time-rule")).status_code == 303
    assert checksum() == before


def test_a_visitor_who_wishes_signs_in_first_and_an_old_link_opens_nothing() -> None:
    game = for_another()
    assert browser().post(game_url(game, "time-table"), extension(game)).status_code == 302
    url = by_letter(game, "alice")
    game.places.filter(name="alice").update(link_epoch=5)
    for page in (url, url.replace("/time/", "/vacation/")):
        assert browser().get(page).status_code == 404
        assert browser().post(page, extension(game)).status_code == 404
    lobby = cast.open_table()
    assert browser(player("alice")).get(game_url(lobby, "time-table")).status_code == 404


def test_a_finished_game_has_time_to_read_and_nothing_to_wish() -> None:
    game = started(rounds="1")
    cast.play_to_the_end(game)
    client, url = browser(player("alice")), game_url(game, "time-table")
    page = client.get(url)
    assert "The game is over: no clock runs." in read(page)
    assert {to for to, _ in Forms(page.content.decode()).forms} == {reverse("accounts-sign-out")}
    said = {"wish": "pause", "last": day(3)}
    assert "The game is over." in read(client.post(url, said))


def test_a_proposal_is_answered_from_the_seats_own_page() -> None:
    game = for_another()
    agreeing.propose_pause(game.key, NOW + 5 * DAY, by=player("bob"), now=NOW)
    for name in ("carol", "alice"):
        seat = game.places.get(name=name)
        told = browser().get(seat_url(seat)).content.decode()
        assert f'href="{by_letter(game, name)}#proposed"' in told
        client, url = browser(), by_letter(game, name)
        fields = form_to(client.get(url).content.decode(), url)
        assert client.post(url, fields | {"answer": "yes"}).status_code == 303
    assert clocks_of(game).paused_until(NOW) == NOW + 5 * DAY
    page = read(browser().get(game_url(game, "time-table")))
    assert "All agreed: the table is paused until Fri 6 Mar, 12:00 UTC." in page
    assert "bob proposes to pause" not in browser().get(game_url(game)).content.decode()[:3000]


def test_who_proposed_it_takes_it_back() -> None:
    game = for_another()
    url, client = by_letter(game, "bob"), browser()
    client.post(url, {"wish": "propose-pause", "last": day(4)})
    assert "Take the proposal back" in read(client.get(url))
    client.post(url, {"wish": "answer", "kind": "pause", "answer": "no"})
    assert "Take the proposal back" not in read(client.get(url))


def test_a_pause_lasts_to_the_end_of_a_day_where_its_reader_lives() -> None:
    game = for_another()
    alice = player("alice")
    Player.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    url = game_url(game, "time-table")
    client = browser(Player.objects.get(pk=alice.pk))
    client.post(url, {"wish": "pause", "last": day(2)})
    until = clocks_of(game).paused_until(NOW)
    assert until is not None
    assert until.isoformat() == "2026-03-03T15:00:00+00:00"
    told = read(client.get(url))
    assert "alice paused the table until Wed 4 Mar, 00:00 JST." in told
    assert "Open the table now" in told


def test_at_a_paused_table_a_move_is_refused_with_words_and_nothing_is_lost() -> None:
    game = for_another()
    seat, text = asked(game), cast.moves(game)[0]
    pauses.pause(game.key, NOW + 3 * DAY, by=player("alice"), now=NOW)
    url = reverse("seat-move-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
    page = browser().post(url, {"move": text, "seen_ply": again(game).ply})
    assert page.status_code == 409
    assert "The table is paused, so nothing was done." in read(page)


# New rules


def test_rules_that_only_give_change_at_once_others_when_all_agree() -> None:
    game = for_another()
    client, url = browser(player("alice")), game_url(game, "time-rule")
    fields = {"style": "fixed", "hours": "48", "personal_quiet": "yes", "reminders": "50, 90"}
    assert client.post(url, fields).status_code == 303
    assert clocks_of(game).settings.vacation_days == 28
    assert again(game).deadline_at == NOW + 2 * DAY
    assert client.post(url, fields | {"vacation_days": "0"}).status_code == 303
    assert clocks_of(game).settings.vacation_days == 28
    page = read(client.get(game_url(game, "time-table")))
    assert "You propose to change the table's time, if all agree." in page
    assert "There is no vacation here." in page
    for name in ("bob", "carol"):
        said = {"wish": "answer", "kind": "rule", "answer": "yes"}
        assert browser().post(by_letter(game, name), said).status_code == 303
    assert clocks_of(game).settings.vacation_days == 0


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"hours": "0"}, "greater than or equal to 1"),
        ({"hours": ""}, "A number is needed here."),
        ({"style": "bank", "initial": "72", "increment": "1", "cap": "10"}, "more or less than"),
        ({"style": "hour", "days": []}, "Choose at least one day."),
        ({"style": "hour", "days": ["sat"], "days_off": ["sat"]}, "One day of the week must"),
        ({"days_off": ["mon", "tue", "wed", "thu"]}, "Three days a week can be free at most."),
        ({"quiet_from": "20:00", "quiet_until": "08:00"}, "Quiet hours are ten hours at most."),
        ({"quiet_from": "20:00"}, "Quiet hours need a beginning and an end."),
        ({"quiet_from": "07:00", "quiet_until": "07:00"}, "are none"),
        ({"zone": "Mars/Olympus"}, "There is no such time zone."),
        ({"reminders": "5, 50"}, "Up to four different shares"),
        ({"reminders": "often"}, "Write numbers with commas between them"),
        ({"style": "none"}, "Without a deadline only one person can play"),
        ({}, "Nothing was changed."),
    ],
)
def test_rules_out_of_bounds_are_told_where_they_stand(said: dict[str, object], words: str) -> None:
    game = for_another()
    fields: dict[str, object] = {"style": "fixed", "hours": "24", "reminders": "50, 90"}
    client = browser(player("alice"))
    before = checksum()
    page = client.post(game_url(game, "time-rule"), fields | said)
    assert page.status_code == 400
    assert words in read(page)
    assert checksum() == before
