"""A page asked for again is sent only if something has changed that it shows."""

import json

import pytest
from django.db import connection
from django.test import Client

from engine.api import Seat as EngineSeat
from games.links import SeatClaim
from games.models import Game, Player, Seat
from games.selectors.positions import position
from games.services import settings
from tests.games.cast import MINUTE, NOW, again, asked, pass_on, started
from tests.games.pages.table import browser, checksum, game_url, seat_url

pytestmark = pytest.mark.django_db


def tag_of(url: str, client: Client | None = None) -> str:
    """The name of a page as it is now."""
    return (client or browser()).get(url)["ETag"]


def is_new(url: str, tag: str, client: Client | None = None) -> bool:
    """Ask again as who holds the page of that name."""
    answer = (client or browser()).get(url, headers={"If-None-Match": tag})
    assert answer.status_code in (200, 304)
    assert bool(answer.content) == (answer.status_code == 200)
    return answer.status_code == 200


def another(game: Game) -> Seat:
    """A seat that is not asked."""
    return Seat.objects.filter(game=game).exclude(number=again(game).to_act[0]).latest("number")


@pytest.fixture
def game(set_clock) -> Game:
    set_clock(NOW)
    return started()


def test_a_page_that_shows_nothing_new_is_not_sent_again_and_costs_four_queries(
    game, django_assert_num_queries
):
    here = seat_url(asked(game))
    tag, sums = tag_of(here), checksum()
    with django_assert_num_queries(4):
        assert not is_new(here, tag)
    assert checksum() == sums


def test_a_signed_in_player_is_not_sent_it_again_either(game):
    seat = asked(game)
    here, client = game_url(game, "seat-mine"), browser(seat.player)
    client.get(here)  # brings the cookie that forms need
    assert not is_new(here, tag_of(here, client), client)


def test_a_move_is_new_to_everybody(game):
    places = [seat_url(seat) for seat in game.places.all()]
    tags = [tag_of(here) for here in places]
    pass_on(game)
    assert [is_new(*page) for page in zip(places, tags, strict=True)] == [True] * 3


def test_another_step_of_a_choice_another_seat_and_another_language_are_other_pages(game):
    seat = asked(game)
    here = seat_url(seat)
    tag = tag_of(here)
    assert is_new(f"{here}?pick=card:P1", tag)
    assert is_new(seat_url(another(game)), tag)
    Player.objects.filter(pk=seat.player_id).update(language="de")
    assert is_new(here, tag)


def test_the_time_that_is_left_is_new_every_minute(game, set_clock):
    here = seat_url(asked(game))
    tag = tag_of(here)
    set_clock(NOW + 0.9 * MINUTE)
    assert not is_new(here, tag)
    set_clock(NOW + MINUTE)
    assert is_new(here, tag)
    assert "23 hours, 59 minutes left" in browser().get(here).content.decode().replace("\xa0", " ")


def test_what_another_one_keeps_to_himself_is_not_told_by_the_name_of_a_page(set_clock):
    set_clock(NOW)
    game = started(key="dark-cave")
    places = list(game.places.order_by("number"))
    tags = [tag_of(seat_url(seat)) for seat in places]
    keeper = another(game)
    settings.change(SeatClaim.of(keeper), "order keep", now=NOW)
    told = [is_new(seat_url(seat), tag) for seat, tag in zip(places, tags, strict=True)]
    assert told == [seat.number == keeper.number for seat in places]


def test_what_went_wrong_is_told_every_time(game):
    seat = asked(game)
    tag = tag_of(seat_url(seat))
    pass_on(game)
    answer = browser().post(
        f"{seat_url(seat)}move/", {"move": "pass P1", "seen_ply": 0}, headers={"If-None-Match": tag}
    )
    assert answer.status_code == 409
    assert "ETag" not in answer


def test_a_position_is_worked_out_once_and_for_each_viewer_apart():
    with connection.cursor() as cursor:
        cursor.execute("SELECT state::text FROM games_game WHERE id = %s", [started().pk])
        (stored,) = cursor.fetchone()
    seen = [position("saboteur", stored, seat) for seat in (*map(EngineSeat, range(3)), None)]
    assert [each.view.seat for each in seen] == [0, 1, 2, None]
    assert len({each.version for each in seen}) == len(seen)
    assert not seen[-1].choices
    again_read = json.dumps(json.loads(stored))
    assert position("saboteur", stored, None) is seen[-1]
    assert position("saboteur", again_read, None).version == seen[-1].version
