"""A whole table's page put together: picture, hand, people, story and the way to a move."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from html import escape
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.api import TableView
from games import drawing, selectors, texts
from games.clocks.rules.proposals import Proposal
from games.clocks.rules.showing import SeatClock
from games.clocks.rules.waiting import Wait
from games.selectors import Act, InLeague, StoryEntry, Table
from games.texts import Reader
from games.texts.leagues_pages import played_in_text
from games.views import board
from games.views.chooser import Chooser
from games.views.landmarks import Landmark, landmarks
from games.views.ordering import Left
from games.views.pages import address_of
from games.views.questions import choice, ghost, lit, questions, spots


@dataclass(frozen=True, slots=True)
class Hrefs:
    """Where a table's page leads."""

    here: str
    move: str
    public: str
    time: str
    """The table's time, on a page of its own; nothing where none runs."""
    seat: str = ""
    """For a signed-in player who looks at the public page: the way to his own seat."""
    seats: str = ""
    """The page of the table's seats: coming back, giving up, taking one over."""
    cells: str = ""
    """The maze cell by cell, as a table to be read."""
    story: str = ""
    """All that was ever told to the seat, or to everybody."""
    orders: str = ""
    """For a seat: the page on which it gives orders."""
    replay: str = ""
    """The game move by move."""
    talk: str = ""
    """What is said at the table."""
    notes: str = ""
    """For a seat: what it keeps for itself."""
    again: str = ""
    """For a seat: where the same people are asked to play once more."""
    following: str = ""
    """For a signed-in player: the way to the next game that waits for him."""
    cover: str = ""
    """For a seat: where its role is covered and shown."""
    presence: str = ""
    """For a seat: where its page tells that somebody looks at it."""
    keep: str = ""
    """For a visitor who practises: where he signs in, so that the game is his for good."""
    lends: bool = False
    """Whether the address of this page is enough to play."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a page is made of: a view and what goes with it, nothing more secret."""

    name: str
    """What the game is called; a record shown again may have none."""
    view: TableView
    reader: Reader
    bots: Mapping[int, str]
    """How well each bot plays."""
    stood_in: frozenset[int]
    """Seats whose players are away, and bots play for them."""
    without_mail: frozenset[int]
    """Seats whose players get no letter when it is their turn."""
    unreached: frozenset[int]
    """Seats to whose players letters do not get through."""
    profiles: Mapping[int, str]
    """Where players' pages are, by seat."""
    offered: frozenset[int]
    asked: Collection[int]
    ply: int
    news: Sequence[StoryEntry]
    own: Sequence[StoryEntry]
    """The reader's last move, until others have moved and he is asked again."""
    deadline: datetime | None
    clock: SeatClock | None
    """The one whose deadline that is."""
    waits: Sequence[Wait]
    names: Sequence[str]
    proposals: Sequence[Proposal]
    """What waits for the reader's answer."""
    seal: texts.Seal | None
    """What was promised of its chance; a record shown again promises nothing."""
    looked: Sequence[Act]
    """Who looked at what was hidden, once it is told; it stands on the page for ever."""
    ruled: Sequence[str] = ()
    """What became of its result beside what was played."""
    instead: Sequence[tuple[str, str]] = ()
    """The ways to the game in its place, and to the one in whose place it was begun."""
    league: InLeague | None = None

    @classmethod
    def of(cls, table: Table) -> "Facts":
        """Take what the page needs from a table as its viewer sees it."""
        told = [entry for entry in table.story if not (entry.act and entry.act in table.looked)]
        news = told if table.seat is not None else told[-table.game.seats :]
        own = [entry for entry in table.earlier if entry.seat == table.seat][-1:]
        return cls(
            name=table.game.name,
            view=table.view,
            reader=texts.reader_of(table.game.ruleset, table.names, table.view.seat),
            bots={person.number: person.strength for person in table.people if person.bot},
            stood_in=frozenset(person.number for person in table.people if person.stood_in),
            without_mail=frozenset(person.number for person in table.people if person.without_mail),
            unreached=frozenset(person.number for person in table.people if person.unreached),
            profiles={
                person.number: address_of("profiles-show", person.profile)
                for person in table.people
                if person.profile
            },
            offered=frozenset(person.number for person in table.people if person.offered),
            asked=table.asked,
            ply=table.game.ply,
            news=news,
            own=() if (told and table.seat in table.asked) or not table.asked else own,
            deadline=table.deadline,
            proposals=[
                each
                for each in table.proposals
                if table.seat is not None and table.seat not in each.agreed
            ],
            clock=next((clock for clock in table.clocks if clock.own), (*table.clocks, None)[0]),
            waits=table.waits,
            names=table.names,
            seal=texts.seal_of(
                table.game.key,
                table.game.commitment,
                table.game.secret,
                closed=table.game.closed,
            ),
            looked=table.looked,
            ruled=tuple(texts.ruled_lines(table.game, table.names)),
            instead=tuple(_instead(table)),
            league=table.game.league,
        )


