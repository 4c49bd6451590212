"""The bot of the base game: what it does in one position."""

from collections.abc import Iterable

import pytest

from engine.api import Event, Seat, Strength
from engine.bots.reach import cards_missing
from engine.maze.cells import cell_named
from engine.parts.facts import Laid, RoundBegan, ToolBroken
from engine.parts.moves import Lay, Rockfall
from engine.registry import ruleset
from engine.rulesets.saboteur.beliefs import suspected
from engine.rulesets.saboteur.cards import DIGGER, SABOTEUR
from engine.rulesets.saboteur.state import State

RULES = ruleset("saboteur")
WAY_TO_G3 = "a3 S, b3 P5, c3 P5, d3 P5, e3 P1, f3 P1, g3 P1"


def table(
    hand: str,
    maze: str = "a3 S",
    *,
    role: str = DIGGER,
    seen: str = "",
    broken: tuple[str, str, str, str, str] = ("", "", "", "", ""),
    gold: str = "i3",
    orient: str = "",
    others: tuple[str, str, str, str] = ("P2", "P2", "P3", "P3"),
    options: str = "",
    stock: str = "P7 P7 P7 map map",
) -> State:
    """Lay out a table of five where @1 is asked."""
    stones = iter(("Z2", "Z3"))
    goals = ", ".join(f"{at} {'Z1' if at == gold else next(stones)}" for at in ("i1", "i3", "i5"))
    dwarves = [DIGGER, DIGGER, SABOTEUR, DIGGER if role == SABOTEUR else SABOTEUR]
    lines = [f"@1 {role} hand {hand}"]
    lines += [f"@{at + 2} {dwarves[at]} hand {others[at]}" for at in range(4)]
    for at, tools in enumerate(broken):
        lines[at] += f" broken {tools}" if tools else ""
    lines[0] += f" seen {seen}" if seen else ""
    orient_line = f"orient {orient}\n" if orient else ""
    return RULES.parse_position(
        f"saboteur {options}\nasked @1\n{orient_line}goals {goals}\nmaze {maze}\n"
        + "\n".join(lines)
        + f"\nspare {DIGGER}\nstock {stock}\n"
    )


def chosen(state: State, *course: Event, strengths: Iterable[Strength] = Strength) -> str:
    """Ask bots of these strengths for @1 and write the move on which they agree."""
    seat = state.asked
    view, moves = RULES.view(state, seat), RULES.legal_moves(state, seat)
    (move,) = {RULES.format(RULES.decide(view, moves, course, strength)) for strength in strengths}
    return move


def test_a_digger_lays_the_card_that_closes_the_way_to_known_gold() -> None:
    assert chosen(table("P1 P4 map fix-pick D5", WAY_TO_G3, seen="i3")) == "lay P1 h3"


def test_a_digger_begins_by_digging_towards_the_goals() -> None:
    assert chosen(table("P4 P5 P6 D5")) == "lay P5 b3"


def test_a_digger_keeps_the_crossroads_when_a_plain_card_brings_him_as_near() -> None:
    assert chosen(table("P1 P5 D5")) == "lay P5 b3"


def test_a_digger_turns_to_where_the_gold_must_be_once_he_has_seen_the_stones() -> None:
    # Both cards bring a way nearer to i5, only the straight one to i3; the curve is less missed.
    halfway = "a3 S, b3 P5, c3 P5, d3 P3~"
    # Stronger bots also ask which cards are easy to find, and may keep the curve.
    easy = (Strength.EASY,)
    assert chosen(table("P5 P6", halfway, gold="i3", seen="i1 i5")) == "lay P5 e3"
    assert chosen(table("P5 P6", halfway, gold="i5", seen="i1 i3"), strengths=easy) == "lay P6 e3"


@pytest.mark.parametrize("dead_end", ["D1", "D3", "D5", "D9"])
def test_a_digger_would_rather_pass_with_a_dead_end_than_lay_it(dead_end: str) -> None:
    assert chosen(table(f"{dead_end} fix-pick P4", WAY_TO_G3, seen="i3")) == f"pass {dead_end}"


def test_a_digger_does_not_bend_away_from_the_gold() -> None:
    assert chosen(table("P6 P7 D5", WAY_TO_G3, seen="i3")) == "pass D5"


