"""What a device is asked to sign: for one purpose, once, within minutes, by the browser that asked.

Nothing is stored before it is answered, so nobody can fill anything by asking.
"""

from datetime import datetime, timedelta
from secrets import token_urlsafe

from django.core.signing import BadSignature, Signer

from games.errors import BadPasskey, TooMany
from games.limits import services as limits
from games.limits.rules import Limit

LIFE = timedelta(minutes=5)
_ONCE = Limit("answers to one challenge", 1, LIFE)
_SIGNER = "games.accounts.challenges"


def mint(purpose: str, *, now: datetime) -> tuple[bytes, str]:
    """Return a challenge, and the token by which the browser that asked shows that it was ours."""
    value = token_urlsafe(32)
    token = {"value": value, "purpose": purpose, "until": (now + LIFE).timestamp()}
    return value.encode(), Signer(salt=_SIGNER).sign_object(token)


def read(token: str, purpose: str, *, now: datetime) -> bytes:
    """Read a challenge back; raises BadPasskey."""
    try:
        found = Signer(salt=_SIGNER).unsign_object(token)
    except BadSignature:
        raise BadPasskey("expired") from None
    if found["purpose"] != purpose or now.timestamp() >= found["until"]:
        raise BadPasskey("expired")
    return str(found["value"]).encode()


def spend(challenge: bytes, *, now: datetime) -> None:
    """Let nobody answer a challenge again; the caller is in a transaction. Raises BadPasskey."""
    try:
        limits.use((_ONCE, challenge.decode()), now=now)
    except TooMany:
        raise BadPasskey("expired") from None
