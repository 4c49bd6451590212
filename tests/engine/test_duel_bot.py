"""The bot of The Duel: what it does in one position, and what it is worth over whole games."""

from random import Random

import pytest

from engine.maze.cells import cell_at, cell_name, cell_named
from engine.registry import RULESETS
from engine.rulesets.duel.cards import SHUT
from engine.rulesets.duel.gates import Walker, trace
from engine.rulesets.duel.guide import cards_missing
from engine.rulesets.duel.state import State

DUEL, SOLO = RULESETS["duel"], RULESETS["duel-solo"]


def chosen(text: str) -> str:
    """Ask the bot of whoever is asked in a position."""
    game = RULESETS[text.split(maxsplit=1)[0]]
    state = game.parse_position(text)
    return game.format(
        game.choose(game.view(state, state.asked), game.legal_moves(state, state.asked))
    )


@pytest.mark.parametrize(
    ("text", "move"),
    [
        # It digs towards the goals, and takes the gold that is there.
        ("duel\n@1 hand DU-EW DU-NS DU-BEND-L", "lay DU-EW b2"),
        ("duel\ngoals f1 DU-GOAL-22\nmaze d1 DU-LADDER-GREEN\n@1 hand DU-EW DU-NS map seen f1",
         "lay DU-EW e1"),
        ("duel\nmaze d2 DU-EW, e2 DU-DBEND-GOLD~\n@1 hand DU-LADDER-GREEN DU-NS",
         "lay DU-LADDER-GREEN c2"),
        # It mends before all else, with a card if it has one.
        ("duel\n@1 hand fix-cart DU-EW DU-NS map broken cart", "fix cart @1"),
        ("duel\n@1 hand DU-STUB-N DU-STUB-W DU-DOOR-B1 key broken cart",
         "remove cart with DU-STUB-N DU-STUB-W"),
        # It stops an opponent who is about to win gold and tears his tunnel down.
        ("duel\ngoals f3 DU-GOAL-22\nmaze d3 DU-LADDER-BLUE~\n@1 hand rockfall DU-STUB-N"
         " seen f3\n@2 hand DU-EW", "rockfall d3"),
        ("duel\n@1 hand break-cart DU-STUB-N\n@2 hand DU-EW", "break cart @2"),
        # It opens a door to gold, but bribes no troll for nothing.
        ("duel\ngoals f3 DU-GOAL-26\nmaze d3 DU-LADDER-GREEN, e3 DU-DOOR-B3\n@1 hand key map"
         " seen f3",
         "key e3 E"),
        ("duel\ngoals f3 DU-GOAL-22\nmaze d3 DU-LADDER-GREEN, e3 DU-TROLL-3\n@1 hand DU-NS map seen"
         " f3", "bribe e3"),
        ("duel\nmaze a1 DU-TROLL-1~\n@1 hand DU-EW DU-NS", "lay DU-EW b2"),
        ("duel\nmaze a1 DU-TROLL-1~, b2 DU-EW\nask bribe\nacted lay\n@1 hand DU-EW", "end"),
        # It shuts the door between the opponent and the gold.
        ("duel\ngoals f3 DU-GOAL-11\nmaze d3 DU-LADDER-BLUE~, e2 DU-LADDER-GREEN~, e3 DU-BRIDGE\n"
         "ask orient\nacted lay\norient f3\n@1 hand DU-NS", "turn f3~"),
        # It looks behind goals while it knows nothing, but not twice behind one.
        ("duel\ngoals f1 DU-GOAL-10\n@1 hand map broken cart seen f1 f3 f5 h2 h4\n@2 hand DU-NS",
         "map j3"),
        # With nothing useful in hand it passes with what is worth least.
        ("duel\n@1 hand DU-STUB-E2 DU-DOOR-B1 broken cart pick",
         "pass DU-STUB-E2"),
        ("duel-solo\n@1 hand DU-EW DU-NS", "lay DU-EW b3"),
    ],
)  # fmt: skip
def test_the_bot_chooses(text: str, move: str) -> None:
    assert chosen(text) == move


