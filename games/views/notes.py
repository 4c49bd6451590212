"""A player's own notes about a game and who plays in it, on a page that only he opens."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import texts
from games.errors import (
    BadText,
    NoSuchGame,
    NotSeated,
    Overtaken,
    ServiceError,
    StaleNotes,
)
from games.forms import NotesForm
from games.models import Player
from games.talk import selectors
from games.talk.rules.limits import LONGEST_NOTE, LONGEST_NOTE_ABOUT
from games.talk.selectors import NotesSight
from games.talk.services import noting
from games.views import doors
from games.views.doors import Sitter, sitter
from games.views.pages import for_players, player_of, see_other, shown

_NOTE = re.compile(r"text|about-\d+")
Wrong = BadText | StaleNotes | Overtaken
STATUS: dict[type[ServiceError], int] = {BadText: 400, StaleNotes: 409, Overtaken: 409}


@dataclass(frozen=True, slots=True)
class Field:
    """A note that can be changed; `kept` is what stands there if something else was typed."""

    name: str
    label: str
    text: str
    most: int
    kept: str = ""


@dataclass(frozen=True, slots=True)
class NotesPage:
    """Everything that `pages/notes.html` shows."""

    title: str
    here: str
    table: str
    problem: str
    fields: tuple[Field, ...]
    version: int


@doors.by_letter
def by_letter(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Show their notes to whoever holds an email of the seat, and keep what they write."""
    return _answer(request, reader)


@never_cache
def mine(request: HttpRequest, key: str) -> HttpResponse:
    """Show a signed-in player the notes at his seat, and keep what he writes."""
    if request.method == "POST" and player_of(request) is None:
        return _unkept(request, reverse("notes-mine", args=[key]))
    return _mine(request, key)


@for_players
def _mine(request: HttpRequest, player: Player, key: str) -> HttpResponse:
    return _answer(request, sitter(player, key))


def _unkept(request: HttpRequest, here: str) -> HttpResponse:
    """Show what was typed to who is not signed in any more: whose notes it was for is unknown."""
    typed = (request.POST.get(name, "") for name in request.POST if _NOTE.fullmatch(name))
    context = {"here": here, "typed": shown("\n\n".join(filter(None, typed)))}
    return render(request, "pages/notes_unkept.html", context, status=403)


def _answer(request: HttpRequest, reader: Sitter) -> HttpResponse:
    """Keep what was posted, and show the notes as they stand."""
    form, wrong, seat = None, None, reader.seat
    try:
        if request.method == "POST":
            form = NotesForm([note.seat for note in selectors.notes(seat).about], request.POST)
            wrong = _try(form, reader)
            if wrong is None:
                messages.success(request, _("Your notes are kept."))
                return see_other(reader.href("notes"))
        kept = selectors.notes(seat)
    except (NoSuchGame, NotSeated):
        return see_other(reverse("table-public", args=[seat.game.key]))
    return _page(request, reader, kept, form, wrong)


def _page(
    request: HttpRequest,
    reader: Sitter,
    kept: NotesSight,
    form: NotesForm | None,
    wrong: Wrong | None,
) -> HttpResponse:
    # Too long a text is mended in the form that it came in; a stale form is weighed against what is
    # kept, and then replaces it.
    same = form is not None and isinstance(wrong, BadText)
    page = NotesPage(
        title=texts.game_title(kept.name, texts.ruleset_name(kept.ruleset)),
        here=reader.href("notes"),
        table=reader.table,
        problem=wrong.message if wrong else "",
        fields=tuple(_fields(kept, form, stale=wrong is not None and not same)),
        version=form.cleaned_data["notes"] if form is not None and same else kept.version,
    )
    status = 200 if wrong is None else STATUS[type(wrong)]
    return render(request, "pages/notes.html", {"page": page}, status=status)


def _try(form: NotesForm, reader: Sitter) -> Wrong | None:
    """Keep what was posted, or tell why not; raises NoSuchGame or NotSeated."""
    if not form.is_valid() or "text" not in form.data:
        return Overtaken()
    wish = noting.Wish(form.cleaned_data["text"], form.about, form.cleaned_data["notes"])
    try:
        noting.write(reader.key, wish, by=reader.player)
    except (BadText, StaleNotes) as wrong:
        return wrong
    return None


def _fields(kept: NotesSight, form: NotesForm | None, *, stale: bool) -> Iterator[Field]:
    notes = [("text", _("About the game"), kept.text, LONGEST_NOTE)]
    notes += [
        (f"about-{note.seat}", note.name, note.text, LONGEST_NOTE_ABOUT) for note in kept.about
    ]
    for name, label, text, most in notes:
        typed = shown(form.data.get(name, "")) if form else text
        differs = stale and typed.strip().replace("\r\n", "\n") != text
        yield Field(name, label, typed, most, text if differs else "")
