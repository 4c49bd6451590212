"""What happened in a game, as one seat or everybody may know it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from heapq import merge
from typing import Any

from engine.api import Ruleset
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games.errors import DealClosed
from games.models import Entry, Game, Move, Seat
from games.selectors import rows
from games.selectors.snapshot import Snapshot, Told
from games.selectors.values import Act, ActRow, MoveRow, StoryEntry

SAT = "sat"
"""The act by which somebody took a seat over."""
REWOUND = "rewound"
"""The act by which a game was taken back."""
LOOKED = "glass"
"""The act by which it is told that somebody looked at what was hidden."""


def story(key: str, seat: Seat | None = None) -> tuple[StoryEntry, ...]:
    """Tell a whole game as a seat, or everybody, may know it; raises NoSuchGame or DealClosed."""
    game = rows.started(key=key)
    if game.closed and seat is None:
        raise DealClosed
    viewer = None if seat is None else EngineSeat(seat.number)
    rows_of_game = game.moves.order_by("ply").values_list(*MoveRow._fields)
    moves = [MoveRow(*row) for row in rows_of_game]
    acts = [ActRow(*row) for row in game.entries.order_by("id").values_list(*ActRow._fields)]
    return tuple(_merged(_told(moves, ruleset(game.ruleset), viewer), _by_then(acts)))


def story_at(game: Game, viewer: EngineSeat | None, ply: int) -> tuple[StoryEntry, ...]:
    """Tell one move, and what was done about the table after it, as a viewer may know it."""
    moves = [MoveRow(*row) for row in game.moves.filter(ply=ply).values_list(*MoveRow._fields)]
    acts = [ActRow(*row) for row in game.entries.order_by("id").values_list(*ActRow._fields)]
    told = _merged(_told(moves, ruleset(game.ruleset), viewer), _by_then(acts))
    return tuple(entry for entry in told if entry.ply == ply)


def act_of(entry: Entry) -> Act:
    """Read an entry of the record as it is told."""
    return Act(entry.act, entry.seat, entry.said)


def looked(acts: Iterable[ActRow]) -> tuple[Act, ...]:
    """Pick out who looked at what was hidden."""
    return tuple(Act(act.act, act.seat, act.said) for act in acts if act.act == LOOKED)


def latest(
    found: Snapshot,
    viewer: EngineSeat | None,
    ordered_from: int | None = None,
    *,
    seen: int | None = None,
) -> tuple[tuple[StoryEntry, ...], int]:
    """Tell what is news to a viewer, from his own last move on, and how many are none: 1, or 0.

    To a substitute all before his own first move is news: his forerunner's moves are not his. Who
    chose in an older position, `seen`, is told all since then.
    """
    sat = max((a.ply for a in found.acts if a.act == SAT and a.seat == viewer), default=-1)
    moves, own = _news(found.moves, found.game.ruleset, viewer, sat, ordered_from, seen)
    told = [act for act in _by_then(found.acts) if act.ply >= moves[0].ply]
    return tuple(_merged(moves, told)), int(own)


# The same for every step of choosing a move. The rows name what others may not know, so whose story
# it is belongs to the key.
@lru_cache(maxsize=256)
def _news(
    made: Sequence[Told],
    key: str,
    viewer: EngineSeat | None,
    sat: int,
    ordered_from: int | None,
    seen: int | None,
) -> tuple[tuple[StoryEntry, ...], bool]:
    """Tell the moves since the viewer's own last one; whether that is the first of them."""
    # A move that the clock made is news to the seat it was made for, and so are those that its
    # orders have made, from that ply on.
    own = [
        move.ply
        for move in made
        if move.seat == viewer
        and move.by == Move.By.PLAYER
        and move.ply > sat
        and (ordered_from is None or move.ply < ordered_from)
    ][-1:]
    begin = min(*own, seen + 1) if own and seen is not None else (*own, 0)[0]
    since = (move.row for move in made if move.ply >= begin)
    return tuple(_told(since, ruleset(key), viewer)), begin in own


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


def _merged(moves: Iterable[StoryEntry], acts: Iterable[ActRow]) -> Iterator[StoryEntry]:
    """Put moves and what was done between them in one order: an act comes after its ply.

    Moves that were taken back are marked, and go on to be read as they were.
    """
    acts = list(acts)
    gone = {ply for act in acts if act.act == REWOUND for ply in range(act.said["to"] + 1, act.ply)}
    told = (replace(move, gone=True) if move.ply in gone else move for move in moves)
    done = (
        StoryEntry(act.ply, None, "act", act.made_at, (), Act(act.act, act.seat, act.said))
        for act in acts
    )
    return merge(told, done, key=lambda entry: entry.ply)


def _told(
    moves: Iterable[MoveRow], rules: Ruleset[Any, Any, Any], viewer: EngineSeat | None
) -> Iterator[StoryEntry]:
    for move in moves:
        facts = (rules.load_event(data).seen_by(viewer) for data in move.events)
        events = tuple(fact for fact in facts if fact is not None)
        yield StoryEntry(move.ply, move.seat, move.by, move.made_at, events)
