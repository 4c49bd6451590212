"""What was done in a year that is over stands on the log's page, in numbers and for everybody."""

import pytest
from django.urls import reverse

from games.models import Glass
from tests.games.cases.cast import appealed
from tests.games.cast import DAY, NOW, play_to_the_end, started
from tests.games.moderation.cast import broken, done, opened, staff
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db(transaction=True)
LATER = NOW + 365 * DAY


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def page() -> str:
    return text_of(browser().get(reverse("log")).content.decode())


def test_a_year_is_told_when_it_is_over_and_a_look_when_its_table_was_told(set_clock):
    game = started(rounds="1")
    done(staff("mia"), "pause", game.key, last=f"{NOW + 2 * DAY:%Y-%m-%d}")
    done(staff("mia"), "resume", game.key)
    opened(*broken(game))
    appealed(started(("dora", "eve", "finn"), by="dora"), "eve", "finn")
    assert "Year by year" not in page()
    set_clock(LATER)
    told = page()
    for line in (
        "2026",
        "Pause the game: 1",
        "Decide this case: 1",
        "Reports: a breach was found: 1",
        "Appeals that wait: nobody without a part in it has answered: 1",
    ):
        assert line in told
    assert "cards" not in told.partition("2026 ")[2]
    set_clock(NOW)
    play_to_the_end(game)
    assert Glass.objects.get().told_at is not None
    set_clock(LATER)
    assert "Looks at the cards of a seat: 1" in page()
