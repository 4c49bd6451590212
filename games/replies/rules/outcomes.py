"""What became of a line of a reply: facts, as they are stored. The sentences live elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LONGEST = 120
"""Characters of a line that are told back."""

DONE = frozenset({"made", "made-before", "kept", "away", "away-beyond", "stopped", "said", "shown"})
"""Outcomes by which something was done."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A line as it was typed, what became of it, and what it was about."""

    typed: str
    told: str
    about: str = ""

    @property
    def is_done(self) -> bool:
        """Tell whether something was done."""
        return self.told in DONE

    def stored(self) -> dict[str, str]:
        """Write it down as it is kept."""
        return {"typed": self.typed[:LONGEST], "told": self.told, "about": self.about[:LONGEST]}


def is_all_done(done: Sequence[Outcome]) -> bool:
    """Tell whether everything a reply asked for was done, so that a short answer says it all.

    Words below the last wish, such as a greeting, ask for nothing.
    """
    wishes = [each.told for each in done if each.told != "unread"]
    return bool(wishes) and DONE.issuperset(wishes) and "shown" not in wishes


def loaded(kept: Mapping[str, Any]) -> Outcome:
    """Read what `stored` wrote."""
    return Outcome(kept["typed"], kept["told"], kept["about"])
