"""A whole game, and all that can go wrong, with every log as talkative as it gets."""

import json
import re
import smtplib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from django.db import IntegrityError
from django.utils import timezone

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import links
from games.links import InvitationClaim, JoinClaim, PlaceClaim, SeatClaim, StartClaim
from games.models import Game, Invitation, Letter, Move, Player, Seat, SignIn
from saboteur_site.local.children import Child
from tests.e2e.people import choose, come_in, link_in
from tests.e2e.post_office import PostOffice
from tests.e2e.reader import Reader
from tests.e2e.service import running
from tests.e2e.test_a_whole_game_by_letters import _gather
from tests.games.mail_server import MailServer, free_port, serving
from tests.games.pages.table import seat_url
from tests.games.processes import wait_until
from tests.games.replies.mail_programs import PROGRAMS

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = ("alice", "bob", "carol", "gone", "wrong", "anna", "mallory")
MOVES = 3
"""So many moves are made before other things happen."""
BY_PAGE = 6
"""Of so many moves after them one is made on a page, the others by reply."""
KINDS = {"address", "link", "code", "notation", "fact", "hand"}
SHORTEST = 6
"""Shorter words may stand anywhere by chance."""


@pytest.fixture
def post() -> Iterator[PostOffice]:
    """Open a post office that does not know everybody."""
    server = MailServer(recipient=lambda to: "550 unknown" if "gone" in to else "250 OK")
    with serving(server):
        yield PostOffice(server)


@dataclass
class Play:
    """A game that is played by emails: by the links in them, and by replying to them."""

    post: PostOffice
    game: Game
    reply_port: int
    chance: Random = field(default_factory=lambda: Random(7))
    hands: set[tuple[str, ...]] = field(default_factory=set)
    """All hands that anybody held."""

    def on_a_page(self) -> None:
        """Let whoever is asked open their newest link and choose a move."""
        reader, letter = self._asked()
        page = reader.get(link_in(letter, "/t/"))
        assert reader.submit(choose(reader, page, self.chance).form_with("seen_ply")).status == 200
        self.game.refresh_from_db()

    def by_reply(self) -> None:
        """Let whoever is asked answer their newest email with a move."""
        reader, letter = self._asked()
        rules, ply = ruleset(self.game.ruleset), self.game.ply
        state, own = rules.load(self.game.state), EngineSeat(self.game.to_act[0])
        move = rules.format(rules.choose(rules.view(state, own), rules.legal_moves(state, own)))
        raw = self.chance.choice(PROGRAMS)(letter, reader.address, move)
        with smtplib.SMTP("127.0.0.1", self.reply_port, timeout=300) as client:
            client.sendmail(reader.address, [letter["Reply-To"]], raw)
        wait_until(lambda: Game.objects.get(pk=self.game.pk).ply > ply)
        self.game.refresh_from_db()

    def to_the_end(self) -> None:
        """Go on until the game is over."""
        while self.game.status == Game.Status.ACTIVE:
            if self.game.ply % BY_PAGE:
                self.by_reply()
            else:
                self.on_a_page()

    def _asked(self) -> tuple[Reader, EmailMessage]:
        self.game.refresh_from_db()
        rules = ruleset(self.game.ruleset)
        state = rules.load(self.game.state)
        self.hands |= {
            tuple(rules.view(state, EngineSeat(at)).hand) for at in range(self.game.seats)
        }
        seat = self.game.places.select_related("player").get(number=self.game.to_act[0])
        here = links.mint_reply(seat, ply=self.game.ply)
        letter = self.post.await_letter(lambda letter: here in (letter["Reply-To"] or ""))
        return Reader(seat.player.email), letter


def evening(play: Play, site: str) -> None:
    """Look at the wrong places, let letters be refused, look into the admin."""
    post, game = play.post, play.game
    operator, stranger = Reader("mallory@example.org"), Reader("wrong@example.org")
    come_in(operator, post, site)
    page = stranger.get(f"{site}/sign-in/")
    page = stranger.submit(page.form_with("email"), email=stranger.address)
    stranger.submit(page.form_with("code"), code="123456")
    for token in (links.SEAT.sign(SeatClaim.of(seat)) for seat in Seat.objects.filter(game=game)):
        for path in ("", "?pick=card:P5&pick=cell:c3", "story/", "nowhere/"):
            stranger.get(f"{site}/t/{token}/{path}")
        assert stranger.get(f"{site}/t/{token[:-1]}-/").status == 404
    _refused(operator, site)
    Player.objects.filter(email=operator.address).update(is_staff=True, is_superuser=True)
    for name in ("game", "seat", "move", "letter", "invitation", "player", "addresschange"):
        assert operator.get(f"{site}/admin/games/{name}/?q=bob@example.org").status == 200
    with pytest.raises(IntegrityError):
        Player.objects.create(email=operator.address, key="another", created_at=timezone.now())
    state, seat = game.state, Seat.objects.filter(game=game).earliest("number")
    Game.objects.filter(pk=game.pk).update(state={"hands": state})
    assert stranger.get(f"{site}{seat_url(seat)}").status == 500
    Game.objects.filter(pk=game.pk).update(state=state)