def _instead(table: Table) -> Iterator[tuple[str, str]]:
    """Lead from a game that was begun anew to the other one, and back."""
    if table.game.restart:
        yield address_of("table-public", table.game.restart), _("The game in its place")
    if table.game.restart_of:
        said = _("It was begun in place of a game that was annulled")
        yield address_of("table-public", table.game.restart_of), said


def league_way(league: InLeague) -> tuple[str, str]:
    """Lead to the division of a game, by its league, season and round."""
    where = reverse("league-divisions-show", args=[league.key, league.season, league.rank])
    name = played_in_text(league.league, league.season, league.round, final=league.final)
    return f"{where}?round={league.round}", name


def table_page(
    facts: Facts,
    *,
    hrefs: Hrefs,
    chooser: Chooser | None,
    now: datetime,
    orders: Left | None = None,
    codes: Sequence[tuple[str, str]] = (),
    problem: str = "",
    draft: str = "",
    tag: str = "",
    hidden: bool = False,
) -> dict[str, Any]:
    """Build everything that `pages/table.html` shows."""
    view, reader = facts.view, facts.reader
    over = view.outcome is not None
    hand = None if reader.seat is None or over else board.hand(view, chooser)
    news = texts.story(facts.news, reader)
    proposed = [texts.proposal_text(each, reader) for each in facts.proposals]
    hindered = "" if over else reader.book.hindered(view)
    marks = landmarks(view, reader)
    page: dict[str, Any] = {
        "name": facts.name or reader.book.name(),
        "league": league_way(facts.league) if facts.league else None,
        "title": reader.book.name(),
        "heading": board.heading(facts.asked, reader, stood_in=facts.stood_in, waits=facts.waits),
        "stood_in": reader.seat in facts.stood_in,
        "offered": bool(facts.offered),
        "round_text": reader.book.standing(view),
        "mine": chooser is not None,
        "deadline": board.moment(facts.deadline, now=now) if facts.deadline else None,
        "clock": board.clock_text(facts.clock, now=now) if facts.clock else "",
        "waits": board.waits(facts.waits, facts.names, me=reader.seat),
        "proposed": proposed,
        "problem": problem,
        "draft": draft,
        "round_over": over or texts.tells_a_rounds_end(facts.news, reader.book),
        "over": over,
        "outcome": board.ending(view, reader, ruled=bool(facts.ruled)),
        "ruled": facts.ruled,
        "instead": facts.instead,
        "maze": _picture(facts, chooser, marks),
        "marks": marks,
        "maze_text": drawing.maze_text(view),
        "legend": tuple(reader.book.legend(view, reader)),
        "chooser": chooser,
        "chooser_open": chooser is not None and chooser.begun,
        "choices": questions(chooser, view, reader) if chooser else (),
        "effects": _effects(facts, chooser),
        "beside": [choice(option, "") for option in chooser.beside] if chooser else (),
        "hand": hand,
        "turned_up": board.turned_up(view, reader),
        "hindered": hindered if hand else "",
        "hint": board.hint(hindered, hand or ()) if chooser and chooser.wants_card else "",
        "help": _help(chooser, view.ruleset) if chooser else "",
        "idle": board.idle(chooser, hindered) if chooser else "",
        "role": board.role(view, reader),
        "hidden": hidden,
        "own_lines": reader.book.own(view, reader),
        "orders": orders,
        "codes": codes,
        "news": _items(tuple(news)),
        "own": _items(tuple(texts.story(facts.own, reader))),
        "news_title": _news_title(facts, problem),
        "people": board.people(
            view,
            reader,
            bots=facts.bots,
            stood_in=facts.stood_in,
            without_mail=facts.without_mail,
            unreached=facts.unreached,
            profiles=facts.profiles,
            offered=facts.offered,
            asked=facts.asked,
        ),
        "stock_text": board.stock_text(view),
        "panels": tuple(reader.book.panels(view, reader)),
        "results": board.results(view, reader),
        "results_title": _("Finished rounds") if view.rounds > 1 else _("How it ended"),
        "seal": facts.seal,
        "looked": [texts.act_words(act, reader).line for act in facts.looked],
        "rules": address_of("rules", view.ruleset),
        "watch": f"{settings.BASE_URL}{hrefs.public}" if hrefs.public else "",
        "ply": facts.ply,
        # What is over does not change, and what went wrong is to be read.
        "tag": "" if over or problem else tag,
        "hrefs": hrefs,
    }
    told = {*proposed, *_told_by_waits(facts)}
    page["news_hint"] = _news_hint([line for line in news if line not in told])
    page["sprites"] = drawing.sprites(*_pictures(page))
    return page


