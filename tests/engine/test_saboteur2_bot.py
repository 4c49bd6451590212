"""What the bot of Saboteur 2 makes of a table, dwarf by dwarf, and whole games of bots alone."""

import ast
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.registry import ruleset
from tests.sampling import repeats

GAME = ruleset("saboteur2")
ROOMS = Path(engine.__file__).parent / "rulesets/saboteur2"
ROOMS_OF_A_BOT = ("cards", "former", "guide", "moves", "view")
NEAR = "maze a3 S, b3 P5, c3 P5, d3 P5, e3 P1, f3 P1, g3 P1\n"


def chosen(text: str) -> str:
    """What the bot plays for whoever is asked."""
    state = GAME.parse_position("saboteur2\n" + text)
    seat = state.asked
    moves = GAME.legal_moves(state, seat)
    choice = GAME.format(GAME.choose(GAME.view(state, seat), moves))
    assert choice == GAME.format(GAME.choose(GAME.view(state, seat), moves[::-1]))
    return choice


@pytest.mark.parametrize("role", ["blue", "green", "boss", "profiteer"])
def test_who_wants_the_treasure_closes_the_way_to_it(role: str) -> None:
    assert chosen(f"{NEAR}@1 {role} hand P1 D1 rockfall seen i3\n@2 hand P2") == "lay P1 h3"


def test_a_saboteur_does_not() -> None:
    assert not chosen(f"{NEAR}@1 saboteur hand P1 D1 seen i3\n@2 hand P2").startswith("lay P1 h3")


def test_a_digger_bars_the_other_team_rather_than_his_own() -> None:
    table = "@1 {} hand B2 G2\n@2 hand P2"
    assert chosen(table.format("blue")) == "lay B2 b3"
    assert chosen(table.format("green")) == "lay G2 b3"


def test_a_digger_sees_that_a_foreign_door_bars_him_and_digs_round_it() -> None:
    maze = "maze a3 S, b3 G2, c3 P5, d3 P5, e3 P5, f3 P1, g3 P1, h2 P4\n"
    assert chosen(f"{maze}@1 green hand P1 seen i3\n@2 hand P2") == "lay P1 h3"
    assert chosen(f"{maze}@1 blue hand P1 seen i3\n@2 hand P2") != "lay P1 h3"


def test_a_geologist_shows_crystals() -> None:
    assert chosen("@1 geologist hand P1 C3 map\n@2 hand P2").startswith("lay C3")


def test_the_trapped_free_themselves() -> None:
    assert chosen("trapped @1\n@1 blue hand P1 free map\n@2 hand P2") == "free @1"


def test_two_poor_cards_buy_a_trapped_digger_out() -> None:
    assert chosen("trapped @1\n@1 blue hand P1 D1 D2\n@2 hand P2") == "remove trap with D1 D2"


def test_nobody_takes_his_own_theft_away() -> None:
    assert not chosen("thefts @1\n@1 blue hand D1 D2 hands-off\n@2 hand P2").startswith("remove")


def test_what_was_inspected_decides_who_is_trapped_and_who_is_freed() -> None:
    table = "@1 blue hand trap D9 inspected @2={} @3={}\n@2 hand P2\n@3 hand P2"
    assert chosen(table.format("boss", "green")) == "trap @3"
    assert chosen(table.format("saboteur", "blue")) == "trap @2"
    help_ = "trapped @2 @3\n@1 blue hand free D9 inspected @2=green @3=boss\n@2 hand P2\n@3 hand P2"
    assert chosen(help_) == "free @3"


def test_what_is_past_decides_nothing() -> None:
    assert chosen("@1 blue hand trap D9 inspected @2=green~\n@2 hand P2") == "pass D9"


def test_a_digger_looks_at_a_goal_and_then_at_a_dwarf() -> None:
    table = "@1 blue hand {}D9 inspect{}\n@2 hand P2"
    assert chosen(table.format("map ", "")).startswith("map i")
    assert chosen(table.format("", " seen i1 i5")) == "inspect @2"


def test_a_thief_takes_from_the_richest() -> None:
    text = """
    thefts @1
    thieves @1
    result nobody finder nobody roles blue blue green trapped none winners none share 0 SHARES
    @1 blue hand none
    @2 blue hand none gold 2
    @3 green hand none gold 4
    """
    assert chosen(text.replace("SHARES", "crystals 0 paid 0 0 0 thefts none")) == "steal @3"


def test_a_saboteur_breaks_tools_when_the_treasure_is_near() -> None:
    table = "@1 saboteur hand break-pick P1 seen i3\n@2 hand P2\n@3 hand P2"
    assert chosen(NEAR + table) == "break pick @2"
    assert not chosen(table).startswith("break")


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_bots_finish_a_game_of_any_size(seats: int) -> None:
    state = GAME.setup(seats.to_bytes(16, "big"), seats, {"rounds": "1"}).state
    acts: Counter[str] = Counter()
    while state.asked is not None:
        moves = GAME.legal_moves(state, state.asked)
        move = GAME.choose(GAME.view(state, state.asked), moves)
        assert move in moves
        acts[GAME.format(move).split()[0]] += 1
        state = GAME.apply(state, state.asked, move).state
    assert acts["lay"] > acts["pass"] / 3


def test_bots_reach_the_treasure_more_often_than_not_and_saboteurs_win_now_and_then(
    pytestconfig: pytest.Config,
) -> None:
    won: Counter[bool] = Counter()
    rounds = repeats(pytestconfig, 42, 3)
    for number in range(rounds):
        state = GAME.setup(number.to_bytes(16, "big"), 2 + number % 11, {"rounds": "1"}).state
        while state.asked is not None:
            seat = state.asked
            moves = GAME.legal_moves(state, seat)
            state = GAME.apply(state, seat, GAME.choose(GAME.view(state, seat), moves)).state
        won[state.results[0].finder is not None] += 1
    assert won[True] > rounds / 2
    assert won[False] > rounds / 20


@pytest.mark.parametrize("room", ["bot", "former", "guide"])
def test_the_bot_imports_neither_the_secrets_nor_chance_nor_a_clock(room: str) -> None:
    allowed: tuple[str, ...] = ("engine.api", "engine.bots", "engine.decks", "engine.maze")
    allowed += ("collections", "dataclasses", "functools", "engine.parts.moves")
    allowed += tuple(f"engine.rulesets.saboteur2.{name}" for name in ROOMS_OF_A_BOT)
    for node in ast.walk(ast.parse((ROOMS / f"{room}.py").read_text("utf-8"))):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom):
            assert str(node.module).startswith(allowed), node.module