def _refused(host: Reader, site: str) -> None:
    """Invite somebody whom the mail server does not know, and wait until that is known."""
    page = host.get(f"{site}/games/new/")
    page = host.submit(page.form_with("seats"), seats="3")
    lobby = host.submit(page.form_with("me-name"), **{"me-name": "mallory"})
    host.submit(lobby.form_with("emails"), emails="gone@example.org")
    page = host.get(f"{site}/me/address/")
    host.submit(page.form_with("email"), email="anna@example.org")
    failed = Letter.objects.filter(email="gone@example.org", status=Letter.Status.FAILED)
    wait_until(failed.exists)


def secrets(play: Play) -> dict[str, set[str]]:
    """Everything that no log may hold, by what it is."""
    found: dict[str, set[str]] = defaultdict(set)
    found["address"] = {f"{name}{at}example.org" for name in PEOPLE for at in ("@", "%40")}
    for seat in Seat.objects.all():
        found["link"] |= {
            links.PLACE.sign(PlaceClaim.of(seat)),
            links.START.sign(StartClaim.of(seat)),
        }
        if seat.game.started_at:
            found["link"] |= {links.SEAT.sign(SeatClaim.of(seat))}
            found["link"] |= {links.mint_reply(seat, ply=ply) for ply in range(play.game.ply + 1)}
    found["link"] |= {links.JOIN.sign(JoinClaim.of(each)) for each in Game.objects.all()}
    found["link"] |= {
        links.INVITATION.sign(InvitationClaim.of(each)) for each in Invitation.objects.all()
    }
    found["link"] |= {str(each.pk) for each in SignIn.objects.all()}
    found["code"] = {links.code_of(each) for each in SignIn.objects.all()}
    moves = Move.objects.all()
    found["notation"] = {move.notation for move in moves if " " in move.notation}
    found["fact"] = {json.dumps(fact) for move in moves for fact in move.events}
    for hand in play.hands:
        found["hand"] |= {
            " ".join(hand),
            ", ".join(hand),
            str(hand),
            str([*hand]),
            json.dumps(hand),
        }
    return {
        kind: {secret for secret in each if len(secret) >= SHORTEST} for kind, each in found.items()
    }


def leaks(text: str, known: dict[str, set[str]]) -> dict[str, set[str]]:
    """Find what a log holds of them, by what it is."""
    words = set(re.split(r"[^\w]", text))
    found = {
        kind: {each for each in those if (each in words if each.isalnum() else each in text)}
        for kind, those in known.items()
    }
    return {kind: those for kind, those in found.items() if those}


def test_no_log_of_a_whole_game_holds_a_move_a_hand_a_code_a_link_or_an_address(
    post: PostOffice, tmp_path: Path, servers: tuple[Child, Child]
):
    begun = [child.log.stat().st_size for child in servers]
    port = free_port()
    with running(tmp_path, post.port, level="DEBUG", reply_port=port) as site:
        play = Play(post, _gather(post, site, option_rounds="1"), port)
        for _ in range(MOVES):
            play.on_a_page()
        evening(play, site)
        play.to_the_end()
    told = {path.name: path.read_text() for path in tmp_path.glob("*.log")}
    told |= {
        child.name: child.log.read_text()[start:]
        for child, start in zip(servers, begun, strict=True)
    }
    # They were talkative enough to tell, had nobody seen to it.
    assert '"GET /t/…/?… HTTP/1.1" 200' in told["web.log"]
    assert "KeyError" in told["web.log"]
    assert "games.tasks.deliver" in told["worker.log"]
    assert "recipient refused 550" in told["worker.log"]
    assert "receiver.log" in told
    assert "duplicate key" in told["postgres"]
    known = secrets(play)
    assert {kind for kind, each in known.items() if len(each) > 1} == KINDS
    assert {name: found for name, text in told.items() if (found := leaks(text, known))} == {}


def test_a_planted_move_hand_code_link_and_address_are_found(post: PostOffice, tmp_path: Path):
    port = free_port()
    with running(tmp_path, post.port, level="DEBUG", reply_port=port, planted=True) as site:
        play = Play(post, _gather(post, site), port)
        play.on_a_page()
        play.by_reply()
    text = "".join(path.read_text() for path in tmp_path.glob("*.log"))
    assert leaks(text, secrets(play)).keys() >= KINDS - {"fact"}
