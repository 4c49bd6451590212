"""Scenarios 15 and 20 to 25: a game goes back, and nobody gets what he may not have."""

import secrets
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine import rng
from engine.api import Seat
from engine.maze.cells import cell_named
from engine.registry import ruleset
from games import letters, selectors, texts
from games.clocks.models import Kept
from games.clocks.services import keeping
from games.errors import StaleTurn
from games.log import selectors as chain
from games.models import Game, Letter, Move, Orders, Part
from games.models import Seat as Place
from games.replay import selectors as replay
from games.services import locks, turns
from tests.games.cast import (
    DAY,
    HOUR,
    NOW,
    again,
    all_sent,
    asked,
    claim,
    clocks_of,
    lay_out,
    moves,
    pass_on,
    play,
    play_to_the_end,
    started,
    sweep_deadlines,
)
from tests.games.moderation.cast import confirmed, done, log, previewed, staff
from tests.games.orders import cast as orders
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def state_of(game: Game) -> Any:
    return ruleset(game.ruleset).load(again(game).state)


def rewound(game: Game, to: int, **typed: object) -> None:
    """Let one moderator ask for it and another confirm it."""
    done(staff("mia"), "rewind", game.key, to=to, why="fault", **typed)
    second(game)


def second(game: Game) -> None:
    """Let another moderator agree to what waits."""
    row = game.acts.get(stage="asked")
    here = reverse("moderation-asked", args=[row.reference])
    sent = {"answer": "yes", "digest": row.digest}
    assert browser(staff("max")).post(here, sent).status_code == 303
    row.refresh_from_db()
    assert row.stage == "done"


def test_orders_that_answer_a_forced_move_are_played_with_it():
    game = orders.table()
    orders.leave(game, 1, "pass D1")
    done(staff("mia"), "force-default", game.key, seat=0, written="talk, today")
    assert [(who, by) for who, by, _ in orders.told(game)] == [(0, "forced"), (1, "player")]
    # The player's own orders are their cause; what the act did is a line as ever.
    assert log(game) == ["force-default"]
    assert (chain.read().wrong, chain.proof().untold, chain.proof().otherwise) == (None, (), ())


def test_nobody_is_moved_for_while_a_game_is_paused():
    game = started(hours=24)
    all_sent()
    mia, number = browser(staff("mia")), asked(game).number
    done(staff("mia"), "pause", game.key, last=f"{NOW + 3 * DAY:%Y-%m-%d}")
    shown = previewed(mia, "force-default", game.key, seat=number, written="talk, today")
    assert shown.status_code == 409
    assert "Let it go on first" in shown.content.decode()
    assert again(game).ply == game.ply
    page = mia.get(reverse("moderation-game", args=[game.key]))
    assert "Make the default move" not in page.content.decode()


def test_scenario_15_a_default_move_is_forced_and_undone():
    game = started(hours=24)
    all_sent()
    ben, before = asked(game), state_of(game)
    mia = browser(staff("mia"))
    refused = previewed(mia, "force-default", game.key, seat=ben.number, written="")
    assert refused.status_code == 409
    shown = previewed(mia, "force-default", game.key, seat=ben.number, written="talk, today")
    page = text_of(shown.content.decode())
    move = ruleset(game.ruleset).default_move(before, Seat(ben.number))
    assert ruleset(game.ruleset).format(move).split()[1] not in page.split()
    confirmed(mia, "force-default", game.key, shown)
    assert (again(game).ply, asked(game) == ben) == (1, False)
    assert Move.objects.get(game=game, ply=1).by == "forced"
    assert not Kept.objects.filter(reply=None).exists()
    done(staff("mia"), "undo-forced", game.key)
    after = state_of(game)
    assert (again(game).ply, asked(game)) == (2, ben)
    assert after.hands == before.hands
    assert sorted(after.stock) == sorted(before.stock)
    assert after.stock != before.stock
    assert rng.branch_of(after.seed) == 1
    pass_on(game)
    assert previewed(mia, "undo-forced", game.key).status_code == 409


