"""A seat changes hands in one step: what it may know goes along, nothing else, old links die."""

import re
from functools import partial

import pytest
from django.urls import reverse

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import letters, links, selectors
from games.clocks.rules import breaks, giving
from games.clocks.services import vacations
from games.errors import (
    AlreadyInvited,
    AlreadySeated,
    BadLink,
    BarMissed,
    NotOrganiser,
    SatBefore,
    SeatTaken,
    TooMany,
)
from games.links import AskedClaim, SeatClaim
from games.models import Entry, Kept, Letter, Offer, Orders, Player
from games.selectors.public import ANYTHING
from games.services import turns
from games.substitutes import selectors as selectors_of_seats
from games.substitutes.services import offers, sitting
from tests.games import cast
from tests.games.blinding import blinded
from tests.games.cast import DAY, HOUR, NOW
from tests.games.orders.cast import leave
from tests.games.pages.table import browser, checksum, game_url, seat_url, text_of
from tests.games.substitutes.cast import (
    claim_of,
    late,
    offer_of,
    resigned,
    seat_of,
    sits,
    stood_in,
    until_asked,
)
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


def undated(page: bytes) -> bytes:
    timeless = re.sub(rb'<span class="left">[^<]*</span>', b"", page)
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", timeless)


def after_some_moves(key: str = "saboteur", moves: int = 12):
    """Start a game and play a while sensibly, so that seats know what others do not."""
    game = cast.started(key=key) if key != "duel" else cast.started(("alice", "bob"), key=key)
    rules = ruleset(key)
    for _ in range(moves):
        at = cast.again(game)
        state, seat = rules.load(at.state), EngineSeat(at.to_act[0])
        move = rules.choose(rules.view(state, seat), rules.legal_moves(state, seat))
        if rules.outcome(rules.apply(state, seat, move).state):
            break
        turns.play_move(cast.claim(game), rules.format(move), seen_ply=at.ply, now=NOW)
    return cast.again(game)


def given_up(game, name: str = "bob"):
    offers.resign(claim_of(game, name), now=NOW)
    return cast.again(game)


def test_in_one_step_the_player_sits_old_links_die_the_bot_stops_and_all_are_told():
    game = resigned()
    was = seat_of(game, "bob")
    old = SeatClaim.of(was)
    asked = game.to_act == [was.number]
    seat = sits(game)
    assert (seat.player.name, seat.name, seat.number) == ("dora", "dora", was.number)
    assert not stood_in(game, seat)
    assert offer_of(game, seat.number) is None
    assert Offer.objects.get().taken_by == seat.player
    with pytest.raises(BadLink):
        selectors.visit_of(old)
    with pytest.raises(BadLink):
        turns.play_move(old, "pass", seen_ply=game.ply, now=NOW)
    entry = Entry.objects.get(act="sat")
    assert (entry.seat, entry.said) == (seat.number, {"who": "dora", "was": "bob"})
    told = Letter.objects.filter(entry=entry)
    assert sorted(letter.seat.player.name for letter in told.filter(kind="news")) == [
        "alice", "carol", "dora",
    ]  # fmt: skip
    assert told.get(kind="replaced").email == "bob@example.org"
    assert cast.again(game).bot_asked is False
    assert bool(cast.clocks_of(game).seats[seat.number].clock) == asked


def test_the_turn_begins_anew_with_a_whole_allotment():
    game = cast.started()
    seat = cast.asked(game)
    offers.resign(SeatClaim.of(seat), now=NOW + HOUR)
    until_asked(game, seat, now=NOW + HOUR)
    assert cast.again(game).deadline_at is None
    sits(game, of=seat.name, now=NOW + 10 * HOUR)
    assert cast.again(game).deadline_at == NOW + 10 * HOUR + DAY


def test_the_forerunners_vacation_and_dead_address_are_not_the_substitutes():
    game = cast.started()
    seat, at = cast.asked(game), NOW + 20 * HOUR
    days = (None, (NOW + 5 * DAY).date())
    cast.clocks_of(game, lambda table: giving.bounce(table, seat.number, now=at))
    cast.clocks_of(game, lambda table: breaks.leave(table, seat.number, days, now=at))
    before = cast.clocks_of(game).seats[seat.number]
    assert before.vacations
    assert (before.bounced, before.unreached) == (at, True)
    offers.offer(SeatClaim.of(seat), now=at)
    sits(game, of=seat.name, now=at)
    after = cast.clocks_of(game).seats[seat.number]
    assert (after.vacations, after.bounced, after.unreached) == ((), None, False)


def test_a_bank_has_at_least_half_of_what_the_game_began_with():
    bank = {"clock": {"style": "bank", "initial": 72, "increment": 12, "cap": 120}}
    game = cast.started(time=bank | {"misses": 1})
    seat, at = late(game)
    sits(game, of=seat.name, now=at)
    assert cast.clocks_of(game).seats[seat.number].bank == 36 * HOUR


