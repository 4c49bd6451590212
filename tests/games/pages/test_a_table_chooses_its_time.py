"""All that a table may choose about time: chosen when it is opened, read before joining."""

from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from engine.registry import RULESETS
from games import links
from games.clocks.rules import settings, store
from games.clocks.rules.settings import PRESETS, Settings
from games.clocks.rules.styles import Bank, Fixed, Hour
from games.clocks.rules.walls import clock_time, night
from games.links import JoinClaim
from games.models import Game, Player
from games.services import games
from tests.games.cast import NOW, open_table, player
from tests.games.pages.table import browser, checksum, game_url, text_of

pytestmark = pytest.mark.django_db

NEW = reverse("lobby-new-game")
# What a browser sends if nobody touches the further fields.
UNTOUCHED: dict[str, Any] = {
    "seats": "3", "clock": "steady",
    "hours": "24", "initial": "72", "increment": "12", "cap": "120",
    "at": "20:00", "notice": "12", "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
    "quiet_from": "", "quiet_until": "", "personal_quiet": "yes", "zone": "UTC",
    "vacation_days": "28", "resume_floor": "24", "least_waking": "0", "reminders": "50, 90",
    "policy": "autopilot", "misses": "2", "pace": "at once",
}  # fmt: skip


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def read(response: Any) -> str:
    return unescape(text_of(response.content.decode()))


def options() -> dict[str, str]:
    """The first of each option that Saboteur offers."""
    found = RULESETS["saboteur"].meta.options
    return {f"option_{name}": values[0] for name, values in found.items()}


def opened(**said: Any) -> Settings:
    page = browser(player("alice")).post(NEW, UNTOUCHED | options() | said)
    assert page.status_code == 303, read(page)
    return store.load(Game.objects.latest("pk").time).settings


@pytest.mark.parametrize("name", PRESETS)
def test_a_ready_choice_is_what_it_was_if_nothing_else_is_touched(name: str) -> None:
    assert opened(clock=name) == PRESETS[name]
    page = browser(player("alice")).post(NEW, {"seats": "3", "clock": name} | options())
    assert page.status_code == 303
    assert store.load(Game.objects.latest("pk").time).settings == PRESETS[name]


def test_a_style_with_numbers_of_ones_own() -> None:
    assert opened(clock="fixed", hours="30").style == Fixed(30)
    bank = {"initial": "100", "increment": "5", "cap": "200"}
    assert opened(clock="bank", **bank).style == Bank(100, 5, 200)
    hour = {"at": "21:30", "notice": "6", "days": ["sat", "sun"]}
    assert opened(clock="hour", **hour).style == Hour(
        clock_time("21:30"), 6, frozenset({"sat", "sun"})
    )
    assert opened(clock="48", hours="30").style == Fixed(48)


def test_everything_else_that_can_be_chosen() -> None:
    chosen = opened(
        clock="easy", days_off=["mon"], quiet_from="22:00", quiet_until="07:00",
        personal_quiet="no", zone="Europe/Berlin", vacation_days="0", resume_floor="48",
        least_waking="5", reminders="80", policy="bot", misses="3", pace="unhurried",
    )  # fmt: skip
    assert chosen == Settings(
        Fixed(72), "Europe/Berlin", frozenset({"mon", "sat", "sun"}), night("22:00-07:00"),
        personal_quiet=False, vacation_days=0, resume_floor=48, least_waking=5, reminders=(80,),
        policy="bot", misses=3, pace="unhurried",
    )  # fmt: skip
    assert settings.load(settings.dump(chosen)) == chosen


def test_a_tables_zone_is_its_hosts_if_nothing_else_is_chosen() -> None:
    alice = player("alice")
    Player.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    client = browser(Player.objects.get(pk=alice.pk))
    page = client.get(NEW).content.decode()
    assert '<option value="Asia/Tokyo" selected>' in page
    client.post(NEW, {"seats": "3", "clock": "evening"} | options())
    assert store.load(Game.objects.latest("pk").time).settings.zone == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"clock": "fixed", "hours": "0"}, "greater than or equal to 1"),
        ({"clock": "fixed", "hours": ""}, "A number is needed here."),
        ({"clock": "bank", "cap": "10"}, "more or less than can be chosen"),
        ({"days_off": ["mon", "tue", "wed", "thu"]}, "Three days a week"),
        ({"clock": "easy", "days_off": ["mon", "tue"]}, "Three days a week"),
        ({"quiet_from": "20:00", "quiet_until": "07:00"}, "ten hours at most"),
        ({"vacation_days": "61"}, "less than or equal to 60"),
        ({"reminders": "50, 50"}, "Up to four different shares"),
    ],
)
def test_what_cannot_be_is_told_in_the_open_and_nothing_typed_is_lost(
    said: dict[str, Any], words: str
) -> None:
    client = browser(player("alice"))
    before = checksum()
    page = client.post(NEW, UNTOUCHED | options() | {"least_waking": "7"} | said)
    assert page.status_code == 200
    assert words in read(page)
    assert checksum() == before
    text = page.content.decode()
    assert '<details class="more-time" open>' in text
    assert 'name="least_waking" value="7"' in text


def test_all_of_it_is_read_before_joining() -> None:
    game = open_table(
        time={
            "clock": {"style": "fixed", "hours": 24}, "vacation_days": 0, "personal_quiet": False,
            "least_waking": 4, "reminders": [], "pace": "off", "policy": "bot", "misses": 1,
        }
    )  # fmt: skip
    join = reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(game))])
    for url in (join, game_url(game)):
        told = read(browser().get(url))
        for line in (
            "There is no vacation here.",
            "Quiet hours of your own do not count here.",
            "Every turn has at least 4 of your waking hours.",
            "There are no reminders.",
            "a bot plays until its player returns",
            "Nobody can leave orders here.",
        ):
            assert line in told


def test_the_organiser_alone_reads_how_long_each_who_joined_is_awake() -> None:
    game = open_table(hours=24)
    bob = player("bob")
    Player.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo", quiet="22:00-08:00")
    games.take_open_seat(JoinClaim.of(game), bob, now=NOW)
    told = read(browser(player("alice")).get(game_url(game)))
    assert "awake for 16 hours of a turn" in told
    assert "awake for 14 hours of a turn" in told
    for client in (browser(), browser(Player.objects.get(pk=bob.pk))):
        assert "awake for" not in read(client.get(game_url(game)))
