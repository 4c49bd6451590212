"""Selectors: what a seat, a spectator and a list of games are told, and what it costs to ask."""

import dataclasses
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.parts.facts import Dealt, Drew
from engine.registry import ruleset
from engine.rulesets.saboteur.events import Discarded
from games import selectors
from games.errors import NoSuchGame
from games.links import SeatClaim
from games.models import Game, Seat
from games.services import games
from tests.games.cast import DAY, NOW, again, asked, open_table, pass_on, player, started

pytestmark = pytest.mark.django_db


def seats(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).select_related("player").order_by("number"))


def parts(value: Any) -> Iterator[Any]:
    """Walk through everything a page is given."""
    yield value
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, dict):
        for item in value.items():
            yield from parts(item)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from parts(item)


PLAIN = (
    str,
    int,
    float,
    bool,
    bytes,
    type(None),
    datetime,
    timedelta,
    tuple,
    list,
    dict,
    frozenset,
)


def test_nothing_but_small_values_leaves_the_selectors():
    game = started()
    pass_on(game)
    shown = [
        selectors.seat_table(seats(game)[0], now=NOW),
        selectors.public_table(game.key, now=NOW),
        selectors.my_games(player("alice"), now=NOW),
        selectors.lobby(open_table().key, player("alice")),
    ]
    for part in parts(shown):
        assert isinstance(part, PLAIN) or dataclasses.is_dataclass(part), part
        assert type(part).__name__ not in ("State", "Game", "Seat", "Move"), part


def rearranged(game: Game, viewer: int | None) -> dict[str, Any]:
    """Change the stored state wherever the viewer may not look: other hands, stock, roles, gold."""
    rules = ruleset(game.ruleset)
    state = rules.load(game.state)
    hands = list(state.hands)
    stock = list(state.stock)
    for seat, hand in enumerate(hands):
        if seat != viewer:
            stock, hands[seat] = [*hand, *stock[len(hand) :]], tuple(sorted(stock[: len(hand)]))
    others = [role for seat, role in enumerate(state.roles) if seat != viewer]
    turned = iter([*others[1:], others[0]])
    roles = tuple(role if seat == viewer else next(turned) for seat, role in enumerate(state.roles))
    changed = dataclasses.replace(
        state,
        hands=tuple(hands),
        stock=tuple(reversed(stock)),
        roles=roles,
        seed=bytes(16),
        goals=tuple(
            (cell, kind)
            for (cell, _), (_, kind) in zip(
                state.goals, (*state.goals[1:], state.goals[0]), strict=True
            )
        ),
    )
    data: dict[str, Any] = json.loads(json.dumps(rules.dump(changed)))
    assert data != game.state
    return data


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_what_a_viewer_may_not_know_changes_nothing_that_he_is_shown(viewer: int | None):
    game = started()
    for _ in range(4):
        pass_on(game)
    seat = None if viewer is None else seats(game)[viewer]

    def shown() -> object:
        return (
            selectors.public_table(game.key, now=NOW)
            if seat is None
            else selectors.seat_table(seat, now=NOW)
        )

    before = shown()
    Game.objects.filter(pk=game.pk).update(state=rearranged(again(game), viewer))
    assert shown() == before


def test_the_story_names_no_card_that_another_discarded_drew_or_was_dealt():
    game = started()
    for _ in range(6):
        pass_on(game)
    for viewer, seat in [(None, None), *((seat.number, seat) for seat in seats(game))]:
        for entry in selectors.story(game.key, seat):
            for event in entry.events:
                if isinstance(event, (Discarded, Drew)):
                    assert (event.card is not None) == (event.seat == viewer)
                assert not isinstance(event, Dealt) or event.seat == viewer


def test_only_who_is_asked_has_choices():
    game = started()
    for seat in seats(game):
        table = selectors.seat_table(seat, now=NOW)
        assert bool(table.choices) == table.my_turn == (seat.number in again(game).to_act)


def test_time_left_is_counted_from_now_and_never_below_zero():
    game = started(hours=24)
    for later, left in ((timedelta(0), DAY), (DAY / 4, DAY * 3 / 4), (2 * DAY, timedelta(0))):
        assert selectors.public_table(game.key, now=NOW + later).time_left == left


def test_a_page_shows_sixty_moves_of_a_long_story_and_the_whole_on_request():
    game = started()
    while again(game).ply < 70:
        pass_on(game)
    table = selectors.public_table(game.key, now=NOW)
    assert [entry.ply for entry in table.story] == list(range(11, 71))
    assert [entry.ply for entry in selectors.story(game.key)] == list(range(71))


def test_namesakes_are_told_apart():
    game = started()
    Seat.objects.filter(game=game).update(name="Kim")
    assert selectors.public_table(game.key, now=NOW).names == ("Kim @1", "Kim @2", "Kim @3")


def test_games_that_wait_for_me_come_first():
    waiting, other = started(), started()
    while asked(waiting).name != "alice":
        pass_on(waiting)
    while asked(other).name == "alice":
        pass_on(other)
    open_table()
    cancelled = open_table()
    games.cancel(cancelled.key, by=player("alice"), now=NOW)
    listed = selectors.my_games(player("alice"), now=NOW)
    assert [row.game.key for row in listed][:2] == [waiting.key, other.key]
    assert [row.game.status for row in listed] == ["active", "active", "open"]
    assert listed[1].waiting_for == (asked(other).name,)
    assert selectors.my_games(player("mallory"), now=NOW) == ()


def test_a_table_that_is_not_there_yet_is_not_shown():
    game = open_table()
    for ask in (
        lambda: selectors.public_table(game.key, now=NOW),
        lambda: selectors.story(game.key),
        lambda: selectors.lobby("nothing", None),
        lambda: selectors.status_of("nothing"),
    ):
        with pytest.raises(NoSuchGame):
            ask()


def test_a_turn_page_costs_five_statements_whatever_the_table():
    small, large = started(), started(["alice", *(f"friend{at}" for at in range(9))])
    while again(small).ply < 70:
        pass_on(small)
    costs = []
    for game in (small, large):
        claim = SeatClaim.of(asked(game))
        with CaptureQueriesContext(connection) as queries:
            selectors.seat_table(selectors.visit_of(claim).seat, now=NOW)
        costs.append(len(queries))
    assert costs == [5, 5]


def test_a_list_of_games_costs_the_same_for_one_and_for_many():
    costs = []
    for _ in range(2):
        for _ in range(3):
            started()
        with CaptureQueriesContext(connection) as queries:
            selectors.my_games(player("alice"), now=NOW)
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_reading_changes_no_row():
    game = started()
    before = Game.objects.values().get(pk=game.pk), list(Seat.objects.values())
    with CaptureQueriesContext(connection) as queries:
        seat = selectors.visit_of(SeatClaim.of(asked(game))).seat
        selectors.seat_table(seat, now=NOW)
        selectors.public_table(game.key, now=NOW)
        selectors.story(game.key, seat)
        selectors.lobby(game.key, player("alice"))
    written = [q["sql"] for q in queries if not q["sql"].startswith("SELECT")]
    assert [sql for sql in written if "games_player" not in sql and "SAVEPOINT" not in sql] == []
    assert (Game.objects.values().get(pk=game.pk), list(Seat.objects.values())) == before
