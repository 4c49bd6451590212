"""Ratings: who is rated against whom, who is left out, and the same numbers from any game on."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from games.leagues.rules.ratings import (
    Game,
    Manner,
    Rating,
    Seat,
    book,
    is_rated,
    manner,
    rated,
    sequence,
    standing,
)

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def game(*seats: Seat, manner: Manner = Manner.ALONE, id: str = "g", day: int = 0) -> Game:  # noqa: A002
    return Game(id, BEGAN + timedelta(days=day), manner, seats)


def season(chance: Random) -> list[Game]:
    games = []
    for n in range(60):
        players = chance.sample("abcdefghij", chance.randint(3, 6))
        way = chance.choice(list(Manner))
        if way is Manner.DUEL:
            players = players[:2]
        seats = [
            Seat(
                player,
                chance.randint(0, 9),
                side="yb"[k % 2],
                won=way is Manner.CLANS and k % 2 == n % 2,
                own=chance.random() > 0.1,
            )
            for k, player in enumerate(players)
        ]
        games.append(game(*seats, manner=way, id=f"g{n:02}", day=n // 2))
    return games


def near(one: dict[str, Rating], other: dict[str, Rating]) -> None:
    assert one.keys() == other.keys()
    for player, rating in one.items():
        assert rating.mu == pytest.approx(other[player].mu, abs=1e-9)
        assert rating.sigma == pytest.approx(other[player].sigma, abs=1e-9)
        assert rating.games == other[player].games


@pytest.mark.parametrize("first", [0, 1, 29, 59, 60])
def test_counting_again_from_any_game_gives_the_same(first: int):
    games = season(Random(7))
    whole = list(sequence(games, {}))
    rest = sequence(games[first:], standing(whole[:first]))
    near(standing([*whole[:first], *rest]), standing(whole))


def test_games_are_taken_in_order_of_their_end_and_then_of_their_name():
    games = season(Random(8))
    mixed = Random(9).sample(games, len(games))
    assert [one.game for one in sequence(mixed, {})] == [one.id for one in games]


def test_alone_the_gold_decides_and_equal_gold_is_equal():
    after = rated(game(Seat("a", 5), Seat("b", 5), Seat("c", 2, won=True)), {}).after
    assert after["a"] == after["b"]
    assert after["a"].mu > 25 > after["c"].mu


def test_in_a_duel_the_winner_is_the_rulesets_if_it_names_one():
    sides = (Seat("a", 3, won=True), Seat("b", 5))
    assert rated(game(*sides, manner=Manner.DUEL), {}).after["a"].mu > 25
    assert rated(game(*sides, manner=Manner.ALONE), {}).after["a"].mu < 25
    drawn = rated(game(Seat("a", 4), Seat("b", 4), manner=Manner.DUEL), {}).after
    assert drawn["a"] == drawn["b"]


def test_a_larger_clan_is_no_favourite_by_its_number():
    clans = [Seat("a", side="y", won=True), Seat("b", side="b"), Seat("c", side="b")]
    won = rated(game(*clans, manner=Manner.CLANS), {}).after
    even = [*clans, Seat("d", side="y", won=True)]
    beside = rated(game(*even, manner=Manner.CLANS), {}).after
    assert won["a"].mu == pytest.approx(beside["a"].mu)
    assert won.keys() == {"a", "b", "c"}


def test_a_drawn_fight_of_clans_moves_equals_nowhere():
    for won in (True, False):
        seats = [Seat("a", side="y", won=won), Seat("b", side="b", won=won)]
        after = rated(game(*seats, manner=Manner.CLANS), {}).after
        assert after["a"].mu == pytest.approx(25)


def test_a_seat_that_others_played_is_left_out_and_the_rest_rated_among_itself():
    two = [Seat("a", 5), Seat("b", 3)]
    assert rated(game(*two, Seat("c", 9, own=False)), {}).after == rated(game(*two), {}).after
    assert rated(game(two[0], Seat("c", 9, own=False)), {}).after == {}
    clan = [Seat("a", side="y"), Seat("b", side="y"), Seat("c", side="b", own=False)]
    assert rated(game(*clan, manner=Manner.CLANS), {}).after == {}


def test_a_rating_is_provisional_until_it_is_sure_and_of_enough_games():
    assert Rating().shown == 1000
    assert Rating(30, 5, 8).shown == 1600
    assert not Rating(30, 5, 8).is_provisional
    assert Rating(30, 5, 7).is_provisional
    assert Rating(30, 5.1, 8).is_provisional
    assert rated(game(Seat("a", 5), Seat("b", 3)), {"a": Rating(30, 4, 7)}).after["a"].games == 8


def test_what_is_rated_and_in_which_book_is_said_of_each_ruleset():
    usual = {"annulled": False, "adjudicated": False, "practice": False}
    assert [manner(one) for one in ("saboteur", "saboteur2", "duel", "dark-cave", "duel-solo")] == [
        Manner.ALONE,
        Manner.ALONE,
        Manner.DUEL,
        Manner.CLANS,
        None,
    ]
    assert is_rated("duel", **usual)
    assert not is_rated("duel-solo", **usual)
    assert not any(is_rated("duel", **usual | {one: True}) for one in usual)
    assert book("saboteur", "2004") != book("saboteur", "2015")
    assert book("duel", "2014") == book("duel", "x")
