"""Bad links, old forms, illegal moves, garbage: a kind page each time, and nothing is changed."""

import pytest
from django.core import signing
from django.urls import reverse

from games import links
from games.links import JoinClaim, SeatClaim
from games.models import Game, Move
from games.services import games
from tests.games.cast import NOW, again, asked, claim, moves, pass_on, play_to_the_end, started
from tests.games.pages.table import browser, game_url, seat_url, text_of

pytestmark = pytest.mark.django_db


def post(url: str, **fields: str):
    return browser().post(f"{url}move/", fields)


def main(answer) -> bytes:
    return answer.content.partition(b"<main")[2].partition(b"</main>")[0]


def stored(game: Game) -> object:
    return Game.objects.filter(pk=game.pk).values().get(), Move.objects.count()


def test_every_bad_link_gets_one_and_the_same_page():
    game, ended = started(), started(rounds="1")
    seat = asked(game)
    good = links.SEAT.sign(SeatClaim.of(seat))
    gone = links.SEAT.sign(SeatClaim.of(ended.places.get(player__name="alice")))
    play_to_the_end(ended, now=NOW)
    games.revoke_links(seat)
    bad = {
        "damaged": good[:-1],
        "revoked": good,
        "expired": gone,
        "foreign": signing.Signer(sep=".", salt="games.links.join").sign("1-0-0"),
        "of another kind": links.JOIN.sign(JoinClaim.of(game)),
        "of nobody": signing.Signer(sep=".", salt="games.links.seat").sign("999999-0-0"),
        "odd": "%F0%9F%92%8E",
        "long": "x" * 3000,
    }
    answers = {name: browser().get(f"/t/{token}/") for name, token in bad.items()}
    assert {answer.status_code for answer in answers.values()} == {404}
    assert len({answer.content for answer in answers.values()}) == 1
    posts = [post(f"/t/{token}/", move="pass P1", seen_ply="0") for token in bad.values()]
    assert {(answer.status_code, answer.content) for answer in posts} == {
        (404, answers["odd"].content)
    }
    for kind in "ij":
        # Around it stands what a visitor may press.
        assert main(browser().get(f"/{kind}/nonsense/")) == main(answers["odd"])


def test_a_form_from_an_older_position_does_nothing_and_shows_what_changed():
    game = started()
    seat = asked(game)
    text = moves(game)[-1]
    pass_on(game)
    before = stored(game)
    answer = post(seat_url(seat), move=text, seen_ply="0")
    page = text_of(answer.content.decode())
    assert answer.status_code == 409
    assert "The table changed since this page was drawn" in page
    assert "What changed" in page
    assert "You passed and discarded" in page
    assert stored(game) == before


def test_the_same_form_sent_twice_makes_one_move_and_says_so():
    game = started()
    seat, text = asked(game), moves(game)[0]
    assert post(seat_url(seat), move=text, seen_ply="0").status_code == 303
    answer = post(seat_url(seat), move=text, seen_ply="0")
    assert answer.status_code == 409
    assert "sending it twice changed nothing" in text_of(answer.content.decode())
    assert again(game).ply == 1


def test_an_illegal_move_is_refused_in_words_and_the_hand_stays():
    game = started()
    seat = asked(game)
    before = stored(game)
    answer = post(seat_url(seat), move="rockfall a3", seen_ply="0")
    assert answer.status_code == 422
    assert "Nothing was done." in text_of(answer.content.decode())
    assert answer.content.decode().count('class="hand-card') == 6
    assert stored(game) == before


def test_links_of_a_page_with_a_problem_lead_back_to_the_table():
    game = started()
    seat = asked(game)
    page = post(seat_url(seat), move="rockfall a3", seen_ply="0").content.decode()
    assert f'href="{seat_url(seat)}?pick=' in page
    assert "move/?pick" not in page


