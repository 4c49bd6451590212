"""Whims about time, each through the service that pages call: vacations, pauses, extensions, rules.

What the month did is noted for the watch: who is away where, which table stands still until when.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from games.clocks.rules.proposals import MADE
from games.clocks.rules.refusals import Refused
from games.clocks.services import agreeing, vacations, wishes
from games.clocks.services import pauses as pausing
from games.errors import ServiceError
from games.models import Entry, Game, Seat
from tests.games.cast import DAY, HOUR
from tests.games.month.own import own_seat, own_table, running
from tests.games.month.people import Away, Person

if TYPE_CHECKING:
    from tests.games.month.month import Month


def _wished(month: "Month", wish: Callable[[], Any]) -> Any:
    """What a wish comes to, None if it is refused. What ran out before it came is seen first."""
    try:
        return wish()
    except (Refused, ServiceError):
        return None
    finally:
        month.watch.look(month.now)


def _leaves(month: "Month", person: Person, first: int | None, days: int, key: str = "") -> bool:
    now = month.now
    if person.will_be_away(now):
        return False
    start = now if first is None else person.midnight(now, first)
    end = person.midnight(now, (first or 0) + days)
    begins = person.today(now) + timedelta(days=first or 0)
    last = begins + timedelta(days=days - 1)
    wish = (None if first is None else begins, last)
    went = _wished(month, lambda: vacations.leave(person.player, wish, now=now, key=key))
    if not went:
        return False
    games = set(Game.objects.filter(key__in=went).values_list("pk", flat=True))
    person.away.append(Away(start, end, (begins, last), games))
    return True


def leaves_at_once(month: "Month", person: Person) -> str | None:
    """Go on vacation now."""
    return "vacation" if _leaves(month, person, None, person.random.randint(1, 4)) else None


def plans_a_vacation(month: "Month", person: Person) -> str | None:
    """Go on vacation in some days."""
    first, days = person.random.randint(1, 4), person.random.randint(1, 4)
    return "vacation planned" if _leaves(month, person, first, days) else None


def leaves_one_table(month: "Month", person: Person) -> str | None:
    """Go on vacation at one table, now or in some days."""
    seat, first = own_seat(person), person.random.choice((None, 1, 2))
    if seat is None:
        return None
    days = person.random.randint(1, 4)
    return "vacation at one table" if _leaves(month, person, first, days, seat.game.key) else None


def comes_home(month: "Month", person: Person) -> str | None:
    """Come back from vacation before its end."""
    now = month.now
    if not person.is_away(now):
        return None
    _shortened(month, person, lambda: vacations.come_home(person.player, now=now))
    person.away[-1].ended = now
    return "early return"


def calls_off(month: "Month", person: Person) -> str | None:
    """Stay after all."""
    now = month.now
    if not person.away or person.away[-1].begun <= now:
        return None
    days = person.away[-1].days
    _shortened(month, person, lambda: vacations.call_off(person.player, days, now=now))
    person.away.pop()
    return "vacation called off"


def _shortened(month: "Month", person: Person, wish: Callable[[], Any]) -> None:
    """Let deadlines get earlier (4.6) where it is one's own vacation that ends."""
    pks = [seat.game_id for seat in running(person)]
    month.watch.early |= set(pks)
    _wished(month, wish)
    for pk in pks:
        month.watch.see(pk, month.now)


def pauses(month: "Month", person: Person) -> str | None:
    """Pause a table of one's own."""
    now, game = month.now, own_table(person)
    if game is None:
        return None
    until = now + person.random.randint(5, 60) * HOUR
    before = month.is_paused(game.pk)
    _wished(month, lambda: pausing.pause(game.key, until, by=person.player, now=now))
    if before or not Entry.objects.filter(game=game, act="paused", made_at=now).exists():
        return None
    _paused(month, game.pk)
    return "pause"


def resumes(month: "Month", person: Person) -> str | None:
    """End the pause of a table of one's own."""
    now, game = month.now, own_table(person)
    if game is None or not month.is_paused(game.pk):
        return None
    month.watch.early.add(game.pk)
    _wished(month, lambda: pausing.resume(game.key, by=person.player, now=now))
    return "end of a pause" if _ended(month, game.pk) else None


def extends(month: "Month", person: Person) -> str | None:
    """Give somebody time at a table of one's own."""
    now, game = month.now, own_table(person)
    if game is None or not game.to_act:
        return None
    number, hours = person.random.choice(game.to_act), person.random.randint(1, 48)
    given = _wished(
        month, lambda: wishes.extend(game.key, number, hours, by=person.player, now=now)
    )
    return "extension" if given else None


