"""The walk finds what it is there for: a leak of each kind is planted, and found where it shows."""

import logging
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from zlib import crc32

import pytest
from django.core.mail import mail_admins
from django.db import connection, transaction
from django.http import HttpResponse
from django.urls import URLPattern, get_resolver, path

from engine.registry import ruleset
from games import texts
from games.admin import letters as letter_lists
from games.admin import office, tables
from games.models import Game, Letter, Move, Orders, Seat
from games.moderation.acts.forcing import ForceDefault
from games.moderation.rules.plan import Plan
from games.moderation.selectors import pages
from games.moderation.services import telling
from games.selectors import clock
from games.services import instant
from games.views import moderated
from games.views import moderation as views
from saboteur_site.veil import Veiled
from tests.games.cast import NOW, player
from tests.games.moderation.twin import dealing, walk
from tests.games.moderation.twin.looking import ADMIN, Difference, Eyes, compared, drawing
from tests.games.moderation.twin.walk import Walk
from tests.games.moderation.twin.worlds import MIDDLE, Worlds, worlds

KEY = "saboteur2"
Plant = Callable[[pytest.MonkeyPatch], None]
Part = Callable[[Eyes, Walk], None]


@pytest.fixture(scope="module")
def both(django_db_setup: None, django_db_blocker: Any) -> Iterator[Worlds]:
    """Deal one game and its twin for all leaks; each test takes back what it does to them."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "NOW", f"'{NOW.isoformat()}'::timestamptz")
        whole: Any = transaction.atomic()
        # Services may open theirs within it, as in every test.
        whole._from_testcase = True
        with whole:
            with drawing("leaks"):
                found = worlds(KEY, MIDDLE, dealing.ours(patch), Random(29))
            yield found
            transaction.set_rollback(True)


@pytest.fixture
def patch(db: None, both: Worlds, monkeypatch, settings) -> pytest.MonkeyPatch:
    """Plant by this."""
    settings.ADMINS = [("", ADMIN)]
    return monkeypatch


def differences(both: Worlds, part: Part, who: str = "") -> list[Difference]:
    """Walk through a part in both worlds."""
    answers = []
    for which in (0, 1):
        with both.entered(which, also_from_players=not who):
            eyes = Eyes(player(who) if who else both.barred)
            part(eyes, Walk(both))
            answers.append(eyes.answers)
    return compared(*answers)


# What there is to know.


def deck() -> str:
    """Read the order of the stock, which nobody knows, as a careless hand would."""
    kept = Game.objects.values_list("state", flat=True).get(status="active", ruleset=KEY)
    return str(ruleset(KEY).load(kept).stock)


def number() -> int:
    """Make a number of it."""
    return crc32(deck().encode()) % 997


def planned() -> str:
    """Read the moves that players of the game have planned."""
    rows = Orders.objects.order_by("seat")
    return str([(row.seat.number, row.standing, row.following, row.draft) for row in rows])


# Where it could show.


def of_list(piece: Callable[[Eyes, Walk, Any], None], model: Any) -> Part:
    """Go through a list of the admin in one way."""
    return lambda eyes, part: piece(eyes, part, model)


def of_searches(eyes: Eyes, part: Walk) -> None:
    """Look through a list for some words."""
    walk.searches(eyes, Walk(part.worlds, share=2, turn=1), Move)


def of_lookups(eyes: Eyes, part: Walk) -> None:
    """Filter a list by what was played."""
    for lookup in walk.lookups(Move, part):
        if lookup.startswith("notation__"):
            eyes.ask(f"{walk.list_of(Move)}?{lookup}")


def of_planned_moves(eyes: Eyes, part: Walk) -> None:
    """Search the list of seats for a planned move, and filter it by all that is kept of one."""
    eyes.ask(f"{walk.list_of(Seat)}?q=pass")
    for lookup in walk.lookups(Seat, part):
        if lookup.startswith("orders__"):
            eyes.ask(f"{walk.list_of(Seat)}?{lookup}")


def of_act(*keys: str) -> Part:
    """Preview and do acts."""
    return lambda eyes, part: walk.acts(eyes, part, keys)


def of_pages(eyes: Eyes, part: Walk) -> None:
    """Open the moderators' pages."""
    walk.pages_of_moderation(eyes, Walk(part.worlds, share=9))


