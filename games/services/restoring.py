"""A stored position beside its record: where they differ the record's takes its place.

The record is what was played: moves, settings and ways back, from the secret whose hash everybody
has had since the deal. The position that went wrong is kept, and shown to nobody.
"""

import json
import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine import rng
from engine.registry import ruleset
from games import dispatch
from games.clocks.rules import turns
from games.clocks.rules.table import Table
from games.models import Game, Sealed, Seat
from games.orders.services.book import Book
from games.replay.rules.playing import Unplayable
from games.replay.selectors import first_otherwise, replayed
from games.services import repairs
from games.services.table import Held, bots_go_on

_SECRET = re.compile(rf"(?=([0-9a-f]{{{2 * rng.SEED_BYTES}}}))")


@dataclass(frozen=True, slots=True)
class Restored:
    """How a game stands by its record."""

    game: Game
    """With the record's position; not stored."""
    clocks: Table
    """As they will run."""
    ply: int
    """After which the stored position and the record are first known to differ."""
    readable: bool
    """Whether the stored position could be read at all."""
    openly: bool
    """Whether everybody sees another table than by now."""


class NothingToRestore(Exception):
    """The record cannot be put in the position's place; says why."""

    def __init__(self, why: str, ply: int = 0) -> None:
        """Keep why: agree, secret, rules, record, over; and from which ply on, if it is one's."""
        super().__init__(why)
        self.why, self.ply = why, ply


def seen(game: Game, clocks: Table, *, now: datetime) -> Restored:
    """Work out how a game stands by its record.

    Raises NothingToRestore; or what a next step would raise in the record's position, too.
    """
    rules: Any = ruleset(game.ruleset)
    older = game.moves.exclude(rules_version=rules.meta.version).order_by("ply")
    if (first := older.values_list("ply", flat=True).first()) is not None:
        raise NothingToRestore("rules", first)
    stored = _stored(rules, game)
    if stored is not None and _agrees(rules, game, stored):
        raise NothingToRestore("agree")
    try:
        found = replayed(game, _secret(game))
    except Unplayable as gone:
        raise NothingToRestore("record", gone.ply) from gone
    state = found[-1].state
    asked = sorted(rules.to_act(state))
    if not asked:
        raise NothingToRestore("over")
    after = copy(game)
    after.state, after.to_act = rules.dump(state), asked
    repairs.try_out(after, clocks)
    return Restored(
        game=after,
        clocks=_full_turn(rules, state, game, clocks, now),
        ply=first_otherwise(game, found),
        readable=stored is not None,
        openly=stored is None or rules.view(stored, None) != rules.view(state, None),
    )


def put(game: Game, places: Sequence[Seat], found: Restored, *, now: datetime) -> None:
    """Let a locked game go on from its record, and void all orders."""
    Sealed.objects.create(
        game=game, ply=game.ply, state=game.state, to_act=game.to_act, sealed_at=now
    )
    Book(game, places).burn()
    game.state, game.to_act = found.game.state, found.game.to_act
    held = Held(game, places, ruleset(game.ruleset), None, found.clocks)
    game.bot_asked = bots_go_on(held, found.clocks)
    game.save(update_fields=("state", "to_act", "bot_asked"))
    repairs.end(game, found.clocks, now=now)
    if game.bot_asked:
        dispatch.bot(game.pk, game.ply)


def _agrees(rules: Any, game: Game, stored: Any) -> bool:
    """Tell whether the record leads to the stored position, from the secret that lies there."""
    try:
        last = replayed(game, stored.seed)[-1].state
    except Unplayable:
        return False
    return bool(last == stored) and game.to_act == sorted(rules.to_act(stored))


def _secret(game: Game) -> bytes:
    """Find the secret in what is left of the position: it is known by what was promised of it."""
    for each in _SECRET.finditer(json.dumps(game.state)):
        seed = bytes.fromhex(each[1])
        if rng.commitment(seed, game.key) == game.commitment:
            return seed
    raise NothingToRestore("secret")


def _stored(rules: Any, game: Game) -> Any:
    """Read the stored position; None if that fails, however it does."""
    try:
        stored = rules.load(game.state)
        rules.view(stored, None)
    except Exception:
        return None
    return stored


def _full_turn(rules: Any, state: Any, game: Game, clocks: Table, now: datetime) -> Table:
    """Whoever is asked has a turn that begins now; what was our fault costs no bank."""
    if game.stuck:
        clocks = repairs.goes_on(game, clocks, now=now)
    asked = dict.fromkeys(rules.to_act(state), rules.turn(state))
    return turns.go_on(turns.taken_back(clocks), asked, now=now)
