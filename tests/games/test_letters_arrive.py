"""The mailbox against a real SMTP server: sent once, retried by a table, dropped when overtaken."""

from itertools import pairwise
from typing import Any

import pytest

from games import letters as written
from games import links, selectors, tasks
from games.errors import NoSuchGame
from games.links import JoinClaim
from games.models import Game, Invitation, Letter, Seat, SignIn
from games.services import accounts, games, invitations, mailbox, reading
from games.subscriptions import selectors as subscriptions
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    asked,
    fixed,
    letters,
    open_table,
    pass_on,
    player,
    started,
    sweep_deadlines,
    sweep_reminders,
)
from tests.games.mail_server import MailServer, serving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def only_letter() -> Letter:
    return Letter.objects.get()


def invited() -> Letter:
    game = open_table()
    invitations.invite(game.key, "bob@example.org", by=player("alice"), now=NOW)
    return only_letter()


def states() -> set[str]:
    return set(Letter.objects.values_list("status", flat=True))


def test_a_sweep_sends_everything_over_one_connection(mail_server: MailServer):
    started()
    assert mailbox.sweep(now=NOW) == 3
    assert mail_server.readers == ["alice@example.org", "bob@example.org", "carol@example.org"]
    assert mail_server.connections == 1
    assert states() == {"sent"}
    assert mailbox.sweep(now=NOW + DAY) == 0


def test_a_hint_keeps_its_connection_for_what_else_is_due(mail_server: MailServer):
    hinted, other = started(), started()
    letters = Letter.objects.filter(game=hinted).values_list("pk", flat=True)
    tasks.deliver(*map(str, letters))
    sent = [str(message["List-Id"]) for message in mail_server.got]
    assert [hinted.key in game for game in sent] == [True] * 3 + [False] * 3
    assert mail_server.connections == 1
    others = Letter.objects.filter(game=other).values_list("pk", flat=True)
    tasks.deliver(*map(str, others))
    assert mail_server.connections == 1, "nothing is due any more"


def test_a_letter_carries_the_message_id_of_its_row(mail_server: MailServer):
    letter = invited()
    mailbox.deliver(letter.pk, now=NOW)
    assert mail_server.ids == [letter.message_id]


def test_a_letter_is_delivered_once_however_often_it_is_asked_for(mail_server: MailServer):
    letter = invited()
    first = mailbox.deliver(letter.pk, now=NOW)
    assert first is not None
    assert first.status == "sent"
    assert mailbox.deliver(letter.pk, now=NOW + HOUR) is None
    assert mailbox.sweep(now=NOW + HOUR) == 0
    assert len(mail_server.got) == 1


def test_an_address_that_is_refused_for_good_fails_at_once(mail_server: MailServer):
    mail_server.recipient = lambda address: "550 no such person"
    invited()
    mailbox.sweep(now=NOW)
    assert (only_letter().status, only_letter().error) == ("failed", "recipient refused 550")
    assert mailbox.sweep(now=NOW + DAY) == 0


def test_what_the_server_said_is_not_kept(mail_server: MailServer):
    mail_server.recipient = lambda address: f"550 {address} is unknown"
    invited()
    mailbox.sweep(now=NOW)
    assert "bob" not in only_letter().error


def test_one_refused_address_does_not_keep_the_others_from_their_letters(mail_server: MailServer):
    mail_server.recipient = lambda address: "550 no" if "bob" in address else "250 OK"
    started()
    assert mailbox.sweep(now=NOW) == 3
    assert mail_server.readers == ["alice@example.org", "carol@example.org"]


def test_a_refused_letter_fails_at_once(mail_server: MailServer):
    mail_server.data = lambda address: "554 looks like spam"
    invited()
    mailbox.sweep(now=NOW)
    assert (only_letter().status, only_letter().error) == ("failed", "letter refused 554")


@pytest.mark.parametrize("step", ["recipient", "data"])
def test_a_busy_server_is_tried_again_by_the_table(mail_server: MailServer, step: str):
    setattr(mail_server, step, lambda address: "451 later")
    invited()
    now = NOW
    tried: list[Any] = []
    while (letter := only_letter()).status == "queued":
        assert mailbox.sweep(now=letter.due_at - MINUTE) == 0 or not tried
        now = letter.due_at
        tried.append(now)
        assert mailbox.sweep(now=now) == 1
    waits = tuple(later - earlier for earlier, later in pairwise(tried))
    assert waits == mailbox.RETRIES
    assert (letter.status, letter.attempts) == ("failed", len(mailbox.RETRIES) + 1)


