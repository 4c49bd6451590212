"""Knock-out: brackets, games of a pair, and who goes on from a table."""

import pytest

from games.leagues.rules import bracket


def test_the_best_meet_last() -> None:
    assert bracket.first_pairs(8) == ((1, 8), (4, 5), (2, 7), (3, 6))
    winners = [min(pair) for pair in bracket.first_pairs(8)]
    assert bracket.next_pairs(winners) == ((1, 4), (2, 3))
    assert bracket.next_pairs([1, 2]) == ((1, 2),)


@pytest.mark.parametrize("players", range(2, 20))
def test_every_place_is_in_the_bracket_once_and_byes_are_for_the_best(players: int) -> None:
    pairs = bracket.first_pairs(players)
    inside = [place for pair in pairs for place in pair if place is not None]
    assert sorted(inside) == list(range(1, players + 1))
    byes = [better for better, worse in pairs if worse is None]
    assert sorted(byes) == list(range(1, len(byes) + 1))


@pytest.mark.parametrize(
    ("games", "best_of", "goes_on"),
    [
        ([], 1, None),
        ([7], 1, 7),
        ([None], 1, None),
        ([None, 7], 1, 7),
        ([None, None], 1, 2),
        ([2], 3, None),
        ([2, 2], 3, 2),
        ([2, 7], 3, None),
        ([2, None, None], 3, 2),
        ([2, 7, None], 3, None),
        ([2, 7, None, 7], 3, 7),
        ([2, 7, None, None], 3, 2),
    ],
)
def test_a_pair_plays_until_it_is_decided(games, best_of, goes_on) -> None:
    assert bracket.winner((2, 7), games, best_of=best_of) == goes_on


def test_seats_are_swapped_from_game_to_game() -> None:
    assert [bracket.seats((2, 7), game) for game in (1, 2)] == [(2, 7), (7, 2)]


def test_at_tables_the_upper_half_goes_on_and_at_the_cut_the_better_place() -> None:
    assert bracket.tables(range(1, 11), (4, 3, 3)) == ((1, 6, 7, 10), (2, 5, 8), (3, 4, 9))
    assert bracket.advancing([{6}, {10, 7, 1}]) == (6, 1)
    assert bracket.advancing([{8, 5}, {2}]) == (5,)
    assert bracket.ranked([{8, 5}, {2}]) == (5, 8, 2)
