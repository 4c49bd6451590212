"""Going back, told as it happens: what is new, what is kept, what holds no longer."""

from typing import Any

from engine import rng
from engine.api import Look, Seat
from engine.maze.cells import cell_named
from engine.registry import RULESETS

I1, I3, I5 = map(cell_named, ("i1", "i3", "i5"))
SEED = bytes(range(16))
TABLE = """
saboteur
seed 000102030405060708090a0b0c0d0e0f
goals i1 Z2, i3 Z1, i5 Z3
@1 digger hand map P1 P1
@2 saboteur hand map P2 P3
@3 digger hand map P4
@4 digger hand P5 P6
stock P7 P7 P6 P6 D1 D2 D3 break-pick
"""
SABOTEUR, SABOTEUR2, CAVE = (RULESETS[key] for key in ("saboteur", "saboteur2", "dark-cave"))


def played(rules: Any, state: Any, *lines: str) -> tuple[Any, tuple[Any, ...]]:
    told: tuple[Any, ...] = ()
    for line in lines:
        (seat,) = rules.to_act(state)
        state, events = rules.apply(state, seat, rules.parse(line))
        told += events
    return state, told


def codes(view: Any) -> dict[int, str | None]:
    return {goal.cell: goal.code for goal in view.goals}


def test_only_what_nobody_knew_is_new() -> None:
    """Scenario 20: Ada looked at i3 before, Ben at i5 since."""
    then, _ = played(SABOTEUR, SABOTEUR.parse_position(TABLE), "map i3")
    now, since = played(SABOTEUR, then, "map i5", "pass P4")
    looks = SABOTEUR.rewinding.looks(then, [since])
    assert looks.void == (Look(Seat(1), "goal", I5),)
    assert looks.kept == ()
    back = SABOTEUR.rewinding.rewound(then, now, 1, looks.kept)
    assert (back.hands, back.roles, back.gold, back.seen) == (
        then.hands,
        then.roles,
        then.gold,
        then.seen,
    )
    branch = rng.branch(SEED, 1)
    assert back.stock == rng.shuffled(branch, "stock again", sorted(then.stock))
    new = rng.shuffled(branch, "goals again", sorted((dict(then.goals)[I1], dict(then.goals)[I5])))
    assert dict(back.goals) == {I1: new[0], I3: dict(then.goals)[I3], I5: new[1]}
    for seat in (None, *map(Seat, range(4))):
        assert SABOTEUR.view(back, seat) == SABOTEUR.view(then, seat)


def test_scenario_21_tables_that_differ_in_the_order_of_what_nobody_knows_become_the_same() -> None:
    """Scenario 21."""
    one = SABOTEUR.parse_position(TABLE)
    other = SABOTEUR.parse_position(
        TABLE.replace("P7 P7 P8 P8 D1 D2", "D2 P6 P7 D1 P7 P6").replace(
            "i1 Z2, i3 Z1, i5 Z3", "i1 Z3, i3 Z2, i5 Z1"
        )
    )
    assert one != other
    back = [SABOTEUR.rewinding.rewound(then, then, 1, ()) for then in (one, other)]
    assert back[0] == back[1]


def test_a_look_at_what_somebody_knew_is_kept() -> None:
    """Scenario 22: Ben looked at i3 since, which Ada had seen before."""
    then, _ = played(SABOTEUR, SABOTEUR.parse_position(TABLE), "map i3")
    now, since = played(SABOTEUR, then, "map i3", "map i3")
    looks = SABOTEUR.rewinding.looks(then, [since])
    assert looks.kept == (Look(Seat(1), "goal", I3), Look(Seat(2), "goal", I3))
    back = SABOTEUR.rewinding.rewound(then, now, 1, looks.kept)
    assert [codes(SABOTEUR.view(back, Seat(at)))[I3] for at in range(4)] == ["Z1", "Z1", "Z1", None]
    assert SABOTEUR.view(back, None) == SABOTEUR.view(then, None)


def test_the_only_goal_that_nobody_knew_cannot_be_another() -> None:
    then, _ = played(SABOTEUR, SABOTEUR.parse_position(TABLE), "map i3", "map i1")
    _, since = played(SABOTEUR, then, "map i5")
    assert SABOTEUR.rewinding.looks(then, [since]).kept == (Look(Seat(2), "goal", I5),)


def test_a_look_that_was_taken_back_once_counts_too() -> None:
    then = SABOTEUR.parse_position(TABLE)
    ways = [played(SABOTEUR, then, f"map {cell}")[1] for cell in ("i1", "i1", "i5")]
    void = (Look(Seat(0), "goal", I1), Look(Seat(0), "goal", I5))
    assert SABOTEUR.rewinding.looks(then, ways).void == void


