"""Scenarios 16 to 19: a seat goes to another, who may take it, and chairs that were swapped."""

from functools import partial
from typing import Any

import pytest
from django.urls import reverse

from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from games import letters, links, selectors
from games.errors import BadLink, SatBefore, SeatTaken
from games.links import AskedClaim, CalendarClaim, JoinClaim, SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Asked, Entry, Game, Household, Letter, Notes, Orders, Player, Sanction
from games.services import games, turns
from games.services.reading import whole
from games.substitutes.services import offers, sitting
from tests.games import cast
from tests.games.cast import DAY, HOUR, NOW, again, all_sent, asked, player, started
from tests.games.moderation.cast import broken, done, previewed, staff
from tests.games.pages.table import browser, game_url, seat_url, text_of
from tests.games.substitutes.cast import offer_of, seat_of, sits
from tests.games.test_two_posts_at_once import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def state_of(game: Game) -> Any:
    """Load what lies on the table."""
    return ruleset(game.ruleset).load(again(game).state)


def invited(game: Game, number: int, name: str = "eli", **typed: object) -> Asked:
    """Let a moderator give a seat to somebody who is named."""
    whom = player(name).key
    done(staff("mia"), "replace", game.key, seat=number, whom=whom, **typed)
    return Asked.objects.latest("pk")


def accept(found: Asked) -> str:
    """Find the address of the letter that asks somebody."""
    return reverse("seats-asked", args=[links.ASKED.sign(AskedClaim(found.pk))])


def test_scenario_16_replace(set_clock):
    game = started(hours=72)
    for _ in range(2):
        cast.play(game)
    ada = asked(game)
    was, old, view = ada.player, SeatClaim.of(ada), selectors.seat_table(ada, now=NOW).view
    Orders.objects.create(seat=ada, standing=["pass P1"])
    Notes.objects.create(seat=ada, text="i3 is empty")
    waiting = Letter.objects.get(seat=ada, status="queued", kind="turn")
    url, calendar = (
        seat_url(ada),
        reverse("calendar-feed", args=[links.CALENDAR.sign(CalendarClaim.of(was))]),
    )
    found = invited(game, ada.number, why="absence")
    asking = letters.render(whole([Letter.objects.get(asked=found).pk])[0], now=NOW)
    assert "A moderator asks you" in asking.subject
    assert "mia" not in asking.body
    # Until he accepts the seat is as it was.
    assert game.places.get(number=ada.number).player == was
    assert browser().get(url).status_code == 200
    assert game.key in browser().get(calendar).content.decode()
    all_sent()
    Letter.objects.filter(pk=waiting.pk).update(status="queued")
    late = NOW + 3 * HOUR
    set_clock(late)
    assert browser().post(accept(found)).status_code == 303
    eli = seat_of(game, "eli")
    assert eli.number == ada.number
    assert selectors.seat_table(eli, now=late).view == view
    assert not Orders.objects.exists()
    assert not Notes.objects.exists()
    assert again(game).deadline_at == late + 3 * DAY
    with pytest.raises(BadLink):
        turns.play_move(old, "pass", seen_ply=2, now=late)
    assert browser().get(url).status_code == 404
    mine = browser(was).get(game_url(game, "seat-mine"))
    assert (mine.status_code, mine["Location"]) == (303, game_url(game))
    assert game.key not in browser().get(calendar).content.decode()
    waiting.refresh_from_db()
    assert waiting.status == "dropped"
    entry = Entry.objects.get(act="sat")
    assert entry.said["reference"] == Entry.objects.get(act="given").said["reference"]
    told = Letter.objects.filter(entry=entry)
    assert told.filter(kind="news").count() == 3
    to_ada = whole([told.get(kind="replaced").pk])[0]
    body = letters.render(to_ada, now=late).body
    for said in ("eli has taken your seat", "somebody is away", "does not count", "may appeal"):
        assert said in body


@pytest.mark.django_db(transaction=True)
def test_scenario_16_a_move_and_the_newcomer_at_once():
    for at in range(3):
        game = started(("alice", f"bob{at}", f"carol{at}"))
        ada, text = asked(game), cast.moves(game)[0]
        found = invited(game, ada.number, f"eli{at}")
        claim = AskedClaim(found.pk)
        play = partial(turns.play_move, SeatClaim.of(ada), text, seen_ply=0, now=NOW)
        sit = partial(sitting.accept, claim, language="en", now=NOW)
        became = at_once([play, sit])
        assert became in ({"Seat": 1, "PlayedMove": 1}, {"Seat": 1, "BadLink": 1})
        moved = again(game).ply == 1
        assert moved == ("PlayedMove" in became)
        assert game.places.get(number=ada.number).player == player(f"eli{at}")


@pytest.mark.django_db(transaction=True)
def test_scenario_17_two_substitutes():
    game = started(listed=True)
    number = seat_of(game, "bob").number
    done(staff("mia"), "replace", game.key, seat=number, whom="")
    assert game.places.get(number=number).player == player("bob")
    sit = [
        partial(sitting.sit, game.key, number, player(name), now=NOW) for name in ("dora", "eve")
    ]
    assert at_once(sit) == {"Seat": 1, SeatTaken.__name__: 1}
    assert Entry.objects.filter(act="sat").count() == 1
    assert sorted(kind for kind, _who in cast.letters(entry__act="sat")) == [
        "news", "news", "news", "replaced",
    ]  # fmt: skip


