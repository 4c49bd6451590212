"""Games that are broken on our side: tries are counted, time stands still, one try at a time.

What went wrong is known by its class and its place in the program alone: an error's own words may
hold what lies on the table.
"""

import logging
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from traceback import extract_tb
from typing import Any

from django.conf import settings

from engine.api import Seat as EngineSeat
from engine.api import Strength
from engine.bots.course import told
from engine.registry import ruleset
from games.clocks.rules import giving
from games.clocks.rules.standstills import REPAIR
from games.clocks.rules.stretches import Stretch
from games.clocks.rules.table import Table
from games.clocks.services import keeping
from games.models import Attempt, Fault, Game, Repair
from games.selectors import courses
from games.services import entries, locks

logger = logging.getLogger(__name__)

MINUTE = timedelta(minutes=1)
DIED = "its workers died of it"


def begins(game: Game, *, now: datetime) -> bool:
    """Count a try before it begins; False if too many came to no end. The caller holds the game.

    What another began lately may still be at it: it is not counted again.
    """
    attempt, new = Attempt.objects.get_or_create(game=game, defaults={"at": now})
    if not new and attempt.at <= now - attempt.tries * MINUTE:
        attempt.tries, attempt.at = attempt.tries + 1, now
        attempt.save(update_fields=("tries", "at"))
    return attempt.tries <= Game.SET_ASIDE


def ended(game: Game) -> None:
    """Forget that a try had begun: it came to an end."""
    Attempt.objects.filter(game=game).delete()


def fingerprint(error: BaseException) -> tuple[str, str]:
    """Name an error by its class, and where in our own program it came from."""
    frames = [each for each in extract_tb(error.__traceback__) if _is_ours(each.filename)]
    where = frames[-1] if frames else None
    name = Path(where.filename).relative_to(settings.BASE_DIR) if where else Path("?")
    return type(error).__name__, f"{name}:{where.name}:{where.lineno}" if where else "?"


def _is_ours(path: str) -> bool:
    base = settings.BASE_DIR
    return any(Path(path).is_relative_to(base / room) for room in ("engine", "games"))


def note(kind: str, place: str, *, now: datetime) -> Fault:
    """Note that something went wrong; the operators are told of each kind and place once."""
    mark = sha256(f"{kind} {place}".encode()).hexdigest()[:12]
    fault, new = Fault.objects.get_or_create(
        fingerprint=mark,
        defaults={"kind": kind, "place": place[:200], "first_at": now, "last_at": now},
    )
    if new:
        logger.error("a game failed: %s at %s, fingerprint %s", kind, place, mark)
    else:
        fault.last_at, fault.count = now, fault.count + 1
        fault.save(update_fields=("last_at", "count"))
    return fault


def set_aside(game: Game, fault: Fault | None, *, now: datetime) -> Repair:
    """Let a game stand still until it is repaired; the caller holds it."""
    Game.objects.filter(pk=game.pk).update(stuck=Game.SET_ASIDE, stuck_at=now)
    return Repair.objects.create(game=game, fault=fault, begun_at=now)


def set_aside_by_itself(game: Game, fault: Fault, *, now: datetime) -> None:
    """Set a game aside that failed too often, and tell its table once; the caller holds it."""
    set_aside(game, fault, now=now)
    people = [place for place in locks.places(game) if place.player_id is not None]
    entries.record(game, "repairing", told=people, now=now)


def standing(game: Game) -> Repair | None:
    """Read since when a game is being repaired; None if it is not."""
    return Repair.objects.filter(game=game, ended_at=None).select_related("fault").first()


def broke_by_itself(game: Game) -> bool:
    """Tell whether a fault set a game aside, and it is not repaired yet."""
    repair = standing(game)
    return repair is not None and repair.fault is not None


def try_out(game: Game, table: Table) -> None:
    """Do all that a next step would, and keep none of it; raises whatever is wrong."""
    rules: Any = ruleset(game.ruleset)
    state = rules.load(game.state)
    rules.view(state, None)
    for number in rules.to_act(state):
        seat = EngineSeat(number)
        view, moves = rules.view(state, seat), rules.legal_moves(state, seat)
        if table.seats[number].bot:
            rules.decide(view, moves, told(courses.of_round(game), seat), Strength.MEDIUM)
        rules.apply(state, seat, rules.default_move(state, seat))


def goes_on(game: Game, table: Table, *, now: datetime) -> Table:
    """The table of a repaired game: every clock is moved by as long as it stood.

    It stood from when the first deadline fell that nobody could see to.
    """
    repair = standing(game)
    begun = repair.begun_at if repair else game.stuck_at or now
    since = min(filter(None, (begun, table.due)))
    return giving.held(table, Stretch(since, now), over=True, cause=REPAIR)


def end(game: Game, table: Table, *, now: datetime) -> None:
    """Let a game go on; the caller holds it."""
    Repair.objects.filter(game=game, ended_at=None).update(ended_at=now)
    ended(game)
    game.stuck, game.stuck_at = 0, None
    keeping.put(game, table)
    game.save(update_fields=("stuck", "stuck_at", *keeping.FIELDS))


def still_broken(game: Game, *, now: datetime) -> None:
    """Note that one more try failed; the caller holds the game."""
    Game.objects.filter(pk=game.pk).update(stuck_at=now)
