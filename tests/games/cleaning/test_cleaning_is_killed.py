"""Cleaning is killed half-way: nothing is gone that is needed, its figures hold, and it goes on."""

import pytest
from django.db import connection, transaction

from games.cleaning import rules, services
from games.models import Cleaned, Letter, Written
from games.services import invitations
from tests.games.cast import DAY, NOW, open_table, player, started
from tests.games.processes import kill, wait_until, worker

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 5 * rules.AT_ONCE
LATER = NOW + 91 * DAY


def done_long_ago() -> int:
    """Fill the outbox with letters that were sent, each kept as it was written; count all."""
    invitations.invite(open_table().key, "zoe@example.net", by=player("alice"), now=NOW)
    Letter.objects.update(status="sent", sent_at=NOW)
    columns = {at.column for at in Letter._meta.concrete_fields} - {"id", "created_at"}
    fields = ", ".join(sorted(columns))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_letter (id, created_at, {fields})"
            f" SELECT gen_random_uuid(), created_at - at * interval '1 second', {fields}"
            " FROM games_letter, generate_series(2, %s) AS at",
            [MANY],
        )
        cursor.execute(
            'INSERT INTO games_written (letter_id, "to", subject, headers, text, html, maze, hand)'
            " SELECT id, email, '', '[]', '', '', '', '' FROM games_letter"
        )
    return Letter.objects.count()


def still_needed() -> list[Letter]:
    """Letters that no cleaning may touch: of a table that waits, and one that was not sent yet."""
    invitations.invite(open_table(by="dora").key, "yan@example.net", by=player("dora"), now=NOW)
    started(("erin", "finn", "gina"))
    Letter.objects.filter(seat__isnull=False).update(status="sent", sent_at=NOW)
    return list(Letter.objects.filter(status="queued") | Letter.objects.exclude(seat=None))


def removed() -> int:
    row = Cleaned.objects.filter(what="letters").first()
    return row.in_all if row else 0


def test_cleaning_that_is_killed_has_done_whole_slices_and_goes_on_where_it_stopped():
    total, needed = done_long_ago(), still_needed()
    everything = Letter.objects.count()
    with transaction.atomic():
        # In the midst of its third slice it meets a letter that somebody holds.
        by_age = services.old(LATER)["letters"].order_by("created_at")
        held = by_age.values("pk")[2 * rules.AT_ONCE + 1]["pk"]
        Letter.objects.select_for_update().get(pk=held)
        with worker("clean", now=LATER) as process:
            wait_until(somebody_waits)
            kill(process)
    # The statement that its server was just carrying out may still come to its end.
    wait_until(lambda: not others_at_work())
    gone = everything - Letter.objects.count()
    assert removed() == gone == 2 * rules.AT_ONCE
    assert Written.objects.count() == total - gone
    while Cleaned.objects.get(what="letters").more:
        services.sweep(now=LATER)
    assert set(Letter.objects.all()) == set(needed)
    assert removed() == total
    assert not Written.objects.exists()


def somebody_waits() -> bool:
    """Whether a statement waits for something that we hold."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])


def others_at_work() -> bool:
    """Whether another connection to this database is about to write something."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'"
        )
        return bool(cursor.fetchone()[0])