def test_a_seat_that_is_not_asked_cannot_move():
    game = started()
    other = game.places.exclude(number=asked(game).number).first()
    before = stored(game)
    answer = post(seat_url(other), move="pass P1", seen_ply="0")
    assert answer.status_code == 422
    assert "It is not your turn" in text_of(answer.content.decode())
    assert stored(game) == before


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"move": "pass P1"},
        {"move": "pass P1", "seen_ply": "x"},
        {"move": "pass P1", "seen_ply": "-1"},
        {"move": "pass P1", "seen_ply": "9" * 60},
        {"move": "x" * 500, "seen_ply": "0"},
        {"move": "dance", "seen_ply": "0"},
        {"move": "pass\x00P1", "seen_ply": "0"},
        {"move": "<script>", "seen_ply": "0"},
    ],
    ids=str,
)
def test_a_form_that_is_no_move_is_refused_kindly(fields: dict[str, str]):
    game = started()
    before = stored(game)
    answer = post(seat_url(asked(game)), **fields)
    assert answer.status_code == 400
    assert "nothing was done" in text_of(answer.content.decode()).lower()
    assert b"<script>" not in answer.content
    assert stored(game) == before


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe\x00" * 40_000, "application/x-www-form-urlencoded"),
        (b"move=" + b"x" * 200_000, "application/x-www-form-urlencoded"),
        (b"&".join(b"a%d=1" % at for at in range(900)), "application/x-www-form-urlencoded"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "image/png"),
        (b"\x00\xff\xfe", "multipart/form-data; boundary=x"),
        (b"\x00\xff\xfe", "multipart/form-data"),
        (b"move=%ff%fe&seen_ply=%00", "application/x-www-form-urlencoded"),
    ],
    ids=["binary", "oversized", "many fields", "a picture", "torn", "no boundary", "no letters"],
)
@pytest.mark.parametrize("page", ["move", "sign-in"])
def test_a_body_that_is_no_form_of_ours_is_refused_kindly(body: bytes, kind: str, page: str):
    game = started()
    before = stored(game)
    move = f"{seat_url(asked(game))}move/"
    answer = browser().post(
        move if page == "move" else reverse("accounts-sign-in"), data=body, content_type=kind
    )
    assert answer.status_code in (200, 400)
    assert b"</html>" in answer.content
    assert stored(game) == before


def test_another_players_seat_cannot_be_opened_by_signing_in(django_user_model):
    game = started()
    mallory = django_user_model.objects.create(
        email="mallory@example.org", name="mallory", created_at=NOW
    )
    client = browser(mallory)
    assert client.get(game_url(game, "seat-mine")).status_code == 404
    answer = client.post(game_url(game, "seat-my-move"), {"move": "pass P1", "seen_ply": "0"})
    assert answer.status_code == 404
    assert again(game).ply == 0


def test_a_form_of_a_signed_in_player_needs_the_secret_of_the_page():
    from django.test import Client

    game = started()
    client = Client(enforce_csrf_checks=True)
    client.force_login(asked(game).player)
    answer = client.post(game_url(game, "seat-my-move"), {"move": moves(game)[0], "seen_ply": "0"})
    assert answer.status_code == 403
    assert "The form was too old" in text_of(answer.content.decode())
    assert again(game).ply == 0


def test_what_was_written_into_a_form_that_grew_too_old_is_shown():
    """Who signed in anew in another window meanwhile sends the secret of before."""
    from django.test import Client

    game = started()
    client = Client(enforce_csrf_checks=True)
    client.force_login(asked(game).player)
    wrote = {"room": "table", "nonce": "n", "text": "Why did you <b>break</b> my cart?"}
    url = game_url(game, "talk-of-game")
    told = client.post(url, wrote, headers={"sec-fetch-site": "same-origin"})
    assert told.status_code == 403
    assert "Why did you &lt;b&gt;break&lt;/b&gt; my cart?" in told.content.decode()
    # What another site sends is not the reader's.
    for site in ({"sec-fetch-site": "cross-site"}, {}):
        assert "cart" not in client.post(url, wrote, headers=site).content.decode()
    notes = {"notes": "0", "text": "", "about-1": "a liar"}
    told = client.post(
        game_url(game, "notes-mine"), notes, headers={"sec-fetch-site": "same-origin"}
    )
    assert "a liar" in told.content.decode()
    assert not game.remarks.exists()


def test_a_letters_form_works_in_a_browser_that_keeps_no_cookies():
    from django.test import Client

    game = started()
    client = Client(enforce_csrf_checks=True)
    fields = {"move": moves(game)[0], "seen_ply": "0"}
    assert client.post(f"{seat_url(asked(game))}move/", fields).status_code == 303
    assert again(game).ply == 1


def test_pages_of_a_seat_are_kept_by_no_cache_and_tell_no_other_site():
    game = started()
    for url in (seat_url(asked(game)), "/t/nonsense/"):
        answer = browser().get(url)
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] == "strict-origin"


def test_an_address_that_no_page_has_is_a_kind_page():
    for url in ("/nothing/", "/g/nosuchgame/", "/g/nosuchgame/seat/"):
        answer = browser(asked(started()).player).get(url)
        assert answer.status_code == 404
        assert "There is no such page" in text_of(answer.content.decode())


def test_old_letters_open_the_table_as_it_stands_now():
    game = started()
    seat = asked(game)
    url = seat_url(seat)
    pass_on(game)
    assert claim(game).seat != seat.number
    assert f"Waiting for {asked(game).name}" in text_of(browser().get(url).content.decode())
