"""My nights, my vacations and my calendar: read without changing, changed by one click."""

import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from games import links
from games.clocks.services import pauses, vacations, wishes
from games.links import CalendarClaim, SeatClaim
from games.models import Game, Player
from tests.games import cast
from tests.games.cast import DAY, HOUR, NOW, again, asked, clocks_of, player, started
from tests.games.pages.table import Forms, browser, checksum, form_to, text_of

pytestmark = pytest.mark.django_db

TODAY = NOW.date()
MINE = reverse("away-mine")
PLAN = reverse("away-plan")


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def day(ahead: int) -> str:
    return (TODAY + timedelta(days=ahead)).isoformat()


def read(response: Any) -> str:
    return unescape(text_of(response.content.decode()))


def for_bob() -> Game:
    game = started(hours=24)
    while asked(game).name != "bob":
        cast.play(game)
    return game


def test_a_plan_that_names_no_days_yet_finds_nothing_wrong() -> None:
    for_bob()
    assert "None of your games is running" not in read(browser(player("bob")).get(PLAN))


# Nights


def test_quiet_hours_count_from_the_next_turn_on() -> None:
    game, bob = for_bob(), player("bob")
    due = again(game).deadline_at
    night = {"time_zone": "Europe/Berlin", "quiet_from": "22:00", "quiet_until": "07:00"}
    page = browser(bob).post(MINE, night, follow=True)
    assert "count from your next turn" in read(page)
    assert 'value="22:00"' in page.content.decode()
    assert Player.objects.get(pk=bob.pk).quiet == "22:00-07:00"
    assert again(game).deadline_at == due
    number = game.places.get(name="bob").number
    assert str(clocks_of(game).seats[number].person.quiet) == "22:00-07:00"
    browser(bob).post(MINE, {"time_zone": "UTC", "quiet_from": "", "quiet_until": ""})
    assert Player.objects.get(pk=bob.pk).quiet == ""


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"quiet_from": "20:00", "quiet_until": "07:00"}, "Quiet hours are ten hours at most."),
        ({"quiet_from": "20:00", "quiet_until": ""}, "need a beginning and an end"),
        ({"quiet_from": "20:00", "quiet_until": "20:00"}, "are none"),
        ({"quiet_from": "25:00", "quiet_until": "07:00"}, "Enter a valid time."),
        ({"time_zone": "Mars/Olympus"}, "There is no such time zone."),
    ],
)
def test_a_night_that_cannot_be_is_told_and_what_was_typed_stays(
    said: dict[str, str], words: str
) -> None:
    client = browser(player("bob"))
    before = checksum()
    page = client.post(MINE, {"time_zone": "UTC"} | said)
    assert page.status_code == 400
    assert words in read(page)
    assert checksum() == before
    if "quiet_from" in said:
        assert f'value="{said["quiet_from"]}"' in page.content.decode()


# Vacations


def test_a_vacation_is_confirmed_on_a_page_that_says_what_it_costs_where() -> None:
    for days in (28, 3, 0):
        started(time={"clock": {"style": "fixed", "hours": 24}, "vacation_days": days})
    client = browser(player("bob"))
    before = checksum()
    page = client.get(f"{PLAN}?first={day(1)}&last={day(5)}")
    assert checksum() == before
    told = read(page)
    assert "From 2 March 2026 until the end of 6 March 2026." in told
    assert "costs 5 days" in told
    assert "23 days left in 2026" in told
    assert "only until the end of 4 March 2026, costs 3 days" in told
    assert "not possible: There is no vacation here." in told
    # A form without an address goes to the page itself.
    fields = form_to(page.content.decode(), "")
    for _twice in range(2):
        assert client.post(PLAN, fields).status_code == 303
    mine = read(client.get(MINE))
    assert mine.count("planned") == 2
    assert "from 2 March 2026 to 6 March 2026" in mine
    assert "from 2 March 2026 to 4 March 2026" in mine


