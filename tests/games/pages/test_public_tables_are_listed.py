"""Public tables stand in the lists and let anybody in; private ones are found by nobody."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse

from games import selectors
from games.links import JoinClaim, SeatClaim
from games.models import Game, Kept, Letter
from games.selectors import public
from games.selectors.public import ANYTHING, Sought
from games.services import games, invitations, turns
from games.substitutes.selectors import open_seats
from tests.games.cast import NOW, again, asked, fixed, moves, open_table, player, started
from tests.games.pages.table import Forms, browser, checksum, game_url, text_of
from tests.games.substitutes.cast import resigned

pytestmark = pytest.mark.django_db

OPEN, WATCH = "seats-open-list", "watch"


def read(client, where: str, query: str = "") -> str:
    return client.get(reverse(where) + query).content.decode()


def found(sought: Sought = ANYTHING, who: str | None = None, page: int = 1) -> list[str]:
    """List the keys of a page of open seats."""
    seen = open_seats(sought, player=player(who) if who else None, page=page, now=NOW)
    tables = [table.game.key for table in seen.tables]
    return tables + [offer.game.key for offer in seen.offers]


def sit(client, game: Game):
    return client.post(game_url(game, "lobby-sit"))


def test_a_private_table_is_in_no_list_and_seats_nobody_who_was_not_asked():
    table, running, offered = open_table(), started(), resigned()
    dora = browser(player("dora"))
    for client in (dora, browser()):
        for where in (OPEN, WATCH):
            page = read(client, where)
            assert not [game for game in (table, running, offered) if game.key in page]
    sit(dora, table)
    assert not table.places.filter(player=player("dora")).exists()
    assert "This table is private" in text_of(dora.get(game_url(table)).content.decode())
    assert not [
        to for to, _ in Forms(dora.get(game_url(table)).content.decode()).forms if "sit" in to
    ]
    assert selectors.table_to_watch() is None
    games.take_open_seat(JoinClaim.of(table), player("dora"), now=NOW)


def test_one_click_in_the_list_seats_a_player_and_twice_is_once():
    table = open_table(listed=True)
    dora = browser(player("dora"))
    page = read(dora, OPEN)
    assert game_url(table, "lobby-sit") in [to for to, _ in Forms(page).forms]
    for _ in range(2):
        assert sit(dora, table)["Location"] == game_url(table)
    assert table.places.filter(player=player("dora")).count() == 1
    assert Letter.objects.filter(kind="seated", email="dora@example.org").count() == 1
    assert table.key not in read(dora, OPEN), "whoever sits there looks for no seat there"


def test_whoever_sits_at_a_table_in_a_list_is_linked_to_his_page():
    tables = {OPEN: open_table(listed=True), WATCH: started(listed=True)}
    for where, table in tables.items():
        who = table.organiser
        assert reverse("profiles-show", args=[who.key]) in read(browser(), where)
        who.email = None
        who.save()
        assert reverse("profiles-show", args=[who.key]) not in read(browser(), where)
        who.email = "alice@example.org"
        who.save()


def test_a_visitor_signs_in_first_and_lands_at_the_table():
    table = open_table(listed=True)
    page = read(browser(), OPEN)
    assert f'{reverse("accounts-sign-in")}?next={game_url(table)}"' in page
    assert "new here" not in page, "records are for who plays here"
    before = checksum()
    assert sit(browser(), table)["Location"].startswith(reverse("accounts-sign-in"))
    assert checksum() == before
    there = browser(player("dora")).get(game_url(table)).content.decode()
    assert game_url(table, "lobby-sit") in [to for to, _ in Forms(there).forms]


def test_the_organiser_chooses_until_the_start_and_nobody_else_ever():
    table = open_table()
    alice, door = browser(player("alice")), game_url(table, "lobby-door")
    alice.post(door, {"listed": "yes", "language": "de"})
    assert (again(table).listed, again(table).language) == (True, "de")
    assert "Language: Deutsch" in text_of(browser().get(game_url(table)).content.decode())
    for client in (browser(), browser(player("mallory"))):
        client.post(door, {"listed": "", "language": "en"})
    assert (again(table).listed, again(table).language) == (True, "de")
    assert alice.post(door, {"listed": "nonsense"}).status_code == 404
    alice.post(door, {"listed": ""})
    assert not again(table).listed
    running = started()
    alice.post(game_url(running, "lobby-door"), {"listed": "yes"})
    assert not again(running).listed


def test_a_new_table_is_private_and_speaks_its_organisers_language_unless_he_says_more():
    terms = {"ruleset": "duel", "seats": "2", "option_rounds": "3", "clock": "72"}
    alice = browser(player("alice"))
    for said in ({}, {"listed": "yes", "language": "de"}):
        alice.post(reverse("lobby-new-game"), terms | said)
    plain, loud = Game.objects.order_by("pk")
    assert (plain.listed, plain.language) == (False, "en")
    assert (loud.listed, loud.language) == (True, "de")


@pytest.mark.parametrize(
    ("sought", "kept"),
    [
        (ANYTHING, {"quick", "slow", "german", "offer"}),
        (Sought(ruleset="dark-cave"), {"slow"}),
        (Sought(tempo="day"), {"quick", "offer"}),
        (Sought(tempo="days"), {"german"}),
        (Sought(tempo="weeks"), {"slow"}),
        (Sought(language="de"), {"german"}),
        (Sought(tempo="day", language="de"), set()),
    ],
)
def test_lists_keep_what_is_looked_for(sought: Sought, kept: set[str]):
    tables = {
        "quick": open_table(listed=True, time={"clock": {"style": "hour", "at": "20:00"}}),
        "slow": open_table(listed=True, key="dark-cave", hours=120),
        "german": open_table(
            listed=True,
            time={"clock": {"style": "bank", "initial": 72, "increment": 12, "cap": 120}},
        ),
        "offer": resigned(listed=True),
    }
    Game.objects.filter(pk=tables["german"].pk).update(language="de")
    names = {game.key: name for name, game in tables.items()}
    assert {names[key] for key in found(sought)} == kept
    query = "&".join(f"{name}={value}" for name, value in vars_of(sought))
    page = read(browser(), OPEN, f"?{query}")
    assert {name for name, game in tables.items() if game.key in page} == kept


def vars_of(sought: Sought) -> list[tuple[str, str]]:
    return [(name, getattr(sought, name)) for name in ("ruleset", "tempo", "language")]


def test_what_cannot_be_looked_for_is_all_the_same():
    table = open_table(listed=True)
    for query in ("?ruleset=chess", "?tempo=x&page=-1", "?language=xx&page=1e9"):
        assert table.key in read(browser(), OPEN, query)
    assert table.key not in read(browser(), OPEN, "?page=9999")


def test_a_table_without_a_free_seat_is_not_listed_nor_one_that_keeps_its_last_for_a_guest():
    table = open_table(listed=True)
    assert found() == [table.key]
    invitations.invite(table.key, "dora@example.org", by=player("alice"), now=NOW)
    assert found() == [table.key]
    games.add_bot(table.key, by=player("alice"), now=NOW)
    assert found() == []


def test_pages_of_both_lists_together_hold_every_seat_once(monkeypatch):
    monkeypatch.setattr("games.substitutes.selectors.PAGE", 3)
    tables = [open_table(listed=True, by=f"p{at}").key for at in range(4)]
    offered = [resigned(listed=True).key for _ in range(4)]
    pages = [found(page=page) for page in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [3, 3, 2, 0]
    assert [key for page in pages for key in page] == tables[::-1] + offered
    more = [open_seats(ANYTHING, player=None, page=at, now=NOW).more for at in (1, 2, 3)]
    assert more == [True, True, False]


def test_whoever_sits_at_a_table_is_not_offered_another_seat_of_it():
    game = resigned(listed=True)
    assert found(who="dora") == [game.key]
    assert found(who="alice") == []


def test_a_bar_is_told_before_the_click_and_holds_after_it():
    table = open_table(listed=True, time=fixed(24) | {"bar": 95})
    dora = player("dora")
    for hour in range(20):
        at = NOW - 2 * timedelta(days=hour + 1)
        Kept.objects.create(player=dora, game=table, at=at, reply=60 if hour > 4 else None)
    page = browser(dora).get(reverse(OPEN)).content.decode()
    assert game_url(table, "lobby-sit") not in page
    assert "75 % of 20 turns in time" in text_of(page)
    sit(browser(dora), table)
    assert not table.places.filter(player=dora).exists()


@pytest.mark.parametrize("where", [OPEN, WATCH])
@pytest.mark.parametrize("who", ["dora", None])
def test_a_list_costs_the_same_queries_however_long_it_is(
    where: str, who: str | None, django_assert_max_num_queries
):
    client = browser(player(who) if who else None)

    def queries() -> int:
        with django_assert_max_num_queries(12) as met:
            assert client.get(reverse(where)).status_code == 200
        return len(met)

    for make in (open_table, started, resigned):
        make(listed=True)
    few = queries()
    for _ in range(3):
        for make in (open_table, started, resigned):
            make(listed=True)
    assert queries() == few


def test_running_public_tables_are_watched_and_lead_to_no_seat():
    game, private = started(listed=True), started()
    for client in (browser(), browser(player("mallory"))):
        page = read(client, WATCH)
        assert game_url(game) in page
        assert private.key not in page
        assert not re.search(r'"/t/|/seat/', page)
        watched = client.get(game_url(game)).content.decode()
        assert not re.search(r'"/t/', watched)
        assert f'value="{settings.BASE_URL}{game_url(game)}"' in watched


def test_a_table_to_watch_is_public_and_has_something_to_see():
    started()
    assert selectors.table_to_watch() is None
    older = started(listed=True)
    newer = started(listed=True)
    assert selectors.table_to_watch().key == newer.key
    for _ in range(8):
        turns.play_move(
            SeatClaim.of(asked(older)), moves(older)[0], seen_ply=again(older).ply, now=NOW
        )
    assert selectors.table_to_watch().key == older.key
    assert [table.game.key for table in public.watched(ANYTHING, 1)[0]] == [newer.key, older.key]


def test_the_small_picture_is_the_same_for_all_and_kept_while_nobody_moves():
    game = started(listed=True)
    where = game_url(game, "pictures-small")
    pictures = {
        client.get(f"{where}?ply={again(game).ply}").content
        for client in (browser(), browser(player("alice")), browser(player("mallory")))
    }
    assert len(pictures) == 1
    assert "max-age" in browser().get(f"{where}?ply=0")["Cache-Control"]
    assert browser().get(f"{where}?ply=7")["Cache-Control"] == "no-cache"
    assert browser().get(game_url(open_table(), "pictures-small")).status_code == 404
    lay = next(text for text in moves(game) if text.startswith("lay"))
    turns.play_move(SeatClaim.of(asked(game)), lay, seen_ply=0, now=NOW)
    assert browser().get(f"{where}?ply=1").content not in pictures


def test_the_front_page_shows_a_visitor_a_table_to_watch():
    private = started()
    page = read(browser(), "home")
    assert private.key not in page
    assert "A table to watch" not in page
    game = started(listed=True)
    page = read(browser(), "home")
    assert f'href="{game_url(game)}"' in page
    assert reverse("pictures-small", args=[game.key]) in page
    assert private.key not in page
