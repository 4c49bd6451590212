"""The record of a game beside its moves: what was done about its time or its seats."""

from collections.abc import Iterable
from datetime import datetime

from games.models import Entry, Game, Letter, Seat
from games.services import mailbox


def record(
    game: Game,
    act: str,
    *,
    seat: int | None = None,
    told: Iterable[Seat] = (),
    now: datetime,
    **said: object,
) -> Entry:
    """Write an act into the record and to those it is told by letter.

    The caller holds the game's lock. `said` is JSON, what the sentence in `games.texts.acts` names;
    everybody may read it.
    """
    entry = Entry.objects.create(
        game=game, ply=game.ply, act=act, seat=seat, said=said, made_at=now
    )
    mailbox.post(game, ((Letter.Kind.NEWS, place) for place in told), entry=entry, now=now)
    return entry
