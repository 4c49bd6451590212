"""What is seen through broken glass. A page is opened by a POST, which logs it, and read by a GET.

Pages carry no form and lead nowhere but back: whatever can be done is done on the glass's own page.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.api import TableView, Uncovered
from engine.maze.cells import cell_name
from games import selectors, texts
from games.errors import BadLink
from games.glass import selectors as glasses
from games.glass import tickets
from games.glass.models import Glass
from games.glass.rules import (
    EXTENSIONS,
    PUT_OFF,
    PUT_OFFS,
    CaseIsClosed,
    GlassIsWhole,
    NoMore,
    Over,
)
from games.glass.services import disclosing, looking
from games.glass.tickets import Ticket
from games.models import Game, Player
from games.moderation.rules.refusals import NoSuch
from games.moderation.selectors import tied_to
from games.people.selectors import profile
from games.replay import selectors as replay
from games.selectors import GameFacts, MyGame, Table
from games.selectors.mine import OldGame
from games.services import instant
from games.texts import Reader
from games.views import profiles
from games.views.pages import notice, see_other
from games.views.sheet import Facts, Hrefs, table_page

Level = Glass.Level
NOWHERE = Hrefs("", "", "", "")
MOST = 40
"""So many games that are over are listed."""


def open_now(by: Player, *, now: datetime) -> list[dict[str, str]]:
    """List what somebody may look at now."""
    return [
        {
            "href": _desk(glass),
            "game": glass.game.key if glass.game else "",
            "what": texts.glass_what(glass.level, _about(glass)),
            "left": _left(glass, now),
        }
        for glass in glasses.open_of(by, now=now)
    ]


def desk(request: HttpRequest, reference: str, *, by: Player) -> HttpResponse:
    """Show what can be opened, and take what is to be done; raises NoSuch.

    Another moderator sees when it is told, and may put that off.
    """
    now, session = instant.now(), request.session.session_key or ""
    try:
        glass = glasses.own(reference, by=by)
    except NoSuch:
        return _foreign(request, glasses.foreign(reference, by=by), by, now)
    if request.method == "POST":
        return _step(request, reference, by, session, now)
    why = glasses.over(glass, by=by, session=session, now=now)
    context = {
        "glass": glass,
        "what": texts.glass_what(glass.level, _about(glass)),
        "left": _left(glass, now),
        "over": texts.glass_over(why) if why else "",
        "pages": [(name, title()) for name, title in _titles(glass).items()],
        "opened": texts.pages_text(glass.pages),
        "more": glass.begun_at is not None and glass.extended < EXTENSIONS,
        "back": _back(glass),
    }
    return render(request, "pages/glass/desk.html", context)


def _foreign(request: HttpRequest, glass: Glass, by: Player, now: datetime) -> HttpResponse:
    """Show a second person when it is told that another looked, and let him put that off."""
    reference = glass.act.reference
    if request.method == "POST":
        try:
            times = int(request.POST.get("times", ""))
            disclosing.put_off(reference, times=times, by=by, now=now)
        except ValueError:
            raise NoSuch from None
        except NoMore:
            messages.error(request, _("It was put off twice already."))
        except CaseIsClosed:
            messages.error(request, _("It can be put off only while its case is open."))
        return see_other(reverse("moderation-glass", args=[reference]))
    context = {
        "what": texts.glass_what(glass.level, _about(glass)),
        "reference": reference,
        "told": texts.glass_told_text(
            glass.due_at,
            (PUT_OFF * glass.put_off).days,
            runs=glass.game is not None and glass.game.status == Game.Status.ACTIVE,
        ),
        "times": glass.put_off,
        "open": glasses.case_is_open(glass, by=by),
        "more": glass.put_off < PUT_OFFS,
        "back": _back(glass),
    }
    return render(request, "pages/glass/telling.html", context)


def broken_for(case: int, *, by: Player) -> list[dict[str, str]]:
    """List what others broke for a case and has yet to be told."""
    return [
        {"href": _desk(glass), "what": texts.glass_what(glass.level, _about(glass))}
        for glass in glasses.foreign_in(case, by=by)
    ]


def _step(
    request: HttpRequest, reference: str, by: Player, session: str, now: datetime
) -> HttpResponse:
    here = reverse("moderation-glass", args=[reference])
    try:
        if name := request.POST.get("page"):
            if name not in _titles(glasses.own(reference, by=by)):
                raise NoSuch
            glass = looking.open_page(reference, name, by=by, session=session, now=now)
            ticket = tickets.mint(glass, name, now=now)
            return see_other(reverse("moderation-seen", args=[ticket]))
        if "more" in request.POST:
            looking.extend(reference, by=by, session=session, now=now)
            messages.success(request, _("Half an hour more."))
        elif "close" in request.POST:
            looking.close(reference, by=by, now=now)
    except NoMore:
        messages.error(request, _("It was made longer twice already."))
    except GlassIsWhole as whole:
        return _whole(request, whole.why)
    return see_other(here)


def page(request: HttpRequest, ticket: str, *, by: Player) -> HttpResponse:
    """Show a page that was opened; raises NoSuch."""
    now, session = instant.now(), request.session.session_key or ""
    held = tickets.read(ticket)
    glass = glasses.own(held.reference, by=by)
    why = glasses.over(glass, by=by, session=session, now=now)
    if why is None and (held.is_old(now=now) or held.ply != tickets.ply_of(glass)):
        return _too_late(request, glass)
    try:
        if why is None:
            return _shown(request, glass, held, now)
    except BadLink:
        # Somebody else sat down there this very moment.
        why = Over.SEAT
    return _whole(request, why)


def _shown(request: HttpRequest, glass: Glass, held: Ticket, now: datetime) -> HttpResponse:
    shown = _PAGES[Level(glass.level)][held.page](glass, now)
    if glass.level == Level.RECORD:
        answer = JsonResponse(shown)
        name = f"saboteur-{glass.act.reference}.json"
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer
    context = shown | {
        "left": _left(glass, now),
        "what": texts.glass_what(glass.level, _about(glass)),
        "title": _titles(glass)[held.page](),
        "desk": _desk(glass),
    }
    return render(request, f"pages/glass/{held.page}.html", context)


def _table(glass: Glass, now: datetime) -> dict[str, Any]:
    """The seat's own table, without its orders: those are nobody's but its player's."""
    seat = glasses.seat_of(glass)
    if seat is None:
        raise BadLink
    minute = now.replace(second=0, microsecond=0)
    table = selectors.seat_table(seat, now=minute)
    return {"page": table_page(Facts.of(table), hrefs=NOWHERE, chooser=None, now=minute)}


