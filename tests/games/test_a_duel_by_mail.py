"""Several steps in one turn of a duel, and a game alone: who gets a letter, and when."""

import pytest
from django.utils import timezone

from engine.registry import ruleset
from games import letters
from games.models import Game, Letter
from games.services import turns
from tests.games.cast import NOW, again, asked, claim, moves, play_to_the_end, started
from tests.games.pages.table import browser, seat_url, text_of

pytestmark = pytest.mark.django_db(transaction=True)

BEGINNING = "duel\n@1 hand DU-TROLL-1 DU-NS\n@2 hand DU-EW map\nstock DU-EW DU-NS\n"
"""The green dwarf is asked and holds a troll that he can lay at his start."""


def at_table(key: str, position: str) -> Game:
    """Let people play on from a position."""
    rules = ruleset(key)
    game = started(["alice", "bob"][: len(rules.meta.seats) and rules.meta.seats[0]], key=key)
    state = rules.parse_position(position)
    Game.objects.filter(pk=game.pk).update(
        state=rules.dump(state), to_act=sorted(rules.to_act(state))
    )
    Letter.objects.all().delete()
    return again(game)


def move(game: Game, text: str) -> None:
    turns.play_move(claim(game), text, seen_ply=again(game).ply, now=NOW)


def page_of(game: Game) -> str:
    return text_of(browser().get(seat_url(asked(game))).content.decode())


def test_the_other_gets_a_letter_only_when_the_turn_with_all_its_steps_is_over() -> None:
    game = at_table("duel", BEGINNING)
    mover = asked(game)
    move(game, "lay DU-TROLL-1 b2")
    assert asked(game) == mover
    assert moves(game) == ["end", "bribe b2"]
    assert "a card is laid, a troll may be bribed" in page_of(game)
    assert not Letter.objects.exists()
    move(game, "bribe b2")
    assert asked(game) != mover
    assert list(Letter.objects.values_list("kind", "seat__number")) == [
        ("turn", asked(game).number)
    ]


def test_the_turn_letter_tells_the_steps_and_what_lies_on_the_table() -> None:
    game = at_table("duel", BEGINNING)
    move(game, "lay DU-TROLL-1 b2")
    move(game, "bribe b2")
    body = str(letters.render(Letter.objects.get(), now=NOW).body)
    for said in ("the troll at b2", "Counters left: 7", "1 troll to pay", "b2: green counter"):
        assert said in body, body
    assert "/rules/duel/" in body


def test_gold_that_is_paid_and_won_stands_in_the_table_of_the_round() -> None:
    game = started(["alice", "bob"], key="duel", rounds="1")
    # Links end some time after their game, by the real clock.
    play_to_the_end(game, now=timezone.now())
    for seat in game.places.all():
        page = text_of(browser().get(seat_url(seat)).content.decode())
        assert "Paid to trolls" in page
        assert "Gold in all" in page
        result = Letter.objects.get(game=game, kind=Letter.Kind.RESULT, seat=seat)
        assert "Paid to trolls: " in str(letters.render(result, now=NOW).body)


def test_alone_no_move_brings_a_letter_but_the_end_does() -> None:
    game = started(["alice"], key="duel-solo", rounds="1")
    before = Letter.objects.count()
    move(game, next(text for text in moves(game) if text.startswith("pass")))
    assert Letter.objects.count() == before
    play_to_the_end(game)
    result = Letter.objects.get(kind=Letter.Kind.RESULT)
    message = letters.render(result, now=NOW)
    assert "The Duel alone" in message.subject
    assert "You have 0 gold. The mine kept most of it." in str(message.body)
