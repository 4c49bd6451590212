"""A seat, its player and its table are read as they are stored, and of one moment."""

import pytest

from games import selectors
from games.links import SeatClaim
from games.models import Entry, Move, Player, Seat
from games.selectors import snapshot
from tests.games.cast import NOW, player, started

pytestmark = pytest.mark.django_db


def test_a_seat_its_game_and_its_player_are_those_of_the_rows(set_clock):
    set_clock(NOW)
    game = started()
    Player.objects.filter(pk=player("bob").pk).update(name="Robert", language="de")
    kept = Seat.objects.select_related("game", "player").get(game=game, player=player("bob"))
    for seat in (
        selectors.visit_of(SeatClaim.of(kept)).seat,
        selectors.own_visit(player("bob"), game.key).seat,
    ):
        for row, same in ((seat, kept), (seat.game, kept.game), (seat.player, kept.player)):
            read = {name for name in same.__dict__ if name in row.__dict__ and name[0] != "_"}
            assert {name: getattr(row, name) for name in read} == {
                name: getattr(same, name) for name in read
            }
        assert (seat.player.email, seat.player.name) == ("bob@example.org", "Robert")


def test_what_happens_while_a_table_is_read_is_left_for_the_next_page(set_clock):
    set_clock(NOW)
    game = started()
    before = snapshot.by_key(game.key)
    # The game was read already when somebody else's move arrived.
    later = {"game": game, "ply": game.ply + 1, "made_at": NOW}
    Move.objects.create(
        by=Move.By.PLAYER, seat=0, notation="pass", events=[], rules_version=1, **later
    )
    Entry.objects.create(act="paused", said={}, **later)
    after = snapshot.by_key(game.key)
    assert (after.moves, after.acts) == (before.moves, before.acts)
