"""The tables of the box against the totals that the rulebook and the deck study state."""

from collections import Counter

import pytest

from engine.decks import dark_cave as deck
from engine.rulesets.dark_cave.cards import ROWS, STACKS, TILES, clan_cards
from engine.rulesets.dark_cave.places import FACES
from tests.rows import each_row

EVERY = (*deck.PATHS, deck.START, *deck.GOALS)


def parts(row: deck.PathRow) -> list[set[str]]:
    """The fields of a card in groups that steps join, tunnels left out."""
    groups = [{field.partition(":")[0]} for field in row.fields.split()]
    for step in row.steps.split():
        ends = set(step.split("-"))
        if "t" not in ends:
            joined = set().union(*(group for group in groups if group & ends))
            groups = [group for group in groups if not group & ends] + [joined]
    return [group for group in groups if group != {"t"}]


def test_50_path_cards_in_three_groups() -> None:
    copies: Counter[int] = Counter()
    for row in deck.PATHS:
        copies[row.group] += row.copies
    assert copies == {1: 19, 2: 17, 3: 14}


def test_24_special_path_cards() -> None:
    copies: Counter[str] = Counter()
    for row in deck.PATHS:
        copies[row.mark] += row.copies
    assert copies == {"hole": 9, "ladder": 4, "bridge": 4, "tunnel": 5, "vein": 2, "": 26}


def test_four_goals_one_of_each_kind_and_a_start_with_a_ladder() -> None:
    assert [goal.mark for goal in deck.GOALS] == ["exit", "ladder", "hole", "vein"]
    assert deck.START.mark == "ladder"


def test_32_action_cards_ten_ten_and_twelve() -> None:
    assert [sum(row.copies[stack] for row in deck.ACTIONS) for stack in range(3)] == [10, 10, 12]
    copies = {row.code: sum(row.copies) for row in deck.ACTIONS}
    assert copies == {
        "info": 5, "rockfall": 3, "swap": 2, "web": 3, "boots": 3, "axe": 3,
        "goblin": 4, "lindworm": 4, "rat": 5,
    }  # fmt: skip


def test_stacks_without_five_cards_each_have_24_22_and_21() -> None:
    assert [len(stack) - deck.BOXED for stack in STACKS] == [24, 22, 21]
    # Stack I is dealt out exactly with six and with eight players.
    assert all(24 - seats * deck.DEAL[seats][0] == 0 for seats in (6, 8))
    assert all(sum(cards) == 5 for cards in deck.DEAL.values())


@pytest.mark.parametrize("seats", range(2, 9))
def test_both_clans_always_have_somebody_who_works_for_them(seats: int) -> None:
    dealt = Counter(clan.works_for for clan in clan_cards(seats))
    aside = len(clan_cards(seats)) - seats
    assert aside == {2: 0, 3: 1, 4: 0, 5: 3, 6: 2, 7: 1, 8: 0}[seats]
    assert all(count > aside for count in dealt.values())


@each_row("row", EVERY)
def test_fields_follow_the_group_of_the_card(row: deck.PathRow) -> None:
    sides = dict(field.partition(":")[::2] for field in row.fields.split())
    assert "".join(sorted("".join(sides.values()))) == "".join(sorted(row.ways.replace(" ", "")))
    if row in (deck.START, *deck.GOALS):
        return
    for way, group in zip(row.ways.split(), parts(row), strict=True):
        edges = {name for name in group if sides[name]}
        if row.group == 1:
            assert len(group) == 1
        elif len(way) == 1:
            assert len(group) == row.group
        else:
            # One field at each edge, in group III one more in the middle.
            assert len(edges) == len(way)
            assert len(group) == len(way) + (row.group == 3)


@each_row("row", EVERY)
def test_a_card_is_crossed_in_as_many_steps_as_its_group_says(row: deck.PathRow) -> None:
    kind = next(kind for kind, other in enumerate(ROWS) if other is row)
    face = FACES[2 * kind]
    # Stepping onto the card is the first step of crossing it.
    steps = {deck.START: 1}.get(row) or (3 if row in deck.GOALS else row.group)
    for way in TILES.ways[2 * kind]:
        ends = {face.edge[1 << at] for at in range(4) if way >> at & 1}
        for start in ends:
            seen, edge, count = {start}, {start}, 1
            while edge:
                for end in edge & ends - {start}:
                    assert count == steps, end
                edge = {to for at in edge for to in face.inner[at] if to != 11} - seen
                seen |= edge
                count += 1


def test_only_the_straight_way_with_a_hole_at_one_end_differs_by_its_fields_alone() -> None:
    def differs(kind: int) -> bool:
        return FACES[2 * kind] != FACES[2 * kind + 1]

    assert all(TILES.turns(kind) == differs(kind) for kind in range(len(ROWS)))
    ways = [({*TILES.ways[2 * kind]}, {*TILES.ways[2 * kind + 1]}) for kind in range(len(ROWS))]
    alike = [kind for kind, (upright, turned) in enumerate(ways) if upright == turned]
    assert [ROWS[kind].code for kind in alike if differs(kind)] == ["II-EW-HOLE"]


def test_creatures_steps_and_gold() -> None:
    assert deck.CREATURES == {"goblin": 5, "lindworm": 4, "rat": 3}
    assert list(deck.CREATURES) == sorted(deck.CREATURES)
    assert (deck.GOLD, deck.PURSE, deck.STEPS) == (46, 3, 3)
    assert deck.FIELD == {2: 9, 3: 9, 4: 9, 5: 9, 6: 7, 7: 7, 8: 7}