@pytest.mark.parametrize("key", ["saboteur", "saboteur2", "duel", "dark-cave"])
def test_a_substitute_is_told_exactly_what_the_seat_was_told_since_the_deal(key: str):
    game = given_up(after_some_moves(key))
    forerunner = seat_of(game, "bob")
    before = selectors.seat_table(forerunner, now=NOW)
    told = selectors.story(game.key, forerunner)
    story = [(entry.ply, entry.events) for entry in told if not entry.act]
    seat = sits(game)
    after = selectors.seat_table(seat_of(game, "dora"), now=NOW)
    assert after.view == before.view
    told = selectors.story(game.key, seat)
    assert [(entry.ply, entry.events) for entry in told if not entry.act] == story
    # All of it is news to him, from the deal on.
    assert after.earlier == ()
    assert after.story[0].ply == 0


@pytest.mark.parametrize("key", ["saboteur", "saboteur2", "duel", "dark-cave"])
def test_no_byte_a_substitute_gets_hangs_on_what_his_seat_cannot_know(key: str):
    game = given_up(after_some_moves(key))
    seat = sits(game)
    letter = Letter.objects.filter(seat=seat, kind="news").latest("created_at", "entry_id")
    story = reverse(
        "stories-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat_of(game, "dora")))]
    )
    urls = (seat_url(seat_of(game, "dora")), story)

    def all_of_it() -> list[object]:
        read = Letter.objects.select_related("seat__player", "game", "entry").get(pk=letter.pk)
        message = letters.render(read, now=NOW)
        html = message.alternatives[0][0]
        return [undated(browser().get(url).content) for url in urls] + [message.body, html]

    before = all_of_it()
    with blinded(game, seat.number, seed=3) as rearranged:
        assert rearranged
        assert all_of_it() == before


def test_the_forerunner_sees_what_a_spectator_sees_from_that_instant():
    game = given_up(after_some_moves())
    was = seat_of(game, "bob")
    url, bob = seat_url(was), was.player
    story = reverse("stories-by-letter", args=[links.SEAT.sign(SeatClaim.of(was))])
    seats = reverse("seats-by-letter", args=[links.SEAT.sign(SeatClaim.of(was))])
    sits(game)
    for dead in (url, story, seats):
        assert browser().get(dead).status_code == 404
    assert browser().post(seats, {"act": "keep"}).status_code == 404
    signed_in = browser(bob)
    answer = signed_in.get(game_url(game, "seat-mine"))
    assert (answer.status_code, answer["Location"]) == (303, game_url(game))
    assert signed_in.get(game_url(game, "stories-mine")).status_code == 404
    page = signed_in.get(game_url(game)).content
    assert b'class="hand' not in page
    with blinded(game, None, seed=5) as rearranged:
        assert rearranged
        assert undated(signed_in.get(game_url(game)).content) == undated(page)
    assert game.key not in {each.game.key for each in selectors.my_games(bob, now=NOW)}


def test_a_letter_that_was_being_written_to_the_forerunner_shows_him_nothing_new():
    game = cast.started()
    letter = Letter.objects.select_related("seat__player", "game").get(seat=seat_of(game, "bob"))
    given_up(game)
    sits(game)
    with pytest.raises(BadLink):
        letters.render(letter, now=NOW)


def test_the_forerunners_own_doings_are_not_said_to_the_substitute_as_his():
    game = resigned()
    sits(game)
    page = text_of(browser().get(seat_url(seat_of(game, "dora"))).content.decode())
    assert "bob gave up" in page
    assert "You gave your seat up" not in page
    assert "You take the seat of bob" in page


@pytest.mark.django_db(transaction=True)
def test_of_many_who_come_at_once_one_sits_and_the_others_read_that_it_is_taken():
    for at in range(3):
        game = cast.started(("alice", f"bob{at}", f"carol{at}"))
        seat = seat_of(game, f"bob{at}")
        offers.resign(SeatClaim.of(seat), now=NOW)
        people = [cast.player(f"friend{at}{one}") for one in range(6)]
        sit = partial(sitting.sit, game.key, seat.number, now=NOW)
        done = at_once([partial(sit, player=who) for who in people])
        assert done == {"Seat": 1, SeatTaken.__name__: 5}
        assert Entry.objects.filter(game=game, act="sat").count() == 1


@pytest.mark.django_db(transaction=True)
def test_sitting_twice_is_sitting_once():
    game = resigned()
    number = seat_of(game, "bob").number
    sit = partial(sitting.sit, game.key, number, cast.player("dora"), now=NOW)
    assert at_once([sit] * 4) == {"Seat": 4}
    assert Entry.objects.filter(act="sat").count() == 1
    assert Letter.objects.filter(kind="replaced").count() == 1


