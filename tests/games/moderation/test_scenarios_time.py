"""Scenarios 8 to 14 of moderation: pauses, time that is given and taken back, holds."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games import letters, texts
from games.models import Act, Entry, Letter, Move
from games.moderation import selectors
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    all_sent,
    asked,
    clocks_of,
    fixed,
    sweep_deadlines,
    sweep_reminders,
)
from tests.games.cast import started as dealt
from tests.games.moderation.cast import address, confirmed, done, previewed, staff
from tests.games.pages.table import browser, game_url, text_of
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


@pytest.mark.parametrize(("hours", "floor"), [(72, 24), (72, 0), (6, 0)])
def test_scenario_08_a_pause_over_the_deadline(set_clock, hours: int, floor: int):
    game = dealt(time={**fixed(hours), "resume_floor": floor})
    all_sent()
    seat, mia = asked(game), staff("mia")
    at = game.deadline_at - 5 * HOUR
    set_clock(at)
    done(mia, "pause", game.key, last=f"{at + 5 * DAY:%Y-%m-%d}")
    for later in (6 * HOUR, 2 * DAY):
        sweep_deadlines(now=at + later)
        sweep_reminders(now=at + later)
    assert Move.objects.filter(game=game).count() == 1
    assert not Letter.objects.filter(kind__in=("reminder", "timed-out")).exists()
    set_clock(at + 3 * DAY)
    done(mia, "resume", game.key)
    turn = min(hours, 12) * HOUR
    assert again(game).deadline_at >= at + 3 * DAY + max(turn, 5 * HOUR)
    assert again(game).deadline_at <= at + 3 * DAY + max(turn, 5 * HOUR, floor * HOUR) + HOUR
    due = again(game).deadline_at
    assert clocks_of(game).seats[seat.number].clock.due == due
    pages = [game_url(game, "time-table"), f"/moderation/g/{game.key}/"]
    for page in pages:
        assert texts.moment_text(due) in browser(mia).get(page).content.decode()
    entry = Entry.objects.get(act="resumed")
    letter = Letter.objects.get(entry=entry, seat=seat)
    written = letters.render(letter, now=at + 3 * DAY).body
    assert texts.moment_text(due) in " ".join(written.split())


def test_scenario_11_time_is_taken_back_within_the_hour_to_no_less_than_half_a_day(
    set_clock,
):
    game = dealt(hours=24)
    all_sent()
    mia, old = staff("mia"), game.deadline_at
    at = old - 2 * HOUR
    for act, typed in (
        ("extend-turn", {"seat": asked(game).number, "hours": 48}),
        ("extend-game", {"hours": 48}),
    ):
        set_clock(at)
        done(mia, act, game.key, **typed)
        given = Act.objects.latest("pk")
        longer = again(game).deadline_at
        assert longer >= old + 48 * HOUR
        page = browser(mia).get(f"/moderation/g/{game.key}/")
        assert f"back={given.reference}" in page.content.decode()
        set_clock(at + timedelta(minutes=61))
        page = browser(mia).get(f"/moderation/g/{game.key}/")
        assert f"back={given.reference}" not in page.content.decode()
        late = previewed(browser(mia), act, game.key, back=given.reference, **typed)
        assert late.status_code == 409
        set_clock(at + 10 * MINUTE)
        done(staff("max"), act, game.key, back=given.reference, **typed)
        nearer = again(game).deadline_at
        assert nearer == max(old, at + 10 * MINUTE + 12 * HOUR)
        assert Letter.objects.filter(entry__act="taken-back", seat=asked(game)).exists()
        twice = previewed(browser(mia), act, game.key, back=given.reference, **typed)
        assert twice.status_code == 409
        assert again(game).deadline_at == nearer
        old, at = nearer, at + 2 * HOUR


def test_time_is_taken_back_to_the_old_deadline_and_no_further():
    game = dealt(hours=72)
    mia, old = staff("mia"), game.deadline_at
    done(mia, "extend-game", game.key, hours=5)
    given = Act.objects.latest("pk")
    done(mia, "extend-game", game.key, hours=5, back=given.reference)
    assert again(game).deadline_at == old
    assert selectors.hours_given(game) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("at_once")
def test_scenario_09_an_extension_and_a_time_out_at_the_same_instant(set_clock):
    met, mia = set(), browser(staff("mia"))
    for _ in range(16):
        game = dealt(time=fixed(24))
        all_sent()
        late, due = asked(game), again(game).deadline_at
        set_clock(due - timedelta(seconds=1))
        shown = previewed(mia, "extend-turn", game.key, seat=late.number, hours=24)
        answers: list[Any] = []

        def extend(game=game, shown=shown, answers=answers):
            answers.append(confirmed(mia, "extend-turn", game.key, shown))

        at_once([extend, partial(sweep_deadlines, now=due)])
        [answer] = answers
        if again(game).ply == 0:
            assert (answer.status_code, again(game).deadline_at) == (303, due + DAY)
            assert not game.moves.filter(by="deadline").exists()
            met.add("extended")
        else:
            assert answer.status_code == 409
            assert not game.entries.filter(act="extended").exists()
            page = answer.content.decode()
            assert f"The time of {late.name} ran out first" in text_of(page)
            assert address("undo-forced", game.key) in page
            met.add("timed out")
        set_clock(NOW)
    assert met


def test_who_comes_too_late_to_extend_is_led_to_the_default_move(set_clock):
    game = dealt(time=fixed(24))
    all_sent()
    late, due = asked(game), again(game).deadline_at
    mia = browser(staff("mia"))
    shown = previewed(mia, "extend-turn", game.key, seat=late.number, hours=24)
    sweep_deadlines(now=due)
    page = confirmed(mia, "extend-turn", game.key, shown)
    assert page.status_code == 409
    assert address("undo-forced", game.key) in page.content.decode()
    done(staff("mia"), "undo-forced", game.key, why="fault")
    assert asked(game) == late
