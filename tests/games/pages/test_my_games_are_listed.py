"""My games: whoever waits for me first, a page at a time, those that are over apart."""

from datetime import timedelta

import pytest
from django.urls import reverse

from games import selectors
from games.links import SeatClaim
from games.models import Game, Seat
from games.selectors import mine
from games.services import games
from games.substitutes.services import endings, offers
from tests.games import cast
from tests.games.cast import DAY, NOW, again, asked, open_table, play, player, started
from tests.games.pages.table import browser, game_url, text_of
from tests.games.substitutes.cast import claim_of, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now(set_clock):
    set_clock(NOW)


def alice():
    return player("alice")


def turn_of(game: Game, name: str) -> Game:
    """Let others move until somebody is asked."""
    while asked(game).player != player(name):
        play(game)
    return again(game)


def ended(game: Game, winner: str | None = "alice") -> Game:
    """Play to the end by the clock, and say who has won."""
    cast.play_to_the_end(game, now=NOW)
    numbers = [seat_of(game, winner).number] if winner else []
    outcome = {"winners": numbers, "scores": []}
    Game.objects.filter(pk=game.pk).update(outcome=outcome)
    return again(game)


def listed(query: str = "") -> list[str]:
    """List the keys on alice's page in their order."""
    page = browser(alice()).get(reverse("home") + query).content.decode()
    keys = Game.objects.values_list("key", flat=True)
    return sorted((key for key in keys if f'href="/g/{key}/' in page), key=page.index)


def test_games_that_wait_for_me_come_first_by_deadline_then_those_that_run_then_those_that_fill():
    filling = open_table()
    later, soon = turn_of(started(hours=72), "alice"), turn_of(started(hours=6), "alice")
    others_later, others_soon = turn_of(started(hours=48), "bob"), turn_of(started(hours=1), "bob")
    order = [soon, later, others_soon, others_later, filling]
    assert listed() == [game.key for game in order]
    assert selectors.next_game(alice()) == soon.key


def test_a_page_holds_so_many_and_every_game_stands_on_one(monkeypatch):
    monkeypatch.setattr(mine, "PAGE", 3)
    monkeypatch.setattr("games.views.home.PAGE", 3)
    tables = {open_table().key for _ in range(4)} | {
        started().key,
        started(key="duel", people=("alice", "bob")).key,
        turn_of(started(), "alice").key,
    }
    pages = [listed(f"?page={page}") for page in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [3, 3, 1, 0]
    assert {key for page in pages for key in page} == tables
    assert len(listed("?show=filling")) == 3
    assert listed("?ruleset=duel") == [Game.objects.get(ruleset="duel").key]
    assert listed("?show=nonsense&ruleset=chess") == []
    first = browser(alice()).get(reverse("home")).content.decode()
    assert "?show=filling&amp;ruleset=" in first
    assert "page=2" in first


@pytest.mark.parametrize("where", ["home", "archive"])
def test_a_list_costs_the_same_queries_however_many_games_there_are(
    where: str, django_assert_max_num_queries
):
    client = browser(alice())

    def queries() -> int:
        with django_assert_max_num_queries(9) as met:
            assert client.get(reverse(where)).status_code == 200
        return len(met)

    for make in (open_table, started, lambda: ended(started(rounds="1"))):
        make()
    few = queries()
    for _ in range(3):
        for make in (open_table, started, lambda: ended(started(rounds="1"))):
            make()
    assert queries() == few


def test_small_pictures_stand_on_my_page_by_their_ply():
    game, filling = turn_of(started(), "alice"), open_table()
    page = browser(alice()).get(reverse("home")).content.decode()
    assert f'src="{game_url(game, "pictures-small")}?ply={game.ply}"' in page
    assert game_url(filling, "pictures-small") not in page


def test_games_that_are_over_are_in_the_archive_alone_by_game_and_result():
    won = ended(started(rounds="1"))
    lost = ended(started(("alice", "bob"), key="duel"), winner="bob")
    running = started()
    games.cancel(open_table().key, by=alice(), now=NOW)
    assert listed() == [running.key]
    client = browser(alice())

    def kept(query: str = "") -> set[str]:
        page = client.get(reverse("archive") + query).content.decode()
        return {key for key in Game.objects.values_list("key", flat=True) if key in page}

    assert kept() == {won.key, lost.key}
    assert kept("?result=won") == {won.key}
    assert kept("?result=lost") == {lost.key}
    assert kept("?result=none") == set()
    assert kept("?ruleset=duel") == {lost.key}
    assert kept("?ruleset=duel&result=won") == set()
    assert kept("?ruleset=chess&result=maybe&page=x") == {won.key, lost.key}
    assert "You won" in text_of(client.get(reverse("archive")).content.decode())
    assert browser().get(reverse("archive")).status_code == 302


def test_the_archive_is_paged_the_last_one_first():
    over = [ended(started(rounds="1")) for _ in range(3)]
    for at, game in enumerate(over):
        when = NOW + timedelta(days=at)
        Game.objects.filter(pk=game.pk).update(ended_at=when)
        Seat.objects.filter(game=game).update(ended_at=when)
    first, more = selectors.old_games(alice(), size=2)
    assert ([old.game.key for old in first], more) == ([over[2].key, over[1].key], True)
    second, more = selectors.old_games(alice(), size=2, page=2)
    assert ([old.game.key for old in second], more) == ([over[0].key], False)


def test_every_seat_knows_when_its_game_ended_however_it_ended():
    played = ended(started(rounds="1"))
    called_off = open_table()
    games.cancel(called_off.key, by=alice(), now=NOW)
    given_up = started(("alice", "bob"), key="duel")
    offers.resign(claim_of(given_up, "bob"), now=NOW)
    endings.win(claim_of(given_up, "alice"), now=NOW + 4 * DAY)
    for game in (played, called_off, given_up):
        assert again(game).ended_at is not None
        assert set(game.places.values_list("ended_at", flat=True)) == {again(game).ended_at}
    assert set(started().places.values_list("ended_at", flat=True)) == {None}


def test_whose_bot_plays_is_not_asked_in_the_order_either():
    game = turn_of(started(), "bob")
    offers.resign(SeatClaim.of(seat_of(game, "bob")), now=NOW)
    found = selectors.my_page(player("bob"), now=NOW)
    assert found.groups == {"running": 1}
    assert selectors.next_game(player("bob")) is None
