"""What the matrix lets a table do: each says yes himself, and nobody learns who has not yet."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import letters, links
from games.clocks.rules import breaks
from games.links import SeatClaim
from games.models import Act, Entry, Game, Letter, Line
from games.moderation.acts import ACTS
from games.moderation.rules.matrix import ROWS
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    all_sent,
    clocks_of,
    pass_on,
    player,
    started,
    sweep_deadlines,
)
from tests.games.moderation.cast import WHY, confirmation, log, staff
from tests.games.pages.table import browser, text_of
from tests.games.substitutes.cast import seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def put(who: str, game: Game, act: str = "extend-game", **typed: object):
    """Put something to the table, from the form to the question."""
    there = reverse("agreement-propose", args=[game.key, act])
    shown = browser(player(who)).post(there, {**WHY, "hours": 5, **typed})
    if shown.status_code != 200:
        return shown
    return browser(player(who)).post(there, {"confirmation": confirmation(shown)})


def says(who: str, game: Game, answer: str = "yes") -> int:
    """Answer what was put to the table last."""
    sent = {"reference": Act.objects.latest("pk").reference, "answer": answer}
    return browser(player(who)).post(reverse("agreement-table", args=[game.key]), sent).status_code


def test_it_is_done_once_by_the_last_who_agrees_and_nobody_learns_who_has():
    game = started(hours=24)
    all_sent()
    assert put("alice", game).status_code == 303
    told = Letter.objects.filter(entry__act="table-asked").values_list(
        "seat__player__name", flat=True
    )
    assert sorted(told) == ["bob", "carol"]
    assert says("bob", game) == 303
    for who in ("alice", "bob", "carol"):
        page = browser(player(who)).get(reverse("agreement-table", args=[game.key]))
        seen = text_of(page.content.decode())
        assert not [name for name in ("alice", "bob") if f"{name} agree" in seen]
    said = [str(each.said) for each in Entry.objects.all()]
    assert not [name for name in ("alice", "bob", "carol") if name in str(said)]
    assert again(game).deadline_at == game.deadline_at
    assert says("carol", game) == 303
    assert again(game).deadline_at == game.deadline_at + 5 * HOUR
    assert says("carol", game) == 303
    assert says("bob", game, "no") == 303
    assert again(game).deadline_at == game.deadline_at + 5 * HOUR
    assert log(game) == ["extend-game-asked", "extend-game"]
    assert Line.objects.latest("number").role == "table"
    story = browser().get(f"/g/{game.key}/story/").content.decode()
    assert "All at the table gave" in text_of(story)


def offered(game: Game) -> set[str]:
    """Name what its page offers to put to all."""
    page = browser(player("alice")).get(reverse("agreement-table", args=[game.key]))
    ways = page.content.decode().partition('id="wishes"')[2]
    return set(re.findall(rf"/g/{game.key}/agreement/([a-z-]+)/", ways))


def test_only_what_fits_as_the_game_stands_is_offered(set_clock):
    game = started(hours=24)
    always = {"extend-game", "annul", "restart-game"}
    assert offered(game) == {"pause", *always}
    pass_on(game)
    assert offered(game) == {"pause", "restart-round", *always}
    set_clock(NOW + 25 * HOUR)
    sweep_deadlines(now=NOW + 25 * HOUR)
    assert offered(game) == {"pause", "restart-round", "undo-forced", *always}
    later = NOW + 25 * HOUR
    clocks_of(game, lambda table: breaks.pause(table, NOW + 5 * DAY, by=None, now=later))
    assert "resume" in offered(game)
    assert "pause" not in offered(game)


def test_the_form_speaks_to_who_sits_there():
    game = started(hours=24)
    there = reverse("agreement-propose", args=[game.key, "extend-game"])
    page = text_of(browser(player("alice")).get(there).content.decode())
    # He is no moderator himself.
    assert "Moderators read it; players do not." in page
    assert "ther moderators" not in page


def test_one_no_and_nothing_is_done():
    game = started(hours=24)
    put("alice", game)
    assert says("bob", game, "no") == 303
    assert says("carol", game) == 303
    assert Act.objects.get().stage == "refused"
    assert again(game).deadline_at == game.deadline_at
    assert "Not all agree" in text_of(browser().get(f"/g/{game.key}/story/").content.decode())


def test_after_three_days_it_is_void(set_clock):
    game = started(hours=24 * 7)
    put("alice", game)
    says("bob", game)
    set_clock(NOW + 3 * DAY)
    assert says("carol", game) == 303
    assert Act.objects.get().stage == "asked"
    assert again(game).deadline_at == game.deadline_at
    page = browser(player("carol")).get(reverse("agreement-table", args=[game.key]))
    assert "Nothing is asked now" in text_of(page.content.decode())


def test_who_holds_a_letter_agrees_by_its_link():
    game = started(hours=24)
    all_sent()
    put("alice", game)
    letter = Letter.objects.get(entry__act="table-asked", seat=seat_of(game, "bob"))
    there = reverse(
        "agreement-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat_of(game, "bob")))]
    )
    assert there in letters.render(letter, now=NOW + MINUTE).body
    strict = Client(enforce_csrf_checks=True)
    assert "I agree" in strict.get(there).content.decode()
    sent = {"reference": Act.objects.get().reference, "answer": "yes"}
    assert strict.post(there, sent).status_code == 303
    assert player("bob").pk in Act.objects.get().agreed


def test_a_move_makes_what_is_about_a_turn_stale():
    game = started(hours=24)
    put("alice", game, "extend-turn", seat=game.to_act[0])
    pass_on(game)
    says("bob", game)
    assert says("carol", game) == 409
    assert Act.objects.get().stage == "asked"


def test_who_plays_with_bots_only_is_not_led_to_a_vote_and_reads_why():
    game, alone = started(hours=24), started(("alice",), bots=2, hours=24)
    client = browser(player("alice"))
    for table, offered in ((game, True), (alone, False)):
        page = client.get(reverse("time-table", args=[table.key])).content.decode()
        assert ("What all agree to" in page) is offered
    there = reverse("agreement-table", args=[alone.key])
    shown = client.get(there)
    assert shown.status_code == 200
    assert "You play with bots only, so there is nobody to ask." in text_of(shown.content.decode())
    token = links.SEAT.sign(SeatClaim.of(seat_of(alone, "alice")))
    assert browser().get(reverse("agreement-by-letter", args=[token])).status_code == 200
    assert client.post(there, {"answer": "yes"}).status_code == 404
    assert browser(player("peter")).get(there).status_code == 404


def test_only_who_sits_with_others_asks_and_is_asked():
    game, alone = started(hours=24), started(("alice",), bots=2, hours=24)
    staff("mia")
    for who, table in (("peter", game), ("mia", game), ("alice", alone)):
        assert put(who, table).status_code == 404
    for who in ("peter", "mia"):
        page = browser(player(who)).get(reverse("agreement-table", args=[game.key]))
        assert page.status_code == 404
    put("alice", game)
    assert says("peter", game) == 404
    # Nor do moderators find it among what waits for a second person.
    row = Act.objects.get()
    assert browser(staff("mia")).get("/moderation/").context["waiting"] == []
    there = reverse("moderation-asked", args=[row.reference])
    assert browser(staff("mia")).get(there).status_code == 404


@pytest.mark.parametrize("act", ACTS)
def test_a_table_does_what_its_column_says(act: str):
    game = started(hours=24)
    about = game.key if ACTS[act].about == "game" else player("bob").key
    answer = browser(player("alice")).get(reverse("agreement-propose", args=[about, act]))
    assert (answer.status_code == 200) == (ROWS[act]["T"] == "Y")
    assert answer.status_code in (200, 404)
