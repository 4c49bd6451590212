"""Django's sessions with their player in a column of its own; nobody can sign in past it."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import JSONField
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.accounts import rules
from games.accounts.models import Session
from games.models import Player

FRESH = timedelta(hours=1)
"""For so long a sign-in is proof enough to add a further way to reach an account."""
_SINCE, _DEVICE, _BY_PASSKEY = "since", "device", "by-passkey"
# What stays unread is read when it is asked for: the database gives JSON out as text.
_OF_PLAYER = [
    field.attname for field in Player._meta.concrete_fields if not isinstance(field, JSONField)
]
_SELECT = f"""
SELECT s.session_data, {", ".join(f"p.{field}" for field in _OF_PLAYER)}
FROM {Session._meta.db_table} s LEFT JOIN {Player._meta.db_table} p ON p.id = s.player_id
WHERE s.session_key = %s AND s.expire_date > %s
"""  # noqa: S608 (names of our own)


class SessionStore(db.SessionStore):
    """Sessions as rows of `Session`. Its name is part of how Django signs them."""

    player: Player | None = None
    """Whose it was when it was read."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Name the table."""
        return Session

    def load(self) -> dict[str, Any]:
        """Read what every page of a signed-in player begins with, and himself with it."""
        with connection.cursor() as cursor:
            cursor.execute(_SELECT, [self.session_key, timezone.now()])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return {}
        stored, *fields = row
        if any(fields):
            self.player = Player.from_db(DEFAULT_DB_ALIAS, _OF_PLAYER, fields)
        # A value of a session is replaced, never changed.
        return dict(_decoded(stored, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))

    def create_model_instance(self, data: Any) -> Session:
        """Write down who is signed in, and since when if nobody said."""
        player = data.get(SESSION_KEY)
        if player is not None:
            data.setdefault(_SINCE, int(datetime.now(UTC).timestamp()))
        row = super().create_model_instance(data)
        assert isinstance(row, Session), "the model named above"
        row.player_id = None if player is None else int(player)
        return row


@lru_cache(maxsize=1_000)
def _decoded(stored: str, *_secrets: str) -> dict[str, Any]:
    """Read what was signed: once for all pages of its reader, as long as the secrets are those."""
    data: dict[str, Any] = SessionStore().decode(stored)
    return data


def reader(request: HttpRequest) -> Player | AnonymousUser:
    """Find who is signed in as Django does, which is asked wherever anything is unusual."""
    session = request.session
    known = session.get(SESSION_KEY)  # reads it
    player = session.player if isinstance(session, SessionStore) else None
    if (
        player is not None
        and known == str(player.pk)
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash())
    ):
        return player
    found: Player | AnonymousUser = get_user(request)
    return found


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
