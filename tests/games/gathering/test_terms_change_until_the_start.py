"""Seats, options, clock and name of a table that has not begun; who is told of it, and when."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from engine.errors import OptionError
from games import letters
from games.clocks.rules.refusals import Refused
from games.errors import NotOpen, NotOrganiser, SeatsNeeded, ServiceError, StaleTerms, TermsUntold
from games.gathering.services import changing
from games.gathering.services.changing import FOLD, Terms
from games.links import InvitationClaim, JoinClaim
from games.models import Game, Letter
from games.services import games, invitations, mailbox
from tests.games.cast import MINUTE, NOW, again, fixed, open_table, player, started
from tests.games.pages.table import browser, game_url, text_of

pytestmark = pytest.mark.django_db
OPTIONS = {"rounds": "3"}


def change(game: Game, *, by: str = "alice", now=NOW, **wished) -> bool:
    row = again(game)
    held = {
        "name": row.name,
        "seats": row.seats,
        "options": row.options,
        "time": fixed(24),
        "epoch": row.terms_epoch,
    }
    return changing.change(game.key, Terms(**held | wished), by=player(by), now=now)


def sit(game: Game, name: str = "bob") -> None:
    games.take_open_seat(JoinClaim.of(game), player(name), now=NOW)


def test_seats_options_clock_and_name_are_changed():
    game = open_table(seats=3)
    sit(game)
    assert change(game, name="Friday dig", seats=5, options={"rounds": "1"}, time=fixed(48))
    now_held = again(game)
    assert (now_held.name, now_held.seats, now_held.options) == ("Friday dig", 5, {"rounds": "1"})
    assert now_held.time["settings"]["clock"] == {"style": "fixed", "hours": 48}
    assert list(game.places.values_list("number", flat=True)) == [0, 1, 2, 3, 4]
    change(game, seats=3)
    assert [seat.name for seat in game.places.order_by("number")] == ["alice", "bob", ""]


def test_no_seat_that_is_taken_or_kept_is_lost():
    game = open_table(seats=6)
    sit(game)
    games.add_bot(game.key, by=player("alice"), now=NOW)
    invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    games.clear_seat(
        game.key, game.places.get(player=player("bob")).number, by=player("alice"), now=NOW
    )
    sit(game, "carol")
    with pytest.raises(SeatsNeeded) as few:
        change(game, seats=3)
    assert few.value.least == 4
    change(game, seats=4)
    assert {seat.name for seat in game.places.all()} == {"alice", "carol", "Bot Basalt", ""}


def test_a_change_that_cannot_be_changes_nothing():
    game = open_table()
    for wished in ({"options": {"colour": "red"}}, {"time": fixed(0)}):
        with pytest.raises((OptionError, Refused)):
            change(game, **wished, name="Other")
    assert again(game).name == game.name
    assert again(game).terms_epoch == 0


def test_only_the_organiser_changes_terms_and_only_before_the_start():
    with pytest.raises(NotOrganiser):
        change(open_table(), by="bob", seats=4)
    with pytest.raises(NotOpen):
        change(started(), seats=4)


def test_of_two_tabs_the_second_is_told_and_the_same_sent_twice_is_done_once():
    game = open_table(seats=3)
    assert change(game, seats=4)
    with pytest.raises(StaleTerms):
        change(game, seats=5, epoch=0)
    assert not change(game, epoch=0)
    assert again(game).seats == 4


def test_seated_and_invited_are_told_once_of_all_that_changed():
    game = open_table(seats=5)
    sit(game)
    invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    change(game, seats=6)
    change(game, time=fixed(48), now=NOW + MINUTE)
    told = {letter.email: letter for letter in Letter.objects.filter(kind="terms")}
    assert set(told) == {"bob@example.org", "dora@example.org"}
    assert mailbox.deliver(told["bob@example.org"].pk, now=NOW + MINUTE) is None
    message = letters.render(told["bob@example.org"], now=NOW + FOLD)
    assert message.subject == f"The terms have changed · {game.name}"
    assert "- Seats: 6\n" in str(message.body)
    assert "2 days" in str(message.body)
    assert "/w/" in str(message.body)
    assert "/i/" in str(letters.render(told["dora@example.org"], now=NOW + FOLD).body)
    for letter in told.values():
        assert mailbox.deliver(letter.pk, now=NOW + FOLD).status == "sent"
    change(game, time=fixed(72), now=NOW + 2 * FOLD)
    assert Letter.objects.filter(kind="terms").count() == 4


def told_of(game: Game, *, now=NOW + FOLD) -> str:
    (letter,) = Letter.objects.filter(kind="terms", status="queued", email="bob@example.org")
    return str(letters.render(letter, now=now).body).partition("What has changed\n")[2]


def test_the_letter_says_what_every_changed_term_is_and_what_it_was():
    game = open_table(seats=3, rounds="3")
    sit(game)
    change(game, seats=5, options={"rounds": "1"}, time=fixed(48) | {"days_off": ["sat"]})
    said, _, rest = told_of(game).partition("\n\n")
    assert said.splitlines() == [
        "- Seats: 5 (before: 3)",
        "- Time for each turn: 2 days (before: 24 hours)",
        "- Rounds: one, a short game (before: three, the whole game)",
        "- New: Days off, on which no clock runs: Saturday",
        "- New: Times of the table are those of UTC.",
    ]
    assert rest.startswith("The table\n")


def test_changes_that_follow_each_other_are_told_as_one():
    game = open_table(seats=3)
    sit(game)
    change(game, seats=5)
    change(game, seats=4, time=fixed(48), now=NOW + MINUTE)
    assert "Seats: 4 (before: 3)" in told_of(game)
    assert "2 days (before: 24 hours)" in told_of(game)
    assert mailbox.sweep(now=NOW + FOLD) == 2
    change(game, seats=6, now=NOW + 2 * FOLD)
    assert told_of(game).startswith("- Seats: 6 (before: 4)\n- Time")


def test_terms_that_were_changed_back_at_once_are_no_news_and_hinder_no_start():
    game = open_table(seats=3)
    sit(game)
    change(game, seats=4)
    change(game, seats=3, now=NOW + MINUTE)
    assert Letter.objects.get(kind="terms").status == "dropped"
    games.add_bot(game.key, by=player("alice"), now=NOW)
    games.start(game.key, by=player("alice"), now=NOW + MINUTE)


def test_who_accepts_between_two_changes_is_told_of_the_second():
    game = open_table(seats=5)
    bob = player("bob")
    invited = invitations.invite(game.key, bob.email, by=player("alice"), now=NOW)
    change(game, seats=6)
    claim = InvitationClaim.of(invited)
    invitations.accept(claim, language="en", now=NOW)
    change(game, seats=4, now=NOW + MINUTE)
    sent = [
        str(letters.render(letter, now=NOW + 2 * FOLD).body)
        for letter in Letter.objects.filter(kind="terms")
        if (done := mailbox.deliver(letter.pk, now=NOW + 2 * FOLD)) and done.status == "sent"
    ]
    assert len(sent) == 1
    assert "Seats: 4 (before: 6)" in sent[0]


def test_a_letter_posted_by_an_earlier_version_says_what_holds():
    game = open_table(seats=3)
    sit(game)
    change(game, seats=5)
    Letter.objects.filter(kind="terms").update(before=None)
    assert "- Seats: 5\n" in str(letters.render(Letter.objects.get(kind="terms"), now=NOW).body)


def test_another_name_alone_is_no_news():
    game = open_table()
    sit(game)
    change(game, name="Friday dig")
    assert not Letter.objects.filter(kind="terms").exists()


def test_who_left_meanwhile_is_not_told():
    game = open_table()
    sit(game)
    change(game, time=fixed(48))
    games.leave(game.key, by=player("bob"), now=NOW)
    letter = Letter.objects.get(kind="terms")
    assert mailbox.deliver(letter.pk, now=NOW + FOLD).status == "dropped"


def test_no_game_starts_before_who_sits_there_is_told_of_other_terms():
    game = open_table(seats=3)
    sit(game)
    games.add_bot(game.key, by=player("alice"), now=NOW)
    change(game, time=fixed(48))
    with pytest.raises(TermsUntold):
        games.start(game.key, by=player("alice"), now=NOW + MINUTE)
    games.start(game.key, by=player("alice"), now=NOW + FOLD)


@pytest.mark.django_db(transaction=True)
def test_of_a_change_and_a_start_at_once_one_comes_first():
    game = open_table(seats=3)
    for _ in range(2):
        games.add_bot(game.key, by=player("alice"), now=NOW)
    alice = player("alice")

    def attempt(act) -> str:
        try:
            act()
        except ServiceError as problem:
            return type(problem).__name__
        finally:
            connection.close()
        return "done"

    wish = Terms(game.name, 4, OPTIONS, fixed(24), 0)
    with ThreadPoolExecutor(2) as pool:
        tries = [
            pool.submit(attempt, lambda: changing.change(game.key, wish, by=alice, now=NOW)),
            pool.submit(attempt, lambda: games.start(game.key, by=alice, now=NOW)),
        ]
        said = [each.result() for each in tries]
    assert said in (["done", "SeatsMissing"], ["NotOpen", "done"])
    row = again(game)
    assert game.places.count() == row.seats
    assert (row.seats, row.status) in ((4, "open"), (3, "active"))


def fields(page: str) -> dict[str, str]:
    """What a browser would send of the form, but for the ticked boxes."""
    form = page.partition('<form method="post" novalidate>')[2].partition("</form>")[0]
    found = {}
    for tag in re.findall(r"<(?:input)[^>]*>", form):
        name, value = (re.search(rf'\b{at}="([^"]*)"', tag) for at in ("name", "value"))
        checked = ('type="radio"' not in tag and 'type="checkbox"' not in tag) or " checked" in tag
        if name and checked:
            found[name[1]] = value[1] if value else ""
    for name, inside in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', inside)
        found[name] = chosen[1] if chosen else ""
    return found


@pytest.mark.parametrize(
    "clock",
    [
        {"style": "fixed", "hours": 24},
        {"style": "fixed", "hours": 7},
        {"style": "bank", "initial": 72, "increment": 12, "cap": 120},
        {"style": "bank", "initial": 70, "increment": 10, "cap": 100},
        {"style": "hour", "at": "18:30", "notice": 5, "days": ["mon", "tue"]},
        {"style": "none"},
    ],
)
def test_the_form_shows_what_holds_and_sent_as_it_is_changes_nothing(clock):
    game = open_table(time={"clock": clock, "vacation_days": 10})
    game.options = {"edition": "2004", "tools": "off", "rounds": "1"}
    game.save()
    client, url = browser(player("alice")), game_url(game, "gathering-change")
    shown = fields(client.get(url).content.decode())
    assert shown["name"] == game.name
    shown.setdefault("days", "mon")
    data = shown | {"days": ["mon", "tue"] if clock["style"] == "hour" else []}
    answer = client.post(url, data, follow=True)
    assert "These are the terms that hold already." in text_of(answer.content.decode())
    assert again(game).time == game.time


def test_a_stale_form_keeps_what_was_typed_and_is_good_when_sent_again():
    game = open_table(seats=3)
    game.options = {"edition": "2004", "tools": "off", "rounds": "1"}
    game.save()
    client, url = browser(player("alice")), game_url(game, "gathering-change")
    shown = fields(client.get(url).content.decode())
    change(game, seats=4)
    answer = client.post(url, shown | {"seats": "6"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "The terms were changed elsewhere" in page
    assert again(game).seats == 4
    client.post(url, fields(page))
    assert again(game).seats == 6
    few = client.post(url, fields(client.get(url).content.decode()) | {"seats": "99"})
    assert few.status_code == 400


def test_the_page_is_the_organisers_and_leads_others_to_the_table():
    game = open_table()
    for name in ("bob", "alice"):
        answer = browser(player(name)).get(game_url(game, "gathering-change"))
        assert (answer.status_code == 200) is (name == "alice")
    assert browser(player("alice")).get("/g/nothing/terms/").status_code == 404
