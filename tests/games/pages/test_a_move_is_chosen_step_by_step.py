"""Card, place, way up, confirm: each step a link, the last one a form, no script anywhere."""

import re

import pytest
from django.urls import reverse

from engine.api import Pick, PickKind, Seat
from engine.registry import RULESETS
from games import selectors
from games.models import Seat as Place
from games.selectors import Choice
from games.services import turns
from games.texts import reader_of
from games.views.chooser import choose, read_picks
from tests.games.cast import NOW, again, asked, claim, moves, play, started
from tests.games.pages.table import browser, form_to, game_url, picked, seat_url, text_of

CARD, OTHER, CELL, FAR = (
    Pick(PickKind.CARD, "P6"),
    Pick(PickKind.CARD, "P1"),
    Pick(PickKind.CELL, "b3"),
    Pick(PickKind.CELL, "c3"),
)
UP, TURNED, PASS = (
    Pick(PickKind.TURN, "upright"),
    Pick(PickKind.TURN, "turned"),
    Pick(PickKind.ACT, "pass"),
)
LEGAL = (
    Choice("pass P6", (CARD, PASS)),
    Choice("lay P6 b3", (CARD, CELL, UP)),
    Choice("lay P6~ b3", (CARD, CELL, TURNED)),
    Choice("lay P6 c3", (CARD, FAR, UP)),
    Choice("pass P1", (OTHER, PASS)),
)


def walk(*picks: Pick, moves=LEGAL):
    reader = reader_of("saboteur", ("alice", "bob"), Seat(0))
    return choose(moves, picks, reader=reader, here="/t/x/")


def test_at_first_only_the_card_is_asked_for():
    chooser = walk()
    assert chooser.open.kind == "card"
    assert set(chooser.links("card")) == {"P6", "P1"}
    assert chooser.move is None
    assert not chooser.begun


def test_a_card_lights_its_cells_and_passing_comes_last():
    chooser = walk(CARD)
    assert chooser.links("cell").keys() == {"b3", "c3"}
    assert [option.kind for option in chooser.open.options] == ["cell", "cell", "act"]


def test_a_single_answer_is_taken_but_the_move_still_waits_for_its_form():
    chooser = walk(CARD, FAR)
    assert chooser.open is None
    assert chooser.move.text == "lay P6 c3"
    assert "c3" in chooser.summary


def test_a_card_that_can_only_be_discarded_goes_straight_to_the_question():
    assert walk(OTHER).move.text == "pass P1"


def test_a_choice_can_be_changed_at_every_level_later():
    chooser = walk(CARD, CELL, TURNED)
    assert chooser.move.text == "lay P6~ b3"
    assert chooser.links("cell")["c3"] == "/t/x/?pick=card%3AP6&pick=cell%3Ac3#maze"
    assert chooser.links("card")["P1"] == "/t/x/?pick=card%3AP1#maze"


@pytest.mark.parametrize(
    "raw", ["", "card", "card:", "card:Z9", ":", "cell:b3", "<b>:<i>", "x" * 9000]
)
def test_picks_that_make_no_sense_leave_the_first_question_open(raw):
    chooser = walk(*read_picks([raw]))
    assert chooser.open.kind == "card"


def test_what_is_left_of_an_old_choice_is_kept():
    assert walk(CARD, Pick(PickKind.CELL, "z9")).open.kind == "cell"


@pytest.mark.django_db
def test_the_links_of_a_page_lead_to_a_move_and_the_form_makes_it():
    game = started()
    seat, client = asked(game), browser()
    page = client.get(seat_url(seat)).content.decode()
    href = re.search(r'href="([^"]*\?pick=card[^"]*)"', page)[1]
    for _step in range(4):
        page = client.get(href.replace("&amp;", "&").partition("#")[0]).content.decode()
        if "confirm-button" in page:
            break
        *_, last = page.split('class="level ')
        href = next(iter(re.findall(r'class="option [^"]*" href="([^"]*)"', last)), "")
    fields = form_to(page, f"{seat_url(seat)}move/")
    assert fields["seen_ply"] == "0"
    assert fields["move"] in moves(game)
    response = client.post(f"{seat_url(seat)}move/", fields)
    assert (response.status_code, response["Location"]) == (303, seat_url(seat))
    assert again(game).ply == 1
    assert "Your last move" in client.get(seat_url(seat)).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["duel-solo", "dark-cave"])
def test_who_is_asked_again_at_once_reads_what_he_has_just_done(key: str):
    game = started(("alice", "bob")[: RULESETS[key].meta.seats[0]], key=key)
    seat = asked(game)
    assert "Your last move" not in _words(seat)
    laid = max(moves(game), key=lambda text: text.startswith("lay"))
    turns.play_move(claim(game), laid, seen_ply=0, now=NOW)
    assert asked(again(game)) == seat
    assert re.search("Your last move You (laid|passed)", _words(seat))


@pytest.mark.django_db
def test_who_is_asked_after_others_reads_what_they_have_done():
    game = started(key="dark-cave")
    seat = asked(game)
    for mine in (True, False):
        while (asked(again(game)) == seat) == mine:
            play(game)
    shown = _words(seat)
    assert "Since your last turn" in shown
    assert "Your last move" not in shown


def _words(seat: Place) -> str:
    return text_of(browser().get(seat_url(seat)).content.decode())


@pytest.mark.django_db
def test_a_signed_in_player_makes_the_same_move_at_his_own_address():
    game = started()
    seat = asked(game)
    here = game_url(game, "seat-mine")
    response = browser(seat.player).post(f"{here}move/", {"move": moves(game)[0], "seen_ply": "0"})
    assert (response.status_code, response["Location"]) == (303, here)
    assert again(game).ply == 1


@pytest.mark.django_db
def test_picking_a_card_lights_cells_in_the_picture():
    game = started()
    seat = asked(game)
    table = selectors.seat_table(seat, now=NOW)
    lay = next(choice for choice in table.choices if choice.text.startswith("lay"))
    page = browser().get(seat_url(seat) + picked(*lay.picks[:1])).content.decode()
    assert page.count('class="lit"') >= 1
    # Nothing runs that is not a file of our own.
    assert all('src="/static/games/' in tag for tag in re.findall(r"<script.*?</script>", page))
    assert "style=" not in page


@pytest.mark.django_db
def test_somebody_elses_turn_shows_the_hand_without_links_and_says_whom_we_wait_for():
    game = started()
    other = game.places.exclude(number=asked(game).number).first()
    page = browser().get(seat_url(other)).content.decode()
    assert f"Waiting for {asked(game).name}" in text_of(page)
    assert "?pick=" not in page
    assert "card-name" in page


@pytest.mark.django_db
def test_the_page_of_a_turn_costs_few_queries(django_assert_max_num_queries):
    game = started()
    seat = asked(game)
    client = browser()
    with django_assert_max_num_queries(5):
        client.get(seat_url(seat))
    mine = browser(seat.player)
    with django_assert_max_num_queries(7):
        mine.get(reverse("seat-mine", args=[game.key]))
