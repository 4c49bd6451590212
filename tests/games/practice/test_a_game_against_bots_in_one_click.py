"""One click deals a game against bots to who has no account, and only to him."""

import re
from dataclasses import replace
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from engine.api import Strength
from engine.registry import RULESETS, ruleset
from engine.rulesets.saboteur.cards import KIND
from engine.values import replace as replace_values
from games import tasks
from games.accounts.models import Session
from games.errors import TooManyTables
from games.limits.rules import PRACTICE_OF_A_NETWORK, PRACTICE_TWICE_OF_A_NETWORK
from games.models import Cleaned, Game, Kept, Letter, Move, Player, Practice, Seat
from games.practice import rules
from games.practice.services import dealing, leaving
from games.services import accounts
from tests.games.cast import DAY, HOUR, NOW, again, lay_out, play, player
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db
DEAL = "/practice/"


def form(client: Client, key: str = "saboteur", **said: str) -> dict[str, str]:
    """What the front page's form for a game holds."""
    page = client.get("/").content.decode()
    found = re.search(rf'value="{key}" id="ruleset-{key}">.*?name="once" value="([\w-]+)"', page)
    assert found is not None
    return {"ruleset": key, "strength": "easy", "once": found[1], **said}


def visitor(client: Client) -> Player:
    return Player.objects.get(pk=client.session["_auth_user_id"])


def dealt(client: Client, key: str = "saboteur", **said: str) -> Game:
    answer = client.post(DEAL, form(client, key, **said))
    assert answer.status_code == 303, answer.content.decode()
    return Game.objects.get(key=answer["Location"].split("/")[2])


@pytest.mark.parametrize("key", RULESETS)
def test_a_click_deals_every_game_and_leads_to_a_table_of_ones_own(key: str):
    client = browser()
    game = dealt(client, key)
    who = visitor(client)
    assert (who.email, game.organiser, game.status) == (None, who, "active")
    bots = game.places.filter(bot=True)
    assert set(bots.values_list("strength", flat=True)) <= {"easy"}
    assert bots.count() == game.seats - 1
    mine = game.places.get(player=who)
    assert game.to_act == [mine.number]
    page = client.get(reverse("seat-mine", args=[game.key]))
    assert page.status_code == 200
    assert "A practice game" in page.content.decode()
    for gone in ("talk-of-game", "notes-mine", "orders-mine", "seats-of-game", "time-table"):
        assert reverse(gone, args=[game.key]) not in page.content.decode()
    assert game.deadline_at is None
    assert not Letter.objects.exists()


def test_a_card_is_lifted_already_that_can_be_laid():
    client = browser()
    answer = client.post(DEAL, form(client))
    page = client.get(answer["Location"].partition("#")[0]).content.decode()
    assert "pick=card" in answer["Location"]
    assert "one of your cards is picked already" in page
    assert 'class="lit"' in page


def test_no_lit_place_is_spoken_of_where_none_is_lit():
    client = browser()
    game = dealt(client)
    state = ruleset("saboteur").load(game.state)
    hand = (KIND["break-pick"], KIND["P1"])
    lay_out(game, replace_values(state, hands=(hand,) * game.seats))
    here = reverse("seat-mine", args=[game.key])
    for card, lit in ("P1", True), ("break-pick", False):
        page = client.get(here, {"pick": f"card:{card}"}).content.decode()
        assert ('class="lit"' in page, "Tap a place that is lit" in page) == (lit, lit)


def test_the_visitor_moves_and_the_bots_are_asked():
    client = browser()
    game = dealt(client)
    table = client.get(reverse("seat-mine", args=[game.key])).content.decode()
    card = re.search(r'id="card" href="([^"#]+)', table)[1].replace("&amp;", "&")
    page = client.get(card).content.decode()
    while (move := form_to_move(page)) is None:
        onward = re.search(r'class="lit" href="([^"#]+)|class="option[^"]*" href="([^"#]+)', page)
        page = client.get((onward[1] or onward[2]).replace("&amp;", "&")).content.decode()
    to = reverse("seat-my-move", args=[game.key])
    assert client.post(to, move).status_code == 303
    assert Move.objects.filter(game=game, by="player").count() == 1
    assert not Letter.objects.exists()
    home = text_of(client.get("/").content.decode())
    assert f"My practice games {game.name} Saboteur" in home


def form_to_move(page: str) -> dict[str, str] | None:
    move = re.search(r'name="move" value="([^"]+)"', page)
    ply = re.search(r'name="seen_ply" value="(\d+)"', page)
    return {"move": move[1], "seen_ply": ply[1]} if move and ply else None


def test_looking_at_the_front_page_opens_nothing():
    client = browser()
    client.get("/")
    assert client.get(DEAL).status_code == 302
    assert (Player.objects.count(), Game.objects.count(), Session.objects.count()) == (0, 0, 0)


