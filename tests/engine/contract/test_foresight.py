"""What foresight tells of a move comes true, and it tells nothing that its seat cannot know."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from engine.api import Seat
from engine.parts import effects, facts
from engine.parts.moves import Lay, Rockfall
from engine.registry import RULESETS
from engine.rulesets.dark_cave import events as cave
from engine.rulesets.dark_cave import foresight as in_the_cave
from engine.rulesets.duel.events import GoldMarked
from engine.rulesets.duel.foresight import Chooses, CutsApart, Marks
from tests.engine.contract.games import Game, Ply, every_table, some_games
from tests.engine.contract.known import KNOWN
from tests.engine.contract.secrets import assert_same


def foreseen(ruleset: Any, ply: Ply) -> tuple[Any, ...]:
    return ruleset.foresee(ruleset.view(ply.state, ply.seat), ply.move)


def mishap(key: str, ply: Ply) -> bool:
    """Tell whether what was drawn in the solo game has done something as well."""
    return key == "duel-solo" and bool(of((facts.ToolBroken, facts.RockFell), ply.step.events))


def of(kind: Any, things: Iterable[Any]) -> list[Any]:
    return [thing for thing in things if isinstance(thing, kind)]


@every_table
def test_every_legal_move_is_foreseen_by_what_its_seat_knows_alone(
    key: str, seats: int, few_games: list[Game]
) -> None:
    ruleset, known = RULESETS[key], KNOWN[key]
    for game in few_games:
        chance = Random(game.seed)
        for ply in chance.sample(game.plies, min(len(game.plies), 3)):
            twin = known.twin(ply.state, ply.seat, chance, None)
            view, other = (ruleset.view(state, ply.seat) for state in (ply.state, twin))
            for move in ruleset.legal_moves(ply.state, ply.seat):
                assert_same(ruleset.foresee(view, move), ruleset.foresee(other, move))


@every_table
def test_goals_are_reached_as_foreseen(key: str, seats: int, few_games: list[Game]) -> None:
    ruleset = RULESETS[key]
    for game in few_games:
        for ply in game.plies:
            told = foreseen(ruleset, ply)
            reached = of((effects.Reaches, in_the_cave.Turns), told)
            turned = {fact.cell: fact.card for fact in of(facts.GoalTurned, ply.step.events)}
            # A stone that is turned may lead on to further goals, which nobody could foresee.
            assert bool(reached) == bool(turned)
            for effect in reached:
                assert effect.code in (None, turned[effect.goal])


@every_table
def test_who_is_hindered_and_who_is_free_comes_true(
    key: str, seats: int, few_games: list[Game]
) -> None:
    ruleset = RULESETS[key]
    for game in few_games:
        for ply in game.plies:
            if of(facts.RoundBegan, ply.step.events) or mishap(key, ply):
                continue
            after = ruleset.view(ply.step.state, None)
            for effect in of((effects.Hinders, effects.Frees), foreseen(ruleset, ply)):
                trapped = getattr(after, "trapped", [False] * seats)[effect.target]
                burden = (*after.broken[effect.target], *(["trap"] if trapped else []))
                if isinstance(effect, effects.Frees):
                    assert effect.left == burden
                else:
                    assert burden
                    assert effect.already == (len(burden) > 1)


@every_table
def test_what_is_joined_and_cut_off_is_counted_as_the_rules_do(
    key: str, seats: int, few_games: list[Game]
) -> None:
    ruleset = RULESETS[key]
    for game in few_games:
        for ply in game.plies:
            if not isinstance(ply.move, (Lay, Rockfall)) or of(
                (facts.GoalTurned, facts.RoundBegan, GoldMarked), ply.step.events
            ):
                continue
            if mishap(key, ply):
                continue
            told, cell = foreseen(ruleset, ply), ply.move.cell
            gone = [(effect.cell, effect.card) for effect in of(effects.Gone, told)]
            assert gone == [
                (fact.cell, fact.card)
                for fact in of(facts.RockFell, ply.step.events)
                if fact.cell == cell
            ]
            for at, before, after in networks(key, ply):
                joined = len(after.keys() - before.keys() - {cell})
                cut = len(before.keys() - after.keys() - {cell})
                if at == ply.seat:
                    assert sum(effect.cards for effect in of(effects.Joins, told)) == joined
                    apart = isinstance(ply.move, Lay) and cell not in after
                    assert len(of(effects.Apart, told)) == apart
                told_cut = [
                    effect.cards
                    for effect in of((effects.CutsOff, CutsApart), told)
                    if getattr(effect, "seat", at) == at
                ]
                assert sum(told_cut) == cut


def networks(key: str, ply: Ply) -> list[tuple[Seat, dict[int, int], dict[int, int]]]:
    """Per seat that has a network of its own, what is connected before and after a move."""
    before, after = ply.state, ply.step.state
    if key.startswith("saboteur"):
        return [(ply.seat, before.network.lit, after.network.lit)]
    if key == "duel":
        return [
            (Seat(at), one.lit, other.lit)
            for at, (one, other) in enumerate(zip(before.networks, after.networks, strict=True))
        ]
    return []


@every_table
def test_cards_put_down_bring_as_many_as_foreseen(
    key: str, seats: int, few_games: list[Game]
) -> None:
    ruleset = RULESETS[key]
    for game in few_games:
        for ply in game.plies:
            told = of(effects.Draws, foreseen(ruleset, ply))
            if key in ("saboteur", "saboteur2", "duel") and isinstance(ply.move, tuple):
                drew = [fact for fact in of(facts.Drew, ply.step.events) if fact.seat == ply.seat]
                assert [effect.cards for effect in told] == [len(drew)]


def test_gold_is_won_in_a_duel_as_foreseen() -> None:
    ruleset, seen = RULESETS["duel"], 0
    for game in some_games("duel", 2):
        for ply in game.plies:
            told = foreseen(ruleset, ply)
            marked = {
                (fact.cell, fact.seat, fact.value) for fact in of(GoldMarked, ply.step.events)
            }
            marks = {(effect.cell, effect.winner, effect.value) for effect in of(Marks, told)}
            if of(facts.GoalTurned, ply.step.events) or of(Chooses, told):
                continue
            if ply.step.state.orient:
                continue  # first every goal that was turned gets its side
            assert marks == marked
            seen += len(marks)
    assert seen


def test_walks_and_creatures_in_the_dark_cave_do_what_is_foreseen() -> None:
    ruleset, seen = RULESETS["dark-cave"], Counter[str]()
    for seats in ruleset.meta.seats:
        for game in some_games("dark-cave", seats):
            for ply in game.plies:
                told, events = foreseen(ruleset, ply), ply.step.events
                seen.update(type(effect).__name__ for effect in told)
                _walks(ply, told, events)
                if not of(cave.RoundEnded, events):
                    _attacks(told, events)
    kinds = {"Tolls", "Attacks", "DrivesOff", "Turns", "Leaves", "TakesGold", "StepsLeft"}
    assert kinds <= seen.keys()


def _walks(ply: Ply, told: tuple[Any, ...], events: tuple[Any, ...]) -> None:
    lost = Counter(
        (type(fact), fact.to)
        for fact in of((cave.CardLost, cave.GoldLost), events)
        if fact.to in ("bridge", "tunnel")
    )
    tolls = of(in_the_cave.Tolls, told)
    assert lost[cave.CardLost, "bridge"] == sum(effect.cards for effect in tolls)
    assert lost[cave.GoldLost, "tunnel"] == sum(effect.gold for effect in tolls)
    if of(cave.RoundEnded, events):
        return
    taken = [effect for effect in of(in_the_cave.TakesGold, told) if effect.now]
    left = of(in_the_cave.Leaves, told)
    assert len(of(cave.GoldTaken, events)) == len(taken)
    assert [fact.gold for fact in of(cave.LeftCave, events)] == [effect.gold for effect in left]
    assert len(of(cave.ClanShown, events)) == len(of(in_the_cave.ShowsClan, told))
    # If nobody else can do anything, the same dwarf begins another turn at once.
    turn, after = RULESETS["dark-cave"].turn, ply.step.state
    same = turn(after) == turn(ply.state) and after.progress.seat == ply.seat
    for effect in of(in_the_cave.StepsLeft, told):
        assert effect.steps == (after.progress.steps if same else 0)


def _attacks(told: tuple[Any, ...], events: tuple[Any, ...]) -> None:
    attacked = {(fact.creature, fact.victim) for fact in of(cave.Attacked, events)}
    driven = {(fact.creature, fact.seat) for fact in of(cave.DrivenOff, events)}
    axes = of(in_the_cave.DrivesOff, told)
    feared = {
        (effect.creature, victim)
        for effect in of(in_the_cave.Attacks, told)
        for victim in effect.victims
    }
    assert attacked in (feared, set())
    assert driven <= {(effect.creature, effect.seat) for effect in axes}
    if not axes:
        assert attacked == feared
    if any(effect.surely for effect in axes):
        assert driven
