"""How a league turns results into points: chosen with its rules, frozen with its season."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar, cast

from games.leagues.rules import expectation
from games.leagues.rules.expectation import Cell, Expectation
from games.leagues.rules.numbers import read, text
from games.leagues.rules.refusals import Reason, Refused

Form = Mapping[str, object]
T = TypeVar("T", bound=StrEnum)


class By(StrEnum):
    """What a line's points are made of (leagues.md, 5)."""

    GOLD = "gold"
    RANK = "rank"
    PLACES = "places"
    WINS = "wins"
    RELATIVE = "relative"
    DUPLICATE = "duplicate"


class Substituted(StrEnum):
    """What a seat comes to that a substitute finished, the absence being announced or excused."""

    COUNTS = "counts"
    FORFEIT = "forfeit"
    BYE = "bye"


USUAL_BYES: Mapping[By, tuple[Fraction | None, Fraction | None]] = {
    By.GOLD: (None, None),
    By.RANK: (Fraction(60), Fraction(50)),
    By.PLACES: (None, None),
    By.WINS: (Fraction(1), Fraction(1, 2)),
    By.RELATIVE: (Fraction(0), Fraction(0)),
    By.DUPLICATE: (Fraction(60), Fraction(50)),
}
"""Points of a forced and of a requested bye; none: by gold the mean of the round, else unsaid."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """All that points follow from besides the results."""

    by: By = By.GOLD
    forced: Fraction | None = None
    requested: Fraction | None = None
    places: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)  # by table size
    expected: Mapping[Cell, Fraction] = field(default_factory=dict)
    rests: Mapping[Cell, Expectation] = field(default_factory=dict)
    """What that comes from, for who reads the rules; nothing where it was simply said."""
    unequal: bool = False  # gold at tables of unequal sizes is what the league wants
    substituted: Substituted = Substituted.COUNTS


def usual(by: By) -> Scoring:
    """The scoring of this kind with the usual byes."""
    forced, requested = USUAL_BYES[by]
    return Scoring(by, forced, requested)


FROZEN = {"expected", "rests"}
"""What is worked out when a season is announced."""
FIELDS = {"kind", "forced", "requested", "places", "unequal", "substituted"} | FROZEN


def load(form: Form) -> Scoring:
    """Read a scoring; refused by the name of the field that says nothing."""
    if unknown := set(form) - FIELDS:
        raise Refused(Reason.UNKNOWN, min(unknown))
    by = _one_of(By, form, "kind")
    forced, requested = USUAL_BYES[by]
    unequal = form.get("unequal", False)
    if not isinstance(unequal, bool):
        raise Refused(Reason.UNKNOWN, "unequal")
    return Scoring(
        by,
        _points(form, "forced", forced),
        _points(form, "requested", requested),
        {_size(size): _list(each, f"places/{size}") for size, each in _pairs(form, "places")},
        {
            expectation.read_cell(cell): read(each, f"expected/{cell}")
            for cell, each in _pairs(form, "expected")
        },
        {
            expectation.read_cell(cell): _rests(each, f"rests/{cell}")
            for cell, each in _pairs(form, "rests")
        },
        unequal,
        _one_of(Substituted, form, "substituted", Substituted.COUNTS),
    )


def dump(scoring: Scoring) -> dict[str, object]:
    """A scoring as JSON, exactly; `load` reads it back."""
    return {
        "kind": scoring.by.value,
        "forced": None if scoring.forced is None else text(scoring.forced),
        "requested": None if scoring.requested is None else text(scoring.requested),
        "places": {
            str(size): [text(each) for each in places]
            for size, places in sorted(scoring.places.items())
        },
        "expected": {
            str(cell): text(expected) for cell, expected in sorted(scoring.expected.items())
        },
        "rests": {
            str(cell): [each.observed, each.gold, text(each.prior), text(each.expected)]
            for cell, each in sorted(scoring.rests.items())
        },
        "unequal": scoring.unequal,
        "substituted": scoring.substituted.value,
    }


def _points(form: Form, name: str, usual: Fraction | None) -> Fraction | None:
    value = form.get(name)
    return usual if value is None else read(value, name)


def _rests(value: object, name: str) -> Expectation:
    match value:
        case [int(observed), int(gold), prior, expected]:
            return Expectation(observed, gold, read(prior, name), read(expected, name))
    raise Refused(Reason.UNKNOWN, name)


def expecting(scoring: Scoring, told: Mapping[Cell, Expectation]) -> Scoring:
    """The same scoring, by what each role is expected to earn."""
    return replace(
        scoring, expected={cell: each.expected for cell, each in told.items()}, rests=told
    )


def _size(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Refused(Reason.UNKNOWN, f"places/{text}")
    return int(text)


def _list(value: object, name: str) -> tuple[Fraction, ...]:
    if not isinstance(value, list):
        raise Refused(Reason.UNKNOWN, name)
    return tuple(read(each, name) for each in value)


def _pairs(form: Form, name: str) -> list[tuple[str, object]]:
    value = form.get(name, {})
    if not isinstance(value, dict):
        raise Refused(Reason.UNKNOWN, name)
    return list(cast("dict[str, object]", value).items())


def _one_of(kind: type[T], form: Form, name: str, usual: T | None = None) -> T:
    value = form.get(name, usual)
    if value not in list(kind):
        raise Refused(Reason.UNKNOWN, name)
    return kind(cast("str", value))
