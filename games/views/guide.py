"""A first game in ten lessons, at a fixed table and without an account.

Nothing is kept: the address says which lesson it is, what was picked and whether it was done.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.maze.cells import Cell, cell_named
from games import drawing, selectors, texts
from games.selectors import LESSONS, Lesson
from games.texts import Reader
from games.texts.lessons import Answer, Words
from games.views import board
from games.views.chooser import Chooser, Option, choose, read_picks
from games.views.landmarks import landmarks

_SHOWN = 8
"""The lesson whose table invites to begin: much is dug and nothing is found."""


@dataclass(frozen=True, slots=True)
class Link:
    """Something to click: a lesson, an answer, or one way to go on with a move."""

    href: str
    label: str
    chosen: bool = False
    picture: SafeString | str = ""


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Say what the lessons are and lead to the first."""
    maze = drawing.maze_svg(selectors.lesson(_SHOWN).view, tight=True)
    context = {"lessons": _links(), "maze": maze, "sprites": drawing.sprites(maze)}
    return render(request, "pages/guide/guide.html", context)


@require_safe
def lesson(request: HttpRequest, number: int) -> HttpResponse:
    """Show a lesson as far as its reader has come with it."""
    if number not in LESSONS:
        raise Http404
    words, table = texts.lesson_words(number), selectors.lesson(number)
    page = {
        "number": number,
        "last": number == LESSONS[-1],
        "words": words,
        "here": _href(number),
        "next": _href(number + 1) if number + 1 in LESSONS else "",
        "lessons": _links(number),
    }
    if words.options:
        page |= _question(request.GET.get("answer", ""), words, table, _href(number))
    else:
        page |= _table(request, number, words, table)
    page["sprites"] = drawing.sprites(*_pictures(page))
    return render(request, "pages/guide/lesson.html", {"page": page})


def _href(number: int) -> str:
    return reverse("guide-lesson", args=[number])


def _links(here: int = 0) -> list[Link]:
    titles = enumerate(texts.lesson_titles(), start=1)
    return [Link(_href(number), title, number == here) for number, title in titles]


def _reader() -> Reader:
    return texts.reader_of(selectors.LESSON_RULESET, (_("You"), "Bob", "Carol"), selectors.LEARNER)


def _question(given: str, words: Words, table: Lesson, here: str) -> dict[str, Any]:
    """Ask what no move answers; the answers may be cells of the maze."""
    answer = words.answer(given) if given in words.options else None
    options = [
        Link(f"{here}?{urlencode({'answer': name})}#answer", label, name == given)
        for name, label in words.options.items()
    ]
    lit = {link.label: link.href for link in options if words.in_maze and link.label != given}
    return {
        "maze": drawing.maze_svg(
            table.view,
            lit={} if answer else lit,
            chosen=given if answer and words.in_maze else "",
            marks=_marks(table),
            tight=True,
        ),
        "marks": landmarks(table.view, _reader()),
        "options": () if answer else options,
        "answer": answer,
        "role": None if words.in_maze else board.role(table.view, _reader()),
    }


def _table(request: HttpRequest, number: int, words: Words, table: Lesson) -> dict[str, Any]:
    """Let a move be chosen as at any table, and judge it once it is made."""
    reader, here = _reader(), _href(number)
    picks = read_picks(request.GET.getlist("pick"))
    chooser = choose(table.choices, picks, reader=reader, here=here)
    done = chooser.move is not None and "do" in request.GET
    answer = words.answer(chooser.move.text) if done and chooser.move else None
    if answer and answer.right and chooser.move:
        return _made(selectors.played(number, chooser.move.text), reader, answer)
    query = urlencode([("pick", f"{kind}:{value}") for kind, value in chooser.picked])
    return {
        **_seen(table, reader),
        "maze": _maze(table, None if answer else chooser, chooser),
        "hand": board.hand(table.view, None if answer else chooser),
        "help": texts.card_help(selectors.LESSON_RULESET, chooser.chosen("card"))
        if chooser.started
        else "",
        "chooser": None if answer else chooser,
        "options": [] if answer else _options(chooser),
        "do": f"{here}?{query}&do=1#answer",
        "answer": answer,
    }


def _made(table: Lesson, reader: Reader, answer: Answer) -> dict[str, Any]:
    """Show what the right move has led to."""
    changes = reader.book.changes
    fresh = [event.cell for event in table.told if isinstance(event, changes)]
    over = table.view.outcome is not None
    return {
        **_seen(table, reader),
        "maze": drawing.maze_svg(table.view, fresh=fresh, marks=_marks(table), tight=True),
        "hand": None if over else board.hand(table.view, None),
        "answer": answer,
        "told": [texts.event_text(event, reader) for event in table.told],
        "results": board.results(table.view, reader),
    }


def _seen(table: Lesson, reader: Reader) -> dict[str, Any]:
    asked = () if table.view.asked is None else (table.view.asked,)
    return {
        "people": board.people(table.view, reader, bots={}, asked=asked),
        "marks": landmarks(table.view, reader),
    }


def _marks(table: Lesson) -> dict[Cell, bool]:
    """Name the cells that links lead to where the picture is larger than a phone."""
    return {mark.cell: mark.mine for mark in landmarks(table.view, _reader())}


def _maze(table: Lesson, open_now: Chooser | None, chooser: Chooser) -> SafeString:
    """Draw the maze with the places that light up and the card as it would lie."""
    code, cell = chooser.chosen("card"), chooser.chosen("cell")
    turned = chooser.chosen("turn") == "turned"
    links = open_now.links("cell") if open_now else {}
    return drawing.maze_svg(
        table.view,
        lit={name: href for name, href in links.items() if name != cell},
        ghost=drawing.lying(code, cell_named(cell), turned=turned) if code and cell else None,
        chosen=cell,
        turn=open_now.other_way_up if open_now else "",
        marks=_marks(table),
        tight=True,
    )


def _options(chooser: Chooser) -> list[Link]:
    """List the answers to the open question; the hand itself asks for a card."""
    level = chooser.open
    if level is None or level.kind == "card":
        return []
    return [
        Link(option.href, option.label, picture=_face(option, chooser)) for option in level.options
    ]


def _help(chooser: Chooser) -> str:
    card = chooser.chosen("card")
    return texts.card_help(selectors.LESSON_RULESET, card) if card else ""


def _face(option: Option, chooser: Chooser) -> SafeString | str:
    if option.kind != "turn":
        return ""
    return drawing.card_svg(chooser.chosen("card"), turned=option.value == "turned")


def _pictures(page: dict[str, Any]) -> Iterable[str]:
    yield page["maze"]
    yield from (card.picture for card in page.get("hand") or ())
    yield from (option.picture for option in page.get("options", ()) if option.picture)
    yield from (badge.picture for who in page.get("people", ()) for badge in who.badges)
    yield from (dwarf.picture for each in page.get("results", ()) for dwarf in each.dwarves)
    if page.get("role"):
        yield page["role"].picture
