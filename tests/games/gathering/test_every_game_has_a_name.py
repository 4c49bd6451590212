"""A name for each game: drawn from mines and dwarves, or the organiser's own."""

import itertools
import json

import pytest
from django.test import Client

from games import letters, links
from games.errors import BadGameName
from games.gathering.rules import names
from games.links import CalendarClaim
from games.models import Game, Letter
from games.people.rules.looks import look
from games.replay import selectors as replay
from games.replay.rules import records
from games.services import accounts, games, invitations
from games.services.people import Said
from tests.games.cast import NOW, asked, fixed, open_table, player, started


def create(name: str = "", *, by: str = "alice") -> Game:
    return games.create(
        player(by),
        ruleset_key="saboteur",
        options={"rounds": "1"},
        seats=3,
        time=fixed(24),
        name=name,
        now=NOW,
    )


@pytest.mark.parametrize("language", names.NAMES)
def test_every_name_that_is_drawn_may_be_chosen_and_looks_like_no_other(language):
    offered = names.NAMES[language]
    assert [names.chosen(name) for name in offered] == list(offered)
    assert len(set(map(look, offered))) == len(offered) >= 50


def test_names_are_drawn_unlike_the_others_and_numbered_when_all_are_used():
    used: list[str] = []
    for chance in range(2 * len(names.NAMES["de"]) + 1):
        used.append(names.drawn("de", used, chance=chance))
    assert len(set(map(look, used))) == len(used)
    assert used[0] in names.NAMES["de"]
    assert used[-1].endswith(" 3")


def test_a_name_that_looks_like_another_is_not_drawn():
    alike = [name.replace("o", "0").upper() for name in names.NAMES["en"][1:]]
    assert names.drawn("en", alike, chance=77) == names.NAMES["en"][0]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  The   Pit\t", "The Pit"),
        ("Zum Löwen", "Zum Löwen"),
        ("Zum Lo\u0308wen", "Zum Löwen"),
        ("Gold ❤\ufe0f", "Gold ❤"),
        ("⛏ Dig! St. Barbara (2)", "⛏ Dig! St. Barbara (2)"),
        ("Шахта", "Шахта"),
        ("金鉱", "金鉱"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_kept_as_it_was_typed_but_for_what_nobody_sees(typed, kept):
    assert names.chosen(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "x" * 41, "a\u200bb", "a\u202eb", "a\u2066b", "a\x00b", "\u3164", "\u2800"),
        *("a\u115fb", "a\u034fb", "\u0301a", "a\u0336\u0336\u0336", "Pаypal", "Ｐａypаl"),
        *("see evil.com", "https://x", "//x", "a@b", "bob @ home"),
    ],
)
def test_a_name_that_is_not_what_it_looks_like_is_refused(typed):
    with pytest.raises(BadGameName):
        names.chosen(typed)


@pytest.mark.django_db
def test_a_table_without_a_wish_gets_a_name_unlike_those_of_ones_running_games(monkeypatch):
    monkeypatch.setattr("secrets.randbits", lambda bits: 0)
    first, second = create(), create()
    assert [first.name, second.name] == list(names.NAMES["en"][:2])
    assert create(by="bob").name == names.NAMES["en"][0]
    games.cancel(first.key, by=player("alice"), now=NOW)
    assert create().name == first.name


@pytest.mark.django_db
def test_a_name_is_drawn_in_the_organisers_language():
    anna = accounts.known_or_new("anna@example.org", language="de", now=NOW)
    accounts.introduce(anna, Said("Anna", "de", "UTC"))
    game = games.create(anna, ruleset_key="saboteur", options={}, seats=3, time=fixed(24), now=NOW)
    assert game.name in names.NAMES["de"]


@pytest.mark.django_db
def test_a_wished_name_is_kept_and_a_bad_one_opens_no_table():
    assert create(" Friday  dig ").name == "Friday dig"
    with pytest.raises(BadGameName):
        create("evil.com")
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_letters_bear_the_name_in_subject_and_text():
    game = create("Friday dig")
    invitations.invite(game.key, "bob@example.org", by=player("alice"), now=NOW)
    message = letters.render(Letter.objects.get(kind="invitation"), now=NOW)
    assert message.subject == "alice invites you to a game of Saboteur · Friday dig"
    assert "Friday dig · Saboteur" in str(message.body)
    assert "<b>Friday dig</b> · Saboteur" in str(message.alternatives[0][0])


@pytest.mark.django_db
def test_a_turns_letter_says_what_is_asked_and_where():
    game = started()
    Game.objects.filter(pk=game.pk).update(name="Friday dig")
    letter = Letter.objects.get(game=game, seat=asked(game))
    message = letters.render(letter, now=NOW)
    assert message.subject == "Your turn · Friday dig, round 1 of 3"
    assert "Friday dig, round 1 of 3 · Saboteur with " in str(message.body)


@pytest.mark.django_db
def test_pages_are_titled_by_the_name(client: Client):
    game = open_table()
    Game.objects.filter(pk=game.pk).update(name="Pits & <Falls>")
    client.force_login(player("alice"))
    running = started()
    Game.objects.filter(pk=running.pk).update(name="Pits & <Falls>")
    shown = "Pits &amp; &lt;Falls&gt;"
    for address in (f"/g/{game.key}/", f"/g/{running.key}/", f"/g/{running.key}/seat/"):
        page = client.get(address, follow=True).content.decode()
        assert shown in page.partition("<title>")[2].partition("</title>")[0], address
        assert shown in page.partition("<main")[2], address
    assert client.get("/").content.decode().count(shown) == 2
    token = links.CALENDAR.sign(CalendarClaim.of(asked(running).player))
    feed = client.get(f"/c/{token}/saboteur.ics").content.decode().replace("\r\n ", "")
    assert "SUMMARY:Your turn: Pits & <Falls> with" in feed


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["evil.com", "Pit" * 100])
def test_a_form_with_a_bad_name_keeps_what_was_typed(client: Client, typed: str):
    client.force_login(player("alice"))
    terms = {"ruleset": "saboteur", "seats": "3", "clock": "steady", "days_off": []}
    page = client.post("/games/new/", terms | {"name": typed, "option_rounds": "1"})
    assert page.status_code == 200
    assert f'value="{typed}"' in page.content.decode()
    assert "has 1 to 40 letters" in page.content.decode()
    assert "is no address of a site" in page.content.decode()
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_a_record_bears_the_name_and_records_of_old_need_none():
    game = started()
    told = replay.record(game.key, None)
    assert told["name"] == game.name
    old = {
        "format": records.FORMAT,
        "version": records.VERSION,
        "ruleset": "saboteur",
        "options": {},
        "names": ["a", "b", "c"],
        "seed": "00" * 16,
        "done": [],
    }
    assert records.read(json.dumps(old)).name == ""
    assert records.read(json.dumps(old | {"name": "Dig"})).name == "Dig"


def test_no_two_lists_are_one():
    for one, other in itertools.combinations(names.NAMES.values(), 2):
        assert not set(one) & set(other)
