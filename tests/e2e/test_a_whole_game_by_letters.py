"""Three people play a game with nothing but their letters and the links in them.

Real HTTP, a real worker, a real SMTP server. Every few turns all that the reader cannot know is
swapped behind the service's back: his page and his letter must stay the same, byte for byte.
"""

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from django.utils import timezone

from engine.registry import ruleset
from games import letters
from games.models import Game, Letter, Move
from tests.e2e.people import choose, come_in, link_in
from tests.e2e.post_office import PostOffice, html_of, open_post_office, sent_to, text_of
from tests.e2e.reader import Page, Reader
from tests.e2e.service import running
from tests.games.blinding import blinded

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"
MOST_MOVES = 3 * 80
CHECK_EVERY = 9

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def post() -> Iterator[PostOffice]:
    """Open a post office for this test."""
    with open_post_office() as opened:
        yield opened


def test_three_people_play_a_game_by_letters_alone(
    post: PostOffice, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    rounds = "3" if pytestconfig.getoption("--deep") else "1"
    with running(tmp_path, post.port) as site:
        game = _gather(post, site, option_rounds=rounds)
        moves = _play(post, game)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert game.moves.count() == moves + 1
    assert game.outcome is not None
    _check_letters(post, game)


def _gather(post: PostOffice, site: str, **wishes: str) -> Game:
    """Sign in by a code, make a table, invite two, let them accept, start."""
    alice = Reader(ALICE)
    come_in(alice, post, site)
    page = alice.get(f"{site}/games/new/")
    page = alice.submit(page.form_with("seats"), seats="3", **wishes)
    lobby = alice.submit(page.form_with("me-name"), **{"me-name": "alice"})
    lobby = alice.submit(lobby.form_with("emails"), emails=f"{BOB}, {CAROL}")
    for address in (BOB, CAROL):
        letter = post.await_letter(sent_to(address))
        guest = Reader(address)
        invitation = guest.get(link_in(letter, "/i/"))
        guest.submit(invitation.form_with("name"), name=address.partition("@")[0], answer="accept")
    lobby = alice.get(lobby.url)
    alice.submit(lobby.form_to("start"))
    return Game.objects.get(status=Game.Status.ACTIVE)


def _play(post: PostOffice, game: Game) -> int:
    """Answer turn letters until there are none; count the moves."""
    chance = Random(2004)
    read = 0
    for moves in range(MOST_MOVES):
        game.refresh_from_db()
        if game.status == Game.Status.FINISHED:
            return moves
        asked = game.places.select_related("player").get(number=game.to_act[0])
        assert asked.player is not None
        address, ply = asked.player.email, game.ply
        letter = post.await_letter(
            sent_to(address, lambda letter: "/t/" in text_of(letter)), since=read
        )
        read = post.letters.index(letter) + 1
        reader = Reader(address)
        page = reader.get(link_in(letter, "/t/"))
        assert page.status == 200
        if moves % CHECK_EVERY == 0:
            _check_blind(game, asked.number, reader, page)
        done = reader.submit(choose(reader, page, chance).form_with("seen_ply"))
        game.refresh_from_db()
        assert (done.status, game.ply) == (200, ply + 1), done.text
    raise AssertionError("the game does not end")


def _check_blind(game: Game, seat: int, reader: Reader, page: Page) -> None:
    """See that page and letter do not depend on anything their reader cannot know."""
    letter = Letter.objects.filter(game=game, seat__number=seat).latest("created_at")
    before = _written(letter)
    with blinded(game, seat) as changed:
        assert changed, "nothing was swapped: the check would prove nothing"
        assert _without_tokens(reader.get(page.url).body) == _without_tokens(page.body)
        assert _written(letter) == before


def _written(letter: Letter) -> tuple[str, str, str]:
    fresh = Letter.objects.select_related("game", "seat__player").get(pk=letter.pk)
    message = letters.render(fresh, now=letter.created_at)
    parts = b"".join(
        bytes(part.get_payload(decode=True) or b"")
        for part in message.message().walk()
        if not part.is_multipart()
    )
    return str(message.subject), str(message.body), parts.hex()


def _without_tokens(body: str) -> str:
    # Masked anew in every answer; time left is told in minutes.
    # Its name changes with the minute; that it tells no secret is shown with a clock that stands.
    body = re.sub(r' data-renew="[^"]+"', "", body)
    return re.sub(r'(csrfmiddlewaretoken" value=)"[^"]+"', r"\1", body)


def _check_letters(post: PostOffice, game: Game) -> None:
    """Each letter opens its reader's seat and no other; everybody read the end."""
    rules = ruleset(game.ruleset)
    assert rules.outcome(rules.load(game.state)) is not None
    for seat in game.places.select_related("player"):
        assert seat.player is not None
        inbox = post.inbox(seat.player.email)
        own = {token for letter in inbox for token in _tokens(letter)}
        others = [
            letter
            for letter in post.letters
            if letter["To"] != seat.player.email and own & _tokens(letter)
        ]
        assert len(own) == 1
        assert not others
        assert len({letter["Message-ID"] for letter in inbox}) == len(inbox)
    turns = Letter.objects.filter(game=game, kind=Letter.Kind.TURN)
    assert not turns.exclude(status__in=(Letter.Status.SENT, Letter.Status.DROPPED)).exists()
    assert Letter.objects.filter(game=game, kind=Letter.Kind.RESULT).count() == game.seats
    assert Move.objects.filter(game=game, ply__gt=0).exclude(by=Move.By.PLAYER).count() == 0
    assert game.ended_at is not None
    assert game.ended_at <= timezone.now()


def _tokens(letter: EmailMessage) -> set[str]:
    return set(re.findall(r"/t/([^/\s\"]+)", text_of(letter) + html_of(letter)))
