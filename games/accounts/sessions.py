"""Django's sessions, each in a row that knows its player."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase

from games.accounts import rules
from games.accounts.models import Session

FRESH = timedelta(hours=1)
"""For so long a sign-in is proof enough to add a further way to reach an account."""
_SINCE, _DEVICE, _BY_PASSKEY = "since", "device", "by-passkey"


class SessionStore(db.SessionStore):
    """Sessions as rows of `Session`. Its name is part of how Django signs them."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Name the table."""
        return Session

    def create_model_instance(self, data: Any) -> Session:
        """Write down who is signed in, and since when if nobody said."""
        player = data.get(SESSION_KEY)
        if player is not None:
            data.setdefault(_SINCE, int(datetime.now(UTC).timestamp()))
        row = super().create_model_instance(data)
        assert isinstance(row, Session), "the model named above"
        row.player_id = None if player is None else int(player)
        return row


def note(session: SessionBase, user_agent: str, *, by_passkey: bool, now: datetime) -> None:
    """Keep when and how somebody proved who they are, and roughly where: no address, no version."""
    session[_SINCE] = int(now.timestamp())
    session[_BY_PASSKEY] = by_passkey
    session[_DEVICE] = list(rules.device(user_agent))


def proved_at(data: Any) -> datetime:
    """Say when who is signed in last proved who he is; long ago if that was not written down."""
    return datetime.fromtimestamp(data.get(_SINCE, 0), UTC)


def is_by_passkey(data: Any) -> bool:
    """Tell whether who is signed in proved it with a passkey, and not with a code."""
    return bool(data.get(_BY_PASSKEY))


def device(data: Any) -> tuple[str, str]:
    """Say with which program on which system; empty what is not known."""
    program, system = data.get(_DEVICE, ("", ""))
    return program, system
