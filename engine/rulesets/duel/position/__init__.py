"""A whole position as text for people: tests, bug reports, moderators, hand-made cases.

`format_position` writes every line of it; `parse_position` takes less and fills in the plainest
values, but refuses what contradicts itself or the box.
"""

from engine.rulesets.duel.position.read import parse_position
from engine.rulesets.duel.position.write import format_position

__all__ = ["format_position", "parse_position"]
