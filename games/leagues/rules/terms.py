"""A league's rules as one frozen value: read with all their faults at once, written, dated."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, TypeVar, cast

from games.clocks.rules import settings
from games.clocks.rules.refusals import Refused as TimeRefused
from games.leagues.rules import calendar, fitting, scoring, solo, tiebreaks
from games.leagues.rules.calendar import Window
from games.leagues.rules.fitting import Played
from games.leagues.rules.promotion import Rules as Divisions
from games.leagues.rules.refusals import Refused
from games.leagues.rules.scoring import By, Scoring
from games.leagues.rules.sizes import Seating, Sizes, seating, seating_in_duplicate
from games.leagues.rules.standing import Rules
from games.leagues.rules.tiebreaks import Tiebreak

Form = Mapping[str, object]
T = TypeVar("T")

WALL = "%Y-%m-%dT%H:%M"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONGEST_ROUND, MOST_ROUNDS, MOST_ENTRANTS = 120, 60, 2000


class Format(StrEnum):
    """How rounds are drawn (leagues.md, 4)."""

    ROUND_ROBIN = "round-robin"
    GROUPS = "groups"
    SWISS = "swiss"
    SOLO = "solo"

    @property
    def planned(self) -> bool:
        """Whether all rounds are drawn before the first one opens."""
        return self is not Format.SWISS


@dataclass(frozen=True, slots=True)
class Can:
    """What a ruleset can, as far as a league asks."""

    least: int
    most: int
    options: Mapping[str, tuple[str, ...]]
    roles: Mapping[int, frozenset[str]]
    """By table size; nothing where it tells none."""
    gold: int
    """No seat can have more."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a field, and between what it may be, if that says it."""

    field: str
    why: str
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """All rules of a season. Local times are those of the league's zone."""

    format: Format
    ruleset: str
    options: Mapping[str, str]
    sizes: Sizes
    scoring: Scoring
    tiebreaks: tuple[Tiebreak, ...]
    time: settings.Settings
    zone: str
    registers: datetime
    """When registration opens."""
    registered: datetime
    """When it closes."""
    first: datetime
    """When the first round opens."""
    days: int
    rounds: int
    """Of a full round robin none: as many as it takes."""
    pauses: tuple[date, ...] = ()
    together: int = 1
    """So many rounds share one window."""
    drawing: int = calendar.DRAWING
    """Days for drawing, looking and publishing, where a draw needs results."""
    double: bool = False
    """Whether a round robin is played twice, with seats swapped."""
    best: int | None = None
    """So many rounds of a solo ladder count."""
    seeds: int = 0
    """So many play a knock-out final; 0 for none."""
    best_of: int = 1
    """So many games decide between two in the final."""
    least: int = 2
    """With fewer entrants there is no season."""
    greatest: int = MOST_ENTRANTS
    divisions: Divisions
    reliability: int = 90
    """Per cent of deadlines kept that are asked of who enters; 0 for none."""
    looking: int = 24
    """Hours between a draw and its publication."""
    before: int = 48
    """Hours between the publication of divisions and the first opening."""
    counting: int = 7
    """Days between the last result and the final standing."""
    running_on: int = 21
    """Days that tables may run on after the last close."""

    @property
    def shared(self) -> bool:
        """Whether all tables of a round get one deal."""
        return self.format is Format.SOLO or self.scoring.by is By.DUPLICATE

    @property
    def compared(self) -> bool:
        """Whether each is compared with who sat where he did: the tables are of one size then."""
        return self.sizes.high > 1 and self.scoring.by is By.DUPLICATE

    @property
    def fewest(self) -> int:
        """So many are needed for one round."""
        return self.sizes.low * (2 if self.compared else 1)

    def seating(self, players: int) -> Seating:
        """So many at each table of a round, and so many who sit out."""
        if self.compared:
            return seating_in_duplicate(players, self.sizes) or Seating((), players)
        return seating(players, self.sizes)

    @property
    def standing(self) -> Rules:
        """By what a standing is made."""
        best = solo.counting(self.rounds) if self.format is Format.SOLO else None
        return Rules(self.scoring, self.tiebreaks, self.best or best)

    def rounds_for(self, entrants: int) -> int:
        """So many rounds a division of so many plays, but for a final."""
        if self.format is not Format.ROUND_ROBIN:
            return self.rounds
        once = entrants if entrants % 2 else entrants - 1
        return 2 * once if self.double else once

    @property
    def registers_at(self) -> datetime:
        """When registration opens."""
        return calendar.opening(self.registers, self.zone)

    @property
    def registered_at(self) -> datetime:
        """When registration closes."""
        return calendar.closing(self.registered, self.zone)

    @property
    def first_at(self) -> datetime:
        """When the first round opens."""
        return calendar.opening(self.first, self.zone)

    @property
    def divides_at(self) -> datetime:
        """When divisions are published; until then entrants confirm."""
        return self.first_at - max(self.before, self.looking) * HOUR

    def windows(self, rounds: int) -> tuple[Window, ...]:
        """The windows of so many rounds."""
        drawing = 0 if self.format.planned else self.drawing
        return calendar.windows(
            self.first,
            self.zone,
            days=self.days,
            rounds=rounds,
            pauses=self.pauses,
            drawing=drawing,
            together=self.together,
        )

    def window_after(self, number: int, closes: datetime) -> Window:
        """The window of a round of the final, after a close."""
        opens, length = closes + timedelta(days=self.drawing), timedelta(days=self.days)
        while opens.date() in self.pauses:
            opens += length
        return Window(number, self.zone, opens, opens + length)


