"""One short game of every ruleset by letters and links alone, with bots on some of the seats.

Real HTTP, a real worker, a real SMTP server. People choose by chance among what the page offers.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.registry import RULESETS
from games.models import Game, Letter, Move
from tests.e2e.people import choose, come_in, link_in
from tests.e2e.post_office import PostOffice, open_post_office, sent_to, text_of
from tests.e2e.reader import Reader
from tests.e2e.service import running

ALICE, BOB = "alice@example.org", "bob@example.org"
MOST_MOVES = 600
PATIENCE = 300.0

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def post() -> Iterator[PostOffice]:
    """Open a post office for this test."""
    with open_post_office() as opened:
        yield opened


def test_a_short_game_goes_from_the_letter_to_the_result(
    post: PostOffice, tmp_path: Path, key: str
) -> None:
    with running(tmp_path, post.port) as site:
        people = {ALICE: Reader(ALICE)}
        game = _gather(post, site, key, people)
        _Play(post, game, people).to_the_end()
        _check_result(post, game, people)


def _gather(post: PostOffice, site: str, key: str, people: dict[str, Reader]) -> Game:
    """Let alice set up the shortest game, invite bob if there is room, and fill up with bots."""
    meta, alice = RULESETS[key].meta, people[ALICE]
    seats = min(max(meta.seats[0], 4), meta.seats[-1])
    come_in(alice, post, site)
    page = alice.get(f"{site}/games/new/?ruleset={key}")
    short = {"option_rounds": "1"} if "1" in meta.options.get("rounds", ()) else {}
    page = alice.submit(page.form_with("seats"), seats=str(seats), **short)
    lobby = alice.submit(page.form_with("me-name"), **{"me-name": "alice"})
    if seats > 1:
        lobby = alice.submit(lobby.form_with("emails"), emails=BOB)
        people[BOB] = Reader(BOB)
        letter = post.await_letter(lambda letter: letter["To"] == BOB)
        invitation = people[BOB].get(link_in(letter, "/i/"))
        people[BOB].submit(invitation.form_with("name"), name="bob", answer="accept")
    for _ in range(seats - len(people)):
        lobby = alice.submit(lobby.form_to("bot"))
    lobby = alice.get(lobby.url)
    rules = next(link for link in lobby.links if "/rules/" in link)
    assert alice.get(rules).status == 200
    alice.submit(lobby.form_to("start"))
    return Game.objects.get(status=Game.Status.ACTIVE)


class _Play:
    """Everybody's moves, each from the letter that asked for it."""

    def __init__(self, post: PostOffice, game: Game, people: dict[str, Reader]) -> None:
        self.post, self.game, self.people = post, game, people
        self.chance = Random(game.ruleset)
        self.read = dict.fromkeys(people, 0)
        self.pages: dict[str, str] = {}

    def to_the_end(self) -> None:
        """Move until the game is over."""
        before = ""
        for _ in range(MOST_MOVES):
            address = self._await_somebody()
            if not address:
                return
            # Whoever is asked again at once goes on on the same page: no letter tells him so.
            page = self.people[address].get(self._link(address, again=address == before))
            assert page.status == 200
            ply = self.game.ply
            page = choose(self.people[address], page, self.chance)
            done = self.people[address].submit(page.form_with("seen_ply"))
            self.game.refresh_from_db()
            assert (done.status, self.game.ply > ply) == (200, True), done.text
            before = address if self.game.ply == ply + 1 and self._asked() == address else ""
        raise AssertionError("the game does not end")

    def _await_somebody(self) -> str:
        """Wait while bots are asked; return who is asked then, nobody once the game is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.game.refresh_from_db()
            if self.game.status == Game.Status.FINISHED:
                return ""
            if address := self._asked():
                return address
            time.sleep(0.02)
        raise AssertionError("the bots do not move")

    def _asked(self) -> str:
        seats = self.game.places.select_related("player").filter(number__in=self.game.to_act)
        return next((seat.player.email for seat in seats if seat.player), "")

    def _link(self, address: str, *, again: bool) -> str:
        if not again or address not in self.pages:
            letter = self.post.await_letter(
                lambda letter: letter["To"] == address and "/t/" in text_of(letter),
                since=self.read[address],
            )
            self.read[address] = self.post.letters.index(letter) + 1
            self.pages[address] = link_in(letter, "/t/")
        return self.pages[address]


def _check_result(post: PostOffice, game: Game, people: dict[str, Reader]) -> None:
    """Everybody gets the result; its page says who got what."""
    for address, reader in people.items():
        results = Letter.objects.filter(game=game, kind=Letter.Kind.RESULT)
        seat = results.get(seat__player__email=address).seat
        assert seat is not None
        letter = post.await_letter(
            sent_to(address, lambda letter: "The game is over" in (letter["Subject"] or ""))
        )
        page = reader.get(link_in(letter, "/t/"))
        assert 'class="gold-table"' in page.body
        assert all(place.name in page.text for place in game.places.all())
    bots = game.places.filter(bot=True)
    moved_by = set(Move.objects.filter(game=game, ply__gt=0).values_list("by", flat=True))
    assert moved_by == ({Move.By.PLAYER, Move.By.BOT} if bots else {Move.By.PLAYER})
    assert not Letter.objects.filter(game=game, seat__in=bots).exists()
