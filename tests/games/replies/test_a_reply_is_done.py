"""A mail to a seat does what its link could do: once, from its own address, for its position."""

import logging

import pytest
from django.test import Client
from django.urls import reverse

from games import letters, links
from games.errors import BadLink, NotHisAddress, TooMany
from games.letters import replying
from games.limits.rules import REPLIES
from games.links import SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Entry, Game, Letter, Move, Notes, Player, Remark, Reply, Seat
from games.replies.rules import codes
from games.replies.rules.genuine import Finding
from games.replies.services import accepting, acting, granting
from games.replies.services.accepting import Envelope
from games.services import games, locks, mailbox
from games.subscriptions import selectors as subscriptions
from tests.games import cast
from tests.games.cast import DAY, HOUR, MINUTE, NOW
from tests.games.replies.cast import (
    DOMAIN,
    accepted,
    address,
    answers,
    coded,
    done,
    mail,
    own,
    replied,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def game(settings) -> Game:
    settings.REPLY_DOMAIN = DOMAIN
    return cast.started()


def text_of(letter: Letter) -> str:
    return str(letters.write(letter, now=NOW).text)


def test_a_code_plays_its_move_and_the_answer_says_so(game: Game):
    seat, (code, move) = cast.asked(game), next(iter(coded(game).items()))
    assert replied(seat, f"Hi!\n\n{code.lower()}\n\n> A1 {code}\n") == [(code, "made")]
    played = Move.objects.get(game=game, by=Move.By.PLAYER)
    assert (played.notation, played.by, played.seat) == (move, Move.By.PLAYER, seat.number)
    (answer,) = answers()
    assert answer.seat == seat
    assert "done" in letters.write(answer, now=NOW).subject
    assert f"> {code}: Played." in text_of(answer)


def test_a_move_is_written_in_notation_too_and_refused_with_its_reason(game: Game):
    seat, legal = cast.asked(game), cast.moves(game)
    assert replied(seat, "fix cart @1 please") == [("fix cart @1 please", "syntax")]
    assert replied(seat, "pass Z9") == [("pass Z9", "syntax")]
    missing = next(move for move in (f"pass P{at}" for at in range(1, 8)) if move not in legal)
    assert replied(seat, missing) == [(missing, "illegal")]
    assert "Nothing was done. " in text_of(answers()[-1])
    assert replied(seat, "A99") == [("A99", "no-code")]
    assert cast.again(game).ply == 0
    assert replied(seat, f"{legal[0]}\n{legal[0]}") == [(legal[0], "made"), (legal[0], "second")]
    assert cast.again(game).ply == 1


def test_every_code_is_a_legal_move_and_stays_the_same_whatever_order_they_come_in(game: Game):
    by_code = coded(game)
    assert sorted(by_code.values()) == sorted(cast.moves(game))
    choices = cast.seat_choices(game)
    assert {code: codes.found(code, choices[::-1]).text for code in by_code} == by_code
    groups = codes.grouped(choices)
    assert all(len({move.picks[0] for move in group.moves}) == 1 for group in groups)
    assert [group.letter for group in groups] == list("ABCDEFGH")[: len(groups)]


def test_if_the_table_moved_on_nothing_is_played_and_the_answer_shows_it_as_it_is(game: Game):
    seat, old = cast.asked(game), address(cast.asked(game))
    other = next(move for move in reversed(cast.moves(game)) if move.startswith("pass"))
    cast.pass_on(game)
    for _ in range(2):
        cast.pass_on(game)
    assert cast.asked(game) == seat
    assert replied(seat, "A1", to=old) == [("A1", "stale")]
    assert replied(seat, other, to=old) == [(other, "stale")]
    assert cast.again(game).ply == 3
    text = text_of(answers()[-1])
    assert "moved on" in text
    assert "Play by replying" in text
    assert replied(seat, "A1") == [("A1", "made")]


def test_a_mail_that_comes_twice_acts_once(game: Game):
    seat, raw = cast.asked(game), own(cast.asked(game), "A1\nnote once")
    to = address(seat)
    first = accepted(seat, raw, to=to)
    assert accepted(seat, raw, to=to) == first
    assert acting.act(first.pk, now=NOW)
    assert not acting.act(first.pk, now=NOW + HOUR)
    assert accepted(seat, raw, to=to.upper()) == first
    assert acting.sweep(now=NOW + HOUR) == 0
    assert Move.objects.filter(game=game, by=Move.By.PLAYER).count() == 1
    assert Notes.objects.get(seat=seat).text == "once"
    assert len(answers()) == 1
    # What was written is not kept longer than it takes to do it.
    assert Reply.objects.get().text == ""


@pytest.mark.parametrize("at", ["the move is kept", "the move is made", "all is done"])
def test_killed_at_any_point_it_is_done_once_by_the_sweep(at: str, game: Game, monkeypatch):
    seat = cast.asked(game)
    reply = accepted(seat, own(seat, "A1\nnote once\nsay\nOnce!"))

    class Killed(BaseException):
        pass

    def killed(*_args: object, **_more: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        if at == "the move is kept":
            patched.setattr(granting, "play", killed)
        elif at == "the move is made":
            patched.setattr(granting, "grant", killed)
        else:
            patched.setattr(mailbox, "answer", killed)
        with pytest.raises(Killed):
            acting.act(reply.pk, now=NOW)
    # It belongs to who began with it until his lease is over.
    assert acting.sweep(now=NOW + MINUTE / 2) == 0
    assert acting.sweep(now=NOW + 2 * MINUTE) == 1
    told = [what for _typed, what in done(reply)]
    assert told == ["made" if at == "the move is kept" else "made-before", "kept", "said"]
    assert Move.objects.filter(game=game, by=Move.By.PLAYER).count() == 1
    assert Notes.objects.get(seat=seat).text == "once"
    assert [remark.text for remark in Remark.objects.all()] == ["Once!"]
    assert len(answers()) == 1


def test_what_breaks_is_given_up_after_three_tries_and_said(game: Game, monkeypatch, caplog):
    seat = cast.asked(game)
    reply = accepted(seat, own(seat, "A1"))

    def breaks(*_args: object, **_more: object) -> None:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(granting, "play", breaks)
    assert [acting.sweep(now=NOW + at * 2 * MINUTE) for at in range(4)] == [0, 0, 1, 0]
    assert done(reply) == [("", "fault")]
    assert "cannot be acted on" in caplog.text
    assert len(answers()) == 1


def test_in_time_is_what_was_accepted_in_time(game: Game):
    seat, due = cast.asked(game), NOW + 24 * HOUR
    reply = accepted(seat, own(seat, "A1"), now=due - MINUTE)
    acting.sweep(now=due + MINUTE)
    assert done(reply) == [("A1", "made")]
    assert Move.objects.get(game=game, by=Move.By.PLAYER).made_at == due - MINUTE
    late = cast.asked(game)
    cast.all_sent()
    at = cast.again(game).deadline_at + MINUTE
    assert replied(late, "pass P1", now=at)[0][1] == "late"


def test_only_the_seats_own_address_is_heard(game: Game):
    seat = cast.asked(game)
    to, player = address(seat), seat.player
    for sender in ("mallory@example.org", f"{player.email}, mallory@example.org", "x"):
        with pytest.raises(NotHisAddress):
            accepting.accept(mail("A1", sender), Envelope(player.email, to), now=NOW)
    forged = Envelope(player.email, to, (Finding("spf", "fail"),))
    with pytest.raises(NotHisAddress):
        accepting.accept(own(seat, "A1"), forged, now=NOW)
    named = mail("A1", f"Alice <{player.email.upper()}>")
    assert accepting.accept(named, Envelope("bounces@example.net", to), now=NOW)
    assert [done(letter.reply) for letter in answers()] == [[("", "other-address")]]


def test_an_address_dies_with_the_links_of_its_seat_and_is_signed(game: Game):
    seat = cast.asked(game)
    to = address(seat)
    local, _, _ = to.partition("@")
    others = game.places.exclude(pk=seat.pk).order_by("pk").first()
    forged = address(others).partition("@")[0].rpartition("-")[2]
    for wrong in (
        f"{local}@example.org",
        f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{DOMAIN}",
        f"{local.rpartition('-')[0]}-{forged}@{DOMAIN}",
        f"play@{DOMAIN}",
        "",
    ):
        with pytest.raises(BadLink):
            accepting.opened(Envelope("", wrong), now=NOW)
    assert accepting.opened(Envelope("", f"<{to.upper()}>"), now=NOW)[1] == seat
    waiting = accepted(seat, own(seat, "A1"))
    with because(Cause.FORM):
        games.renew_links(locks.game(pk=game.pk), Seat.objects.get(pk=seat.pk), now=NOW)
    with pytest.raises(BadLink):
        accepting.opened(Envelope("", to), now=NOW)
    # What came before that is not done any more, and nobody is told.
    acting.sweep(now=NOW)
    assert done(waiting) == []
    assert not answers()
    assert cast.again(game).ply == 0


def test_an_old_key_still_opens_its_addresses(game: Game, settings):
    seat = cast.asked(game)
    to = address(seat)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key"
    assert accepting.opened(Envelope("", to), now=NOW)[1] == seat
    assert address(seat) != to


@pytest.mark.parametrize(
    "head", ["Auto-Submitted: auto-generated", "Precedence: bulk", "List-Id: <x.example.org>"]
)
def test_what_a_machine_sends_is_not_done_and_not_answered(head: str, game: Game):
    seat = cast.asked(game)
    assert accepted(seat, own(seat, "A1", head)) is None
    bounce = Envelope("<>", address(seat))
    assert accepting.accept(own(seat, "A1"), bounce, now=NOW) is None
    assert not Reply.objects.exists()
    assert not answers()


def test_who_is_away_is_asked_once_whether_his_clocks_shall_stand_still(game: Game):
    seat = cast.asked(game)
    for at in range(3):
        heads = ("Auto-Submitted: auto-replied", f"Subject: Away {at}")
        accepted(seat, own(seat, "A1\nI am back on Monday.", *heads), now=NOW + at * DAY)
    (answer,) = answers()
    assert "Are you away?" in letters.write(answer, now=NOW).subject
    assert cast.again(game).ply == 0
    accepted(seat, own(seat, "x", "Auto-Submitted: auto-replied"), now=NOW + 20 * DAY)
    assert len(answers()) == 2


def test_our_own_letters_are_no_wish_to_anybody(game: Game):
    cast.play(game)
    letter = Letter.objects.filter(kind=Letter.Kind.TURN).latest("ply")
    wire = letters.render(letter, now=NOW).wire()
    (other,) = game.places.filter(player__email=letters.render(letter, now=NOW).to[0])
    raw = wire.replace(b"From: ", b"X-From: ", 1)
    raw = f"From: {other.player.email}\r\n".encode() + raw
    assert accepted(other, raw) is None


def test_a_seat_gets_no_more_than_so_many_mails_an_hour(game: Game):
    seat = cast.asked(game)
    rows = [
        Reply(once=str(at), seat=seat, player=seat.player, epoch=0, ply=0, accepted_at=NOW)
        for at in range(REPLIES.most)
    ]
    Reply.objects.bulk_create(rows)
    with pytest.raises(TooMany):
        accepted(seat, own(seat, "A1"), now=NOW + MINUTE)
    assert accepted(seat, own(seat, "A1"), now=NOW + HOUR + MINUTE)


def test_other_wishes_are_granted_as_by_their_pages(game: Game):
    seat = cast.asked(game)
    assert replied(seat, "board\nhand\nnote i3: stone\nvacation until 8 March 2026\nThanks") == [
        ("board", "shown"),
        ("hand", "shown"),
        ("note", "kept"),
        ("vacation until 8 March 2026", "away"),
        ("Thanks", "unread"),
    ]
    assert replied(seat, "note another\nvacation until soon") == [
        ("note", "kept"),
        ("vacation until soon", "no-day"),
    ]
    assert Notes.objects.get(seat=seat).text == "i3: stone\nanother"
    assert Entry.objects.filter(game=game, act="left", seat=seat.number).exists()
    assert replied(seat, "say\nWho digs\nwith me?") == [("say", "said")]
    assert Remark.objects.get().text == "Who digs\nwith me?"
    assert replied(seat, "stop") == [("stop", "stopped")]
    assert subscriptions.choice(seat.player_id, game.pk).stopped
    assert replied(seat, "Nice weather") == [("Nice weather", "nothing")]
    assert replied(seat, "") == [("", "nothing")]
    assert cast.again(game).ply == 0


def test_a_wish_is_named_in_the_words_of_who_wrote_it(game: Game):
    seat = cast.asked(game)
    Player.objects.filter(pk=seat.player_id).update(language="de")
    replied(seat, "Brett\nNotiz: i3\nUrlaub bis 8.3.2026\nsag Hallo")
    text = text_of(answers()[-1])
    for line in ("> Brett: ", "> Notiz: ", "> Urlaub bis 8.3.2026: ", "> sag: "):
        assert line in text


def test_no_part_of_our_letter_is_ever_said_at_the_table(game: Game):
    seat = cast.asked(game)
    ours = text_of(Letter.objects.filter(seat=seat).latest("ply"))
    assert ours.startswith(replying.above())
    # Without the line above which one writes, as no known mail program would quote it.
    quoted = "\n".join(ours.splitlines()[1:])
    assert replied(seat, f"say hi\n{quoted}") == [("say", "quoted")]
    assert replied(seat, f"say hi\n{ours}") == [("say", "said")]
    assert [remark.text for remark in Remark.objects.all()] == ["hi"]


def test_all_codes_come_to_who_asks_for_help_and_a_screenful_with_a_turn(game: Game):
    seat, by_code = cast.asked(game), coded(game)
    replied(seat, "help")
    whole = text_of(answers()[-1])
    assert all(f"{code} " in whole or f"{code}," in whole for code in by_code)
    page = Client().get(reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))]))
    listed = page.content.decode().partition('id="codes"')[2].partition("</details>")[0]
    assert all(f"{code} " in listed or f"{code}," in listed for code in by_code)
    turn = Letter.objects.filter(seat=seat).exclude(kind="reply").latest("ply")
    lines = text_of(turn).partition("Play by replying\n")[2].partition("\n\n")[0].splitlines()
    assert len(lines) <= 8
    assert max(map(len, lines)) < 300


