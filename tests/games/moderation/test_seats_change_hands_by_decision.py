"""A seat is taken from its holder, given to another, given back: nothing of his stays with it."""

import pytest
from django.urls import reverse

from games import letters, links, selectors
from games.cases.services import objecting
from games.errors import BadLink, MayNotTalk, SatBefore
from games.links import CalendarClaim, SeatClaim
from games.models import Entry, Game, Letter, Line, Notes, Objection, Orders, Player, Subscription
from games.selectors import records
from games.services import turns
from games.services.freshness import is_needed
from games.services.reading import whole
from games.substitutes import selectors as seats
from games.substitutes.services import endings, offers, sitting
from games.talk.rules.rooms import Room
from tests.games import cast
from tests.games.cast import DAY, NOW, again, all_sent, asked, full_table, player, started
from tests.games.moderation.cast import address, done, log, previewed, staff
from tests.games.pages.table import browser, game_url, seat_url, text_of
from tests.games.substitutes.cast import claim_of, offer_of, seat_of, stood_in
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def removed(name: str = "bob", **terms: object) -> tuple[Game, int]:
    """Start a table from which a moderator takes somebody away."""
    game = started(**terms)  # type: ignore[arg-type]
    all_sent()
    number = seat_of(game, name).number
    done(staff("mia"), "remove", game.key, seat=number, why="rules")
    return again(game), number


def feed(who: Player) -> str:
    """Read somebody's calendar as a program does."""
    answer = browser().get(
        reverse("calendar-feed", args=[links.CALENDAR.sign(CalendarClaim.of(who))])
    )
    return answer.content.decode()


def test_whose_seat_is_taken_away_keeps_nothing_of_it_and_a_bot_plays_on_at_once():
    game = started(hours=24)
    seat = asked(game)
    was, old = seat.player, SeatClaim.of(seat)
    waiting = Letter.objects.get(seat=seat, status="queued")
    Orders.objects.create(seat=seat, standing=["pass P1"])
    Notes.objects.create(seat=seat, text="the ones on the left dig")
    url, client = seat_url(seat), browser(was)
    tag = client.get(game_url(game, "seat-mine")).headers.get("ETag", '"x"')
    assert game.key in feed(was)
    done(staff("mia"), "remove", game.key, seat=seat.number, why="rules")
    seat.refresh_from_db()
    assert (seat.player, seat.bot, seat.name[:4]) == (None, True, "Bot ")
    assert not Orders.objects.exists()
    assert not Notes.objects.exists()
    waiting.refresh_from_db()
    assert waiting.status == "dropped"
    assert game.key not in feed(was)
    assert browser().get(url).status_code == 404
    mine = client.get(game_url(game, "seat-mine"), headers={"if-none-match": tag})
    assert (mine.status_code, mine["Location"]) == (303, game_url(game))
    with pytest.raises(BadLink):
        turns.play_move(old, "pass", seen_ply=0, now=NOW)
    # Nobody waits for it.
    assert again(game).bot_asked
    turns.sweep_bots(now=NOW)
    assert again(game).ply > 0
    assert again(game).to_act != [seat.number]


def test_all_are_told_by_role_reason_and_reference_and_who_had_it_that_he_may_appeal():
    game = started()
    all_sent()
    bob = seat_of(game, "bob")
    # He wants no news; that he lost his seat he is told all the same.
    Subscription.objects.create(player=bob.player, news=False)
    done(staff("mia"), "remove", game.key, seat=bob.number, why="rules", message="as agreed")
    entry = Entry.objects.get(act="removed")
    told = Letter.objects.filter(entry=entry)
    assert sorted(each.seat.player.name for each in told.filter(kind="news")) == ["alice", "carol"]
    letter = whole([told.get(kind="replaced").pk])[0]
    assert is_needed(letter, now=NOW)
    body = letters.render(letter, now=NOW).body
    reference = entry.said["reference"]
    for said in ("Your seat was taken from you", "the rules of this site", "as agreed"):
        assert said in body
    assert reference in body
    assert "appeal until Sun 15 Mar, 12:00 UTC, on the page of your account" in body
    # And there he may, he alone.
    mine = browser(player("bob")).get(reverse("sanctions")).content.decode()
    assert reference in mine
    assert reference not in browser(player("carol")).get(reverse("sanctions")).content.decode()
    objecting.appeal(reference, "I was there every day", by=player("bob"), now=NOW)
    assert Objection.objects.get().act.reference == reference
    assert "does not count in your record" in body
    assert "mia" not in body
    story = text_of(browser().get(game_url(game, "stories-public")).content.decode())
    assert "A moderator took the seat of bob away." in story
    assert log(game) == ["remove"]
    line = Line.objects.get(act="remove")
    assert line.before == {**line.before, "holder": bob.player_id, "links": 0}
    assert line.after == {**line.after, "holder": None, "links": 1}


def test_who_lost_a_seat_watches_but_neither_talks_sits_nor_acts_there():
    game, number = removed(listed=True)
    bob = player("bob")
    assert browser(bob).get(game_url(game)).status_code == 200
    with pytest.raises(SatBefore):
        sitting.sit(game.key, number, bob, now=NOW)
    with pytest.raises(MayNotTalk):
        say(game, "bob", "hello", Room.SPECTATORS)
    staff("bob")
    assert browser(player("bob")).get(address("pause", game.key)).status_code == 403
    assert records.of([bob.pk], now=NOW)[bob.pk].resigned == 0
    # Who decided it does not take the seat, either.
    mia = browser(player("mia"))
    answer = mia.post(reverse("seats-of-game", args=[game.key]), {"act": "sit", "seat": number})
    assert "You decided who gets this seat" in mia.get(answer["Location"]).content.decode()
    assert offer_of(game, number) is not None


