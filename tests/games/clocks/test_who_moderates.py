"""Moderators give time and pause tables that are not theirs: acts of the one frame."""

from datetime import timedelta

import pytest

from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import pauses
from games.models import Entry, Game, Letter
from tests.games.cast import HOUR, NOW, again, all_sent, asked, clocks_of, player, started
from tests.games.moderation.cast import done, previewed, staff
from tests.games.pages.table import Forms, browser, game_url, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def time_of(game: Game) -> tuple[object, int]:
    return again(game).time, Entry.objects.count()


def test_a_moderator_gives_time_and_the_seat_gets_a_letter() -> None:
    game = started(hours=24)
    all_sent()
    done(staff("mia"), "extend-turn", game.key, seat=asked(game).number, hours=5)
    assert again(game).deadline_at == NOW + 29 * HOUR
    entry = Entry.objects.get(game=game, act="extended")
    assert (entry.said["by"], entry.said["role"]) == ("", "moderator")
    assert Letter.objects.get(entry=entry).seat == asked(game)


def test_a_moderator_pauses_and_opens_a_table_and_its_organiser_does_not_open_it() -> None:
    game = started(hours=24)
    done(staff("mia"), "pause", game.key, last="2026-03-02")
    assert clocks_of(game).paused_until(NOW) == NOW + 36 * HOUR
    page = browser(player("alice")).get(game_url(game, "time-table")).content.decode()
    assert "A moderator paused the table until Tue 3 Mar" in text_of(page)
    assert "Reason: a wish from the table. Reference" in text_of(page)
    assert "mia" not in page
    wishes = [fields.get("wish") for _to, fields in Forms(page).forms]
    assert "resume" not in wishes
    with pytest.raises(Refused) as refused:
        pauses.resume(game.key, by=player("alice"), now=NOW)
    assert (refused.value.reason, refused.value.field) == (Reason.PAUSED, "moderated")
    done(staff("mia"), "resume", game.key)
    assert clocks_of(game).paused_until(NOW) is None


def test_a_moderator_gives_nothing_to_a_turn_of_his_own() -> None:
    game = started(hours=24)
    Game.objects.filter(pk=game.pk).update(organiser=player("ola"))
    before = time_of(game)
    client = browser(staff(asked(game).name))
    typed = {"seat": asked(game).number, "hours": 5, "last": "2026-03-02"}
    for act in ("extend-turn", "extend-game", "pause"):
        assert previewed(client, act, game.key, **typed).status_code == 403
    assert time_of(game) == before


@pytest.mark.parametrize(
    ("act", "typed", "status"),
    [
        ("extend-game", {"hours": ""}, 400),
        ("extend-game", {"hours": "0"}, 400),
        ("extend-game", {"hours": "-1"}, 400),
        ("extend-game", {"hours": "1.5"}, 400),
        ("extend-game", {"hours": "337"}, 400),
        ("pause", {"last": "x"}, 400),
        ("pause", {"last": "2026-02-27"}, 409),
        ("pause", {"last": "2026-04-05"}, 409),
        ("resume", {}, 409),
    ],
)
def test_what_a_moderator_cannot_give_changes_nothing(
    act: str, typed: dict[str, str], status: int
) -> None:
    game = started(hours=24)
    before = time_of(game)
    shown = previewed(browser(staff("mia")), act, game.key, **typed)
    assert shown.status_code == status
    assert "they asked me for it" in shown.content.decode()
    assert time_of(game) == before


def test_who_is_no_staff_moderates_nothing() -> None:
    game = started(hours=24)
    client = browser(player("peter"))
    assert previewed(client, "pause", game.key, last="2026-03-02").status_code == 404
    assert clocks_of(game).paused_until(NOW + timedelta(minutes=1)) is None
