"""Any moment of a game as a seat or everybody knew it then; once it is over, as any seat did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count

from engine import rng
from engine.api import AnyRuleset, Event, TableView
from engine.api import Seat as EngineSeat
from engine.errors import EngineError
from engine.registry import ruleset
from games.errors import DealClosed, NoSuchGame
from games.models import Game, Move, Seat
from games.replay.rules import records
from games.replay.rules.playing import (
    Back,
    Done,
    Played,
    Position,
    Unplayable,
    positions,
    read_back,
    round_ends,
)
from games.replay.rules.records import BadRecord, Record
from games.results.rules import PLAYED, turned_up
from games.selectors import Person, StoryEntry, clock, rows, story, story_at


class NoSuchMoment(Exception):
    """There is no such ply, or it is not for this reader."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game as its viewer knew it after a ply."""

    name: str
    ruleset: str
    ply: int
    last: int
    round_ends: tuple[int, ...]
    view: TableView
    asked: tuple[int, ...]
    names: tuple[str, ...]
    bots: Mapping[int, str]
    """How well each bot plays."""
    told: tuple[StoryEntry, ...]
    """What the ply led to, and what was done about the table after it."""
    opened: bool
    """Whether the game is over and turned up, so that everybody may look from every seat."""
    closed: bool = False
    """Whether it is for its seats alone."""
    decided: Mapping[str, Any] | None = None
    """The result that was decided instead of what is seen here."""


class _Replay(NamedTuple):
    """A game that was played again."""

    played: Played
    found: list[Position]
    ends: tuple[int, ...]


_UNDATED = datetime(1, 1, 1, tzinfo=UTC)


def moment(key: str, ply: int | None, *, seat: int | None, own: int | None) -> Moment:
    """Show a moment from a seat, or as everybody knew it; no ply is the first one, or the last.

    `own` is the reader's own seat: from others he may look once the game is turned up. Raises
    NoSuchGame, DealClosed, NoSuchMoment, or Unplayable for a game that was dealt by rules of long
    ago.
    """
    row = _row(key)
    _require_open(row, own)
    opened = _turned_up(row)
    if seat is not None and seat != own and not (opened and 0 <= seat < row.seats):
        raise NoSuchMoment
    if ply is None:
        ply = 0 if opened else row.ply
    if not 0 <= ply <= row.ply:
        raise NoSuchMoment
    replay, people = _replay_of(row), _people(row)
    viewer = None if seat is None else EngineSeat(seat)
    found = _moment(
        replay,
        ply,
        viewer,
        name=row.name,
        names=tuple(person.name for person in people),
        bots={person.number: person.strength for person in people if person.bot},
        told=story_at(row, viewer, ply),
        opened=opened,
    )
    decided = row.outcome if row.outcome and PLAYED in row.outcome else None
    return replace(found, decided=decided, closed=row.closed)


def record(key: str, seat: Seat | None) -> dict[str, Any]:
    """Write a game down: all of it once it is turned up, till then what the seat was told.

    Raises NoSuchGame, and DealClosed and Unplayable as `moment` does.
    """
    row = _row(key)
    _require_open(row, seat)
    names = tuple(person.name for person in _people(row))
    if _turned_up(row):
        return records.whole(Record(_replay_of(row).played, names, row.name)) | {
            "outcome": row.outcome,
            "key": row.key,
            "commitment": row.commitment,
        }
    rules = ruleset(row.ruleset)
    told = [
        [entry.ply, [rules.dump_event(event) for event in entry.events]]
        for entry in story(key, seat)
        if entry.act is None
    ]
    number = None if seat is None else seat.number
    return records.unfinished(row.name, row.ruleset, row.options, names, number, told)


def reported(key: str) -> dict[str, Any]:
    """Write a game that runs down for a report of a fault, secrets included; raises NoSuchGame.

    Only for who broke the glass. What all chance comes from is not in it, nor any pile's order.
    """
    row = Game.objects.get(pk=_row(key).pk)
    rules = ruleset(row.ruleset)
    try:
        table = rules.uncovered(rules.load(row.state))
    except Exception:
        # It may be what is broken.
        table = None
    return records.reported(
        row.ruleset,
        rules.meta.version,
        row.options,
        row.seats,
        row.moves.order_by("ply").values_list("ply", "seat", "by", "notation", "events"),
        row.settings.order_by("id").values_list("ply", "seat", "notation"),
        table,
    )


def shown(record: Record, ply: int, seat: int | None) -> Moment:
    """Show a moment of a record; raises BadRecord, NoSuchMoment or Unplayable."""
    played = record.played
    try:
        rules = ruleset(played.ruleset)
    except EngineError:
        raise BadRecord from None
    replay = _Replay(played, found := positions(rules, played), round_ends(rules, found))
    if not 0 <= ply < len(found) or (seat is not None and not 0 <= seat < played.seats):
        raise NoSuchMoment
    viewer = None if seat is None else EngineSeat(seat)
    told = tuple(seen for event in found[ply].events if (seen := event.seen_by(viewer)))
    by = Move.By.PLAYER if ply else Move.By.DEAL
    entry = StoryEntry(ply, found[ply].seat, by, _UNDATED, told)
    return _moment(
        replay,
        ply,
        viewer,
        name=record.name,
        names=record.names,
        bots={},
        told=(entry,),
        opened=True,
    )