def _story(glass: Glass, now: datetime) -> dict[str, Any]:
    """All that the seat was ever told."""
    seat = glasses.seat_of(glass)
    if seat is None:
        raise BadLink
    table = selectors.seat_table(seat, now=now)
    reader = texts.reader_of(table.game.ruleset, table.names, table.view.seat)
    return {"story": texts.story(selectors.story(table.game.key, seat), reader)}


def _state(glass: Glass, now: datetime) -> dict[str, Any]:
    """Everything that the table hides, but for the order of piles and what chance comes from."""
    assert glass.game is not None, "a look at a table"
    minute = now.replace(second=0, microsecond=0)
    table, found = selectors.uncovered_table(glass.game.key, now=minute)
    table = replace(table, view=replace(table.view, goals=found.goals))
    page = table_page(Facts.of(table), hrefs=NOWHERE, chooser=None, now=minute)
    reader = texts.reader_of(table.game.ruleset, table.names, None)
    goals = [(cell_name(goal.cell), reader.card(goal.code)) for goal in found.goals if goal.code]
    return {
        "page": page,
        "seats": [_seat(view, table) for view in found.seats],
        "goals": goals,
        "piles": list(_piles(found, reader)),
    }


def _record(glass: Glass, now: datetime) -> dict[str, Any]:  # noqa: ARG001
    """What a report of a fault needs."""
    assert glass.game is not None, "a look at a table"
    return replay.reported(glass.game.key)


def _seat(view: TableView, table: Table) -> dict[str, Any]:
    """What one seat has and knows."""
    assert view.seat is not None, "a seat's own view"
    reader = texts.reader_of(table.game.ruleset, table.names, view.seat)
    return {
        "name": reader.names[view.seat],
        "number": view.seat + 1,
        "role": reader.book.role_name(view.role) if view.role else "",
        "hand": reader.cards(view.hand) or _("No cards left."),
        "lines": reader.book.own(view, reader),
    }


def _piles(found: Uncovered[Any], reader: Reader) -> Iterator[tuple[str, str]]:
    for name, codes in found.piles.items():
        yield texts.pile_name(name), _counted(map(reader.card, codes))
    if found.dwarves:
        yield texts.pile_name("dwarves"), _counted(map(reader.book.role_name, found.dwarves))
    if found.gold:
        yield texts.pile_name("gold"), _counted(map(str, found.gold))


