"""The signed confirmation that a preview ends in: what, by whom, and what it was decided by."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.core import signing
from django.utils.crypto import get_random_string

from games.models import Player
from games.moderation.rules.refusals import NoSuch

LIFE = timedelta(minutes=15)
_SALT = "games.moderation"


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What is confirmed."""

    act: str
    target: str
    typed: Mapping[str, str]
    """As it came, so that it is read again by the same form."""
    by: int
    digest: str
    nonce: str
    made_at: str
    table: bool = False
    """Whether it is put to the whole table."""

    def is_old(self, *, now: datetime) -> bool:
        """Tell whether it was looked at too long ago."""
        return now > datetime.fromisoformat(self.made_at) + LIFE


def digest(act: str, target: str, typed: Mapping[str, str], versions: Mapping[str, Any]) -> str:
    """Name an act with its arguments and the rows that it stands on."""
    text = json.dumps([act, target, typed, versions], sort_keys=True, ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def mint(
    act: str,
    target: str,
    typed: Mapping[str, str],
    *,
    by: Player,
    digest: str,
    now: datetime,
    table: bool = False,
) -> str:
    """Sign what a preview shows."""
    nonce = get_random_string(32)
    said = Confirmation(act, target, typed, by.pk, digest, nonce, now.isoformat(), table)
    return signing.dumps(asdict(said), salt=_SALT, compress=True)


def read(token: str, *, by: Player) -> Confirmation:
    """Read a confirmation of this person; raises NoSuch for any other."""
    try:
        said = Confirmation(**signing.loads(token, salt=_SALT))
    except signing.BadSignature:
        raise NoSuch from None
    if said.by != by.pk:
        raise NoSuch
    return said