def gives_by_rule(month: "Month", person: Person) -> str | None:
    """Give a table of one's own more of something."""
    game = own_table(person)
    if game is None:
        return None
    had = game.time["settings"]
    hours = {
        name: value + 3 if name in ("hours", "notice", "increment") else value
        for name, value in had["clock"].items()
    }
    more = ({"clock": hours}, {"vacation_days": 50}, {"resume_floor": 40}, {"least_waking": 6})
    return _rules(month, person, game, {**had, **person.random.choice(more)})


def proposes_a_rule(month: "Month", person: Person) -> str | None:
    """Wish for other settings that all must agree to."""
    game = own_table(person)
    if game is None:
        return None
    had = game.time["settings"]
    others: tuple[dict[str, Any], ...] = (
        {"clock": {"style": "fixed", "hours": 9}},
        {"clock": {"style": "bank", "initial": 10, "increment": 5, "cap": 20}},
        {"table_quiet": "21:00-05:00"},
        {"table_quiet": None},
        {"pace": person.random.choice(("at once", "unhurried", "off"))},
    )
    return _rules(month, person, game, {**had, **person.random.choice(others)})


def _rules(month: "Month", person: Person, game: Game, wanted: dict[str, Any]) -> str | None:
    by, now = person.player, month.now
    done = _wished(month, lambda: agreeing.rule(game.key, wanted, by=by, now=now))
    if done:
        month.watch.ruled(game.pk, now)
    return None if done is None else ("rule" if done else "rule proposed")


def proposes_a_pause(month: "Month", person: Person) -> str | None:
    """Wish for a pause that all agree to."""
    seat, now = own_seat(person), month.now
    if seat is None:
        return None
    until = now + person.random.randint(20, 90) * HOUR
    done = _wished(
        month,
        lambda: agreeing.propose_pause(seat.game.key, until, by=person.player, now=now),
    )
    return _came_of(month, seat.game_id, "pause", done)


def proposes_an_end(month: "Month", person: Person) -> str | None:
    """Wish for an end of a pause that all agree to."""
    by, now = person.player, month.now
    for seat in running(person):
        if month.is_paused(seat.game_id):
            month.watch.early.add(seat.game_id)
            wish = partial(agreeing.propose_end, seat.game.key, by=by, now=now)
            return _came_of(month, seat.game_id, "end", _wished(month, wish))
    return None


def answers_proposals(month: "Month", person: Person) -> str | None:
    """Say yes, or seldom no, to whatever is proposed."""
    said = None
    for seat in running(person):
        lately = Entry.objects.filter(
            game=seat.game_id, act__in=MADE, made_at__gt=month.now - 3 * DAY
        )
        acts = lately.order_by("pk").values_list("act", flat=True)
        for kind in dict.fromkeys(MADE[act] for act in acts):
            said = _answers(month, person, seat, kind) or said
    return said


def _answers(month: "Month", person: Person, seat: Seat, kind: str) -> str | None:
    yes = person.random.random() < 0.9
    answer = partial(agreeing.answer, seat.game.key, kind, by=person.player, now=month.now)
    if kind == "end":
        month.watch.early.add(seat.game_id)
    return _came_of(month, seat.game_id, kind, _wished(month, partial(answer, yes=yes)), yes)


def _came_of(
    month: "Month", pk: int, kind: str, done: bool | None, answered: bool | None = None
) -> str | None:
    if done is None:
        return None
    if done:
        _NOTED[kind](month, pk)
        return f"{kind} agreed by all"
    return f"{kind} proposed" if answered is None else ("agreed" if answered else "declined")


def _paused(month: "Month", pk: int) -> None:
    """Note a pause that has just begun, as the table's record tells it."""
    last = Entry.objects.filter(game=pk, act="paused").latest("pk")
    month.watch.paused[pk].append([month.now, datetime.fromisoformat(last.said["until"])])


def _ended(month: "Month", pk: int) -> bool:
    """Note that a pause has ended early, if it has."""
    month.watch.early.add(pk)
    ended = Entry.objects.filter(game=pk, act="resumed", made_at=month.now).exists()
    if ended:
        month.watch.paused[pk][-1][1] = month.now
    month.watch.see(pk, month.now)
    return ended


def _ruled(month: "Month", pk: int) -> None:
    month.watch.ruled(pk, month.now)


_NOTED: dict[str, Callable[["Month", int], object]] = {
    "pause": _paused, "end": _ended, "rule": _ruled
}  # fmt: skip
