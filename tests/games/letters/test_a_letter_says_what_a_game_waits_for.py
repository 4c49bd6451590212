"""Letters name who else is waited for, and why it takes longer: no less than the table's page."""

from datetime import timedelta
from uuid import uuid4

import pytest

from games import letters
from games.clocks.services import agreeing, holding, pauses, vacations
from games.models import Game, Letter
from tests.games import cast
from tests.games.cast import DAY, HOUR, NOW, asked, player, started

pytestmark = pytest.mark.django_db
Kind = Letter.Kind
WEEK = NOW + 7 * DAY


def waiting_for_another() -> Game:
    """Let alice, who organises, sit at a table that waits for somebody else."""
    game = started()
    while asked(game).name == "alice":
        cast.play(game)
    return game


def told(game: Game, reader: str, kind: Letter.Kind = Kind.TIMED_OUT, *, act: str = "") -> str:
    """Write to somebody who sits there; a line may be wrapped anywhere."""
    entry = game.entries.filter(act=act).last()
    seat = game.places.select_related("player").get(name=reader)
    letter = Letter(id=uuid4(), kind=kind, game=game, seat=seat, ply=game.ply, entry=entry)
    return " ".join(str(letters.render(letter, now=NOW + HOUR).body).split())


def test_a_letter_says_who_has_agreed_to_a_proposal_and_who_is_asked_still() -> None:
    game = waiting_for_another()
    agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
    title = "proposes to pause the table until Sun 8 Mar, 12:00 UTC, if all agree."
    until = "- Until: Wed 4 Mar, 12:00 UTC"
    first = told(game, "alice", Kind.NEWS, act="proposed-pause")
    assert f"bob {title} - Agreed so far: bob - Still asked: " in first
    assert until in first
    for reader, other in (("alice", "carol"), ("carol", "alice")):
        assert f"- Still asked: you and {other} {until}" in told(game, reader)
    agreeing.answer(game.key, "pause", yes=True, by=player("carol"), now=NOW + HOUR)
    assert "- Agreed so far: you and bob - Still asked: alice - Until" in told(game, "carol")
    assert f"- Still asked: you {until}" in told(game, "alice")
    assert f"- Still asked: alice {until}" in told(game, "bob")
    agreeing.answer(game.key, "pause", yes=False, by=player("alice"), now=NOW + HOUR)
    assert "Still asked" not in told(game, "bob")


def test_bots_are_asked_nothing() -> None:
    game = started(["alice", "bob"], bots=1)
    agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
    assert "- Still asked: alice - Until" in told(game, "bob")


def test_who_is_away_is_named_with_the_day_of_his_return() -> None:
    game = waiting_for_another()
    late = asked(game)
    assert late.player is not None
    vacations.leave(late.player, (None, NOW.date() + timedelta(days=6)), now=NOW)
    waits = f"Now the table waits for {late.name}, until Mon 9 Mar, 00:00 UTC at the latest."
    away = f"{late.name} is away until Sun 8 Mar, 00:00 UTC, and the clock stands still until then."
    assert f"{waits} {away}" in told(game, "alice")


def test_a_paused_table_waits_for_nobody_and_says_so_once() -> None:
    game = waiting_for_another()
    late = asked(game).name
    pauses.pause(game.key, WEEK, by=player("alice"), now=NOW)
    closed = "The table is paused until Sun 8 Mar, 12:00 UTC: nothing can be played"
    for reader in ("alice", late):
        text = told(game, reader)
        assert closed in text
        for wrong in ("Now the table waits for", "Your deadline is", "Make your move"):
            assert wrong not in text
    news = told(game, "alice", Kind.NEWS, act="paused")
    assert news.count("Sun 8 Mar, 12:00 UTC") == 1


def test_a_held_service_asks_nobody_for_a_move() -> None:
    game = waiting_for_another()
    holding.hold("Moving house.", now=NOW)
    text = told(game, asked(game).name, Kind.TURN)
    assert "The whole service is held by its operators since Sun 1 Mar, 12:00 UTC: Moving" in text
    assert "Your deadline is" not in text


def test_what_the_lead_says_is_not_among_what_happened() -> None:
    game = waiting_for_another()
    cast.extended(game)
    text = told(game, "alice", Kind.NEWS, act="extended")
    assert text.count("alice gave") == 1
    assert told(game, "alice").count("alice gave") == 1