def test_an_undone_time_out_is_no_miss_any_more(set_clock):
    game = started(hours=24)
    all_sent()
    late = asked(game)
    set_clock(NOW + 2 * DAY)
    sweep_deadlines(now=NOW + 2 * DAY)
    assert Kept.objects.filter(player=late.player, reply=None).count() == 1
    done(staff("mia"), "undo-forced", game.key)
    assert not Kept.objects.filter(reply=None).exists()
    assert asked(game) == late
    assert again(game).deadline_at == NOW + 2 * DAY + 24 * HOUR


def test_scenario_20_only_what_nobody_knew_is_new():
    game = started(hours=24)
    for _ in range(3):
        pass_on(game)
    then = state_of(game)
    views = {at: selectors.seat_table(at, now=NOW).view for at in game.places.all()}
    for _ in range(4):
        pass_on(game)
    rewound(game, 3)
    back = state_of(game)
    assert (back.hands, back.roles, back.seen) == (then.hands, then.roles, then.seen)
    assert back.stock == rng.shuffled(back.seed, "stock again", sorted(then.stock))
    for seat, view in views.items():
        assert selectors.seat_table(seat, now=NOW).view == view
    assert asked(game).number == then.asked


def test_scenario_22_a_look_is_kept_with_a_tick(monkeypatch):
    # The same cards in every run: two who can look at the same goal, one after the other.
    monkeypatch.setattr(secrets, "token_bytes", Random(7).randbytes)
    game, looked = started(hours=24), dict[int, int]()
    while len(looked) < 2:
        seat = asked(game)
        looks = seat.number not in looked and "map i3" in moves(game)
        if looks:
            turns.play_move(claim(game), "map i3", seen_ply=again(game).ply, now=NOW)
            looked[seat.number] = again(game).ply
        else:
            pass_on(game)
    ada, ben = looked
    mia = browser(staff("mia"))
    to = looked[ben] - 1
    refused = previewed(mia, "rewind", game.key, to=to, why="fault")
    assert refused.status_code == 400
    seen = "may go by what was seen of the goal at i3"
    assert f"@{ben + 1} {seen}" in text_of(refused.content.decode())
    knew = goal(game, ben)
    assert knew
    rewound(game, to, kept="on")
    assert goal(game, ben) == goal(game, ada) == knew
    assert goal(game, 3 - ada - ben) is None
    told = game.entries.get(act="rewound").said
    assert told["kept"] == [[ben, "goal", cell_named("i3")]]
    assert knew not in str(told["kept"])


def goal(game: Game, number: int) -> str | None:
    view = selectors.seat_table(game.places.get(number=number), now=NOW).view
    return next(goal.code for goal in view.goals if goal.cell == cell_named("i3"))


def test_a_game_that_does_not_come_out_the_same_is_not_taken_back():
    game = started(hours=24)
    pass_on(game)
    pass_on(game)
    state = state_of(game)
    lay_out(game, replace(state, stock=state.stock[::-1]))
    answer = previewed(browser(staff("mia")), "rewind", game.key, to=1, why="fault")
    assert answer.status_code == 409
    assert "The rules have changed" in text_of(answer.content.decode())


def test_what_a_second_person_is_shown_is_what_then_happens():
    game = started(hours=24)
    for _ in range(3):
        pass_on(game)
    done(staff("mia"), "rewind", game.key, to=1, why="fault")
    row = game.acts.get(stage="asked")
    plan = (
        browser(staff("max")).get(reverse("moderation-asked", args=[row.reference])).context["plan"]
    )
    second(game)
    clocks = keeping.seen(locks.seen(game.key), now=NOW)
    for each in plan.moved:
        clock = clocks.seats[each.seat].clock
        assert each.after == (clock.due if clock else None)
    entry = game.entries.get(act="rewound")
    assert plan.entries[0].said.items() <= entry.said.items()
    told = Letter.objects.filter(entry=entry).values_list("seat__number", flat=True)
    assert set(told) == set(plan.entries[0].told)
    for letter in Letter.objects.filter(entry=entry):
        written, own = letters.write(letter, now=NOW), selectors.seat_table(letter.seat, now=NOW)
        # The picture of his own view, and his hand.
        assert bytes(written.maze).startswith(b"\x89PNG")
        assert all(texts.card_name(code) in written.text for code in own.view.hand)
    assert Letter.objects.filter(game=game, ply=4, kind="turn", seat=asked(game)).exists()


