"""From a provider's webhook to what player, table, organiser and clock show, for two providers."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import links, tasks
from games.clocks.models import Pulse
from games.clocks.services import delivered, pulse
from games.delivery.services import hearing
from games.letters import render
from games.links import ArrivalClaim, StopClaim
from games.models import Complaint, Game, Letter, Mailbox, Reply, Seat
from games.services import accounts, locks, mailbox
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import Stop
from tests.games.cast import DAY, HOUR, MINUTE, NOW, again, asked, clocks_of, player, started
from tests.games.delivery.providers import AWAY, PROVIDERS, SETTINGS, Provider, address_of, post
from tests.games.delivery.providers import player_again as known
from tests.games.pages.table import browser, seat_url, text_of
from tests.games.processes import kill, wait_until, worker

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

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


def test_an_organiser_who_does_not_sit_reads_beside_the_seat_who_cannot_be_reached(
    provider: Provider,
):
    game, organiser = started(), player("ola")
    Game.objects.filter(pk=game.pk).update(organiser=organiser)
    seat, public = asked(game), reverse("table-public", args=[game.key])
    provider.tell("dead", turn(game), at=NOW)
    signed_in = {name: Client() for name in ("ola", "alice", "zoe")}
    for name, client in signed_in.items():
        client.force_login(player(name))
    page = signed_in["ola"].get(public)
    beside = f'<span class="tag">{LOST}</span>'
    assert beside in page.content.decode()
    # He alone. To everybody else the page says for whom the game waits, as it did before.
    for client in (Client(), signed_in["alice"], signed_in["zoe"]):
        assert beside not in client.get(public).content.decode()
        assert seen(client, public).count(LOST) == 1
        told = client.get(public, headers={"If-None-Match": page.headers["ETag"]})
        assert told.status_code == 200
    # Once letters reach him, it is gone.
    delivered.reachable(known(seat.player))
    assert LOST not in seen(signed_in["ola"], public)


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
        url = reverse("subscriptions-stop", args=[links.STOP.sign(claim)])
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
    url = reverse("arrivals", args=[links.ARRIVAL.sign(ArrivalClaim(seat.player.pk))])
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
    url = reverse("arrivals", args=[links.ARRIVAL.sign(ArrivalClaim(seat.player.pk))])
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
    url = reverse("arrivals", args=[links.ARRIVAL.sign(ArrivalClaim(who.pk))])
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


def left_by_a_kill(provider: Provider, what: str, letter: Letter, at: datetime) -> None:
    """Let news be noted by a process that dies before it acts on them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hearing, "_act", killed)
        with pytest.raises(KeyboardInterrupt):
            post(provider.name, getattr(provider, what)(letter, at, address_of(letter)))
    letter.refresh_from_db()
    assert not letter.heeded


def killed(*_args: object, **_more: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_process_left_undone_is_done_once_though_its_news_never_come_again():
    game, elsewhere = started(), started()
    seat, letter, at = asked(game), turn(game), NOW + HOUR
    Letter.objects.exclude(pk=letter.pk).delete()
    with transaction.atomic():
        locks.game(pk=game.pk)
        with worker("bounce", now=at) as process:
            # Noted it is; then the clock's turn comes, and somebody holds it.
            wait_until(lambda: again_of(letter).heard == "dead")
            kill(process)
    assert not again_of(letter).heeded
    assert clocks_of(game).seats[seat.number].bounced is None
    assert hearing.sweep(now=at + MINUTE) == 1
    assert clocks_of(game).seats[seat.number].bounced == at + MINUTE
    mine = elsewhere.places.get(player=seat.player)
    assert clocks_of(elsewhere).seats[mine.number].unreached
    due = again(game).deadline_at
    assert due == at + MINUTE + DAY
    assert (again_of(letter).heeded, again_of(letter).whom) == (True, "")
    # It is over, and looking for more costs one statement.
    with CaptureQueriesContext(connection) as asked_for:
        assert hearing.sweep(now=at + HOUR) == 0
    assert len(asked_for) == 1
    assert again(game).deadline_at == due


def again_of(letter: Letter) -> Letter:
    return Letter.objects.get(pk=letter.pk)


def test_a_complaint_that_a_kill_left_stops_what_it_stops(provider: Provider):
    seat = asked(game := started())
    left_by_a_kill(provider, "complained", turn(game), NOW)
    assert not Complaint.objects.exists()
    tasks.sweep_news()
    tasks.sweep_news()
    assert Complaint.objects.get().player == seat.player


def test_news_that_a_kill_left_bear_on_nobody_who_came_later(provider: Provider):
    seat = asked(game := started())
    letter = turn(game)
    left_by_a_kill(provider, "complained", letter, NOW)
    Seat.objects.filter(pk=seat.pk).update(player=player("zoe"))
    tasks.sweep_news()
    assert not Complaint.objects.exists()
    assert again_of(letter).heeded


def test_news_that_a_kill_left_are_none_once_the_letter_goes_out_anew(provider: Provider):
    letter = turn(started())
    left_by_a_kill(provider, "dead", letter, NOW)
    assert mailbox.requeue([letter.pk], now=NOW) == 1
    assert hearing.sweep(now=NOW) == 0
    assert (again_of(letter).status, again_of(letter).heeded) == ("queued", True)


def test_news_in_trouble_keep_no_others(provider: Provider, monkeypatch, caplog):
    letters = [turn(started()), turn(started(("dora", "erin", "finn")))]
    for letter in letters:
        left_by_a_kill(provider, "dead", letter, NOW)
    came_back = delivered.came_back

    def breaks(letter: Letter, *, now: datetime) -> None:
        if letter.pk == letters[1].pk:
            raise ValueError("a fault of ours")
        came_back(letter, now=now)

    with monkeypatch.context() as patch:
        patch.setattr(delivered, "came_back", breaks)
        assert hearing.sweep(now=NOW) == 1
    assert "cannot be followed" in caplog.text
    assert [again_of(letter).heeded for letter in letters] == [True, False]
    assert hearing.sweep(now=NOW) == 1
    # So many at most are done by one sweep.
    for letter in letters:
        Letter.objects.filter(pk=letter.pk).update(heeded=False)
    monkeypatch.setattr(hearing, "AT_ONCE", 1)
    assert hearing.sweep(now=NOW) == 1


def test_the_sweep_of_news_walks_a_small_index_of_its_own():
    # Of few rows any way is as good; it is asked whether there is one without reading and sorting.
    others = ("enable_seqscan", "enable_bitmapscan", "enable_sort")
    with connection.cursor() as cursor:
        for way in others:
            cursor.execute(f"SET {way} = off")
        plan = hearing.unheeded().explain()
        for way in others:
            cursor.execute(f"RESET {way}")
    assert "letter_unheeded" in plan
    assert "Sort Key" not in plan, plan


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
