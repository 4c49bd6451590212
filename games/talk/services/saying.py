"""Somebody says something at a game. It is no move: no ply, no clock, no letter."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

from django.db import transaction

from games.errors import MayNotTalk, Overtaken, TalksTooMuch, TooMany
from games.limits.rules import REMARKS
from games.limits.services import use
from games.models import Game, Player, Remark
from games.selectors import rows
from games.services import locks
from games.talk import selectors
from games.talk.rules import limits, plain
from games.talk.rules.rooms import Room


@dataclass(frozen=True, slots=True)
class Wish:
    """What was typed, in which room, and what was drawn into the form."""

    room: Room
    text: str
    nonce: str


def say(key: str, wish: Wish, *, by: Player, now: datetime) -> None:
    """Let somebody say this at a game; the same form with the same text again is one remark.

    Raises NoSuchGame, DealClosed, BadText, MayNotTalk, TalksTooMuch, or Overtaken if he stands
    elsewhere now.
    """
    text = plain.said(wish.text, most=limits.LONGEST)
    # Somebody who goes back and says something else in the same form has said two things.
    once = blake2b(f"{wish.nonce}\n{text}".encode(), digest_size=16).hexdigest()
    with transaction.atomic(durable=True):
        # The game's lock, so that of several at once the limit counts each.
        game = locks.game(key=key)
        _require_place(game, by, wish.room, now=now)
        own = game.remarks.filter(by=by)
        if own.filter(once=once).exists():
            return
        latest = own.order_by("-made_at").values_list("made_at", flat=True)[: limits.LOOK_BACK]
        if until := limits.silent_until(list(latest), now=now):
            raise TalksTooMuch(until, now=now)
        _use_one(by, now)
        Remark.objects.create(
            game=game,
            room=wish.room,
            by=by,
            name=_name(game, by, wish.room),
            text=text,
            once=once,
            made_at=now,
        )


def _use_one(by: Player, now: datetime) -> None:
    """Count a remark with those at other tables."""
    try:
        use((REMARKS, by.pk), now=now)
    except TooMany as full:
        raise TalksTooMuch(full.until, now=now) from full


def _require_place(game: Game, by: Player, room: Room, *, now: datetime) -> None:
    selectors.require_open(game, by)
    may = selectors.standing_of(game, by, now=now)
    if may.speaks is None:
        assert may.why is not None, "who may not speak is told why"
        raise MayNotTalk(may.why)
    if may.speaks != room:
        # He sat down, or somebody else did: what was meant for some must not be told to others.
        raise Overtaken


def _name(game: Game, by: Player, room: Room) -> str:
    if room == Room.SPECTATORS:
        return by.name
    mine = game.places.get(player=by).number
    people = rows.people(rows.places(game), ())
    return next(person.name for person in people if person.number == mine)
