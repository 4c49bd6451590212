"""Worked examples of bounds, promotions, cards, ratings."""

from collections.abc import Callable
from typing import Any

Given = dict[str, Any]

KINDS: dict[str, Callable[[Given, Given], None]] = {}
