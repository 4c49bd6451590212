"""A person without an address plays like everybody, and nothing is ever posted to him."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.clocks.rules.stretches import Stretch
from games.clocks.services import post
from games.links import JoinClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Outage, Player
from games.services import games, mailbox
from tests.games.cast import DAY, HOUR, MINUTE, NOW, asked, open_table, pass_on, player, started
from tests.games.mail_server import MailServer

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def loses_address(name: str) -> Player:
    found = player(name)
    found.email = None
    found.save(update_fields=("email",))
    return found


def readers() -> set[str]:
    seats = Letter.objects.filter(seat__isnull=False).values_list("seat__name", flat=True)
    return {*seats, *Letter.objects.exclude(email="").values_list("email", flat=True)}


def round_the_table(game: Game) -> None:
    for minute in range(3):
        pass_on(game, now=NOW + minute * MINUTE)


def test_nothing_is_posted_to_his_seat_and_others_get_theirs():
    game = started()
    Letter.objects.all().delete()
    loses_address("bob")
    round_the_table(game)
    assert readers() == {"alice", "carol"}


def test_no_hint_is_sent_of_a_letter_that_nobody_gets(monkeypatch):
    game = started()
    hints: list[object] = []
    monkeypatch.setattr("games.dispatch.letters", hints.extend)
    loses_address("bob")
    round_the_table(game)
    assert set(hints) <= set(Letter.objects.values_list("pk", flat=True))


@pytest.mark.usefixtures("at_once")
def test_what_lay_ready_for_him_is_dropped(mail_server: MailServer):
    game = started()
    name = asked(game).name
    loses_address(name)
    mailbox.sweep(now=NOW + SECOND)
    dropped = Letter.objects.filter(seat=asked(game)).values_list("status", flat=True)
    assert set(dropped) == {"dropped"}
    assert f"{name}@example.org" not in mail_server.readers
    assert mail_server.readers


def test_an_organiser_without_one_is_not_told_that_his_table_is_full():
    game = open_table(seats=2, key="duel")
    loses_address("alice")
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)
    assert readers() == {"bob@example.org"}


def test_no_outage_is_told_to_him():
    game = started()
    loses_address("bob")
    Letter.objects.all().delete()
    gone = Stretch(NOW, NOW + HOUR)
    Outage.objects.create(begun_at=gone.start, ended_at=gone.end)
    with because(Cause.CLOCK):
        post.tell_of_outage(game, [0, 1, 2], gone, now=NOW + HOUR)
    assert readers() == {"alice@example.org", "carol@example.org"}


def test_no_vacation_is_told_to_him():
    with because(Cause.CLOCK):
        post.tell_of_vacation(loses_address("bob"), now=NOW)
    assert not readers()
    with because(Cause.CLOCK):
        post.tell_of_vacation(player("carol"), now=NOW)
    assert readers() == {"carol@example.org"}


def test_what_was_told_to_a_person_who_has_gone_is_dropped(mail_server: MailServer):
    with because(Cause.CLOCK):
        post.tell_of_vacation(player("bob"), now=NOW)
    loses_address("bob")
    mailbox.sweep(now=NOW + DAY)
    assert Letter.objects.get().status == Letter.Status.DROPPED
    assert not mail_server.readers


def test_many_have_none_but_one_address_is_one_persons():
    for name in ("alice", "bob"):
        loses_address(name)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(email="Carol@example.org", name="carol", created_at=NOW)
    player("carol")
    with pytest.raises(IntegrityError):
        Player.objects.create(email="carol@example.org", name="carol", created_at=NOW)
