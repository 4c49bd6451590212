"""What signals are worked out of: stored rows of the last 90 days. Reads only."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, timedelta

from django.db.models import Count, F, Q
from django.db.models.functions import TruncDate

from games.models import Household, Kept, Move, Outage, Player, Seat, Trace
from games.signals.rules.accounts import Pair, Seen, Turns


def addresses() -> dict[int, str]:
    """List every account's address."""
    rows = Player.objects.filter(email__isnull=False).values_list("pk", "email").iterator()
    return {pk: email for pk, email in rows if email}


def seen(since: date) -> tuple[list[Seen], list[Seen]]:
    """List who used which device and which network on which day."""
    rows = list(
        Trace.objects.filter(day__gte=since).values_list("player", "day", "device", "network")
    )
    devices = [(player, day, device) for player, day, device, _network in rows]
    return devices, [(player, day, network) for player, day, _device, network in rows]


def turns_by_day(since: datetime) -> dict[date, tuple[int, int]]:
    """Count the turns of the whole site that ended on each day, and those that were missed."""
    rows = Kept.objects.filter(at__gte=since).annotate(day=TruncDate("at")).values("day")
    counted = rows.annotate(all=Count("pk"), missed=Count("pk", filter=Q(reply=None)))
    return {row["day"]: (row["all"], row["missed"]) for row in counted}


def days_out(since: datetime) -> set[date]:
    """Name the days with a hold or an outage."""
    spans = Outage.objects.filter(ended_at__gte=since).values_list("begun_at", "ended_at")
    return {
        begun.date() + timedelta(days=at)
        for begun, ended in spans
        for at in range((ended.date() - begun.date()).days + 1)
    }


def strangers(pairs: Collection[Pair]) -> set[Pair]:
    """Leave out who declared a household, and who never sat at one table."""
    people = {each for pair in pairs for each in pair}
    rows = Household.objects.filter(by__in=people, whom__in=people).values_list("by", "whom")
    together = {frozenset(pair) for pair in rows}
    games = _games(people)
    return {
        (one, other)
        for one, other in pairs
        if frozenset((one, other)) not in together and games[one] & games[other]
    }


def turns(people: Collection[int], since: datetime) -> Mapping[int, Turns]:
    """Tell what some accounts did, when and where from."""
    missed, moved = Counter[tuple[int, datetime]](), Counter[tuple[int, datetime]]()
    kept = Kept.objects.filter(player__in=people, at__gte=since)
    for player, at, reply in kept.values_list("player", "at", "reply"):
        (missed if reply is None else moved)[player, at] += 1
    moves = Move.objects.filter(
        by=Move.By.PLAYER,
        made_at__gte=since,
        game__places__player__in=people,
        seat=F("game__places__number"),
    ).values_list("game__places__player", "made_at")
    made = list(moves)
    traces = Trace.objects.filter(player__in=people, day__gte=since.date())
    rows = list(traces.values_list("player", "day", "device", "network"))
    games = _games(people)
    return {
        each: Turns(
            missed=_of(each, missed),
            moved=_of(each, moved),
            moves=tuple(sorted(at for player, at in made if player == each)),
            devices=_days((day, device) for player, day, device, _net in rows if player == each),
            networks=_days((day, net) for player, day, _device, net in rows if player == each),
            games=games[each],
        )
        for each in people
    }


def _of(player: int, counted: Counter[tuple[int, datetime]]) -> tuple[datetime, ...]:
    return tuple(sorted(at for who, at in counted.elements() if who == player))


def _days(seen: Iterable[tuple[date, str]]) -> dict[date, frozenset[str]]:
    found: dict[date, set[str]] = {}
    for day, what in seen:
        found.setdefault(day, set()).add(what)
    return {day: frozenset(what) for day, what in found.items()}


def _games(people: Collection[int]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {each: set() for each in people}
    begun = Seat.objects.filter(player__in=people, game__started_at__isnull=False)
    for player, game in begun.values_list("player", "game"):
        if player is not None:
            found[player].add(game)
    return {each: frozenset(games) for each, games in found.items()}
