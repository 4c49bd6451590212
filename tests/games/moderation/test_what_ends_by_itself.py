"""Pauses that end by themselves are told of a day before; what nobody confirmed is logged."""

import pytest

from games import letters, tasks, texts
from games.clocks.rules import breaks
from games.clocks.services import holding, pauses
from games.models import Act, Letter, Line
from tests.games.cast import DAY, HOUR, MINUTE, NOW, all_sent, clocks_of, started
from tests.games.moderation.cast import done, log, staff, waits_for_a_second
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def told() -> int:
    """How many were told that a pause ends."""
    return Letter.objects.filter(entry__act="pause-ends").count()


def test_a_pause_that_ends_by_itself_is_told_of_a_day_before_once(set_clock):
    game = started()
    done(staff("mia"), "pause", game.key, last="2026-03-05")
    until = NOW.replace(day=6, hour=0)
    for hours, count in ((25, 0), (23, 3), (1, 3), (-1, 3)):
        set_clock(until - hours * HOUR)
        tasks.sweep_notices()
        assert told() == count
    letter = Letter.objects.filter(entry__act="pause-ends").first()
    body = " ".join(letters.render(letter, now=until - 23 * HOUR).body.split())
    assert f"the game goes on: {texts.moment_text(until)}." in body


@pytest.mark.parametrize("what", ["short", "ended", "held"])
def test_no_notice_goes_out_where_it_would_not_be_true(set_clock, what):
    game = started()
    until = NOW + (20 * HOUR if what == "short" else 3 * DAY)
    clocks_of(game, lambda table: breaks.pause(table, until, by=None, now=NOW))
    if what == "ended":
        done(staff("mia"), "resume", game.key)
    if what == "held":
        holding.hold("A new machine", now=NOW)
    assert pauses.sweep(now=until - HOUR) == 0
    assert told() == 0


def test_an_act_that_nobody_confirmed_gets_its_line_of_the_log(set_clock):
    game = started(hours=72)
    all_sent()
    row = waits_for_a_second(game)
    for minutes, stage in ((-1, "asked"), (1, "void"), (5, "void")):
        set_clock(NOW + 3 * DAY + minutes * MINUTE)
        tasks.sweep_notices()
        assert Act.objects.get(pk=row.pk).stage == stage
    assert log(game).count("extend-game-void") == 1
    line = Line.objects.get(act="extend-game-void")
    assert (line.actor, line.arguments["reference"]) == (None, row.reference)
    page = browser(staff("mia")).get(f"/moderation/asked/{row.reference}/").content.decode()
    assert "It is void" in page
