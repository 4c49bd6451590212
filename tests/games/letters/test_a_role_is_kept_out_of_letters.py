"""Who reads mail in company keeps his role out of letters: no byte then hangs on it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from engine.api import Seat
from engine.registry import ruleset
from games import texts
from games.models import Game, Letter, Move, Player
from tests.games import cast
from tests.games.letters.test_every_letter_is_written import CASES, last, part, written
from tests.games.letters.test_letters_keep_secrets import AT_A_TABLE, at, begun, sent
from tests.games.pages.table import browser

pytestmark = pytest.mark.django_db

HONEST = {"saboteur": "digger", "saboteur2": "blue", "dark-cave": "loyal"}
"""What a saboteur is given instead; everybody else becomes a saboteur."""


@contextmanager
def another_role(game: Game, number: int) -> Iterator[None]:
    """Give a seat another role for a while, and let its deal have told it."""
    rules = ruleset(game.ruleset)
    kept = Game.objects.values_list("state", flat=True).get(pk=game.pk)
    moves = dict(Move.objects.filter(game=game).values_list("pk", "events"))
    Game.objects.filter(pk=game.pk).update(state=rules.dump(_other(rules.load(kept), game, number)))
    for pk, events in moves.items():
        told = [rules.dump_event(_told(rules.load_event(each), game, number)) for each in events]
        Move.objects.filter(pk=pk).update(events=told)
    game.refresh_from_db()
    yield
    Game.objects.filter(pk=game.pk).update(state=kept)
    for pk, events in moves.items():
        Move.objects.filter(pk=pk).update(events=events)
    game.refresh_from_db()


def _other(state: Any, game: Game, number: int) -> Any:
    if hasattr(state, "clans"):
        clans = list(state.clans)
        clans[number] = clans[number]._replace(role=_another(clans[number].role, game))
        return replace(state, clans=tuple(clans))
    roles = list(state.roles)
    roles[number] = _another(roles[number], game)
    return replace(state, roles=tuple(roles))


def _told(event: Any, game: Game, number: int) -> Any:
    # Only what tells his own to him; how it was turned up in a round that is over all know.
    if getattr(event, "seat", None) == number and isinstance(getattr(event, "role", None), str):
        return replace(event, role=_another(event.role, game))
    return event


def _another(role: str, game: Game) -> str:
    return HONEST[game.ruleset] if role == "saboteur" else "saboteur"


# In The Dark Cave whoever picks up gold shows his card to all: nobody can have after one move.
@pytest.mark.parametrize(("key", "moves"), [("saboteur", 11), ("saboteur2", 11), ("dark-cave", 1)])
def test_no_letter_hangs_on_the_role_of_a_reader_who_keeps_it_out(key: str, moves: int) -> None:
    game = begun(key, moves)
    seat = game.places.select_related("player").get(number=0)
    assert seat.player is not None
    for discreet in (True, False):
        seat.player.discreet = discreet
        wanted = [at(game, seat, kind) for kind in AT_A_TABLE]
        before = [sent(letter) for letter in wanted]
        with another_role(game, 0):
            after = [sent(letter) for letter in wanted]
        for letter, was, now in zip(wanted, before, after, strict=True):
            assert (was == now) == discreet, letter.kind


@pytest.mark.parametrize("key", ["saboteur2", "dark-cave"])
def test_what_only_the_reader_has_seen_of_others_is_left_out_too(key: str) -> None:
    book, game = texts.BOOKS[key], begun(key, 1)
    rules = ruleset(key)
    view: Any = rules.view(rules.load(game.state), Seat(0))
    told = rules.view(rules.load(game.state), None)
    if key == "saboteur2":
        found = book.discreet(replace(view, inspected=("somebody",)))
        assert found.inspected == told.inspected == ()
    else:
        seen = tuple(replace(each, role="saboteur") for each in view.dwarves)
        found = book.discreet(replace(view, dwarves=seen, aside=("blue loyal",)))
        assert [each.role for each in found.dwarves] == [each.role for each in told.dwarves]
        assert found.aside is None


def test_a_letter_says_that_the_role_is_kept_out() -> None:
    letter = CASES[Letter.Kind.TURN]()
    Player.objects.update(discreet=True)
    text = part(written(Letter.objects.get(pk=letter.pk)), "plain")
    assert "- Your role: kept out of letters, as you wish; the table shows it" in text


def test_once_the_game_is_over_all_roles_are_told() -> None:
    cast.play_to_the_end(cast.started(rounds="1"))
    Player.objects.update(discreet=True)
    text = part(written(last(Letter.Kind.RESULT)), "plain")
    assert "- alice: digger" in text or "- alice: saboteur" in text


def test_a_player_says_so_among_his_settings() -> None:
    who, url = cast.player("alice"), reverse("accounts-me")
    page = browser(who)
    assert "Keep my role out of letters" in page.get(url).content.decode()
    said = {"name": "alice", "language": "en", "time_zone": "UTC"}
    assert page.post(url, said | {"discreet": "on"}).status_code == 303
    assert Player.objects.get(pk=who.pk).discreet
    assert re.search(r'<input[^>]*name="discreet"[^>]* checked', page.get(url).content.decode())
    page.post(url, said)
    assert not Player.objects.get(pk=who.pk).discreet