def test_scenario_18_who_may_not_sit():
    game = started()
    number = seat_of(game, "bob").number
    offers.resign(SeatClaim.of(seat_of(game, "carol")), now=NOW)
    sits(game, "dora", of="carol")
    mia = browser(staff("mia"))

    def refused(whom: str) -> str:
        shown = previewed(mia, "replace", game.key, seat=number, whom=whom)
        assert shown.status_code == 409
        return str(shown.context["problem"])

    assert refused(player("alice").key) == "alice sits at this table."
    assert refused(player("carol").key) == "carol sat at this table before."
    assert refused(player("mia").key) == (
        "You decided who gets this seat, so you can't take it yourself."
    )
    with because(Cause.FORM):
        Household.objects.create(
            by=player("alice"), whom=player("finn"), made_at=NOW, agreed_at=NOW
        )
        Sanction.objects.create(
            player=player("gus"), kind="no-new-games", begun_at=NOW, until=NOW + DAY,
            why="talk", by=player("max"),
        )  # fmt: skip
    broken(game, "alice", by="max")
    assert refused(player("max").key) == "max has looked at hidden cards of this table."
    assert refused(player("gus").key) == "gus may not take a seat here."
    assert "household of finn" in refused(player("finn").key)
    nobody = refused("zzzzzzzzzz")
    assert nobody == refused(game.key) == "There is no player of this key."
    # A page's whole address is understood, too.
    page = f"https://example.org/players/{player('erin').key}/"
    assert previewed(mia, "replace", game.key, seat=number, whom=page).status_code == 200


def test_nobody_but_who_is_named_takes_the_seat_and_its_holder_cannot_keep_it():
    game = started(listed=True)
    bob = seat_of(game, "bob")
    found = invited(game, bob.number)
    with pytest.raises(SeatTaken):
        sitting.sit(game.key, bob.number, player("dora"), now=NOW)
    offers.keep(SeatClaim.of(bob), now=NOW)
    assert offer_of(game, bob.number).whom == player("eli")
    page = text_of(browser().get(reverse("seats-open-list")).content.decode())
    assert "The seat of bob" not in page
    # He may accept on the page, too.
    here = reverse("seats-of-game", args=[game.key])
    assert browser(player("eli")).post(here, {"act": "sit", "seat": bob.number}).status_code == 303
    assert game.places.get(number=bob.number).player == player("eli")
    assert browser().post(accept(found)).status_code == 303  # he has it already
    with pytest.raises(SatBefore):
        sitting.require_stranger(again(game), player("bob"))


def test_who_is_named_after_all_is_asked_no_more():
    game = started()
    number = seat_of(game, "bob").number
    first = invited(game, number)
    invited(game, number, "frank")
    assert browser().post(accept(first)).status_code == 409
    done(staff("mia"), "bring-back", game.key, seat=number)
    assert offer_of(game, number) is None
    assert browser().post(accept(Asked.objects.latest("pk"))).status_code == 409
    assert game.places.get(number=number).player == player("bob")


def test_who_is_named_says_no_and_all_stays_as_it_is():
    game = started()
    bob = seat_of(game, "bob")
    found = invited(game, bob.number)
    assert "No, thank you" in text_of(browser().get(accept(found)).content.decode())
    for _twice in range(2):
        answer = browser().post(accept(found), {"answer": "decline"})
        assert answer.status_code == 200
        assert "You declined" in text_of(answer.content.decode())
    assert offer_of(game, bob.number) is None
    assert browser().post(accept(found)).status_code == 409, "he said no"
    assert game.places.get(number=bob.number).player == player("bob")
    told = Entry.objects.get(game=game, act="seat-declined")
    assert "eli" not in str(told.said), "who was asked is told to nobody"
    page = text_of(browser(staff("mia")).get(f"/moderation/g/{game.key}/").content.decode())
    assert "Who was asked to take the seat of bob declined." in page


def test_a_bots_seat_that_who_is_named_declines_is_open_to_whoever_comes_first():
    game = started()
    number = seat_of(game, "bob").number
    done(staff("mia"), "remove", game.key, seat=number, why="rules")
    found = invited(game, number)
    browser().post(accept(found), {"answer": "decline"})
    assert offer_of(game, number).whom is None
    sitting.sit(game.key, number, player("frank"), now=NOW)
    assert game.places.get(number=number).player == player("frank")


def test_another_organises_where_the_organisers_seat_goes_to_somebody_else():
    game = started()
    found = invited(game, seat_of(game, "alice").number)
    assert again(game).organiser == player("alice")
    browser().post(accept(found))
    assert again(game).organiser in (player("bob"), player("carol"))


