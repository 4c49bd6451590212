"""An account is deleted: at once all that is about the person, then table by table his seats.

What stays is an anonymous row, so that finished games keep a seat where he sat. Killed in between,
the sweep goes on with the tables that are left; each is handed over whole or not at all.
"""

import logging
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from games import dispatch
from games.accounts import selectors
from games.accounts.models import Session
from games.channels.services import keeping as channels
from games.errors import BadCode, OnlyOperator
from games.limits.rules import mark
from games.log import services as log
from games.log.rules import Cause
from games.log.services import because
from games.models import (
    Absence,
    Act,
    AddressChange,
    Asked,
    Block,
    Case,
    Claim,
    Complaint,
    Daily,
    Director,
    Entrant,
    Entry,
    Follower,
    Game,
    Invitation,
    Kept,
    Letter,
    Mailbox,
    Mute,
    Notes,
    Notice,
    Orders,
    Part,
    Passkey,
    Penalty,
    Player,
    Practice,
    Proposal,
    Remark,
    Reply,
    Reserve,
    Role,
    Sanction,
    Seat,
    Signal,
    SignIn,
    Sought,
    Subscription,
    Trace,
    new_key,
)
from games.orders import services as orders
from games.services import accounts, games, locks, seating, turns
from games.services.failures import database_is_gone
from games.signals.services import households
from games.substitutes.services import offers, organising

logger = logging.getLogger(__name__)


def ask(player: Player, *, origin: str, now: datetime) -> UUID:
    """Post the code that deletes an account; raises OnlyOperator or TooMany."""
    _require_another_operator(player)
    return accounts.ask_code(
        player.email or "",
        next="",
        language=player.language,
        origin=origin,
        mark=mark(player.email or ""),
        purpose=SignIn.Purpose.LEAVE,
        now=now,
    )


def leave(player: Player, sign_in_id: UUID, code: str, *, now: datetime) -> None:
    """Delete the account of who holds the code for it; raises BadCode or OnlyOperator.

    His seats are handed over soon after.
    """
    purpose = SignIn.Purpose.LEAVE
    with accounts.proving(sign_in_id, code, purpose=purpose, now=now) as proved:
        held = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if held.email != proved.email:
            # Somebody else's code, or of an address that he had.
            raise BadCode(dead=True)
        _require_another_operator(held)
        _forget(held, now)
        dispatch.leaving()


def sweep(*, now: datetime) -> int:
    """Hand over the seats of all who left, one table after the other; count the tables."""
    done = 0
    for game_id in selectors.left_behind():
        try:
            with because(Cause.FORM):
                done += _hand_over(locks.game(pk=game_id), now)
        except Exception as error:
            if database_is_gone(error):
                raise
            # One table in trouble must not keep the others; it is tried again.
            logger.exception("game %s: the seat of who left is not handed over", game_id)
    return done


def _require_another_operator(player: Player) -> None:
    # Held, so that of the last two not both leave at once.
    operators = Player.objects.select_for_update(no_key=True).filter(is_superuser=True)
    with transaction.atomic():
        if player.is_superuser and set(operators.values_list("pk", flat=True)) == {player.pk}:
            raise OnlyOperator