def test_who_sits_or_sat_at_the_table_is_refused():
    game = resigned()
    number = seat_of(game, "bob").number
    for name in ("alice", "bob"):
        with pytest.raises(AlreadySeated):
            sitting.sit(game.key, number, cast.player(name), now=NOW)
    sits(game)
    offers.resign(claim_of(game, "carol"), now=NOW)
    with pytest.raises(SatBefore):
        sits(game, "bob", of="carol")


def test_nobody_sits_where_nothing_is_offered_nor_when_the_game_is_over():
    game = cast.started(rounds="1")
    with pytest.raises(SeatTaken):
        sits(game)
    offers.offer(claim_of(game, "bob"), now=NOW)
    cast.play_to_the_end(game)
    with pytest.raises(SeatTaken):
        sits(game)
    for address in (reverse("seats-open-list"), reverse("seats-of-game", args=[game.key])):
        page = text_of(browser(cast.player("dora")).get(address).content.decode())
        assert "Take the seat" not in page


def test_organiser_and_leaving_player_ask_by_letter_and_nobody_else():
    game = resigned()
    number = seat_of(game, "bob").number
    ask = partial(offers.ask, game.key, number, now=NOW)
    ask("dora@example.org", by=cast.player("alice"))
    ask("emil@example.org", by=cast.player("bob"))
    for name in ("carol", "dora"):
        with pytest.raises(NotOrganiser):
            ask("fred@example.org", by=cast.player(name))
    with pytest.raises(AlreadyInvited):
        ask("dora@example.org", by=cast.player("bob"))
    assert Letter.objects.filter(kind="offer").count() == 2


@pytest.mark.parametrize("whose", ["a player", "who sat there", "a stranger"])
def test_who_asks_an_address_does_not_learn_whose_it_is(whose: str):
    game = resigned()
    sits(game)
    offers.resign(claim_of(game, "carol"), now=NOW)
    address = {"a player": "dora", "who sat there": "bob", "a stranger": "nobody"}[whose]
    number = seat_of(game, "carol").number
    asked = offers.ask(game.key, number, f"{address}@example.org", by=cast.player("alice"), now=NOW)
    assert Letter.objects.filter(kind="offer", asked=asked).exists()
    if whose != "a stranger":
        with pytest.raises((AlreadySeated, SatBefore)):
            sitting.sit(game.key, number, cast.player(address), now=NOW)


def test_a_strangers_inbox_is_not_filled():
    def ask() -> None:
        game = resigned()
        number = seat_of(game, "bob").number
        offers.ask(game.key, number, "dora@example.org", by=cast.player("alice"), now=NOW)

    for _ in range(10):
        ask()
    with pytest.raises(TooMany):
        ask()


def test_who_was_asked_by_letter_sits_without_signing_in_and_says_how_he_is_called(set_clock):
    set_clock(NOW)
    game = resigned()
    number = seat_of(game, "bob").number
    asked = offers.ask(game.key, number, "dora@example.org", by=cast.player("alice"), now=NOW)
    url = reverse("seats-asked", args=[links.ASKED.sign(AskedClaim(asked.pk))])
    before = checksum()
    assert "The seat of bob" in text_of(browser().get(url).content.decode())
    assert checksum() == before
    assert browser().post(url, {"name": ""}).status_code == 400
    told = {"name": "Dora D.", "language": "de", "time_zone": "Europe/Berlin"}
    for _ in range(2):
        answer = browser().post(url, told)
        assert answer.status_code == 303
        assert browser().get(answer["Location"]).status_code == 200
    dora = Player.objects.get(email="dora@example.org")
    assert (dora.name, dora.language, dora.time_zone) == ("Dora D.", "de", "Europe/Berlin")
    assert Entry.objects.get(act="sat").said["who"] == "Dora D."


def test_who_was_asked_and_comes_second_reads_that_it_is_taken():
    game = resigned()
    number = seat_of(game, "bob").number
    asked = offers.ask(game.key, number, "emil@example.org", by=cast.player("alice"), now=NOW)
    url = reverse("seats-asked", args=[links.ASKED.sign(AskedClaim(asked.pk))])
    cast.player("emil")
    sits(game)
    for answer in (browser().get(url), browser().post(url)):
        assert "somebody else was faster" in text_of(answer.content.decode())
    assert not Letter.objects.filter(kind="offer").exclude(status="queued").exists()
    assert browser().get("/o/nonsense/").status_code == 404


