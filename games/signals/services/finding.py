"""Once a day: which two accounts may be one person's. It starts nothing, changes nothing else."""

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction

from games.errors import TooMany
from games.limits.rules import Limit
from games.limits.services import use
from games.models import Signal, new_key
from games.signals.rules import SILENT, accounts
from games.signals.rules.accounts import SPAN, Pair
from games.signals.selectors import inputs

DAILY = Limit("looking for signals", 1, timedelta(hours=23, minutes=30))
"""The beat asks every hour: so it is once a day, whatever was restarted."""

State = Signal.State
Found = dict[str, dict[str, float]]


def sweep(*, now: datetime) -> int:
    """Look for signals, unless that was done today; count them."""
    try:
        with transaction.atomic(durable=True):
            use((DAILY, "site"), now=now)
    except TooMany:
        return 0
    return find(now=now)


def find(*, now: datetime) -> int:
    """Work out all signals anew; count them."""
    since = now - SPAN
    signs = _signs(now)
    pairs = inputs.strangers(signs)
    people = inputs.turns({each for pair in pairs for each in pair}, since)
    out = inputs.days_out(since) | accounts.bad_days(inputs.turns_by_day(since))
    count = 0
    for one, other in sorted(pairs):
        found, mine, others = signs[one, other], people[one], people[other]
        if missed := accounts.missed_together(mine, others, out):
            found["M4"] = missed
        if alike := accounts.same_hours(mine, others):
            found["M5"] = {"alike": alike}
        if accounts.raised(found):
            _keep((one, other), found, accounts.against(mine, others), now)
            count += 1
    return count


def _signs(now: datetime) -> dict[Pair, Found]:
    """Find whom one of the first three signs joins: without one of them there is no signal."""
    devices, networks = inputs.seen((now - SPAN).date())
    signs: dict[Pair, Found] = {}
    for pair in accounts.same_mailbox(inputs.addresses()):
        signs.setdefault(pair, {})["M1"] = {}
    for kind, days in (
        ("M2", accounts.same_device(devices)),
        ("M3", accounts.same_network(networks)),
    ):
        for pair, count in days.items():
            signs.setdefault(pair, {})[kind] = {"days_together": count}
    return signs


def _keep(pair: Pair, found: Found, against: dict[str, int], now: datetime) -> None:
    one, other = pair
    fresh: dict[str, Any] = {
        "numbers": found,
        "against": against,
        "digest": _digest(pair, found, against),
        "since": (now - SPAN).date(),
        "at": now,
    }
    with transaction.atomic(durable=True):
        row = Signal.objects.select_for_update().filter(one=one, other=other).first()
        if row is None:
            Signal.objects.create(key=new_key(), one_id=one, other_id=other, found_at=now, **fresh)
        elif not _is_silent(row, found, now):
            if row.state == State.DISMISSED:
                fresh |= {"state": State.NEW, "dismissed_at": None}
            Signal.objects.filter(pk=row.pk).update(**fresh)


def _is_silent(row: Signal, found: Found, now: datetime) -> bool:
    """Whether it lies in a case, or moderators have dismissed it lately, as it is still."""
    if row.state == State.CASE:
        return True
    if row.dismissed_at is None or now >= row.dismissed_at + SILENT:
        return False
    return not accounts.doubled(row.numbers, found)


def _digest(pair: Pair, found: Found, against: dict[str, int]) -> str:
    said = json.dumps([pair, found, against], sort_keys=True)
    return sha256(said.encode()).hexdigest()
