"""From a provider's webhook to what player, table, organiser and clock show, for two providers."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games import links, tasks
from games.clocks.models import Pulse
from games.clocks.services import pulse
from games.letters import render
from games.links import StopClaim
from games.models import Complaint, Game, Letter, Mailbox, Reply, Seat
from games.services import accounts, mailbox
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import Stop
from tests.games.cast import DAY, HOUR, MINUTE, NOW, again, asked, clocks_of, started
from tests.games.delivery.providers import AWAY, PROVIDERS, SETTINGS, Provider, post
from tests.games.delivery.providers import player_again as known
from tests.games.pages.table import browser, seat_url, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]

DUE = NOW + DAY
BACK = "Our letters to your address come back"
LOST = "cannot be reached"


@pytest.fixture(params=PROVIDERS, ids=lambda each: each.name)
def provider(request, settings, set_clock) -> Provider:
    settings.TRACKING_PROVIDER, settings.ANYMAIL = request.param.name, SETTINGS
    set_clock(NOW)
    found: Provider = request.param
    return found


def turn(game: Game) -> Letter:
    """The letter to whoever is asked, as it left."""
    mailbox.sweep(now=NOW)
    found = Letter.objects.filter(seat=asked(game)).latest("created_at")
    assert found.status == "sent"
    return found


def seen(client: Client, url: str) -> str:
    return text_of(client.get(url).content.decode())


def home(seat: Seat) -> str:
    """What a player reads on his front page."""
    client = Client()
    client.force_login(known(seat.player))
    return seen(client, reverse("home"))


def other_of(game: Game, seat: Seat) -> Seat:
    return game.places.filter(player__isnull=False).exclude(pk=seat.pk).earliest("pk")


def sweep(set_clock, at: datetime) -> None:
    Pulse.objects.update_or_create(pk=pulse.ONE, defaults={"last_at": at - MINUTE})
    set_clock(at)
    tasks.sweep_deadlines()


def shown_to_others(game: Game, seat: Seat) -> dict[str, str]:
    """All pages on which others of the table and strangers read of a seat."""
    other = other_of(game, seat)
    signed_in = Client()
    signed_in.force_login(other.player)
    return {
        "by letter": seen(browser(), seat_url(other)),
        "signed in": seen(signed_in, reverse("seat-mine", args=[game.key])),
        "list": seen(signed_in, reverse("home")),
        "public": seen(browser(), reverse("table-public", args=[game.key])),
        "time": seen(signed_in, reverse("time-table", args=[game.key])),
        "seats": seen(signed_in, reverse("seats-of-game", args=[game.key])),
    }


def test_a_bounce_is_told_to_the_player_the_table_the_organiser_and_the_clock(
    provider: Provider, set_clock
):
    game, elsewhere = started(), started()
    seat = asked(game)
    letter, mine = turn(game), elsewhere.places.get(player=seat.player)
    assert BACK not in home(seat)
    at = NOW + HOUR
    set_clock(at)
    provider.tell("dead", letter, at=at, times=3)
    letter.refresh_from_db()
    assert (letter.status, letter.heard, letter.heeded) == ("failed", "dead", True)
    # The player, signed in and by his letter's link.
    for page in (home(seat), seen(browser(), seat_url(seat))):
        assert BACK in page
        assert "Another address" in page
        assert "Try this one again" in page
    # The clock: the smaller of its allotment and 48 hours from now, once.
    assert again(game).deadline_at == at + DAY
    assert clocks_of(game).seats[seat.number].bounced == at
    # The table, its organiser among them, and all his other tables.
    assert LOST in shown_to_others(game, seat)["by letter"]
    assert LOST in shown_to_others(elsewhere, mine)["by letter"]
    assert clocks_of(elsewhere).seats[mine.number].unreached
    # What is missed meanwhile is not held against him, and the game goes on.
    sweep(set_clock, at + DAY)
    assert again(game).ply == 1
    assert clocks_of(game).seats[seat.number].misses == 0


def test_others_learn_of_a_dead_address_that_he_cannot_be_reached_and_nothing_else(
    provider: Provider, set_clock
):
    game = started()
    seat = asked(game)
    before = shown_to_others(game, seat)
    provider.tell("dead", turn(game), at=NOW)
    provider.tell("complained", turn_of(seat), at=NOW)
    for name, page in shown_to_others(game, seat).items():
        told = set(page.split()) - set(before[name].split())
        assert not {"letters", "address", "back", "bounced", "spam", "mail"} & told, (name, told)
        assert seat.player.email not in page
    assert LOST in shown_to_others(game, seat)["signed in"]


def turn_of(seat: Seat) -> Letter:
    return Letter.objects.filter(seat=seat).latest("created_at")


def test_a_deferral_shows_nowhere_gives_nothing_and_excuses_a_miss(provider: Provider, set_clock):
    game = started()
    seat, letter = asked(game), turn(game)
    provider.tell("deferred", letter, at=NOW + HOUR, times=2)
    assert Letter.objects.get(pk=letter.pk).status == "sent"
    assert again(game).deadline_at == DUE
    assert BACK not in home(seat)
    assert LOST not in "".join(shown_to_others(game, seat).values())
    assert Mailbox.objects.get().failed == 1
    sweep(set_clock, DUE)
    assert again(game).ply == 1
    assert clocks_of(game).seats[seat.number].misses == 0


def test_a_deferred_letter_that_arrives_is_a_letter_like_any_other(provider: Provider, set_clock):
    game = started()
    seat, letter = asked(game), turn(game)
    provider.tell("deferred", letter, at=NOW + HOUR)
    provider.tell("delivered", letter, at=NOW + 2 * HOUR)
    # What was overtaken on its way changes nothing.
    provider.tell("deferred", letter, at=NOW + HOUR)
    assert Letter.objects.get(pk=letter.pk).heard == "delivered"
    assert not Mailbox.objects.exists()
    sweep(set_clock, DUE)
    assert clocks_of(game).seats[seat.number].misses == 1


def test_a_letter_that_came_back_for_now_gives_time_and_its_address_lives(provider: Provider):
    game = started()
    seat, letter = asked(game), turn(game)
    provider.tell("returned", letter, at=NOW)
    assert Letter.objects.get(pk=letter.pk).status == "failed"
    assert clocks_of(game).seats[seat.number].unreached
    assert known(seat.player).mail_trouble_at is None
    assert BACK not in home(seat)
    # It turns out that there is no such mailbox: that says more.
    provider.tell("dead", letter, at=NOW + MINUTE)
    assert BACK in home(seat)
    assert Mailbox.objects.get().failed == 1


def test_three_letters_over_two_days_that_never_arrive_make_an_address_dead(
    provider: Provider, set_clock
):
    game = started()
    seat, first = asked(game), turn(game)
    letters = [first, *(copy(first) for _ in range(3))]
    provider.tell("deferred", letters[0], at=NOW)
    provider.tell("returned", letters[0], at=NOW + HOUR)
    provider.tell("returned", letters[1], at=NOW + HOUR)
    set_clock(NOW + DAY)
    provider.tell("returned", letters[2], at=NOW + DAY)
    assert Mailbox.objects.get().failed == 3
    assert BACK not in home(seat), "all within a day: a server that is down"
    set_clock(NOW + 2 * DAY)
    provider.tell("returned", letters[3], at=NOW + 2 * DAY)
    assert BACK in home(seat)


def copy(letter: Letter) -> Letter:
    """One more letter that left for the same seat."""
    row = Letter.objects.get(pk=letter.pk)
    row.pk, row.kind = uuid4(), Letter.Kind.REMINDER
    row.status, row.error, row.heard, row.heard_at = "sent", "", "", None
    row.save(force_insert=True)
    return row


def test_a_later_letter_that_arrives_makes_all_well(provider: Provider, set_clock):
    game, elsewhere = started(), started()
    seat, letter = asked(game), turn(game)
    mine = elsewhere.places.get(player=seat.player)
    set_clock(NOW + 2 * HOUR)
    provider.tell("dead", letter, at=NOW + HOUR)
    later = copy(letter)
    # One that arrived before does not: news come in any order.
    provider.tell("delivered", copy(letter), at=NOW)
    assert BACK in home(seat)
    provider.tell("delivered", later, at=NOW + 2 * HOUR)
    assert BACK not in home(seat)
    for table, at in ((game, seat), (elsewhere, mine)):
        assert not clocks_of(table).seats[at.number].unreached
    # And one that came back before that, of which we hear only now, says nothing any more.
    provider.tell("dead", copy(letter), at=NOW + HOUR)
    assert BACK not in home(seat)


def test_a_letter_that_is_only_taken_by_the_provider_proves_nothing(provider: Provider):
    game = started()
    seat = asked(game)
    provider.tell("dead", turn(game), at=NOW)
    copy_due = copy(turn_of(seat))
    Letter.objects.filter(pk=copy_due.pk).update(status="queued", attempts=0, due_at=NOW)
    mailbox.sweep(now=NOW + MINUTE)
    assert Letter.objects.get(pk=copy_due.pk).status == "sent"
    assert clocks_of(game).seats[seat.number].unreached


def test_a_code_that_came_by_letter_makes_all_well(provider: Provider):
    game = started()
    seat = asked(game)
    provider.tell("dead", turn(game), at=NOW)
    pk = accounts.ask_code(seat.player.email, next="", language="en", origin="x", now=NOW)
    letter = Letter.objects.get(sign_in=pk)
    accounts.sign_in(pk, links.code_of(letter.sign_in), now=NOW)
    assert BACK not in home(seat)
    assert not clocks_of(game).seats[seat.number].unreached


@pytest.mark.parametrize("what", ["complained", "revoked"])
def test_a_complaint_stops_that_scope_at_once_and_says_so(provider: Provider, what: str):
    game, elsewhere = started(), started()
    seat, letter = asked(game), turn(game)
    due = again(game).deadline_at
    provider.tell(what, letter, at=NOW, times=2)
    chosen = subscriptions.choice(seat.player_id, game.pk)
    assert not chosen.turns
    assert subscriptions.choice(seat.player_id, elsewhere.pk).turns
    page = home(seat)
    assert ("marked as spam" in page) == (what == "complained")
    assert f"Letters that say that it is your turn in {game.name}" in page
    # It arrived: no more time, and he is reached by his reminders still.
    assert again(game).deadline_at == due
    assert not clocks_of(game).seats[seat.number].unreached
    assert LOST not in shown_to_others(game, seat)["by letter"]
    assert Letter.objects.get(pk=letter.pk).status == "sent"
    assert Complaint.objects.count() == 1


def test_a_seat_without_any_channel_left_is_told_to_the_table_and_taken_back(provider: Provider):
    game = started()
    seat, letter = asked(game), turn(game)
    provider.tell("complained", letter, at=NOW)
    reminder = copy(letter)
    provider.tell("complained", reminder, at=NOW)
    assert clocks_of(game).seats[seat.number].unreached
    assert LOST in shown_to_others(game, seat)["by letter"]
    client = Client()
    for complaint in Complaint.objects.filter(player=seat.player):
        claim = StopClaim(Stop(complaint.stop), seat.player_id, game.pk)
        url = reverse("subscriptions-stop", args=[links.mint_stop(claim)])
        assert url in client_of(seat).get(reverse("home")).content.decode()
        client.post(url, {"again": "1"})
    assert not Complaint.objects.exists()
    assert "marked as spam" not in home(seat)
    assert not clocks_of(game).seats[seat.number].unreached
    assert LOST not in shown_to_others(game, seat)["by letter"]


def client_of(seat: Seat) -> Client:
    client = Client()
    client.force_login(known(seat.player))
    return client


def test_what_was_stopped_can_be_left_so(provider: Provider):
    game = started()
    seat, letter = asked(game), turn(game)
    provider.tell("complained", letter, at=NOW)
    url = reverse("arrivals", args=[links.mint_arrival(seat.player)])
    assert "marked as spam" in seen(client_of(seat), url)
    # Whoever was lent a letter's link reads nothing of other games, and ends nothing.
    assert game.name not in seen(Client(), url)
    assert "marked as spam" not in seen(browser(), seat_url(seat))
    assert Client().post(url, {"leave": "1"}).status_code == 303
    assert "marked as spam" in home(seat)
    assert client_of(seat).post(url, {"leave": "1"}).status_code == 303
    assert "marked as spam" not in home(seat)
    assert not subscriptions.choice(seat.player_id, game.pk).turns


def test_it_is_tried_again_by_one_letter_at_most_thrice_a_day(provider: Provider, set_clock):
    game = started()
    seat = asked(game)
    provider.tell("dead", turn(game), at=NOW)
    url = reverse("arrivals", args=[links.mint_arrival(seat.player)])
    assert url in browser().get(seat_url(seat)).content.decode()
    set_clock(NOW + HOUR)
    for _ in range(5):
        assert Client(enforce_csrf_checks=True).post(url, {"try": "1"}).status_code == 303
    tries = Letter.objects.filter(kind="reach", email=seat.player.email)
    assert tries.count() == 3
    mailbox.sweep(now=NOW + HOUR)
    provider.tell("delivered", tries[0], at=NOW + HOUR)
    assert BACK not in home(seat)
    assert "Nothing speaks against it" in seen(Client(), url)
    assert Client().get(reverse("arrivals", args=["1.x"])).status_code == 404


def test_where_nothing_is_the_matter_nothing_is_tried(set_clock):
    set_clock(NOW)
    who = asked(started()).player
    url = reverse("arrivals", args=[links.mint_arrival(who)])
    assert Client(enforce_csrf_checks=True).post(url, {"try": "1"}).status_code == 303
    assert not Letter.objects.filter(kind="reach").exists()


def test_what_arrived_is_not_sent_again_though_its_worker_was_killed(provider: Provider, set_clock):
    letter = turn(started())
    Letter.objects.filter(pk=letter.pk).update(status="inflight", due_at=NOW + HOUR, sent_at=None)
    provider.tell("delivered", letter, at=NOW + timedelta(seconds=3))
    letter.refresh_from_db()
    assert (letter.status, letter.heard) == ("sent", "delivered")
    assert letter.sent_at is not None
    set_clock(NOW + 2 * HOUR)
    assert mailbox.deliver(letter.pk, now=NOW + 2 * HOUR) is None


def test_an_out_of_office_reply_is_no_bounce_and_is_offered_back(settings, set_clock):
    settings.TRACKING_PROVIDER, settings.ANYMAIL = "postmark", SETTINGS
    set_clock(NOW)
    game = started()
    seat, letter = asked(game), turn(game)
    due = again(game).deadline_at
    for _ in range(2):
        assert post("postmark", AWAY(letter, NOW, seat.player.email)) == 200
    assert Letter.objects.get(pk=letter.pk).heard == ""
    assert not Mailbox.objects.exists()
    assert again(game).deadline_at == due
    assert LOST not in "".join(shown_to_others(game, seat).values())
    [answer] = Letter.objects.filter(kind=Letter.Kind.REPLY)
    assert "vacation" in render(answer, now=NOW).body.lower()
    # Who sits there now is not asked about somebody else's absence.
    Reply.objects.all().delete()
    assert post("postmark", AWAY(letter, NOW, "somebody@example.net")) == 200
    assert not Reply.objects.exists()


@pytest.mark.parametrize(("domain", "way"), [("", "My time"), ("play.example.org", "answer this")])
def test_who_seems_away_is_told_a_way_that_there_is(settings, set_clock, domain: str, way: str):
    settings.TRACKING_PROVIDER, settings.ANYMAIL = "postmark", SETTINGS
    settings.REPLY_DOMAIN = domain
    set_clock(NOW)
    game = started()
    seat, letter = asked(game), turn(game)
    assert post("postmark", AWAY(letter, NOW, seat.player.email)) == 200
    offer = render(Letter.objects.get(kind=Letter.Kind.REPLY), now=NOW)
    assert "Are you away?" in offer.subject
    assert way in " ".join(offer.body.split())


def test_a_letter_to_an_address_that_he_has_no_more_bears_on_nobody(provider: Provider):
    game = started()
    seat, letter = asked(game), turn(game)
    for what in ("dead", "complained"):
        provider.tell(what, letter, at=NOW, to="before@example.org")
    assert BACK not in home(seat)
    assert not clocks_of(game).seats[seat.number].unreached
    assert not Complaint.objects.exists()


def test_an_invited_stranger_who_calls_it_spam_is_never_written_to_again(provider: Provider):
    letter = Letter.objects.create(
        kind="invitation", email="dora@example.net", created_at=NOW, due_at=NOW, status="sent"
    )
    provider.tell("complained", letter, at=NOW)
    assert subscriptions.refuses("dora@example.net")


def test_whoever_is_killed_between_taking_news_in_and_acting_finds_them_undone(
    provider: Provider, monkeypatch, set_clock
):
    game = started()
    seat, letter = asked(game), turn(game)
    at = NOW + HOUR
    set_clock(at)
    data = provider.dead(letter, at, seat.player.email)

    def killed(*_args: object, **_more: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("games.clocks.services.delivered.came_back", killed)
        with pytest.raises(KeyboardInterrupt):
            post(provider.name, data)
    letter.refresh_from_db()
    assert (letter.heard, letter.heeded) == ("dead", False)
    assert again(game).deadline_at == DUE
    for _ in range(2):
        assert post(provider.name, data) == 200
    assert clocks_of(game).seats[seat.number].bounced == at
    assert again(game).deadline_at == at + DAY
    assert Letter.objects.get(pk=letter.pk).heeded


def test_news_of_a_sending_before_say_nothing_of_the_one_after(provider: Provider, set_clock):
    game = started()
    letter = turn(game)
    provider.tell("dead", letter, at=NOW)
    set_clock(NOW + HOUR)
    assert mailbox.requeue([letter.pk], now=NOW + HOUR) == 1
    provider.tell("dead", letter, at=NOW)
    mailbox.sweep(now=NOW + HOUR)
    provider.tell("dead", letter, at=NOW)
    letter.refresh_from_db()
    assert (letter.status, letter.heard) == ("sent", "")
    provider.tell("delivered", letter, at=NOW + HOUR + timedelta(seconds=2))
    assert Letter.objects.get(pk=letter.pk).heard == "delivered"