def _counted(names: Iterable[str]) -> str:
    """List equal cards once."""
    often = Counter(names)
    return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in often.items())


def _home(glass: Glass, now: datetime) -> dict[str, Any]:
    """The games that he plays, but for those that the reader is tied to; no way leads in."""
    assert glass.holder is not None, "his own pages"
    games = selectors.my_games(glass.holder, now=now)
    strange = [each for each in games if each.game.id not in _tied(glass, games)]
    return {
        "games": [
            _card(each.game, each.names, _seat_of(each))
            | {"deadline": texts.moment_text(each.deadline) if each.deadline else ""}
            for each in strange
        ]
    }


def _over(glass: Glass, now: datetime) -> dict[str, Any]:  # noqa: ARG001
    """His games that are over, the last one first."""
    assert glass.holder is not None, "his own pages"
    games, _more = selectors.old_games(glass.holder, size=MOST)
    tied = _tied(glass, games)
    return {"games": [_card(each.game, each.names) for each in games if each.game.id not in tied]}


def _profile(glass: Glass, now: datetime) -> dict[str, Any]:
    """His profile as he sees it himself."""
    assert glass.holder is not None, "his own pages"
    found = profile(glass.holder.key, glass.holder, now=now)
    return {
        "facts": list(profiles.facts(found, own=True)),
        "played": [profiles.played(each) for each in found.games or ()],
    }


def _tied(glass: Glass, games: Iterable[MyGame | OldGame]) -> Collection[int]:
    return tied_to(glass.act.actor, [each.game.id for each in games])


def _seat_of(game: MyGame) -> int | None:
    return game.seat if game.game.status == Game.Status.ACTIVE else None


def _card(game: GameFacts, names: Sequence[str], seat: int | None = None) -> dict[str, str]:
    """Say what a list says of a game; its cards are asked for by an act of their own."""
    look = reverse("moderation-act", args=["glass-seat", game.key])
    return {
        "name": game.name,
        "ruleset": texts.ruleset_name(game.ruleset),
        "status": texts.status_text(game.status),
        "people": texts.joined(names) if names else "",
        "href": reverse("moderation-game", args=[game.key]),
        "look": "" if seat is None else f"{look}?seat={seat}",
    }


_PAGES: Mapping[str, Mapping[str, Callable[[Glass, datetime], dict[str, Any]]]] = {
    Level.SEAT: {"table": _table, "story": _story},
    Level.STATE: {"state": _state},
    Level.PERSON: {"home": _home, "over": _over, "profile": _profile},
    Level.RECORD: {"record": _record},
}


def _titles(glass: Glass) -> dict[str, Callable[[], str]]:
    """Name the pages that can be opened."""
    titles = {
        "table": lambda: _("The table as it sees it"),
        "story": lambda: _("Its whole story"),
        "state": lambda: _("All hands, dwarves, goals and piles"),
        "home": lambda: _("Games that run"),
        "over": lambda: _("Games that are over"),
        "profile": lambda: _("The profile"),
        "record": lambda: _("The record as a file"),
    }
    return {name: titles[name] for name in _PAGES[Level(glass.level)]}


def _about(glass: Glass) -> dict[str, str]:
    """Name what is looked at."""
    return {
        "seat": "" if glass.seat is None else f"@{glass.seat + 1}",
        "game": glass.game.name if glass.game else "",
        "name": glass.holder.name if glass.holder else "",
    }


def _left(glass: Glass, now: datetime) -> str:
    return texts.time_left(glass.until, now=now)


def _desk(glass: Glass) -> str:
    return reverse("moderation-glass", args=[glass.act.reference])


def _back(glass: Glass) -> str:
    if glass.game is not None:
        return reverse("moderation-game", args=[glass.game.key])
    return reverse("moderation-home")


def _too_late(request: HttpRequest, glass: Glass) -> HttpResponse:
    return notice(
        request,
        _("This page is closed again"),
        _("A page that was opened can be read for a minute, while nobody moves. Open it again."),
        status=403,
        next_href=_desk(glass),
        next_label=_("Back"),
    )


def _whole(request: HttpRequest, why: Over) -> HttpResponse:
    return notice(
        request,
        _("The glass is whole again"),
        texts.glass_over(why),
        _("Nothing more is shown. What was opened stands in the log."),
        status=403,
        next_href=reverse("moderation-home"),
        next_label=_("Moderation"),
    )
