"""A test that loops over rows runs on all of them, and names every one that fails."""

import pytest

from tests.rows import each_row


def test_every_row_that_fails_is_named_and_those_after_it_are_tried() -> None:
    tried = []

    @each_row("one, other", [(1, 1), (1, 2), (3, 3), (3, 4)])
    def test(one: int, other: int) -> None:
        tried.append(one)
        assert one == other

    with pytest.raises(ExceptionGroup) as failed:
        test()
    assert tried == [1, 1, 3, 3]
    assert [error.__notes__ for error in failed.value.exceptions] == [["row: 1, 2"], ["row: 3, 4"]]


def test_a_row_for_which_the_test_gives_up_is_named() -> None:
    @each_row("row", ["a", "b"])
    def test(row: str) -> None:
        pytest.fail(f"gave up at {row}")

    with pytest.raises(pytest.fail.Exception) as failed:
        test()
    assert failed.value.__notes__ == ["row: a"]


@each_row("row", ["a", "b"])
def test_fixtures_are_asked_for_as_usual(row: str, request: pytest.FixtureRequest) -> None:
    assert row in "ab"
    assert request.node.name == "test_fixtures_are_asked_for_as_usual"


def test_a_row_must_fit_the_names() -> None:
    @each_row("one, other", [(1, 2, 3)])
    def test(one: int, other: int) -> None:
        raise AssertionError

    with pytest.raises(ValueError, match="zip"):
        test()


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot fail"):
        each_row("row", [])
