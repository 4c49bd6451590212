"""What is sampled is the same in every process, and everything with --deep."""

import pytest

from tests import sampling
from tests.sampling import repeats, sample

ROWS = list(range(100))


@pytest.fixture
def shallow(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> pytest.Config:
    monkeypatch.setattr(pytestconfig.option, "deep", False)
    return pytestconfig


def test_a_sample_is_a_part_in_the_order_of_the_rows(shallow: pytest.Config) -> None:
    chosen = sample(shallow, ROWS, 10)
    assert len(chosen) == 10
    assert chosen == sorted({*chosen})
    assert chosen == sample(shallow, ROWS, 10)


def test_each_commit_samples_other_rows(
    shallow: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = []
    for commit in ("one", "another"):
        monkeypatch.setattr(sampling, "commit", lambda commit=commit: commit)
        samples.append(sample(shallow, ROWS, 10))
    assert samples[0] != samples[1]


def test_at_least_one_row_is_chosen(shallow: pytest.Config) -> None:
    assert len(sample(shallow, ROWS[:3], 10)) == 1
    assert [repeats(shallow, number, 10) for number in (3, 100)] == [1, 10]


def test_deep_runs_every_row(shallow: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shallow.option, "deep", True)
    assert sample(shallow, ROWS, 10) == ROWS
    assert repeats(shallow, 100, 10) == 100