def test_a_letter_takes_a_vacation_at_its_own_table_alone() -> None:
    one, other = for_bob(), for_bob()
    url = reverse(
        "away-by-letter", args=[links.SEAT.sign(SeatClaim.of(one.places.get(name="bob")))]
    )
    page = browser().get(url, {"last": day(3), "game": other.key})
    fields = form_to(page.content.decode(), "")
    browser().post(url, fields | {"game": other.key})
    for game, days in ((one, 4), (other, 0)):
        number = game.places.get(name="bob").number
        taken = clocks_of(game).seats[number].vacations
        assert sum(len(each.days) for each in taken) == days
    back = browser().get(url.replace("/vacation/", "/time/"))
    assert "I am back" in read(back)


def test_one_button_ends_a_vacation_and_another_calls_one_off() -> None:
    game, bob = for_bob(), player("bob")
    due, client = again(game).deadline_at, browser(bob)
    vacations.leave(bob, (None, TODAY + timedelta(days=5)), now=NOW)
    vacations.leave(bob, (TODAY + timedelta(days=20), TODAY + timedelta(days=21)), now=NOW)
    page = client.get(MINE)
    assert "I am back" in read(page)
    assert client.post(reverse("away-home")).status_code == 303
    assert again(game).deadline_at == due
    assert "You are not on vacation." in read(client.post(reverse("away-home"), follow=True))
    off = reverse("away-call-off")
    fields = form_to(client.get(MINE).content.decode(), off)
    assert "The vacation is called off." in read(client.post(off, fields, follow=True))
    assert "or was called off already" in read(client.post(off, fields, follow=True))
    assert "not complete" in read(client.post(off, {"first": "x"}, follow=True))


@pytest.mark.parametrize(
    ("asked_for", "words"),
    [
        (f"first={day(0)}&last={day(3)}", "Only days from tomorrow on can be planned."),
        (f"first={day(-9)}&last={day(3)}", "Only days from tomorrow on can be planned."),
        (f"first={day(5)}&last={day(3)}", "The last day is before the first one."),
        (f"last={day(-1)}", "The last day is before the first one."),
        ("first=9999-12-31&last=9999-12-31", "That is too far ahead."),
        ("first=then&last=later", "Enter a valid date."),
        (f"first={day(1)}", "This field is required."),
    ],
)
def test_days_that_cannot_be_are_told_and_stay_in_the_form(asked_for: str, words: str) -> None:
    for_bob()
    client = browser(player("bob"))
    before = checksum()
    page = client.get(f"{PLAN}?{asked_for}")
    assert words in read(page)
    fields = dict(part.split("=") for part in asked_for.split("&"))
    posted = client.post(PLAN, fields)
    assert posted.status_code in (400, 409)
    assert words in read(posted)
    assert checksum() == before
    for value in fields.values():
        assert f'value="{value}"' in page.content.decode()
        assert f'value="{value}"' in posted.content.decode()


def test_who_has_no_game_and_who_names_anothers_get_words() -> None:
    game, mallory = for_bob(), browser(player("mallory"))
    assert "None of your games is running." in read(mallory.get(f"{PLAN}?last={day(3)}"))
    for key in (game.key, "nosuchgame", "../../"):
        assert mallory.get(PLAN, {"last": day(3), "game": key}).status_code == 404
        assert mallory.post(PLAN, {"last": day(3), "game": key}).status_code == 404
    assert browser().get(MINE).status_code == 302


# Calendar


def feed(name: str) -> str:
    return reverse("calendar-feed", args=[links.CALENDAR.sign(CalendarClaim.of(player(name)))])


def entries(name: str) -> list[dict[str, str]]:
    page = browser().get(feed(name))
    assert page["Content-Type"] == "text/calendar; charset=utf-8"
    text = page.content.decode()
    assert text.replace("\r\n", "").count("\n") == 0
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    events = re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", text.replace("\r\n ", ""), re.DOTALL)
    # What is said of its alarm comes last.
    events = [event.partition("BEGIN:VALARM")[0] for event in events]
    return [dict(line.split(":", 1) for line in event.strip().split("\r\n")) for event in events]


