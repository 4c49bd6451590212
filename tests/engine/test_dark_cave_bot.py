"""The bot of The Dark Cave: what it does in one position, and over whole games."""

import ast
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import engine
from engine.api import Strength
from engine.bots.course import told
from engine.parts.moves import Lay
from engine.registry import ruleset
from engine.rulesets.dark_cave.moves import Propose
from tests.sampling import repeats

RULES = ruleset("dark-cave")
ROOM = Path(engine.__file__).parent / "rulesets/dark_cave"
EXIT_A1 = "goals a1 GOAL-EXIT, i1 GOAL-HOLE, a9 GOAL-VEIN, i9 GOAL-LADDER"


def chosen(text: str) -> str:
    """Ask the bot for whoever is asked and write its move."""
    state = RULES.parse_position(f"dark-cave\n{EXIT_A1}\nstock I-TV II-TV rat\n{text}")
    seat = state.asked
    return RULES.format(RULES.choose(RULES.view(state, seat), RULES.legal_moves(state, seat)))


def test_it_leaves_the_cave_when_it_can() -> None:
    table = "maze e5 START, a1 GOAL-EXIT\nturn @1 walk steps 2\n"
    table += "@1 blue loyal hand I-X at a1.e\n@2 blue loyal hand I-TH\n"
    table += "@3 blue saboteur hand I-NS\n@4 blue saboteur hand I-EW"
    assert chosen(table) == "walk a1"


def test_it_walks_towards_the_exit_it_knows() -> None:
    table = "maze e5 START, d5 II-EW, f5 I-EW\nturn @1 walk steps 3\n"
    assert chosen(table + "@1 hand I-X seen a1\n@2 hand I-TH") == "walk d5.w"


def test_it_lays_towards_the_exit_it_knows() -> None:
    move = RULES.parse(chosen("@1 hand I-BL-LADDER I-X seen a1\n@2 hand I-TH"))
    assert isinstance(move, Lay)
    assert RULES.format(move).split()[2] in {"d5", "e4"}


def test_it_looks_at_goals_until_it_knows_the_exit() -> None:
    assert chosen("@1 hand info II-DN\n@2 hand I-TH").startswith("info ")
    assert chosen("@1 hand info II-DN seen a1\n@2 hand I-TH") == "info @2"
    # A goal that it has seen is not looked at again.
    assert chosen("@1 hand info seen i1 a9\n@2 hand I-TH") in {"info a1", "info i9"}


def test_it_puts_boots_on_its_own_dwarf() -> None:
    assert chosen("@1 hand boots II-DN rat\n@2 hand I-TH") == "boots @1"


def test_it_lures_creatures_onto_those_who_work_for_the_other_clan() -> None:
    table = "maze e5 START, f5 I-X-HOLE, g5 I-EW, d5 II-EW\n@1 blue loyal hand goblin at d5.w known"
    assert chosen(f"{table} @2 @3\n@2 blue saboteur hand I-TH at g5\n@3 blue loyal hand I-NS") == (
        "lure goblin g5"
    )
    assert not chosen(
        f"{table} @2 @3\n@2 blue loyal hand I-TH at g5\n@3 blue saboteur hand I-NS"
    ).startswith("lure goblin g5")


def test_it_walks_around_a_creature() -> None:
    table = "maze e5 START, e4 I-NS, d5 I-EW\nturn @1 walk steps 1\ncreatures lindworm d5 @2\n"
    assert chosen(table + "@1 hand I-X seen a1\n@2 hand I-TH") == "walk e4"


def test_it_takes_gold_that_lies_on_its_way() -> None:
    table = "maze e5 START, e4 I-TH-VEIN~, d4 II-EW\nveins e4\nturn @1 walk steps 1\n"
    assert chosen(table + "@1 hand I-X seen a1\n@2 hand I-TH") == "walk e4"


def test_it_cuts_a_web_that_bars_its_way() -> None:
    table = "maze e5 START, d5 I-EW, c5 II-EW, b5 III-EW\nwebs d5/e5 @2 1\nturn @1 walk steps 3\n"
    assert chosen(table + "@1 hand I-X axes 1 seen a1\n@2 hand I-TH") == "cut d5/e5"


