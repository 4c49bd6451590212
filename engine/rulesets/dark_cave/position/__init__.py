"""A whole position as text for people: tests, bug reports, moderators, hand-made cases.

`docs/positions.md` describes the text. `format_position` writes every line of it; `parse_position`
takes less and fills in the plainest values, but refuses what contradicts itself or the box.
"""

from engine.rulesets.dark_cave.position.read import parse_position
from engine.rulesets.dark_cave.position.write import format_position

__all__ = ["format_position", "parse_position"]
