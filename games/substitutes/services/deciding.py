"""What is decided about a seat by who may: taken from its holder, given to another, given back.

Callers hold the game's lock and write into the record what was done.
"""

from collections.abc import Sequence
from datetime import datetime

from games.clocks.rules import seating as clocks
from games.clocks.rules import store
from games.models import Asked, Game, Letter, Offer, Player, Seat
from games.services import mailbox, seating, turns
from games.services.table import Held
from games.substitutes.services import handing, organising, standing
from games.substitutes.services.sitting import told

Kind, Why = Letter.Kind, Offer.Why


def remove(
    held: Held, number: int, *, by: Player, now: datetime, opens_at: datetime | None = None
) -> None:
    """Take a seat of a running game from its holder: a bot has it until somebody sits.

    Nobody may before `opens_at`, if that is said.
    """
    seat = standing.place(held, number)
    was = seat.player_id
    found = _offer(held.game, seat, by, now)
    if opens_at is not None:
        found.made_at = opens_at
        found.save(update_fields=("made_at",))
    handing.leave_to_bot(held, seat, now=now)
    if held.game.organiser_id == was:
        organising.pass_on(held.game, held.places, number)


def give_to(held: Held, number: int, whom: Player | None, *, by: Player, now: datetime) -> None:
    """Offer a seat to one person, by letter, or to whoever comes first; all stays until then."""
    found = _offer(held.game, standing.place(held, number), by, now, whom=whom)
    if whom is not None and whom.email:
        asked = Asked.objects.create(offer=found, by=by, email=whom.email, created_at=now)
        mailbox.post_to(whom.email, Kind.OFFER, game=held.game, asked=asked, now=now)


def give_back(held: Held, number: int, whom: Player, *, now: datetime) -> None:
    """Let who had a seat before sit there again; who let a bot stand in for him has it no more."""
    handing.give(held, standing.place(held, number), whom, now=now)
    open_now = Offer.objects.filter(game=held.game, seat=number, closed_at=None)
    for found in open_now:
        found.closed_at = now
        found.taken_by = None if found.player_id == whom.pk else whom
        found.save(update_fields=("closed_at", "taken_by"))


def ask_back(held: Held, number: int, whom: Player, *, by: Player, now: datetime) -> None:
    """Ask who plays a seat now whether who had it before may sit there again."""
    seat = standing.place(held, number)
    assert seat.player is not None, "somebody plays there"
    _close(held.game, number, now)
    Offer.objects.create(
        game=held.game, seat=number, player=seat.player, why=Why.RETURN, by=by, whom=whom,
        made_at=now,
    )  # fmt: skip


def agree(held: Held, number: int, *, now: datetime) -> None:
    """Let who had a seat before sit there, at the word of who plays it; nothing if none asks."""
    seat, found = standing.place(held, number), asked_back(held, number)
    if found is None or found.whom is None:
        return
    was, substitute = seat.name, seat.player
    why = told(found, "return-asked")
    give_back(held, number, found.whom, now=now)
    people = standing.people(held)
    entry = standing.tell(held, "returned", number, told=people, now=now, was=was, **why)
    email = substitute.email if substitute else None
    mailbox.post_to(email, Kind.REPLACED, game=held.game, entry=entry, now=now)


def refuse(held: Held, number: int, *, now: datetime) -> None:
    """Keep a seat that who had it before asks for; nothing if none asks."""
    if asked_back(held, number) is not None:
        _close(held.game, number, now)
        standing.tell(held, "kept", number, now=now)


def withdraw(held: Held, number: int, *, now: datetime) -> None:
    """Give a seat to nobody else after all: its holder keeps it."""
    _close(held.game, number, now)


def asked_back(held: Held, number: int) -> Offer | None:
    """Find what who plays a seat is asked: whether who had it before may sit there again."""
    asked = Offer.objects.filter(game=held.game, seat=number, closed_at=None, why=Why.RETURN)
    return asked.select_related("whom").first()


def seat_again(game: Game, places: list[Seat], whom: Player, *, now: datetime) -> None:
    """Give somebody a place again before the start; raises AlreadySeated, NameTaken, TableFull."""
    seating.require_unreserved(game, places)
    seating.seat_player(places, whom, now=now)
    mailbox.post_to(whom.email, Kind.SEATED, game=game, now=now)


def _close(game: Game, number: int, now: datetime) -> Offer | None:
    found = Offer.objects.filter(game=game, seat=number, closed_at=None).first()
    if found is not None:
        found.closed_at = now
        found.save(update_fields=("closed_at",))
    return found


def is_offered(game: Game, number: int) -> bool:
    """Tell whether a seat is open to somebody else, for whatever reason."""
    return Offer.objects.filter(game=game, seat=number, closed_at=None).exists()


def leave_places(one: Seat, other: Seat) -> None:
    """Let nothing of two who will change places stay where they sat."""
    for seat in (one, other):
        handing.empty(seat)


def change_places(
    game: Game, places: Sequence[Seat], one: Seat, other: Seat, *, now: datetime
) -> None:
    """Let two people of a running game change places that were left; who is asked begins anew."""
    handing.swap(one, other, now=now)
    held = turns.with_clocks(game, places, store.load(game.time))
    table = clocks.swap(held.table, one.number, other.number, now=now)
    standing.store(held, table, now=now)


def change_before_start(one: Seat, other: Seat, *, now: datetime) -> None:
    """Let two people change places that are not drawn yet, at one table or between two."""
    if one.game_id == other.game_id:
        one.number, other.number = other.number, one.number
        Seat.objects.bulk_update((one, other), ("number",))
        return
    people = (other.player, one.player)
    for seat in (one, other):
        seating.clear(seat.game, seat, now=now)
    for seat, player in zip((one, other), people, strict=True):
        if player is not None:
            seating.seat_player([seat], player, now=now)
            mailbox.post_to(player.email, Kind.SEATED, game=seat.game, now=now)


def free(game: Game, seat: Seat, *, by: Player, now: datetime) -> None:
    """Free a place before the start; its organiser is told, unless he does it himself."""
    assert seat.player is not None, "somebody sits there"
    # That he sat there is kept, so that he can be brought back.
    Offer.objects.create(
        game=game, seat=seat.number, player=seat.player, why=Why.GIVEN, by=by, made_at=now,
        closed_at=now,
    )  # fmt: skip
    seating.clear(game, seat, now=now)
    if by.pk != game.organiser_id:
        mailbox.post_to(game.organiser.email, Kind.DECLINED, game=game, now=now)


def _offer(game: Game, seat: Seat, by: Player, now: datetime, whom: Player | None = None) -> Offer:
    """Offer a seat by decision; whoever was asked before to take it is asked no more."""
    before = _close(game, seat.number, now)
    found = Offer(game=game, seat=seat.number, player=seat.player, why=Why.GIVEN, made_at=now)
    if before is not None:
        found.player = before.player
        if before.why in (Why.RESIGNED, Why.MISSES):
            # What he did himself goes on to count.
            found.why, found.made_at = before.why, before.made_at
    found.by, found.whom = by, whom
    found.save()
    return found
