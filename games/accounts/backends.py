"""How Django finds a signed-in player again."""

from django.contrib.auth.backends import ModelBackend
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import JSONField

from games.models import Player

# What stays unread is read when it is asked for: the database gives JSON out as text.
_FIELDS = [
    field.attname for field in Player._meta.concrete_fields if not isinstance(field, JSONField)
]
_SELECT = f"SELECT {', '.join(_FIELDS)} FROM {Player._meta.db_table} WHERE id = %s"  # noqa: S608 (our own names)


class Players(ModelBackend):
    """Reads the player with whom each of his pages begins: building a query costs most."""

    def get_user(self, user_id: int) -> Player | None:
        """Return the player, None if there is none any more."""
        with connection.cursor() as cursor:
            cursor.execute(_SELECT, [user_id])
            row = cursor.fetchone()
        return row and Player.from_db(DEFAULT_DB_ALIAS, _FIELDS, row)
