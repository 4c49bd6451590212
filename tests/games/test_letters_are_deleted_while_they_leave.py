"""Letters deleted at the very moment at which a worker keeps what is written in them.

Neither fails, whoever comes first; and what is deleted leaves nothing behind.
"""

from collections.abc import Callable

import pytest
from django.db import transaction

from games import links
from games.accounts.services import leaving
from games.cleaning import services as cleaning
from games.models import Game, Invitation, Letter, SignIn, Written
from games.services import invitations, mailbox
from tests.games.aside import Aside
from tests.games.cast import DAY, NOW, open_table, player, started
from tests.games.mail_server import MailServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]

TO_KEEP = r'SELECT "games_letter"."id" .* FOR NO KEY UPDATE SKIP LOCKED'
KEPT = r'INSERT INTO "games_written"'
GONE = r'DELETE FROM "games_letter"'

Deletes = Callable[[], object]


def an_account() -> Deletes:
    """Bob's account, and with it his letters."""
    started()
    bob = player("bob")
    asked = SignIn.objects.get(pk=leaving.ask(bob, origin="x", now=NOW))
    Letter.objects.exclude(seat__player=bob).delete()
    return lambda: leaving.leave(bob, asked.pk, links.code_of(asked), now=NOW)


def a_game() -> Deletes:
    """A game and all that hangs on it."""
    game = started()
    return lambda: Game.objects.get(pk=game.pk).delete()


def an_invitation() -> Deletes:
    """A stranger's address, with its letter."""
    table = open_table()
    asked = invitations.invite(table.key, "zoe@example.net", by=player("alice"), now=NOW)
    return lambda: Invitation.objects.filter(pk=asked.pk).delete()


everybody = pytest.mark.parametrize("prepare", [an_account, a_game, an_invitation])


def sweep() -> int:
    return mailbox.sweep(now=NOW)


def nothing_is_left() -> bool:
    return not Written.objects.exists() and not Letter.objects.exists()


@everybody
def test_who_deletes_a_letter_waits_for_who_keeps_it(prepare, mail_server: MailServer):
    deletes, there = prepare(), Letter.objects.count()
    worker = Aside(sweep, after=KEPT).stopped()
    deleter = Aside(deletes).as_far_as_it_gets()
    worker.finished()
    deleter.finished()
    assert nothing_is_left()
    assert len(mail_server.got) == there, "they had left before"


@everybody
def test_what_is_deleted_is_neither_kept_nor_sent(prepare, mail_server: MailServer):
    deletes = prepare()
    worker = Aside(sweep, before=TO_KEEP).stopped()
    deleter = Aside(deletes, after=GONE).stopped()
    worker.as_far_as_it_gets()
    deleter.finished()
    worker.finished()
    assert nothing_is_left()
    assert mail_server.got == []


@everybody
def test_what_was_kept_in_between_goes_along(prepare, mail_server: MailServer):
    deletes, there = prepare(), Letter.objects.count()
    worker = Aside(sweep, before=TO_KEEP).stopped()
    deleter = Aside(deletes, before=GONE).stopped()
    worker.as_far_as_it_gets()
    deleter.finished()
    worker.finished()
    assert nothing_is_left()
    assert len(mail_server.got) <= there


@transaction.atomic
def held_for_a_moment() -> None:
    Letter.objects.update(error="")


def test_a_letter_that_somebody_holds_for_a_moment_leaves_all_the_same(mail_server: MailServer):
    started()
    worker = Aside(sweep, before=TO_KEEP).stopped()
    holder = Aside(held_for_a_moment, after='UPDATE "games_letter"').stopped()
    worker.as_far_as_it_gets()
    holder.finished()
    worker.finished()
    assert set(Letter.objects.values_list("status", "attempts")) == {("sent", 1)}
    assert len(mail_server.ids) == len(set(mail_server.ids)) == 3


def test_who_is_invited_again_while_his_old_invitation_is_cleaned_up_is_invited(caplog):
    table, later = open_table(), NOW + 31 * DAY
    alice = player("alice")
    old = invitations.invite(table.key, "zoe@example.net", by=alice, now=NOW)
    invitations.withdraw(old.pk, by=alice, now=NOW)
    Letter.objects.update(status="sent")
    cleaner = Aside(lambda: cleaning.sweep(now=later), before='DELETE FROM "games_invitation"')
    cleaner.stopped()
    again = Aside(lambda: invitations.invite(table.key, "zoe@example.net", by=alice, now=later))
    again.as_far_as_it_gets()
    cleaner.finished()
    again.finished()
    assert Invitation.objects.get().status == "pending"
    assert Letter.objects.get(status="queued").email == "zoe@example.net"
    assert "cannot be cleaned up" not in caplog.text


def test_a_letter_sent_again_while_it_is_cleaned_up_is_counted_only_if_it_is_there():
    invitations.invite(open_table().key, "zoe@example.net", by=player("alice"), now=NOW)
    Letter.objects.update(status="failed")
    [pk], later = Letter.objects.values_list("pk", flat=True), NOW + 91 * DAY
    cleaner = Aside(lambda: cleaning.sweep(now=later), before=GONE).stopped()
    again = Aside(lambda: mailbox.requeue([pk], now=later)).as_far_as_it_gets()
    cleaner.finished()
    assert again.finished() == Letter.objects.filter(pk=pk, status="queued").count()
