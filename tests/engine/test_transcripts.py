"""Recorded games go again as they went, and every way a round can end is among them."""

from engine.registry import RULESETS
from tests.engine.contract.games import every_ruleset
from tests.engine.contract.known import KNOWN
from tests.engine.transcripts.record import FOLDER, played, read, write


@every_ruleset
def test_a_recorded_game_goes_again_as_it_went(key: str) -> None:
    texts = {path.stem: path.read_text() for path in sorted(FOLDER.glob(f"{key}/*.txt"))}
    assert texts
    assert {read(text).key for text in texts.values()} == {key}
    for name, text in texts.items():
        assert write(read(text)) == text, name


@every_ruleset
def test_every_way_a_round_can_end_is_recorded(key: str) -> None:
    ends: set[str] = set()
    for path in FOLDER.glob(f"{key}/*.txt"):
        for _, step in played(read(path.read_text())):
            ends |= KNOWN[key].endings(step.events)
    assert ends == KNOWN[key].ENDINGS


@every_ruleset
def test_every_choice_of_an_option_is_recorded(key: str) -> None:
    records = [read(path.read_text()) for path in FOLDER.glob(f"{key}/*.txt")]
    chosen = {(name, value) for record in records for name, value in record.options.items()}
    options = RULESETS[key].meta.options
    assert chosen == {(name, value) for name, values in options.items() for value in values}
