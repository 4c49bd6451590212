"""The written cases hold, name every ruling of their games, and can fail."""

import re
from pathlib import Path

import pytest

from engine.cli.casefile import Case, CaseError, read_cases
from engine.cli.cases import play_case

FILES = sorted((Path(__file__).parent / "cases").glob("*.case"))
CASES = {file.stem: read_cases(file.name, file.read_text("utf-8")) for file in FILES}
EVERY = [case for cases in CASES.values() for case in cases]


RULINGS = {*range(1, 81)}
"""Those of the base game and of Saboteur 2."""
TABLE = """
case a table of three
position
  saboteur
  @1 hand P1
  @2 hand P2
  @3 hand map
"""


@pytest.mark.parametrize("file", CASES)
def test_the_written_cases_hold(file: str) -> None:
    failed = {case.title: failures for case in CASES[file] if (failures := play_case(case))}
    assert failed == {}


@pytest.mark.parametrize("key", ["dark-cave", "duel-solo"])
def test_a_game_is_selected_by_its_key_with_a_dash_or_without(
    key: str, request: pytest.FixtureRequest
) -> None:
    for spelled in (key, key.replace("-", "_")):
        assert any(spelled in word for word in request.node.extra_keyword_matches)
    assert any(file.startswith(key) for file in CASES)


def test_every_file_is_named_for_the_game_of_all_its_cases() -> None:
    for file, cases in CASES.items():
        (key,) = {game(case) for case in cases}
        assert file == key or file.startswith(f"{key}-")


def game(case: Case) -> str:
    """The key of a case's game."""
    return case.blocks[0].lines[0].text.split()[0]


def test_every_ruling_has_a_case() -> None:
    named = {int(n) for case in EVERY for n in re.findall(r"^ruling (\d+)b?:", case.title)}
    assert named >= RULINGS


def test_no_two_cases_have_one_title() -> None:
    assert len({case.title for case in EVERY}) == len(EVERY)


@pytest.mark.parametrize(
    "lines",
    [
        "expect\n  legal @1 lay P2 a2",
        "expect\n  not legal @1 lay P1 a2",
        "expect\n  count @1 4",
        "expect\n  asked @2",
        "expect\n  asked nobody",
        "expect\n  default @1 lay P1 a2",
        "expect\n  position maze a2 P1",
        "expect\n  position asked @2",
        "expect\n  told @1 Drew",
        "expect\n  view @1 role saboteur",
        "expect\n  view @2 hand P1",
        "expect\n  view @1 broken[@2] pick",
        "expect\n  view spectator goals has cell=i1 up=yes",
        "expect\n  outcome winners @1 scores 1 0 0",
        "moves\n  @1 lay P2 a2",
        "moves\n  @1 lay P1 a2 ! does-not-fit",
        "moves\n  @1 lay P2 a2 ! does-not-fit",
        "moves\n  @1 lay P1 a2\nexpect\n  told @2 Laid seat=@1 card=P2",
        "moves\n  @1 pass P1\nexpect\n  told @2 Discarded card=P1",
        "moves\n  @1 pass P1\nexpect\n  not told @1 Discarded card=P1",
    ],
)
def test_a_case_that_is_wrong_fails(lines: str) -> None:
    (case,) = read_cases("wrong.case", TABLE + lines + "\nexpect\n  asked @9")
    assert len(play_case(case)) == 2


def test_a_failure_names_its_line_and_what_is_there_instead() -> None:
    (case,) = read_cases("some.case", TABLE + "expect\n  count @1 4\n  asked @1")
    assert play_case(case) == ["some.case:9: count @1 4: 5 legal moves"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "some.case:1: no case"),
        ("hello", "some.case:1: 'hello' where case and a title"),
        ("case\nposition", "some.case:1: 'case' where case and a title"),
        ("  @1 pass P1", "some.case:1: an indented line"),
        ("case a\n  @1 pass P1", "some.case:2: an indented line"),
        ("case a\nmoves\n  @1 pass P1 ! game-over", "some.case:1: a case begins with"),
        (TABLE + "setup\n  saboteur 3 01\nexpect\n  asked @1", "some.case:2: a case begins with"),
        (TABLE + "moves\n  @1 pass P1", "some.case:2: nothing is expected"),
        (TABLE + "expectations\n  asked @1", "some.case:8: 'expectations' where"),
        (TABLE + "expect\n  hopes @1", "some.case:9: nothing can be expected with 'hopes'"),
        (TABLE + "expect\n  legal", "some.case:9: words are missing"),
        (TABLE + "expect\n  legal 1 pass P1", "some.case:9: no seat"),
        (TABLE + "expect\n  legal @1 jump", "some.case:9: cannot be read as a move"),
        (TABLE + "expect\n  view @1 hat blue", "some.case:9: a view has no 'hat'"),
        (TABLE + "expect\n  view @1 hand[@9] P1", "some.case:9: words are missing"),
        (TABLE + "moves\n  @1 jump\nexpect\n  asked @1", "some.case:9: cannot be read as a move"),
        ("case a\nposition\n  chess\nexpect\n  asked @1", "some.case:2: no such game"),
        ("case a\nposition\nexpect\n  asked @1", "some.case:2: no such game"),
        ("case a\nposition\n  saboteur\nexpect\n  asked @1", "some.case:2: 0 players"),
        ("case a\nsetup\n  saboteur\nexpect\n  asked @1", "some.case:2: a setup names"),
        ("case a\nsetup\n  saboteur 2 1\nexpect\n  asked @1", "some.case:2: 2 players"),
        ("case a\nsetup\n  saboteur 3 xyz\nexpect\n  asked @1", "some.case:2: no seed"),
        ("case a\nsetup\n  saboteur 3 1 hat=1\nexpect\n  asked @1", "some.case:2: hat="),
    ],
)
def test_a_case_that_cannot_be_read_is_refused_with_its_line(text: str, where: str) -> None:
    with pytest.raises(CaseError) as refused:
        list(map(play_case, read_cases("some.case", text)))
    assert str(refused.value).startswith(where)
