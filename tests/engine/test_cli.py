"""`python -m engine`: what each command prints, returns and survives."""

import io
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.__main__ import main
from engine.cli import bench
from engine.cli.measure import (
    Goal,
    Result,
    Row,
    at_least,
    at_most,
    compare,
    price,
    speed,
    table,
    timed,
)
from engine.cli.workloads import Recorded, chess_playouts, first_replays, record_game
from engine.registry import RULESETS

CASES = Path(__file__).parent / "cases"
GOOD = "case it holds\nposition\n  saboteur\n  @1 hand P1\n  seats 3\nexpect\n  asked @1\n"
WRONG = GOOD.replace("it holds", "it does not").replace("asked @1", "asked @2")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch):
    """Let a test type lines, after which the input ends."""

    def type_lines(*lines: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return type_lines


def test_the_commands_are_listed_by_help() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "engine", "--help"], capture_output=True, text=True, check=True
    ).stdout
    for command in ("play", "cases", "perft", "bench", "arena"):
        assert f"\n    {command}" in shown


def test_the_engine_needs_nothing_but_python() -> None:
    program = "import engine.__main__, sys; print({m.split('.')[0] for m in sys.modules})"
    shown = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {program}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert {name.strip("' {}\n") for name in shown.split(",")} <= {
        "__main__",
        "engine",
        *sys.stdlib_module_names,
    }


