"""Who may begin no game has no place at a table that has not begun: it is free, and told of."""

import pytest

from games import letters, links
from games.errors import BadLink, Sanctioned
from games.links import StartClaim
from games.models import Effect, Game, Invitation, Letter, Line, Seat
from games.sanctions.services import following
from games.services import doors, games, invitations, locks
from tests.games.cast import NOW, again, all_sent, full_table, open_table, player, started
from tests.games.pages.table import checksum
from tests.games.sanctions.cast import given, lifted
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


def sits(name: str, game: Game) -> bool:
    return Seat.objects.filter(game=game, player=player(name)).exists()


def test_his_place_is_free_and_its_organiser_reads_no_more_than_that():
    table, running = full_table(), started()
    all_sent()
    given("bob", "no-new-games")
    assert sits("bob", table)
    assert following.sweep(now=NOW) == 1
    assert not sits("bob", table)
    assert sits("bob", running)
    letter = Letter.objects.get(kind="declined")
    assert letter.email == "alice@example.org"
    written = letters.render(letter, now=NOW).body
    assert "The seat is free again" in written
    assert "bob" not in written.replace("bob@", "")
    line = Line.objects.latest("number")
    assert (line.act, line.target_id) == ("no-new-games-table", table.pk)
    rows = checksum()
    assert following.sweep(now=NOW) == 0
    assert checksum() == rows


def test_his_own_table_passes_to_who_sits_there_longest():
    table = full_table()
    all_sent()
    own = table.places.get(player=player("alice"))
    start = links.START.sign(StartClaim.of(own))
    given("alice", "no-new-games")
    following.sweep(now=NOW)
    assert again(table).organiser == player("bob")
    assert not sits("alice", table)
    letter = Letter.objects.get(kind="seated", status="queued")
    assert letter.email == "bob@example.org"
    assert "You organise this table now" in letters.render(letter, now=NOW).body
    # Her letters neither start it nor open the place of who organises it now.
    doors.come_in(_listed(table).key, player("dora"), now=NOW)
    with pytest.raises(BadLink):
        games.start_by_letter(links.START.read(start), now=NOW)
    assert games.start(table.key, by=player("bob"), now=NOW)


def test_where_nobody_else_sits_it_is_called_off():
    table = open_table()
    row = invitations.invite(table.key, "dora@example.org", by=player("alice"), now=NOW)
    given("alice", "ban")
    following.sweep(now=NOW)
    assert again(table).status == "cancelled"
    assert Letter.objects.filter(kind="cancelled", email=row.email).exists()


def test_a_place_that_is_kept_for_him_is_free():
    table = open_table()
    row = invitations.invite(table.key, "bob@example.org", by=player("alice"), now=NOW)
    player("bob")
    given("bob", "no-new-games")
    following.sweep(now=NOW)
    assert Invitation.objects.get(pk=row.pk).status == "declined"


def test_what_was_lifted_before_anybody_came_to_it_changes_nothing():
    table = full_table()
    lifted(given("bob", "no-new-games"))
    assert following.sweep(now=NOW) == 1
    assert sits("bob", table)
    assert not Effect.objects.filter(done_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_change_a_table_once():
    table = full_table()
    given("bob", "no-new-games")
    at_once([lambda: following.sweep(now=NOW)] * 3)
    assert not sits("bob", table)
    assert Letter.objects.filter(kind="declined").count() == 1
    assert Line.objects.filter(act="no-new-games-table").count() == 1


def test_one_table_in_trouble_keeps_no_other(monkeypatch: pytest.MonkeyPatch):
    broken, table = full_table(), full_table()
    given("bob", "no-new-games")
    honest = locks.game

    def failing(**which: object) -> Game:
        if which.get("pk") == broken.pk:
            raise RuntimeError
        return honest(**which)  # type: ignore[arg-type]

    monkeypatch.setattr(locks, "game", failing)
    following.sweep(now=NOW)
    assert (sits("bob", broken), sits("bob", table)) == (True, False)
    monkeypatch.undo()
    following.sweep(now=NOW)
    assert not sits("bob", broken)


@pytest.mark.django_db(transaction=True)
def test_who_sits_down_at_that_moment_is_found_there_or_kept_out():
    table = _listed(open_table())
    player("bob")

    def comes() -> object:
        try:
            return doors.come_in(table.key, player("bob"), now=NOW)
        except Sanctioned as problem:
            return problem

    at_once([comes, lambda: given("bob", "no-new-games")])
    following.sweep(now=NOW)
    assert not sits("bob", table)


def _listed(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(listed=True)
    return again(game)
