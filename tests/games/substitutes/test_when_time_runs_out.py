"""Default moves, then a bot, then an offer; and the way back (time.md, 9)."""

from dataclasses import replace
from unittest.mock import Mock, patch

import pytest
from django.urls import reverse

from engine.api import Seat as EngineSeat
from engine.api import Strength
from engine.parts.facts import Dealt
from engine.registry import RULESETS, ruleset
from games import links, selectors
from games.links import SeatClaim
from games.models import Entry, Letter, Move, Offer
from games.services import turns
from games.substitutes.services import offers
from tests.games import cast
from tests.games.cast import DAY, HOUR, NOW
from tests.games.pages.table import browser, checksum, seat_url, text_of
from tests.games.substitutes.cast import bots_play, late, offer_of, stood_in, until_asked

pytestmark = pytest.mark.django_db

BOT = cast.fixed(24) | {"policy": "bot"}


def acts(game) -> list[str]:
    return list(Entry.objects.filter(game=game).values_list("act", flat=True))


def misses(game, seat) -> int:
    return cast.clocks_of(game).seats[seat.number].misses


def missed_twice():
    """Let one seat be late twice in a row, the others answering."""
    game = cast.started()
    seat, at = late(game)
    until_asked(game, seat, now=at)
    _, at = late(game)
    return game, seat, at


def test_the_first_miss_is_answered_by_a_default_move_and_nobody_is_told_of_a_bot():
    game = cast.started()
    seat, _ = late(game)
    assert Move.objects.get(game=game, ply=1).by == "deadline"
    assert not stood_in(game, seat)
    assert acts(game) == []
    assert not Offer.objects.exists()


def test_at_the_second_miss_in_a_row_a_bot_plays_on_and_the_seat_is_offered():
    game, seat, at = missed_twice()
    assert Move.objects.filter(game=game, seat=seat.number).latest("ply").by == "bot"
    assert stood_in(game, seat)
    assert acts(game) == ["offered"]
    assert offer_of(game, seat.number).why == "misses"
    until_asked(game, seat, now=at)
    bots_play(game, now=at)
    assert Move.objects.filter(game=game, seat=seat.number).latest("ply").by == "bot"
    assert acts(game) == ["offered"]


def test_one_letter_each_tells_of_the_time_the_bot_and_the_offer_the_late_one_first():
    game, seat, at = missed_twice()
    ply = Move.objects.filter(game=game, seat=seat.number).latest("ply").ply
    written = Letter.objects.filter(game=game, ply=ply)
    assert written.count() == 3
    assert written.get(seat=seat).kind == "timed-out"
    assert not Letter.objects.filter(game=game, kind="news").exists()
    story = selectors.seat_table(seat, now=at).story
    assert [entry.act.name for entry in story if entry.act] == ["offered"]


def test_a_move_of_ones_own_in_between_clears_the_misses():
    game = cast.started()
    seat, at = late(game)
    until_asked(game, seat, now=at)
    cast.pass_on(game, now=at)
    until_asked(game, seat, now=at)
    late(game)
    assert misses(game, seat) == 1
    assert not stood_in(game, seat)


def test_by_the_policy_bot_a_bot_plays_from_the_first_miss_and_its_turns_count_on():
    game = cast.started(time=BOT)
    seat, at = late(game)
    assert Move.objects.get(game=game, ply=1).by == "bot"
    assert acts(game) == ["stands-in"]
    assert offer_of(game, seat.number) is None
    until_asked(game, seat, now=at)
    turns.sweep_bots(now=at)
    assert misses(game, seat) == 2
    assert acts(game) == ["stands-in", "offered"]
    assert offer_of(game, seat.number).why == "misses"


def test_by_the_policy_bot_a_seat_is_offered_at_the_number_of_misses_and_not_before():
    game = cast.started(time=BOT | {"misses": 3})
    seat, at = late(game)
    for played in (2, 3):
        assert offer_of(game, seat.number) is None
        until_asked(game, seat, now=at)
        turns.sweep_bots(now=at)
        assert misses(game, seat) == played
    assert offer_of(game, seat.number).why == "misses"


def test_who_comes_back_by_a_move_still_offers_the_seat_that_he_had_offered_himself():
    game = cast.started(time=BOT)
    seat = cast.asked(game)
    offers.offer(SeatClaim.of(seat), now=NOW)
    _, at = late(game)
    until_asked(game, seat, now=at)
    rules, row = ruleset(game.ruleset), cast.again(game)
    move = rules.format(rules.default_move(rules.load(row.state), EngineSeat(seat.number)))
    turns.play_move(SeatClaim.of(seat), move, seen_ply=row.ply, now=at)
    assert not stood_in(game, seat)
    assert offer_of(game, seat.number).why == "wish"


