"""Promotion and relegation: promises that hold whoever leaves, comes back or comes new."""

from random import Random

import pytest

from games.leagues.rules.promotion import (
    Ask,
    Condition,
    Draft,
    Fault,
    Move,
    Note,
    Returning,
    Rules,
    Why,
    by_default,
    drafted,
)

Inputs = tuple[list[list[str]], Rules, set[str], list[Returning], list[str]]


def league(chance: Random) -> Inputs:
    """A league between seasons in which anything may have happened."""
    least = chance.randint(2, 5)
    size = chance.randint(least, 8)
    rules = Rules(size, least, chance.randint(size, 12), chance.randint(0, 4))
    divisions = [
        [f"{d}-{n}" for n in range(chance.randint(1, 13))] for d in range(chance.randint(1, 5))
    ]
    everybody = [entry for division in divisions for entry in division]
    leaving = set(chance.sample(everybody, chance.randint(0, len(everybody) // 2)))
    returning = [
        Returning(f"r{n}", chance.randint(1, 5), chance.randint(1, 4))
        for n in range(chance.randint(0, 6))
    ]
    new = [f"n{n}" for n in range(chance.choice([0, 2, 9, 25]))]
    return divisions, rules, leaving, returning, new


def made(inputs: Inputs) -> Draft:
    divisions, rules, leaving, returning, new = inputs
    return drafted(divisions, rules, leaving=leaving, returning=returning, new=new)


SEEDS = range(400)


def test_nobody_is_lost_and_nobody_doubled():
    for seed in SEEDS:
        divisions, rules, leaving, returning, new = league(Random(seed))
        draft = drafted(divisions, rules, leaving=leaving, returning=returning, new=new)
        expected = {entry for division in divisions for entry in division} - leaving
        expected |= {one.entry for one in returning} | set(new)
        placed = [entry for division in draft.divisions for entry in division]
        assert len(placed) == len(set(placed))
        assert set(placed) == set(draft.moves) == expected
        for number, division in enumerate(draft.divisions, start=1):
            assert {draft.moves[entry].after for entry in division} <= {number}


def test_nobody_falls_two_divisions_or_lower_than_he_was_promised():
    for seed in SEEDS:
        divisions, rules, leaving, returning, new = league(Random(seed))
        draft = drafted(divisions, rules, leaving=leaving, returning=returning, new=new)
        for order, down in zip(divisions, (*draft.swap, 0), strict=True):
            zone = order[len(order) - down :]
            for entry in order:
                if entry in leaving:
                    continue
                move = draft.moves[entry]
                assert move.after <= move.before + 1
                if entry not in zone and move.why is not Why.SPLIT:
                    assert move.after <= move.before
                if move.why is Why.SPLIT:
                    assert move.before == len(divisions)
        for upper, (order, k) in enumerate(zip(divisions[1:], draft.swap, strict=True), start=1):
            staying = [entry for entry in order[: 2 * k] if entry not in leaving]
            for entry in staying[:k]:
                assert draft.moves[entry].after <= upper
            for entry in order[2 * k :]:
                if entry not in leaving and draft.moves[entry].why is not Why.MERGED:
                    assert draft.moves[entry].after > upper


def test_every_size_is_within_the_rules_or_asked_about():
    for seed in SEEDS:
        inputs = league(Random(seed))
        draft = made(inputs)
        asked = {ask.division for ask in draft.asks}
        for number, division in enumerate(draft.divisions, start=1):
            fits = inputs[1].min <= len(division) <= inputs[1].max
            assert fits == (number not in asked)


def test_a_division_has_a_vacancy_only_when_nobody_may_fill_it():
    for seed in SEEDS:
        divisions, rules, leaving, returning, new = league(Random(seed))
        draft = made((divisions, rules, leaving, returning, new))
        for n, k in enumerate(draft.swap[: len(draft.divisions) - 1], start=1):
            if len(draft.divisions[n - 1]) >= rules.size:
                continue
            below = divisions[n][: 2 * k]
            for entry, move in draft.moves.items():
                assert not (move.before == n + 1 and entry in below and move.after > n)
                assert not (move.before == n and move.after == n + 1)
            for one in returning:
                assert one.claim(len(divisions)) > n or draft.moves[one.entry].after <= n


def test_who_declines_is_a_leaver_and_the_draft_is_made_again():
    divisions = [[f"{d}{n}" for n in range(1, 7)] for d in "abc"]
    rules = Rules(6, 4, 8, 2)
    first = drafted(divisions, rules)
    assert first.moves["b1"].why is Why.PROMOTED
    again = drafted(divisions, rules, leaving={"b1"})
    assert again.divisions[0] == ("a1", "a2", "a3", "a4", "b2", "b3")
    late = drafted(divisions, rules, leaving={"n1"}, new=["n1"])
    assert late == first


def test_a_returning_player_comes_in_lower_for_each_season_and_displaces_nobody():
    divisions = [[f"{d}{n}" for n in range(1, 7)] for d in "abc"]
    rules = Rules(6, 4, 8, 2)
    back = [Returning("r1", 1, 1), Returning("r2", 1, 2), Returning("r3", 1, 9)]
    draft = drafted(divisions, rules, leaving={"a1", "b3", "b4"}, returning=back)
    assert [draft.moves[one].after for one in ("r1", "r2", "r3")] == [1, 2, 3]
    full = drafted(divisions, rules, returning=back[:1])
    assert full.divisions[-1][-1] == "r1"


def test_a_relegated_player_does_not_fall_twice():
    divisions = [["a1", "a2", "a3"], ["b1", "b2", "b3"]]
    draft = drafted(divisions, Rules(3, 3, 3, 1), new=["n1"])
    assert draft.asks == (Ask(Condition.TOO_MANY, 2),)
    divisions = [list("abcdefghi"), list("jklmnopqr")]
    draft = drafted(divisions, Rules(9, 8, 9, 3), leaving=set("mnopqr"), new=list("ABCDEFG"))
    assert draft.asks == (Ask(Condition.FALLS_TWICE, 2),)
    assert draft.divisions[1] == tuple("ghi") + tuple("ABCDEFG")


def test_who_stays_is_not_split_off_to_make_room_for_who_is_new():
    stay = [f"a{n}" for n in range(7)]
    draft = drafted([stay], Rules(6, 3, 8, 2), new=["n1", "n2", "n3"])
    assert draft.divisions == (tuple(stay), ("n1", "n2", "n3"))
    few = drafted([stay], Rules(6, 3, 8, 2), new=["n1", "n2"])
    assert few.divisions == (tuple(stay[:6]), ("a6", "n1", "n2"))
    assert few.moves["a6"].why is Why.SPLIT


def test_newcomers_of_a_first_season_fill_as_many_divisions_as_they_need():
    draft = drafted([], Rules(6, 4, 8, 2), new=[f"n{n}" for n in range(30)])
    assert [len(division) for division in draft.divisions] == [6, 6, 6, 6, 6]
    assert draft.asks == ()


def test_too_few_play_on_by_default_unless_the_format_cannot():
    divisions = [[f"a{n}" for n in range(8)], [f"b{n}" for n in range(4)]]
    draft = drafted(divisions, Rules(8, 4, 8, 1), leaving={"b2", "b3"})
    assert draft.asks == (Ask(Condition.TOO_FEW, 2),)
    assert by_default(draft, format_least=2).divisions == draft.divisions
    joined = by_default(draft, format_least=3)
    assert [len(division) for division in joined.divisions] == [10]
    assert joined.moves["b1"] == Move(Why.MERGED, before=2, after=1)
    assert joined.moves["b0"] == draft.moves["b0"]


def test_who_is_in_two_divisions_is_refused():
    with pytest.raises(ValueError, match="two divisions"):
        drafted([["a"], ["a"]], Rules(6, 4, 8, 2))


def test_sizes_that_break_a_rule_are_named_and_no_swap_is_said():
    assert Rules(6, 4, 8, 2).faults(ruleset_least=3) == ()
    assert Rules(2, 3, 1, -1).faults(ruleset_least=3) == tuple(Fault)
    assert Rules(3, 3, 3, 0).faults(ruleset_least=3) == ()
    assert Rules(6, 4, 8, 0).notes() == (Note.NO_SWAP,)
    still = drafted([["a1", "a2", "a3"], ["b1", "b2", "b3"]], Rules(3, 2, 4, 0))
    assert {move.why for move in still.moves.values()} == {Why.STAYS}