def test_whoever_sits_then_knows_what_the_seat_knows_and_has_a_whole_turn():
    game = started()
    seat = asked(game)
    view = selectors.seat_table(seat, now=NOW).view
    done(staff("mia"), "remove", game.key, seat=seat.number)
    late = NOW + 10 * cast.HOUR
    sitting.sit(game.key, seat.number, player("dora"), now=late)
    dora = seat_of(game, "dora")
    assert selectors.seat_table(dora, now=late).view == view
    assert (dora.bot, stood_in(game, dora)) == (False, False)
    assert again(game).deadline_at == late + DAY
    # He was told when the seat was taken from him.
    assert Letter.objects.filter(kind="replaced").count() == 1


def test_another_organises_where_who_did_so_is_taken_away():
    game, _number = removed("alice")
    heir = game.organiser
    assert heir.name in ("bob", "carol")
    told = Entry.objects.get(act="organises")
    assert told.said["who"] == heir.name
    assert game.places.get(number=told.seat).player == heir


def test_of_two_the_other_ends_the_game_if_nobody_comes():
    game, _number = removed(people=("alice", "bob"), key="duel")
    assert not seats.seats_of(game.key, player("alice"), now=NOW).may_win
    assert seats.seats_of(game.key, player("alice"), now=NOW + 3 * DAY).may_win
    endings.win(claim_of(game, "alice"), now=NOW + 3 * DAY)
    assert again(game).outcome["winners"] == [seat_of(game, "alice").number]


def test_before_the_start_a_place_is_freed_and_both_are_told():
    game = full_table()
    bob = game.places.get(player=player("bob"))
    old = seat_url(bob)
    done(staff("mia"), "remove", game.key, seat=bob.number)
    bob.refresh_from_db()
    assert not bob.taken
    assert browser().get(old).status_code == 404
    assert ("withdrawn", "bob@example.org") in cast.letters(game=game)
    assert ("declined", "alice@example.org") in cast.letters(game=game)
    alice = game.places.get(player=player("alice"))
    kept = previewed(browser(player("mia")), "remove", game.key, seat=alice.number)
    assert kept.status_code == 409


def test_who_was_taken_away_is_back_with_what_the_seat_knows_now_and_links_of_its_own():
    game = started()
    seat = asked(game)
    was, old = seat.player, seat_url(seat)
    done(staff("mia"), "remove", game.key, seat=seat.number)
    done(staff("mia"), "bring-back", game.key, seat=seat.number)
    back = seat_of(game, was.name)
    assert (back.number, back.bot, stood_in(game, back)) == (seat.number, False, False)
    assert again(game).deadline_at == NOW + DAY
    assert browser().get(old).status_code == 404
    assert browser().get(seat_url(back)).status_code == 200
    assert offer_of(game, seat.number) is None
    entry = Entry.objects.get(act="returned")
    assert sorted(Letter.objects.filter(entry=entry).values_list("seat__number", flat=True)) == [
        0,
        1,
        2,
    ]
    say(game, was.name, "here again")
    assert log(game) == ["remove", "bring-back"]


def test_who_plays_the_seat_now_is_asked_and_nothing_changes_until_he_agrees():
    game, number = removed()
    sitting.sit(game.key, number, player("dora"), now=NOW)
    done(staff("mia"), "bring-back", game.key, seat=number)
    dora = seat_of(game, "dora")
    assert game.places.get(number=number).player == dora.player
    by_letter = reverse("seats-by-letter", args=[links.SEAT.sign(SeatClaim.of(dora))])
    page = text_of(browser().get(by_letter).content.decode())
    assert "you are asked whether bob may have it again" in page
    # Bob himself cannot take it, nor anybody from the list.
    for name in ("bob", "erin"):
        here = reverse("seats-of-game", args=[game.key])
        browser(player(name)).post(here, {"act": "sit", "seat": number})
        assert game.places.get(number=number).player == dora.player
    answer = browser().post(by_letter, {"act": "give-back"})
    assert (answer.status_code, answer["Location"]) == (303, game_url(game))
    assert game.places.get(number=number).player == player("bob")
    assert browser().post(by_letter, {"act": "give-back"}).status_code == 404
    said = Entry.objects.get(act="returned").said
    assert (said["who"], said["was"], said["role"]) == ("bob", "dora", "moderator")
    letter = Letter.objects.filter(kind="replaced", email="dora@example.org").get()
    assert "appeal" not in letters.render(whole([letter.pk])[0], now=NOW).body
    # And the other way round: now she is who had it before.
    done(staff("mia"), "bring-back", game.key, seat=number)
    assert offer_of(game, number).whom == player("dora")


def test_who_plays_the_seat_may_keep_it():
    game, number = removed()
    sitting.sit(game.key, number, player("dora"), now=NOW)
    done(staff("mia"), "bring-back", game.key, seat=number)
    offers.keep(claim_of(game, "dora"), now=NOW)
    assert offer_of(game, number) is None
    offers.give_back(claim_of(game, "dora"), now=NOW)
    assert game.places.get(number=number).player == player("dora")
    again_ = previewed(browser(staff("mia")), "bring-back", game.key, seat=number)
    assert again_.status_code == 200


def test_before_the_start_who_was_sent_away_has_a_place_again_where_one_is_free():
    game = full_table()
    bob = game.places.get(player=player("bob"))
    nobody = previewed(browser(staff("mia")), "bring-back", game.key, seat=bob.number)
    assert nobody.status_code == 409
    done(staff("mia"), "remove", game.key, seat=bob.number)
    done(staff("mia"), "bring-back", game.key, seat=bob.number)
    assert game.places.filter(player=player("bob")).exists()
    assert ("seated", "bob@example.org") in cast.letters(game=game)