def test_a_double_click_deals_one_game_to_one_visitor():
    first, second = browser(), browser()
    wish = form(first)
    places = [client.post(DEAL, wish)["Location"].split("?")[0] for client in (first, second)]
    assert places[0] == places[1]
    assert (Game.objects.count(), Player.objects.count()) == (1, 1)
    again_ = first.post(DEAL, wish)
    assert again_["Location"].split("?")[0] == places[0]


def test_an_old_form_opens_nobodys_table():
    client, other = browser(), browser()
    wish = form(client)
    client.post(DEAL, wish)
    Practice.objects.update(made_at=NOW - DAY)
    other.post(DEAL, wish)
    assert visitor(other) != visitor(client)
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    "forged",
    [
        {"ruleset": "chess"},
        {"ruleset": ""},
        {"strength": "superhuman"},
        {"once": "short"},
    ],
)
def test_a_forged_form_deals_nothing_and_says_so(forged: dict[str, str]):
    client = browser()
    answer = client.post(DEAL, form(client) | forged)
    assert answer.status_code == 400
    assert "nothing was dealt" in answer.content.decode()
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_without_cookies_he_is_told_why_nothing_was_dealt():
    client = Client(enforce_csrf_checks=True)
    answer = client.post(DEAL, form(client, csrfmiddlewaretoken="x"))
    assert answer.status_code == 403
    assert "This site needs cookies" in answer.content.decode()
    assert not Game.objects.exists()


def test_nobody_elses_browser_opens_his_seat():
    game = dealt(browser())
    mine, move = (reverse(name, args=[game.key]) for name in ("seat-mine", "seat-my-move"))
    stranger = browser()
    assert "/sign-in/" in stranger.get(mine)["Location"]
    dealt(stranger)
    assert stranger.get(mine).status_code == 404
    assert stranger.post(move, {"move": "pass", "seen_ply": "0"}).status_code == 404


@pytest.mark.parametrize("name", ["lobby-new-game", "accounts-me", "records-mine", "away-mine"])
def test_pages_of_people_are_not_a_visitors(name: str):
    client = browser()
    dealt(client)
    assert "/sign-in/" in client.get(reverse(name))["Location"]


def test_a_visitor_is_called_in_his_language():
    client = browser(language="de")
    game = dealt(client)
    assert game.places.get(player=visitor(client)).name == "Gast"
    assert visitor(client).language == "de"


def test_a_visitor_is_spoken_to_in_another_language_in_the_middle_of_a_game():
    client = browser()
    seat = reverse("seat-mine", args=[dealt(client).key])
    assert 'action="/language/"' in client.get(seat).content.decode()
    answer = client.post(reverse("languages-choose"), {"language": "de", "next": seat})
    assert answer["Location"] == seat
    assert visitor(client).language == "de"
    assert "Du bist am Zug" in client.get(seat).content.decode()


def test_a_player_who_is_signed_in_gets_the_game_himself():
    alice = player("alice")
    client = browser(alice)
    wish = {"ruleset": "duel", "strength": "hard", "once": "a" * 22}
    assert client.post(DEAL, wish).status_code == 303
    assert Game.objects.get().organiser == alice


def test_a_player_who_has_no_name_yet_is_asked_for_it_first():
    alice = player("alice")
    alice.name = ""
    alice.save()
    wish = {"ruleset": "duel", "strength": "hard", "once": "a" * 22}
    page = browser(alice).post(DEAL, wish).content.decode()
    assert "Your first seat" in page
    assert f'name="once" value="{wish["once"]}"' in page
    assert not Game.objects.exists()
    said = {"me-name": "Alice", "me-language": "en", "me-time_zone": "Europe/Berlin"}
    assert browser(alice).post(DEAL, wish | said).status_code == 303
    assert Game.objects.get().places.get(player=alice).name == "Alice"


def test_whoever_digs_alone_digs_all_rounds():
    assert dealt(browser(), "duel-solo").options["rounds"] == "3"
    assert dealt(browser(), "duel").options["rounds"] == "1"


def test_every_way_on_from_a_table_is_open_to_its_visitor():
    client = browser()
    seat = reverse("seat-mine", args=[dealt(client).key])
    ways = set(re.findall(rf'href="({seat}[\w/]+)"', client.get(seat).content.decode()))
    assert len(ways) >= 3
    assert {way: client.get(way).status_code for way in ways} == dict.fromkeys(ways, 200)


def test_what_is_practised_is_listed_nowhere():
    game = dealt(browser())
    assert game.key not in browser(player("alice")).get(reverse("seats-open-list")).content.decode()
    assert game.key not in browser().get("/").content.decode()


def deal(origin: str = "1.2.3.4", *, now=NOW, who: Player | None = None, once: str = "") -> Game:
    return dealing.deal(
        who,
        "duel-solo",
        Strength.EASY,
        once=once or f"{Practice.objects.count():022}",
        name="Guest",
        language="en",
        origin=origin,
        now=now,
    )


def test_many_games_from_one_place_are_too_many_until_the_next_day(monkeypatch):
    few = replace(PRACTICE_OF_A_NETWORK, most=3)
    monkeypatch.setattr(dealing, "PRACTICE_OF_A_NETWORK", few)
    for _ in range(3):
        deal()
    with pytest.raises(TooManyTables) as caught:
        deal()
    assert caught.value.here
    deal("5.6.7.8")
    deal(now=NOW + DAY + HOUR)


