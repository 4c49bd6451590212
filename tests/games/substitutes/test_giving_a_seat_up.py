"""Resigning, offering a seat and playing on, thinking better of it."""

import pytest
from django.test import Client
from django.urls import reverse

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import selectors
from games.clocks.rules.refusals import Refused
from games.clocks.services import holding, pauses
from games.errors import BadLink, StaleTurn
from games.links import SeatClaim
from games.models import Entry, Game, Letter, Move, Offer, Seat
from games.services import turns
from games.substitutes.services import offers
from tests.games import cast
from tests.games.cast import HOUR, NOW
from tests.games.pages.table import browser, form_to, text_of
from tests.games.substitutes.cast import (
    claim_of,
    offer_of,
    resigned,
    seat_of,
    sits,
    stood_in,
    until_asked,
)
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db

BANK: dict[str, object] = {"clock": {"style": "bank", "initial": 72, "increment": 12, "cap": 120}}


def acts(game: Game) -> list[str]:
    return list(Entry.objects.filter(game=game).values_list("act", flat=True))


def test_who_resigns_is_played_for_in_the_same_step_and_everybody_else_gets_one_letter():
    game = cast.started()
    Letter.objects.all().delete()
    seat = cast.asked(game)
    offers.resign(SeatClaim.of(seat), now=NOW)
    assert stood_in(game, seat)
    assert offer_of(game, seat.number).why == "resigned"
    made = Move.objects.get(game=game, ply=1)
    assert (made.by, made.seat) == ("bot", seat.number)
    asked = cast.asked(game)
    third = next(at for at in game.places.all() if at.number not in (seat.number, asked.number))
    assert cast.letters() == sorted([("news", third.name), ("turn", asked.name)])
    for other in (asked, third):
        story = selectors.seat_table(seat_of(game, other.name), now=NOW).story
        assert "resigned" in [entry.act.name for entry in story if entry.act]


def test_nobody_wins_time_by_giving_up_and_thinking_better_of_it():
    game = cast.started(time=BANK)
    seat = cast.asked(game)
    cast.pass_on(game, now=NOW + 70 * HOUR)
    until_asked(game, seat, now=NOW + 70 * HOUR)
    before = cast.clocks_of(game).seats[seat.number].bank
    assert before == 14 * HOUR
    offers.resign(SeatClaim.of(seat), now=NOW + 75 * HOUR)
    offers.keep(SeatClaim.of(seat), now=NOW + 75 * HOUR)
    after = cast.clocks_of(game).seats[seat.number]
    assert (after.clock, after.bank) == (None, before)
    assert cast.again(game).to_act != [seat.number]


@pytest.mark.parametrize("how", ["pause", "hold"])
def test_no_bot_plays_for_who_resigns_at_a_closed_table_before_it_opens(how):
    game = cast.started()
    seat = cast.asked(game)
    if how == "hold":
        holding.hold("a new machine", now=NOW)
    else:
        other = next(at for at in game.places.all() if at != seat)
        Game.objects.filter(pk=game.pk).update(organiser=other.player)
        pauses.pause(game.key, NOW + 10 * HOUR, by=other.player, now=NOW)
    offers.resign(SeatClaim.of(seat), now=NOW + HOUR)
    assert stood_in(game, seat)
    assert cast.again(game).ply == 0
    with pytest.raises(Refused):
        offers.keep(SeatClaim.of(seat), now=NOW + HOUR)
    if how == "hold":
        holding.release(now=NOW + 10 * HOUR)
    turns.sweep_bots(now=NOW + 10 * HOUR)
    assert Move.objects.get(game=game, ply=1).by == "bot"


def left_in_a_pause(time: dict[str, object]) -> tuple[Game, Seat]:
    """Let whoever is asked give up while the table is paused until NOW + 60 hours."""
    game = cast.started(time=time)
    seat = cast.asked(game)
    other = next(at for at in game.places.all() if at != seat)
    Game.objects.filter(pk=game.pk).update(organiser=other.player)
    pauses.pause(game.key, NOW + 60 * HOUR, by=other.player, now=NOW + 50 * HOUR)
    offers.resign(SeatClaim.of(seat), now=NOW + 55 * HOUR)
    return game, seat


def test_a_turn_given_up_in_a_pause_ends_when_the_table_opens_though_no_sweep_came():
    game, seat = left_in_a_pause(BANK)
    for _ in range(2):
        offers.keep(SeatClaim.of(seat), now=NOW + 60 * HOUR)
    assert Move.objects.get(game=game, ply=1).by == "bot"
    after = cast.clocks_of(game).seats[seat.number]
    assert (after.bot, after.clock) == (False, None)
    assert acts(game) == ["paused", "resigned", "back"]


def test_a_move_by_who_gave_up_in_a_pause_comes_after_the_bots():
    game, seat = left_in_a_pause(BANK)
    rules = ruleset(game.ruleset)
    move = rules.format(rules.default_move(rules.load(game.state), EngineSeat(seat.number)))
    with pytest.raises(StaleTurn):
        turns.play_move(SeatClaim.of(seat), move, seen_ply=0, now=NOW + 60 * HOUR)
    assert [made.by for made in Move.objects.filter(game=game, ply__gt=0)] == ["bot"]
    assert stood_in(game, seat)