def test_before_the_start_an_organiser_gives_a_place_to_another():
    game = cast.full_table()
    bob = game.places.get(player=player("bob"))
    alice = player("alice")
    nobody = previewed(browser(alice), "replace", game.key, seat=bob.number, whom="")
    assert nobody.status_code == 400
    done(alice, "replace", game.key, seat=bob.number, whom=player("eli").key)
    assert not game.places.filter(player=player("bob")).exists()
    kept = game.invitations.get(email="eli@example.org")
    assert (kept.status, kept.called) == ("pending", "eli")
    assert Player.objects.filter(email="eli@example.org").exists()


def confirmed_by_max(game: Game) -> None:
    """Let another moderator agree to what waits."""
    row = game.acts.get(stage="asked")
    sent = {"answer": "yes", "digest": row.digest}
    here = reverse("moderation-asked", args=[row.reference])
    assert browser(staff("max")).post(here, sent).status_code == 303


def test_scenario_19_wrong_chairs():
    game = started(hours=24, rounds="3")
    while not ruleset(game.ruleset).rounds(state_of(game)):
        at = again(game)
        default = ruleset(game.ruleset).default_move(state_of(game), EngineSeat(at.to_act[0]))
        text = ruleset(game.ruleset).format(default)
        turns.play_move(cast.claim(game), text, seen_ply=at.ply, now=NOW)
    cast.play(game)
    cem, dua = (game.places.get(number=number) for number in (1, 2))
    gold, old = state_of(game).gold, [seat_url(cem), seat_url(dua)]
    Notes.objects.create(seat=cem, text="mine")
    all_sent()
    mia = browser(staff("mia"))
    alone = previewed(mia, "swap-seats", game.key, seat=1, other=3, why="fault")
    assert alone.status_code == 400
    assert "Only together with a new deal of this round" in text_of(alone.content.decode())
    done(staff("mia"), "swap-seats", game.key, seat=1, other=3, deal="on", why="fault")
    row = game.acts.get(stage="asked")
    shown = browser(staff("max")).get(reverse("moderation-asked", args=[row.reference]))
    plan = shown.context["plan"]
    confirmed_by_max(game)
    one, other = (game.places.get(number=number) for number in (1, 2))
    assert (one.player, other.player) == (dua.player, cem.player)
    assert (one.name, other.name) == (dua.name, cem.name)
    state = state_of(game)
    assert (state.round, state.gold) == (2, gold)
    assert not Notes.objects.exists()
    for url in old:
        assert browser().get(url).status_code == 404
    due = {each.seat: each.after for each in plan.moved}
    clock = cast.clocks_of(game).seats[asked(game).number].clock
    assert clock.due == due[asked(game).number] == NOW + DAY
    said = Entry.objects.get(act="swapped").said
    assert (said["who"], said["was"]) == (cem.name, dua.name)
    story = text_of(browser().get(game_url(game, "stories-public")).content.decode())
    assert f"{cem.name} and {dua.name} were seated wrongly." in story
    assert "The round was dealt anew" in story or "dealt anew" in story
    # All are written to once: who is asked by his turn.
    told = Letter.objects.filter(status="queued", game=game, created_at=NOW)
    assert sorted(each.seat.number for each in told) == [0, 1, 2]


def test_bots_and_offered_seats_are_not_swapped():
    game = started(hours=24)
    cast.play(game)
    offers.offer(SeatClaim.of(game.places.get(number=1)), now=NOW)
    mia = browser(staff("mia"))
    for other in (2, 1):
        shown = previewed(mia, "swap-seats", game.key, seat=0, other=other, deal="on", why="fault")
        assert shown.status_code == 409


def test_before_the_start_two_change_places_at_one_table_or_between_two():
    game, alice = cast.full_table(), player("alice")
    bob, carol = (game.places.get(player=player(name)) for name in ("bob", "carol"))
    done(alice, "swap-seats", game.key, seat=bob.number, other=carol.number + 1, why="fault")
    assert game.places.get(player=bob.player).number == carol.number
    beyond = cast.open_table(by="alice")
    claim = JoinClaim.of(beyond)
    seat = games.take_open_seat(claim, player("dora"), now=NOW)
    typed = {"seat": bob.number, "other": seat.number + 1, "why": "fault"}
    done(alice, "swap-seats", game.key, table=beyond.key, **typed)
    assert game.places.get(number=bob.number).player == player("dora")
    assert beyond.places.get(number=seat.number).player == carol.player
    assert ("seated", "carol@example.org") in cast.letters(game=beyond)
    # Only who made both tables, and not where anything has begun.
    foreign = cast.open_table(by="eve")
    typed["other"] = 1
    for key in (foreign.key, "zzzzzzzzzz"):
        refused = previewed(browser(alice), "swap-seats", game.key, table=key, **typed)
        assert refused.status_code == 404, key
    begun = started(by="alice")
    late = previewed(browser(alice), "swap-seats", game.key, table=begun.key, **typed)
    assert late.status_code == 409


def test_who_plays_at_the_other_table_does_not_swap_people_to_it():
    game, beyond = cast.full_table(), cast.open_table(by="mia")
    typed = {"seat": 1, "other": 1, "why": "fault", "table": beyond.key}
    assert previewed(browser(staff("mia")), "swap-seats", game.key, **typed).status_code == 403
