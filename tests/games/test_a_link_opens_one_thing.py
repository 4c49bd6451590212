"""Links: what they open, and that every damage looks the same."""

from uuid import UUID

import pytest
from django.core import signing

from games import links, selectors
from games.errors import BadLink
from games.links import (
    AddressClaim,
    ArrivalClaim,
    AskedClaim,
    CalendarClaim,
    EntryClaim,
    InvitationClaim,
    JoinClaim,
    PlaceClaim,
    ReachClaim,
    SeatClaim,
    StartClaim,
    StopClaim,
)
from games.models import Game, Invitation, Seat, SignIn
from games.services import games
from games.subscriptions.rules import Stop
from tests.games.cast import DAY, NOW, again, asked, play_to_the_end, started

GAME = Game(id=7, join_epoch=2)
SEAT = Seat(game=GAME, number=3, link_epoch=4)


FROZEN_KEY = "frozen for the links of old letters"
FROZEN = [
    (links.SEAT, SeatClaim(7, 3, 4), "7-3-4.OtgRRLjjZHcVi3YA0_oiau1ib4LZXrBRH0vtnI2VKTI"),
    (links.PLACE, PlaceClaim(12, 4), "12-4.f_7bP_MdmAfgc2Nl1QWPeGxpls4Q36VHOYYT_yxjxyU"),
    (links.INVITATION, InvitationClaim(9, 1), "9-1.LwIsbrQM2sor840Tj2c6LLPDTbUbmTYOFJqLe_h7iLk"),
    (links.ASKED, AskedClaim(11), "11.2X_ST6yF95cKZZulzzv6V1PdQ8w_RFbWEddoFIwD9ug"),
    (links.JOIN, JoinClaim(7, 2), "7-2.zdtCD-Lh4STk7b6X2NvS5-doZLPDj9sUgHDA8PYQBXs"),
    (links.START, StartClaim(7, 4), "7-4._ysQux9vGk0cSY3PTb1HEZQVNYMcMW9cacwZ9n8zNA4"),
    (links.CALENDAR, CalendarClaim(5, 8), "5-8.nBkpL3s-4wzlQ_OboFooeDumjm3tziofCzXrVPE0IW8"),
    (links.ADDRESS, AddressClaim(13, False), "13-0.n2V2hk82910Fj_CP85DbmeAP3ijrLZ1SSevYB-oL7h4"),
    (links.ADDRESS, AddressClaim(13, True), "13-1.2NDh6-zsoM9fgU1UGVW9_S10RoxoGS3cJdSuekZyhXI"),
    (
        links.REACH,
        ReachClaim(5, 4384125483138791712, 1772323200),
        "5-4384125483138791712-1772323200.qEd-8S1fGXHuA3GT9HtXGXx5MyYlxUaq71rA7-94riA",
    ),
    (links.ARRIVAL, ArrivalClaim(5), "5.GPDwkLkvu56OisdifTqYjG0x4UqaNp8o13s96ry-Gfk"),
    (links.ENTRY, EntryClaim(14, 5, 6), "14-5-6.M-AqonPm1Um0YuVd494abcPy0Q575rg8b9zUUHiD3KE"),
    (
        links.STOP,
        StopClaim(Stop.GAME, 5, 7, 6),
        "4-5-7-6.6RWmrTC1LjgJI5p42VMhtFYZoYqclxUKBJQqxpEZ34A",
    ),
    (
        links.STOP,
        StopClaim(Stop.INVITATIONS, 123456789, 0, 0),
        "6-123456789-0-0.3hNDfjk1DculAOWxvDIRLlooCDQVm0QTAJGWSP91zxQ",
    ),
]
SHORTER = [
    (links.START, StartClaim(7), "7.MQdUihzKkzV9PqVxRykrkAkmb86JjJZe-GNUmpGgsn0"),
    (links.ENTRY, EntryClaim(14, 5, 0), "14-5.bKWvPeyHgMBtBWJr2zWvbaPL0xlu_ai7jiwLcAUg6Yc"),
    (
        links.STOP,
        StopClaim(Stop.DAILY, 5, 0, 0),
        "5-5-0.n1NApWrO4IuqjJe0Id625YUgVpiP5xZJ5vjcZ-KMMmY",
    ),
]
"""Sent before their claims named an epoch."""


@pytest.mark.parametrize(("link", "claim", "token"), FROZEN + SHORTER)
def test_a_link_of_an_old_email_still_opens(link, claim, token: str, settings):
    settings.SECRET_KEY = FROZEN_KEY
    assert repr(link.read(token)) == repr(claim)


