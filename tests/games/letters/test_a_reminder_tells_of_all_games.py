"""One mail to one person: a reminder lists all games that wait for its reader (time.md, 12)."""

import pytest

from games import letters
from games.models import Game, Letter
from tests.games import cast
from tests.games.cast import HOUR, MINUTE, NOW

pytestmark = pytest.mark.django_db


def waiting_for_alice(*people: str, hours: int, key: str = "saboteur") -> Game:
    """Let a table wait for alice."""
    game = cast.started(("alice", *people), key=key, hours=hours)
    while cast.asked(game).name != "alice":
        cast.pass_on(game)
    return game


def reminded() -> list[str]:
    """Remind alice of what waits for her; return the list in her letter."""
    Letter.objects.all().delete()
    cast.sweep_reminders(now=NOW + 24 * HOUR)
    letter = Letter.objects.get(kind="reminder", seat__player=cast.player("alice"))
    text = str(letters.render(letter, now=NOW + 24 * HOUR + MINUTE).body)
    _, found, after = text.partition("Your games that wait\n")
    return after.partition("\n\n")[0].splitlines() if found else []


def test_a_reminder_lists_what_waits_nearest_first_by_the_names_of_the_others() -> None:
    one = waiting_for_alice("bob", "carol", hours=48).name
    two = waiting_for_alice("dora", "emil", hours=36).name
    alone = waiting_for_alice(key="duel-solo", hours=72).name
    cast.pass_on(waiting_for_alice("frank", "gerda", hours=48))
    first, second, third = (line.partition(":")[0] for line in reminded())
    assert first in (f"- {two} with dora and emil", f"- {two} with emil and dora")
    assert second in (f"- {one} with bob and carol", f"- {one} with carol and bob")
    assert third == f"- {alone}"


def test_a_reminder_of_one_game_alone_has_no_list() -> None:
    waiting_for_alice("bob", "carol", hours=48)
    assert reminded() == []
