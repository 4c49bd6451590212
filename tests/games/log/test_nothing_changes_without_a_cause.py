"""Every change has a cause: the database refuses what is watched to who names none."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import DatabaseError, connection, transaction
from psycopg import Error

from games.clocks.services import holding, pulse
from games.log.rules import Cause
from games.log.services import Target, because, cause_is, write
from games.models import (
    Absence,
    Act,
    Appeal,
    Ask,
    Award,
    Bye,
    Case,
    Change,
    Claim,
    Director,
    Division,
    Due,
    Entrant,
    Entry,
    Errand,
    Game,
    Glass,
    Household,
    Kept,
    League,
    LeagueTable,
    Letter,
    Line,
    Objection,
    Outage,
    Part,
    Penalty,
    Place,
    Player,
    Proposal,
    Repair,
    Result,
    Role,
    Round,
    Sanction,
    Sealed,
    Season,
    Seat,
    Setting,
)
from games.services import accounts
from tests.games.cast import NOW, player, started

pytestmark = pytest.mark.django_db

NOT_WATCHED = {
    "AddressChange": "a wish; what comes of it is letters, which are watched",
    "Attempt": "that a sweep is at it; what comes of it is watched",
    "Asked": "who was asked for a seat; who sits stands in the seat",
    "Block": "its owner's alone",
    "Channel": "an account's own",
    "ChannelGame": "of which games somebody wants to be told elsewhere",
    "Complaint": "what a player is told of his letters; what was stopped is his choice",
    "Counted": "worked out from games that are over, and again from nothing",
    "Daily": "when somebody wants his daily letter",
    "Follower": "of which leagues somebody wants to be told",
    "Reserve": "who would play for others; who sits stands in the seat",
    "Sought": "who was asked in a search; the letters are watched",
    "Effect": "which tables a sanction changes; what changes there is watched",
    "Invitation": "who was asked to a table; who sits stands in the seat",
    "Mailbox": "whether an address takes letters; what follows for clocks is watched",
    "Mute": "a reader's own",
    "Notes": "their owner's alone",
    "Notice": "that somebody was told; the letters are watched",
    "Offer": "that a seat may be taken; who sits stands in the seat",
    "Orders": "their owner's alone; what comes of them are moves",
    "Passkey": "an account's own",
    "Practice": "which games were dealt at a click",
    "Rating": "worked out from games that are over, and again from nothing",
    "Remark": "talk touches no game",
    "Reply": "a mail that waits; what comes of it is watched",
    "Session": "where somebody is signed in",
    "Signal": "evidence that starts nothing; what is made of it is an act",
    "Subscription": "what somebody wants to be written of",
    "Trace": "by which browser somebody came on a day",
}
"""Tables that know a game, a seat or a player, and why they may change without a cause."""

NOT_IN = {
    "games_game": {"look_at", "alone_at"},
    "games_seat": {"here_at"},
    "games_pulse": {"last_at"},
    "games_outage": {"worked_at"},
    "games_claim": {"touched_at"},
}
"""Columns of watched tables that say when somebody looks next, or was last seen: no change."""

ROLES = {"is_staff", "is_superuser"}
SAMPLES = {
    "bigint": "12345",
    "bigint[]": "ARRAY[9]",
    "boolean": "NOT {0}",
    "character varying": "'x'",
    "character varying[]": "ARRAY['x']",
    "integer": "123",
    "integer[]": "ARRAY[9]",
    "jsonb": "'[1]'",
    "smallint": "12",
    "smallint[]": "ARRAY[9]",
    "text": "'x'",
    "timestamp with time zone": "now()",
    "uuid": "gen_random_uuid()",
}


def watched() -> dict[str, set[str]]:
    """The watched tables, each with the columns that are watched."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, attname FROM pg_trigger JOIN pg_attribute"
            " ON attrelid = tgrelid AND attnum = ANY(tgattr) WHERE tgname = 'changes_for_a_cause'"
        )
        found: dict[str, set[str]] = {}
        for table, column in cursor.fetchall():
            found.setdefault(table, set()).add(column)
    return found


