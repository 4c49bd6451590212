"""Commands that act are acts: who gives them, and why, stands in the log."""

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser


def add_actor_and_reason(parser: CommandParser) -> None:
    """Ask who acts and why."""
    parser.add_argument("--by", required=True, help="your name, for the log")
    parser.add_argument("--reason", required=True, help="why, for the log; 10 letters or more")


def actor_and_reason(said: Mapping[str, Any]) -> tuple[str, str]:
    """Read who acts and why; raises CommandError."""
    by, reason = said["by"].strip(), said["reason"].strip()
    if not by or not 10 <= len(reason) <= 500:
        raise CommandError("Say who you are, and why, in 10 to 500 letters.")
    return by, reason
