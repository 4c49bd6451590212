"""In every ruleset: pages and letters hang on what readers know, and opening changes nothing."""

import re

import pytest

from engine.api import Seat as EngineSeat
from engine.registry import RULESETS, ruleset
from games import letters
from games.models import Game, Letter
from games.services import turns
from tests.games.blinding import blinded
from tests.games.cast import NOW, again, asked, claim, started
from tests.games.pages.table import browser, checksum, game_url, seat_url

pytestmark = pytest.mark.django_db

FURTHER = [key for key in RULESETS if key != "saboteur"]
"""What the base game does is tested at length elsewhere."""


@pytest.fixture(autouse=True)
def _now(set_clock) -> None:
    # The name of a page that is renewed changes with the minute, and with nothing secret.
    set_clock(NOW)


def begun(key: str, moves: int) -> Game:
    """Let as few people as may be play sensibly for a while, but not to the end."""
    rules = ruleset(key)
    people = [f"friend{at}" for at in range(max(1, rules.meta.seats[0]))]
    game = started(["alice", *people[1:]], key=key)
    for _ in range(moves):
        at, seat = again(game), EngineSeat(asked(game).number)
        state = rules.load(at.state)
        move = rules.choose(rules.view(state, seat), rules.legal_moves(state, seat))
        if rules.outcome(rules.apply(state, seat, move).state):
            break
        turns.play_move(claim(game), rules.format(move), seen_ply=at.ply, now=NOW)
    return again(game)


def undated(page: bytes) -> bytes:
    """Take out what differs each time a page is opened: the time left, the secret of its forms.

    And the name of a page that is renewed, which changes with the minute.
    """
    timeless = re.sub(rb'<span class="left">[^<]*</span>| data-renew="[^"]*"', b"", page)
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", timeless)


def written(letter: Letter) -> list[object]:
    message = letters.render(Letter.objects.get(pk=letter.pk), now=NOW).message()
    headers = [(name, value) for name, value in message.items() if name != "Content-Type"]
    return [*headers, *(part.get_payload() for part in message.walk() if not part.is_multipart())]


@pytest.mark.parametrize("moves", [0, 9, 41])
@pytest.mark.parametrize("key", FURTHER)
def test_no_byte_changes_with_what_its_reader_cannot_know(key: str, moves: int) -> None:
    game = begun(key, moves)
    for seat in [None, *game.places.all()]:
        url = seat_url(seat) if seat else game_url(game)
        opened = browser().get(url)
        page, tag = undated(opened.content), opened["ETag"]
        post = [
            (letter, written(letter))
            for letter in Letter.objects.filter(game=game, seat=seat or 0).order_by("-ply")[:3]
        ]
        with blinded(game, seat.number if seat else None, seed=moves) as rearranged:
            assert rearranged
            opened = browser().get(url)
            assert (undated(opened.content), opened["ETag"]) == (page, tag)
            assert all(written(letter) == before for letter, before in post)


@pytest.mark.parametrize("key", FURTHER)
def test_opening_every_step_of_a_choice_changes_nothing_and_costs_few_queries(
    key: str, django_assert_max_num_queries
) -> None:
    game = begun(key, 20)
    url, before = seat_url(asked(game)), checksum()
    todo = [url]
    seen: set[str] = set()
    while todo and len(seen) < 25:
        page = browser()
        with django_assert_max_num_queries(8):
            answer = page.get(todo.pop())
        assert answer.status_code == 200
        hrefs = set(re.findall(r'href="([^"#]*\?pick=[^"#]*)', answer.content.decode()))
        todo += [href.replace("&amp;", "&") for href in sorted(hrefs - seen)]
        seen |= hrefs
    assert seen
    assert checksum() == before
