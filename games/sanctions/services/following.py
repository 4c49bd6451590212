"""What follows from a sanction for tables: each in a transaction of its own, each once.

Killed in between, the sweep goes on with those that are left; each is changed whole or not at all.
"""

import logging
from datetime import datetime

from games import dispatch
from games.log.rules import Cause
from games.log.services import By, Target, because, changed, write
from games.models import Effect, Game, Invitation, Letter, Player, Sanction, Seat
from games.sanctions import selectors
from games.sanctions.rules import Kind
from games.sanctions.services import naming, running
from games.services import games, locks, mailbox, seating
from games.services.failures import database_is_gone

logger = logging.getLogger(__name__)


def begin(sanction: Sanction) -> None:
    """Note which tables a sanction changes; the caller holds its person and a transaction."""
    found = selectors.concerned(sanction.player, sanction.kind)
    made = Effect.objects.bulk_create(
        Effect(sanction=sanction, game_id=game) for game in found.values_list("pk", flat=True)
    )
    if made:
        dispatch.effects()


def again(sanction: Sanction) -> None:
    """Let the tables that a sanction changed be changed back."""
    if sanction.effects.update(done_at=None):
        dispatch.effects()


def sweep(*, now: datetime) -> int:
    """Change every table that is left; count them."""
    done = 0
    left = Effect.objects.filter(done_at=None).order_by("pk")
    for effect_id in list(left.values_list("pk", flat=True)):
        try:
            with because(Cause.ACT):
                done += _follow(effect_id, now)
        except Exception as error:
            if database_is_gone(error):
                raise
            # One table in trouble must not keep the others; it is tried again.
            logger.exception("effect %s of a sanction is not carried out", effect_id)
    return done


def _follow(effect_id: int, now: datetime) -> bool:
    found = Effect.objects.select_related("sanction__player", "sanction__by").get(pk=effect_id)
    game, sanction = locks.game(pk=found.game_id), found.sanction
    # Asked under the lock: another worker may have been here.
    if not Effect.objects.filter(pk=effect_id, done_at=None).update(done_at=now):
        return False
    if sanction.kind == Kind.PLAIN_NAME:
        naming.follow(game, sanction)
    elif selectors.is_running(sanction, now=now):
        if game.status == Game.Status.OPEN:
            leave_open_table(game, sanction.player, now=now)
        elif game.status == Game.Status.ACTIVE:
            running.follow(game, sanction, now=now)
    if changed():
        write(
            f"{sanction.kind}-table",
            now=now,
            by=By(sanction.by, ""),
            target=Target("game", game.pk),
            arguments={
                "sanction": str(sanction.pk),
                "reference": sanction.reference,
                # Who is tied to him is not shown that there is a sanction.
                "target": sanction.player.key,
            },
        )
    return True


def leave_open_table(game: Game, player: Player, *, now: datetime) -> None:
    """Free somebody's place at a locked table that has not begun; his own passes to another."""
    places = locks.people(game)
    seat = next((at for at in places if at.player_id == player.pk), None)
    invitation = game.invitations.filter(email=player.email).first()
    if game.organiser_id == player.pk:
        heir = _heir(places, player)
        if heir is None:
            games.call_off(game, now=now)
            return
        if seat is not None:
            seating.unseat(seat)
        _hand_on(game, heir, places, now)
    elif seat is not None or (invitation and invitation.status == Invitation.Status.PENDING):
        seating.let_go(game, seat, invitation, now=now)


def _heir(places: list[Seat], player: Player) -> Seat | None:
    """Find who sits there longest beside somebody."""
    others = [at for at in places if at.player is not None and at.player_id != player.pk]
    return min(others, key=lambda at: (at.joined_at is None, at.joined_at, at.number), default=None)


def _hand_on(game: Game, heir: Seat, places: list[Seat], now: datetime) -> None:
    """Let somebody organise a table that is filling."""
    assert heir.player is not None, "people organise tables"
    game.organiser = heir.player
    game.save(update_fields=("organiser",))
    # The letter by which the one before him could start it names his place by this number alone.
    heir.link_epoch = 1 + max(at.link_epoch for at in places)
    heir.save(update_fields=("link_epoch",))
    mailbox.post_to(heir.player.email, Letter.Kind.SEATED, game=game, now=now)
