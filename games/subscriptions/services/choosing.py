"""What somebody is written of is chosen on his page, or stopped and let come by a letter's link."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction

from games.errors import BadLink
from games.links import StopClaim
from games.models import Daily, Game, Player, Refusal, Subscription
from games.subscriptions import selectors
from games.subscriptions.rules import Choice, Stop, mailbox_number, mailbox_numbers
from games.subscriptions.services import daily

_FIELDS = {Stop.TURNS: "turns", Stop.NEWS: "news", Stop.REMINDERS: "reminders"}


def choose(player: Player, chosen: Choice, *, hour: int, invited: bool, now: datetime) -> None:
    """Be written of this as a rule: once a day at this hour, and of invitations or not."""
    with transaction.atomic(durable=True):
        held = _held(player.pk)
        if selectors.choice(held.pk, None).stopped:
            held.subscriptions.update(stopped=False)
        _keep(held, None, chosen)
        Daily.objects.update_or_create(player=held, defaults={"hour": hour})
        daily.schedule(held, now=now)
        _refuse(held.email or "", on=not invited, now=now)


def choose_for(player: Player, game_id: int, chosen: Choice | None, *, now: datetime) -> None:
    """Be written of this in one game; None: as a rule."""
    with transaction.atomic(durable=True):
        held = _held(player.pk)
        if chosen is None:
            Subscription.objects.filter(player=held, game=game_id).delete()
        else:
            _keep(held, game_id, chosen)
        daily.schedule(held, now=now)


def stop(claim: StopClaim, *, now: datetime) -> None:
    """Let no more come of what a letter's link stops. Twice is once; raises BadLink."""
    with transaction.atomic(durable=True):
        if claim.stop == Stop.INVITATIONS:
            _note_refusal(claim.who, now)
        elif (player := _held(claim.who)).email is not None:
            selectors.require_good(claim, player)
            _stop(claim, player, now)
            daily.schedule(player, now=now)


def let_come(claim: StopClaim, *, now: datetime) -> None:
    """Take back what a letter's link stopped. Twice is once; raises BadLink."""
    with transaction.atomic(durable=True):
        if claim.stop == Stop.INVITATIONS:
            Refusal.objects.filter(mailbox=claim.who).delete()
        elif (player := _held(claim.who)).email is not None:
            selectors.require_good(claim, player)
            _let_come(claim, player, now)
            daily.schedule(player, now=now)


def keep_refusing(old: str, new: str, *, now: datetime) -> None:
    """Let a player's new mailbox refuse what his old one does; the caller is in a transaction."""
    if selectors.refuses(old):
        _refuse(new, on=True, now=now)


def _stop(claim: StopClaim, player: Player, now: datetime) -> None:
    match claim.stop:
        case Stop.EVERYTHING:
            _row(player, None)
            player.subscriptions.update(stopped=True)
            _refuse(player.email or "", on=True, now=now)
        case Stop.DAILY:
            player.subscriptions.filter(daily=True).update(turns=False)
        case Stop.GAME:
            _change(_row(player, claim.game_id or None), stopped=True)
        case _:
            _change(_row(player, claim.game_id or None), **{_FIELDS[claim.stop]: False})


def _let_come(claim: StopClaim, player: Player, now: datetime) -> None:
    match claim.stop:
        case Stop.EVERYTHING:
            player.subscriptions.update(stopped=False)
            _refuse(player.email or "", on=False, now=now)
        case Stop.DAILY:
            player.subscriptions.filter(daily=True).update(turns=True, stopped=False)
        case Stop.GAME:
            _change(_row(player, claim.game_id or None), stopped=False)
        case _:
            row = _row(player, claim.game_id or None)
            # Where all was stopped only this comes again.
            others = dict.fromkeys(_FIELDS.values(), False) if row.stopped else {}
            _change(row, **others | {_FIELDS[claim.stop]: True, "stopped": False})


def _held(player_id: int) -> Player:
    # What hangs on a player is changed by one at a time.
    found = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
    if found is None:
        raise BadLink
    return found


def _row(player: Player, game_id: int | None) -> Subscription:
    """Find what he chose there; where he chose nothing, what holds becomes his choice."""
    if game_id is not None and not Game.objects.filter(pk=game_id).exists():
        raise BadLink
    known = asdict(selectors.choice(player.pk, game_id))
    return Subscription.objects.get_or_create(**_at(player, game_id), defaults=known)[0]


def _keep(player: Player, game_id: int | None, chosen: Choice) -> None:
    Subscription.objects.update_or_create(**_at(player, game_id), defaults=asdict(chosen))


def _at(player: Player, game_id: int | None) -> dict[str, Any]:
    return {"player": player, "game_id": game_id}


def _change(row: Subscription, **changes: bool) -> None:
    for field, value in changes.items():
        setattr(row, field, value)
    row.save(update_fields=list(changes))


def _refuse(address: str, *, on: bool, now: datetime) -> None:
    if on:
        _note_refusal(mailbox_number(address), now)
    else:
        Refusal.objects.filter(mailbox__in=mailbox_numbers(address)).delete()


def _note_refusal(number: int, now: datetime) -> None:
    Refusal.objects.get_or_create(mailbox=number, defaults={"made_at": now})
