"""Which two accounts may be one person's: five kinds of signs, and what speaks against it.

Evidence, never a verdict. Knows no rows: everything comes as plain values of the last 90 days.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from games.limits.rules import mailbox
from games.signals.rules.likeness import cosine, tail

SPAN = timedelta(days=90)
"""So far back it is looked."""
DEVICE_DAYS, NETWORK_DAYS, TOGETHER, MOVES = 3, 5, 3, 40
CROWD = 3
"""A network that more accounts use is a shared place: a club, an office, a carrier."""
CHANCE, ALIKE = 0.001, 0.9
BAD_DAY = 0.2
"""If more of the whole site's turns are missed on a day, it tells nothing."""
AT_ONCE, AN_HOUR = timedelta(minutes=2), timedelta(hours=1)

Pair = tuple[int, int]
"""Two accounts, the smaller number first."""
Seen = tuple[int, date, str]
"""An account, a day, and the digest of a device or a network."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What one account did in the span."""

    missed: tuple[datetime, ...] = ()
    moved: tuple[datetime, ...] = ()
    """When turns with a clock ended in time."""
    moves: tuple[datetime, ...] = ()
    devices: Mapping[date, frozenset[str]] = field(default_factory=dict)
    networks: Mapping[date, frozenset[str]] = field(default_factory=dict)
    games: frozenset[int] = frozenset()


def same_mailbox(addresses: Mapping[int, str]) -> set[Pair]:
    """M1: find accounts whose addresses lead to one mailbox."""
    by_mailbox: dict[str, list[int]] = {}
    for account, address in addresses.items():
        by_mailbox.setdefault(mailbox(address), []).append(account)
    return {pair for accounts in by_mailbox.values() for pair in _pairs(accounts)}


def same_device(seen: Iterable[Seen]) -> dict[Pair, int]:
    """M2: find who used one device on the same days, and on how many."""
    days = _together(seen, crowd=None)
    return {pair: count for pair, count in days.items() if count >= DEVICE_DAYS}


def same_network(seen: Iterable[Seen]) -> dict[Pair, int]:
    """M3: the same of a network that hardly anybody uses."""
    days = _together(seen, crowd=CROWD)
    return {pair: count for pair, count in days.items() if count >= NETWORK_DAYS}


def bad_days(turns: Mapping[date, tuple[int, int]]) -> frozenset[date]:
    """Name the days that tell nothing, by how many turns of the site ended and were missed."""
    return frozenset(day for day, (all_, missed) in turns.items() if missed > BAD_DAY * all_)


def missed_together(one: Turns, other: Turns, out: Collection[date]) -> dict[str, float] | None:
    """M4: say how two missed on the same days, if chance hardly explains it."""
    asked = (_days(one.missed + one.moved) & _days(other.missed + other.moved)) - set(out)
    first, second = _days(one.missed) & asked, _days(other.missed) & asked
    both = len(first & second)
    if both < TOGETHER:
        return None
    chance = tail(len(asked), len(first), len(second), both)
    found = {"days": len(asked), "one": len(first), "other": len(second), "both": both}
    return {**found, "chance": chance} if chance <= CHANCE else None


def same_hours(one: Turns, other: Turns) -> float | None:
    """M5: say how alike the hours of the week are at which two move."""
    if min(len(one.moves), len(other.moves)) < MOVES:
        return None
    found = cosine(_week(one), _week(other))
    return round(found, 2) if found >= ALIKE else None


def raised(kinds: Collection[str]) -> bool:
    """Tell whether signs are a signal: two of them, one of the first three; hours only support."""
    return len(set(kinds) - {"M5"}) >= 2 and not {"M1", "M2", "M3"}.isdisjoint(kinds)


def against(one: Turns, other: Turns) -> dict[str, int]:
    """Count what speaks against it."""
    return {
        "apart": sum(_apart(at, one, other) for at in one.moves if _near(at, other.moves, AT_ONCE)),
        "alone": sum(_near(at, other.moved, AN_HOUR) for at in one.missed)
        + sum(_near(at, one.moved, AN_HOUR) for at in other.missed),
        "games_of_one": len(one.games - other.games),
        "games_of_other": len(other.games - one.games),
    }


def doubled(
    before: Mapping[str, Mapping[str, float]], now: Mapping[str, Mapping[str, float]]
) -> bool:
    """Tell whether a number of a signal is twice what it was, or a sign is new."""
    return any(
        kind not in before or any(n >= 2 * before[kind].get(at, 0) for at, n in _counts(said))
        for kind, said in now.items()
        if kind != "M5"
    )


def _counts(said: Mapping[str, float]) -> list[tuple[str, float]]:
    return [(at, said[at]) for at in ("days_together", "both") if at in said]


def _together(seen: Iterable[Seen], *, crowd: int | None) -> Counter[Pair]:
    """Count the days on which two used the same thing, the one that they shared most."""
    days: dict[str, dict[date, set[int]]] = {}
    for account, day, what in seen:
        days.setdefault(what, {}).setdefault(day, set()).add(account)
    most: Counter[Pair] = Counter()
    for by_day in days.values():
        if crowd is not None and len(set().union(*by_day.values())) > crowd:
            continue
        here: Counter[Pair] = Counter(pair for who in by_day.values() for pair in _pairs(who))
        most |= here
    return most


def _pairs(accounts: Iterable[int]) -> list[Pair]:
    listed = sorted(set(accounts))
    return [(one, other) for at, one in enumerate(listed) for other in listed[at + 1 :]]


def _days(moments: Iterable[datetime]) -> set[date]:
    return {at.date() for at in moments}


def _week(turns: Turns) -> Counter[int]:
    return Counter(at.weekday() * 24 + at.hour for at in turns.moves)


def _near(at: datetime, others: Iterable[datetime], span: timedelta) -> bool:
    return any(abs(at - other) <= span for other in others)


def _apart(at: datetime, one: Turns, other: Turns) -> bool:
    """Whether on that day both are known, and by different devices and networks."""
    day = at.date()
    return all(
        mine.get(day) and others.get(day) and mine[day].isdisjoint(others[day])
        for mine, others in ((one.devices, other.devices), (one.networks, other.networks))
    )