def test_a_letter_that_had_to_wait_arrives_under_its_message_id(mail_server: MailServer):
    mail_server.data = lambda address: "451 later"
    letter = invited()
    mailbox.sweep(now=NOW)
    mail_server.data = lambda address: "250 OK"
    mailbox.sweep(now=NOW + MINUTE)
    assert mail_server.ids == [letter.message_id]
    assert (only_letter().status, only_letter().attempts, only_letter().error) == ("sent", 2, "")


def test_a_slow_server_is_given_up_in_time_and_tried_again(mail_server: MailServer, settings):
    settings.EMAIL_TIMEOUT, mail_server.delay = 0.3, 1.5
    letter = invited()
    delivery = mailbox.deliver(letter.pk, now=NOW)
    assert delivery is not None
    assert (delivery.status, delivery.server_down) == ("queued", True)
    settings.EMAIL_TIMEOUT, mail_server.delay = 20, 0
    mailbox.sweep(now=NOW + MINUTE)
    assert only_letter().status == "sent"
    assert set(mail_server.ids) == {letter.message_id}


def test_a_server_that_is_down_is_asked_once_a_sweep(mail_server: MailServer, settings):
    settings.EMAIL_PORT = 1
    started()
    assert mailbox.sweep(now=NOW) == 1
    assert sorted(Letter.objects.values_list("attempts", flat=True)) == [0, 0, 1]
    settings.EMAIL_PORT = mail_server.port
    assert mailbox.sweep(now=NOW) == 3
    assert len(set(mail_server.ids)) == 3


def test_a_server_that_comes_back_gets_what_waited(settings):
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 20
    with serving(server):
        settings.EMAIL_PORT = server.port
    letter = invited()
    mailbox.sweep(now=NOW)
    assert only_letter().status == "queued"
    with serving(server):
        mailbox.sweep(now=NOW + MINUTE)
    assert server.ids == [letter.message_id]


def test_a_letter_that_cannot_be_written_is_tried_again_and_holds_up_nobody(
    mail_server: MailServer, monkeypatch, caplog
):
    started()
    write = written.write

    def stumble(letter: Letter, **how):
        if letter.seat and letter.seat.name == "bob":
            raise KeyError("bob")
        return write(letter, **how)

    monkeypatch.setattr(written, "write", stumble)
    assert mailbox.sweep(now=NOW) == 3
    assert len(mail_server.got) == 2
    failed = Letter.objects.get(seat__name="bob")
    assert (failed.status, failed.error) == ("queued", "not written: KeyError")
    assert str(failed.pk) in caplog.text


def test_letters_written_at_once_say_what_each_would_say_alone(
    mail_server: MailServer, monkeypatch
):
    started()
    write, told = written.write, []

    def both(letter: Letter, *, now, tables):
        at_once, alone = write(letter, now=now, tables=tables), write(letter, now=now)
        told.append([(w.text, w.html, bytes(w.maze), bytes(w.hand)) for w in (at_once, alone)])
        return at_once

    monkeypatch.setattr(written, "write", both)
    assert mailbox.sweep(now=NOW) == 3
    assert all(at_once == alone for at_once, alone in told)
    assert len({text for (text, *_), _alone in told}) == 3, "each his own"


def test_who_gets_letters_is_read_for_all_at_once(django_assert_num_queries):
    game = open_table()
    sent = [
        Letter.objects.create(
            kind="declined", game=game, email=email, created_at=NOW, due_at=NOW
        ).pk
        for email in ("alice@example.org", "bob@example.org", "stranger@example.org")
    ]
    player("alice"), player("bob")
    with django_assert_num_queries(4, info="three for all, one whether a stranger refuses"):
        found = reading.whole(sent)
        unwanted = [subscriptions.unwanted(letter) for letter in found]
        readers = [selectors.reader_of(letter).name for letter in found[:2]]
    assert unwanted == [frozenset()] * 3
    assert readers == ["alice", "bob"]
    assert found[2].addressee is None


