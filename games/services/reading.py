"""Letters that are about to leave, read with all that bears on them: few statements for many.

Every letter is read like this, so it is written by hand: to put the statement together anew each
time takes longer than to read ten letters.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model, prefetch_related_objects

from games.models import Game, Letter, Player, Seat, Written

GOES_OUT = (Letter.Status.QUEUED, Letter.Status.INFLIGHT, Letter.Status.SENT)


class _Part:
    """A row of one table, as it stands in an answer among others."""

    def __init__(self, alias: str, model: type[Model], *only: str) -> None:
        self.model = model
        fields: Sequence[Field[Any, Any]] = model._meta.concrete_fields
        self.fields = [field for field in fields if not only or field.name in only]
        self.columns = ", ".join(f'{alias}."{field.column}"' for field in self.fields)
        self._names = [field.attname for field in self.fields]
        self._key = self._names.index(model._meta.pk.attname)
        self._read = [
            (at, field.from_db_value)
            for at, field in enumerate(self.fields)
            if hasattr(field, "from_db_value")
        ]

    def row(self, values: list[Any]) -> Any:
        """Build the row; None if there is none."""
        if values[self._key] is None:
            return None
        for at, read in self._read:
            values[at] = read(values[at], None, connection)
        return self.model.from_db(DEFAULT_DB_ALIAS, self._names, values)


# What was not read stays unread: asking for it asks the database.
_GAME = ("id", "key", "name", "ruleset", "status", "organiser", "to_act", "ply", "time", "ended_at")
_PLAYER = ("id", "email", "name", "language", "time_zone", "discreet", "mail_trouble_at")
_PARTS = (
    _Part("l", Letter),
    _Part("g", Game, *_GAME),
    _Part("s", Seat),
    _Part("p", Player, *_PLAYER),
    _Part("w", Written),
)
_SELECT = f"""SELECT
    EXISTS (
        SELECT FROM games_move m
        WHERE m.game_id = l.game_id AND m.seat = s.number AND m.ply > l.ply
    ),
    (
        SELECT m.made_at FROM games_move m
        WHERE m.game_id = l.game_id AND m.seat = s.number AND m.by = 'player'
            -- A reply's move is made as of when it came in. It shows nobody at the page.
            AND NOT EXISTS (
                SELECT FROM games_reply r
                WHERE r.seat_id = s.id AND r.accepted_at = m.made_at AND r.move <> ''
            )
        ORDER BY m.ply DESC LIMIT 1
    ),
    ARRAY(
        SELECT DISTINCT o.kind FROM games_letter o
        WHERE o.seat_id = l.seat_id AND o.ply > l.ply AND o.status = ANY(%s)
    ),
    {", ".join(part.columns for part in _PARTS)}
FROM unnest(%s::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN games_letter l ON l.id = wanted.id
    LEFT JOIN games_game g ON g.id = l.game_id
    LEFT JOIN games_seat s ON s.id = l.seat_id
    LEFT JOIN games_player p ON p.id = s.player_id
    LEFT JOIN games_written w ON w.letter_id = l.id
ORDER BY wanted.place"""  # noqa: S608 (names of columns)

_FURTHER = (
    "act",
    *("seat__player__subscriptions", "invitation__game__organiser", "sign_in", "outage", "entry"),
    *("asked__offer", "change__player", "sanction__game", "case__joined", "objection__act"),
    *("notice__season__league", "notice__player"),
    "reply",
)


def whole(letters: Iterable[UUID]) -> list[Letter]:
    """Read letters with all that bears on them, in the same order; those that are gone are not."""
    with connection.cursor() as cursor:
        cursor.execute(_SELECT, [list(GOES_OUT), list(letters)])
        found = [_letter(row) for row in cursor]
    # To look for what no letter has takes as long as to find it.
    held = (path for path in _FURTHER if any(_has(path, letter) for letter in found))
    prefetch_related_objects(found, *held)
    _find_accounts([letter for letter in found if letter.seat is None])
    return found


def _letter(row: tuple[Any, ...]) -> Letter:
    moved, moved_at, later, *values = row
    rows, begin = list[Any](), 0
    for part in _PARTS:
        end = begin + len(part.fields)
        rows.append(part.row(values[begin:end]))
        begin = end
    letter: Letter = rows[0]
    _, game, seat, player, written = rows
    letter.game, letter.seat = game, seat
    if seat is not None:
        seat.player = player
    Letter._meta.get_field("written").set_cached_value(letter, written)
    letter.moved, letter.moved_at, letter.later = moved, moved_at, later
    return letter


def _has(path: str, letter: Letter) -> bool:
    return getattr(letter, f"{path.partition('__')[0]}_id") is not None


def _find_accounts(letters: Sequence[Letter]) -> None:
    """Read who gets letters that go to an address."""
    if letters:
        players = Player.objects.filter(email__in={letter.email for letter in letters})
        known = {player.email: player for player in players.prefetch_related("subscriptions")}
        for letter in letters:
            letter.addressee = known.get(letter.email)
