"""What happened in a game, as one seat or everybody may know it."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from typing import Any

from engine.api import Ruleset
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.models import Entry, Move, Seat
from games.selectors import rows
from games.selectors.values import Act, ActRow, MoveRow, StoryEntry

SAT = "sat"
"""The act by which somebody took a seat over."""


def story(key: str, seat: Seat | None = None) -> tuple[StoryEntry, ...]:
    """Tell a whole game as a seat, or everybody, may know it; raises NoSuchGame."""
    game = rows.started(key=key)
    viewer = None if seat is None else EngineSeat(seat.number)
    rows_of_game = game.moves.order_by("ply").values_list(*MoveRow._fields)
    moves = [MoveRow(*row) for row in rows_of_game]
    acts = [ActRow(*row) for row in game.entries.order_by("id").values_list(*ActRow._fields)]
    return tuple(_merged(_told(moves, ruleset(game.ruleset), viewer), _own(acts, viewer)))


def act_of(entry: Entry) -> Act:
    """Read an entry of the record as it is told."""
    return Act(entry.act, entry.seat, entry.said)


def latest(
    moves: Sequence[MoveRow],
    acts: Sequence[ActRow],
    rules: Ruleset[Any, Any, Any],
    viewer: EngineSeat | None,
) -> tuple[tuple[StoryEntry, ...], int]:
    """Tell the latest moves and acts, and how many of them the viewer's own last move ends.

    To a substitute all before his own first move is news: his forerunner's moves are not his.
    """
    first = moves[0].ply
    told = [act for act in _own(acts, viewer) if act.ply >= first]
    entries = tuple(_merged(_told(moves, rules, viewer), told))
    for at in range(len(entries), 0, -1) if viewer is not None else ():
        entry = entries[at - 1]
        if entry.act and entry.act.name == SAT and entry.act.seat == viewer:
            break
        # A move that the clock made is news to the seat it was made for.
        if entry.seat == viewer and entry.by == Move.By.PLAYER:
            return entries, at
    return entries, 0


def _own(acts: Sequence[ActRow], viewer: EngineSeat | None) -> list[ActRow]:
    """Let what was done about a seat before somebody took it over be its forerunner's affair."""
    mine = [at for at, act in enumerate(acts) if act.seat == viewer and act.act == SAT]
    before = mine[-1] if mine and viewer is not None else 0
    return [
        act._replace(seat=None) if at < before and act.seat == viewer else act
        for at, act in enumerate(acts)
    ]


def _merged(moves: Iterable[StoryEntry], acts: Iterable[ActRow]) -> Iterator[StoryEntry]:
    """Put moves and what was done between them in one order: an act comes after its ply."""
    done = (
        StoryEntry(act.ply, None, "act", act.made_at, (), Act(act.act, act.seat, act.said))
        for act in acts
    )
    return merge(moves, done, key=lambda entry: entry.ply)


def _told(
    moves: Iterable[MoveRow], rules: Ruleset[Any, Any, Any], viewer: EngineSeat | None
) -> Iterator[StoryEntry]:
    for move in moves:
        facts = (rules.load_event(data).seen_by(viewer) for data in move.events)
        events = tuple(fact for fact in facts if fact is not None)
        yield StoryEntry(move.ply, move.seat, move.by, move.made_at, events)