def test_tables_of_letters_are_read_together_by_four_queries(django_assert_num_queries):
    both = Seat.objects.filter(game__in=[started(), started()])
    seats = list(both.order_by("game", "number").select_related("player", "game"))
    with django_assert_num_queries(4):
        tables = selectors.seat_tables(seats, now=NOW)
        assert [tables(seat).seat for seat in seats] == [seat.number for seat in seats]
    other = selectors.seat_tables(seats[:3], now=NOW)
    with pytest.raises(NoSuchGame):
        other(seats[-1])


def test_a_prompt_is_dropped_when_its_seat_has_moved(mail_server: MailServer):
    game = started()
    mailbox.sweep(now=NOW)
    mail_server.got.clear()
    pass_on(game)
    pass_on(game)
    mailbox.sweep(now=NOW)
    assert mail_server.readers == [f"{asked(game).name}@example.org"]
    assert letters(status="dropped")[0][0] == "turn"


def test_a_prompt_is_dropped_when_its_seat_is_asked_again_at_another_position(
    mail_server: MailServer,
):
    game = started()
    for _ in range(3):
        pass_on(game)
    mailbox.sweep(now=NOW)
    sent = Letter.objects.filter(status="sent", kind="turn")
    assert [(letter.ply, letter.seat) for letter in sent] == [(3, asked(game))]


def test_a_backlog_is_one_letter_for_each_reader(mail_server: MailServer):
    game = started(time=fixed(24) | {"misses": 5})
    for day in range(1, 8):
        sweep_deadlines(now=NOW + day * DAY)
    assert Letter.objects.count() > 20
    while mailbox.sweep(now=NOW + 8 * DAY):
        pass
    assert mail_server.readers == ["alice@example.org", "bob@example.org", "carol@example.org"]
    assert again(game).ply == 7


def test_a_reminder_is_dropped_when_the_move_was_made(mail_server: MailServer):
    game = started(hours=24)
    mailbox.sweep(now=NOW)
    sweep_reminders(now=NOW + 18 * HOUR)
    pass_on(game, now=NOW + 18 * HOUR)
    mailbox.sweep(now=NOW + 18 * HOUR)
    assert Letter.objects.get(kind="reminder").status == "dropped"


def test_round_and_result_letters_are_never_dropped(mail_server: MailServer):
    game = started()
    while not again(game).ended_at:
        pass_on(game)
    while mailbox.sweep(now=NOW):
        pass
    kept = Letter.objects.filter(kind__in=("round", "result"))
    assert set(kept.values_list("status", flat=True)) == {"sent"}
    assert kept.filter(kind="result").count() == 3


def test_a_code_that_was_used_or_is_too_old_is_not_sent(mail_server: MailServer):
    used, old = (
        accounts.ask_code(f"{name}@example.org", next="", language="en", origin=name, now=NOW)
        for name in ("alice", "bob")
    )
    accounts.sign_in(used, links.code_of(SignIn(pk=used)), now=NOW)
    mailbox.deliver(Letter.objects.get(sign_in=used).pk, now=NOW)
    mailbox.deliver(Letter.objects.get(sign_in=old).pk, now=NOW + 10 * MINUTE)
    assert states() == {"dropped"}


def test_an_invitation_that_was_withdrawn_is_not_sent(mail_server: MailServer):
    letter = invited()
    invitation = Invitation.objects.get()
    invitations.withdraw(invitation.pk, by=player("alice"), now=NOW)
    mailbox.sweep(now=NOW)
    letter.refresh_from_db()
    assert letter.status == "dropped"
    assert [str(message["To"]) for message in mail_server.got] == ["bob@example.org"]


def test_letters_of_a_game_that_was_called_off_arrive(mail_server: MailServer):
    game = open_table()
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)
    invitations.invite(game.key, "carol@example.org", by=player("alice"), now=NOW)
    games.cancel(game.key, by=player("alice"), now=NOW)
    mailbox.sweep(now=NOW)
    assert mail_server.readers == ["bob@example.org", "carol@example.org"]
    assert Game.objects.get().status == "cancelled"


def test_a_letter_goes_to_whoever_holds_the_seat_now(mail_server: MailServer):
    game = started()
    seat = asked(game)
    Seat.objects.filter(pk=seat.pk).update(player=player("dave"))
    mailbox.sweep(now=NOW)
    assert "dave@example.org" in mail_server.readers
    assert f"{seat.name}@example.org" not in mail_server.readers
