"""An evening with all that can go wrong, every log as talkative as it gets: no secret is in any."""

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from django.db import IntegrityError
from django.utils import timezone

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import links
from games.models import Game, Invitation, Letter, Move, Player, Seat, SignIn
from saboteur_site.local.children import Child
from tests.e2e.people import choose, come_in, link_in
from tests.e2e.post_office import PostOffice, sent_to, text_of
from tests.e2e.reader import Reader
from tests.e2e.service import running
from tests.e2e.test_a_whole_game_by_letters import _gather
from tests.games.mail_server import MailServer, serving
from tests.games.pages.table import seat_url
from tests.games.processes import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]
PEOPLE = ("alice", "bob", "carol", "gone", "wrong", "anna", "mallory")
MOVES = 3
SHORTEST = 6
"""Shorter words may stand anywhere by chance."""


@pytest.fixture
def post() -> Iterator[PostOffice]:
    """Open a post office that does not know everybody."""
    server = MailServer(recipient=lambda to: "550 unknown" if "gone" in to else "250 OK")
    with serving(server):
        yield PostOffice(server)


def evening(post: PostOffice, site: str) -> None:
    """Play by letters, look at the wrong places, let letters be refused, look into the admin."""
    game = _gather(post, site)
    _move(post, game, Random(7))
    operator, stranger = Reader("mallory@example.org"), Reader("wrong@example.org")
    come_in(operator, post, site)
    page = stranger.get(f"{site}/sign-in/")
    page = stranger.submit(page.form_with("email"), email=stranger.address)
    stranger.submit(page.form_with("code"), code="123456")
    for token in (links.mint_seat(seat) for seat in Seat.objects.filter(game=game)):
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


def _move(post: PostOffice, game: Game, chance: Random) -> None:
    read = 0
    for _ in range(MOVES):
        game.refresh_from_db()
        reader = Reader(game.places.get(number=game.to_act[0]).player.email)

        def leads_on(letter: EmailMessage) -> bool:
            return "/t/" in text_of(letter)

        letter = post.await_letter(sent_to(reader.address, leads_on), since=read)
        read = post.letters.index(letter) + 1
        page = reader.get(link_in(letter, "/t/"))
        assert reader.submit(choose(reader, page, chance).form_with("seen_ply")).status == 200
    game.refresh_from_db()


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


def secrets(game: Game) -> set[str]:
    """Everything that no log may hold."""
    rules, state = ruleset(game.ruleset), ruleset(game.ruleset).load(game.state)
    found = {f"{name}@example.org" for name in PEOPLE}
    found |= {f"{name}%40example.org" for name in PEOPLE}
    for seat in Seat.objects.all():
        found |= {links.mint_place(seat), links.mint_start(seat)}
        if seat.game.started_at:
            found |= {links.mint_seat(seat)}
    found |= {links.mint_join(each) for each in Game.objects.all()}
    found |= {links.mint_invitation(each) for each in Invitation.objects.all()}
    found |= {str(each.pk) for each in SignIn.objects.all()}
    found |= {links.code_of(each) for each in SignIn.objects.all()}
    found |= {move.notation for move in Move.objects.all() if " " in move.notation}
    found |= {json.dumps(fact) for move in Move.objects.all() for fact in move.events}
    for number in range(game.seats):
        view = rules.view(state, EngineSeat(number))
        found |= {" ".join(map(str, view.hand)), str(view.hand)}
    return {secret for secret in found if len(secret) >= SHORTEST}


def leaks(text: str, known: set[str]) -> set[str]:
    """Find what a log holds of them."""
    words = set(re.split(r"[^\w]", text))
    return {each for each in known if (each in words if each.isalnum() else each in text)}


def test_no_log_holds_a_link_an_address_or_a_hand(
    post: PostOffice, tmp_path: Path, servers: tuple[Child, Child]
):
    begun = [child.log.stat().st_size for child in servers]
    with running(tmp_path, post.port, level="DEBUG") as site:
        evening(post, site)
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
    assert "duplicate key" in told["postgres"]
    known = secrets(Game.objects.get(status=Game.Status.ACTIVE))
    assert len(known) > 30
    assert {name: found for name, text in told.items() if (found := leaks(text, known))} == {}