def test_a_turn_that_came_after_giving_up_begins_anew_for_who_comes_back():
    game = cast.started(time=BANK)
    seat = cast.asked(game)
    offers.resign(SeatClaim.of(seat), now=NOW)
    for _ in range(2):
        cast.pass_on(game)
    assert cast.again(game).to_act == [seat.number]
    offers.keep(SeatClaim.of(seat), now=NOW + HOUR)
    after = cast.clocks_of(game).seats[seat.number]
    assert after.clock is not None
    assert after.clock.due == NOW + 73 * HOUR
    assert cast.again(game).to_act == [seat.number]


@pytest.mark.django_db(transaction=True)
def test_resigning_twice_or_many_times_at_once_is_resigning_once():
    game = cast.started()
    claim = claim_of(game, "bob")
    assert at_once([lambda: offers.resign(claim, now=NOW)] * 4) == {"NoneType": 4}
    assert acts(game) == ["resigned"]
    assert Offer.objects.count() == 1
    entry = Entry.objects.get(act="resigned")
    assert Letter.objects.filter(entry=entry).count() == (1 if cast.again(game).ply else 2)


def test_it_can_be_taken_back_until_somebody_sits():
    game = resigned()
    seat = seat_of(game, "bob")
    offers.keep(SeatClaim.of(seat), now=NOW)
    offers.keep(SeatClaim.of(seat), now=NOW)
    assert not stood_in(game, seat)
    assert acts(game) == ["resigned", "back"]
    assert offer_of(game, seat.number) is None
    offers.resign(SeatClaim.of(seat), now=NOW)
    old = SeatClaim.of(seat_of(game, "bob"))
    sits(game)
    with pytest.raises(BadLink):
        offers.keep(old, now=NOW)


def test_who_offers_a_seat_plays_on_until_it_is_taken():
    game = cast.started()
    seat = cast.asked(game)
    for _ in range(2):
        offers.offer(SeatClaim.of(seat), now=NOW)
    assert acts(game) == ["wish"]
    assert not stood_in(game, seat)
    assert not Letter.objects.filter(kind="news").exists()
    cast.pass_on(game)
    assert offer_of(game, seat.number).why == "wish"
    until_asked(game, seat, now=NOW)
    new = sits(game, of=seat.name)
    assert cast.pass_on(game).seat == new.number


def test_an_offer_is_withdrawn_by_its_player():
    game = cast.started()
    claim = claim_of(game, "bob")
    offers.offer(claim, now=NOW)
    offers.keep(claim, now=NOW)
    offers.keep(claim, now=NOW)
    assert acts(game) == ["wish", "kept"]
    assert offer_of(game, claim.seat) is None


def test_nothing_can_be_given_up_when_the_game_is_over():
    game = cast.started(rounds="1")
    cast.play_to_the_end(game)
    claim = claim_of(game, "bob")
    for act in (offers.resign, offers.offer, offers.keep):
        with pytest.raises(Refused):
            act(claim, now=NOW)
    assert not Offer.objects.exists()


def test_a_seats_page_has_its_buttons_and_they_need_the_secret_of_the_page():
    game = cast.started()
    there = reverse("seats-of-game", args=[game.key])
    bob = Client(enforce_csrf_checks=True)
    bob.force_login(cast.player("bob"))
    page = bob.get(there).content.decode()
    assert "Give up my seat" in text_of(page)
    assert bob.post(there, {"act": "resign"}).status_code == 403
    assert acts(game) == []
    secret = form_to(page, there)["csrfmiddlewaretoken"]
    assert bob.post(there, {"act": "resign", "csrfmiddlewaretoken": secret}).status_code == 303
    assert acts(game) == ["resigned"]
    assert "I am back" in text_of(bob.get(there).content.decode())


def test_nobody_gives_up_for_another_and_nonsense_is_no_wish():
    game = cast.started()
    there = reverse("seats-of-game", args=[game.key])
    mallory = browser(cast.player("mallory"))
    for act in ("resign", "offer", "keep", "win", "", "explode"):
        assert mallory.post(there, {"act": act}).status_code == 404
    for form in ({"act": "sit"}, {"act": "sit", "seat": 98}, {"act": "ask", "seat": 98}):
        assert mallory.post(there, form).status_code == 303
    assert mallory.post(there, {"act": "sit", "seat": "x"}).status_code == 404
    forged = reverse("seats-by-letter", args=["0-0-0.forged"])
    assert browser().post(forged, {"act": "resign"}).status_code == 404
    assert acts(game) == []
    assert not Offer.objects.exists()


def test_a_lobby_has_no_seats_to_give_up():
    table = cast.open_table()
    there = reverse("seats-of-game", args=[table.key])
    alice = browser(cast.player("alice"))
    assert alice.get(there).status_code == 404
    alice.post(there, {"act": "resign"})
    assert not Offer.objects.exists()
