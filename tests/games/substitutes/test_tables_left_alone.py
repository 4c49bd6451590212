"""Games that end before their time: won by who stayed, abandoned by all, silent for too long."""

import pytest
from django.urls import reverse

from games import letters, links, selectors
from games.clocks.rules.refusals import Refused
from games.errors import NotYet
from games.links import SeatClaim
from games.models import Entry, Game, Letter, Move
from games.services import turns
from games.substitutes.services import endings, offers
from tests.games import cast
from tests.games.cast import DAY, HOUR, MINUTE, NOW
from tests.games.pages.table import browser, seat_url, text_of
from tests.games.substitutes.cast import (
    bots_play,
    claim_of,
    late,
    resigned,
    seat_of,
    sits,
    until_asked,
)

pytestmark = pytest.mark.django_db

TWO = ("alice", "bob")
ALONE = {"clock": {"style": "none"}}


def acts(game: Game) -> list[str]:
    return list(Entry.objects.filter(game=game).values_list("act", flat=True))


def test_after_three_days_in_vain_the_other_of_two_is_told_and_may_end_the_game_as_won():
    game = resigned(people=TWO, key="duel")
    alice = claim_of(game, "alice")
    with pytest.raises(NotYet):
        endings.win(alice, now=NOW + 3 * DAY - MINUTE)
    assert endings.sweep(now=NOW + 3 * DAY - MINUTE) == 0
    assert endings.sweep(now=NOW + 3 * DAY) == 1
    assert acts(game) == ["resigned", "in-vain"]
    letter = Letter.objects.get(entry__act="in-vain")
    assert letter.seat.player.name == "alice"
    assert endings.sweep(now=NOW + 5 * DAY) == 0
    for _ in range(2):
        endings.win(alice, now=NOW + 5 * DAY)
    over = cast.again(game)
    assert (over.status, over.outcome) == ("finished", {"winners": [alice.seat], "scores": []})
    assert (over.to_act, over.deadline_at, over.bot_asked) == ([], None, False)
    assert acts(game) == ["resigned", "in-vain", "won"]
    told = Letter.objects.filter(entry__act="won").select_related("seat__player", "game", "entry")
    assert {each.seat.player.name for each in told} == {"alice", "bob"}
    assert "The game is won" in letters.render(told[0], now=NOW + 5 * DAY).subject


def test_a_game_that_was_ended_takes_no_move_and_offers_none(set_clock):
    set_clock(NOW + 4 * DAY)
    game = resigned(people=TWO, bots=1)
    seat = seat_of(game, "alice")
    bots_play(game, now=NOW)
    text = cast.moves(game)[0]
    endings.win(SeatClaim.of(seat), now=NOW + 4 * DAY)
    with pytest.raises(Refused):
        turns.play_move(SeatClaim.of(seat), text, seen_ply=cast.again(game).ply, now=NOW)
    page = text_of(browser().get(seat_url(seat)).content.decode())
    assert "The game is over" in page
    assert "ended the game as won" in page
    assert selectors.seat_table(seat, now=NOW).choices == ()
    for act in (offers.resign, offers.keep):
        with pytest.raises(Refused):
            act(SeatClaim.of(seat), now=NOW)


@pytest.mark.parametrize("people", [cast.PEOPLE, TWO])
def test_nobody_wins_at_a_fuller_table_nor_against_somebody_who_plays(people):
    game = cast.started(people, bots=3 - len(people))
    bob, alice = claim_of(game, "bob"), claim_of(game, "alice")
    (offers.resign if len(people) == 3 else offers.offer)(bob, now=NOW)
    if len(people) == 3:
        offers.resign(claim_of(game, "carol"), now=NOW)
    for claim in (alice, bob):
        with pytest.raises(NotYet):
            endings.win(claim, now=NOW + 10 * DAY)
    assert cast.again(game).status == "active"


