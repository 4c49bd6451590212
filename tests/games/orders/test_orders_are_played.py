"""Orders speak when their seat is asked, in the same step as the move before."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from engine.registry import ruleset
from games.clocks.rules import pace
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import holding
from games.errors import StaleOrders
from games.links import SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Move, Orders
from games.orders import services as orders
from games.orders.rules import lines
from games.orders.rules.caution import surprising
from games.orders.services import answering, looking, notes
from games.services import turns
from games.substitutes.services import offers
from tests.games.cast import (
    HOUR,
    MINUTE,
    NOW,
    again,
    clocks_of,
    moves,
    pass_on,
    play_to_the_end,
    started,
    sweep_deadlines,
)
from tests.games.orders.cast import by_hand, cave, leave, row, seat, table, told

pytestmark = pytest.mark.django_db


def test_an_order_is_played_in_the_same_step_as_the_move_before():
    game = table()
    leave(game, 1, "pass P4")
    by_hand(game, "pass P1")
    assert told(game) == [(0, "player", "pass P1"), (1, "player", "pass P4")]
    made = {move.made_at for move in Move.objects.filter(game=game, ply__gt=0)}
    assert made == {NOW}
    assert again(game).to_act == [2]


def test_orders_of_several_seats_follow_on_each_other():
    game = table()
    leave(game, 1, "pass P4")
    leave(game, 2, "if hold map: map i1")
    by_hand(game, "pass P1")
    assert [notation for *_, notation in told(game)] == ["pass P1", "pass P4", "map i1"]
    assert again(game).to_act == [0]


def test_what_is_written_in_a_turn_is_for_the_turn_after_it():
    game = table()
    leave(game, 0, "pass P3")
    by_hand(game, "pass P1")
    assert row(game, 0).following == ["pass P3"]
    by_hand(game, "pass P4")
    by_hand(game, "pass P6")
    assert told(game)[-1] == (0, "player", "pass P3")
    assert row(game, 0).following == []


def test_the_list_for_the_next_turn_is_gone_with_it_used_or_not():
    game = table()
    leave(game, 1, "lay P1 e4\npass P5", "late: pass P4")
    leave(game, 2, "lay P1 e4", "late: pass P6")
    by_hand(game, "pass P1")
    assert (row(game, 1).following, row(game, 1).standing) == ([], ["late: pass P4"])
    assert again(game).to_act == [2]
    assert row(game, 2).following == ["lay P1 e4"]
    by_hand(game, "pass P7")
    assert (row(game, 2).following, row(game, 2).standing) == ([], ["late: pass P6"])


def test_a_standing_order_is_played_again_and_again():
    game = table()
    leave(game, 1, standing="pass P4 or pass P5 or pass D1")
    for _ in range(2):
        by_hand(game, "pass P1" if not told(game) else "pass P2")
        by_hand(game, "pass P6" if len(told(game)) == 2 else "pass P7")
    assert [said for at, _, said in told(game) if at == 1] == ["pass P4", "pass P5"]


def test_if_nothing_fits_the_list_is_void_and_the_player_is_asked_as_usual():
    game = table()
    leave(game, 1, "lay P1 e4\nif not free e4: only\nonly\nlate: pass P4", "if hold P1: pass P1")
    by_hand(game, "pass P1")
    held = row(game, 1)
    assert held.failed == {
        "1": [["rule", "no-such-card"]],
        "2": [["test", "not free e4"]],
        "3": [["choice", ""]],
    }
    assert again(game).to_act == [1]
    assert again(game).deadline_at == NOW + 24 * HOUR
    assert Letter.objects.filter(game=game, seat=seat(game, 1), kind="turn").count() == 1


def test_a_void_list_is_written_anew_for_the_turn_after():
    game = table()
    leave(game, 1, "lay P1 e4")
    by_hand(game, "pass P1")
    leave(game, 1, "lay P1 e4")
    assert (row(game, 1).void, row(game, 1).after is None) == (False, False)
    by_hand(game, "pass P4")
    assert row(game, 1).following == ["lay P1 e4"]


def broken_tool(game: Game) -> None:
    by_hand(game, "break pick @2")


def test_a_list_holds_back_for_one_turn_when_somebody_changed_what_is_his():
    game = table()
    leave(game, 1, "pass P4", "pass P5")
    broken_tool(game)
    assert again(game).to_act == [1]
    assert (row(game, 1).surprised, row(game, 1).void) == (True, False)
    by_hand(game, "pass D1")
    assert (row(game, 1).surprised, row(game, 1).following) == (False, [])
    by_hand(game, "pass P6")
    by_hand(game, "pass P1")
    assert told(game)[-1] == (1, "player", "pass P5")


def test_standing_orders_come_back_after_a_turn_that_was_missed():
    game = table()
    leave(game, 1, standing="pass P5")
    broken_tool(game)
    assert sweep_deadlines(now=NOW + 24 * HOUR) == 1
    assert not row(game, 1).surprised
    assert row(game, 1).standing == ["pass P5"]


def test_a_form_that_was_drawn_before_the_surprise_does_not_end_the_caution():
    game = table()
    leave(game, 1, "pass P4")
    drawn_from = row(game, 1).version
    broken_tool(game)
    leave(game, 1, "pass P4", seen=drawn_from)
    assert row(game, 1).surprised
    with pytest.raises(StaleOrders):
        leave(game, 1, "pass P5", seen=drawn_from)


def test_always_switches_caution_off_for_its_line():
    game = table()
    leave(game, 1, "pass P4\nalways pass P5")
    broken_tool(game)
    assert told(game)[-1] == (1, "player", "pass P5")


def test_who_looks_and_saves_again_is_not_held_back():
    game = table()
    leave(game, 2, "pass P6")
    state = ruleset("saboteur").load(again(game).state)
    assert state.asked == 0
    by_hand(game, "break pick @3")
    assert row(game, 2).surprised
    leave(game, 2, "pass P6")
    assert not row(game, 2).surprised
    by_hand(game, "pass P4")
    assert told(game)[-1] == (2, "player", "pass P6")


def test_what_an_ordered_map_shows_makes_the_next_turn_wait():
    game = table()
    leave(game, 1, "map i1", "pass P4")
    by_hand(game, "pass P1")
    assert told(game)[-1] == (1, "player", "map i1")
    assert row(game, 1).surprised
    by_hand(game, "pass P6")
    by_hand(game, "pass P2")
    assert again(game).to_act == [1]


def test_a_card_of_his_own_from_the_stock_is_no_surprise():
    game = table()
    leave(game, 1, "pass P4", "pass P5")
    by_hand(game, "pass P1")
    assert not row(game, 1).surprised


def test_a_line_for_the_time_out_speaks_instead_of_the_default_move():
    game = table()
    leave(game, 0, "late: pass P3")
    assert sweep_deadlines(now=NOW + 24 * HOUR) == 1
    assert told(game)[0] == (0, "deadline", "pass P3")
    assert clocks_of(game).seats[0].misses == 1


def test_caution_and_a_void_list_do_not_hold_back_what_is_for_the_time_out():
    game = table()
    leave(game, 1, "lay P1 e4\nlate: pass D1")
    broken_tool(game)
    assert sweep_deadlines(now=NOW + 24 * HOUR) == 1
    assert told(game)[-1] == (1, "deadline", "pass D1")


def test_what_is_written_when_time_is_over_decides_nothing():
    game = table()
    leave(game, 0, "late: pass P3", now=NOW + 24 * HOUR)
    assert told(game)[0][1] == "deadline"
    assert told(game)[0][2] != "pass P3"


def test_standing_orders_end_with_the_round():
    game = table()
    leave(game, 1, standing="lay P1 z9")
    drawn_from = row(game, 1).version
    rounds = ruleset("saboteur").rounds
    while not rounds(ruleset("saboteur").load(again(game).state)):
        pass_on(game)
    assert row(game, 1).standing == []
    with pytest.raises(StaleOrders):
        leave(game, 1, standing="lay P1 z9", seen=drawn_from)


def test_at_the_end_of_the_game_all_orders_are_deleted_and_none_can_be_left():
    game = started(rounds="1")
    leave(game, 1, "late: only")
    play_to_the_end(game)
    assert not Orders.objects.filter(seat__game=game).exists()
    assert again(game).look_at is None
    with pytest.raises(Refused) as refused:
        leave(game, 1, "only")
    assert refused.value.reason == Reason.FINISHED


def test_a_table_without_orders_refuses_them_by_name():
    game = table(pace="off")
    with pytest.raises(Refused) as refused:
        leave(game, 1, "only")
    assert refused.value.reason == Reason.NO_ORDERS_HERE


def test_a_table_that_allows_no_orders_any_more_plays_none_when_time_is_over():
    game = table()
    leave(game, 0, "late: pass P3")
    clocks_of(game, lambda at: replace(at, settings=replace(at.settings, pace="off")))
    assert sweep_deadlines(now=NOW + 24 * HOUR) == 1
    assert told(game)[0][:2] == (0, "deadline")
    assert told(game)[0][2] != "pass P3"


def test_a_bot_that_plays_for_a_seat_does_not_go_by_its_orders():
    from games.clocks.rules.seating import hand_to_bot

    game = table()
    leave(game, 1, "pass P4")
    clocks_of(game, lambda at: hand_to_bot(at, 1))
    by_hand(game, "pass P1")
    assert again(game).to_act == [1]


def test_a_bot_that_takes_over_while_orders_wait_does_not_go_by_them(monkeypatch):
    from games.clocks.rules.seating import hand_to_bot

    drawn(monkeypatch, 10)
    game = table()
    leave(game, 1, "pass P4", unhurried=True)
    by_hand(game, "pass P1")
    clocks_of(game, lambda at: hand_to_bot(at, 1))
    assert looking.sweep(now=NOW + HOUR) == 0
    assert (again(game).ply, again(game).look_at) == (1, None)


def test_a_turn_that_a_bot_played_ends_the_list_for_it_and_makes_standing_orders_wait():
    game = table()
    leave(game, 0, "pass P2", "pass P3")
    offers.resign(SeatClaim.of(seat(game, 0)), now=NOW)
    # Written in the turn that the bot ended, so it was for the one after it.
    assert row(game, 0).following == ["pass P2"]
    pass_on(game)
    pass_on(game)
    assert turns.sweep_bots(now=NOW) == 1
    offers.keep(SeatClaim.of(seat(game, 0)), now=NOW)
    assert (row(game, 0).following, row(game, 0).surprised) == ([], True)
    pass_on(game)
    pass_on(game)
    assert again(game).to_act == [0]
    assert told(game)[-1][0] == 2
    assert row(game, 0).standing == ["pass P3"]


def test_orders_that_wait_are_dropped_when_the_table_allows_none_any_more(monkeypatch):
    drawn(monkeypatch, 10)
    game = table()
    leave(game, 1, "pass P4", unhurried=True)
    by_hand(game, "pass P1")
    clocks_of(game, lambda at: replace(at, settings=replace(at.settings, pace="off")))
    assert looking.sweep(now=NOW + HOUR) == 0
    assert (again(game).ply, again(game).look_at) == (1, None)


def test_whose_seat_it_was_leaves_no_orders_behind():
    game = table()
    leave(game, 1, "pass P4")
    orders.forget(seat(game, 1))
    by_hand(game, "pass P1")
    assert again(game).to_act == [1]


def test_a_fault_in_somebodys_orders_does_not_stop_the_move_before(monkeypatch):
    game = table()
    leave(game, 1, "pass P4")

    def fails(*_):
        raise RuntimeError

    monkeypatch.setattr(answering, "_made", lambda *_, **__: fails())
    by_hand(game, "pass P1")
    assert told(game) == [(0, "player", "pass P1")]
    assert again(game).to_act == [1]


def test_a_line_that_the_game_does_not_know_any_more_says_nothing(monkeypatch):
    game = table()
    leave(game, 1, "pass P4\npass P5")
    Orders.objects.update(following=["dance", "pass P5"])
    by_hand(game, "pass P1")
    assert told(game)[-1] == (1, "player", "pass P5")


ALL_CARDS = [f"P{n}" for n in range(1, 8)] + [f"D{n}" for n in range(1, 10)]
ACTIONS = ["break-pick", "break-lantern", "break-cart", "rockfall", "map"]
ACTIONS += ["fix-pick", "fix-lantern", "fix-cart"]
ACTIONS += ["fix-pick-lantern", "fix-pick-cart", "fix-lantern-cart"]
DISCARD_ANYTHING = (
    "always " + " or ".join(f"pass {card}" for card in ALL_CARDS) + "\n"
    "always " + " or ".join(f"pass {card}" for card in ACTIONS)
)


def test_a_long_chain_goes_on_in_further_steps_and_loses_nothing():
    game = table()
    for at in range(3):
        leave(game, at, standing=DISCARD_ANYTHING)
    by_hand(game, "pass P1")
    assert again(game).ply == 1 + pace.LONGEST_CHAIN
    assert again(game).look_at == NOW
    steps = 0
    while looking.sweep(now=NOW + MINUTE):
        steps += 1
    # The round is over: with it the standing orders end, and somebody is asked again.
    assert steps >= 1
    assert again(game).ply > 1 + 2 * pace.LONGEST_CHAIN
    assert again(game).look_at is None
    assert all(row(game, at).standing == [] for at in range(3))
    plies = Move.objects.filter(game=game).order_by("ply").values_list("ply", flat=True)
    assert list(plies) == list(range(again(game).ply + 1))


def drawn(monkeypatch, minutes: int) -> list[tuple[int, int]]:
    """Let every delay be of so many minutes; collect the bounds it was drawn between."""
    bounds = []

    def pick(low: int, high: int) -> int:
        bounds.append((low // 60, high // 60))
        return minutes * 60

    monkeypatch.setattr(notes, "_pick", pick)
    return bounds


def test_where_nobody_hurries_every_seat_draws_a_delay_whether_it_has_orders_or_not(monkeypatch):
    bounds = drawn(monkeypatch, 30)
    game = table(pace="unhurried")
    leave(game, 1, "pass P4")
    bounds.clear()
    by_hand(game, "pass P1")
    assert again(game).to_act == [1]
    assert row(game, 1).look_at == again(game).look_at == NOW + 30 * MINUTE
    assert looking.sweep(now=NOW + 29 * MINUTE) == 0
    assert looking.sweep(now=NOW + 30 * MINUTE) == 1
    assert told(game)[-1] == (1, "player", "pass P4")
    assert row(game, 2).look_at == NOW + 60 * MINUTE
    assert looking.sweep(now=NOW + 60 * MINUTE) == 0
    assert again(game).look_at is None
    assert bounds == [(5, 65), (5, 65)]


def test_orders_are_looked_at_before_the_deadline_at_the_latest(monkeypatch):
    drawn(monkeypatch, 60)
    game = table(pace="unhurried", clock={"style": "fixed", "hours": 1})
    leave(game, 1, "pass P4")
    by_hand(game, "pass P1")
    assert row(game, 1).look_at == NOW + 45 * MINUTE


def test_a_list_that_is_mended_before_it_was_looked_at_is_for_the_same_turn(monkeypatch):
    drawn(monkeypatch, 30)
    game = table(pace="unhurried")
    leave(game, 1, "pass P4")
    by_hand(game, "pass P1")
    leave(game, 1, "pass P5", now=NOW + MINUTE)
    looking.sweep(now=NOW + HOUR)
    assert told(game)[-1] == (1, "player", "pass P5")


def test_a_player_may_take_his_time_where_others_do_not(monkeypatch):
    drawn(monkeypatch, 10)
    game = table()
    leave(game, 1, "pass P4", unhurried=True)
    leave(game, 2, "pass P6")
    by_hand(game, "pass P1")
    assert again(game).to_act == [1]
    assert looking.sweep(now=NOW + 10 * MINUTE) == 1
    assert told(game)[1:] == [(1, "player", "pass P4"), (2, "player", "pass P6")]


def test_who_moves_by_hand_is_not_moved_for_afterwards(monkeypatch):
    drawn(monkeypatch, 10)
    game = table()
    leave(game, 1, standing="pass P4", unhurried=True)
    by_hand(game, "pass P1")
    by_hand(game, "pass P5", now=NOW + MINUTE)
    assert again(game).look_at is None
    assert looking.sweep(now=NOW + HOUR) == 0


def test_a_closed_table_plays_no_orders_and_goes_on_when_it_opens(monkeypatch):
    from games.clocks.rules.breaks import pause, resume

    drawn(monkeypatch, 10)
    game = table()
    leave(game, 1, "pass P4", unhurried=True)
    by_hand(game, "pass P1")
    clocks_of(game, lambda at: pause(at, NOW + 48 * HOUR, by=2, now=NOW + MINUTE))
    assert looking.sweep(now=NOW + HOUR) == 0
    assert again(game).ply == 1
    leave(game, 2, "pass P6", now=NOW + HOUR)
    clocks_of(game, lambda at: resume(at, now=NOW + 2 * HOUR))
    assert looking.sweep(now=NOW + 2 * HOUR + looking.CLOSED) == 1
    assert [said for *_, said in told(game)] == ["pass P1", "pass P4", "pass P6"]


def test_no_orders_are_played_while_the_service_is_held(monkeypatch):
    drawn(monkeypatch, 10)
    game = table()
    leave(game, 1, "pass P4", unhurried=True)
    by_hand(game, "pass P1")
    holding.hold("a new machine", now=NOW + MINUTE)
    assert looking.sweep(now=NOW + HOUR) == 0
    assert again(game).ply == 1
    holding.release(now=NOW + 2 * HOUR)
    assert looking.sweep(now=NOW + 2 * HOUR) == 1


def test_a_new_deal_is_a_surprise_whoever_ended_the_round():
    state = ruleset("saboteur").load(table().state)
    later = replace(state, round=state.round + 1)
    for own in (True, False):
        assert surprising(ruleset("saboteur"), state, later, 1, own=own)
        assert not surprising(ruleset("saboteur"), state, state, 1, own=own)


def test_when_time_is_over_the_time_out_comes_first(monkeypatch):
    drawn(monkeypatch, 10)
    game = table(clock={"style": "fixed", "hours": 1})
    leave(game, 1, "pass P5", unhurried=True)
    by_hand(game, "pass P1")
    Letter.objects.filter(game=game).update(status="sent", sent_at=NOW)
    assert looking.sweep(now=NOW + timedelta(hours=1)) == 0
    assert turns.sweep_deadlines(now=NOW + timedelta(hours=1)) == 1
    assert told(game)[1][1] == "deadline"


def test_both_lists_are_at_most_twenty_lines_together():
    game = table()
    leave(game, 1, "pass P4\n" * 12, "pass P4\n" * 8)
    with pytest.raises(lines.BadLines) as bad:
        leave(game, 1, "pass P4\n" * 12, "pass P4\n" * 9)
    assert [found.fault for found in bad.value.found] == [lines.Fault.TOO_MANY]
    assert len(row(game, 1).standing) == 8


TURN = "end\npass I-NS"


def whole_turn(game: Game) -> None:
    lay = next(text for text in moves(game) if text.startswith("lay I-X"))
    by_hand(game, lay)
    by_hand(game, "end")


def test_every_question_of_a_turn_is_put_to_the_orders_anew():
    game = cave()
    leave(game, 1, TURN)
    whole_turn(game)
    assert told(game, after=2) == [(1, "player", "pass I-NS"), (1, "player", "end")]
    assert again(game).to_act == [2]
    assert row(game, 1).following == []


def test_what_is_written_in_a_turn_leaves_its_further_questions_alone():
    game = cave()
    leave(game, 0, "end")
    by_hand(game, next(text for text in moves(game) if text.startswith("lay I-X")))
    assert again(game).to_act == [0]
    leave(game, 0, "end", "end")
    leave(game, 1, TURN)
    by_hand(game, "end")
    assert [at for at, *_ in told(game)] == [0, 0, 1, 1]


def test_a_void_list_says_nothing_to_further_questions_of_its_turn():
    game = cave()
    leave(game, 1, "end")
    whole_turn(game)
    assert row(game, 1).void
    by_hand(game, "pass I-EW")
    assert again(game).to_act == [1]
    assert row(game, 1).following == ["end"]


def test_caution_holds_back_for_the_whole_turn():
    game = cave()
    leave(game, 1, standing=TURN)
    by_hand(game, next(text for text in moves(game) if text.startswith("lay I-X")))
    Orders.objects.update(surprised=True)
    by_hand(game, "end")
    by_hand(game, "pass I-EW")
    assert again(game).to_act == [1]
    by_hand(game, "end")
    assert not row(game, 1).surprised


def test_further_questions_of_a_turn_have_a_shorter_delay_of_their_own(monkeypatch):
    bounds = drawn(monkeypatch, 3)
    game = cave(pace="unhurried")
    leave(game, 1, TURN)
    bounds.clear()
    whole_turn(game)
    assert bounds == [(1, 5), (5, 65)]
    assert looking.sweep(now=NOW + 3 * MINUTE) == 1
    assert again(game).ply == 3
    assert bounds[2:] == [(1, 5)]
    assert looking.sweep(now=NOW + 6 * MINUTE) == 1
    assert again(game).ply == 4
    assert bounds[3:] == [(5, 65)]


def test_shortly_before_the_deadline_the_rest_of_a_turn_is_played_in_one_go(monkeypatch):
    drawn(monkeypatch, 60)
    game = cave(pace="unhurried", clock={"style": "fixed", "hours": 1})
    leave(game, 1, TURN)
    whole_turn(game)
    assert again(game).look_at == NOW + 45 * MINUTE
    assert looking.sweep(now=NOW + 45 * MINUTE) == 1
    assert again(game).ply == 4


def test_a_time_out_plays_the_whole_rest_of_a_turn_by_its_lines():
    game = cave()
    lay = next(text for text in moves(game) if text.startswith("lay I-X"))
    leave(game, 0, f"late: {lay}\nlate: propose")
    assert sweep_deadlines(now=NOW + 24 * HOUR) == 1
    assert told(game) == [(0, "deadline", lay), (0, "deadline", "propose")]
    assert clocks_of(game).seats[0].misses == 1


def test_a_move_without_orders_at_the_table_asks_for_none():
    game = table()
    with CaptureQueriesContext(connection) as queries:
        by_hand(game, "pass P1")
    assert not [query for query in queries if 'FROM "games_orders"' in query["sql"]]


def test_a_seat_that_is_played_for_writes_orders_and_move_in_one_transaction():
    game = table()
    leave(game, 1, "pass P4")
    leave(game, 2, "pass P6")
    with because(Cause.MOVE):
        by_hand_inside(game)
        transaction.set_rollback(True)
    assert again(game).ply == 0
    assert row(game, 1).following == ["pass P4"]


def by_hand_inside(game: Game) -> None:
    from games.services import locks

    held = turns.hold(locks.game(pk=game.pk), now=NOW)
    move = held.rules.parse("pass P1")
    answering.advance(held, [turns._ply(held.rules, held.state, move, 0, Move.By.PLAYER)], now=NOW)
    assert again(game).ply == 3