def _forget(player: Player, now: datetime) -> None:
    _forget_what_he_wrote(player)
    _forget_letters(player, player.email or "")
    _forget_names(player)
    households.forget(player, now=now)
    Trace.objects.filter(player=player).delete()
    for act in Act.objects.filter(target=player.key, asked__has_key="email"):
        # The address to which his account was to come.
        act.asked = {**act.asked, "email": ""}
        act.save(update_fields=("asked",))
    Signal.objects.filter(Q(one=player) | Q(other=player)).delete()
    Session.objects.filter(player=player).delete()
    Role.objects.filter(player=player, ended_at=None).update(ended_at=now)
    # That there was one stays, as with roles; what was said of him does not.
    Sanction.objects.filter(player=player).update(message="", note="")
    Passkey.objects.filter(player=player).delete()
    # What his mailbox refuses it goes on refusing: that names nobody.
    Subscription.objects.filter(player=player).delete()
    Daily.objects.filter(player=player).delete()
    channels.forget_all(player)
    Mailbox.objects.filter(player=player).delete()
    Complaint.objects.filter(player=player).delete()
    Kept.objects.filter(player=player).delete()
    Part.objects.filter(player=player).delete()
    # His ratings stay, and are nobody's: those of others rest on them.
    # His places in seasons are given up by the seasons themselves, which soon look for who left.
    Follower.objects.filter(player=player).delete()
    Reserve.objects.filter(player=player).delete()
    Sought.objects.filter(player=player).delete()
    Absence.objects.filter(entrant__player=player).update(said="", reason="")
    Penalty.objects.filter(entrant__player=player).update(reason="")
    Proposal.objects.filter(penalty__entrant__player=player).update(reason="")
    Notice.objects.filter(player=player).delete()
    Director.objects.filter(player=player, ended_at=None).update(ended_at=now)
    Entrant.objects.filter(player=player).update(reason="")
    log.forget(player)
    # His practice games are no visitor's, who would be swept away with them.
    Practice.objects.filter(game__organiser=player).delete()
    # Last: who is writing a row about him at this moment waits for none of those above.
    player.email, player.name, player.quiet = None, "", ""
    player.language, player.time_zone = settings.LANGUAGE_CODE, "UTC"
    player.is_staff = player.is_superuser = False
    player.last_login, player.left_at = None, now
    player.mail_trouble_at = None
    player.calendar_epoch += 1
    player.link_epoch += 1
    player.key, player.shown = new_key(), {}
    player.save()


def _forget_what_he_wrote(player: Player) -> None:
    Notes.objects.filter(seat__player=player).delete()
    over = (*Game.OVER, Game.Status.CANCELLED)
    Orders.objects.filter(seat__player=player, seat__game__status__in=over).delete()
    # A report keeps its own copy of what was said: it lies before the operators.
    Remark.objects.filter(by=player).delete()
    Case.objects.filter(about=player).update(called="")
    Claim.objects.filter(by=player).delete()
    Block.objects.filter(Q(by=player) | Q(whom=player)).delete()
    Mute.objects.filter(Q(by=player) | Q(whom=player)).delete()


def _forget_letters(player: Player, email: str) -> None:
    Letter.objects.filter(Q(email=email) | Q(seat__player=player)).delete()
    SignIn.objects.filter(email=email).delete()
    Reply.objects.filter(player=player).delete()
    AddressChange.objects.filter(player=player).delete()
    Invitation.objects.filter(email=email).delete()
    Asked.objects.filter(email=email).delete()


def _forget_names(player: Player) -> None:
    seats = Seat.objects.filter(player=player)
    names = {player.name, *seats.values_list("name", flat=True)} - {""}
    games_of_his = Q(game__places__player=player) | Q(game__offers__player=player)
    _unname(Entry.objects.filter(games_of_his), names)
    # His links die at once, too.
    seats.update(name="", link_epoch=F("link_epoch") + 1)


def _unname(entries: QuerySet[Entry], names: set[str]) -> None:
    changed = {}
    for entry in entries:
        said = {key: "" if said in names else said for key, said in _texts(entry).items()}
        if said != _texts(entry):
            entry.said = {**entry.said, **said}
            changed[entry.pk] = entry
    Entry.objects.bulk_update(changed.values(), ("said",), batch_size=500)


def _texts(entry: Entry) -> dict[str, str]:
    """What names people in an entry, by `games.texts.acts`."""
    return {key: entry.said[key] for key in ("who", "was", "by") if key in entry.said}


def _hand_over(game: Game, now: datetime) -> bool:
    """Free the places of who left at a locked table, or give them to bots; False if it is over."""
    if game.status not in (Game.Status.OPEN, Game.Status.ACTIVE):
        return False
    places = locks.people(game)
    for seat in places:
        if seat.player is None or seat.player.left_at is None:
            continue
        if game.status == Game.Status.ACTIVE:
            orders.forget(seat)
            offers.give_up(turns.hold(game, now=now), seat.number, now=now)
        elif seat.player_id == game.organiser_id:
            games.call_off(game, now=now)
        else:
            seating.let_go(game, seat, None, now=now)
    if game.status == Game.Status.ACTIVE and game.organiser.left_at is not None:
        was = next((at.number for at in places if at.player_id == game.organiser_id), -1)
        organising.hand_on(game, places, was, now=now)
    return True
