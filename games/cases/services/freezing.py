"""What was to be seen when somebody reported: kept as it read then, in every language of the site.

Words and not rows, so that no edit, new name, rewind, deletion or later version changes it.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import translation

from engine.api import Seat as EngineSeat
from games import drawing, selectors, texts
from games.cases.rules.limits import AROUND, RECORD
from games.cases.selectors.subjects import Subject
from games.limits.rules import key as mark
from games.limits.rules import mailbox
from games.models import Game, Player, Remark, Seat
from games.selectors import StoryEntry, rows
from games.talk.rules.rooms import Room

Frozen = dict[str, Any]


def public(found: Subject, *, by: Player, now: datetime) -> Frozen:
    """Keep what everybody could see, and who the two were then."""
    kept: Frozen = {
        "at": now.isoformat(),
        "called": found.called,
        "names": {"reported": found.person.name, "reporter": by.name},
        "marks": {"reported": _mark(found.person), "reporter": _mark(by)},
    }
    game = found.game
    if game is None:
        return kept
    kept |= {"game": game.name, "seats": _names(game), "talk": list(_talk(game, found.remark))}
    # What is for its seats alone nobody else could see.
    if game.started_at is not None and not game.closed:
        ply, view = selectors.public_view(game.key)
        picture = drawing.small_svg(view)
        told = _told(game, selectors.story(game.key), None)
        words = _each_language(lambda: drawing.maze_words(view))
        kept |= {"ply": ply, "picture": picture, "words": words, "record": told}
    return kept


def of_seat(seat: Seat, *, now: datetime) -> Frozen:
    """Keep what the reporter's own seat sees: his knowledge, and nobody else's."""
    table = selectors.seat_table(seat, now=now)
    view, game = table.view, seat.game
    own = EngineSeat(seat.number)
    reader = texts.reader_of(game.ruleset, table.names, own)
    return {
        "record": _told(game, selectors.story(game.key, seat), own),
        "maze": drawing.maze_text(view),
        "hand": _each_language(lambda: [texts.card_name(code) for code in view.hand]),
        "role": _each_language(lambda: reader.book.role_name(view.role) if view.role else ""),
    }


def _mark(person: Player) -> str:
    """Name a mailbox so that it can be compared and not read."""
    return mark("case", mailbox(person.email or ""))


def _names(game: Game) -> list[str]:
    return [person.name for person in rows.people(rows.places(game), ())]


def _told(game: Game, story: Sequence[StoryEntry], seat: EngineSeat | None) -> dict[str, list[str]]:
    names = tuple(_names(game))
    reader = texts.reader_of(game.ruleset, names, seat)
    return _each_language(lambda: texts.story(story[-RECORD:], reader))


def _each_language(words: Any) -> dict[str, Any]:
    said = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said[language] = words()
    return said


def _talk(game: Game, about: Remark | None) -> Iterator[Frozen]:
    """Go through the talk around a remark, or the latest at the table if there is none."""
    room = game.remarks.filter(room=about.room if about else Room.TABLE)
    if about is None:
        return _remarks(reversed(room.order_by("-id")[:AROUND]), None)
    before = reversed(room.filter(pk__lt=about.pk).order_by("-id")[:AROUND])
    after = room.filter(pk__gt=about.pk).order_by("id")[:AROUND]
    return _remarks([*before, about, *after], about)


def _remarks(said: Iterable[Remark], about: Remark | None) -> Iterator[Frozen]:
    for remark in said:
        yield {
            "name": remark.name,
            "text": remark.text,
            "at": remark.made_at.isoformat(),
            "room": remark.room,
            "reported": about is not None and remark.pk == about.pk,
        }
