"""Who comes and goes, or changes his mind, fills nobody's inbox; the last state is always told."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.clocks.services import agreeing, pauses
from games.gathering.services import changing
from games.gathering.services.changing import Terms
from games.links import InvitationClaim, JoinClaim
from games.models import Game, Letter
from games.services import games, invitations, mailbox
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    asked,
    fixed,
    open_table,
    player,
    started,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

SECOND = timedelta(seconds=1)
BOB = "bob@example.org"


def sent(reader: str, now: datetime) -> list[str]:
    """Send all that is due, and say which kinds this reader got so far, in order."""
    mailbox.sweep(now=now)
    rows = Letter.objects.filter(status="sent").order_by("sent_at", "pk").select_related("seat")
    return [
        row.kind
        for row in rows
        if reader == (row.seat.player.email if row.seat and row.seat.player else row.email)
    ]


def one_seat_free() -> Game:
    game = open_table()
    games.add_bot(game.key, by=player("alice"), now=NOW)
    return game


def anothers_turn() -> Game:
    """Start a game in which alice is not asked: nobody pauses his own clock."""
    while asked(game := started(hours=72)).player == player("alice"):
        pass
    return game


def come(game: Game, now: datetime) -> None:
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=now)


def leave(game: Game, now: datetime) -> None:
    games.leave(game.key, by=player("bob"), now=now)


def send_away(game: Game, now: datetime) -> None:
    number = game.places.get(player=player("bob")).number
    games.clear_seat(game.key, number, by=player("alice"), now=now)


GONE = {"leaves": leave, "is sent away": send_away}


@pytest.mark.parametrize("go", GONE.values(), ids=GONE)
def test_who_comes_and_goes_sixty_times_writes_six_letters_an_hour_and_the_last_state(
    go: Callable[[Game, datetime], None],
):
    game = one_seat_free()
    now = NOW
    for _ in range(60):
        come(game, now)
        mailbox.sweep(now=now)
        now += SECOND
        go(game, now)
        mailbox.sweep(now=now)
        now += SECOND
    early = {reader: len(sent(reader, now)) for reader in ("alice@example.org", BOB)}
    assert max(early.values()) == 6
    late = {reader: sent(reader, now + HOUR) for reader in early}
    assert all(len(late[reader]) <= count + 1 for reader, count in early.items())
    if go is send_away:
        assert late[BOB][-1] == "withdrawn"
    else:
        assert late["alice@example.org"][-1] == "declined"
    come(game, now + 2 * HOUR)
    assert sent("alice@example.org", now + 2 * HOUR)[-1] == "ready"
    assert sent(BOB, now + 2 * HOUR)[-1] == "seated"
    assert not Letter.objects.filter(status="queued").exists()


def test_what_waits_and_is_no_longer_true_is_not_said():
    game = one_seat_free()
    for _ in range(4):
        come(game, NOW)
        mailbox.sweep(now=NOW)
        send_away(game, NOW)
        mailbox.sweep(now=NOW)
    come(game, NOW)
    assert sent(BOB, NOW + 2 * HOUR)[-1] == "seated"


def test_each_who_was_invited_and_will_not_come_is_named():
    game = open_table(seats=4)
    for name in ("bob", "carol", "dora"):
        asked = invitations.invite(game.key, f"{name}@example.org", by=player("alice"), now=NOW)
        invitations.decline(InvitationClaim.of(asked), now=NOW)
    assert sent("alice@example.org", NOW) == ["declined"] * 3


def test_terms_changed_again_and_again_are_told_a_few_times_an_hour():
    game = open_table(seats=3)
    come(game, NOW)
    now = NOW
    for at in range(60):
        row = again(game)
        wish = Terms(row.name, 3, row.options, fixed(25 + at), row.terms_epoch)
        changing.change(game.key, wish, by=player("alice"), now=now)
        now += MINUTE
        mailbox.sweep(now=now)
    assert sent(BOB, NOW + 59 * MINUTE).count("terms") <= 6
    told = sent(BOB, now + 3 * HOUR).count("terms")
    assert 6 <= told <= 8
    assert not Letter.objects.filter(status="queued").exists()


def test_a_table_that_is_closed_and_opened_again_and_again_writes_few_letters():
    game = anothers_turn()
    mailbox.sweep(now=NOW)
    now = NOW
    for _ in range(30):
        pauses.pause(game.key, now + 2 * DAY, by=player("alice"), now=now)
        mailbox.sweep(now=now)
        now += SECOND
        pauses.resume(game.key, by=player("alice"), now=now)
        mailbox.sweep(now=now)
        now += SECOND
    assert sent(BOB, now).count("news") == 6
    assert sent(BOB, now + HOUR).count("news") == 7
    last = Letter.objects.filter(kind="news", status="sent", seat__player__email=BOB)
    assert last.latest("sent_at").entry.act == "resumed"


def test_a_proposal_is_not_lost_among_other_news():
    game = anothers_turn()
    mailbox.sweep(now=NOW)
    Letter.objects.filter(kind="news").delete()
    agreeing.propose_pause(game.key, NOW + 2 * DAY, by=player("alice"), now=NOW)
    pauses.pause(game.key, NOW + 3 * DAY, by=player("alice"), now=NOW)
    waiting = Letter.objects.filter(kind="news", status="queued", seat__player__email=BOB)
    assert {row.entry.act for row in waiting} == {"proposed-pause", "paused"}


def test_news_that_a_mail_server_refused_give_way_to_newer_ones():
    game = anothers_turn()
    mailbox.sweep(now=NOW)
    pauses.pause(game.key, NOW + 2 * DAY, by=player("alice"), now=NOW)
    waiting = Letter.objects.filter(kind="news", status="queued")
    # Refused once, they wait for longer than the newer ones need.
    waiting.update(attempts=1, due_at=NOW + HOUR)
    pauses.resume(game.key, by=player("alice"), now=NOW + SECOND)
    assert {row.entry.act for row in waiting.all()} == {"resumed"}
    assert {row.due_at for row in waiting.all()} <= {
        NOW + SECOND - timedelta(microseconds=after) for after in range(3)
    }
