"""Every worked example of leagues, as it was written: what is given, and what must come out."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.games.leagues.kinds import draws, ladder, scoring

EXAMPLES = yaml.safe_load(Path(__file__).with_name("league-examples.yaml").read_text("utf-8"))
KINDS = draws.KINDS | scoring.KINDS | ladder.KINDS


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_an_example_comes_out_as_it_is_written(example: dict[str, Any]):
    KINDS[example["kind"]](example["given"], example["then"])