def test_who_takes_a_seat_reads_before_that_none_may_have_watched_another():
    game = resigned(listed=True)
    number = seat_of(game, "bob").number
    asked = offers.ask(game.key, number, "dora@example.org", by=cast.player("alice"), now=NOW)
    dora = browser(cast.player("dora"))
    for page in (
        reverse("seats-open-list"),
        reverse("seats-of-game", args=[game.key]),
        reverse("seats-asked", args=[links.ASKED.sign(AskedClaim(asked.pk))]),
    ):
        shown = text_of(dora.get(page).content.decode())
        assert "by the letter of one of its seats must not take another" in shown


def test_from_the_open_list_a_signed_in_player_sits_and_a_visitor_signs_in_first():
    game = resigned(listed=True)
    page = text_of(browser().get(reverse("seats-open-list")).content.decode())
    assert "The seat of bob" in page
    assert "Sign in to take it" in page
    assert "new here" not in page
    form = {"act": "sit", "seat": seat_of(game, "bob").number}
    there = reverse("seats-of-game", args=[game.key])
    assert browser().post(there, form)["Location"].startswith(reverse("accounts-sign-in"))
    dora = browser(cast.player("dora"))
    assert "new here" in text_of(dora.get(reverse("seats-open-list")).content.decode())
    for _ in range(2):
        assert dora.post(there, form)["Location"] == reverse("seat-mine", args=[game.key])
    assert seat_of(game, "dora").number == form["seat"]
    assert Offer.objects.filter(taken_by__isnull=False).count() == 1


def test_the_open_list_costs_the_same_few_queries_whatever_is_offered(
    django_assert_max_num_queries,
):
    for _ in range(4):
        resigned(listed=True)
    with django_assert_max_num_queries(6):
        found = selectors_of_seats.open_seats(ANYTHING, player=None, now=NOW)
    assert len(found.offers) == 4


def test_a_bar_keeps_out_who_is_late_too_often_but_whom_the_organiser_asks_himself():
    game = resigned(time=cast.fixed(24) | {"bar": 95})
    dora = cast.player("dora")
    for hour in range(20):
        at = NOW - (hour * 30 + 1) * HOUR
        Kept.objects.create(player=dora, game=game, at=at, reply=60 if hour > 1 else None)
    with pytest.raises(BarMissed):
        sits(game)
    number = seat_of(game, "bob").number
    asked = offers.ask(game.key, number, dora.email, by=cast.player("bob"), now=NOW)
    claim = AskedClaim(asked.pk)
    with pytest.raises(BarMissed):
        sitting.accept(claim, language="en", now=NOW)
    asked.delete()
    asked = offers.ask(game.key, number, dora.email, by=cast.player("alice"), now=NOW)
    claim = AskedClaim(asked.pk)
    assert sitting.accept(claim, language="en", now=NOW).player == dora


def test_a_newcomer_passes_a_bar_unless_the_table_says_otherwise():
    sits(resigned(time=cast.fixed(24) | {"bar": 80}))
    with pytest.raises(BarMissed):
        sits(resigned(time=cast.fixed(24) | {"bar": 80, "newcomers": False}))


def test_the_orders_of_the_forerunner_are_forgotten_before_another_sits():
    game = cast.started()
    number = seat_of(game, "bob").number
    leave(game, number, standing="only")
    offers.resign(claim_of(game, "bob"), now=NOW)
    assert Orders.objects.filter(seat=seat_of(game, "bob")).exists()
    sits(game)
    assert not Orders.objects.exists()


def test_old_links_are_dead_at_the_next_table_too():
    game = resigned()
    old = links.SEAT.sign(SeatClaim.of(seat_of(game, "bob")))
    sits(game)
    offers.resign(claim_of(game, "dora"), now=NOW)
    sits(game, "emil", of="dora")
    assert browser().get(reverse("seat-by-letter", args=[old])).status_code == 404
    until_asked(game, seat_of(game, "emil"), now=NOW)
    assert cast.pass_on(game).seat == seat_of(game, "emil").number


def test_what_a_forerunner_wished_is_told_of_him_and_not_of_his_substitute():
    game = cast.started()
    bob = cast.player("bob")
    vacations.leave(bob, (None, NOW.date() + 2 * DAY), now=NOW)
    cast.extended(game)
    offers.resign(claim_of(game, "bob"), now=NOW + HOUR)
    dora = sits(game, now=NOW + HOUR)
    pages = (
        browser().get(game_url(game, "stories-public")),
        browser().get(seat_url(dora)),
        browser().get(seat_url(seat_of(game, "alice"))),
    )
    for page in pages:
        told = text_of(page.content.decode())
        assert "bob is on vacation" in told, told
        assert "dora is on vacation" not in told
        assert "You are on vacation" not in told
    letter = Letter.objects.filter(seat=dora).latest("created_at")
    assert "bob" in str(letters.render(letter, now=NOW + HOUR).body)
