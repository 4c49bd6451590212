"""No letter while its reader looks at his table; it comes when he leaves, and never two for one."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import links, selectors
from games.links import SeatClaim
from games.models import Game, Letter, Seat
from games.services import games, mailbox, presence, turns
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    PEOPLE,
    again,
    asked,
    claim,
    pass_on,
    player,
    started,
)
from tests.games.mail_server import MailServer
from tests.games.replies import cast as replies

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
GRACE = 90 * SECOND
LONG_AGO = NOW - DAY


def table(people: Sequence[str] = PEOPLE, *, bots: int = 0, rounds: str = "3") -> Game:
    """A table that was dealt an hour ago, its first letters long gone; nobody looks at it."""
    game = started(people, bots=bots, rounds=rounds, now=NOW - HOUR)
    mailbox.sweep(now=NOW - HOUR + GRACE)
    return game


def sent(server: MailServer, now: datetime) -> list[str]:
    """Sweep, and say who was written to."""
    server.got.clear()
    mailbox.sweep(now=now)
    return [reader.partition("@")[0] for reader in server.readers]


def looks(game: Game, name: str, now: datetime) -> None:
    seat = Seat.objects.get(game=game, player=player(name))
    presence.is_here(SeatClaim.of(seat), now=now)


def bots_play(game: Game, now: datetime) -> None:
    """Let bots move until a person is asked."""
    while asked(game).bot:
        turns.play_bot(game.pk, again(game).ply, now=now)


def next_one(game: Game) -> str:
    """Let whoever is asked move, and name who is asked then."""
    pass_on(game, now=NOW)
    return asked(game).name


def test_the_grace_is_what_these_tests_count_with(settings):
    assert timedelta(seconds=settings.LETTER_GRACE) == GRACE


def test_who_does_not_look_is_written_to_at_once(mail_server: MailServer):
    name = next_one(table())
    assert sent(mail_server, NOW) == [name]


def test_who_looks_is_not_written_to_until_he_leaves(mail_server: MailServer):
    game = table()
    name = next_one(game)
    for minute in range(5):
        looks(game, name, NOW + minute * MINUTE)
        assert sent(mail_server, NOW + minute * MINUTE + SECOND) == []
    left = NOW + 4 * MINUTE
    assert sent(mail_server, left + GRACE - SECOND) == []
    assert sent(mail_server, left + GRACE) == [name]


def test_who_moves_at_the_page_gets_no_letter_at_all(mail_server: MailServer):
    game = table()
    name = next_one(game)
    looks(game, name, NOW)
    sent(mail_server, NOW)
    pass_on(game, now=NOW + MINUTE)
    assert name not in sent(mail_server, NOW + DAY)
    assert Letter.objects.get(ply=1, kind="turn").status == "dropped"


def test_who_has_just_moved_looks(mail_server: MailServer):
    game = table(("alice",), bots=2)
    bots_play(game, NOW - HOUR)
    pass_on(game, now=NOW)
    bots_play(game, NOW + SECOND)
    assert sent(mail_server, NOW + 2 * SECOND) == []
    assert sent(mail_server, NOW + GRACE) == ["alice"]


def test_who_moved_by_email_is_written_to_at_once(mail_server: MailServer, settings):
    settings.REPLY_DOMAIN = replies.DOMAIN
    game = table(("alice",), bots=2)
    bots_play(game, NOW - HOUR)
    code = min(replies.coded(game))
    assert replies.replied(asked(game), code, now=NOW) == [(code, "made")]
    bots_play(game, NOW + SECOND)
    sent(mail_server, NOW + 2 * SECOND)
    turn = Letter.objects.get(kind="turn", ply=again(game).ply)
    assert (turn.status, turn.seat.name) == ("sent", "alice")


def test_who_starts_the_game_looks(mail_server: MailServer):
    game = started(("alice",), bots=2)
    bots_play(game, NOW + SECOND)
    assert sent(mail_server, NOW + 2 * SECOND) == []
    assert sent(mail_server, NOW + GRACE) == ["alice"]


def test_begin_and_your_turn_are_one_letter(mail_server: MailServer):
    game = started()
    names = set()
    for second in range(2):
        names.add(asked(game).name)
        sent(mail_server, NOW + second * SECOND)
        pass_on(game, now=NOW + second * SECOND)
    mail_server.got.clear()
    while mailbox.sweep(now=NOW + DAY):
        pass
    got = list(Letter.objects.filter(status="sent").values_list("seat__name", flat=True))
    assert len(got) == len(set(got)) == 3 - len(names - set(got))
    assert Letter.objects.filter(kind="started", status="dropped").exists()


def test_time_was_up_and_your_turn_are_one_letter(mail_server: MailServer):
    game = started(("alice", "bob"), bots=1, time={"clock": {"style": "fixed", "hours": 24}})
    bots_play(game, NOW)
    while mailbox.sweep(now=NOW + GRACE):
        pass
    Letter.objects.all().delete()
    late = again(game).deadline_at
    assert late is not None
    assert turns.sweep_deadlines(now=late) == 1
    sent(mail_server, late)
    bots_play(game, late + SECOND)
    while mailbox.sweep(now=late + DAY):
        pass
    got = list(Letter.objects.filter(status="sent").values_list("seat__name", flat=True))
    assert sorted(got) == ["alice", "bob"]


def test_looking_holds_no_deadline_up(mail_server: MailServer):
    game = table()
    name = next_one(game)
    due = again(game).deadline_at
    assert due is not None
    looks(game, name, NOW)
    assert sent(mail_server, NOW) == []
    Seat.objects.filter(game=game, name=name).update(here_at=due)
    assert sent(mail_server, due - SECOND) == []
    assert turns.sweep_deadlines(now=due) == 1


def test_a_letter_that_was_held_back_for_hours_gives_no_time(mail_server: MailServer):
    game = table()
    name = next_one(game)
    due = again(game).deadline_at
    for minute in range(121):
        looks(game, name, NOW + minute * MINUTE)
        assert sent(mail_server, NOW + minute * MINUTE) == []
    assert sent(mail_server, NOW + 3 * HOUR) == [name]
    assert again(game).deadline_at == due
    letter = Letter.objects.get(ply=1, kind="turn")
    assert (letter.attempts, letter.seen_at) == (1, NOW)


def test_a_result_comes_to_who_looks(mail_server: MailServer):
    game = table(rounds="1")
    letter = Letter.objects.filter(game=game, seat=asked(game)).latest("created_at")
    letter.kind, letter.status, letter.due_at = "result", "queued", NOW
    letter.save()
    looks(game, asked(game).name, NOW)
    assert sent(mail_server, NOW) == [asked(game).name]


def test_a_page_that_is_opened_tells_nothing(client: Client):
    game = table()
    client.force_login(player("alice"))
    token = links.SEAT.sign(SeatClaim.of(Seat.objects.get(game=game, player=player("alice"))))
    before = list(Seat.objects.values_list("pk", "here_at"))
    for path in (
        reverse("seat-mine", args=[game.key]),
        reverse("seat-by-letter", args=[token]),
    ):
        assert client.get(path).status_code == 200
    for path in here_of(game, token):
        assert client.get(path).status_code == 405
    assert list(Seat.objects.values_list("pk", "here_at")) == before


def here_of(game: Game, token: str) -> list[str]:
    return [
        reverse("presence-mine", args=[game.key]),
        reverse("presence-by-letter", args=[token]),
    ]


def test_both_pages_say_where_to_tell_and_it_is_noted(client: Client):
    game = table()
    client.force_login(player("alice"))
    seat = Seat.objects.get(game=game, player=player("alice"))
    token = links.SEAT.sign(SeatClaim.of(seat))
    pages = (reverse("seat-mine", args=[game.key]), reverse("seat-by-letter", args=[token]))
    for page, here in zip(pages, here_of(game, token), strict=True):
        assert f'data-here="{here}"' in client.get(page).content.decode()
        Seat.objects.update(here_at=LONG_AGO)
        assert client.post(here).status_code == 204
        assert list(Seat.objects.exclude(here_at=LONG_AGO)) == [seat]


def test_others_and_dead_links_note_nothing(client: Client):
    game = table()
    seat = Seat.objects.get(game=game, player=player("alice"))
    Seat.objects.update(here_at=None)
    token = links.SEAT.sign(SeatClaim.of(seat))
    games.revoke_links(seat)
    client.force_login(player("mallory"))
    assert client.post(reverse("presence-mine", args=[game.key])).status_code == 404
    client.post(reverse("presence-by-letter", args=[token]))
    assert client.post(reverse("presence-by-letter", args=[token + "x"])).status_code == 404
    presence.is_here(SeatClaim(game.pk, 99, 0), now=NOW)
    assert not Seat.objects.exclude(here_at=None).exists()


def test_a_page_that_tells_often_is_noted_seldom(django_assert_num_queries):
    game = table()
    own = claim(game)
    with django_assert_num_queries(1):
        presence.is_here(own, now=NOW)
    for second in range(1, 15):
        presence.is_here(own, now=NOW + second * SECOND)
    assert asked(game).here_at == NOW


def test_nobody_learns_who_looks():
    game = table()
    seats = list(Seat.objects.filter(game=game).select_related("game", "player"))

    def shown() -> list[str]:
        return [selectors.glance(seat, now=NOW).version for seat in seats]

    before = shown()
    presence.is_here(claim(game), now=NOW)
    assert shown() == before