def _moment(
    replay: _Replay,
    ply: int,
    viewer: EngineSeat | None,
    *,
    name: str,
    names: tuple[str, ...],
    bots: Mapping[int, str],
    told: tuple[StoryEntry, ...],
    opened: bool,
) -> Moment:
    rules, state = ruleset(replay.played.ruleset), replay.found[ply].state
    return Moment(
        name=name,
        ruleset=replay.played.ruleset,
        ply=ply,
        last=len(replay.found) - 1,
        round_ends=replay.ends,
        view=rules.view(state, viewer),
        asked=tuple(sorted(rules.to_act(state))),
        names=names,
        bots=bots,
        told=told,
        opened=opened,
    )


def _row(key: str) -> Any:
    # The state is read where the game is played again, which is seldom. What time it is comes with
    # the row: of one that was annulled it says whether it is turned up.
    now = clock.now()
    row = Game.objects.defer("state", "time").annotate(set_apart=Count("settings"), now=now)
    row = row.filter(key=key)
    for game in row.filter(status__in=Game.BEGUN):
        return game
    raise NoSuchGame


def _require_open(row: Game, own: object | None) -> None:
    """Pass who sits there, and everybody where no other table plays the same deal."""
    if row.closed and own is None:
        raise DealClosed


def _turned_up(row: Any) -> bool:
    return turned_up(row.status, row.covered_until, closed=row.closed, now=row.now)


def _people(row: Game) -> tuple[Person, ...]:
    return rows.people(rows.places(row), ())


def _replay_of(row: Any) -> _Replay:
    return _replay(row.pk, row.ply, row.set_apart)


# Who goes through a game asks for the same one at every step. Nothing of it leaves but by a view.
@lru_cache(maxsize=16)
def _replay(game_id: int, ply: int, _settings: int) -> _Replay:
    row = Game.objects.get(pk=game_id)
    rules = ruleset(row.ruleset)
    played = _played(row, ply, rules.load(row.state).seed)
    found = positions(rules, played)
    # What was dealt by older rules may have gone another way, and a page must not invent one.
    if row.ply == ply and found[-1].state != rules.load(row.state):
        raise Unplayable(ply)
    return _Replay(played, found, round_ends(rules, found))


def history(row: Game) -> list[Position]:
    """Play a game again to where it stands; raises Unplayable. States are for services alone."""
    state = ruleset(row.ruleset).load(row.state)
    found = replayed(row, state.seed)
    if found[-1].state != state:
        raise Unplayable(row.ply)
    return found


def replayed(row: Game, seed: bytes) -> list[Position]:
    """Play a game again from its record, whatever is stored of its position; raises Unplayable."""
    found = positions(ruleset(row.ruleset), _played(row, row.ply, seed))
    if len(found) != row.ply + 1:
        # A move is missing.
        raise Unplayable(len(found))
    return found


def first_otherwise(row: Game, found: Sequence[Position]) -> int:
    """Name the first ply that led to something else than was told then; the last one if none."""
    rules, told = ruleset(row.ruleset), row.moves.order_by("ply").values_list("ply", "events")
    for ply, events in told:
        if _read(rules, events) != found[ply].events:
            return ply
    return row.ply


def _read(rules: AnyRuleset, events: Any) -> tuple[Event, ...] | None:
    try:
        return tuple(map(rules.load_event, events))
    except (ValueError, LookupError, TypeError):
        return None


def _played(row: Game, ply: int, seed: bytes) -> Played:
    return Played(row.ruleset, row.options, row.seats, rng.secret(seed), _done(row, ply))


def _done(row: Game, ply: int) -> tuple[Done | Back, ...]:
    """List moves, settings and ways back in the order in which they were made."""
    moves = row.moves.filter(ply__lte=ply, ply__gt=0).order_by("ply")
    kept = row.settings.filter(ply__lte=ply).order_by("id")
    made = [(at, _step(seat, text)) for at, seat, text in moves.values_list(*_STEP)]
    made += [(at, Done(seat, text, setting=True)) for at, seat, text in kept.values_list(*_STEP)]
    # Sorting keeps the order of what has the same ply: the move, then what was set after it.
    return tuple(done for _at, done in sorted(made, key=lambda each: each[0]))


_STEP = ("ply", "seat", "notation")


def _step(seat: int | None, text: str) -> Done | Back:
    if seat is not None:
        return Done(seat, text)
    back = read_back(text)
    assert back is not None, "nobody's move, and no way back"
    return back
