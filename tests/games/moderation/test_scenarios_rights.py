"""Scenarios 1 to 7 of moderation: who may, who is barred, and what takes two."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse

from games.clocks.services import keeping
from games.links import SeatClaim
from games.models import Act, Entry, Game, Line, Player, Seat
from games.moderation.acts import ACTS
from games.moderation.rules.matrix import ROWS
from games.moderation.services import roles
from games.services import locks
from games.substitutes.services import offers, sitting
from tests.games.cast import DAY, HOUR, NOW, again, all_sent, clocks_of, player, started
from tests.games.moderation.cast import (
    address,
    confirmed,
    done,
    log,
    previewed,
    staff,
    waits_for_a_second,
)
from tests.games.pages.table import browser, text_of
from tests.games.signals.cast import couple
from tests.games.substitutes.cast import seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def ended(name: str, kind: str = "moderator") -> None:
    """Let somebody hold a role no more, as a host does it."""
    done(staff("hal", "host"), "grant-role", player(name).key, role=kind, step="end", why="service")


def answered(who: str, row: Act, answer: str) -> int:
    """Answer as a second person, and say by which status that was met."""
    here = reverse("moderation-asked", args=[row.reference])
    sent = {"answer": answer, "digest": Act.objects.get(pk=row.pk).digest}
    return browser(player(who)).post(here, sent).status_code


def due(game: Game) -> datetime:
    """The first deadline of a game."""
    return again(game).deadline_at


def test_scenario_01_every_cell_and_no_key_without_a_row():
    # Each cell is a test of its own: `test_every_cell_of_the_matrix`, and by requests
    # `test_every_built_act_asks_the_matrix`.
    assert ACTS.keys() <= ROWS.keys()


def test_scenario_02_a_moderator_who_plays_finds_the_site_as_if_there_were_no_such_game():
    staff("mia")
    mine, other = (
        started(("mia", "bob", "carol"), by="mia"),
        started(("dora", "eve", "finn"), by="dora"),
    )
    mia, max_ = browser(player("mia")), browser(staff("max"))
    waits_for_a_second(mine, by="zoe")
    page = mia.get(reverse("moderation-game", args=[mine.key]))
    assert page.status_code == 403
    assert "You play here; ask another moderator" in text_of(page.content.decode())
    assert mine.name not in page.content.decode()
    for term in (mine.key, mine.name, "bob"):
        found = mia.get(reverse("moderation-home"), {"q": term})
        # Another table may have drawn the same name.
        assert not [each for each in found.context["games"] if mine.key in each["href"]]
        assert found.context["waiting"] == []
    [found] = max_.get(reverse("moderation-home"), {"q": mine.key}).context["games"]
    assert mine.key in found["href"]
    assert len(max_.get(reverse("moderation-home")).context["waiting"]) == 1
    of_bob = mia.get(reverse("moderation-person", args=[player("bob").key]))
    assert mine.key not in of_bob.content.decode()
    assert mia.get(reverse("moderation-game", args=[other.key])).status_code == 200


def test_scenario_03_who_played_once_is_barred_for_good():
    game = started(("alice", "bob", "max"))
    number = seat_of(game, "max").number
    offers.resign(SeatClaim.of(seat_of(game, "max")), now=NOW)
    sitting.sit(game.key, number, player("erin"), now=NOW)
    client = browser(staff("max"))
    assert not Seat.objects.filter(game=game, player=player("max")).exists()
    assert client.get(reverse("moderation-game", args=[game.key])).status_code == 403
    for act in ("pause", "extend-game"):
        assert client.get(address(act, game.key)).status_code == 403
        assert previewed(client, act, game.key, last="2026-03-03", hours=1).status_code == 403


def test_scenario_04_the_right_ends_in_the_middle():
    game, client = started(hours=24), browser(staff("mia"))
    shown = previewed(client, "pause", game.key, last="2026-03-03")
    ended("mia")
    before = again(game).time
    assert confirmed(client, "pause", game.key, shown).status_code == 403
    assert again(game).time == before
    assert log() == ["grant-role", "pause-refused"]
    assert client.get(reverse("moderation-game", args=[game.key])).status_code == 404


def test_scenario_05_a_relation_begins_in_the_middle():
    # Of a league's director with leagues; of a moderator who takes a seat today.
    game = started(("alice", "bob", "carol"))
    client = browser(staff("mia"))
    shown = previewed(client, "pause", game.key, last="2026-03-03")
    number = seat_of(game, "carol").number
    offers.resign(SeatClaim.of(seat_of(game, "carol")), now=NOW)
    sitting.sit(game.key, number, player("mia"), now=NOW)
    before = again(game).time
    assert confirmed(client, "pause", game.key, shown).status_code == 403
    assert again(game).time == before
    assert log() == ["pause-refused"]


def test_scenario_06_a_second_person_confirms_once(set_clock):
    game = started(hours=24)
    all_sent()
    row = waits_for_a_second(game)
    assert row.paused
    assert clocks_of(game).paused_until(NOW) == NOW + 3 * DAY
    was = due(game)
    set_clock(NOW + HOUR)
    assert answered("max", row, "yes") == 409  # who asked
    staff("mia")
    assert answered("peter", row, "yes") == 404
    assert answered("mia", row, "yes") == 303
    row.refresh_from_db()
    assert (row.stage, row.second, row.alone) == ("done", player("mia"), False)
    assert keeping.seen(locks.seen(game.key), now=NOW).paused_until(NOW + HOUR) is None
    assert due(game) > was
    entries = Entry.objects.count()
    assert answered("mia", row, "yes") == 200
    assert Entry.objects.count() == entries
    assert log(game)[-2:] == ["extend-game-asked", "extend-game"]
    assert Line.objects.latest("number").second == player("mia").pk


def test_scenario_06_refused_or_forgotten_it_was_nothing_but_a_pause(set_clock):
    for answer in ("no", None):
        game = started(hours=24)
        all_sent()
        row = waits_for_a_second(game)
        left = due(game) - (NOW + 3 * DAY)
        staff("mia")
        if answer:
            set_clock(NOW + HOUR)
            assert answered("mia", row, answer) == 303
            assert Act.objects.get(pk=row.pk).stage == "refused"
            assert due(game) >= NOW + HOUR + left
            assert log(game)[-1] == "extend-game-void"
        else:
            set_clock(NOW + 3 * DAY + HOUR)
            assert answered("mia", row, "yes") == 200
            assert Act.objects.get(pk=row.pk).done_at is None
            assert (
                keeping.seen(locks.seen(game.key), now=NOW).paused_until(NOW + 3 * DAY + HOUR)
                is None
            )
            assert due(game) == NOW + 3 * DAY + left
        set_clock(NOW)


def test_scenario_07_alone_on_the_site_a_day_later(set_clock):
    game = started(hours=24)
    all_sent()
    row = waits_for_a_second(game)
    set_clock(NOW + 23 * HOUR)
    assert answered("max", row, "yes") == 409
    set_clock(NOW + 24 * HOUR)
    assert answered("max", row, "yes") == 303
    row.refresh_from_db()
    assert (row.stage, row.second, row.alone) == ("done", None, True)
    last = Entry.objects.filter(game=game).latest("pk")
    assert last.said["alone"]
    assert Line.objects.latest("number").arguments["alone"]
    story = browser().get(f"/g/{game.key}/story/").content.decode()
    assert "It was decided alone, since there was nobody to ask." in text_of(story)


def test_scenario_07_with_another_on_the_site_never_alone(set_clock):
    game = started(hours=24)
    all_sent()
    row = waits_for_a_second(game)
    staff("mia")
    set_clock(NOW + timedelta(hours=30))
    assert answered("max", row, "yes") == 409
    ended("mia")
    assert roles.runs(player("hal"), "host")
    assert answered("max", row, "yes") == 409  # the host could


def test_what_somebody_asked_for_who_has_no_right_any_more_is_not_done(set_clock):
    game = started(hours=24)
    all_sent()
    row = waits_for_a_second(game, by="zoe")
    ended("zoe")
    before = again(game).time
    assert answered("hal", row, "yes") == 403
    assert again(game).time == before
    assert Act.objects.get(pk=row.pk).stage == "asked"
    assert answered("hal", row, "no") == 303
    assert keeping.seen(locks.seen(game.key), now=NOW).paused_until(NOW) is None


def moved(name: str, email: str) -> Player:
    """Let an account have another address."""
    Player.objects.filter(name=name).update(email=email)
    return Player.objects.get(name=name)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("max@example.org", "max+two@example.org"),
        ("m.ax@example.org", "max@example.org"),
        ("m.a.x@gmail.com", "max@googlemail.com"),
    ],
)
def test_a_second_account_at_the_same_mailbox_is_no_second_person(first, second, set_clock):
    game = started(hours=24)
    all_sent()
    row = waits_for_a_second(game)
    staff("mia")
    moved("max", first)
    mia, here = moved("mia", second), reverse("moderation-asked", args=[row.reference])
    page = browser(mia).get(here).content.decode()
    assert "You share a mailbox or household" in text_of(page)
    assert 'value="yes"' not in page
    sent = {"answer": "yes", "digest": Act.objects.get(pk=row.pk).digest}
    assert browser(mia).post(here, sent).status_code == 409
    assert Act.objects.get(pk=row.pk).stage == "asked"
    assert browser(mia).post(here, sent | {"answer": "no"}).status_code == 303


def test_nobody_of_the_first_persons_household_is_the_second(set_clock):
    game = started(hours=24)
    all_sent()
    row = waits_for_a_second(game)
    staff("mia")
    couple("max", "mia")
    assert answered("mia", row, "yes") == 409
    # Nor does it keep the first from acting alone, as the last resort of a site with nobody else.
    set_clock(NOW + 24 * HOUR)
    assert answered("mia", row, "yes") == 409
    staff("zoe")
    assert answered("max", row, "yes") == 409
    assert answered("zoe", row, "yes") == 303


def test_who_asked_finds_no_button_to_confirm_it_alone_before_a_day_is_over(set_clock):
    game = started(hours=24)
    all_sent()
    row = waits_for_a_second(game)
    here = reverse("moderation-asked", args=[row.reference])
    assert 'value="yes"' not in browser(player("max")).get(here).content.decode()
    set_clock(NOW + 24 * HOUR)
    assert 'value="yes"' in browser(player("max")).get(here).content.decode()