def columns(table: str) -> dict[str, str]:
    """The columns of a table and their types."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
            [table],
        )
        return dict(cursor.fetchall())


def say(sql: str, *values: object) -> None:
    """Say something to the database as anybody could who has its password."""
    # Not as the test's own words, which have a cause (tests/arranging.py).
    try:
        connection.connection.execute(sql, values or None)
    except Error as problem:
        raise DatabaseError(str(problem)) from problem


def refused(sql: str) -> str:
    """What the database says to it."""
    with pytest.raises(DatabaseError) as problem, transaction.atomic():
        say(sql)
    return str(problem.value)


def rename(game: Game, name: str) -> None:
    """Change a watched row with no cause but what the transaction names."""
    say("UPDATE games_game SET name = %s WHERE id = %s", name, game.pk)


def add_entry(game: Game) -> None:
    """Write into a game's record in the same way."""
    say(
        "INSERT INTO games_entry (game_id, ply, act, said, made_at)"
        " VALUES (%s, 0, 'silent', '{}', now())",
        game.pk,
    )


def league(game: Game, player: Player) -> None:
    """A row in every watched table of leagues."""
    league = League.objects.create(key="league", name="League", language="en", created_at=NOW)
    Director.objects.create(league=league, player=player, begun_at=NOW)
    season = Season.objects.create(league=league, number=1, terms={}, created_at=NOW)
    division = Division.objects.create(season=season, rank=1, name="1", published_at=NOW)
    entrant = Entrant.objects.create(
        season=season, player=player, division=division, status="active", registered_at=NOW
    )
    found = Round.objects.create(division=division, number=1, opens_at=NOW, closes_at=NOW)
    table = LeagueTable.objects.create(round=found, number=1, game=game)
    Place.objects.create(table=table, number=1, entrant=entrant)
    Absence.objects.create(entrant=entrant, table=table, what="silent", at=NOW)
    penalty = Penalty.objects.create(
        entrant=entrant, points="1", by=entrant.player, given_at=NOW, revoked_at=NOW
    )
    Proposal.objects.create(season=season, penalty=penalty, by=entrant.player, made_at=NOW)
    Bye.objects.create(round=found, entrant=entrant, kind="forced")
    Result.objects.create(table=table, kind="played", lines=[], at=NOW, entered_at=NOW)
    Award.objects.create(season=season, entrant=entrant, kind="champion", made_at=NOW)
    due = Due.objects.create(season=season, what="open", at=NOW, next_at=NOW)
    Ask.objects.create(
        season=season, due=due, condition="too-few", choices=["wait"], default="wait",
        opened_at=NOW, deadline=NOW,
    )  # fmt: skip


@pytest.fixture
def world() -> Game:
    """A game, and at least one row in every watched table."""
    game = started()
    seat = game.places.first()
    pulse.beat(now=NOW)
    turn = Kept.objects.create(player=seat.player, game=game, at=NOW)
    Appeal.objects.create(turn=turn, said="why", made_at=NOW)
    Part.objects.create(game=game, round=1, seat=0, player=seat.player, role="miner", gold=1)
    Setting.objects.create(game=game, ply=0, seat=0, notation="order keep", made_at=NOW)
    Entry.objects.create(game=game, ply=0, act="extended", made_at=NOW)
    Outage.objects.create(begun_at=NOW, ended_at=NOW + timedelta(hours=1))
    Role.objects.create(player=seat.player, kind="moderator", begun_at=NOW)
    Sanction.objects.create(
        player=seat.player, kind="note", begun_at=NOW, why="rules", by=seat.player
    )
    act = Act.objects.create(
        key="pause", reference="ABCD", nonce="n", target=game.key, game=game, actor=seat.player,
        role="host", relation="n", asked={}, digest="", stage="asked", made_at=NOW,
    )  # fmt: skip
    Repair.objects.create(game=game, begun_at=NOW)
    Sealed.objects.create(game=game, ply=0, state={}, to_act=[], sealed_at=NOW)
    Glass.objects.create(act=act, level="seat", game=game, seat=0, until=NOW, due_at=NOW)
    Errand.objects.create(act=act, game=game)
    Household.objects.create(by=seat.player, email="x@example.org", made_at=NOW)
    case = Case.objects.create(
        reference="case", by=seat.player, about=player("bob"), kind="talk", made_at=NOW
    )
    Claim.objects.create(by=seat.player, case=case, touched_at=NOW)
    Objection.objects.create(act=act, by=seat.player, said="why", made_at=NOW)
    league(game, seat.player)
    group = Group.objects.create(name="moderators")
    permission = Permission.objects.first()
    Player.groups.through.objects.create(player=seat.player, group=group)
    Player.user_permissions.through.objects.create(player=seat.player, permission=permission)
    return game


