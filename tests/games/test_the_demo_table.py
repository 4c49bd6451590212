"""`manage.py demo`: a table to look at, made once."""

from email import message_from_bytes, policy
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Letter, Move, Player
from games.services import games, mailbox
from tests.games.cast import NOW, fixed, named

pytestmark = pytest.mark.django_db

INBOXES = {f"{name}@example.org" for name in ("alice", "bob", "carol", "dave", "erin")}


def demo() -> str:
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def readers(folder: Path) -> set[str]:
    letters = (message_from_bytes(p.read_bytes(), policy=policy.default) for p in folder.iterdir())
    return {str(letter["To"]) for letter in letters}


def test_it_fills_five_inboxes_once_and_says_where_to_look(letterbox: Path):
    said = demo()
    game = Game.objects.get()
    assert (game.status, game.ply, game.seats) == ("active", 12, 5)
    assert readers(letterbox) == INBOXES
    asked = Letter.objects.get(game=game, ply=12)
    assert (asked.kind, asked.status, asked.seat.number) == ("turn", "sent", game.to_act[0])
    assert Player.objects.get(email="admin@example.org").is_superuser
    for line in (f"/g/{game.key}/", f"/mail/?to={asked.seat.player.email}", "move 12 of 12"):
        assert line in said
    before = Move.objects.count(), Letter.objects.count()
    assert "move" not in demo().split("\nDemo table")[0]
    assert (Move.objects.count(), Letter.objects.count()) == before


def test_it_goes_on_where_it_was_interrupted(letterbox: Path, monkeypatch):
    monkeypatch.setattr("games.management.commands.demo.MOVES", 2)
    alice = named("alice@example.org")
    games.create(alice, ruleset_key="saboteur", options={}, seats=5, time=fixed(72), now=NOW)
    with monkeypatch.context() as patch:
        patch.setattr(mailbox, "sweep", interrupted)
        with pytest.raises(KeyboardInterrupt):
            demo()
    assert Game.objects.get().status == "active"
    demo()
    assert Game.objects.get().ply == 2
    assert readers(letterbox) == INBOXES


def interrupted(**_: object) -> int:
    raise KeyboardInterrupt


def test_it_refuses_where_letters_would_leave_the_machine():
    with pytest.raises(CommandError):
        demo()
    assert not Game.objects.exists()
