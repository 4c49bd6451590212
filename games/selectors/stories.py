"""What happened in a game, as one seat or everybody may know it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import merge
from typing import Any

from engine.api import Ruleset
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.models import Entry, Move, Seat
from games.selectors import rows
from games.selectors.snapshot import Snapshot, move_rows
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
    return tuple(_merged(_told(moves, ruleset(game.ruleset), viewer), _by_then(acts)))


def act_of(entry: Entry) -> Act:
    """Read an entry of the record as it is told."""
    return Act(entry.act, entry.seat, entry.said)


def latest(
    found: Snapshot, viewer: EngineSeat | None, ordered_from: int | None = None
) -> tuple[tuple[StoryEntry, ...], int]:
    """Tell the latest moves and acts, and how many of them the viewer's own last move ends.

    To a substitute all before his own first move is news: his forerunner's moves are not his.
    """
    moves = _moves(found.moves, found.game.ruleset, viewer)
    told = [act for act in _by_then(found.acts) if act.ply >= moves[0].ply]
    entries = tuple(_merged(moves, told))
    for at in range(len(entries), 0, -1) if viewer is not None else ():
        entry = entries[at - 1]
        if entry.act and entry.act.name == SAT and entry.act.seat == viewer:
            break
        # A move that the clock made is news to the seat it was made for, and so are those that its
        # orders have made, from that ply on.
        by_hand = ordered_from is None or entry.ply < ordered_from
        if entry.seat == viewer and entry.by == Move.By.PLAYER and by_hand:
            return entries, at
    return entries, 0


def _by_then(acts: Sequence[ActRow]) -> list[ActRow]:
    """Tell what was done about a seat before somebody took it over of who sat there then."""
    told: list[ActRow] = []
    was: dict[int, str] = {}
    for act in reversed(acts):
        if act.seat in was:
            told.append(act._replace(seat=None, said=act.said | {"who": was[act.seat]}))
        else:
            told.append(act)
        if act.act == SAT and act.seat is not None:
            was[act.seat] = act.said["was"]
    return told[::-1]


# The same for every step of choosing a move. The rows are JSON that names what others may not know,
# so whose story it is belongs to the key.
@lru_cache(maxsize=256)
def _moves(rows: str, key: str, viewer: EngineSeat | None) -> tuple[StoryEntry, ...]:
    return tuple(_told(move_rows(rows), ruleset(key), viewer))


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