def dump(terms: Terms) -> dict[str, object]:
    """Rules as JSON; `load` reads them back."""
    plain = (
        *("ruleset", "zone", "days", "rounds", "together", "drawing", "double", "best", "seeds"),
        *("best_of", "least", "greatest", "reliability", "looking", "before", "counting"),
        "running_on",
    )
    divisions, sizes = terms.divisions, terms.sizes
    return {
        **{name: getattr(terms, name) for name in plain},
        "format": terms.format.value,
        "options": dict(terms.options),
        "low": sizes.low,
        "high": sizes.high,
        "preferred": sizes.preferred,
        "scoring": scoring.dump(terms.scoring),
        "tiebreaks": [each.value for each in terms.tiebreaks],
        "time": settings.dump(terms.time),
        **{name: getattr(terms, name).strftime(WALL) for name in ("registers", "registered")},
        "first": terms.first.strftime(WALL),
        "pauses": [day.isoformat() for day in terms.pauses],
        "size": divisions.size,
        "min": divisions.min,
        "max": divisions.max,
        "swap": divisions.swap,
    }


def load(form: Form) -> Terms:
    """Read rules that `dump` wrote; whether they can be played was asked before."""
    terms, faults = _read(form)
    if terms is None:
        raise ValueError(faults)
    return terms


def read(form: Form, can: Can | None, *, now: datetime) -> tuple[Terms | None, tuple[Fault, ...]]:
    """Read what somebody typed, and name all that is wrong with it; without a game that also."""
    terms, faults = _read(form)
    if can is None:
        faults.append(Fault("ruleset", "unknown"))
    if terms is not None and can is not None:
        faults += _game_faults(terms, can)
        faults += _scoring_faults(terms, can)
    if terms is not None:
        faults += _date_faults(terms, now)
        faults += _format_faults(terms)
    return (None if faults else terms), tuple(faults)


def ahead(terms: Terms, *, now: datetime) -> bool:
    """Tell whether all dates of a calendar are still to come."""
    return now < min(terms.registers_at, terms.registered_at, terms.divides_at, terms.first_at)


def played(terms: Terms, can: Can) -> Played:
    """What scoring must fit."""
    sizes = range(terms.sizes.low, terms.sizes.high + 1)
    return Played({size: can.roles.get(size, frozenset()) for size in sizes}, terms.best)


USUAL_SCORING: Form = {"kind": "gold"}


class _Reading:
    """Fields are read one after the other; what is wrong is kept, and the rest read on."""

    def __init__(self, form: Form) -> None:
        self.form, self.faults = form, list[Fault]()

    def field(self, name: str, reader: Callable[[object], T], usual: object = None) -> T | None:
        try:
            return reader(self.form.get(name, usual))
        except Refused as refused:
            where = f"{name}/{refused.field}" if refused.field else name
            self.faults.append(Fault(where, refused.reason))
        except TimeRefused as refused:
            self.faults.append(Fault(f"{name}/{refused.field}", refused.reason))
        except (TypeError, ValueError, KeyError, AttributeError):
            self.faults.append(Fault(name, "unreadable"))
        return None

    def whole(self, name: str, least: int, most: int, usual: int | None = None) -> int:
        """A whole number; within its bounds, so that what follows can be asked."""
        found = self.form.get(name, usual)
        if isinstance(found, int) and not isinstance(found, bool) and least <= found <= most:
            return found
        self.faults.append(Fault(name, "bounds", least, most))
        return least