def test_a_seat_that_was_given_up_stays_so_however_long_the_bot_plays():
    game = cast.started(time=BOT)
    seat = cast.asked(game)
    offers.resign(SeatClaim.of(seat), now=NOW)
    for _ in range(3):
        until_asked(game, seat, now=NOW + HOUR)
        turns.sweep_bots(now=NOW + HOUR)
    assert misses(game, seat) == 3
    assert acts(game) == ["resigned"]
    offer = offer_of(game, seat.number)
    assert (offer.why, offer.made_at) == ("resigned", NOW)


def test_who_gives_up_a_seat_that_is_offered_already_does_not_prolong_the_wait():
    game = cast.started(time=cast.fixed(24) | {"misses": 1})
    seat, at = late(game)
    offers.resign(SeatClaim.of(seat), now=at + 70 * HOUR)
    offer = offer_of(game, seat.number)
    assert (offer.why, offer.made_at) == ("resigned", at)
    assert cast.again(game).alone_at == at + 3 * DAY


def test_a_miss_that_no_letter_could_prevent_is_not_counted():
    game = cast.started(time=cast.fixed(24) | {"misses": 1})
    seat, due = cast.asked(game), cast.again(game).deadline_at
    cast.all_sent()
    Letter.objects.filter(seat=seat).update(status="failed")
    assert turns.sweep_deadlines(now=due) == 1
    assert not stood_in(game, seat)
    assert Move.objects.get(game=game, ply=1).by == "deadline"


def test_the_bot_that_stands_in_is_given_its_seats_view_alone():
    game = cast.started(time=BOT)
    rules, seat = ruleset(game.ruleset), EngineSeat(cast.asked(game).number)
    state = rules.load(game.state)
    decide = Mock(side_effect=lambda view, moves, course, strength: moves[0])
    with patch.dict(RULESETS, {game.ruleset: replace(rules, decide=decide)}):
        late(game)
    view, moves, course, strength = decide.call_args_list[0].args
    assert view == rules.view(state, seat)
    assert {fact.seat for fact in course if isinstance(fact, Dealt)} == {seat}
    assert strength == Strength.MEDIUM
    assert moves == rules.legal_moves(state, seat)


def test_old_links_open_the_seat_and_one_button_brings_its_player_back(set_clock):
    game, seat, at = missed_twice()
    url = seat_url(seat)
    until_asked(game, seat, now=at)
    set_clock(at + HOUR)
    before = checksum()
    page = text_of(browser().get(url).content.decode())
    assert "A bot is playing for you" in page
    assert "I am back" in page
    assert checksum() == before
    there = reverse("seats-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
    for _ in range(2):
        assert browser().post(there, {"act": "keep"}).status_code == 303
    assert not stood_in(game, seat)
    assert offer_of(game, seat.number) is None
    assert acts(game) == ["offered", "back"]
    at_table = cast.again(game)
    assert not at_table.bot_asked
    # The turn begins anew as for a substitute: a whole day.
    assert at_table.deadline_at == at + 25 * HOUR
    assert "It is your turn" in text_of(browser().get(url).content.decode())


def test_a_move_brings_him_back_too():
    game, seat, at = missed_twice()
    until_asked(game, seat, now=at)
    rules = ruleset(game.ruleset)
    state = rules.load(cast.again(game).state)
    move = rules.format(rules.legal_moves(state, EngineSeat(seat.number))[0])
    turns.play_move(SeatClaim.of(seat), move, seen_ply=cast.again(game).ply, now=at)
    assert Move.objects.filter(game=game, seat=seat.number).latest("ply").by == "player"
    assert not stood_in(game, seat)
    assert misses(game, seat) == 0
    assert acts(game) == ["offered", "back"]
    assert offer_of(game, seat.number) is None


def test_who_comes_back_while_others_are_asked_has_no_clock_yet():
    game, seat, at = missed_twice()
    offers.keep(SeatClaim.of(seat), now=at)
    assert cast.clocks_of(game).seats[seat.number].clock is None
    assert not stood_in(game, seat)


def test_who_is_played_for_is_not_listed_as_asked_and_reads_why():
    game, seat, at = missed_twice()
    until_asked(game, seat, now=at)
    [mine] = [each for each in selectors.my_games(seat.player, now=at) if each.game.key == game.key]
    assert not mine.my_turn
    page = text_of(browser(seat.player).get("/").content.decode())
    assert "A bot is playing for you" in page
    public = text_of(browser().get(reverse("table-public", args=[game.key])).content.decode())
    assert "a bot plays" in public
    assert "seat offered" in public
