"""A test that commits nothing still asks the database what it asks at a commit."""

import pytest
from django.db import DatabaseError

from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Seat
from games.services import entries, locks
from tests.games.cast import NOW, again, started

pytestmark = pytest.mark.django_db


def rename(game: Game) -> None:
    """Change a game and say nowhere why."""
    Game.objects.filter(pk=game.pk).update(name="Other")


@pytest.mark.parametrize("cause", [Cause.ACT, Cause.SYSTEM, Cause.LEAGUE])
def test_what_only_the_log_tells_is_refused_if_it_does_not(cause: Cause):
    game = started()
    with pytest.raises(DatabaseError, match="no line of the log says why"), because(cause):
        rename(game)
    assert again(game).name == game.name


@pytest.mark.parametrize("cause", [Cause.BOT, Cause.TIME_OUT, Cause.DEAL])
def test_the_record_of_an_earlier_change_says_nothing_about_a_later_one(cause: Cause):
    game = started()
    with because(cause):
        rename(game)
        entries.record(locks.game(pk=game.pk), "extended", now=NOW, by="alice")
    with pytest.raises(DatabaseError, match="nothing in its record"), because(cause):
        Game.objects.filter(pk=game.pk).update(name="Another")
    assert again(game).name == "Other"


def test_a_row_that_is_missing_is_missed_at_once():
    game = started()
    with pytest.raises(DatabaseError, match="foreign key"), because(Cause.FORM):
        Seat.objects.filter(game=game, number=0).update(player=0)
    assert game.places.get(number=0).player is not None
