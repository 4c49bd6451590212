"""What was done about a table stands in everybody's story, once, and in one letter each."""

import pytest
from django.db import IntegrityError, transaction

from games import selectors
from games.models import Entry, Game, Letter, Seat
from tests.games import cast
from tests.games.cast import HOUR, NOW

pytestmark = pytest.mark.django_db


def seats(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).select_related("player", "game"))


def test_an_act_is_told_to_every_seat_and_to_spectators_in_its_place() -> None:
    game = cast.started()
    cast.play(game)
    cast.extended(game)
    told = [selectors.public_table(game.key, now=NOW).story]
    told += [
        (*t.earlier, *t.story) for t in (selectors.seat_table(s, now=NOW) for s in seats(game))
    ]
    for story in told:
        assert [entry.ply for entry in story][-2:] == [1, 1]
        assert story[-1].act is not None
        assert story[-1].act.name == "extended"
    cast.play(game)
    assert [bool(entry.act) for entry in selectors.story(game.key)] == [False, False, True, False]


def test_who_moved_before_it_reads_it_as_news() -> None:
    game = cast.started()
    mover = game.to_act[0]
    cast.play(game)
    cast.extended(game)
    table = selectors.seat_table(seats(game)[mover], now=NOW)
    assert [entry.act.name for entry in table.story if entry.act] == ["extended"]


def test_one_act_is_one_letter_to_each_reader_however_often_the_game_is_acted_upon() -> None:
    game = cast.started()
    cast.extended(game)
    cast.extended(game, now=NOW + HOUR)
    news = Letter.objects.filter(kind=Letter.Kind.NEWS)
    assert news.count() == 6
    first = Entry.objects.earliest("pk")
    again = Letter(kind=Letter.Kind.NEWS, game=game, seat=seats(game)[0], entry=first)
    again.created_at = again.due_at = NOW
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()
