"""No letter changes by a byte when everything its reader may not know is rearranged."""

import pytest

from engine.api import Seat
from engine.registry import ruleset
from games import letters
from games.models import Game, Letter
from games.services import turns
from tests.games import cast
from tests.games.blinding import blinded
from tests.games.cast import NOW

pytestmark = pytest.mark.django_db(transaction=True)


def parts(letter: Letter) -> list[tuple[object, object]]:
    """Everything a reader gets, without the boundaries, which are chance."""
    message = letters.render(Letter.objects.get(pk=letter.pk), now=NOW).message()
    headers = [(name, value) for name, value in message.items() if name != "Content-Type"]
    bodies = [part.get_payload() for part in message.walk() if not part.is_multipart()]
    return [*headers, *enumerate(bodies)]


def play_on(game: Game, moves: int) -> None:
    """Let everybody play sensibly, so that goals are seen, tools broken and rounds won.

    It stops before the end: then all gold is counted before everybody's eyes.
    """
    rules = ruleset(game.ruleset)
    for _ in range(moves):
        now = cast.again(game)
        state, seat = rules.load(now.state), Seat(now.to_act[0])
        move = rules.choose(rules.view(state, seat), rules.legal_moves(state, seat))
        if rules.outcome(rules.apply(state, seat, move).state):
            return
        turns.play_move(cast.claim(game), rules.format(move), seen_ply=now.ply, now=NOW)


@pytest.mark.parametrize("moves", [1, 14, 33, 80])
def test_letters_hang_on_what_their_readers_know(moves: int) -> None:
    game = cast.started()
    play_on(game, moves)
    rearranged = 0
    for letter in Letter.objects.filter(game=game, seat__isnull=False).order_by("-ply")[:6]:
        assert letter.seat is not None
        before = parts(letter)
        with blinded(game, letter.seat.number, seed=moves) as something:
            rearranged += something
            assert parts(letter) == before
    assert rearranged


def test_the_test_sees_a_letter_that_tells_more(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cast.started()
    letter = Letter.objects.filter(game=game).latest("ply")
    assert letter.seat is not None
    spied = (letter.seat.number + 1) % game.seats

    def leak(_table: object) -> str:
        rules = ruleset(game.ruleset)
        return str(rules.view(rules.load(cast.again(game).state), Seat(spied)).hand)

    monkeypatch.setattr("games.drawing.maze_words", leak)
    before = parts(letter)
    with blinded(game, letter.seat.number):
        assert parts(letter) != before