@pytest.mark.parametrize("arguments", [[], ["dance"], ["perft", "--ruleset", "chess"]])
def test_an_unknown_command_or_game_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["play", "--seats", "2"], "2 players; this game takes 3 to 10"),
        (["play", "--option", "edition=1999"], "edition='1999'; known: current, 2004"),
        (["play", "--option", "hat"], "hat=''; known: no such option"),
        (["play", "--seed", "xyz"], "no seed: 'xyz'"),
        (["play", "--seed", "0" * 31 + "123"], "no seed: "),
        (["play", "--bots", "9"], "nobody sits at @9; there are 3 players"),
        (["play", "--bots", "all"], "no seat: '@all'"),
        (["perft", "--position", "nowhere.txt"], "nowhere.txt"),
        (["cases", "nowhere.case"], "nowhere.case"),
    ],
)
def test_bad_arguments_end_with_2_and_a_sentence(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert complaint in capsys.readouterr().err


def test_cases_prints_a_line_for_each_and_a_sum(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.case").write_text(GOOD)
    assert main(["cases", str(tmp_path / "good.case")]) == 0
    assert capsys.readouterr().out == "ok      it holds\n1 cases, 0 failed\n"


def test_cases_returns_1_and_says_what_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mixed.case"
    file.write_text(GOOD + WRONG)
    assert main(["cases", str(file)]) == 1
    assert capsys.readouterr().out == (
        "ok      it holds\n"
        f"FAILED  it does not\n        {file}:14: asked @2: @1 asked\n"
        "2 cases, 1 failed\n"
    )


def test_cases_returns_2_and_names_the_line_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.case"
    file.write_text(GOOD + "  hopes @1\n")
    assert main(["cases", str(file)]) == 2
    assert f"{file}:8: nothing can be expected with 'hopes'" in capsys.readouterr().err


def test_cases_refuses_a_file_that_is_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "noise.case").write_bytes(bytes(range(256)))
    assert main(["cases", str(tmp_path / "noise.case")]) == 2
    assert "decode" in capsys.readouterr().err


def test_the_projects_own_cases_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", *map(str, sorted(CASES.glob("*.case")))]) == 0
    assert capsys.readouterr().out.endswith(" cases, 0 failed\n")


def test_perft_counts_a_piped_position_and_divides(
    typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("saboteur rounds=1", "@1 hand P5", "@2 hand P5", "@3 hand P5")
    assert main(["perft", "--position", "-", "--depth", "3", "--divide"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "depth 1: 3",
        "depth 2: 9",
        "depth 3: 27",
        "@1 pass P5: 9",
        "@1 lay P5 zz3: 9",
        "@1 lay P5 b3: 9",
    ]


def test_perft_counts_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--seats", "3", "--seed", "1", "--depth", "2"]) == 0
    assert capsys.readouterr().out == "depth 1: 18\ndepth 2: 366\n"


@pytest.mark.parametrize("edition", ["current", "2004"])
def test_a_random_game_plays_to_its_end_and_is_the_same_for_the_same_seed(
    edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["play", "--random", "--seed", "5", "--option", f"edition={edition}"]
    shown = []
    for _ in range(2):
        assert main(arguments) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert shown[0].count("RoundEnded") == 3
    assert shown[0].count("──S──") >= 1
    assert shown[0].splitlines()[-1].startswith("winners @")


def test_a_random_game_shows_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "--random", "--seed", "6"])
    shown = capsys.readouterr().out
    for name in ("Drew", "Discarded", "GoalSeen"):
        told = [line for line in shown.splitlines() if line.split()[:1] == [name]]
        assert told
        assert all(line.endswith("card=-") for line in told)
    assert "Dealt" not in shown


def test_one_person_plays_bots_to_the_end_of_the_game(
    typed, capsys: pytest.CaptureFixture[str]
) -> None:
    # Whatever the hand holds: each turn tries to pass every kind of card until one goes.
    codes = [f"pass P{n}" for n in range(1, 8)] + [f"pass D{n}" for n in range(1, 10)]
    tools = ["pick", "lantern", "cart", "pick-lantern", "pick-cart", "lantern-cart"]
    codes += [f"pass {act}-{tool}" for act in ("break", "fix") for tool in tools]
    typed(*[*codes, "pass rockfall", "pass map"] * 40)
    arguments = ["play", "--seats", "3", "--bots", "2,3", "--seed", "8", "--option", "rounds=1"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "not possible now: no such card" in shown
    assert shown.splitlines()[-1].startswith("winners @")
    assert "RoundEnded round=1" in shown
    assert "Pass the keyboard" not in shown


def test_the_seat_to_move_sees_its_own_table_and_nobody_elses(
    typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("pass P2")
    assert main(["play", "--seats", "3", "--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert "Dealt seat=@1 role=saboteur cards=(P2,P2,P4,D7,break-pick,fix-lantern)" in shown
    assert "Dealt seat=@2" not in shown
    assert "hand        P2 P2 P4 D7 break-pick fix-lantern" in shown
    assert "Pass the keyboard to @2" in shown
    assert shown.endswith("\nThe game stops here.\n")


def test_the_next_player_hears_what_happened_as_he_may_know_it(
    typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("pass P2", "", "q")
    main(["play", "--seats", "3", "--seed", "7"])
    after = capsys.readouterr().out.partition("Pass the keyboard to @2")[2]
    assert "Discarded seat=@1 card=-" in after
    assert "seat        @2" in after


def test_bad_input_is_answered_and_asked_again(typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed("?", "jump", "lay P1 i3", "lay D7 e5", "x" * 5000, "", "\0\udcff", "pass P2")
    assert main(["play", "--seats", "3", "--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert "  lay P2~ zz3\n" in shown
    assert "cannot be read as a move: 'jump'" in shown
    assert "not possible now: no such card" in shown
    assert "not possible now: no neighbour" in shown
    assert "Discarded seat=@1 card=P2" in shown


def test_a_setting_is_listed_changed_and_leaves_the_same_seat_asked(
    typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("?", "order keep", "?", "q")
    assert main(["play", "--ruleset", "dark-cave", "--seats", "3", "--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("  order keep  (a setting, no move)\n") == 1
    assert shown.count("  order use  (a setting, no move)\n") == 1
    assert "Pass the keyboard" not in shown


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m engine play --random | head -n 1"
    left = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True)
    assert (left.returncode, left.stderr) == (0, "")


def test_bench_rows_compare_work_and_judge_the_best_round() -> None:
    quick = timed(lambda: sum(range(10)) and 1, 0.01)
    slow = timed(lambda: sum(range(100_000)) and 1, 0.01)
    rows = [
        Row("fast", "is quick enough", at_least(2), speed(quick, slow)),
        Row("slow", "is too slow", at_least(2), speed(slow, quick)),
        Row("dear", "costs too much", at_most(2), price(slow, quick)),
    ]
    results = compare(rows, rounds=2)
    assert [result.met for result in results] == [True, False, False]
    assert [len(result.figures) for result in results] == [2, 2, 2]


@pytest.mark.parametrize(
    ("goal", "figures", "verdict"),
    [
        (at_least(2.0), (1.9, 2.0, 2.1), "ok"),
        (at_least(2.0), (1.9, 1.8, 2.1), "ok, barely"),
        (at_least(2.0), (1.9, 1.8, 1.7), "MISSED"),
        (at_most(2.0), (1.9, 2.2, 2.1), "ok, barely"),
        (at_most(2.0), (2.3, 2.2, 2.1), "MISSED"),
        (at_least(2.0, issue=8), (1.9, 1.8, 1.7), "issue 8"),
        (at_least(2.0, issue=8), (2.9, 2.8, 1.7), "ok"),
        (at_least(2.0, issue=8, until_then=1.9), (1.9, 1.8, 1.7), "issue 8"),
        (at_least(2.0, issue=8, until_then=1.95), (1.9, 1.8, 1.7), "MISSED"),
    ],
)
def test_a_goal_is_missed_by_the_best_round_and_only_from_its_issue_on(
    goal: Goal, figures: tuple[float, ...], verdict: str
) -> None:
    assert goal.judge(figures) == verdict
    assert Result("E0", "work", goal, figures).met == (verdict != "MISSED")


def test_bench_prints_median_spread_and_goal_side_by_side() -> None:
    goal = at_least(0.16, issue=8, until_then=0.1)
    heads, line = table([Result("W1", "a page", goal, (0.15, 0.131, 0.12))])
    assert heads.split()[:3] == ["row", "median", "min..max"]
    assert re.split(r"  +", line) == [
        "W1",
        "0.131",
        "0.12..0.15",
        ">= 0.16 (0.1 now)",
        "issue 8",
        "a page",
    ]


def test_bench_says_which_peer_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    rows, missing = bench.engine_rows(bench.FAST)
    further = [f"E6 {key}" for key in RULESETS if key != "saboteur"]
    assert [row.key for row in rows] == [*further, "E8"]
    assert missing == ["E1 skipped: python-chess is not installed (dependency group bench)"]


class Board:
    """A game of chess that counts how often its moves are listed."""

    listed = 0

    def __init__(self) -> None:
        self.halfmove_clock = 0

    @property
    def legal_moves(self) -> list[str]:
        Board.listed += 1
        return ["e4"]

    def push(self, move: str) -> None:
        self.halfmove_clock += 1


def test_the_chess_peer_lists_its_moves_once_a_turn() -> None:
    moves = chess_playouts(SimpleNamespace(Board=Board))()
    assert (moves, Board.listed) == (150, 151)


def test_a_recorded_game_replays_from_its_notation() -> None:
    recorded = record_game(3)
    assert recorded.replay() == len(recorded.moves) > 100


def test_every_round_replays_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = []
    monkeypatch.setattr(Recorded, "replay", lambda game: replayed.append(game.moves))
    replay = first_replays(rounds=2, games=3)
    assert (replay(), replay()) == (3, 3)
    assert len(set(replayed)) == 6


def test_memory_over_games_is_measured_and_said() -> None:
    flat, line = bench.memory(20)
    assert isinstance(flat, bool)
    assert "memory over 20 games: " in line
    assert " blocks of " in line


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["random"], "random on every seat"),
        (["patient", "vandal"], "patient : vandal"),
        (["wrecker", "hoarder", "--sides"], "diggers wrecker, saboteurs hoarder"),
    ],
)
def test_the_arena_prints_the_same_figures_for_the_same_deals(
    words: list[str], shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for _ in range(2):
        arguments = ["--deals", "2", "--option", "rounds=1", "--seats", "3"]
        assert main(["arena", *words, *arguments]) == 0
        lines = capsys.readouterr().out.splitlines()
        told.append([line for line in lines if "CPU" not in line])
    assert told[0] == told[1]
    assert any(shown in line for line in told[0])
