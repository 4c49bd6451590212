"""Orders are left on a page of their own: read back as understood, refused line by line."""

import html
import re

import pytest
from django.urls import reverse
from django.utils import translation

from engine.api import Seat as EngineSeat
from engine.registry import RULESETS, ruleset
from games import letters, links, texts
from games.links import SeatClaim
from games.models import Game, Letter, Orders, Seat
from games.orders.rules.sheet import Sheet
from games.services import games
from games.texts.orders import samples
from tests.games.cast import NOW, again, asked, play_to_the_end, player, started
from tests.games.orders.cast import by_hand, cave, leave, row, seat, state_of, table
from tests.games.pages.table import browser, checksum, game_url, seat_url, text_of
from tests.games.pages.test_a_table_is_filled_on_its_page import TERMS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now(set_clock):
    set_clock(NOW)


def shown(game: Game, number: int, language: str = "en") -> str:
    return browser(language=language).get(url(game, number)).content.decode()


def table_shown(game: Game, number: int) -> str:
    return browser().get(seat_url(seat(game, number))).content.decode()


def url(game: Game, number: int) -> str:
    return reverse("orders-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat(game, number)))])


def boxes(page: str) -> tuple[str, str]:
    """What stands in the two boxes of the form."""
    found = re.findall(r'<textarea id="orders-\w+"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    following, standing = map(html.unescape, found)
    return following, standing


def form(page: str) -> dict[str, str]:
    (version,) = re.findall(r'name="orders" value="(\d+)"', page)
    following, standing = boxes(page)
    return {"orders": version, "next": following, "standing": standing}


def post(game: Game, number: int, following: str, standing: str = "", **more: str):
    return browser().post(
        url(game, number),
        form(shown(game, number)) | {"next": following, "standing": standing} | more,
    )


def test_a_list_is_read_back_as_it_is_understood():
    game = table()
    answer = post(game, 1, "  IF Free E4 : LAY p4~ E4 or PASS p4\r\n\r\nmap I1", "Late: only")
    assert (answer.status_code, answer["location"]) == (303, url(game, 1))
    page = shown(game, 1)
    assert boxes(page) == ("if free e4: lay P4 e4 or pass P4\nmap i1", "late: only")
    assert row(game, 1).following == ["if free e4: lay P4 e4 or pass P4", "map i1"]
    assert "<code>if free e4: lay P4 e4 or pass P4</code>" in page


def test_what_is_no_order_is_named_and_nothing_that_was_typed_is_lost():
    game = table()
    wrong = "pass P4\ndance <b>\nlay q9 e4\nif free mm99: only\nfix cart @9\n" + "pass P4 or " * 40
    answer = post(game, 1, wrong, "if saboteur @2: only")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert boxes(page)[0] == wrong
    assert boxes(page)[1] == "if saboteur @2: only"
    said = [
        html.unescape(text_of(line)) for line in re.findall(r"<li>([NS][^<]*line.*?)</li>", page)
    ]
    assert [line.partition(", “")[0] for line in said] == [
        "Next turn, line 2",
        "Next turn, line 3",
        "Next turn, line 4",
        "Next turn, line 5",
        "Next turn, line 6",
        "Standing, line 1",
    ]
    assert "“lay q9 e4” is no move of this game" in said[1]
    assert "“free mm99” names nothing at this table" in said[2]
    assert "no seat @9" in said[3]
    assert "Write it in 300 characters" in said[4]
    assert not Orders.objects.exists()


BAD = {
    "many": "pass P4\n" * 21,
    "nul": "pass\0 P4",
    "emoji": "🪨 e4",
    "foreign": "@3: pass P6",
    "setting of another game": "order keep",
    "no move": "if free e4",
    "long": "x" * 20_000,
    "turkish": "PAŞŞ İ",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_bad_input_changes_nothing(text: str):
    game = table()
    before = checksum()
    answer = post(game, 1, text)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert boxes(answer.content.decode())[0] == text.replace("\0", "\N{REPLACEMENT CHARACTER}")
    assert checksum() == before


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30])
def test_a_form_that_is_none_of_ours_changes_nothing(version: str):
    game = table()
    before = checksum()
    answer = post(game, 1, "pass P4", orders=version)
    assert answer.status_code == 400
    assert boxes(answer.content.decode())[0] == "pass P4"
    assert checksum() == before


def test_a_line_that_is_not_legal_now_is_taken_and_only_marked():
    game = table()
    assert post(game, 0, "lay P1 t9\npass P7\nlay P1 b3").status_code == 303
    page = html.unescape(text_of(shown(game, 0)))
    assert "lay P1 t9 cannot be played now: A path card must touch another card." in page
    assert "pass P7 cannot be played now: You do not hold this card." in page
    assert "lay P1 b3 cannot" not in page


def test_a_line_that_can_never_fit_again_is_marked_and_stays():
    game = table()
    leave(game, 1, standing="lay P4 a3\npass P7\npass P4\nmap i1 or rockfall a3")
    state_of(game, {"stock": ()})
    page = html.unescape(text_of(shown(game, 1)))
    assert "lay P4 a3 can never be played any more" in page
    assert "pass P7 can never be played any more" in page
    assert "pass P4 can never" not in page
    assert "rockfall a3 can never" not in page
    assert len(row(game, 1).standing) == 4


def test_the_same_form_twice_is_the_same_once():
    game = table()
    drawn = form(shown(game, 1)) | {"next": "pass P4"}
    assert browser().post(url(game, 1), drawn).status_code == 303
    once = checksum()
    assert browser().post(url(game, 1), drawn).status_code == 303
    assert checksum() == once


def test_a_form_drawn_before_its_list_was_played_is_told_so_and_brings_nothing_back():
    game = table()
    leave(game, 1, "pass P4")
    drawn = form(shown(game, 1)) | {"standing": "only"}
    by_hand(game, "pass P1")
    before = checksum()
    answer = browser().post(url(game, 1), drawn)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert boxes(page) == ("pass P4", "only")
    assert checksum() == before
    # He has been told; what he sends from this page he means.
    assert browser().post(url(game, 1), form(page)).status_code == 303
    assert row(game, 1).following == ["pass P4"]


def test_the_table_shows_its_owner_both_lists_and_the_way_to_change_them():
    game = table()
    assert "Leave orders for when I am asked" in table_shown(game, 1)
    leave(game, 1, "pass P4 or pass P7", "late: only")
    page = table_shown(game, 1)
    assert "<code>pass P4 or pass P7</code>" in page
    assert "<code>late: only</code>" in page
    assert f'href="{url(game, 1)}">Change my orders' in page
    assert "late: only" not in table_shown(game, 2)


def test_opening_the_page_writes_nothing():
    game = table()
    leave(game, 1, "pass P4")
    before = checksum()
    shown(game, 1)
    table_shown(game, 1)
    assert checksum() == before


def test_nobody_leaves_orders_for_a_seat_that_is_not_his():
    game = table()
    mine = player("alice")
    page = browser(mine)
    number = Seat.objects.get(game=game, player=mine).number
    page.post(game_url(game, "orders-mine"), {"orders": "0", "next": "only", "standing": ""})
    assert [order.seat.number for order in Orders.objects.all()] == [number]
    old = url(game, number)
    games.revoke_links(seat(game, number))
    assert browser().post(old, {"orders": "1", "next": "", "standing": ""}).status_code == 404
    assert (
        browser(player("dora"))
        .post(game_url(game, "orders-mine"), {"orders": "0", "next": "only"})
        .status_code
        == 404
    )
    assert row(game, number).following == ["only"]


def test_a_signed_in_player_needs_the_forms_secret():
    game = table()
    page = browser(player("bob"))
    page.handler.enforce_csrf_checks = True
    answer = page.post(game_url(game, "orders-mine"), {"orders": "0", "next": "only"})
    assert answer.status_code == 403
    assert not Orders.objects.exists()


def test_a_finished_game_has_no_form_and_refuses_by_name():
    game = started(rounds="1")
    drawn = form(shown(game, 1)) | {"next": "only"}
    play_to_the_end(game)
    assert 'name="orders"' not in shown(game, 1)
    answer = browser().post(url(game, 1), drawn)
    assert answer.status_code == 409
    assert "The game is over." in answer.content.decode()


def test_a_table_without_orders_has_no_form_and_refuses_by_name():
    game = table(pace="off")
    assert 'name="orders"' not in shown(game, 1)
    answer = browser().post(url(game, 1), {"orders": "0", "next": "only"})
    assert answer.status_code == 409
    assert "no orders can be left" in answer.content.decode()


def test_the_page_says_what_haste_betrays():
    assert "shows everybody that it was ordered" in text_of(shown(table(), 1))
    game = table(pace="unhurried")
    page = shown(game, 1)
    assert "waits a random while" in text_of(page)
    assert 'name="unhurried"' not in page


def test_a_wish_not_to_hurry_is_kept_and_shown():
    game = table()
    post(game, 1, "pass P4", unhurried="1")
    assert row(game, 1).unhurried
    assert re.search(r'name="unhurried" value="1" checked', shown(game, 1))


def test_the_terms_of_a_new_table_say_how_orders_are_played():
    answer = browser(player("alice")).post(
        reverse("lobby-new-game"), {**TERMS, "pace": "unhurried"}
    )
    assert answer.status_code == 303
    game = Game.objects.latest("pk")
    assert game.time["settings"]["pace"] == "unhurried"
    page = text_of(browser().get(game_url(game)).content.decode())
    assert "played after a random while" in page


@pytest.mark.parametrize("key", RULESETS)
def test_the_help_of_each_game_is_written_in_its_notation(key: str):
    rules = ruleset(key)
    said = samples(key, tuple(rules.orders.words))
    assert len(said) == len(rules.orders.words)
    assert {line.split()[0] for line in said} == rules.orders.words
    for line in said:
        assert rules.parse(line)


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_example_of_the_help_can_be_left(key: str, language: str):
    people = ("alice", "bob", "carol")[: ruleset(key).meta.seats[-1]]
    game = started(people, key=key)
    place = asked(game)
    orders = ruleset(key).orders
    sheet = Sheet("at once", words=tuple(orders.words), tests=tuple(orders.tests))
    with translation.override(language):
        lines = [line for line, _ in texts.order_help(key, sheet)]
    assert len(lines) <= 10
    leave(game, place.number, "\n".join(lines[1:]))
    assert [line.lower() for line in row(game, place.number).following] == [
        line.lower() for line in lines[1:]
    ]


def turn_letter(game: Game, number: int, language: str = "en") -> str:
    where = seat(game, number)
    where.player.language = language
    where.player.save()
    letter = Letter.objects.filter(seat=where, kind="turn").latest("ply")
    return str(letters.render(letter, now=NOW).body)


def test_the_turn_letter_shows_both_lists_and_why_a_void_one_failed():
    game = table()
    leave(game, 1, "lay P1 e4\nif not free e4: only", "late: pass P4")
    by_hand(game, "pass P1")
    said = turn_letter(game, 1)
    assert "Next turn 1: lay P1 e4 – did not fit: You do not hold this card." in said
    assert "Next turn 2: if not free e4: only – did not fit: “not free e4” is not so." in said
    assert "Standing 1: late: pass P4" in said
    assert "None of your orders fitted" in said
    german = turn_letter(game, 1, "de")
    assert "lay P1 e4" in german
    assert "did not fit" not in german


def test_the_turn_letter_says_that_caution_holds_the_lists_back():
    game = table()
    leave(game, 1, "pass P4")
    by_hand(game, "break pick @2")
    assert "hold back for one turn" in " ".join(turn_letter(game, 1).split())


def test_a_letter_without_orders_does_not_speak_of_them():
    game = table()
    by_hand(game, "pass P1")
    assert "Your orders" not in turn_letter(game, 1)


def test_who_was_played_for_is_told_all_since_he_last_looked():
    game = table()
    leave(game, 1, "pass P4", "")
    by_hand(game, "pass P1")
    by_hand(game, "pass P6")
    by_hand(game, "pass P2")
    assert again(game).to_act == [1]
    said = turn_letter(game, 1)
    assert "You passed and discarded" in said
    assert said.count("passed and discarded") == 4
    by_hand(game, "pass P5")
    by_hand(game, "pass P7")
    by_hand(game, "pass P3")
    assert turn_letter(game, 1).count("passed and discarded") == 2


def test_who_was_played_for_in_several_turns_is_told_of_all_of_them():
    game = table()
    leave(game, 1, standing="pass P4 or pass P5")
    for card in ("P1", "P6", "P2", "P7", "P3"):
        by_hand(game, f"pass {card}")
    assert again(game).to_act == [1]
    assert turn_letter(game, 1).count("passed and discarded") == 7


def keeps(game: Game, number: int) -> bool:
    rules = ruleset("dark-cave")
    return rules.view(rules.load(again(game).state), EngineSeat(number)).axe_order == "keep"


def test_the_axes_are_ordered_about_in_the_same_place_and_the_same_words():
    game = cave()
    number = 1
    page = shown(game, number)
    assert page.index('name="setting"') < page.index('name="orders"')
    assert post(game, number, "only", "order KEEP\nlate: only").status_code == 303
    assert keeps(game, number)
    assert row(game, number).standing == ["late: only"]
    assert post(game, number, "order use").status_code == 303
    assert not keeps(game, number)


def test_the_axes_are_ordered_about_without_conditions():
    game = cave()
    assert post(game, 1, "", "if free e4: order keep").status_code == 422
    assert not keeps(game, 1)


def test_the_axe_order_stands_where_no_other_orders_are_allowed():
    game = started(key="dark-cave", time={"pace": "off"})
    page = shown(game, 1)
    assert 'name="setting"' in page
    assert 'name="orders"' not in page


def test_german_readers_are_spoken_to_in_german():
    game = table()
    page = shown(game, 1, "de")
    assert "My orders" in shown(game, 1)
    reader = seat(game, 1).player
    reader.language = "de"
    reader.save()
    page = shown(game, 1, "de")
    assert "My orders" not in page
    assert "Save my orders" not in page


def test_who_is_asked_reads_that_his_orders_are_not_looked_at_yet():
    game = table(pace="unhurried")
    leave(game, 1, "pass P4")
    by_hand(game, "pass P1")
    assert "your orders are not looked at yet" in text_of(shown(game, 1))
    assert "not looked at yet" not in text_of(shown(game, 2))