def test_it_agrees_to_the_end_only_when_nobody_can_get_out() -> None:
    table = f"{EXIT_A1}\nasked @2\nturn @1 play\nagreed @1\n@1 hand I-X\n@2 hand I-TH"
    state = RULES.parse_position(f"dark-cave\n{table}")
    moves = RULES.legal_moves(state, state.asked)
    assert RULES.format(RULES.choose(RULES.view(state, state.asked), moves)) == "agree"
    state = RULES.parse_position(f"dark-cave\nstock I-NS I-EW\n{table}")
    assert RULES.format(RULES.choose(RULES.view(state, state.asked), moves)) == "decline"


@pytest.mark.parametrize("seats", RULES.meta.seats)
def test_bots_finish_every_game_with_legal_moves(seats: int) -> None:
    state = RULES.setup(seats.to_bytes(16, "big"), seats, {}).state
    shuffle = Random(seats)
    while state.asked is not None:
        seat = state.asked
        moves = list(RULES.legal_moves(state, seat))
        move = RULES.choose(RULES.view(state, seat), moves)
        assert move in moves
        shuffle.shuffle(moves)
        assert RULES.choose(RULES.view(state, seat), moves) == move
        state = RULES.apply(state, seat, move).state


def test_bots_find_the_exit_in_many_games(pytestconfig: pytest.Config) -> None:
    ends: Counter[bool] = Counter()
    games = repeats(pytestconfig, 12, 3)
    for number in range(games):
        state = RULES.setup(number.to_bytes(16, "big"), 5, {}).state
        while state.asked is not None:
            view = RULES.view(state, state.asked)
            move = RULES.choose(view, RULES.legal_moves(state, state.asked))
            state = RULES.apply(state, state.asked, move).state
        ends[bool(state.left)] += 1
    assert ends[True] >= games / 3


@pytest.mark.parametrize("name", ["bot.py", "former.py", "guide.py"])
def test_a_bot_imports_neither_the_secrets_nor_chance_nor_a_clock(name: str) -> None:
    allowed: tuple[str, ...] = (
        "engine.api",
        "engine.bots",
        "engine.decks",
        "engine.maze",
        "engine.parts",
    )
    allowed += ("collections", "dataclasses", "functools", "hashlib", "heapq", "typing")
    own = ("cards", "former", "guide", "moves", "places", "sights", "view")
    allowed += tuple(f"engine.rulesets.dark_cave.{room}" for room in own)
    for node in ast.walk(ast.parse((ROOM / name).read_text("utf-8"))):
        assert not isinstance(node, ast.Import), "the list above sees only `from` imports"
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                assert f"{node.module}.{alias.name}".startswith(allowed), node.module


@pytest.mark.parametrize("strength", Strength)
def test_no_bot_proposes_to_end_the_game_before_half_of_the_stock_is_gone(
    strength: Strength,
) -> None:
    for number, seats in enumerate((3, 5, 8)):
        state, events = RULES.setup(number.to_bytes(16, "big"), seats, {})
        stock, log = len(state.stock), [*events]
        while state.asked is not None and len(state.stock) > stock / 2:
            seat = state.asked
            moves = RULES.legal_moves(state, seat)
            move = RULES.decide(RULES.view(state, seat), moves, told(log, seat), strength)
            assert not isinstance(move, Propose)
            state, events = RULES.apply(state, seat, move)
            log += events


@pytest.mark.parametrize("strength", Strength)
def test_no_bot_agrees_to_the_end_while_there_is_hope(strength: Strength) -> None:
    for stock, answer in (("", "agree"), ("stock I-NS I-EW\n", "decline")):
        table = f"{stock}{EXIT_A1}\nasked @2\nturn @1 play\nagreed @1\n@1 hand I-X\n@2 hand I-TH"
        state = RULES.parse_position(f"dark-cave\n{table}")
        moves = RULES.legal_moves(state, state.asked)
        move = RULES.decide(RULES.view(state, state.asked), moves, (), strength)
        assert RULES.format(move) == answer