def test_nobody_is_told_of_replies_where_no_domain_is_set(game: Game, settings):
    seat = cast.asked(game)
    letter = Letter.objects.filter(seat=seat).latest("ply")
    assert "Reply-To" in dict(letters.write(letter, now=NOW).headers)
    settings.REPLY_DOMAIN = ""
    written = letters.write(letter, now=NOW)
    assert "Reply-To" not in dict(written.headers)
    assert "reply" not in written.text.lower()
    page = Client().get(reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))]))
    assert 'id="codes"' not in page.content.decode()
    with pytest.raises(BadLink):
        accepting.opened(Envelope("", address(seat)), now=NOW)


def test_neither_tokens_nor_addresses_nor_hands_stand_in_the_log(game: Game, caplog):
    seat = cast.asked(game)
    with caplog.at_level(logging.DEBUG):
        replied(seat, f"{cast.moves(game)[0]}\nsay hello there")
        with pytest.raises(NotHisAddress):
            accepting.accept(
                mail("A1", "mallory@example.org"), Envelope("", address(seat)), now=NOW
            )
    kept = [line for line in caplog.text.splitlines() if "django.db" not in line]
    for secret in (
        address(seat),
        links.SEAT.sign(SeatClaim.of(seat)),
        "mallory",
        "hello there",
        "@example.org",
    ):
        assert secret not in "\n".join(kept)
