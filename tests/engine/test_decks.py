"""The tables of the box against the totals that the rulebooks and the deck study state."""

from collections import Counter

from engine.decks import saboteur as deck
from engine.maze.sides import half_turn, sides_of

PASSAGES = [row for row in deck.PATHS if row.code.startswith("P")]
DEAD_ENDS = [row for row in deck.PATHS if row.code.startswith("D")]


def shape(row: deck.PathRow) -> frozenset[frozenset[int]]:
    """A card's ways, either way up."""
    ways = [sides_of(way) for way in row.ways.split()]
    return frozenset((frozenset(ways), frozenset(half_turn(way) for way in ways)))


def test_forty_path_cards_are_31_passages_and_nine_dead_ends() -> None:
    assert sum(row.copies for row in PASSAGES) == 31
    assert [row.copies for row in DEAD_ENDS] == [1] * 9
    assert len(PASSAGES) + len(DEAD_ENDS) == len(deck.PATHS)


def test_passages_join_all_their_edges_and_dead_ends_none() -> None:
    assert all(len(row.ways.split()) == 1 and len(row.ways) > 1 for row in PASSAGES)
    assert all(len(way) == 1 for row in DEAD_ENDS for way in row.ways.split())


def test_no_two_kinds_are_the_same_card_upside_down() -> None:
    shapes = Counter(shape(row) for row in deck.PATHS)
    assert set(shapes.values()) == {1}


def test_the_five_copy_curve_is_that_of_the_first_stone() -> None:
    first, second = (row for row in deck.GOALS if row.mark == "stone")
    by_code = {row.code: row for row in deck.PATHS}
    assert (by_code["P6"].copies, by_code["P7"].copies) == (5, 4)
    assert shape(by_code["P6"]) == shape(first)
    assert shape(by_code["P7"]) == shape(second)
    assert shape(first) != shape(second)


def test_27_action_cards_break_mend_fall_and_show() -> None:
    acts: Counter[str] = Counter()
    for row in deck.ACTIONS:
        acts[row.act] += row.copies
    assert acts == {"break": 9, "fix": 9, "rockfall": 3, "map": 6}
    for tool in ("pick", "lantern", "cart"):
        mends = [row for row in deck.ACTIONS if row.act == "fix" and tool in row.tools]
        assert sum(row.copies for row in mends) == 4
        assert [len(row.tools) for row in mends if row.copies == 1] == [2, 2]


def test_28_gold_cards_are_worth_44() -> None:
    assert sum(deck.GOLD.values()) == 28
    assert sum(value * copies for value, copies in deck.GOLD.items()) == 44


def test_one_dwarf_more_than_players_is_shuffled() -> None:
    assert list(deck.ROLES) == list(range(3, 11))
    for players, (diggers, saboteurs) in deck.ROLES.items():
        assert diggers + saboteurs == players + 1
        assert saboteurs == {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}[players]


def test_hands_have_six_five_or_four_cards() -> None:
    assert deck.HAND_SIZE == {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
    assert all(players * size < 67 for players, size in deck.HAND_SIZE.items())


def test_saboteurs_share_less_the_more_they_are() -> None:
    assert deck.SABOTEUR_PAY == {0: 0, 1: 4, 2: 3, 3: 3, 4: 2}
