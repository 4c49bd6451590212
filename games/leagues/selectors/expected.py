"""What roles are expected to earn by what bots earned there, before any season is frozen."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.leagues.priors import kept
from games.leagues.rules import expectation, scoring
from games.leagues.rules.expectation import Cell
from games.leagues.rules.scoring import By, Scoring
from games.selectors import offered


def priors(ruleset: str, options: Mapping[str, str], low: int, high: int) -> dict[Cell, Fraction]:
    """Say what each role earned at tables of these sizes, as far as that was played."""
    meta = offered().get(ruleset)
    if meta is None:
        return {}
    chosen = full(meta.options, options)
    return {
        cell: prior
        for size in range(low, high + 1)
        for cell, prior in kept.priors(ruleset, meta.version, chosen, size).items()
    }


def full(offers: Mapping[str, tuple[str, ...]], chosen: Mapping[str, str]) -> dict[str, str]:
    """Name each option with its value: the usual one where nothing is chosen."""
    return {name: chosen.get(name, values[0]) for name, values in offers.items()}


def by_priors(form: Mapping[str, Any]) -> Mapping[str, Any]:
    """Complete rules that are relative to roles by what is known of these.

    What is wrong with other rules is for who reads them to say.
    """
    match form:
        case {"scoring": {"kind": By.RELATIVE.value} as said, "low": int(low), "high": int(high)}:
            options = form.get("options", {})
            known = priors(str(form.get("ruleset", "")), options, low, min(high, low + 12))
            told = expectation.freeze({}, known)
            dumped = scoring.dump(scoring.expecting(Scoring(By.RELATIVE), told))
            worked_out = {name: dumped[name] for name in scoring.FROZEN}
            return {**form, "scoring": {**said, **worked_out}}
    return form