def _help(chooser: Chooser, ruleset: str) -> str:
    """Say what the card does that was picked."""
    code = chooser.chosen("card")
    return texts.card_help(ruleset, code) if code else ""


def _picture(facts: Facts, chooser: Chooser | None, marks: Sequence[Landmark]) -> SafeString:
    return drawing.maze_svg(
        facts.view,
        lit=lit(chooser) if chooser else {},
        fresh=texts.changed_cells(facts.news, facts.reader.book),
        tight=chooser is None,
        ghost=ghost(chooser, facts.view) if chooser else None,
        chosen=chooser.chosen("cell") if chooser else "",
        spots=spots(facts.view, chooser, facts.reader) if chooser else (),
        way=_way(facts.view, chooser) if chooser and chooser.move else (),
        turn=chooser.other_way_up if chooser else "",
        marks={mark.cell: mark.mine for mark in marks},
    )


def _way(view: TableView, chooser: Chooser) -> Sequence[drawing.Spot]:
    return drawing.way_of(view, {pick.kind: pick.value for pick in chooser.picked})


def _effects(facts: Facts, chooser: Chooser | None) -> list[str]:
    """Say what the move that is ready will do, as far as the reader knows."""
    if chooser is None or chooser.move is None:
        return []
    foreseen = selectors.foresee(facts.view, chooser.move.text)
    return [facts.reader.book.foretell(effect, facts.reader) for effect in foreseen]


def _news_title(facts: Facts, problem: str) -> str:
    seat = facts.reader.seat
    if problem:
        return _("What changed")
    if seat is None:
        return _("What happened last")
    acts = [entry.act for entry in facts.news if entry.act]
    sat = any(act.name == "sat" and act.seat == seat for act in acts)
    return _("What this seat was told") if sat else _("Since your last turn")


# A long story is most of what a template would have to write, and the same at every step.
@lru_cache(maxsize=256)
def _items(lines: tuple[str, ...]) -> SafeString:
    """Write lines as the items of a list."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return mark_safe(items)  # noqa: S308 (every line is escaped)


def _told_by_waits(facts: Facts) -> Iterator[str]:
    """The news of what the game waits for: the line above says it."""
    for entry in facts.news:
        act = entry.act
        if act and any(texts.tells_why(act, wait) for wait in facts.waits):
            yield texts.act_words(act, facts.reader).line


def _news_hint(news: Sequence[str]) -> str:
    if not news:
        return ""
    more = len(news) - 1
    said = {"last": news[-1], "more": more}
    return _("%(last)s (and %(more)d more)") % said if more else news[-1]


def _pictures(page: dict[str, Any]) -> list[str]:
    """Collect every picture on the page, for the symbols that they point at."""
    pictures: list[str] = [page["maze"]]
    pictures += [card.picture for card in page["hand"] or ()]
    pictures += [card.picture for held in page["turned_up"] for card in held.cards]
    pictures += [badge.picture for person in page["people"] for badge in person.badges]
    pictures += [dwarf.picture for result in page["results"] for dwarf in result.dwarves]
    pictures += [choice.picture for question in page["choices"] for choice in question.options]
    return pictures + ([page["role"].picture] if page["role"] and not page["hidden"] else [])
