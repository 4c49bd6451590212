"""Who chose while the table was closed, or changed by decision, finds his choice again."""

from typing import Any

import pytest
from django.urls import reverse

from games.models import Game, Move, Orders
from games.services import games
from tests.games.cast import DAY, NOW, again, asked, moves, play, started
from tests.games.moderation.cast import done, staff
from tests.games.pages.table import browser, form_to, game_url, seat_url, text_of
from tests.games.substitutes.cast import seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def paused() -> Game:
    game = started()
    done(staff("mia"), "pause", game.key, last=f"{NOW + 3 * DAY:%Y-%m-%d}")
    return game


def posted(url: str, game: Game, text: str, *, ply: int | None = None) -> Any:
    seen = again(game).ply if ply is None else ply
    return browser().post(f"{url}move/", {"move": text, "seen_ply": str(seen)})


def page_of(url: str) -> str:
    return browser().get(url).content.decode()


def test_what_is_chosen_in_a_pause_is_kept_as_a_draft_and_stands_ready_after_it():
    game = paused()
    seat, text = asked(game), moves(game)[-1]
    url = seat_url(seat)
    refused = posted(url, game, text)
    assert refused.status_code == 409
    assert "It is kept until the game goes on" in text_of(refused.content.decode())
    assert "It is kept until the game goes on" in text_of(page_of(url)), "also elsewhere, later"
    assert not Move.objects.filter(game=game, ply=1).exists()
    done(staff("mia"), "resume", game.key)
    page = page_of(url)
    assert "While the game stood still you chose" in text_of(page)
    assert form_to(page, f"{url}move/")["move"] == text
    assert again(game).ply == 0, "nothing is played by itself"
    anew = page_of(f"{url}?pick=")
    assert 'name="seen_ply"' not in anew, "he may choose something else"
    assert posted(url, game, text).status_code == 303
    assert "you chose" not in text_of(page_of(url))


def test_the_last_choice_counts_and_a_draft_of_an_earlier_position_is_none():
    game = paused()
    url, texts = seat_url(asked(game)), moves(game)
    posted(url, game, texts[0])
    posted(url, game, texts[-1])
    posted(url, game, "nonsense")
    assert Orders.objects.get().draft == texts[-1]
    done(staff("mia"), "resume", game.key)
    play(game)
    for seat in game.places.exclude(player=None):
        assert "you chose" not in text_of(page_of(seat_url(seat)))


def test_a_draft_is_its_owners_alone():
    game = paused()
    seat, text = asked(game), moves(game)[-1]
    urls = [seat_url(other) for other in game.places.exclude(pk=seat.pk)] + [game_url(game)]
    before = [text_of(page_of(url)) for url in urls]
    posted(seat_url(seat), game, text)
    assert [text_of(page_of(url)) for url in urls] == before
    done(staff("mia"), "remove", game.key, seat=seat.number, why="rules")
    assert not Orders.objects.exists(), "who comes finds nothing of it"


def test_who_is_overtaken_by_an_act_reads_so_and_finds_his_choice():
    game = started()
    seat, text = asked(game), moves(game)[-1]
    done(staff("mia"), "force-default", game.key, seat=seat.number, written="talk, today")
    done(staff("mia"), "undo-forced", game.key, why="fault")
    assert asked(game) == seat
    late = posted(seat_url(seat), game, text, ply=0)
    page = late.content.decode()
    assert late.status_code == 409
    told = text_of(page)
    assert "A moderator has changed the table while you chose; nothing was played." in told
    assert "You had chosen" in told
    assert form_to(page, f"{seat_url(seat)}move/")["move"] == text
    gone = posted(seat_url(seat), game, "rockfall a3", ply=0)
    assert "That is not possible here any more" in text_of(gone.content.decode())


def test_who_lost_his_seat_meanwhile_reads_why_nothing_was_played():
    game = started()
    seat = seat_of(game, "bob")
    bob, url, text = seat.player, seat_url(seat), "pass P1"
    done(staff("mia"), "remove", game.key, seat=seat.number, why="rules")
    by_letter = posted(url, game, text)
    signed_in = browser(bob).post(
        reverse("seat-my-move", args=[game.key]), {"move": text, "seen_ply": "0"}
    )
    for answer in (by_letter, signed_in):
        told = text_of(answer.content.decode())
        assert answer.status_code == 409
        assert "A moderator has changed the table while you chose" in told
        assert "Nothing was played" in told
    assert browser().get(url).status_code == 404, "looking tells nothing"


def test_a_link_that_was_revoked_says_nothing_of_moderators():
    game = started()
    seat = asked(game)
    url = seat_url(seat)
    games.revoke_links(seat)
    assert posted(url, game, "pass P1").status_code == 404
    stranger = browser(staff("max"))
    there = reverse("seat-my-move", args=[game.key])
    assert stranger.post(there, {"move": "pass P1", "seen_ply": "0"}).status_code == 404