def test_the_same_form_fills_no_disk_either(monkeypatch):
    """Each time it lets a browser in, of which a row is kept."""
    few = replace(PRACTICE_TWICE_OF_A_NETWORK, most=3)
    monkeypatch.setattr(dealing, "PRACTICE_TWICE_OF_A_NETWORK", few)
    game = deal(once="o" * 22)
    assert [deal(once="o" * 22).pk for _ in range(3)] == [game.pk] * 3
    with pytest.raises(TooManyTables):
        deal(once="o" * 22)
    assert deal("5.6.7.8", once="o" * 22).pk == game.pk
    # Whoever is known already is let in nowhere.
    assert deal(once="o" * 22, who=game.organiser).pk == game.pk


def test_too_many_altogether_are_refused_on_a_page_that_says_so(monkeypatch):
    monkeypatch.setattr(rules, "IN_ALL", 1)
    deal()
    client = browser()
    answer = client.post(DEAL, form(client))
    assert answer.status_code == 429
    assert "So many people are practising" in answer.content.decode()
    assert (Game.objects.count(), Player.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_when_many_click_at_once(monkeypatch):
    monkeypatch.setattr(rules, "IN_ALL", 3)
    start, refused = Barrier(8), []

    def click(number: int) -> None:
        start.wait()
        try:
            deal(f"10.0.0.{number}", once=f"{number:022}")
        except TooManyTables:
            refused.append(number)
        finally:
            connection.close()

    threads = [Thread(target=click, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Game.objects.count() == 3
    assert len(refused) == 5


def test_signing_in_takes_the_games_over(monkeypatch):
    client, alice = browser(), player("alice")
    games = [dealt(client), dealt(client, "duel")]
    guest = visitor(client)
    sign_in(client, "alice@example.org", monkeypatch)
    for game in games:
        assert again(game).organiser == alice
        assert game.places.get(player=alice).name == "alice"
        assert client.get(reverse("seat-mine", args=[game.key])).status_code == 200
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert leaving.take_over(guest, alice) == 0


def test_signing_in_makes_a_new_account_of_a_visitor(monkeypatch):
    client = browser()
    game = dealt(client)
    sign_in(client, "newcomer@example.org", monkeypatch)
    assert again(game).organiser.email == "newcomer@example.org"
    assert game.places.get(bot=False).name == "Guest"
    assert not Player.objects.filter(email=None).exists()


def test_nobody_takes_an_account_over():
    alice, bob = player("alice"), player("bob")
    deal(who=alice)
    assert leaving.take_over(alice, bob) == 0
    assert Game.objects.get().organiser == alice


def sign_in(client: Client, address: str, monkeypatch) -> None:
    wish = accounts.ask_code(address, next="", language="en", origin="x", now=NOW)
    monkeypatch.setattr("games.services.accounts.is_code_of", lambda row, code: True)
    monkeypatch.setattr("games.services.instant.now", lambda: NOW)
    answer = client.post(reverse("accounts-enter-code", args=[wish]), {"code": "123456"})
    assert answer.status_code == 303


def test_a_week_after_the_last_sign_of_life_nothing_is_left():
    deal()
    assert leaving.sweep(now=NOW + 6 * DAY) == 0
    assert leaving.sweep(now=NOW + 8 * DAY) == 1
    left = (Player, Game, Seat, Move, Practice)
    assert [row.objects.count() for row in left] == [0] * len(left)


@pytest.mark.parametrize("sign", ["here", "moved"])
def test_a_sign_of_life_keeps_a_game_for_another_week(sign: str):
    game = deal()
    later = NOW + 5 * DAY
    if sign == "here":
        game.places.filter(player__isnull=False).update(here_at=later)
    else:
        Move.objects.create(
            game=game, ply=1, seat=0, by="player", events=[], rules_version=1, made_at=later
        )
    assert leaving.sweep(now=NOW + 8 * DAY) == 0
    assert leaving.sweep(now=later + 7 * DAY + timedelta(minutes=1)) == 1


def test_what_an_account_practised_is_not_swept():
    alice = player("alice")
    deal(who=alice)
    assert leaving.sweep(now=NOW + 30 * DAY) == 0
    assert Game.objects.get().organiser == alice
    assert not Practice.objects.exists()


def test_the_beat_sweeps(settings):
    assert settings.CELERY_BEAT_SCHEDULE["clean"]["task"] == tasks.clean.name
    deal()
    tasks.clean()
    assert not Game.objects.exists()
    assert Cleaned.objects.get(what="practice games").in_all == 1


def test_who_practises_has_no_record_and_no_letter_to_the_end():
    client = browser()
    game = dealt(client, "duel-solo")
    while again(game).to_act:
        play(game)
    assert again(game).status == "finished"
    assert not Kept.objects.exists()
    assert not Letter.objects.exists()
    assert "It is over" in client.get("/").content.decode()
