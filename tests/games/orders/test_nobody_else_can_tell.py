"""A game with orders and the same game played by hand are the same to everybody but their owner."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from engine.registry import RULESETS, ruleset
from games import selectors
from games.models import Game, Letter, Move, Orders, Seat
from games.orders.services import notes
from tests.games.cast import MINUTE, NOW, again, started
from tests.games.orders.cast import by_hand, leave, seat, table
from tests.games.pages.table import browser, checksum, game_url, seat_url
from tests.games.test_every_game_keeps_its_secrets import undated, written

pytestmark = pytest.mark.django_db
OWNER = 1


def letters_of(which: Any) -> list[object]:
    """Every letter as it is stored and as it reads, in the order in which it was posted."""
    return [
        (
            *(letter.kind, letter.seat.number, letter.ply, letter.status),
            *(letter.created_at, letter.due_at),
            [str(part).replace(str(letter.id), "its id") for part in written(letter)],
        )
        for letter in which
    ]


def in_order(rows: Any) -> Any:
    """As they leave: those that were written together are due one after the other."""
    return rows.order_by("created_at", "ply", "due_at", "seat__number", "kind")


def seen_by_others(game: Game) -> dict[str, object]:
    """All that anybody but the owner is shown, written or could read of him, and all rows."""
    others = Seat.objects.filter(game=game).exclude(number=OWNER).order_by("number")
    return {
        "game": {
            name: value
            for name, value in Game.objects.filter(pk=game.pk).values().get().items()
            if name != "state"
        },
        "state": ruleset(game.ruleset).load(again(game).state),
        "moves": list(Move.objects.filter(game=game).order_by("ply").values()),
        "letters": letters_of(in_order(Letter.objects.filter(game=game, seat__in=others))),
        "pages": [undated(browser().get(seat_url(each)).content) for each in others],
        "public": undated(browser().get(game_url(game)).content),
        "stories": [selectors.story(game.key, each) for each in (None, *others)],
    }


def both(game: Game, *ways: Callable[[], None]) -> list[dict[str, object]]:
    """Let the same game go on in different ways, each from the same rows."""
    found = []
    for way in ways:
        before = transaction.savepoint()
        way()
        found.append(seen_by_others(game) | {"sequence": _unnumbered(game)})
        transaction.savepoint_rollback(before)
        _restart(game)
    return found


def _unnumbered(game: Game) -> list[str]:
    return list(Move.objects.filter(game=game).values_list("notation", flat=True))


def _restart(game: Game) -> None:
    # What is rolled back leaves its numbers used up; the same rows shall have the same numbers.
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('games_move_id_seq', (SELECT max(id) FROM games_move))")


@pytest.fixture
def game() -> Game:
    played = table()
    _restart(played)
    return played


LISTS = {
    "one line": [("pass P4", "")],
    "lines passed over": [("lay P1 e4\nif not free e4: only\nmap z9\npass D9\npass P4", "only")],
    "standing": [("", "pass P4")],
    "edited three times": [("pass P5", ""), ("", "pass D1"), ("pass P4", "only")],
    "always": [("always pass P4", "")],
    "with a time-out line": [("late: pass D1\npass P4", "late: pass P5")],
}


@pytest.mark.parametrize("lists", LISTS.values(), ids=LISTS)
def test_an_ordered_move_is_the_same_move_by_hand(game: Game, lists: list[tuple[str, str]]):
    def ordered() -> None:
        for following, standing in lists:
            leave(game, OWNER, following, standing)
        by_hand(game, "pass P1")

    def manual() -> None:
        by_hand(game, "pass P1")
        by_hand(game, "pass P4")

    first, second = both(game, ordered, manual)
    assert first["sequence"] == ["", "pass P1", "pass P4"]
    assert first == second


SILENT = {
    "void": ("lay P1 e4\nonly", ""),
    "nothing that speaks": ("late: pass P4", "only"),
    "held back": ("pass P4", "pass P5"),
}


@pytest.mark.parametrize("lists", SILENT.values(), ids=SILENT)
def test_orders_that_say_nothing_are_as_none(game: Game, lists: tuple[str, str]):
    def ordered() -> None:
        leave(game, OWNER, *lists)
        manual()
        leave(game, OWNER, "pass P6", "only")

    def manual() -> None:
        by_hand(game, "break pick @2")

    def then_by_hand() -> None:
        ordered()
        by_hand(game, "pass P4")

    def never_ordered() -> None:
        manual()
        by_hand(game, "pass P4")

    first, second, third, fourth = both(game, ordered, manual, then_by_hand, never_ordered)
    assert first == second
    assert third == fourth


def test_an_unhurried_order_is_the_same_as_a_hand_that_moves_then(game: Game, monkeypatch):
    from games.orders.services import looking

    monkeypatch.setattr(notes, "_pick", lambda low, high: 30 * 60)

    def ordered() -> None:
        leave(game, OWNER, "map i3\npass P4", unhurried=True)
        Orders.objects.update(following=["lay P1 e4", "pass P4"])
        by_hand(game, "pass P1")
        looking.sweep(now=NOW + 30 * MINUTE)

    def manual() -> None:
        by_hand(game, "pass P1")
        by_hand(game, "pass P4", now=NOW + 30 * MINUTE)

    first, second = both(game, ordered, manual)
    assert first["sequence"] == ["", "pass P1", "pass P4"]
    assert first == second


PLIES = 12


@pytest.mark.parametrize("key", [key for key in RULESETS if RULESETS[key].meta.seats[-1] > 1])
def test_in_every_game_a_seat_played_by_orders_looks_like_one_played_by_hand(key: str):
    people = ("alice", "bob", "carol")[: RULESETS[key].meta.seats[-1]]
    game = started(people, key=key)
    _restart(game)
    line: list[tuple[int, str]] = []

    def manual() -> None:
        for _ in range(PLIES):
            at, text = chosen(game)
            line.append((at, text))
            by_hand(game, text)

    def ordered() -> None:
        for ply, (_, text) in enumerate(line, 1):
            if again(game).ply >= ply:
                played.append(ply)
                continue
            at, following = line[ply] if ply < PLIES else (-1, "")
            leave(game, OWNER, standing=f"always {following}" if at == OWNER else "")
            by_hand(game, text)

    played: list[int] = []
    first, second = both(game, manual, ordered)
    assert played
    assert first == second


def chosen(game: Game) -> tuple[int, str]:
    rules, state = ruleset(game.ruleset), ruleset(game.ruleset).load(again(game).state)
    at = min(rules.to_act(state))
    return at, rules.format(rules.choose(rules.view(state, at), rules.legal_moves(state, at)))


def test_leaving_orders_writes_no_row_but_ones_own(game: Game):
    before = checksum()
    leave(game, OWNER, "pass P4", "only", unhurried=True)
    changed = [name for name, total in checksum().items() if total != before[name]]
    assert changed == ["games_orders"]


def test_only_the_owner_reads_of_them_in_pages_and_letters(game: Game):
    leave(game, OWNER, "if free t7: lay P4 t7", "late: pass P5")
    by_hand(game, "pass P1")
    by_hand(game, "pass D1")
    leave(game, OWNER, "if free t7: lay P4 t7", "late: pass P5")
    pages = [undated(browser().get(seat_url(seat(game, at))).content) for at in range(3)]
    pages.append(undated(browser().get(game_url(game)).content))
    assert [b"free t7" in page for page in pages] == [False, True, False, False]
    said = [str(written(letter)) for letter in Letter.objects.filter(game=game)]
    assert said
    assert not any("free t7" in text for text in said)


def test_the_operators_pages_have_no_model_of_them():
    from games.admin import office

    assert Orders not in office._registry
    assert not any("look_at" in admin.fields for admin in office._registry.values() if admin.fields)
