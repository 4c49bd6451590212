"""A database that an older commit left behind migrates, and every game in it goes on.

`frozen/` holds such databases as SQL: schema and rows as the services of the commit that names the
file wrote them. They are never edited; before a migration that changes rows, a newer one is added.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from engine.registry import RULESETS, ruleset
from games import links
from games.links import JoinClaim, SeatClaim
from games.models import Game, Invitation, Letter, Move, Player, Seat
from games.services import claiming, games, mailbox, turns
from games.substitutes.services import endings
from tests.games.cast import DAY, again, asked, moves, player, sweep_deadlines
from tests.games.pages.table import browser, game_url, seat_url

DUMPS = sorted((Path(__file__).parent / "frozen").glob("*.sql"))
MIGRATED, SCRATCH = "old_database", "old_database_of_a_test"
SWEEPS = 40
NOW = datetime(2026, 3, 4, tzinfo=UTC)
"""Shortly after the last thing that happened in the old databases."""


@pytest.fixture(scope="module", params=DUMPS, ids=lambda dump: dump.stem)
def migrated(request, django_db_setup, django_db_blocker) -> Iterator[dict[str, int]]:
    """An old database that has migrated; its value counts the rows it had before."""
    with django_db_blocker.unblock(), _database(MIGRATED):
        with _turned_to(MIGRATED):
            with connection.cursor() as cursor:
                cursor.execute(request.param.read_text("utf-8"))
            before = _rows()
            call_command("migrate", verbosity=0)
        yield before


@pytest.fixture(autouse=True)
def old_rows(migrated, django_db_blocker) -> Iterator[dict[str, int]]:
    """The database of every test here, a copy of its own."""
    with django_db_blocker.unblock(), _database(SCRATCH, MIGRATED), _turned_to(SCRATCH):
        yield migrated


@contextmanager
def _database(name: str, template: str = "template1") -> Iterator[None]:
    _run(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield
    finally:
        _run(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _turned_to(name: str) -> Iterator[None]:
    kept = connection.settings_dict["NAME"]
    _turn_to(name)
    try:
        yield
    finally:
        _turn_to(kept)


def _turn_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _rows() -> dict[str, int]:
    with connection.cursor() as cursor:
        counts = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            counts[table] = cursor.fetchone()[0]
    return counts


def running() -> list[Game]:
    return list(Game.objects.filter(status=Game.Status.ACTIVE))


def test_a_game_of_every_ruleset_is_running_and_nothing_is_lost(old_rows):
    assert {game.ruleset for game in running()} == set(RULESETS)
    now = _rows()
    for table in ("game", "invitation", "letter", "move", "player", "seat", "signin"):
        assert old_rows[f"games_{table}"] == now[f"games_{table}"] > 0


def test_every_seat_is_shown_its_table_by_letter_and_signed_in():
    for seat in Seat.objects.filter(game__in=running(), player__isnull=False):
        for page in (
            browser().get(seat_url(seat)),
            browser(seat.player).get(game_url(seat.game, "seat-mine")),
        ):
            assert page.status_code == 200
            assert bool(page.context["page"]["chooser"]) == (seat.number in seat.game.to_act)
    for game in Game.objects.all():
        assert browser().get(game_url(game)).status_code == 200


def test_every_player_finds_his_games_and_every_fact_can_be_told():
    for who in Player.objects.filter(places__isnull=False).distinct():
        assert browser(who).get("/").status_code == 200
    for move in Move.objects.select_related("game"):
        rules = ruleset(move.game.ruleset)
        assert all(rules.load_event(event) for event in move.events)
    assert Move.objects.exclude(events=[]).exists()


def test_a_move_made_on_the_page_is_accepted_in_every_game(set_clock):
    set_clock(NOW)
    for game in running():
        if game.bot_asked:
            continue
        seat, ply = asked(game), game.ply
        form = {"move": moves(game)[0], "seen_ply": ply}
        address = reverse("seat-move-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
        assert browser().post(address, form).status_code == 303
        made = Move.objects.get(game=game, ply=ply + 1)
        assert (made.seat, made.by, made.notation) == (seat.number, "player", form["move"])


def test_bots_are_found_and_move():
    waiting = [game for game in running() if game.bot_asked]
    assert waiting
    assert turns.sweep_bots(now=NOW) == len(waiting)
    for game in waiting:
        assert Move.objects.get(game=game, ply=game.ply + 1).by == "bot"


def test_bots_and_the_clock_play_on_until_nobody_is_left_in_any_game():
    began, now = running(), NOW
    for _ in range(SWEEPS):
        now += 30 * DAY
        moved = turns.sweep_bots(now=now) + sweep_deadlines(now=now)
        assert moved + endings.sweep(now=now) >= len(running())
    for game in began:
        at = again(game)
        assert at.status == Game.Status.FINISHED
        assert at.ply > game.ply
        assert at.stuck_at is None
        plies = Move.objects.filter(game=game).values_list("ply", flat=True)
        assert list(plies) == list(range(at.ply + 1))


def test_every_game_is_named_unlike_the_others_of_its_organiser():
    named = list(Game.objects.values_list("organiser", "name"))
    assert all(name for _, name in named)
    assert len(set(named)) == len(named) > 5


def test_letters_that_waited_go_out_once():
    waited = Letter.objects.filter(status__in=("queued", "inflight"))
    readers = {letter.email or letter.seat.player.email for letter in waited}
    assert len(readers) > 1
    later = NOW + claiming.LEASE
    assert mailbox.sweep(now=later) == len(waited)
    assert mailbox.sweep(now=later + claiming.LEASE) == 0
    assert {to for letter in mail.outbox for to in letter.to} <= readers
    assert mail.outbox


def test_a_table_that_waited_is_filled_and_started():
    game = Game.objects.get(status=Game.Status.OPEN, invitations__status="pending", seats=4)
    game.invitations.update(status=Invitation.Status.WITHDRAWN)
    guests = [player(f"guest{at}") for at in range(game.places.filter(name="").count())]
    for guest in guests:
        games.take_open_seat(JoinClaim.of(game), guest, now=NOW)
    games.start(game.key, by=game.organiser, now=NOW)
    assert again(game).status == Game.Status.ACTIVE


def test_a_finished_game_still_tells_how_it_ended():
    game = Game.objects.get(status=Game.Status.FINISHED)
    rules = ruleset(game.ruleset)
    outcome = rules.outcome(rules.load(game.state))
    assert {"winners": sorted(outcome.winners), "scores": [*outcome.scores]} == game.outcome
    for seat in game.places.filter(player__isnull=False):
        page = browser(seat.player).get(game_url(game, "seat-mine"))
        assert page.status_code == 200


def test_everybody_has_a_page_under_a_key_of_his_own_and_rounds_that_are_over_are_kept():
    keys = list(Player.objects.values_list("key", flat=True))
    assert len(set(keys)) == len(keys)
    assert all(len(key) == 10 for key in keys)
    games = Game.objects.filter(status__in=(Game.Status.ACTIVE, Game.Status.FINISHED))
    for game in games:
        rules = ruleset(game.ruleset)
        rounds = rules.rounds(rules.load(game.state))
        people = dict(game.places.filter(player__isnull=False).values_list("number", "player"))
        passed_on = set(game.offers.exclude(taken_by=None).values_list("seat", flat=True))
        expected = {
            (number, seat, player, score.roles[seat], score.gold[seat])
            for number, score in enumerate(rounds, 1)
            for seat, player in people.items()
            if score.gold and len(people) > 1 and seat not in passed_on
        }
        rows = game.parts.values_list("round", "seat", "player", "role", "gold")
        assert set(rows) == expected
    assert any(game.parts.exists() for game in games)