def test_a_table_that_knows_a_game_a_seat_or_a_player_is_watched_or_named_as_not():
    knowing = {
        model
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.get_fields()
        if field.is_relation and not field.auto_created
        if field.related_model in (Game, Seat, Player)
    }
    unwatched = {model.__name__ for model in knowing if model._meta.db_table not in watched()}
    assert unwatched == set(NOT_WATCHED)


def test_all_columns_are_watched_but_those_that_are_named():
    for table, found in watched().items():
        wanted = (
            ROLES if table == "games_player" else set(columns(table)) - NOT_IN.get(table, set())
        )
        assert found == wanted, table


def test_scenario_37_every_watched_row_is_refused_to_who_names_no_cause(world: Game):
    # What the test arranged is checked now: a table that waits for that could not be emptied.
    say("SET CONSTRAINTS ALL IMMEDIATE")
    for table, found in watched().items():
        for column in sorted(found - {"id"}):
            changed = SAMPLES[columns(table)[column]].format(column)
            assert "without a cause" in refused(f'UPDATE {table} SET "{column}" = {changed}')
        if table != "games_player":
            assert "without a cause" in refused(f"DELETE FROM {table}")
            assert "without a cause" in refused(f"INSERT INTO {table} DEFAULT VALUES")
        assert "without a cause" in refused(f"TRUNCATE {table} CASCADE")


def test_a_role_is_given_to_nobody_without_a_cause(world: Game):
    columns = (
        "key, name, language, time_zone, quiet, discreet, shown, calendar_epoch, link_epoch, "
        "created_at"
    )
    values = "'k', '', 'en', 'UTC', '', false, '{}', 0, 0, now()"
    for staff, superuser in (("true", "false"), ("false", "true")):
        said = refused(
            f"INSERT INTO games_player ({columns}, is_staff, is_superuser)"
            f" VALUES ({values}, {staff}, {superuser})"
        )
        assert "without a cause" in said


def test_what_is_nobodys_concern_changes_without_one(world: Game):
    for table, ignored in NOT_IN.items():
        for column in ignored:
            say(f"UPDATE {table} SET {column} = now()")
    say("UPDATE games_player SET name = 'Other'")


def test_who_changes_nothing_needs_no_cause(world: Game):
    say("UPDATE games_game SET seats = seats, state = state")


@pytest.mark.parametrize("cause", ["", "whim", "post", "moves", "act" * 20])
def test_a_cause_that_there_is_not_is_none(world: Game, cause: str):
    said = refused(f"SET LOCAL saboteur.cause = '{cause}'; UPDATE games_game SET seats = 9")
    assert "without a cause" in said


def test_only_letters_change_because_they_are_on_their_way(world: Game):
    with because(Cause.POST):
        say("UPDATE games_letter SET status = 'sent'")
    assert set(Letter.objects.values_list("status", flat=True)) == {"sent"}