def test_a_digger_looks_at_a_goal_while_the_gold_is_unknown() -> None:
    assert chosen(table("map P6 P4 D5")).startswith("map ")


def test_a_digger_never_looks_at_the_same_goal_twice() -> None:
    assert chosen(table("map D5", seen="i5")) in {"map i1", "map i3"}


def test_a_digger_who_knows_the_gold_has_no_use_for_a_map() -> None:
    assert chosen(table("map fix-pick", seen="i3")) == "pass map"
    assert chosen(table("map fix-pick", seen="i1 i5")) == "pass map"


def test_a_digger_mends_himself_first() -> None:
    state = table("P5 map fix-pick rockfall", broken=("pick", "lantern", "", "", ""))
    assert chosen(state) == "fix pick @1"


def test_a_saboteur_mends_himself() -> None:
    state = table("P5 fix-pick D1", role=SABOTEUR, broken=("pick", "", "", "", ""))
    assert chosen(state) == "fix pick @1"


def test_a_digger_mends_a_fellow_when_he_cannot_dig() -> None:
    state = table("D5 P4 fix-cart", broken=("", "cart", "", "", ""))
    assert chosen(state) == "fix cart @2"


def test_a_digger_digs_before_he_mends_a_fellow() -> None:
    state = table("P5 fix-cart", broken=("", "cart", "", "", ""), seen="i3")
    assert chosen(state) == "lay P5 b3"


BLOCKED = "a3 S, b3 P1, c3 D5, b2 D4, b4 D2"
BLOCKER = (
    RoundBegan(1, Seat(3)),
    Laid(Seat(1), cell_named("b3"), "P1", False),
    *(Laid(Seat(3), cell_named(cell), card, False) for cell, card in
      (("c3", "D5"), ("b2", "D4"), ("b4", "D2"))),
)  # fmt: skip


def test_a_digger_breaks_the_tools_of_whoever_laid_dead_ends_and_of_nobody_else() -> None:
    assert chosen(table("P4 break-cart", BLOCKED), *BLOCKER) == "break cart @4"
    assert "break" not in chosen(table("P4 break-cart", BLOCKED))


def test_a_digger_fixes_a_friends_tools_and_not_those_of_whoever_laid_dead_ends() -> None:
    friend = table("D1 fix-cart", BLOCKED, broken=("", "cart", "", "", ""))
    blocker = table("D1 fix-cart", BLOCKED, broken=("", "", "", "cart", ""))
    assert chosen(friend, *BLOCKER) == "fix cart @2"
    assert chosen(blocker, *BLOCKER) != "fix cart @4"


def test_a_digger_trusts_whoever_breaks_the_tools_of_a_saboteur() -> None:
    broke = ToolBroken(Seat(2), Seat(3), "pick")
    view = RULES.view(table("P4", BLOCKED, broken=("", "", "", "pick", "")), Seat(0))
    before, after = suspected(view, BLOCKER), suspected(view, (*BLOCKER, broke))
    assert after[2] < before[2]
    assert after[3] > before[3]


def test_a_bot_is_sure_of_itself_and_suspects_as_many_as_were_dealt() -> None:
    for role in (DIGGER, SABOTEUR):
        found = suspected(RULES.view(table("P4", role=role), Seat(0)), ())
        assert found[0] == (role == SABOTEUR)
        # Four of the six dwarves are diggers, and one of the five others is left over.
        assert sum(found[1:]) == pytest.approx(4 * (1 if role == SABOTEUR else 2) / 5)


def test_a_digger_clears_a_dead_end_that_blocks_the_way() -> None:
    state = table("rockfall P4 D8", f"{WAY_TO_G3}, h3 D5", seen="i3")
    assert chosen(state) == "rockfall h3"


def test_a_digger_never_pulls_down_his_own_way() -> None:
    assert chosen(table("rockfall", WAY_TO_G3, seen="i3")) == "pass rockfall"


def test_a_digger_values_mending_more_when_a_broken_tool_costs_the_gold() -> None:
    stopped = ("cart", "", "", "", "")
    assert chosen(table("fix-pick P5", seen="i3", broken=stopped)) == "pass fix-pick"
    competitive = table("fix-pick P5", seen="i3", broken=stopped, options="tools=competitive")
    assert chosen(competitive) == "pass P5"


