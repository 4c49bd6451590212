"""A player is written to elsewhere once both mailboxes agreed; all that waits goes there too."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F

from games.clocks.services import delivered
from games.delivery.services import weighing
from games.errors import AddressTaken, BadLink, NotByMail, SameAddress
from games.limits import rules
from games.limits import services as limits
from games.links import AddressClaim
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import AddressChange, Asked, Invitation, Letter, Player, SignIn
from games.services import mailbox, people
from games.subscriptions import selectors as subscriptions
from games.subscriptions.services import choosing

Kind = Letter.Kind

LIFE = timedelta(days=3)
TWICE = timedelta(minutes=1)
"""So long the same wish once more is a double click, and its letters are on their way."""

ABOUT_A_MAILBOX = (Kind.SIGN_IN, Kind.DELETION, Kind.OLD_ADDRESS, Kind.NEW_ADDRESS)
"""Letters that are for whoever reads an address, not for the player who had it."""


def ask(player: Player, text: str, *, now: datetime) -> AddressChange:
    """Ask the old and the new mailbox whether letters shall go to the new one.

    An older wish is void then, but the same of a moment ago stands. Whether somebody has the new
    address is told there alone. Raises BadAddress, SameAddress, NotByMail or TooMany.
    """
    new = people.address(text)
    with because(Cause.FORM):
        old = _held(player.pk).email
        if old is None or new == old:
            raise SameAddress
        same = AddressChange.objects.filter(player=player, new=new, closed_at=None, due_at=None)
        if clicked := same.filter(created_at__gt=now - TWICE).first():
            return clicked
        limits.use(
            (rules.ADDRESS_WISHES, player.pk),
            (rules.ADDRESS_WISHES_TO_A_MAILBOX, rules.mailbox(new)),
            now=now,
        )
        if subscriptions.refuses(new):
            raise NotByMail(new)
        _close(player, now)
        change = AddressChange.objects.create(
            player=player, old=old, new=new, created_at=now, expires_at=now + LIFE
        )
        mailbox.post_to(old, Kind.OLD_ADDRESS, change=change, now=now)
        mailbox.post_to(new, Kind.NEW_ADDRESS, change=change, now=now)
    return change


def call_off(player: Player, *, now: datetime) -> None:
    """Take a wish back; nothing if there is none."""
    with because(Cause.FORM):
        _held(player.pk)
        _close(player, now)


def agree(claim: AddressClaim, *, now: datetime) -> AddressChange:
    """Let a mailbox agree; the second of both changes the address. Twice is once.

    Raises BadLink, or AddressTaken if another account has the new address by now.
    """
    with because(Cause.FORM):
        player, change = _claimed(claim, now)
        if change.closed_at is None:
            _agree(player, change, new=claim.new, now=now)
    if change.agreed and change.closed_at == now:
        delivered.reachable(player)
    return change


def refuse(claim: AddressClaim, *, now: datetime) -> None:
    """Let a mailbox refuse: nothing changes; raises BadLink."""
    with because(Cause.FORM):
        player, change = _claimed(claim, now)
        if change.closed_at is None:
            _close(player, now)


def vouch(ids: Iterable[int], *, now: datetime, by: By | None = None) -> int:
    """Let an operator agree for old mailboxes that nobody reads any more; count what is changed.

    Only where the new one agreed. Raises AddressTaken.
    """
    done = 0
    for change in AddressChange.objects.filter(pk__in=ids, new_agreed_at__isnull=False):
        with because(Cause.ACT):
            player = _held(change.player_id)
            change.refresh_from_db()
            if change.closed_at is None:
                _agree(player, change, new=False, now=now)
                about = Target("player", player.pk)
                write("vouch", now=now, by=by, target=about, arguments={"change": change.pk})
                done += 1
        if change.agreed and change.closed_at == now:
            delivered.reachable(player)
    return done


def _claimed(claim: AddressClaim, now: datetime) -> tuple[Player, AddressChange]:
    """Find what a letter asks about while it can be answered, or was agreed to by both."""
    found = AddressChange.objects.filter(pk=claim.change_id).first()
    if found is None:
        raise BadLink
    player = _held(found.player_id)
    found.refresh_from_db()
    over = found.closed_at is not None or now >= found.expires_at
    if over and not found.agreed:
        raise BadLink
    return player, found


def _agree(player: Player, change: AddressChange, *, new: bool, now: datetime) -> None:
    if new:
        change.new_agreed_at = change.new_agreed_at or now
    else:
        change.old_agreed_at = change.old_agreed_at or now
    # One whose mailbox is lost comes over in a week, by the beat, and all at once.
    if change.agreed and change.due_at is None:
        move(player, change, now=now)
        change.closed_at = now
    change.save(update_fields=("old_agreed_at", "new_agreed_at", "closed_at"))


def move(player: Player, change: AddressChange, *, now: datetime) -> None:
    """Let a held player have his new address, with all that waits; raises AddressTaken."""
    old, new = change.old, change.new
    # A code that is under way to the old mailbox would open an account of its own.
    SignIn.objects.filter(email=old, used_at=None, expires_at__gt=now).update(expires_at=now)
    _move_invitations(old, new)
    choosing.keep_refusing(old, new, now=now)
    waiting = Letter.objects.filter(email=old, status__in=("queued", "inflight"))
    waiting.exclude(kind__in=ABOUT_A_MAILBOX).update(email=new)
    # Last: who is just accepting an invitation waits for no row that waits for him.
    player.email = new
    try:
        with transaction.atomic():
            player.save(update_fields=("email",))
    except IntegrityError:
        raise AddressTaken from None
    weighing.forget(player, now=now)


def _move_invitations(old: str, new: str) -> None:
    # Where both were asked, the player needs no second one.
    twice = Invitation.objects.filter(email=old, game__invitations__email=new)
    pending = twice.filter(status=Invitation.Status.PENDING)
    pending.update(status=Invitation.Status.WITHDRAWN, epoch=F("epoch") + 1)
    Invitation.objects.filter(email=old).exclude(pk__in=twice).update(email=new)
    asked = Asked.objects.filter(email=old)
    asked.exclude(offer__in=Asked.objects.filter(email=new).values("offer")).update(email=new)


def _close(player: Player, now: datetime) -> None:
    AddressChange.objects.filter(player=player, closed_at=None).update(closed_at=now)


def _held(player_id: int) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)
