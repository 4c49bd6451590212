"""From here on somebody may look. The caller is in the act's transaction, whose line says it."""

from datetime import datetime

from games.glass.models import Glass
from games.glass.rules import TO_BEGIN, TOLD_AFTER
from games.models import Act, Game, Player, Seat

Level = Glass.Level


def seat(act: Act, game: Game, place: Seat, *, case: int | None, now: datetime) -> None:
    """Let who did this act look at what a seat knows, as long as the same person sits there."""
    _broken(act, now, case_number=case, level=Level.SEAT, game=game, seat=place.number,
            holder=place.player, since=place.joined_at)  # fmt: skip


def state(act: Act, game: Game, *, case: int | None, now: datetime) -> None:
    """Let who did this act look at a whole table."""
    _broken(act, now, case_number=case, level=Level.STATE, game=game)


def record(act: Act, game: Game, *, case: int | None, now: datetime) -> None:
    """Let who did this act take the record of a whole table."""
    _broken(act, now, case_number=case, level=Level.RECORD, game=game)


def person(act: Act, whose: Player, *, case: int | None, now: datetime) -> None:
    """Let who did this act look at a person's pages."""
    _broken(act, now, case_number=case, level=Level.PERSON, holder=whose)


def _broken(act: Act, now: datetime, **about: object) -> None:
    Glass.objects.create(act=act, until=now + TO_BEGIN, due_at=now + TOLD_AFTER, **about)
