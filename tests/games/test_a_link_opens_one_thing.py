"""Links: what they open, and that every damage looks the same."""

import pytest
from django.core import signing

from games import links, selectors
from games.errors import BadLink
from games.links import SeatClaim
from games.models import Game, Invitation, Seat, SignIn
from games.services import games
from tests.games.cast import DAY, NOW, again, asked, play_to_the_end, started

GAME = Game(id=7, join_epoch=2)
SEAT = Seat(game=GAME, number=3, link_epoch=4)


def test_a_seat_link_says_who_and_not_when():
    assert links.read_seat(links.mint_seat(SEAT)) == SeatClaim(7, 3, 4)


def test_a_link_is_short_and_needs_no_quoting():
    token = links.mint_seat(Seat(game=Game(id=2**40), number=11, link_epoch=999))
    assert len(token) < 80
    assert set(token) <= set(signing.BASE62_ALPHABET + "-_.")


@pytest.mark.parametrize("at", range(0, 40, 3))
def test_a_damaged_link_opens_nothing(at: int):
    token = links.mint_seat(SEAT)
    other = "A" if token[at] != "A" else "B"
    with pytest.raises(BadLink):
        links.read_seat(token[:at] + other + token[at + 1 :])


@pytest.mark.parametrize(
    "token", ["", ".", "7-3-4", "x" * 5000, "7-3-4.ä", "\0.\0", "7-3-4.\udc80"]
)
def test_a_text_that_is_no_link_opens_nothing(token: str):
    for read in (links.read_seat, links.read_invitation, links.read_join, links.read_asked):
        with pytest.raises(BadLink):
            read(token)


def test_a_link_opens_only_what_it_was_made_for():
    foreign = [links.mint_join(GAME), links.mint_invitation(Invitation(id=7, epoch=0))]
    for token in foreign:
        with pytest.raises(BadLink):
            links.read_seat(token)
    with pytest.raises(BadLink):
        links.read_join(links.mint_invitation(Invitation(id=7, epoch=2)))
    for token in (links.mint_start(SEAT), links.mint_seat(SEAT)):
        with pytest.raises(BadLink):
            links.read_asked(token)


def test_a_link_of_another_secret_opens_nothing(settings):
    token = links.mint_seat(SEAT)
    settings.SECRET_KEY = "mallory" * 8
    with pytest.raises(BadLink):
        links.read_seat(token)


def test_a_code_has_six_digits_and_may_be_written_with_spaces():
    wish = SignIn()
    code = links.code_of(wish)
    assert len(code) == 6
    assert code.isdecimal()
    assert links.is_code_of(wish, f" {code[:3]} {code[3:]}\n")
    assert not links.is_code_of(wish, "")
    assert not links.is_code_of(SignIn(), code)


@pytest.mark.django_db
def test_a_revoked_link_opens_nothing_and_the_new_one_does():
    game = started()
    seat = asked(game)
    old = links.read_seat(links.mint_seat(seat))
    games.revoke_links(seat)
    with pytest.raises(BadLink):
        selectors.visit_of(old)
    fresh = links.claim_of(asked(game))
    assert selectors.visit_of(fresh).seat == seat


@pytest.mark.django_db
def test_a_link_to_a_seat_that_does_not_exist_opens_nothing():
    game = started()
    for claim in (SeatClaim(game.pk, 9, 0), SeatClaim(game.pk + 1000, 0, 0)):
        with pytest.raises(BadLink):
            selectors.visit_of(claim)


@pytest.mark.django_db
def test_a_bots_seat_cannot_be_opened():
    game = started(bots=1)
    bot = Seat.objects.get(game=game, bot=True)
    with pytest.raises(BadLink):
        selectors.visit_of(links.claim_of(bot))


@pytest.mark.django_db
def test_a_link_dies_thirty_days_after_the_game(set_clock):
    game = started(rounds="1")
    seat = asked(game)
    play_to_the_end(game)
    assert again(game).ended_at == NOW
    set_clock(NOW + 30 * DAY)
    assert selectors.visit_of(links.claim_of(seat)).seat == seat
    set_clock(NOW + 30 * DAY + DAY)
    with pytest.raises(BadLink):
        selectors.visit_of(links.claim_of(seat))
