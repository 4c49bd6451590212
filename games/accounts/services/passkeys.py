"""Passkeys are added, sign in, and are removed: beside the code from a letter, never instead."""

import logging
from datetime import datetime

from django.db import IntegrityError, transaction

from games.accounts import rules
from games.accounts.services import authenticators, challenges
from games.accounts.services.authenticators import Made, Options, Owner
from games.errors import BadPasskey
from games.limits import services as limits
from games.limits.rules import PASSKEYS
from games.log.rules import Cause
from games.log.services import because
from games.models import Letter, Passkey, Player
from games.services import mailbox

logger = logging.getLogger(__name__)

_ENTER = "enter"


def ask_new(player: Player, *, now: datetime) -> tuple[Options, str]:
    """Say what a device is asked for a new passkey, and the token that its browser keeps."""
    challenge, token = challenges.mint(_add(player), now=now)
    owner = Owner(_handle(player), player.email or "", player.name)
    known = player.passkeys.values_list("credential_id", flat=True)
    return authenticators.to_make(owner, challenge, known=map(bytes, known)), token


def add(player: Player, token: str, answer: str, *, name: str, now: datetime) -> Passkey:
    """Keep a new passkey and tell its owner by letter; raises BadPasskey or TooMany."""
    challenge = challenges.read(token, _add(player), now=now)
    made = authenticators.made(answer, challenge)
    with because(Cause.FORM):
        held = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if held.passkeys.count() >= rules.MOST_PASSKEYS:
            raise BadPasskey("many")
        limits.use((PASSKEYS, held.pk), now=now)
        challenges.spend(challenge, now=now)
        passkey = _keep(held, made, rules.passkey_name(name), now)
        mailbox.post_to(held.email, Letter.Kind.PASSKEY, now=now)
    return passkey


def ask(*, now: datetime) -> tuple[Options, str]:
    """Say what a device is asked for signing in, whoever that will be, and the browser's token."""
    challenge, token = challenges.mint(_ENTER, now=now)
    return authenticators.to_sign(challenge), token


def enter(token: str, answer: str, *, now: datetime) -> Player:
    """Tell who signs in by a passkey, and log it; raises BadPasskey."""
    try:
        player = _entered(token, answer, now)
    except BadPasskey as problem:
        logger.info("sign-in by a passkey refused: %s", problem.why)
        raise
    logger.info("player %s signed in by a passkey", player.pk)
    return player


def _entered(token: str, answer: str, now: datetime) -> Player:
    challenge = challenges.read(token, _ENTER, now=now)
    response = authenticators.signed(answer)
    with because(Cause.FORM):
        held = Passkey.objects.select_for_update(of=("self",)).select_related("player")
        passkey = held.filter(credential_id=response.raw_id).first()
        if passkey is None:
            raise BadPasskey("unknown")
        handle, key = _handle(passkey.player), bytes(passkey.public_key)
        authenticators.require_signed(response, challenge, handle=handle, public_key=key)
        challenges.spend(challenge, now=now)
        passkey.count = _counted(passkey, response.response.authenticator_data.counter)
        passkey.used_at = now
        passkey.save(update_fields=("count", "used_at"))
    return passkey.player


def remove(player: Player, number: int) -> None:
    """Let one of a player's passkeys sign nobody in any more; nothing if there is no such one."""
    Passkey.objects.filter(player=player, pk=number).delete()


def _add(player: Player) -> str:
    return f"add {player.pk}"


def _handle(player: Player) -> bytes:
    """Name an account to devices: by nothing that is the person's."""
    return str(player.pk).encode()


def _keep(player: Player, made: Made, name: str, now: datetime) -> Passkey:
    passkey = Passkey(player=player, name=name, created_at=now, count=made.count)
    passkey.credential_id, passkey.public_key = made.credential_id, made.public_key
    try:
        with transaction.atomic():
            passkey.save(force_insert=True)
    except IntegrityError:
        raise BadPasskey("known") from None
    return passkey


def _counted(passkey: Passkey, count: int) -> int:
    """Return what a device counts by now; raises BadPasskey where another one must have signed."""
    if (count or passkey.count) and count <= passkey.count:
        logger.warning("passkey %s: it counts %s after %s", passkey.pk, count, passkey.count)
        raise BadPasskey("copied")
    return count