@pytest.mark.parametrize("claim", ["f1", "f3"])
def test_it_marks_the_most_gold_when_counters_run_short(claim: str) -> None:
    rich, poor = ("DU-GOAL-22", "DU-GOAL-20") if claim == "f1" else ("DU-GOAL-20", "DU-GOAL-22")
    text = (
        f"duel\ngoals f1 {rich}, f3 {poor}, f5 DU-GOAL-12, h2 DU-GOAL-25, h4 DU-GOAL-26\n"
        f"maze e2 DU-LADDER-GREEN, f2 DU-GOLD-3, f1 {rich}, f3 {poor}~, h2 DU-GOAL-25,"
        " h4 DU-GOAL-26, f5 DU-GOAL-12, a8 DU-TROLL-1, c8 DU-TROLL-2, e8 DU-TROLL-3, g8 DU-GOLD-1\n"
        "marked h2 @1, h4 @2, f5 @2, g8 @2\nbribed a8 @2, c8 @2, e8 @2\nask claim\nacted lay\n"
        "@1 hand map"
    )
    assert chosen(text) == f"claim {claim}"


def test_it_keeps_most_cards_when_it_pays() -> None:
    text = (
        "duel\nround 2\nask pay\nmaze b2 DU-TROLL-1, a1 DU-TROLL-2~\nbribed b2 @1, a1 @1\n"
        "@1 gold DU-GOLD-1 DU-GOLD-2 DU-GOAL-26"
    )
    assert chosen(text) == "pay 2"


def play(state: State, rnd: Random, bots: set[int], key: str) -> State:
    """Play to the end, these seats with the bot and the others at random."""
    game = RULESETS[key]
    while state.asked is not None:
        moves = game.legal_moves(state, state.asked)
        bot = state.asked in bots
        move = game.choose(game.view(state, state.asked), moves) if bot else rnd.choice(moves)
        assert move in moves
        state = game.apply(state, state.asked, move).state
    return state


def test_the_bot_beats_chance_by_far() -> None:
    rnd, won, gold = Random(5), 0, 0
    for number in range(8):
        bot = number % 2
        state = DUEL.setup(number.to_bytes(16, "big"), 2, {"rounds": "1"}).state
        scores = DUEL.outcome(play(state, rnd, {bot}, "duel")).scores
        won += scores[bot] > scores[1 - bot]
        gold += scores[bot] - scores[1 - bot]
    assert won >= 7
    assert gold >= 16


def test_alone_the_bot_finds_gold() -> None:
    gold = [
        SOLO.outcome(
            play(SOLO.setup(number.to_bytes(16, "big"), 1, {}).state, Random(1), {0}, "duel-solo")
        ).scores[0]
        for number in range(6)
    ]
    assert sum(gold) / len(gold) >= 8


def test_a_choice_does_not_depend_on_the_order_of_the_moves() -> None:
    rnd = Random(3)
    state = DUEL.setup(bytes(16), 2, {"rounds": "1"}).state
    while state.asked is not None:
        seat = state.asked
        moves = list(DUEL.legal_moves(state, seat))
        first = DUEL.choose(DUEL.view(state, seat), moves)
        assert DUEL.choose(DUEL.view(state, seat), rnd.sample(moves, len(moves))) == first
        state = DUEL.apply(state, seat, first).state


def test_missing_cards_are_counted_past_gates_and_along_tunnels() -> None:
    state = DUEL.parse_position(
        "duel\nmaze b2 DU-EW, c2 DU-DOOR-B3, d2 DU-EW, f2 DU-EW, b4 DU-TROLL-1, c4 DU-EW\n"
        "@1 hand map"
    )
    field = frozenset(cell_at(x, y) for x in range(-2, 12) for y in range(-2, 8))
    places = {cell_named(name): 15 for name in ("f1", "f3", "h2", "c4")}
    counts = {}
    for dwarf in ("green", "blue"):
        walker = Walker((state.config.mode.starts[dwarf],), SHUT[dwarf], {}, {})
        network = trace(state.maze, walker)
        found = cards_missing(state.maze, walker, network, places, field)
        counts[dwarf] = {cell_name(cell): count for cell, count in found.items()}
    # Blue comes through a3 to the green start and passes his own door; green must go round it.
    assert counts["blue"] == {"c4": 0, "f1": 3, "f3": 3, "h2": 3}
    assert counts["green"] == {"c4": 1, "f1": 3, "f3": 4, "h2": 5}
