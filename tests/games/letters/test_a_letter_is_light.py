"""What a letter weighs: Gmail cuts long ones off, and a phone pays for every byte."""

import pytest

from engine.registry import RULESETS
from games import letters
from games.models import Letter
from games.services import instant
from tests.bench import crowd
from tests.bench.positions import natural
from tests.games.cast import NOW
from tests.games.mazes import large

HEAVIEST = 60 * 1024


@pytest.mark.django_db
@pytest.mark.parametrize("key", RULESETS)
def test_a_letter_with_maze_and_hand_weighs_less_than_60_kilobytes(key: str) -> None:
    guests, now = crowd.gather().seat(natural(key, 9)), instant.now()
    weights = []
    for guest in guests:
        letter = Letter(kind=Letter.Kind.TURN, game_id=guest.game_id, seat_id=guest.seat_id)
        letter.ply, letter.created_at = guest.ply, now
        weights.append(len(letters.render(letter, now=now).message().as_bytes()))
    assert max(weights) < HEAVIEST, weights


@pytest.mark.django_db
@pytest.mark.parametrize("key", RULESETS)
def test_a_letter_stays_light_however_large_its_maze_has_grown(key: str) -> None:
    game = large(key)
    weights = []
    for seat in game.places.select_related("player", "game"):
        letter = Letter(kind=Letter.Kind.TURN, game=game, seat=seat, ply=0, created_at=NOW)
        weights.append(len(letters.render(letter, now=NOW).message().as_bytes()))
    assert max(weights) < HEAVIEST, weights