@pytest.mark.parametrize(("link", "claim", "token"), FROZEN)
def test_a_claim_has_the_same_link_as_ever(link, claim, token: str, settings):
    settings.SECRET_KEY = FROZEN_KEY
    assert link.sign(claim) == token


def test_every_kind_of_link_has_a_frozen_one():
    kinds = {each for each in vars(links).values() if isinstance(each, links.Link)}
    assert kinds == {link for link, _claim, _token in FROZEN}


def test_a_reply_to_an_old_email_and_its_return_still_arrive(settings):
    settings.SECRET_KEY = FROZEN_KEY
    reply = links.ReplyClaim(SeatClaim(7, 3, 4), 21)
    assert links.read_reply("play-7-3-4-21-hnklajtvrsco33x3kytdkjcl") == reply
    back = "back-aaaaaaaaaaaaaaaaaaaaaaaammbgdpm-ziwz6fxjypjm33d5zxcz5ixn"
    assert links.read_return(back) == links.ReturnClaim(UUID(int=99), "bgdpm")
    assert links.is_whom("bgdpm", "Carla@Example.org")


def test_a_code_that_is_on_its_way_still_signs_in(settings):
    settings.SECRET_KEY = FROZEN_KEY
    assert links.is_code_of(SignIn(id=UUID(int=98)), "774196")


def test_a_seat_link_says_who_and_not_when():
    assert links.SEAT.read(links.SEAT.sign(SeatClaim.of(SEAT))) == SeatClaim(7, 3, 4)


def test_a_link_is_short_and_needs_no_quoting():
    token = links.SEAT.sign(SeatClaim.of(Seat(game=Game(id=2**40), number=11, link_epoch=999)))
    assert len(token) < 80
    assert set(token) <= set(signing.BASE62_ALPHABET + "-_.")


@pytest.mark.parametrize("at", range(0, 40, 3))
def test_a_damaged_link_opens_nothing(at: int):
    token = links.SEAT.sign(SeatClaim.of(SEAT))
    other = "A" if token[at] != "A" else "B"
    with pytest.raises(BadLink):
        links.SEAT.read(token[:at] + other + token[at + 1 :])


@pytest.mark.parametrize(
    "token", ["", ".", "7-3-4", "x" * 5000, "7-3-4.ä", "\0.\0", "7-3-4.\udc80"]
)
def test_a_text_that_is_no_link_opens_nothing(token: str):
    for read in (links.SEAT.read, links.INVITATION.read, links.JOIN.read, links.ASKED.read):
        with pytest.raises(BadLink):
            read(token)


def test_a_link_opens_only_what_it_was_made_for():
    foreign = [
        links.JOIN.sign(JoinClaim.of(GAME)),
        links.INVITATION.sign(InvitationClaim.of(Invitation(id=7, epoch=0))),
    ]
    for token in foreign:
        with pytest.raises(BadLink):
            links.SEAT.read(token)
    with pytest.raises(BadLink):
        links.JOIN.read(links.INVITATION.sign(InvitationClaim.of(Invitation(id=7, epoch=2))))
    for token in (links.START.sign(StartClaim.of(SEAT)), links.SEAT.sign(SeatClaim.of(SEAT))):
        with pytest.raises(BadLink):
            links.ASKED.read(token)


def test_a_link_of_another_secret_opens_nothing(settings):
    token = links.SEAT.sign(SeatClaim.of(SEAT))
    settings.SECRET_KEY = "mallory" * 8
    with pytest.raises(BadLink):
        links.SEAT.read(token)


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
    old = links.SEAT.read(links.SEAT.sign(SeatClaim.of(seat)))
    games.revoke_links(seat)
    with pytest.raises(BadLink):
        selectors.visit_of(old)
    fresh = SeatClaim.of(asked(game))
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
        selectors.visit_of(SeatClaim.of(bot))


@pytest.mark.django_db
def test_a_link_dies_thirty_days_after_the_game(set_clock):
    game = started(rounds="1")
    seat = asked(game)
    play_to_the_end(game)
    assert again(game).ended_at == NOW
    set_clock(NOW + 30 * DAY)
    assert selectors.visit_of(SeatClaim.of(seat)).seat == seat
    set_clock(NOW + 30 * DAY + DAY)
    with pytest.raises(BadLink):
        selectors.visit_of(SeatClaim.of(seat))
