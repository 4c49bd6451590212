"""A player's page tells what he shows to whom, from rows that are there, and no secret."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.api import RoundScore
from engine.registry import RULESETS, ruleset
from games.links import JoinClaim
from games.models import Game, Kept, Notes, Part, Player, Seat
from games.people import selectors
from games.people.rules.shown import DEFAULT, Item, Whom, dump, load, seen
from games.people.selectors import Been, Played
from games.people.services import parts, showing
from games.selectors import records
from games.services import games
from tests.games.cast import DAY, NOW, again, open_table, play_to_the_end, player, started
from tests.games.pages.table import browser, checksum, game_url, seat_url, text_of

pytestmark = pytest.mark.django_db
SHOWN = reverse("profiles-mine")


@pytest.fixture(autouse=True)
def _at_a_time(set_clock):
    set_clock(NOW + DAY)


def page_of(name: str) -> str:
    return reverse("profiles-show", args=[player(name).key])


def over(people: tuple[str, ...] = ("alice", "bob", "carol"), **terms) -> Game:
    game = started(people, rounds="1", **terms)
    play_to_the_end(game, now=NOW)
    return again(game)


def read(url: str, who: str | None = None) -> str:
    answer = browser(player(who) if who else None).get(url)
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def show_all(name: str, whom: Whom = Whom.EVERYBODY) -> None:
    showing.choose(player(name), dict.fromkeys(Item, whom))


@pytest.mark.parametrize("key", RULESETS)
def test_results_are_those_of_the_finished_game(key: str):
    people = ("alice", "bob", "carol")[: RULESETS[key].meta.seats[-1]]
    if len(people) < 2:
        pytest.skip("who plays alone is practising")
    game = over(people, key=key)
    show_all("alice")
    mine = game.places.get(player=player("alice")).number
    found = selectors.profile(player("alice").key, None, now=NOW)
    won = int(mine in game.outcome["winners"])
    assert found.games == (Played(key, 1, won, 0, won),)
    rounds = _rounds(game)
    roles = [score.roles[mine] for score in rounds]
    assert found.roles is not None
    assert {each.role: each.rounds for each in found.roles} == {
        role: roles.count(role) for role in roles
    }
    assert sum(each.gold for each in found.roles) == sum(score.gold[mine] for score in rounds)
    assert Part.objects.filter(game=game).count() == len(people) * len(rounds)


def _rounds(game: Game) -> tuple[RoundScore, ...]:
    rules = ruleset(game.ruleset)
    return rules.rounds(rules.load(game.state))


def test_wins_and_gold_are_added_up_by_ruleset_and_role():
    for _ in range(2):
        over()
    Game.objects.update(outcome={"winners": [0, 1, 2], "scores": []})
    Part.objects.update(role="digger", gold=2)
    show_all("alice")
    found = selectors.profile(player("alice").key, None, now=NOW)
    assert found.games == (Played("saboteur", 2, 2, 0, 2),)
    assert found.roles == (Been("saboteur", "digger", 2, 2, 4),)
    said = read(page_of("alice"))
    assert "2 of 2 won" in said
    assert "gold in 2 of them, 4 in all" in said


def test_of_a_game_that_runs_no_role_is_told_and_nothing_else():
    game = started(rounds="3")
    Part.objects.create(
        game=game, round=1, seat=game.places.get(name="alice").number, player=player("alice"),
        role="saboteur", gold=4,
    )  # fmt: skip
    show_all("alice")
    for who in (None, "alice", "bob"):
        said = read(page_of("alice"), who)
        assert "Saboteur 1 round" not in said
        assert "a dwarf is told of when its game is over" in said
        assert "No game with other people is over yet." in said
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=NOW, outcome=None)
    said = read(page_of("alice"))
    assert "gold in 1 of them, 4 in all" in said
    # A table that everybody left has no result.
    assert "No game with other people is over yet." in said


def test_games_with_bots_alone_are_practice_and_not_counted():
    game, ended = started(("alice",), bots=2), over()
    parts.keep(game, list(game.places.all()), _rounds(ended), first=1)
    Game.objects.filter(pk=game.pk).update(
        status="finished", ended_at=NOW, outcome={"winners": [0, 1, 2], "scores": []}
    )
    Game.objects.filter(pk=ended.pk).delete()
    show_all("alice")
    found = selectors.profile(player("alice").key, None, now=NOW)
    assert (found.games, found.roles) == ((), ())


def test_who_gives_a_seat_on_keeps_the_rounds_that_he_played():
    game = over()
    seat = game.places.get(name="bob")
    Seat.objects.filter(pk=seat.pk).update(player=player("dora"), name="dora")
    found = selectors.profile(player("bob").key, player("bob"), now=NOW)
    assert found.games == ()
    assert found.roles is not None
    assert len(found.roles) == 1


@pytest.mark.parametrize("item", Item)
@pytest.mark.parametrize("whom", Whom)
def test_each_thing_is_told_to_those_whom_it_is_shown_and_to_nobody_else(item: Item, whom: Whom):
    over()
    others = dict.fromkeys(Item, Whom.NOBODY)
    showing.choose(player("alice"), others | {item: whom})
    key = player("alice").key
    viewers = {None: Whom.EVERYBODY, "dora": Whom.EVERYBODY, "bob": Whom.FELLOWS}
    for name, stands in viewers.items():
        viewer = player(name) if name else None
        found = selectors.profile(key, viewer, now=NOW)
        assert found.told == (frozenset({item}) if whom <= stands else frozenset())
        there = {
            Item.SINCE: found.since,
            Item.TURNS: found.record,
            Item.REPLY: found.record,
            Item.GAMES: found.games,
            Item.ROLES: found.roles,
            Item.RATINGS: found.ratings,
        }
        told = {each for each, part in there.items() if part is not None}
        allowed = {item} if whom <= stands else set()
        if allowed & {Item.TURNS, Item.REPLY}:
            allowed |= {Item.TURNS, Item.REPLY}
        assert told == allowed
    assert selectors.profile(key, player("alice"), now=NOW).told == frozenset(Item)


def test_how_soon_one_answers_is_told_apart_from_turns_in_time():
    game = over()
    for _ in range(3):
        Kept.objects.create(player=player("alice"), game=game, at=NOW, reply=60)
    nobody = dict.fromkeys(Item, Whom.NOBODY)
    showing.choose(player("alice"), nobody | {Item.REPLY: Whom.EVERYBODY})
    said = read(page_of("alice"))
    assert "answers mostly within two hours" in said
    assert "turns in time" not in said
    showing.choose(player("alice"), nobody | {Item.TURNS: Whom.EVERYBODY})
    said = read(page_of("alice"))
    assert "turns in time" in said
    assert "answers mostly" not in said
    assert records.of([player("alice").pk], now=NOW)


def test_who_waits_at_a_table_with_somebody_does_not_play_with_him_yet():
    table = open_table(by="alice")
    games.take_open_seat(JoinClaim.of(table), player("dora"), now=NOW)
    found = selectors.profile(player("alice").key, player("dora"), now=NOW)
    assert found.viewer == Whom.EVERYBODY


def test_its_owner_chooses_on_his_page_and_looks_at_it_as_others_do():
    over()
    client = browser(player("alice"))
    page = client.get(SHOWN).content.decode()
    for item in Item:
        assert re.search(
            rf'name="{item}".*?<option value="{DEFAULT[item].value}" selected', page, re.DOTALL
        )
    wish = {item.value: "2" for item in Item} | {"games": "0"}
    assert client.post(SHOWN, wish, follow=True).status_code == 200
    alice = player("alice")
    assert load(alice.shown) == dict.fromkeys(Item, Whom.NOBODY) | {Item.GAMES: Whom.EVERYBODY}
    preview = text_of(client.get(page_of("alice") + "?as=everybody").content.decode())
    assert "1 won" in preview
    assert "Here since" not in preview
    own = text_of(client.get(page_of("alice")).content.decode())
    assert "Here since only me" in own
    # Nobody else can look with anothers's eyes.
    assert "Here since" not in read(page_of("alice") + "?as=nobody", "bob")


def test_a_choice_that_cannot_be_is_refused_and_changes_nothing():
    client = browser(player("alice"))
    before = checksum()
    wish = {item.value: "2" for item in Item}
    for wrong in ({"games": "7"}, {"games": ""}, {"games": "x"}):
        assert client.post(SHOWN, wish | wrong).status_code == 400
    assert checksum() == before


def test_an_address_of_a_page_reveals_nothing_and_cannot_be_guessed():
    alice, bob = player("alice"), player("bob")
    assert re.fullmatch(r"[a-z2-9]{10}", alice.key)
    assert alice.key != bob.key
    for guess in (str(alice.pk), "alice", "alice@example.org"):
        assert browser().get(f"/p/{guess}/").status_code == 404
    page = browser().get(page_of("alice")).content.decode()
    assert "example.org" not in page


def test_who_has_no_address_has_no_page_and_no_link():
    game = started()
    Player.objects.filter(pk=player("bob").pk).update(email=None)
    bob = Player.objects.get(name="bob")
    assert browser(player("alice")).get(reverse("profiles-show", args=[bob.key])).status_code == 404
    for url in (game_url(game), game_url(game, "seat-mine"), game_url(game, "seats-of-game")):
        page = browser(player("alice")).get(url).content.decode()
        assert player("carol").key in page
        assert bob.key not in page


def test_people_are_linked_wherever_a_table_names_them_and_bots_are_not():
    game = started(("alice", "bob"), bots=1)
    table = open_table(by="alice")
    seat = game.places.get(name="bob")
    for url in (
        game_url(game),
        seat_url(seat),
        game_url(game, "seats-of-game"),
        game_url(table),
    ):
        page = browser(player("bob")).get(url).content.decode()
        assert f'href="{page_of("alice")}"' in page, url
        linked = re.findall(r'href="/p/(\w+)/"', page)
        assert {*linked} <= {player("alice").key, player("bob").key}


def test_what_others_note_about_somebody_stands_nowhere_on_his_page():
    game = over()
    seat = game.places.get(name="bob")
    about = {str(game.places.get(name="alice").number): "cheats at cards"}
    Notes.objects.create(seat=seat, text="I do not trust alice", about=about)
    show_all("alice")
    for who in (None, "alice", "bob"):
        page = read(page_of("alice"), who)
        assert "cheats" not in page
        assert "trust" not in page


def test_a_page_takes_as_many_queries_for_many_games_as_for_one():
    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            selectors.profile(player("alice").key, player("bob"), now=NOW)
        return len(caught)

    over()
    show_all("alice")
    few = count()
    for _ in range(4):
        over()
    assert count() == few <= 9


def test_a_stored_choice_is_read_back_and_what_is_missing_is_the_default():
    for whom in Whom:
        chosen = dict.fromkeys(Item, whom)
        assert load(dump(chosen)) == chosen
    assert load({}) == DEFAULT
    assert seen(DEFAULT, Whom.NOBODY) == frozenset(Item)
    assert Item.ROLES not in seen(DEFAULT, Whom.EVERYBODY)


def test_markup_in_a_name_is_plain_text_on_his_page():
    Player.objects.filter(pk=player("alice").pk).update(name="<b>A\u05d0</b>")
    page = browser().get(page_of("alice")).content.decode()
    assert "&lt;b&gt;A" in page
    assert "<b>" not in page


def test_the_month_since_when_is_told_but_no_day():
    Player.objects.filter(pk=player("alice").pk).update(created_at=NOW - timedelta(days=40))
    assert "Here since January 2026" in read(page_of("alice"))
