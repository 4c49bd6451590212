"""The tables of Saboteur 2 against the totals that the rulebook and the deck study state."""

from collections import Counter

from engine.decks import saboteur2 as box
from engine.maze.ascii import picture
from engine.maze.sides import half_turn, sides_of
from engine.registry import ruleset
from engine.rulesets.saboteur2.cards import CODES, DECKS, DWARVES


def shape(ways: str, mark: str) -> tuple[frozenset[frozenset[int]], str]:
    """A card's ways, either way up, and what else is on it."""
    sides = [sides_of(way) for way in ways.split()]
    return frozenset((frozenset(sides), frozenset(half_turn(way) for way in sides))), mark


def test_30_path_cards_of_six_sorts() -> None:
    sorts: Counter[str] = Counter()
    for row in box.PATHS:
        sorts[row.mark or row.code[0]] += row.copies
    doors = {"blue-door": 3, "green-door": 3}
    assert sorts == {"E": 4, "ladder": 4, **doors, "X": 6, "crystal": 10}
    assert sum(sorts.values()) == 30


def test_no_two_kinds_are_the_same_card_upside_down() -> None:
    assert set(Counter(shape(row.ways, row.mark) for row in box.PATHS).values()) == {1}


def test_bridges_and_double_curves_have_two_tunnels_and_no_stub() -> None:
    for row in box.PATHS:
        if row.code.startswith("E"):
            assert [len(way) for way in row.ways.split()] == [2, 2]


def test_every_door_stands_on_the_one_way_that_joins_two_sides() -> None:
    for row in box.PATHS:
        if row.mark.endswith("-door"):
            assert [len(way) for way in row.ways.split() if len(way) > 1] == [2]


def test_21_action_cards_or_20() -> None:
    copies = {row.code: row.copies for row in box.ACTIONS}
    assert copies == {
        "theft": 4, "hands-off": 3, "swap-hats": 2, "inspect": 2, "swap-hands": 2, "trap": 3,
        "free": 4,
    }  # fmt: skip
    assert sum(copies.values()) + len([box.EXTRA]) == 21


def test_118_cards_are_shuffled_or_117() -> None:
    assert len(DECKS[True]) == 118
    assert len(DECKS[False]) == 117
    rockfalls = [
        [CODES[kind] for kind in DECKS[extra]].count("rockfall") for extra in (True, False)
    ]
    assert rockfalls == [4, 3]


def test_15_dwarves() -> None:
    assert len(DWARVES) == 15
    assert Counter(DWARVES) == {
        "blue": 4, "green": 4, "boss": 1, "profiteer": 1, "geologist": 2, "saboteur": 3,
    }  # fmt: skip


def test_shares_fall_from_five_to_one() -> None:
    shares = [box.SHARES.get(winners, box.SMALLEST_SHARE) for winners in range(1, 13)]
    assert shares == [5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1]
    assert box.LESS == {"boss": 1, "profiteer": 2}


def test_the_text_maze_shows_ladders_doors_crystals_and_both_ways_of_a_bridge() -> None:
    lying = "maze a3 S, b3 B2, c3 G2, d3 C3, e3 E1, e4 L1~, e2 E2, d2 L2~"
    game = ruleset("saboteur2")
    state = game.parse_position(f"saboteur2\n{lying}\n@1 hand P1\n@2 hand P2")
    shown = picture(game.view(state, None).cards)
    assert "──S────B────G────*────╫──" in shown
    assert "░░H────╱──" in shown, "a ladder's way is no dead end"


def test_six_in_hand_and_ten_aside_whatever_the_number_of_players() -> None:
    assert (box.HAND_SIZE, box.ASIDE) == (6, 10)
    assert 118 - box.ASIDE - 12 * box.HAND_SIZE == 36