@pytest.mark.parametrize("seen", ["", "i3"])
def test_a_saboteur_never_reaches_the_gold_while_he_can_do_anything_else(seen: str) -> None:
    state = table("P1", WAY_TO_G3, role=SABOTEUR, seen=seen)
    assert chosen(state) == "pass P1"


def test_a_saboteur_turns_no_stone_that_leads_on_to_the_gold() -> None:
    # On h1 the straight card would shut the shortest way, but it would also turn the stone on i1,
    # and that leads over the island on i2 to the gold.
    maze = "a3 S, b3 P3, c3 P5, d3 P5, e3 P1, f3 P1, g3 P7~, g2 P4, g1 P2~, i2 P4"
    state = table("P5", maze, role=SABOTEUR, seen="i1 i3", stock="map map")
    assert RULES.apply(state, state.asked, RULES.parse("lay P5 h1")).state.results
    assert chosen(state) != "lay P5 h1"


def test_a_saboteur_blocks_the_last_cell_with_a_dead_end() -> None:
    state = table("D1 P1 P4", WAY_TO_G3, role=SABOTEUR, seen="i3")
    assert chosen(state) == "lay D1 h3"


def test_a_saboteur_shows_no_dead_end_early() -> None:
    assert chosen(table("D1 D5 D9 rockfall break-cart", role=SABOTEUR)).startswith("pass ")


def test_a_saboteur_breaks_nobodys_tools_early_and_somebodys_late() -> None:
    hand = "P4 break-cart"
    assert not chosen(table(hand, role=SABOTEUR)).startswith("break")
    assert chosen(table(hand, WAY_TO_G3, role=SABOTEUR)).startswith("break cart")


def test_a_saboteur_breaks_the_next_dwarf_who_can_still_dig() -> None:
    state = table("P4 break-cart", WAY_TO_G3, role=SABOTEUR, broken=("", "pick", "", "", ""))
    assert chosen(state) == "break cart @3"


def test_a_saboteur_tears_down_the_way_when_it_is_close() -> None:
    state = table("rockfall P4", WAY_TO_G3, role=SABOTEUR, seen="i3")
    move = RULES.parse(chosen(state))
    assert isinstance(move, Rockfall)
    after = RULES.apply(state, state.asked, move).state
    assert needed(after) > needed(state)


def test_a_saboteur_looks_behind_goals_as_everybody_does() -> None:
    assert chosen(table("map D5 D1", role=SABOTEUR)).startswith("map ")


@pytest.mark.parametrize("strength", Strength)
def test_a_saboteur_wastes_a_good_card_beside_the_way(strength: Strength) -> None:
    state = table("P1 D5", "a3 S, b3 P5, c3 P1", role=SABOTEUR)
    move = RULES.parse(chosen(state, strengths=(strength,)))
    assert isinstance(move, Lay)
    after = RULES.apply(state, state.asked, move).state
    assert needed(after) >= needed(state)


AROUND_I1 = "a3 S, b3 P5, c3 P5, d3 P5, e3 P1, f3 P1, g3 P2, g2 P4, g1 P2~, h1 P3~, h0 P7, i0 P6"


@pytest.mark.parametrize(("role", "turn"), [(DIGGER, "turn i1"), (SABOTEUR, "turn i1~")])
def test_a_stone_is_turned_to_lead_on_or_away(role: str, turn: str) -> None:
    # Entered from west and north it fits both ways; unturned it leads south to the gold on i3.
    state = table(
        "D5", AROUND_I1, role=role, seen="i3", orient="i1", others=("P2", "P2", "P2", "D1")
    )
    assert chosen(state) == turn


def test_a_digger_plays_on_when_the_stock_is_empty() -> None:
    assert chosen(table("P4 P1", WAY_TO_G3, seen="i3", stock="none")) == "lay P1 h3"
    assert chosen(table("P1", role=SABOTEUR, maze=WAY_TO_G3, stock="none")) == "pass P1"


def needed(state: State) -> int:
    """Count the cards between the start and the gold on i3."""
    gold = cell_named("i3")
    return cards_missing(state.maze, state.network, [gold])[gold]