def test_what_was_taken_back_goes_on_to_be_read_and_is_marked():
    game = started(hours=24)
    for _ in range(3):
        pass_on(game)
    rewound(game, 1)
    gone = [entry.gone for entry in selectors.story(game.key) if entry.act is None]
    assert gone == [False, False, True, True, False]
    story = text_of(Client().get(reverse("stories-public", args=[game.key])).content.decode())
    assert story.count("Taken back: ") == 2
    assert "Shuffled anew: the stock" in story
    for ply in range(5):
        page = Client().get(reverse("replays-public", args=[game.key]), {"ply": ply})
        assert page.status_code == 200


def test_scenario_23_numbers_never_fall():
    game = started(hours=24)
    for _ in range(3):
        pass_on(game)
    old, number = claim(game), again(game).ply
    stale, seat = moves(game)[0], asked(game)
    Orders.objects.create(seat=seat, standing=["pass P1"])
    pass_on(game)
    rewound(game, 1)
    assert again(game).ply == 5
    assert not Orders.objects.exists()
    play(game)
    assert again(game).ply == 6
    with pytest.raises(StaleTurn):
        turns.play_move(old, stale, seen_ply=number, now=NOW)
    assert again(game).ply == 6
    found = replay.history(again(game))
    assert found[-1].state == state_of(game)


def test_scenario_24_walls():
    game = started(hours=24, rounds="1")
    mia = browser(staff("mia"))
    for _ in range(3):
        pass_on(game)
    for to in (3, 4, 10**5):
        answer = previewed(mia, "rewind", game.key, to=to, why="fault")
        assert answer.status_code == 409, to
    unreadable: tuple[object, ...] = (-1, 10**9, "x")
    for no in unreadable:
        assert previewed(mia, "rewind", game.key, to=no, why="fault").status_code == 400
    rewound(game, 1)
    assert previewed(mia, "rewind", game.key, to=2, why="fault").status_code == 409  # taken back
    pass_on(game)
    rewound(game, 4)
    pass_on(game)
    assert previewed(mia, "rewind", game.key, to=6, why="fault").status_code == 409  # a third time
    play_to_the_end(game)
    assert previewed(mia, "rewind", game.key, to=1, why="fault").status_code == 409
    record = replay.record(game.key, None)
    assert [step for step in record["done"] if step[0] == "back"] == [["back", 1], ["back", 4]]


def test_scenario_25_after_a_change_of_rules():
    game = started(hours=24)
    for _ in range(4):
        pass_on(game)
    version = ruleset(game.ruleset).meta.version
    # What earlier rules made of the first moves is another table than today's make of them.
    Move.objects.filter(game=game, ply__lte=2).update(rules_version=version + 1)
    state = state_of(game)
    lay_out(game, replace(state, stock=state.stock[::-1]))
    mia, before = browser(staff("mia")), again(game).state
    for act, typed in (
        ("rewind", {"to": 1}),
        ("rewind", {"to": 3}),
        ("restart-round", {}),
    ):
        answer = previewed(mia, act, game.key, why="fault", **typed)
        assert answer.status_code == 409, (act, typed)
        assert "The rules changed at move 3" in text_of(answer.content.decode())
    assert again(game).state == before
    assert previewed(mia, "restart-game", game.key, why="fault").status_code == 200
    # Rules that changed and come to the same are no hindrance.
    lay_out(game, state)
    assert previewed(mia, "rewind", game.key, to=1, why="fault").status_code == 200


def test_a_round_is_dealt_anew_once():
    game = started(hours=24)
    dealt = state_of(game)
    pass_on(game)
    done(staff("mia"), "restart-round", game.key, why="fault")
    second(game)
    new = state_of(game)
    assert (new.round, new.asked, again(game).ply) == (1, dealt.asked, 2)
    assert new.hands != dealt.hands
    pass_on(game)
    again_ = previewed(browser(staff("mia")), "restart-round", game.key, why="fault")
    assert again_.status_code == 409
    assert replay.history(again(game))[-1].state == state_of(game)