def test_a_turn_is_one_entry_at_its_deadline_and_moves_with_it(set_clock) -> None:
    game, alice = for_bob(), player("alice")
    (first,) = entries("bob")
    assert not entries("alice")
    assert (first["DTSTART"], first["DTEND"]) == ("20260302T110000Z", "20260302T120000Z")
    assert first["SUMMARY"].startswith(f"Your turn: {game.name} with ")
    wishes.extend(game.key, asked(game).number, 24, by=alice, now=NOW + HOUR)
    (moved,) = entries("bob")
    assert moved["DTEND"] == "20260303T120000Z"
    pauses.pause(game.key, NOW + 3 * DAY, by=alice, now=NOW + 2 * HOUR)
    pauses.resume(game.key, by=alice, now=NOW + 26 * HOUR)
    (again_,) = entries("bob")
    assert {first["UID"], moved["UID"], again_["UID"]} == {first["UID"]}
    assert int(first["SEQUENCE"]) < int(moved["SEQUENCE"]) < int(again_["SEQUENCE"])
    set_clock(NOW + 27 * HOUR)
    cast.play(game, now=NOW + 27 * HOUR)
    assert not entries("bob")


def test_a_calendar_has_neither_secrets_nor_a_way_to_play() -> None:
    game = for_bob()
    text = browser().get(feed("bob")).content.decode()
    assert "/t/" not in text
    assert "digger" not in text.lower().replace("saboteur", "")
    seat = game.places.get(name="bob")
    assert links.SEAT.sign(SeatClaim.of(seat)) not in text
    assert reverse("seat-mine", args=[game.key]) in text.replace("\r\n ", "")


def test_a_calendars_link_is_shown_to_its_owner_and_can_be_replaced() -> None:
    for_bob()
    bob, old = browser(player("bob")), feed("bob")
    assert old in bob.get(MINE).content.decode()
    assert bob.post(reverse("calendar-renew")).status_code == 303
    assert browser().get(old).status_code == 404
    assert feed("bob") != old
    assert browser().get(feed("bob")).status_code == 200


def test_names_with_commas_stay_one_line_of_a_calendar() -> None:
    game = for_bob()
    game.places.filter(name="carol").update(name="c,a;r\\ol" + "ü" * 30)
    (entry,) = entries("bob")
    assert "c\\,a\\;r\\\\ol" in entry["SUMMARY"]


def test_a_calendar_speaks_its_owners_language_and_zone() -> None:
    for_bob()
    Player.objects.filter(name="bob").update(language="de", time_zone="Asia/Tokyo")
    (entry,) = entries("bob")
    assert entry["SUMMARY"].startswith("Du bist am Zug")
    assert "JST" in entry["DESCRIPTION"]
    assert datetime.strptime(entry["DTEND"], "%Y%m%dT%H%M%S%z") == NOW + DAY


def test_a_calendar_calls_before_the_deadline_and_counts_nothing_down() -> None:
    game = for_bob()
    # A deadline that lies at an odd time was once told as "83 h 52 min".
    wishes.extend(game.key, asked(game).number, 24, by=player("alice"), now=NOW + 7 * cast.MINUTE)
    text = browser().get(feed("bob")).content.decode().replace("\r\n ", "")
    (alarm,) = re.findall(r"BEGIN:VALARM\r\n(.*?)END:VALARM", text, re.DOTALL)
    assert {"ACTION:DISPLAY", "TRIGGER;RELATED=END:-PT180M"} <= set(alarm.split("\r\n"))
    (told,) = re.findall(r"^DESCRIPTION:(You have .*)$", text, re.MULTILINE)
    assert re.fullmatch(r"You have until [^()]* UTC\. After that the game moves for you\.\r", told)


def test_a_calendar_without_turns_is_valid_and_says_when_to_read_it_again() -> None:
    player("alice")
    lines = browser().get(feed("alice")).content.decode().split("\r\n")
    assert "BEGIN:VEVENT" not in lines
    # RFC 5545, 3.6: one component at least. 3.6.5: a time zone has its name and one observance.
    zone = lines[lines.index("BEGIN:VTIMEZONE") : lines.index("END:VTIMEZONE")]
    for name in ("TZID", "BEGIN:STANDARD", "DTSTART", "TZOFFSETFROM", "TZOFFSETTO"):
        assert [line for line in zone if line.startswith(name)], name
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in lines
    assert "X-PUBLISHED-TTL:PT1H" in lines


def test_my_page_has_no_form_that_others_could_send() -> None:
    for_bob()
    forms = Forms(browser(player("bob")).get(MINE).content.decode()).forms
    posted = [fields for to, fields in forms if to != PLAN]
    assert all("csrfmiddlewaretoken" in fields for fields in posted)