def _read(form: Form) -> tuple[Terms | None, list[Fault]]:
    reading = _Reading(form)
    field, whole = reading.field, reading.whole
    low, high = whole("low", 1, 12), whole("high", 1, 12)
    preferred = whole("preferred", 1, 12)
    size, smallest, largest = whole("size", 1, 500), whole("min", 1, 500), whole("max", 1, 500)
    found: dict[str, Any] = {
        "format": field("format", lambda value: Format(str(value))),
        "options": field("options", _options, {}),
        "sizes": field("low", lambda _: Sizes(low, high, preferred)),
        "scoring": field("scoring", lambda value: scoring.load(cast("Form", value)), USUAL_SCORING),
        "tiebreaks": field("tiebreaks", tiebreaks.load, list(tiebreaks.USUAL)),
        "time": field("time", _time, {}),
        "zone": field("zone", lambda value: calendar.zone(str(value)).key),
        "registers": field("registers", _wall),
        "registered": field("registered", _wall),
        "first": field("first", _wall),
        "pauses": field("pauses", _days, []),
    }
    numbers: dict[str, Any] = {
        "days": whole("days", 1, LONGEST_ROUND),
        "rounds": whole("rounds", 0, MOST_ROUNDS, 0),
        "together": whole("together", 1, MOST_ROUNDS, 1),
        "drawing": whole("drawing", 1, 14, calendar.DRAWING),
        "seeds": whole("seeds", 0, 64, 0),
        "best_of": whole("best_of", 1, 3, 1),
        "least": whole("least", 1, MOST_ENTRANTS, 2),
        "greatest": whole("greatest", 1, MOST_ENTRANTS, MOST_ENTRANTS),
        "reliability": whole("reliability", 0, 100, 90),
        "looking": whole("looking", 1, 168, 24),
        "before": whole("before", 24, 336, 48),
        "counting": whole("counting", 1, 60, 7),
        "running_on": whole("running_on", 8, 120, 21),
    }
    best = None if form.get("best") is None else whole("best", 1, MOST_ROUNDS)
    if reading.faults:
        return None, reading.faults
    if "zone" not in cast("Form", form.get("time", {})):
        # Games keep the league's clock, unless they are given another.
        found["time"] = replace(found["time"], zone=found["zone"])
    divisions = Divisions(size, smallest, largest, whole("swap", 0, 250, 0))
    return Terms(
        ruleset=str(form.get("ruleset", "")),
        double=form.get("double") is True,
        best=best,
        divisions=divisions,
        **found,
        **numbers,
    ), reading.faults


def _game_faults(terms: Terms, can: Can) -> list[Fault]:
    faults, sizes = [], terms.sizes
    if not can.least <= sizes.low or not sizes.high <= can.most:
        faults.append(Fault("low", "not-of-this-game", can.least, can.most))
    for name, value in terms.options.items():
        if value not in can.options.get(name, ()):
            faults.append(Fault(f"options/{name}", "unknown"))
    faults += [Fault("size", fault.name.lower()) for fault in terms.divisions.faults(terms.fewest)]
    if sizes.high > 1:
        try:
            settings.fit_for(terms.time, people=sizes.high)
        except TimeRefused as refused:
            faults.append(Fault("time/clock", refused.reason))
    return faults


def _scoring_faults(terms: Terms, can: Can) -> list[Fault]:
    try:
        fitting.fits(terms.scoring, played(terms, can))
    except Refused as refused:
        return [Fault(f"scoring/{refused.field}", refused.reason)]
    return []


def _date_faults(terms: Terms, now: datetime) -> list[Fault]:
    faults = [
        Fault(name, "in-the-past")
        for name in ("registers", "registered", "first")
        if getattr(terms, f"{name}_at") <= now
    ]
    if terms.registered_at <= terms.registers_at:
        faults.append(Fault("registered", "close-before-opening"))
    # A day is left to confirm before divisions are published.
    if terms.registered_at + DAY > terms.divides_at:
        faults.append(Fault("first", "too-soon"))
    if not terms.format.planned and terms.days <= terms.drawing:
        faults.append(Fault("days", "bounds", terms.drawing + 1, LONGEST_ROUND))
    return faults


def _format_faults(terms: Terms) -> list[Fault]:
    only = {Format.ROUND_ROBIN: 2, Format.SOLO: 1}.get(terms.format)
    sizes, faults = terms.sizes, []
    if only is not None and (sizes.low, sizes.high) != (only, only):
        faults.append(Fault("low", "bounds", only, only))
    if terms.format is not Format.ROUND_ROBIN and not terms.rounds:
        faults.append(Fault("rounds", "bounds", 1, MOST_ROUNDS))
    if terms.seeds == 1 or (terms.seeds and sizes.high == 1):
        faults.append(Fault("seeds", "no-final"))
    if terms.best_of not in (1, 3) or (terms.best_of == 3 and sizes.high != 2):
        faults.append(Fault("best_of", "unknown"))
    if terms.least > terms.greatest:
        faults.append(Fault("greatest", "bounds", terms.least, MOST_ENTRANTS))
    return faults


def _options(value: object) -> dict[str, str]:
    return {str(name): str(chosen) for name, chosen in cast("Form", value).items()}


def _time(value: object) -> settings.Settings:
    return settings.load(cast("Form", value))


def _wall(value: object) -> datetime:
    return datetime.strptime(str(value), WALL)  # noqa: DTZ007 - a wall time has no zone of its own


def _days(value: object) -> tuple[date, ...]:
    return tuple(sorted(date.fromisoformat(str(day)) for day in cast("list[object]", value)))
