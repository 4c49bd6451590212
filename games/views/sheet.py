"""A whole table's page put together: picture, hand, people, story and the way to a move."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.api import Seat
from engine.maze.ascii import picture
from engine.maze.cells import cell_named
from engine.maze.grid import CardSight
from games import drawing, texts
from games.drawing.faces import PATH_FACES
from games.selectors import StoryEntry, Table
from games.views import board
from games.views.chooser import Chooser, Option


@dataclass(frozen=True, slots=True)
class Hrefs:
    """Where a table's page leads."""

    here: str
    move: str
    public: str
    seat: str = ""
    """For a signed-in player who looks at the public page: the way to his own seat."""
    lends: bool = False
    """Whether the address of this page is enough to play."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a page is made of: a view and what goes with it, nothing more secret."""

    view: Any
    names: Sequence[str]
    bots: frozenset[int]
    ply: int
    news: Sequence[StoryEntry]
    story: Sequence[StoryEntry]
    own: Sequence[StoryEntry]
    """The reader's last move, once it is made and others are asked."""
    deadline: datetime | None
    ruleset: str

    @classmethod
    def of(cls, table: Table) -> "Facts":
        """Take what the page needs from a table as its viewer sees it."""
        whole = (*table.earlier, *table.story)
        news = table.story if table.seat is not None else whole[-table.game.seats :]
        own = [entry for entry in table.earlier if entry.seat == table.seat][-1:]
        return cls(
            view=table.view,
            names=table.names,
            bots=frozenset(person.number for person in table.people if person.bot),
            ply=table.game.ply,
            news=news,
            story=whole,
            own=() if table.seat in table.asked or not table.asked else own,
            deadline=table.deadline,
            ruleset=texts.ruleset_name(table.game.ruleset),
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of the chooser with its picture."""

    kind: str
    label: str
    href: str
    chosen: bool
    picture: SafeString | str


@dataclass(frozen=True, slots=True)
class Question:
    """One level of the chooser as it is shown."""

    kind: str
    question: str
    answered: bool
    options: tuple[Choice, ...]


def table_page(
    facts: Facts, *, hrefs: Hrefs, chooser: Chooser | None, now: datetime, problem: str = ""
) -> dict[str, Any]:
    """Build everything that `pages/table.html` shows."""
    view, names = facts.view, facts.names
    viewer: Seat | None = view.seat
    over = view.outcome is not None
    hand = None if viewer is None or over else board.hand(view, chooser)
    page: dict[str, Any] = {
        "title": facts.ruleset,
        "heading": board.heading(view.asked, names, viewer),
        "round_text": board.round_text(view),
        "mine": chooser is not None,
        "deadline": board.moment(facts.deadline, now=now) if facts.deadline else None,
        "problem": problem,
        "round_over": over or texts.tells_a_rounds_end(facts.news),
        "outcome": board.ending(view.outcome, names, viewer) if view.outcome else None,
        "maze": _picture(facts, chooser),
        "maze_text": _maze_text(view),
        "chooser": chooser,
        "chooser_open": chooser is not None and chooser.begun,
        "choices": _questions(chooser) if chooser else (),
        "hand": hand,
        "role": None if over else board.role(view),
        "gold_text": board.my_gold_text(view.gold) if view.gold is not None else "",
        "news": texts.story(facts.news, names, viewer),
        "own": texts.story(facts.own, names, viewer),
        "news_title": _news_title(viewer, problem),
        "story": texts.story(facts.story, names, viewer),
        "people": board.people(view, names, facts.bots),
        "stock_text": board.stock_text(view),
        "results": board.results(view, names),
        "ply": facts.ply,
        "hrefs": hrefs,
    }
    page["news_hint"] = _news_hint(page["news"])
    page["sprites"] = drawing.sprites(*_pictures(page))
    return page


def _picture(facts: Facts, chooser: Chooser | None) -> SafeString:
    return drawing.maze_svg(
        facts.view,
        lit=_lit(chooser) if chooser else {},
        fresh=texts.changed_cells(facts.news),
        tight=chooser is None,
        ghost=_ghost(chooser) if chooser else None,
        chosen=chooser.chosen("cell") if chooser else "",
    )


def _lit(chooser: Chooser) -> dict[str, str]:
    """Light the cells that can be picked; the one already picked shows its card instead."""
    here = chooser.chosen("cell")
    return {name: href for name, href in chooser.links("cell").items() if name != here}


def _ghost(chooser: Chooser) -> CardSight | None:
    code, cell = chooser.chosen("card"), chooser.chosen("cell")
    face = PATH_FACES.get(code)
    if face is None or not cell:
        return None
    turned = chooser.chosen("turn") == "turned"
    return CardSight(cell_named(cell), code, turned, face.ways(turned=turned), face.mark)


_MARKS = {"gold": "$", "stone": "o"}


def _maze_text(view: Any) -> str:
    faces = {code: _MARKS[face.mark] for code, face in PATH_FACES.items() if face.mark in _MARKS}
    return picture(view.cards, view.goals, faces)


def _questions(chooser: Chooser) -> tuple[Question, ...]:
    """Show the levels that need an answer; the hand itself asks for the card."""
    return tuple(
        Question(
            level.kind,
            level.question,
            level.answered,
            tuple(
                Choice(
                    option.kind, option.label, option.href, option.chosen, _face(option, chooser)
                )
                for option in level.options
            ),
        )
        for level in chooser.levels
        if level.kind != "card" and not level.given
    )


def _face(option: Option, chooser: Chooser) -> SafeString | str:
    """Draw what an option looks like: the card as it would lie, the tool."""
    if option.kind == "turn" and chooser.chosen("card"):
        return drawing.card_svg(chooser.chosen("card"), turned=option.value == "turned")
    if option.kind == "tool":
        return drawing.icon_svg(option.value)
    return ""


def _news_title(viewer: Seat | None, problem: str) -> str:
    if problem:
        return _("What changed")
    return _("What happened last") if viewer is None else _("Since your last turn")


def _news_hint(news: Sequence[str]) -> str:
    if not news:
        return ""
    more = len(news) - 1
    hint = ngettext("%(last)s And %(more)d thing more.", "%(last)s And %(more)d things more.", more)
    return hint % {"last": news[-1], "more": more} if more else news[-1]


def _pictures(page: dict[str, Any]) -> list[str]:
    """Collect every picture on the page, for the symbols that they point at."""
    pictures: list[str] = [page["maze"]]
    pictures += [card.picture for card in page["hand"] or ()]
    pictures += [tool.picture for person in page["people"] for tool in person.broken]
    pictures += [dwarf.picture for result in page["results"] for dwarf in result.dwarves]
    pictures += [choice.picture for question in page["choices"] for choice in question.options]
    return pictures + ([page["role"].picture] if page["role"] else [])
