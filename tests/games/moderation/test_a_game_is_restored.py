"""A stored position that went wrong is put right from the record, by two hosts."""

from typing import Any

import pytest

from games.models import Attempt, Entry, Game, Letter, Move, Orders, Sealed
from games.replay import selectors as replay
from tests.games.cast import (
    DAY,
    HOUR,
    NOW,
    again,
    all_sent,
    asked,
    clocks_of,
    pass_on,
    play,
    started,
)
from tests.games.moderation.cast import WHY, log, previewed, seconded, staff
from tests.games.moderation.cast import done as did
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db

FAULT = WHY | {"why": "fault"}


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def three_passes() -> Game:
    """A game with something in its record."""
    game = started(hours=24)
    for _ in range(3):
        pass_on(game)
    all_sent()
    return again(game)


def spoil(game: Game, **changed: Any) -> dict[str, Any]:
    """Change the stored position; give back what it was."""
    state: dict[str, Any] = again(game).state
    Game.objects.filter(pk=game.pk).update(state={**state, **changed})
    return state


def lines(game: Game, **changed: str) -> dict[str, Any]:
    """The lines of its stored position, some of them changed."""
    return {"lines": {**again(game).state["lines"], **changed}}


def shown(game: Game) -> str:
    """What a host reads of restoring it."""
    answer = previewed(browser(staff("hal", "host")), "restore", game.key, **FAULT)
    return text_of(answer.content.decode())


def restored(game: Game) -> None:
    """Two hosts restore it."""
    staff("hanna", "host")
    seconded(did(staff("hal", "host"), "restore", game.key, **FAULT), game, by="hanna")


def test_what_was_set_aside_goes_on_from_its_record(set_clock):
    game = three_passes()
    state = spoil(game, v=99)
    Attempt.objects.create(game=game, tries=2, at=NOW)
    did(staff("mia"), "quarantine", game.key, why="fault")
    all_sent()
    at = NOW + 3 * DAY
    set_clock(at)
    said = shown(game)
    assert "The stored position cannot be read." in said
    assert again(game).state["v"] == 99, "a preview changes nothing"
    restored(game)
    game = again(game)
    assert (game.state, game.ply, game.stuck, game.stuck_at) == (state, 3, 0, None)
    assert not Attempt.objects.exists()
    assert game.deadline_at == at + DAY, "a full turn"
    kept = Sealed.objects.get()
    assert (kept.state["v"], kept.ply, kept.game) == (99, 3, game)
    told = Letter.objects.filter(entry__act="restored")
    assert told.count() == 3, "everybody at the table once"
    assert log(game) == ["quarantine", "restore-asked", "restore"]
    assert replay.history(game)[-1].seat is not None
    assert play(game, now=at + HOUR).ply == 4


def test_where_a_position_and_its_record_differ_is_told_in_public_words():
    game = three_passes()
    spoil(game, **lines(game, turn="9"))
    assert "Position and record differ from move 3 on." in shown(game)
    move = Move.objects.get(game=game, ply=2)
    Move.objects.filter(pk=move.pk).update(events=move.events[1:])
    assert "Position and record differ from move 2 on." in shown(game)
    restored(game)
    assert again(game).state["lines"]["turn"] != "9"


def test_a_difference_that_is_hidden_is_named_as_hidden_and_no_more():
    game = three_passes()
    first, second, *rest = again(game).state["lines"]["stock"].split()
    spoil(game, **lines(game, stock=" ".join([*rest, first, second])))
    assert "What everybody sees stays; what differs is hidden." in shown(game)


def test_orders_are_void_and_it_is_told_in_nobodys_name():
    game = three_passes()
    spoil(game, v=99)
    Orders.objects.create(seat=asked(game))
    restored(game)
    assert not Orders.objects.exists()
    entry = Entry.objects.get(act="restored")
    assert (entry.said["by"], entry.said["role"]) == ("", "host")


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("agree", "Position and record agree: there is nothing to restore."),
        ("lost", "is not in what is left of its position"),
        ("another", "is not in what is left of its position"),
        ("record", "The record can be played again before move 2, and not from there on."),
        ("hole", "The record can be played again before move 3, and not from there on."),
        ("rules", "Other rules held from move 1 on"),
    ],
)
def test_what_cannot_be_restored_says_why(case: str, said: str):
    game = three_passes()
    moves = Move.objects.filter(game=game)
    match case:
        case "lost":
            spoil(game, lines={})
        case "another":
            spoil(game, **lines(game, seed="00" * 16))
        case "record":
            spoil(game, v=99)
            moves.filter(ply=2).update(notation="P99 a1")
        case "hole":
            moves.filter(ply=3).delete()
        case "rules":
            spoil(game, v=99)
            moves.filter(ply__gte=1).update(rules_version=0)
    assert said in shown(game)


def test_a_position_that_fails_by_its_record_too_stays_as_it_is(monkeypatch):
    game = three_passes()
    spoil(game, v=99)

    def fails(*_: object) -> None:
        raise KeyError("a seat of P7")

    monkeypatch.setattr("games.services.repairs.try_out", fails)
    said = shown(game)
    assert "By its record it fails, too: KeyError" in said
    # A card alone might stand in a form's secret by chance.
    assert "seat of P7" not in said
    assert clocks_of(game)
