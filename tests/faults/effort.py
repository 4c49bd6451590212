"""How often each fault is brought about."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """What a run of the battery spends."""

    web_kills: int
    moves_a_kill: int
    work_kills: int
    cut_connections: int
    restarts: int
    broker: int
    """So often each fault of the broker."""
    letters: int
    """Under each fault of the mail server."""
    mail_kills: int
    races: int
    scans: int
    backlog: int
    """Moves made while the mail server is away."""
    mails: int
    """That come in while who takes them and who acts on them is killed."""
    silence: float
    """Seconds that a server stays away."""


SUITE = Effort(25, 4, 5, 4, 2, 1, 12, 3, 3, 1, 24, 5, 0.5)
FULL = Effort(200, 30, 60, 30, 4, 1, 300, 40, 500, 3, 2_000, 60, 10)
DEEP = Effort(3_000, 30, 1_000, 1_000, 50, 20, 10_000, 1_000, 10_000, 20, 10_000, 1_000, 10)

EFFORT = {"": SUITE, "full": FULL, "deep": DEEP}[os.environ.get("FAULTS", "")]

ALONE = EFFORT is not SUITE
"""Whether the machine is ours, so that clocks on the wall mean something."""
