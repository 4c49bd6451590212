"""Moderators give time and pause tables that are not theirs, by the admin's page of games."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import pauses
from games.models import Entry, Game, Letter
from games.services import accounts
from tests.games.cast import DAY, HOUR, NOW, again, all_sent, asked, clocks_of, player, started
from tests.games.pages.table import Forms, browser, game_url, text_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def told(game: Game, action: str, hours: object = "", *, by: str = "operator") -> str:
    client = Client()
    client.force_login(accounts.make_admin(f"{by}@example.org", now=NOW))
    form = {"_selected_action": [game.pk], "action": action, "hours": str(hours)}
    answer = client.post(reverse("admin:games_game_changelist"), form, follow=True)
    return text_of(answer.content.decode())


def time_of(game: Game) -> tuple[object, int]:
    return again(game).time, Entry.objects.count()


def test_a_moderator_gives_time_and_the_seat_gets_a_letter() -> None:
    game = started(hours=24)
    all_sent()
    assert "done" in told(game, "give_time", 5)
    assert again(game).deadline_at == NOW + 29 * HOUR
    entry = Entry.objects.get(game=game, act="extended")
    assert entry.said["by"] == "operator"
    assert Letter.objects.get(entry=entry).seat == asked(game)


def test_a_moderator_pauses_and_opens_a_table_and_its_organiser_does_not_open_it() -> None:
    game = started(hours=24)
    told(game, "pause", 48)
    assert clocks_of(game).paused_until(NOW) == NOW + 2 * DAY
    page = browser(player("alice")).get(game_url(game, "time-table")).content.decode()
    assert "operator, who runs this service, paused the table until Tue 3 Mar" in text_of(page)
    wishes = [fields.get("wish") for _to, fields in Forms(page).forms]
    assert "resume" not in wishes
    with pytest.raises(Refused) as refused:
        pauses.resume(game.key, by=player("alice"), now=NOW)
    assert (refused.value.reason, refused.value.field) == (Reason.PAUSED, "moderated")
    told(game, "open_again")
    assert clocks_of(game).paused_until(NOW) is None


def test_a_moderator_gives_nothing_to_a_turn_of_his_own() -> None:
    game = started(hours=24)
    name = asked(game).name
    before = time_of(game)
    for action in ("give_time", "pause"):
        words = told(game, action, 5, by=name)
        assert "Nobody can give time to himself." in words
    assert time_of(game) == before


@pytest.mark.parametrize(
    ("action", "hours"),
    [("give_time", ""), ("give_time", "-1"), ("give_time", 169), ("pause", "x"), ("pause", 721)],
)
def test_what_a_moderator_cannot_give_changes_nothing(action: str, hours: object) -> None:
    game = started(hours=24)
    before = time_of(game)
    assert f"{game.key}: done" not in told(game, action, hours)
    assert time_of(game) == before


def test_who_is_no_staff_moderates_nothing() -> None:
    game = started(hours=24)
    form = {"_selected_action": [game.pk], "action": "pause", "hours": "5"}
    browser(player("alice")).post(reverse("admin:games_game_changelist"), form)
    assert clocks_of(game).paused_until(NOW + timedelta(minutes=1)) is None
