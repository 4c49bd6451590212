"""What was hidden is kept for its case for a while, and then its words are gone."""

from datetime import datetime

from games.models import Remark, Sanction
from games.sanctions.rules import HIDDEN_IS_KEPT, Kind


def sweep(*, now: datetime) -> int:
    """Empty every remark that has been hidden for long; count them."""
    old = Sanction.objects.filter(
        kind=Kind.HIDE_TALK, ended_at=None, begun_at__lt=now - HIDDEN_IS_KEPT
    )
    return Remark.objects.filter(pk__in=old.values("remark")).exclude(text="").update(text="")