def test_a_goal_turned_up_since_and_known_before_is_known_to_all() -> None:
    way = "maze a3 S, b3 P5, c3 P5, d3 P3, e3 P3, f3 P3, g3 P3"
    text = TABLE.replace("goals i1 Z2, i3 Z1", f"{way}\ngoals i1 Z1, i3 Z2").replace("P2 P3", "P2")
    for known, kept in ((" seen i3", True), ("", False)):
        then = SABOTEUR.parse_position(text.replace("P5 P6", f"P5 P6{known}"))
        now, since = played(SABOTEUR, then, "lay P1 h3")
        looks = SABOTEUR.rewinding.looks(then, [since])
        turned = (Look(None, "goal", I3),)
        assert (looks.kept if kept else looks.void) == turned
        assert not (looks.void if kept else looks.kept)
        back = SABOTEUR.rewinding.rewound(then, now, 1, looks.kept)
        assert I3 in back.maze.covered
        found = [codes(SABOTEUR.view(back, Seat(at)))[I3] for at in range(4)]
        assert found == (["Z2"] * 4 if kept else [None] * 4)


def test_a_dwarf_that_was_dealt_is_kept_and_one_from_the_pile_is_void() -> None:
    then = SABOTEUR2.parse_position(
        "saboteur2\n@1 boss hand inspect swap-hats P1\n@2 green hand inspect swap-hands\n"
        "@3 blue hand P2"
    )
    now, since = played(SABOTEUR2, then, "inspect @3", "inspect @1", "pass P2", "swap-hats @2")
    looks = SABOTEUR2.rewinding.looks(then, [since])
    pairs = [(Seat(0), Seat(2)), (Seat(1), Seat(0))]
    assert looks.kept == tuple(Look(seat, "dwarf", target) for seat, target in pairs)
    assert looks.void == (Look(Seat(1), "pile", Seat(1)),)
    back = SABOTEUR2.rewinding.rewound(then, now, 1, looks.kept)
    assert back.roles == then.roles
    assert [(one.target, one.role, one.current) for one in back.inspected[0]] == [
        (Seat(2), "blue", True)
    ]


def test_whoever_looks_at_a_dwarf_after_the_swap_saw_one_from_the_pile() -> None:
    then = SABOTEUR2.parse_position(
        "saboteur2\n@1 boss hand swap-hats P1\n@2 green hand inspect swap-hands\n@3 blue hand P1"
    )
    now, since = played(SABOTEUR2, then, "swap-hats @3", "inspect @3")
    looks = SABOTEUR2.rewinding.looks(then, [since])
    assert looks.void == (Look(Seat(2), "pile", Seat(2)), Look(Seat(1), "pile", Seat(2)))
    assert looks.kept == ()
    assert SABOTEUR2.rewinding.rewound(then, now, 1, ()).inspected == ((), (), ())


def test_hands_that_were_swapped_were_seen_and_that_is_kept() -> None:
    then = SABOTEUR2.parse_position(
        "saboteur2\n@1 boss hand swap-hands P1\n@2 green hand P2 P3\n@3 blue hand P1"
    )
    _, since = played(SABOTEUR2, then, "swap-hands @2")
    looks = SABOTEUR2.rewinding.looks(then, [since])
    assert looks.kept == (Look(Seat(0), "hand", Seat(1)), Look(Seat(1), "hand", Seat(0)))


def test_what_axes_are_kept_for_stays_as_it_is_set_now() -> None:
    then = CAVE.setup(SEED, 3, {}).state
    now = CAVE.set(then, Seat(2), CAVE.parse("order keep"))
    assert CAVE.view(CAVE.rewinding.rewound(then, now, 1, ()), Seat(2)).axe_order == "keep"
    assert CAVE.view(CAVE.rewinding.restarted(then, now, 1).state, Seat(2)).axe_order == "keep"


def test_a_branch_hangs_on_the_secret_alone() -> None:
    first = rng.branch(SEED, 1)
    assert rng.branch(rng.branch(first, 7), 1) == first
    assert rng.branch(first, 0) == SEED
    assert [rng.branch_of(seed) for seed in (SEED, first, rng.branch(first, 12))] == [0, 1, 12]
    orders = {rng.shuffled(rng.branch(SEED, at), "stock again", range(20)) for at in range(20)}
    assert len(orders) == 20
