"""Terms of a table that are changed before its start, and who is told of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from engine import rng
from engine.registry import ruleset
from games.clocks.rules import settings, store
from games.clocks.rules.forms import Form
from games.clocks.rules.table import Table
from games.errors import SeatsNeeded, StaleTerms, TermsUntold
from games.gathering.services.naming import name_for
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Invitation, Letter, Player, Seat
from games.services import locks, mailbox

FOLD = timedelta(minutes=5)
"""Who changes terms changes them twice: for so long all that is changed goes into one letter."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table shall be like, and how often its terms had been changed when that was wished."""

    name: str
    seats: int
    options: Mapping[str, str]
    time: Form
    epoch: int


def change(key: str, wish: Terms, *, by: Player, now: datetime) -> bool:
    """Change the terms of a table that has not begun; tell whether they were others before.

    Raises NoSuchGame, NotOpen, NotOrganiser, SeatsNeeded, StaleTerms, SeatsError, OptionError,
    BadGameName or Refused.
    """
    with because(Cause.FORM):
        game = locks.own_open_game(by, key=key)
        before = game.terms
        name = name_for(by, wish.name) if wish.name not in ("", game.name) else game.name
        zone = store.load(game.time).settings.zone
        game.time = store.dump(Table(settings.load({"zone": zone, **wish.time})))
        game.seats, game.options = wish.seats, dict(wish.options)
        if before == game.terms and name == game.name:
            return False
        if wish.epoch != game.terms_epoch:
            raise StaleTerms
        # A trial deal finds every fault in seats and options, whatever the ruleset.
        ruleset(game.ruleset).setup(bytes(rng.SEED_BYTES), wish.seats, wish.options)
        _set_chairs(game, wish.seats)
        game.name = name
        game.terms_epoch += 1
        game.save(update_fields=("name", "seats", "options", "time", "terms_epoch"))
        if before != game.terms:
            _tell(game, before, now)
    return True


def require_told(game: Game, *, now: datetime) -> None:
    """Pass if everybody was told of changed terms; raises TermsUntold."""
    waiting = game.letters.filter(kind=Letter.Kind.TERMS, status=Letter.Status.QUEUED)
    last = waiting.filter(due_at__gt=now, invitation=None).order_by("-due_at").first()
    if last is not None:
        raise TermsUntold(last.due_at)


def _set_chairs(game: Game, wanted: int) -> None:
    """Have as many places as are wanted, none of those that are taken or kept being lost."""
    places = locks.places(game)
    pending = game.invitations.filter(status=Invitation.Status.PENDING).count()
    least = sum(seat.taken for seat in places) + pending
    if wanted < least:
        raise SeatsNeeded(least)
    free = [seat for seat in places if not seat.taken]
    gone = {seat.pk for seat in free[len(free) - max(len(places) - wanted, 0) :]}
    Seat.objects.filter(pk__in=gone).delete()
    left = [seat for seat in places if seat.pk not in gone]
    for number, seat in enumerate(left):
        seat.number = number
    Seat.objects.bulk_update(left, ("number",))
    Seat.objects.bulk_create(Seat(game=game, number=at) for at in range(len(left), wanted))


def _tell(game: Game, before: Mapping[str, Any], now: datetime) -> None:
    invited = game.invitations.filter(status=Invitation.Status.PENDING)
    readers: dict[str, Invitation | None] = {row.email: row for row in invited}
    seated = (
        game.places.filter(player__email__isnull=False)
        .exclude(player=game.organiser_id)
        .select_related("player")
    )
    readers |= {seat.player.email: None for seat in seated if seat.player and seat.player.email}
    # A letter that still waits says what holds when it goes out, and what held when it was posted.
    # One to somebody invited is void once he sits there.
    waiting = game.letters.filter(kind=Letter.Kind.TERMS, status=Letter.Status.QUEUED)
    told = set(waiting.values_list("email", "invitation"))
    waiting.filter(before=game.terms).update(status=Letter.Status.DROPPED)
    for email, invitation in readers.items():
        if (email, invitation and invitation.pk) not in told:
            mailbox.post_to(
                email,
                Letter.Kind.TERMS,
                game=game,
                invitation=invitation,
                now=now,
                due_at=now + FOLD,
                before=before,
            )
