"""What moderators make of a signal: it was seen, lies in a case, or is dismissed."""

from datetime import datetime

from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Case, Player, Signal

State = Signal.State
OPEN = (State.NEW, State.SEEN)


def see(signal: Signal, *, by: Player, role: str, now: datetime) -> None:
    """Note that a moderator has seen a new signal; twice is once."""
    with because(Cause.ACT):
        row = Signal.objects.select_for_update().get(pk=signal.pk)
        if row.state == State.NEW:
            row.state = State.SEEN
            row.save(update_fields=("state",))
            write(
                "see-signals", now=now, by=By(by, role, "n"), target=Target("signal", row.pk),
                arguments={"target": row.key},
            )  # fmt: skip


def lay(signal: Signal, case: Case, *, by: Player, role: str, now: datetime) -> None:
    """Lay a signal into a case that is open, as it is found now; twice is once."""
    with because(Cause.ACT):
        row = Signal.objects.select_for_update().get(pk=signal.pk)
        held = Case.objects.select_for_update(no_key=True).get(pk=case.pk)
        if row.state in OPEN and held.decided_at is None:
            row.state, row.case = State.CASE, held
            row.save(update_fields=("state", "case"))
            write(
                "see-signals", now=now, by=By(by, role, "n"), target=Target("signal", row.pk),
                arguments={"target": row.key, "case": held.reference}, case=held.pk,
            )  # fmt: skip


def dismiss(signal: Signal, *, now: datetime) -> None:
    """Let a signal be silent for half a year, unless a number doubles; the caller holds it."""
    signal.state, signal.dismissed_at = State.DISMISSED, now
    signal.save(update_fields=("state", "dismissed_at"))
