"""Which games there are, as far as can be told before one begins."""

from collections.abc import Mapping

from engine.api import Meta
from engine.registry import RULESETS


def offered() -> Mapping[str, Meta]:
    """Describe every game that can be opened, by its key."""
    return {key: rules.meta for key, rules in RULESETS.items()}
