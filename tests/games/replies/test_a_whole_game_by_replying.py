"""Four people play a game: three by nothing but replies from their mail programs, one by links."""

import re
import smtplib
from email.message import EmailMessage

import pytest
from django.test import Client
from django.urls import reverse

from engine.api import Seat
from engine.registry import ruleset
from games.models import Game, Letter, Move, Player, Reply
from games.replies.services import acting
from games.services import instant, mailbox
from tests.games import cast
from tests.games.mail_server import MailServer
from tests.games.replies.cast import DOMAIN, coded
from tests.games.replies.mail_programs import PROGRAMS
from tests.games.replies.receiving import receiving

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("at_once"),
    pytest.mark.timeout(600),
]

NAMES = ("alice", "bob", "carol", "dora")
BY_LINK = "dora@example.org"


def test_three_people_play_a_game_by_replying_and_one_by_links(settings, mail_server: MailServer):
    settings.REPLY_DOMAIN = DOMAIN
    game = cast.started(NAMES, rounds="1", now=instant.now())
    Player.objects.filter(name__in=("bob", "carol")).update(language="de")
    browser = Client()
    with receiving() as port:
        while cast.again(game).status == Game.Status.ACTIVE:
            ply, seat = cast.again(game).ply, cast.asked(game)
            letter = _letter(mail_server, seat.player.email)
            if seat.player.email == BY_LINK:
                _play_by_link(browser, letter, game)
            else:
                _reply(port, letter, seat.player, _wanted(game))
            assert cast.again(game).ply == ply + 1
    mailbox.sweep(now=instant.now())
    _all_was_played_by_them(game, mail_server)


def _letter(server: MailServer, to: str) -> EmailMessage:
    """Let letters leave, and open the newest one."""
    mailbox.sweep(now=instant.now())
    return [letter for letter in server.got if letter["To"] == to][-1]


def _text(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def _wanted(game: Game) -> str:
    """Say what somebody sensible would play, so that the game comes to its end."""
    now, rules = cast.again(game), ruleset(game.ruleset)
    state, seat = rules.load(now.state), Seat(now.to_act[0])
    return rules.format(rules.choose(rules.view(state, seat), rules.legal_moves(state, seat)))


def _reply(port: int, letter: EmailMessage, player: Player, move: str) -> None:
    """Answer with the move's code if the letter names it, by a real client over a real line."""
    names = {text: code for code, text in coded(Game.objects.get()).items()}
    typed = names[move] if f" {names[move]} " in _text(letter) else move
    program = PROGRAMS[NAMES.index(player.email.partition("@")[0])]
    raw = program(letter, player.email, typed)
    with smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        client.sendmail(player.email, [letter["Reply-To"]], raw)
    acting.sweep(now=instant.now())


def _play_by_link(browser: Client, letter: EmailMessage, game: Game) -> None:
    found = re.search(r"/t/([^/\s]+)/", _text(letter))
    assert found is not None
    posted = {"move": _wanted(game), "seen_ply": cast.again(game).ply}
    answer = browser.post(reverse("seat-move-by-letter", args=[found[1]]), posted)
    assert answer.status_code == 303


def _all_was_played_by_them(game: Game, server: MailServer) -> None:
    played = Move.objects.filter(game=game, ply__gt=0)
    assert not played.exclude(by=Move.By.PLAYER).exists()
    by_link = played.filter(seat=game.places.get(player__email=BY_LINK).number).count()
    replies = Reply.objects.filter(seat__game=game)
    assert played.count() - by_link == replies.count() > 10
    assert {each["told"] for reply in replies for each in reply.done} <= {"made", "unread"}
    answers = Letter.objects.filter(kind=Letter.Kind.REPLY, status=Letter.Status.SENT)
    assert answers.count() == replies.count()
    over = [letter for letter in server.got if "The game is over" in str(letter["Subject"])]
    assert {letter["To"] for letter in over} >= {"alice@example.org", BY_LINK}
