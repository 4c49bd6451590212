"""Every worked example of time is played as it stands; one of a kind unknown here fails."""

from typing import Any

import pytest

from tests.games.clocks.examples import EXAMPLES, kind_of, run_events, run_order

RUNNERS = {"events": run_events, "order": run_order}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_the_worked_example_comes_true(example: dict[str, Any]) -> None:
    RUNNERS[kind_of(example)](example)


def test_an_example_of_an_unknown_kind_fails() -> None:
    with pytest.raises(KeyError):
        RUNNERS[kind_of({"name": "x", "why": "y", "dance": [], "expect": {}})]({})


def test_an_event_of_an_unknown_kind_fails() -> None:
    start = {**EXAMPLES[0], "events": [{"at": "2026-03-02T10:00Z", "do": "dance", "expect": {}}]}
    with pytest.raises(AttributeError):
        run_events(start)


def test_an_expectation_of_an_unknown_kind_fails() -> None:
    event = {**EXAMPLES[0]["events"][0], "expect": {"mood": "good"}}
    with pytest.raises(AttributeError):
        run_events({**EXAMPLES[0], "events": [event]})
