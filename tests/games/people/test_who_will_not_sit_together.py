"""Who does not want to sit with another is kept apart from him, and nobody else learns of it."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import links
from games.accounts.selectors import own
from games.accounts.services import leaving
from games.errors import KeptApart, SeatTaken
from games.links import AskedClaim
from games.models import Asked, Block, Game, Letter, Offer, Player, SignIn, Sought
from games.people.selectors import NoSuchPlayer
from games.people.services import blocking
from games.selectors.public import ANYTHING
from games.substitutes import selectors
from games.substitutes.services import offers, sitting
from tests.games.cast import NOW, player
from tests.games.pages.table import browser, text_of
from tests.games.substitutes.cast import resigned, seat_of, sits

pytestmark = pytest.mark.django_db


def block(by: str, whom: str) -> None:
    """Let somebody put another on his list."""
    blocking.block(player(whom).key, by=player(by), now=NOW)


@pytest.fixture
def game() -> Game:
    """A listed table of alice, bob and carol; bob has given up his seat."""
    return resigned(listed=True)


def offered_to(name: str) -> list[int]:
    """The seats that stand in the open list for somebody."""
    found = selectors.open_seats(ANYTHING, player=player(name), now=NOW)
    return [offer.seat for offer in found.offers]


def asked(game: Game, name: str, by: str = "alice") -> Asked:
    """Let somebody of the table ask another for the seat of bob."""
    number = seat_of(game, "bob").number
    return offers.ask(game.key, number, f"{name}@example.org", by=player(by), now=NOW)


@pytest.mark.parametrize("by_dora", [True, False])
def test_two_who_are_kept_apart_do_not_come_to_sit_together(game, by_dora):
    number = seat_of(game, "bob").number
    assert offered_to("dora") == [number]
    block(*(("dora", "carol") if by_dora else ("carol", "dora")))
    assert offered_to("dora") == []
    assert offered_to("emil") == [number]
    with pytest.raises(KeptApart if by_dora else SeatTaken):
        sits(game)
    assert seat_of(game, "bob").player == player("bob")
    blocking.unblock(player("carol").key, by=player("dora"))
    blocking.unblock(player("dora").key, by=player("carol"))
    assert sits(game).player == player("dora")


def test_whose_seat_it_is_and_who_sits_elsewhere_are_in_nobodys_way(game):
    block("dora", "bob")
    block("bob", "dora")
    block("dora", "zoe")
    assert offered_to("dora") == [seat_of(game, "bob").number]
    assert sits(game).player == player("dora")


def test_who_is_blocked_reads_what_everybody_reads_of_a_seat_that_is_gone(game):
    number = seat_of(game, "bob").number
    letter = reverse("seats-asked", args=[links.ASKED.sign(AskedClaim(asked(game, "dora").pk))])
    page = reverse("seats-of-game", args=[game.key])
    dora, form = browser(player("dora")), {"act": "sit", "seat": number}
    assert "Take the seat" in dora.get(page).content.decode()
    block("carol", "dora")
    assert "Take the seat" not in dora.get(page).content.decode()
    told = text_of(dora.post(page, form, follow=True).content.decode())
    said = [text_of(ask().content.decode()) for ask in (
        lambda: browser().get(letter), lambda: browser().post(letter),
    )]  # fmt: skip
    # Somebody takes it: whoever comes then reads the very same.
    asked(game, "emil")
    later = reverse(
        "seats-asked",
        args=[links.ASKED.sign(AskedClaim(Asked.objects.get(email__startswith="emil").pk))],
    )
    sits(game, "fay")
    assert all("This seat is not to be had" in each for each in (told, *said))
    emil = [text_of(ask().content.decode()) for ask in (
        lambda: browser().get(later), lambda: browser().post(later),
    )]  # fmt: skip
    assert said == emil


def test_who_has_somebody_on_his_list_is_told_that_it_is_his_own_list(game):
    block("dora", "carol")
    page = reverse("seats-of-game", args=[game.key])
    form = {"act": "sit", "seat": seat_of(game, "bob").number}
    told = text_of(browser(player("dora")).post(page, form, follow=True).content.decode())
    assert "Take them off your list on your account page first" in told


def test_whom_one_at_the_table_blocks_has_no_letter_and_who_asks_is_not_told(game):
    block("carol", "dora")
    asked(game, "dora")
    asked(game, "emil")
    told = Letter.objects.filter(kind="offer").values_list("email", flat=True)
    assert list(told) == ["emil@example.org"]
    page = text_of(
        browser(player("alice")).get(reverse("seats-of-game", args=[game.key])).content.decode()
    )
    assert "dora@example.org" in page
    assert "emil@example.org" in page
    for name, files in (("dora", 0), ("emil", 1)):
        found = json.loads("".join(own.file(player(name), now=NOW)))
        assert len(found["offers_to_me"]) == files, name
    # Nor does he read it when she has taken him off her list.
    blocking.unblock(player("dora").key, by=player("carol"))
    assert not json.loads("".join(own.file(player("dora"), now=NOW)))["offers_to_me"]


def test_who_asks_somebody_they_blocked_gets_no_other_answer_and_sends_no_email(game):
    block("alice", "dora")
    assert asked(game, "dora").email == "dora@example.org"
    assert not Letter.objects.filter(kind="offer").exists()
    block("bob", "emil")
    assert asked(game, "emil", by="bob").email == "emil@example.org"
    assert Letter.objects.filter(kind="offer", email="emil@example.org").exists()


def test_a_seat_that_is_given_by_decision_is_given(game):
    block("carol", "dora")
    Offer.objects.filter(game=game).update(whom=player("dora"))
    row = Asked.objects.create(
        offer=Offer.objects.get(game=game), email="dora@example.org", by=player("alice"),
        created_at=NOW,
    )  # fmt: skip
    claim = links.AskedClaim(row.pk)
    assert selectors.asked_page(claim, now=NOW).open
    assert sitting.accept(claim, language="en", now=NOW).player == player("dora")


def test_a_list_is_made_on_ones_page_and_read_and_emptied_on_the_account(set_clock):
    set_clock(NOW)
    alice, bob = player("alice"), player("bob")
    mine, his = reverse("blocks-mine"), reverse("profiles-show", args=[bob.key])
    client = browser(alice)
    assert "I do not want to sit with him" in client.get(his).content.decode()
    assert not Block.objects.exists(), "a page that is opened changes nothing"
    for _twice in range(2):
        assert client.post(mine, {"act": "block", "player": bob.key}).status_code == 303
    assert "bob" in text_of(client.get(mine).content.decode())
    assert list(Block.objects.values_list("by__name", "whom__name")) == [("alice", "bob")]
    assert "Take off the list" in client.get(his).content.decode()
    # He reads nothing of it, on her page or on his own list; nor does who is not signed in.
    hers = reverse("profiles-show", args=[alice.key])
    assert "I do not want to sit with him" in browser(bob).get(hers).content.decode()
    assert "alice" not in text_of(browser(bob).get(mine).content.decode())
    assert "want to sit" not in browser().get(his).content.decode()
    for _twice in range(2):
        client.post(mine, {"act": "unblock", "player": bob.key})
    assert not Block.objects.exists()


def test_what_cannot_be_blocks_nobody():
    alice = player("alice")
    client, mine = browser(alice), reverse("blocks-mine")
    assert (
        "want to sit with him"
        not in client.get(reverse("profiles-show", args=[alice.key])).content.decode()
    )
    for key, status in (
        (alice.key, 404),
        ("nobody", 404),
        ("x" * 30, 303),
        ("ä ö", 303),
        ("", 303),
    ):
        assert client.post(mine, {"act": "block", "player": key}).status_code == status, key
    assert client.post(mine, {"act": "love", "player": player("bob").key}).status_code == 303
    assert browser().post(mine, {"act": "block", "player": alice.key}).status_code == 302
    with pytest.raises(NoSuchPlayer):
        blocking.block(alice.key, by=alice, now=NOW)
    assert not Block.objects.exists()


def test_it_stands_in_the_file_of_who_said_it_alone_and_goes_with_either_account():
    block("alice", "bob")
    assert '"whom__name": "bob"' in file_of(player("alice"))
    assert "alice" not in file_of(player("bob"))
    gone("bob")
    assert not Block.objects.exists()
    block("alice", "carol")
    gone("alice")
    assert not Block.objects.exists()


def gone(name: str) -> None:
    """Let somebody have his account deleted."""
    who = player(name)
    asked_for = SignIn.objects.get(pk=leaving.ask(who, origin="x", now=NOW))
    leaving.leave(who, asked_for.pk, links.code_of(asked_for), now=NOW)


def file_of(who: Player) -> str:
    """What somebody's file says of lists."""
    return json.dumps(json.loads("".join(own.file(who, now=NOW)))["will_not_sit_with"])


def test_a_long_list_costs_the_open_seats_no_more_statements(game):
    counts = []
    for names in ((), ("carol",), tuple(f"p{n}" for n in range(20))):
        for name in names:
            block("dora", name)
        with CaptureQueriesContext(connection) as asked:
            offered_to("dora")
            selectors.seats_of(game.key, player("dora"), now=NOW)
        counts.append(len(asked))
    assert counts[1] == counts[2]
    assert not Sought.objects.exists()