def of_addresses(eyes: Eyes, part: Walk) -> None:
    """Open every address of moderation."""
    walk.everywhere(eyes, part, only=("moderation/",))


def _included() -> Iterator[Any]:
    yield from get_resolver().url_patterns


# Leaks.


def in_a_body(patch: pytest.MonkeyPatch) -> None:
    page = moderated.game_page
    patch.setattr(moderated, "game_page", lambda *a, **k: page(*a, **k) | {"status": deck()})


def _answered(patch: pytest.MonkeyPatch, change: Callable[[HttpResponse], None]) -> None:
    render: Any = vars(views)["render"]

    def rendered(*args: Any, **kwargs: Any) -> HttpResponse:
        response = render(*args, **kwargs)
        change(response)
        return response

    patch.setattr(views, "render", rendered)


def in_a_header(patch: pytest.MonkeyPatch) -> None:
    _answered(patch, lambda response: response.headers.__setitem__("X-Pages", str(number())))


def in_an_etag(patch: pytest.MonkeyPatch) -> None:
    _answered(patch, lambda response: response.headers.__setitem__("ETag", f'W/"{number()}"'))


def in_a_length(patch: pytest.MonkeyPatch) -> None:
    _answered(patch, lambda response: response.write(" " * number()))


def in_a_cookie(patch: pytest.MonkeyPatch) -> None:
    _answered(patch, lambda response: response.set_cookie("seen", str(number())))


def in_an_order(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tables.MoveAdmin, "ordering", ("notation", "ply"))


def in_a_count(patch: pytest.MonkeyPatch) -> None:
    rows = tables.MoveAdmin.get_queryset
    patch.setattr(
        tables.MoveAdmin,
        "get_queryset",
        lambda self, request: rows(self, request).filter(ply__lte=number() % 5),
    )


