"""A private setting: changed at any time, written once, and nobody else can notice it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse

from engine.api import Seat as EngineSeat
from engine.errors import IllegalMove, MoveSyntaxError, Reason
from engine.registry import ruleset
from games import links, selectors
from games.errors import BadLink
from games.links import SeatClaim
from games.models import Game, Letter, Move, Seat
from games.services import games, settings, turns
from tests.games.cast import (
    HOUR,
    NOW,
    again,
    asked,
    claim,
    moves,
    player,
    started,
    sweep_deadlines,
)
from tests.games.pages.table import browser, checksum, form_to, game_url, seat_url
from tests.games.test_every_game_keeps_its_secrets import undated, written
from tests.games.test_one_move import Counted

pytestmark = pytest.mark.django_db

RULES = ruleset("dark-cave")


def table() -> Game:
    """Three people in the cave, and one of them has had a turn."""
    game = started(key="dark-cave")
    text = next(text for text in moves(game) if text.startswith("pass"))
    turns.play_move(claim(game), text, seen_ply=0, now=NOW)
    return again(game)


def waiting(game: Game) -> Seat:
    """Return a seat that is not asked."""
    return Seat.objects.filter(game=game).exclude(number=again(game).to_act[0]).latest("number")


def order(game: Game, seat: Seat) -> str | None:
    return RULES.view(RULES.load(again(game).state), EngineSeat(seat.number)).axe_order


def orders_url(seat: Seat) -> str:
    return reverse("orders-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])


def pages_and_letters(game: Game) -> list[object]:
    """Everything that is shown or written to anybody, by seat; the public page comes last."""
    seats = Seat.objects.filter(game=game).order_by("number")
    shown = [undated(browser().get(seat_url(seat)).content) for seat in seats]
    post = [[written(letter) for letter in Letter.objects.filter(seat=seat)] for seat in seats]
    story = [selectors.story(game.key, seat) for seat in seats]
    return [*zip(shown, post, story, strict=True), undated(browser().get(game_url(game)).content)]


def test_a_setting_is_changed_by_a_seat_that_is_not_asked_and_only_the_state_is_written():
    game = table()
    seat = waiting(game)
    before, sums = vars(again(game)), checksum()
    settings.change(SeatClaim.of(seat), "order keep", now=NOW + HOUR)
    after = vars(again(game))
    changed = [name for name in after if name != "_state" and after[name] != before[name]]
    assert changed == ["state"]
    assert [name for name, total in checksum().items() if total != sums[name]] == [
        "games_game",
        "games_setting",
    ]
    assert order(game, seat) == "keep"


def test_nobody_else_can_notice_it_in_a_page_a_letter_or_the_story():
    game = table()
    for seat in (waiting(game), asked(game)):
        before = pages_and_letters(game)
        settings.change(SeatClaim.of(seat), "order keep", now=NOW)
        changed = [old != new for old, new in zip(before, pages_and_letters(game), strict=True)]
        assert changed == [number == seat.number for number in range(3)] + [False]


def test_it_is_no_ply_and_starts_no_clock():
    game = table()
    times = (game.deadline_at, game.remind_at)
    for text in ("order keep", "order use") * 3:
        settings.change(claim(game), text, now=NOW + HOUR)
    assert (again(game).ply, again(game).deadline_at, again(game).remind_at) == (game.ply, *times)
    assert Move.objects.filter(game=game).count() == 2


def test_the_same_twice_is_the_same_once():
    game = table()
    settings.change(claim(game), "order keep", now=NOW)
    once = checksum()
    settings.change(claim(game), "  ORDER keep ", now=NOW)
    assert checksum() == once


def test_a_move_that_was_chosen_before_can_still_be_made():
    game = table()
    text = next(text for text in moves(game) if text.startswith("pass"))
    settings.change(claim(game), "order keep", now=NOW)
    assert turns.play_move(claim(game), text, seen_ply=game.ply, now=NOW).ply == game.ply + 1


def test_the_order_holds_on_through_the_moves_of_others():
    game = table()
    seat = waiting(game)
    settings.change(SeatClaim.of(seat), "order keep", now=NOW)
    text = next(text for text in moves(game) if text.startswith("pass"))
    turns.play_move(claim(game), text, seen_ply=again(game).ply, now=NOW)
    assert order(game, seat) == "keep"


@pytest.mark.parametrize(
    ("text", "problem"),
    [("pass I-X", IllegalMove), ("order", MoveSyntaxError), ("\0", MoveSyntaxError)],
)
def test_what_cannot_be_set_changes_nothing(text: str, problem: type[Exception]):
    game = table()
    before = checksum()
    with pytest.raises(problem):
        settings.change(claim(game), text, now=NOW)
    assert checksum() == before


def test_as_a_move_it_is_refused():
    game = table()
    with pytest.raises(IllegalMove) as caught:
        turns.play_move(claim(game), "order keep", seen_ply=game.ply, now=NOW)
    assert caught.value.reason == Reason.SETTING


def test_other_games_have_nothing_to_set():
    game = started()
    assert selectors.seat_table(asked(game), now=NOW).settings == ()
    with pytest.raises(IllegalMove) as caught:
        settings.change(claim(game), moves(game)[0], now=NOW)
    assert caught.value.reason == Reason.NO_SETTING


def test_a_revoked_or_impossible_claim_sets_nothing():
    game = table()
    old = claim(game)
    games.revoke_links(asked(game))
    before = checksum()
    for attempt in (old, SeatClaim(game.pk, 9, 0), SeatClaim(game.pk + 1, 0, 0)):
        with pytest.raises(BadLink):
            settings.change(attempt, "order keep", now=NOW)
    assert checksum() == before


def test_nothing_is_set_after_the_end():
    game = table()
    for text in ("propose", "agree", "agree"):
        turns.play_move(claim(game), text, seen_ply=again(game).ply, now=NOW)
    seat = Seat.objects.filter(game=game).earliest("number")
    assert "setting" not in browser().get(orders_url(seat)).content.decode()
    with pytest.raises(IllegalMove) as caught:
        settings.change(SeatClaim.of(seat), "order keep", now=NOW)
    assert caught.value.reason == Reason.GAME_OVER


@pytest.mark.django_db(transaction=True)
def test_it_costs_few_statements_and_one_write():
    game, counted = table(), Counted()
    who = claim(game)
    with connection.execute_wrapper(counted):
        settings.change(who, "order keep", now=NOW)
    writes = [said for said in counted.statements if said.startswith("UPDATE")]
    assert len(writes) == 1
    assert writes[0].startswith('UPDATE "games_game" SET "state" = ')
    assert len(counted.statements) <= 4


def test_whoever_waits_changes_it_by_a_form_and_reads_what_holds_now():
    game = table()
    seat = waiting(game)
    page = browser()
    shown = page.get(orders_url(seat)).content.decode()
    form = form_to(shown, orders_url(seat))
    assert form["setting"] == "order keep"
    assert "seen_ply" not in form
    answer = page.post(orders_url(seat), form)
    assert (answer.status_code, answer["location"]) == (303, orders_url(seat))
    shown = page.get(orders_url(seat)).content.decode()
    assert form_to(shown, orders_url(seat))["setting"] == "order use"
    assert page.post(orders_url(seat), form).status_code == 303
    assert order(game, seat) == "keep"


def test_a_signed_in_player_needs_the_forms_secret():
    game = table()
    seat = Seat.objects.get(game=game, player=player("bob"))
    url = game_url(game, "orders-mine")
    page = browser(player("bob"))
    page.handler.enforce_csrf_checks = True
    form = form_to(page.get(url).content.decode(), url)
    without = {"setting": form["setting"]}
    assert page.post(url, without).status_code == 403
    assert order(game, seat) == "use"
    assert page.post(url, form).status_code == 303
    assert order(game, seat) == "keep"


def test_a_setting_that_cannot_be_made_is_explained():
    game = table()
    page = browser()
    wrong = {"": 400, "nonsense": 400, "end": 422, "x" * 99: 400}
    for text, status in wrong.items():
        answer = page.post(orders_url(waiting(game)), {"setting": text})
        assert answer.status_code == status
        assert 'role="alert"' in answer.content.decode()


def test_the_clock_goes_on_as_if_nothing_had_been_set():
    game = table()
    late = asked(game).number
    settings.change(claim(game), "order keep", now=NOW + timedelta(hours=23))
    assert sweep_deadlines(now=NOW + timedelta(hours=24)) == 1
    assert Move.objects.get(game=game, ply=2).seat == late
