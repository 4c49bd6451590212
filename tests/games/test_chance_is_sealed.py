"""A game's secret is promised before the deal and told after the end, and nowhere in between."""

import pytest
from django.test import Client

from engine import rng
from engine.registry import ruleset
from games import letters
from games.models import Game, Letter
from games.replay import selectors as replay
from tests.games import cast
from tests.games.cast import NOW, again, play_to_the_end, started
from tests.games.pages.table import game_url

pytestmark = pytest.mark.django_db


def secret_of(game: Game) -> bytes:
    return rng.secret(ruleset(game.ruleset).load(again(game).state).seed)


def page(game: Game) -> str:
    return Client().get(game_url(game)).content.decode()


def written(letter: Letter) -> str:
    return " ".join(letters.render(letter, now=NOW).body.split())


def test_the_hash_of_the_secret_stands_on_the_table_and_in_everybodys_first_letter():
    game = started(at_work=True)
    hashed = again(game).commitment
    assert hashed == rng.commitment(secret_of(game), game.key)
    assert hashed in page(game)
    first = Letter.objects.filter(game=game, ply=0, seat__isnull=False)
    assert {letter.kind for letter in first} == {Letter.Kind.STARTED, Letter.Kind.TURN}
    parts = [hashed[at : at + 16] for at in range(0, 64, 16)]
    for letter in first:
        text = written(letter)
        assert all(part in text for part in parts)


def test_later_letters_do_not_repeat_it():
    game = started()
    cast.play(game)
    later = Letter.objects.filter(game=game, kind=Letter.Kind.TURN).latest("created_at", "ply")
    assert later.ply
    assert again(game).commitment[:16] not in written(later)


def test_the_secret_is_told_once_the_game_is_over_and_not_before():
    game = started(rounds="1")
    secret = secret_of(game).hex()
    assert secret not in page(game)
    assert secret not in str(replay.record(game.key, None))
    play_to_the_end(game)
    shown = page(game)
    assert secret in shown
    assert again(game).commitment in shown
    found = replay.record(game.key, None)
    assert (found["seed"], found["key"]) == (secret, game.key)
    assert found["commitment"] == rng.commitment(bytes.fromhex(found["seed"]), found["key"])


def test_a_game_that_was_dealt_without_a_promise_says_nothing_of_one():
    game = started()
    Game.objects.filter(pk=game.pk).update(commitment="")
    assert "sealed" not in page(game)
    assert "Its hash" not in page(game)
    letter = Letter.objects.get(game=game, kind=Letter.Kind.TURN)
    assert "Its hash" not in written(letter)
