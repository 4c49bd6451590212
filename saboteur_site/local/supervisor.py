"""Keeps children running: restarts what ends by itself, later and later, and says so."""

from collections.abc import Sequence
from dataclasses import dataclass

from saboteur_site.local.children import Child
from saboteur_site.local.report import say

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
CALM_AFTER = 60.0  # who has run this long gets a short pause again


@dataclass
class _Ward:
    child: Child
    started: float
    pause: float = FIRST_PAUSE / 2
    due: float | None = None


class Supervisor:
    """Looks after started children; time is passed in, so that it has no clock of its own."""

    def __init__(self, children: Sequence[Child], *, now: float) -> None:
        self._wards = [_Ward(child, started=now) for child in children]

    def add(self, child: Child, *, now: float) -> None:
        """Look after one more child, which has just started."""
        self._wards.append(_Ward(child, started=now))

    def look(self, *, now: float) -> None:
        """Notice who has ended, and restart whose pause is over."""
        for ward in self._wards:
            if ward.due is None and not ward.child.runs():
                self._notice(ward, now)
            elif ward.due is not None and now >= ward.due:
                ward.child.start()
                ward.started, ward.due = now, None
                say(f"{ward.child.name} runs again")

    def _notice(self, ward: _Ward, now: float) -> None:
        child = ward.child
        child.sweep()  # an orphaned worker would keep the port or the data of its successor
        ward.pause = (
            FIRST_PAUSE if now - ward.started > CALM_AFTER else min(2 * ward.pause, LONGEST_PAUSE)
        )
        ward.due = now + ward.pause
        code = child.process and child.process.returncode
        say(
            f"{child.name} ended ({code}), see {child.log}; starting it again in {ward.pause:.0f} s"
        )