def done(cause: Cause, *steps: Callable[[], object]) -> None:
    """Take these steps in one transaction."""
    with because(cause):
        for step in steps:
            step()


def undone(cause: Cause, *steps: Callable[[], object]) -> str:
    """What the database says to these steps when they are to be committed."""
    with pytest.raises(DatabaseError) as problem:
        done(cause, *steps)
    return str(problem.value)


@pytest.mark.django_db(transaction=True)
class TestAtItsCommit:
    """What a transaction has to have written by then."""

    @pytest.mark.parametrize("cause", [Cause.ACT, Cause.SYSTEM, Cause.LEAGUE])
    def test_what_only_the_log_tells_is_undone_if_it_does_not(self, cause: Cause):
        game = started()
        said = undone(cause, lambda: rename(game, "Other"))
        assert "no line of the log says why" in said
        assert Game.objects.get(pk=game.pk).name == game.name
        done(cause, lambda: rename(game, "Other"), lambda: write("annul", now=NOW))
        assert Game.objects.get(pk=game.pk).name == "Other"

    def test_the_line_comes_last(self):
        game = started()
        said = undone(Cause.ACT, lambda: write("annul", now=NOW), lambda: rename(game, "Other"))
        assert "tells of 0 rows, its transaction changed 1" in said
        assert not Line.objects.exists()

    def test_one_transaction_has_one_line(self):
        said = undone(Cause.ACT, *2 * [lambda: write("annul", now=NOW)])
        assert "request" in said
        assert not Line.objects.exists()

    @pytest.mark.parametrize("cause", [Cause.BOT, Cause.TIME_OUT, Cause.DEAL])
    def test_what_only_the_record_tells_is_undone_if_it_does_not(self, cause: Cause):
        game, other = started(), started()
        nothing = "nothing in its record"
        assert nothing in undone(cause, lambda: rename(game, "Other"))
        # Another game's record is not this one's.
        assert nothing in undone(cause, lambda: rename(game, "Other"), lambda: add_entry(other))
        done(cause, lambda: rename(game, "Other"), lambda: add_entry(game))
        assert Game.objects.get(pk=game.pk).name == "Other"

    def test_a_cause_ends_with_its_transaction(self):
        game = started()
        done(Cause.FORM, lambda: rename(game, "Other"))
        with pytest.raises(DatabaseError, match="without a cause"):
            rename(game, "Another")

    def test_a_cause_that_was_named_for_what_is_undone_is_not_named(self):
        game = started()

        def named_in_vain() -> None:
            with suppress(ZeroDivisionError), transaction.atomic():
                cause_is(Cause.ORDER)
                raise ZeroDivisionError

        said = undone(Cause.BOT, named_in_vain, lambda: rename(game, "Other"))
        assert "nothing in its record" in said


def test_a_line_tells_how_many_rows_were_changed(world: Game):
    with because(Cause.ACT):
        rename(world, "Other")
        say("DELETE FROM games_letter")
        line = write("annul", now=NOW, target=Target("game", world.pk))
    noted = Change.objects.filter(request=line.request)
    assert line.changes == sum(noted.values_list("rows", flat=True)) > 1
    assert sorted(noted.values_list("table", flat=True)) == ["games_game", "games_letter"]
    assert all(len(each.was) == 64 for each in noted)


def test_what_players_do_is_noted_nowhere(world: Game):
    with because(Cause.FORM):
        rename(world, "Other")
    assert not Change.objects.exists()


def test_what_an_operator_does_stands_in_the_log():
    holding.hold("Back at nine", by="Hal", why="a new machine", now=NOW)
    accounts.make_admin("root@example.org", now=NOW)
    hold, grant = Line.objects.order_by("number")
    assert (hold.act, hold.reason, hold.changes) == ("hold", "a new machine", 2)
    assert (grant.act, grant.target_id) == ("grant-role", player("root").pk)