def test_an_earlier_round_is_dealt_anew_with_all_after_it():
    game = started(hours=24)
    dealt = state_of(game)
    while state_of(game).round == 1:
        play(game)
    pass_on(game)
    assert Part.objects.filter(game=game, round=1).count() == 3
    mia = browser(staff("mia"))
    assert previewed(mia, "restart-round", game.key, round=3, why="fault").status_code == 409
    done(staff("mia"), "restart-round", game.key, round=1, why="fault")
    second(game)
    new = state_of(game)
    assert (new.round, new.asked, new.gold, new.results) == (1, dealt.asked, dealt.gold, ())
    assert new.hands != dealt.hands
    assert not Part.objects.filter(game=game).exists()
    story = text_of(Client().get(reverse("stories-public", args=[game.key])).content.decode())
    assert "Round 1 is dealt anew" in story
    assert "No round from it to round 2 counts any more." in story
    assert previewed(mia, "restart-round", game.key, round=1, why="fault").status_code == 409
    play_to_the_end(game)
    assert Part.objects.filter(game=game).count() == 9
    assert replay.history(again(game))[-1].state == state_of(game)


BANK = {"clock": {"style": "bank", "initial": 48, "increment": 1, "cap": 96}}


def banks(game: Game) -> dict[int, Any]:
    """What each seat has saved."""
    return {number: seat.bank for number, seat in clocks_of(game).seats.items()}


def test_who_is_asked_again_has_what_his_bank_held_then(set_clock):
    game = started(time=BANK)
    all_sent()
    pass_on(game)
    who, then = asked(game), banks(game)
    set_clock(NOW + 40 * HOUR)
    pass_on(game, now=NOW + 40 * HOUR)
    pass_on(game, now=NOW + 40 * HOUR)
    set_clock(NOW + 60 * HOUR)
    assert banks(game)[who.number] == (48 - 40 + 1) * HOUR
    rewound(game, 1)
    assert asked(game) == who
    # Neither the turns that were finished since nor the one that ran cost or brought anything.
    assert banks(game) == then
    assert clocks_of(game).seats[who.number].clock.due == NOW + (60 + 48) * HOUR
    assert again(game).moves.latest("ply").banks == [bank // HOUR * 3600 for bank in then.values()]


def test_a_bank_that_was_empty_then_has_a_day(set_clock):
    game = started(time=BANK)
    all_sent()
    late = NOW + 47 * HOUR
    set_clock(late)
    who = asked(game).number
    pass_on(game, now=late)
    pass_on(game, now=late)
    assert banks(game)[who] == 2 * HOUR
    rewound(game, 1)
    assert banks(game)[who] == DAY


def test_a_miss_that_is_undone_empties_no_bank(set_clock):
    game = started(time=BANK)
    all_sent()
    who, late = asked(game).number, NOW + 50 * HOUR
    set_clock(late)
    sweep_deadlines(now=late)
    assert banks(game)[who] == HOUR
    done(staff("mia"), "undo-forced", game.key, why="fault")
    assert banks(game)[who] == 48 * HOUR


def test_who_took_a_seat_since_keeps_what_he_found_there(set_clock):
    game = started(time=BANK)
    all_sent()
    pass_on(game)
    who, then = asked(game), banks(game)
    late = NOW + 40 * HOUR
    set_clock(late)
    pass_on(game, now=late)
    pass_on(game, now=late)
    Place.objects.filter(pk=who.pk).update(joined_at=late)
    rewound(game, 1)
    assert banks(game) == {**then, who.number: DAY}


def test_banks_stay_where_a_rule_came_since_or_they_were_not_noted(set_clock):
    game = started(time=BANK)
    all_sent()
    pass_on(game)
    who = asked(game).number
    late = NOW + 40 * HOUR
    set_clock(late)
    pass_on(game, now=late)
    game.moves.filter(ply=2).update(banks=None)
    rewound(game, 1)
    assert banks(game)[who] == DAY
