"""What somebody is written of is his choice, for all games and for each; asked when it is sent."""

from dataclasses import replace

import pytest

from games.models import Letter, Subscription
from games.services import mailbox, turns
from games.subscriptions import selectors
from games.subscriptions.rules import Choice, Stop
from games.subscriptions.services import choosing
from tests.games import cast
from tests.games.cast import HOUR, NOW, player, started
from tests.games.pages.table import browser, checksum
from tests.games.subscriptions.cast import choose, seat_asked, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
Kind = Letter.Kind

PAGE = "/me/letters/"
EVERYTHING = {"turns": "at-once", "news": "on", "reminders": "on", "hour": "8", "invited": "on"}


def test_who_says_nothing_gets_everything():
    assert selectors.choice(player("bob").pk, None) == Choice()


def test_a_turn_that_nobody_wants_told_is_not_sent():
    game = started()
    reader = seat_asked(game).player
    assert reader is not None
    # Chosen after it was posted: it is asked when the letter is sent.
    choose(reader.name, Choice(turns=False))
    assert reader.name not in [each.seat.player.name for each in sent(now=NOW) if each.seat]
    assert Letter.objects.get(kind=Kind.TURN).status == "dropped"


def test_a_start_is_not_swallowed_by_a_turn_that_is_not_sent():
    game = started()
    first = seat_asked(game)
    cast.play(game)
    second = seat_asked(game)
    assert first.player is not None
    assert second.player is not None
    choose(second.player.name, Choice(turns=False))
    kinds = [each.kind for each in sent(now=NOW + HOUR) if each.seat_id == second.pk]
    assert kinds == [Kind.STARTED]


def test_news_stop_and_turns_go_on():
    for name in cast.PEOPLE:
        choose(name, Choice(news=False))
    game = started()
    cast.extended(game)
    assert {each.kind for each in sent(now=NOW)} == {Kind.TURN}


def test_whose_own_time_was_over_is_told_though_he_wants_no_news():
    for name in cast.PEOPLE:
        choose(name, Choice(news=False))
    game = started()
    late = seat_asked(game)
    cast.sweep_deadlines(now=NOW + 25 * HOUR)
    told = [each for each in sent(now=NOW + 25 * HOUR) if each.kind == Kind.TIMED_OUT]
    assert [each.seat_id for each in told] == [late.pk]
    assert selectors.claim_of(told[0]).stop == Stop.TURNS


def test_one_game_may_differ_from_the_rule():
    game, other = started(), started()
    reader = seat_asked(game).player
    assert reader is not None
    choose(reader.name, Choice(turns=False))
    choosing.choose_for(reader, game.pk, Choice(), now=NOW)
    assert selectors.choice(reader.pk, game.pk).at_once
    assert not selectors.choice(reader.pk, other.pk).at_once
    choosing.choose_for(reader, game.pk, None, now=NOW)
    assert not selectors.choice(reader.pk, game.pk).at_once


def test_a_reminder_that_is_not_wanted_keeps_none_of_another_game_back():
    game, other = started(), started()
    for each in (game, other):
        while cast.asked(each).name != "alice":
            cast.pass_on(each)
    choosing.choose_for(player("alice"), game.pk, Choice(reminders=False), now=NOW)
    cast.sweep_reminders(now=NOW + 20 * HOUR)
    assert [row.game_id for row in Letter.objects.filter(kind=Kind.REMINDER)] == [other.pk]


def test_the_page_saves_what_it_shows():
    game = started()
    client = browser(player("bob"))
    assert client.get(PAGE).status_code == 200
    wish = {"turns": "daily", "hour": "19", "reminders": "on"}
    assert client.post(PAGE, wish).status_code == 303
    assert selectors.choice(player("bob").pk, None) == Choice(daily=True, news=False)
    assert selectors.hour(player("bob").pk) == 19
    assert selectors.refuses("bob@example.org")
    assert client.post(PAGE, EVERYTHING).status_code == 303
    assert selectors.choice(player("bob").pk, None) == Choice()
    assert not selectors.refuses("bob@example.org")
    own = f"{PAGE}{game.key}/"
    client.post(own, {"turns": "none", "reminders": "on"})
    assert selectors.choice(player("bob").pk, game.pk) == Choice(turns=False, news=False)
    assert '<span class="way-state">reminders</span>' in client.get(PAGE).content.decode()
    client.post(own, {"as-usual": "yes"})
    assert selectors.choice(player("bob").pk, game.pk) == Choice()
    assert client.get(f"{PAGE}nonsense/").status_code == 404
    assert client.post(PAGE, {"turns": "sometimes"}).status_code == 400


def test_what_is_saved_ends_that_all_is_stopped():
    game = started()
    choosing.choose_for(player("bob"), game.pk, Choice(stopped=True), now=NOW)
    choose("bob", replace(Choice(), stopped=True))
    client = browser(player("bob"))
    assert "You have stopped all letters" in client.get(PAGE).content.decode()
    client.post(PAGE, EVERYTHING)
    assert selectors.choice(player("bob").pk, None) == Choice()
    assert selectors.choice(player("bob").pk, game.pk) == Choice()


def test_choosing_the_same_twice_is_once():
    choose("bob", Choice(daily=True))
    before = checksum()
    choose("bob", Choice(daily=True))
    assert checksum() == before
    assert Subscription.objects.count() == 1


def test_a_seat_without_letters_has_the_time_that_all_have():
    game = started()
    seat = seat_asked(game)
    assert seat.player is not None
    choose(seat.player.name, Choice(turns=False, news=False, reminders=False))
    mailbox.sweep(now=NOW)
    deadline = cast.again(game).deadline_at
    assert deadline is not None
    assert deadline - NOW == 24 * HOUR
    turns.sweep_deadlines(now=deadline + HOUR)
    assert cast.again(game).to_act[0] != seat.number