def in_a_filter(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(office._registry[Move], "list_filter", ("notation",))


def in_a_sort(patch: pytest.MonkeyPatch) -> None:
    def sorted_by(self: object, move: Move) -> int:
        return move.ply

    sorted_by.admin_order_field = "notation"  # type: ignore[attr-defined]
    patch.setattr(tables.MoveAdmin, "sorted_by", sorted_by, raising=False)
    patch.setattr(office._registry[Move], "list_display", ("game", "ply", "sorted_by"))


def in_a_search(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tables.MoveAdmin, "found", lambda self, term: None)
    patch.setattr(office._registry[Move], "search_fields", ("notation", "events"))


def in_a_suggestion(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        tables.GameAdmin,
        "get_search_results",
        lambda self, request, rows, term: (rows.filter(moves__notation__contains=term), False),
    )


def in_a_lookup(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tables.MoveAdmin, "lookup_allowed", lambda *_: True)


def in_a_stored_size(patch: pytest.MonkeyPatch) -> None:
    def size(self: object, game: Game) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_column_size(state) FROM games_game WHERE id = %s", [game.pk])
            return int(cursor.fetchone()[0])

    patch.setattr(tables.GameAdmin, "size", size, raising=False)
    patch.setattr(office._registry[Game], "list_display", ("key", "size"))


def in_a_letters_size(patch: pytest.MonkeyPatch) -> None:
    def size(self: object, letter: Letter) -> int:
        return len(letter.written.html) if hasattr(letter, "written") else 0

    patch.setattr(letter_lists.LetterAdmin, "size", size, raising=False)
    patch.setattr(office._registry[Letter], "list_display", ("kind", "size"))


def in_a_history(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Move, "__str__", lambda self: f"{self.ply} before {deck()}")


def in_an_export(patch: pytest.MonkeyPatch) -> None:
    def export(_request: object, key: str) -> HttpResponse:
        moves = Move.objects.filter(game__key=key).order_by("ply")
        return HttpResponse("\n".join(moves.values_list("notation", flat=True)), "text/csv")

    further: list[URLPattern] = [path("moderation/g/<slug:key>/moves.csv", export)]
    service = next(each for each in _included() if not str(each.pattern))
    patch.setattr(service, "url_patterns", [*service.url_patterns, *further])


def in_an_error(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Veiled, "formatException", logging.Formatter.formatException)


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(texts, "refusal_text", lambda _why: f"The stock is {deck()} then.")


def in_a_preview(patch: pytest.MonkeyPatch) -> None:
    plan = ForceDefault.plan

    def planned(self: ForceDefault, scene: Any, args: Any) -> Plan:
        found = plan(self, scene, args)
        fields = {name: getattr(found, name) for name in Plan.__slots__}
        return Plan(**fields | {"does": (deck(),)})

    patch.setattr(ForceDefault, "plan", planned)


def in_a_page_after_doing(patch: pytest.MonkeyPatch) -> None:
    voice = telling.voice
    patch.setattr(telling, "voice", lambda row: voice(row) | {"message": deck()})


def in_a_line_of_the_log(patch: pytest.MonkeyPatch) -> None:
    write: Any = vars(telling)["write"]
    patch.setattr(telling, "write", lambda name, **said: write(name, **said | {"reason": deck()}))


def in_a_line_of_output(patch: pytest.MonkeyPatch) -> None:
    target = telling.target_of

    def noted(seen: Any) -> Any:
        logging.getLogger("games").warning("acted at a table of %s", number())
        return target(seen)

    patch.setattr(telling, "target_of", noted)


def in_a_mail_to_operators(patch: pytest.MonkeyPatch) -> None:
    target = telling.target_of

    def mailed(seen: Any) -> Any:
        mail_admins("An act", f"at a table of {number()}")
        return target(seen)

    patch.setattr(telling, "target_of", mailed)


def in_a_letter_to_staff(patch: pytest.MonkeyPatch) -> None:
    target = telling.target_of

    def posted(seen: Any) -> Any:
        for _ in range(number() % 29):
            Letter.objects.create(
                kind="cancelled",
                game=seen.game,
                email="max@example.org",
                created_at=NOW,
                due_at=NOW,
            )
        return target(seen)

    patch.setattr(telling, "target_of", posted)


def in_the_number_of_queries(patch: pytest.MonkeyPatch) -> None:
    page = pages.moderated

    def asked(*args: Any, **kwargs: Any) -> Any:
        for _ in range(number() % 29):
            instant.now()
        return page(*args, **kwargs)

    patch.setattr(pages, "moderated", asked)


def in_a_status(patch: pytest.MonkeyPatch) -> None:
    _answered(patch, lambda response: setattr(response, "status_code", 200 + number() % 29))


def planned_moves_in_a_body(patch: pytest.MonkeyPatch) -> None:
    page = moderated.game_page
    patch.setattr(moderated, "game_page", lambda *a, **k: page(*a, **k) | {"status": planned()})


def planned_moves_in_the_number_of_queries(patch: pytest.MonkeyPatch) -> None:
    page = pages.moderated

    def looked(*args: Any, **kwargs: Any) -> Any:
        for row in Orders.objects.order_by("seat"):
            for _line in (*row.standing, *row.following):
                instant.now()
        return page(*args, **kwargs)

    patch.setattr(pages, "moderated", looked)


def a_planned_move_in_a_game_of_the_list(patch: pytest.MonkeyPatch) -> None:
    """Show when planned moves are looked at, which says that there are any."""
    patch.setattr(office._registry[Game], "list_display", ("key", "look_at"))


def planned_moves_in_a_list_of_seats(patch: pytest.MonkeyPatch) -> None:
    def plans(self: object, seat: Seat) -> bool:
        return hasattr(seat, "orders")

    patch.setattr(tables.SeatAdmin, "plans", plans, raising=False)
    patch.setattr(office._registry[Seat], "list_display", ("number", "plans"))


def planned_moves_in_a_row(patch: pytest.MonkeyPatch) -> None:
    def plans(self: object, seat: Seat) -> str:
        return planned() if hasattr(seat, "orders") else "none"

    patch.setattr(tables.SeatAdmin, "plans", plans, raising=False)
    patch.setattr(office._registry[Seat], "fields", ("number", "plans"))
    patch.setattr(tables.SeatAdmin, "get_readonly_fields", lambda *_: ("number", "plans"))


def planned_moves_in_a_filter(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(office._registry[Seat], "list_filter", ("orders__version",))


def planned_moves_in_a_search(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tables.SeatAdmin, "found", lambda self, term: None)
    patch.setattr(office._registry[Seat], "search_fields", ("orders__following",))


def planned_moves_in_a_lookup(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tables.SeatAdmin, "lookup_allowed", lambda *_: True)


def planned_moves_in_a_preview(patch: pytest.MonkeyPatch) -> None:
    plan = ForceDefault.plan

    def foreseen(self: ForceDefault, scene: Any, args: Any) -> Plan:
        found = plan(self, scene, args)
        fields = {name: getattr(found, name) for name in Plan.__slots__}
        return Plan(**fields | {"does": (planned(),)})

    patch.setattr(ForceDefault, "plan", foreseen)


def planned_moves_in_a_line_of_the_log(patch: pytest.MonkeyPatch) -> None:
    write: Any = vars(telling)["write"]
    patch.setattr(
        telling, "write", lambda name, **said: write(name, **said | {"reason": planned()})
    )


def planned_moves_in_a_line_of_output(patch: pytest.MonkeyPatch) -> None:
    target = telling.target_of

    def noted(seen: Any) -> Any:
        logging.getLogger("games").warning("they plan %s", planned())
        return target(seen)

    patch.setattr(telling, "target_of", noted)


LEAKS: list[tuple[Plant, Part, str, set[str], str]] = [
    (in_a_status, of_pages, "mia", {"status"}, "/moderation/g/"),
    (in_a_body, of_pages, "mia", {"body"}, "/moderation/g/"),
    (in_a_header, of_pages, "mia", {"headers"}, "/moderation/g/"),
    (in_an_etag, of_pages, "mia", {"headers"}, "/moderation/"),
    (in_a_length, of_pages, "mia", {"headers", "body"}, "/moderation/"),
    (in_a_cookie, of_pages, "mia", {"headers"}, "/moderation/p/"),
    (in_the_number_of_queries, of_pages, "mia", {"queries"}, "/moderation/g/"),
    (in_an_order, of_list(walk.lists_of, Move), "hal", {"body"}, "/admin/games/move/"),
    (in_a_count, of_list(walk.lists_of, Move), "hal", {"body"}, "/admin/games/move/"),
    (in_a_filter, of_list(walk.lists_of, Move), "hal", {"body"}, "/admin/games/move/"),
    (in_a_sort, of_list(walk.lists_of, Move), "hal", {"body"}, "/admin/games/move/?o="),
    (in_a_search, of_searches, "hal", {"body"}, "/admin/games/move/?q="),
    (in_a_suggestion, of_list(walk.suggestions, Move), "hal", {"body"}, "/admin/autocomplete/"),
    (in_a_lookup, of_lookups, "hal", {"body"}, "/admin/games/move/?"),
    (in_a_stored_size, of_list(walk.lists_of, Game), "hal", {"body"}, "/admin/games/game/"),
    (in_a_letters_size, of_list(walk.lists_of, Letter), "hal", {"body"}, "/admin/games/letter/"),
    (in_a_history, of_list(walk.rows_of, Move), "hal", {"body"}, "/history/"),
    (in_an_export, of_addresses, "mia", {"body"}, "/moves.csv"),
    (in_an_error, walk.faults, "mia", {"lines", "mails"}, "broken"),
    (in_a_refusal, of_act("resume"), "mia", {"body"}, "/moderation/do/resume/"),
    (in_a_preview, of_act("force-default"), "mia", {"body"}, "/moderation/do/force-default/"),
    (in_a_page_after_doing, of_act("extend-game"), "mia", {"body"}, "extend-game done"),
    (in_a_line_of_the_log, of_act("extend-game"), "mia", {"body"}, "lines of the log"),
    (in_a_line_of_output, of_act("extend-game"), "mia", {"lines"}, "/moderation/do/extend-game/"),
    (in_a_mail_to_operators, of_act("extend-game"), "mia", {"mails"}, "/do/extend-game/"),
    (in_a_letter_to_staff, of_act("extend-game"), "mia", {"body"}, "letters to staff"),
    (planned_moves_in_a_body, of_pages, "mia", {"body"}, "/moderation/g/"),
    (planned_moves_in_the_number_of_queries, of_pages, "mia", {"queries"}, "/moderation/g/"),
    (a_planned_move_in_a_game_of_the_list, of_list(walk.lists_of, Game), "hal", {"body"}, "/game/"),
    (planned_moves_in_a_list_of_seats, of_list(walk.lists_of, Seat), "hal", {"body"}, "/seat/"),
    (planned_moves_in_a_row, of_list(walk.rows_of, Seat), "hal", {"body"}, "/change/"),
    (planned_moves_in_a_filter, of_list(walk.lists_of, Seat), "hal", {"body"}, "/seat/"),
    (planned_moves_in_a_search, of_planned_moves, "hal", {"body"}, "/seat/?q=pass"),
    (planned_moves_in_a_lookup, of_planned_moves, "hal", {"body"}, "/seat/?orders__"),
    (planned_moves_in_a_preview, of_act("force-default"), "mia", {"body"}, "/do/force-default/"),
    (
        planned_moves_in_a_line_of_the_log,
        of_act("extend-game"),
        "mia",
        {"body"},
        "lines of the log",
    ),
    (
        planned_moves_in_a_line_of_output,
        of_act("extend-game"),
        "mia",
        {"lines"},
        "/do/extend-game/",
    ),
]


@pytest.mark.parametrize(
    ("plant", "part", "who", "by", "where"), LEAKS, ids=[each[0].__name__ for each in LEAKS]
)
def test_a_planted_leak_is_found(
    patch: pytest.MonkeyPatch,
    both: Worlds,
    plant: Plant,
    part: Part,
    who: str,
    by: set[str],
    where: str,
):
    plant(patch)
    found = differences(both, part, who)
    assert by <= {each.by for each in found if where in each.asked}, list(map(str, found[:3]))


def shown_to_all(patch: pytest.MonkeyPatch) -> None:
    """Leave nothing out for who plays there himself."""
    for model in (Game, Letter):
        patch.setattr(type(office._registry[model]), "by_game", "")


def met_by_all(patch: pytest.MonkeyPatch) -> None:
    """Offer the errors of all letters."""
    errors = Letter.objects.exclude(error="").values_list("error", flat=True)
    patch.setattr(
        letter_lists.Error, "lookups", lambda *_: [(each, each) for each in errors.distinct()]
    )


@pytest.mark.parametrize("plant", [shown_to_all, met_by_all])
def test_a_leak_to_who_plays_himself_is_found(
    patch: pytest.MonkeyPatch, both: Worlds, plant: Plant
):
    plant(patch)
    found = differences(both, of_list(walk.lists_of, Letter))
    assert "body" in {each.by for each in found if "/admin/games/letter/" in each.asked}


def test_nothing_is_found_where_nothing_is_planted(patch: pytest.MonkeyPatch, both: Worlds):
    for who in ("mia", ""):
        assert differences(both, of_pages, who) == []
    assert differences(both, of_list(walk.lists_of, Letter)) == []
