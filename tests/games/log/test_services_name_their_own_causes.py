"""What a test arranges has a cause; what the service writes has none but what it names itself."""

import pytest
from django.db import DatabaseError, transaction

from games.models import Game
from games.services import entries, games
from tests.games.cast import NOW, again, open_table, started

pytestmark = pytest.mark.django_db


def recorded_without_a_cause(game: Game) -> None:
    """Let a service write that leaves the cause to its caller."""
    with transaction.atomic():
        entries.record(game, "silent", now=NOW, until="")


def test_a_row_that_a_test_writes_itself_is_let_through():
    game = started()
    Game.objects.filter(pk=game.pk).update(name="Other")
    assert again(game).name == "Other"


def test_what_the_service_writes_for_a_test_is_refused():
    game = started()
    with pytest.raises(DatabaseError, match="without a cause"):
        recorded_without_a_cause(game)


def test_what_one_service_named_does_not_help_the_next_one():
    # All of it happens in the one transaction that such a test holds open.
    game = started()
    games.cancel(open_table().key, by=game.organiser, now=NOW)
    with pytest.raises(DatabaseError, match="without a cause"):
        recorded_without_a_cause(game)
