"""What a ban changes at a table that runs: pauses of his end, his word is no, or a bot sits there.

Nobody else waits for it or loses by it: clocks go on, and whoever is asked has what he had.
"""

from datetime import datetime, timedelta
from typing import Any

from games.clocks.rules import breaks
from games.clocks.services import agreeing, keeping, pauses
from games.clocks.services.wishes import Wish
from games.models import Game, Player, Sanction, Seat
from games.sanctions.rules import APPEAL_HOLDS
from games.services import entries, locks, turns
from games.substitutes.services import deciding, organising, standing

FLOOR = timedelta(hours=12)
"""So much time, or a turn, whoever is asked finds when a pause ends."""


def follow(game: Game, sanction: Sanction, *, now: datetime) -> None:
    """Do what a ban means at a locked game that runs; nothing where its person sits no more."""
    places, who = locks.people(game), sanction.player
    seat = next((at for at in places if at.player_id == who.pk), None)
    if seat is None:
        return
    wish = Wish(game, places, keeping.take_up(game, now=now), who, now)
    agreeing.decline_all(wish)
    if _paused_by(game, who) and wish.table.paused_until(now):
        keeping.save(game, breaks.resume(wish.table, now=now, floor=FLOOR))
        told = wish.everybody()
        entries.record(game, "resumed", told=told, now=now, agreed=False, **_voice(sanction))
    if sanction.seats_removed:
        _take(game, places, seat, sanction, now)


def _paused_by(game: Game, player: Player) -> bool:
    """Tell whether a table's last pause is its organiser's own, and this is he."""
    last = pauses.last(game)
    own = not last.get("agreed") and not last.get("moderated")
    return own and game.organiser_id == player.pk


def _take(game: Game, places: list[Seat], seat: Seat, sanction: Sanction, now: datetime) -> None:
    name, number, voice = seat.name, seat.number, _voice(sanction)
    heir = organising.heir(places, number) if seat.player_id == game.organiser_id else None
    held = turns.hold(game, places, now=now)
    opens_at = now + APPEAL_HOLDS
    deciding.remove(held, number, by=sanction.by, now=now, opens_at=opens_at)
    others = standing.people(held, but=number)
    entries.record(game, "removed", told=others, now=now, who=name, **voice)
    if heir is not None:
        entries.record(game, "organises", seat=heir.number, told=[heir], now=now, who=heir.name)


def _voice(sanction: Sanction) -> dict[str, Any]:
    """In whose name the table is told; the reason is told to him alone."""
    return {
        "by": "",
        "role": "host" if sanction.by_host else "moderator",
        "moderated": True,
        "reference": sanction.reference,
        "why": "rules",
        "message": "",
        "alone": False,
    }