def test_the_page_has_the_button_only_when_the_time_has_come(set_clock):
    game = resigned(people=TWO, bots=1)
    there = reverse("seats-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat_of(game, "alice")))])
    set_clock(NOW + DAY)
    assert "End the game as won" not in text_of(browser().get(there).content.decode())
    set_clock(NOW + 3 * DAY)
    assert "End the game as won" in text_of(browser().get(there).content.decode())
    assert browser().post(there, {"act": "win"}).status_code == 303
    assert cast.again(game).status == "finished"


def test_when_nobody_is_left_bots_stop_and_the_game_is_closed_after_a_week_without_result():
    game = resigned(people=TWO, bots=1)
    offers.resign(claim_of(game, "alice"), now=NOW + HOUR)
    at = cast.again(game)
    assert at.bot_asked is False
    assert turns.sweep_bots(now=NOW + HOUR) == 0
    assert turns.play_bot(game.pk, at.ply, now=NOW + HOUR) is None
    assert endings.sweep(now=NOW + 4 * DAY) == 1
    assert endings.sweep(now=NOW + 7 * DAY) == 0
    assert endings.sweep(now=NOW + 7 * DAY + HOUR) == 1
    over = cast.again(game)
    assert (over.status, over.outcome, over.ended_at) == ("finished", None, NOW + 7 * DAY + HOUR)
    assert acts(game)[-1] == "abandoned"
    assert Letter.objects.filter(entry__act="abandoned").count() == 2
    for letter in Letter.objects.filter(entry__act="abandoned"):
        assert "no result" in letters.render(letter, now=NOW + 8 * DAY).body


def test_two_who_vanish_leave_the_table_to_nobody():
    game = cast.started(TWO, bots=1, time=cast.fixed(24) | {"misses": 1})
    at = NOW
    for _ in TWO:
        bots_play(game, now=at)
        _, at = late(game)
    assert not cast.again(game).bot_asked
    assert turns.sweep_bots(now=at) == 0
    assert endings.sweep(now=at + 8 * DAY) == 1
    assert cast.again(game).status == "finished"


def test_who_comes_back_in_time_keeps_the_table_open():
    game = resigned(people=TWO, bots=1)
    offers.resign(claim_of(game, "alice"), now=NOW)
    offers.keep(claim_of(game, "alice"), now=NOW + 6 * DAY)
    at = cast.again(game)
    assert at.bot_asked == (at.to_act != [seat_of(game, "alice").number])
    endings.sweep(now=NOW + 20 * DAY)
    assert cast.again(game).status == "active"


def test_a_substitute_keeps_the_table_open_too():
    game = resigned(people=TWO, bots=1)
    offers.resign(claim_of(game, "alice"), now=NOW)
    sits(game, now=NOW + 6 * DAY)
    endings.sweep(now=NOW + 20 * DAY)
    assert cast.again(game).status == "active"
    until_asked(game, seat_of(game, "dora"), now=NOW + 6 * DAY)
    assert cast.pass_on(game, now=NOW + 6 * DAY).ply


def test_a_table_without_a_clock_is_warned_a_week_before_it_is_closed():
    game = cast.started(("alice",), bots=2, time=ALONE)
    bots_play(game, now=NOW)
    cast.pass_on(game, now=NOW + DAY)
    bots_play(game, now=NOW + DAY)
    last = Move.objects.filter(game=game).latest("ply").made_at
    assert last == NOW + DAY
    assert endings.sweep(now=last + 53 * DAY - MINUTE) == 0
    assert endings.sweep(now=last + 53 * DAY) == 1
    letter = Letter.objects.get(kind="news")
    assert letter.entry.act == "silent"
    assert "Fri 1 May, 12:00" in letters.render(letter, now=last + 53 * DAY).body
    assert endings.sweep(now=last + 60 * DAY - MINUTE) == 0
    assert endings.sweep(now=last + 60 * DAY) == 1
    assert cast.again(game).status == "finished"
    assert acts(game) == ["silent", "abandoned"]


def test_a_move_after_the_warning_begins_the_sixty_days_anew():
    game = cast.started(("alice",), bots=2, time=ALONE)
    bots_play(game, now=NOW)
    endings.sweep(now=NOW + 54 * DAY)
    cast.pass_on(game, now=NOW + 55 * DAY)
    bots_play(game, now=NOW + 55 * DAY)
    assert endings.sweep(now=NOW + 60 * DAY) == 0
    assert cast.again(game).status == "active"


def test_the_sweep_reads_no_game_but_those_it_has_to_look_at():
    for _ in range(3):
        cast.started()
    assert not Game.objects.exclude(alone_at=None).exists()
    assert endings.sweep(now=NOW + 900 * DAY) == 0
