"""What a table may choose, and the name under which the rest is refused (time.md, 3)."""

from typing import Any

import pytest

from games.clocks.rules import settings
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.settings import PRESETS

FIXED = {"style": "fixed", "hours": 24}
HOUR = {"style": "hour", "at": "20:00"}
BANK = {"style": "bank", "initial": 72, "increment": 12, "cap": 120}
EDGES: list[dict[str, Any]] = [
    {"clock": {"style": "fixed", "hours": 1}},
    {"clock": {"style": "fixed", "hours": 336}},
    {"clock": {"style": "bank", "initial": 720, "increment": 168, "cap": 1440}},
    {"clock": {"style": "bank", "initial": 1, "increment": 1, "cap": 1}},
    {"clock": HOUR | {"notice": 72, "days": ["mon"]}, "days_off": ["sat", "sun"]},
    {"clock": {"style": "none"}},
    {"days_off": ["mon", "tue", "wed"], "vacation_days": 60, "resume_floor": 72},
    {"least_waking": 12, "reminders": [10, 20, 30, 95], "misses": 5, "policy": "bot"},
    {"table_quiet": "21:00-07:00", "personal_quiet": False, "pace": "unhurried"},
]
BEYOND: list[tuple[dict[str, Any], str, Reason]] = [
    ({"clock": FIXED | {"hours": 0}}, "hours", Reason.OUT_OF_BOUNDS),
    ({"clock": FIXED | {"hours": 337}}, "hours", Reason.OUT_OF_BOUNDS),
    ({"clock": FIXED | {"hours": True}}, "hours", Reason.OUT_OF_BOUNDS),
    ({"clock": BANK | {"cap": 71}}, "cap", Reason.OUT_OF_BOUNDS),
    ({"clock": BANK | {"cap": None}}, "cap", Reason.OUT_OF_BOUNDS),
    ({"clock": BANK | {"increment": 0}}, "increment", Reason.OUT_OF_BOUNDS),
    ({"clock": HOUR | {"notice": 73}}, "notice", Reason.OUT_OF_BOUNDS),
    ({"clock": HOUR | {"days": []}}, "days", Reason.OUT_OF_BOUNDS),
    ({"clock": HOUR | {"days": ["sat"]}, "days_off": ["sat"]}, "days", Reason.ALL_DAYS_OFF),
    ({"clock": {"style": "sand"}}, "style", Reason.OUT_OF_BOUNDS),
    ({"days_off": ["mon", "tue", "wed", "thu"]}, "days_off", Reason.OUT_OF_BOUNDS),
    ({"days_off": ["moonday"]}, "days_off", Reason.OUT_OF_BOUNDS),
    ({"vacation_days": 61}, "vacation_days", Reason.OUT_OF_BOUNDS),
    ({"resume_floor": 73}, "resume_floor", Reason.OUT_OF_BOUNDS),
    ({"least_waking": 13}, "least_waking", Reason.OUT_OF_BOUNDS),
    ({"reminders": [9]}, "reminders", Reason.OUT_OF_BOUNDS),
    ({"reminders": [50, 50]}, "reminders", Reason.OUT_OF_BOUNDS),
    ({"reminders": [10, 20, 30, 40, 50]}, "reminders", Reason.OUT_OF_BOUNDS),
    ({"misses": 6}, "misses", Reason.OUT_OF_BOUNDS),
    ({"policy": "shoot"}, "policy", Reason.OUT_OF_BOUNDS),
    ({"personal_quiet": "no"}, "personal_quiet", Reason.OUT_OF_BOUNDS),
    ({"colour": "red"}, "colour", Reason.OUT_OF_BOUNDS),
    ({"zone": "Mars/Olympus"}, "", Reason.UNKNOWN_ZONE),
    ({"table_quiet": "20:00-07:00"}, "", Reason.TOO_LONG),
]


@pytest.mark.parametrize("form", EDGES)
def test_the_edge_of_a_bound_is_inside_and_reads_back(form: dict[str, Any]) -> None:
    chosen = settings.load(form)
    assert settings.load(settings.dump(chosen)) == chosen


@pytest.mark.parametrize(("form", "field", "reason"), BEYOND)
def test_what_is_beyond_a_bound_is_refused_by_name(
    form: dict[str, Any], field: str, reason: Reason
) -> None:
    with pytest.raises(Refused) as refusal:
        settings.load(form)
    assert (refusal.value.field, refusal.value.reason) == (field, reason)


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_is_within_its_own_bounds(name: str) -> None:
    offered = settings.preset(name, "Europe/Berlin")
    assert settings.load(settings.dump(offered)) == offered
    assert offered.zone == "Europe/Berlin"


def test_no_clock_is_for_one_person_alone() -> None:
    alone = settings.load({"clock": {"style": "none"}})
    assert settings.fit_for(alone, people=1) == alone
    with pytest.raises(Refused) as refusal:
        settings.fit_for(alone, people=2)
    assert refusal.value.reason == Reason.NOT_ALONE
