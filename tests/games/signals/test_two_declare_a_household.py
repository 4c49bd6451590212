"""Two who live together say so, both; it bars and is shown, and either ends it."""

from contextlib import nullcontext

import pytest
from django.urls import reverse

from games import links
from games.accounts.services import leaving
from games.cleaning import services as cleaning
from games.errors import AlreadySeated, LivesWithOne
from games.links import JoinClaim
from games.models import Game, Household, Letter, Line, Player, SignIn
from games.moderation import selectors as moderation
from games.moderation.rules.matrix import Relation
from games.services import doors, games, invitations
from games.signals.selectors import household
from games.signals.services import households
from games.substitutes.services import sitting
from tests.games.cast import DAY, NOW, fixed, open_table, player, started
from tests.games.moderation.cast import address, done, previewed, staff
from tests.games.pages.table import browser, game_url, text_of
from tests.games.signals.cast import couple
from tests.games.substitutes.cast import resigned, seat_of, sits

pytestmark = pytest.mark.django_db
PAGE = "/me/household/"


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def shared(name: str) -> set[str]:
    return {Player.objects.get(pk=number).name for number in household(player(name))}


def test_it_counts_once_both_said_so_and_until_one_ends_it():
    ada, ben = browser(player("ada")), browser(player("ben"))
    assert ada.post(PAGE, {"email": "Ben@example.org"}).status_code == 303
    assert Letter.objects.get(kind="household").email == "ben@example.org"
    assert shared("ada") == shared("ben") == set()
    page = ben.get(PAGE)
    (asking,) = page.context["asking"]
    assert asking["name"] == "ada"
    assert "ada@example.org" not in page.content.decode()
    for _twice in range(2):
        ben.post(PAGE, {"act": "yes", "household": asking["number"]})
    assert (shared("ada"), shared("ben")) == ({"ben"}, {"ada"})
    (mine,) = ada.get(PAGE).context["running"]
    for _twice in range(2):
        ada.post(PAGE, {"act": "end", "household": mine["number"]})
    assert not ben.get(PAGE).context["running"]
    assert list(Line.objects.order_by("number").values_list("act", "arguments")) == [
        ("declare-household", {"step": "begin"}),
        ("declare-household", {"step": "end"}),
    ]


def test_who_is_asked_by_both_sides_has_agreed():
    couple()
    households.declare(player("ada"), "ben@example.org", now=NOW)
    assert Household.objects.count() == 1
    assert shared("ada") == {"ben"}


def test_nobody_learns_whether_an_address_has_an_account():
    player("ben")
    client, pages = browser(player("ada")), []
    for email in ("ben@example.org", "bob@example.net"):
        client.post(PAGE, {"email": email})
        shown = client.get(PAGE)
        pages.append(text_of(shown.content.decode()).replace(email, ""))
        client.post(PAGE, {"act": "end", "household": shown.context["asked"][0]["number"]})
        client.get(PAGE)
    assert pages[0] == pages[1]
    assert Letter.objects.filter(kind="household").count() == 1


@pytest.mark.parametrize("answer", ["no", "late"])
def test_who_says_no_or_nothing_for_two_weeks_shares_none(answer: str, set_clock):
    player("ben")
    households.declare(player("ada"), "ben@example.org", now=NOW)
    number = Household.objects.get().pk
    if answer == "late":
        set_clock(NOW + 14 * DAY)
    sent = {"act": "no" if answer == "no" else "yes", "household": number}
    browser(player("ben")).post(PAGE, sent)
    assert shared("ada") == set()
    assert not browser(player("ben")).get(PAGE).context["asking"]


def test_nobody_answers_or_ends_what_is_anothers():
    couple()
    player("cem")
    households.declare(player("ada"), "cem@example.org", now=NOW)
    eve = browser(player("eve"))
    for row in Household.objects.all():
        for act in ("yes", "no", "end"):
            eve.post(PAGE, {"act": act, "household": row.pk})
    assert Household.objects.filter(ended_at=None).count() == 2
    assert eve.post(PAGE, {"email": "eve@example.org"}).status_code == 400
    assert eve.post(PAGE, {"act": "burn", "household": 1}).status_code == 303


def test_where_one_plays_the_other_neither_judges_nor_finds():
    game = started(("ben", "bob", "carol"), by="ben")
    mia = browser(staff("mia"))
    assert mia.get(address("pause", game.key)).status_code == 200
    couple("mia", "ben")
    assert moderation.relation_to(player("mia"), game) == Relation.PLAYS
    assert previewed(mia, "pause", game.key, last="2026-03-03").status_code == 403
    assert mia.get(reverse("moderation-game", args=[game.key])).status_code == 403
    assert not mia.get(reverse("moderation-home"), {"q": game.key}).context["games"]
    for name in ("ben", "bob"):
        assert moderation.relation_to_person(player("mia"), player(name)) == Relation.PLAYS
    # What is listed of a person is his own.
    max_ = browser(staff("max"))
    couple("ada", "carol")
    page = max_.get(reverse("moderation-person", args=[player("ada").key]))
    assert page.context["games"] == []


def test_what_is_ended_bars_half_a_year_longer():
    game = started(("ben", "bob", "carol"), by="ben")
    row = couple("mia", "ben")
    households.end(player("ben"), row.pk, now=NOW)
    for later, tie in ((180 * DAY, Relation.PLAYS), (181 * DAY, Relation.NONE)):
        cleaning.sweep(now=NOW + later)
        assert moderation.relation_to(staff("mia"), game) == tie


def test_the_organiser_alone_sees_who_lives_together_at_his_table():
    couple()
    filling, running = open_table(by="ada"), started(("cem", "ada", "ben"), by="cem")
    for name in ("ben", "cem"):
        games.take_open_seat(JoinClaim.of(filling), player(name), now=NOW)
    line = "ada and ben share a household."
    for game, name, reader in (
        (filling, "table-public", "ada"),
        (running, "seats-of-game", "cem"),
    ):
        said = {
            who: line in text_of(browser(player(who)).get(game_url(game, name)).content.decode())
            for who in ("ada", "ben", "cem", "dora")
        }
        assert said == {who: who == reader for who in said}
    households.end(player("ada"), Household.objects.get().pk, now=NOW)
    assert line not in text_of(browser(player("ada")).get(game_url(filling)).content.decode())


@pytest.mark.parametrize("chosen", ["none", "told", "free"])
def test_a_table_may_forbid_that_two_of_a_household_sit_there(chosen: str):
    couple()
    table = open_table(by="ada", time=fixed(24) | {"households": chosen}, listed=True)
    invitations.invite(table.key, "ben@example.org", by=player("ada"), now=NOW)
    forbids = pytest.raises(LivesWithOne) if chosen == "none" else nullcontext()
    with forbids:
        invitations.take_kept_place(table.key, player("ben"), now=NOW)
    with forbids if chosen == "none" else pytest.raises(AlreadySeated):
        doors.come_in(table.key, player("ben"), now=NOW)
    assert table.places.filter(player=player("ben")).exists() == (chosen != "none")


def test_nor_does_a_substitute_sit_beside_his_household_where_that_is_forbidden():
    running = resigned(time=fixed(24) | {"households": "none"})
    couple("ben", "alice")
    with pytest.raises(LivesWithOne):
        sits(running, "ben")
    sits(running, "dora")


@pytest.mark.parametrize(("chosen", "status"), [("told", 409), ("none", 409), ("free", 200)])
def test_a_table_may_allow_that_a_household_takes_a_seat_that_is_given_away(chosen, status):
    game = started(time=fixed(24) | {"households": chosen})
    couple("alice", "ben")
    number, whom = seat_of(game, "bob").number, player("ben").key
    shown = previewed(browser(staff("mia")), "replace", game.key, seat=number, whom=whom)
    assert shown.status_code == status
    if status == 200:
        done(staff("mia"), "replace", game.key, seat=number, whom=whom)
        sitting.sit(game.key, number, player("ben"), now=NOW)
        assert game.places.get(number=number).player == player("ben")


def test_whoever_opens_a_table_chooses_it_and_everybody_reads_it():
    form = {
        "ruleset": "saboteur", "seats": "3", "clock": "steady", "option_rounds": "3",
        "option_edition": "2004", "option_tools": "off", "households": "none",
    }  # fmt: skip
    answer = browser(player("ada")).post(reverse("lobby-new-game"), form)
    assert answer.status_code == 303
    game = Game.objects.get()
    assert game.time["settings"]["households"] == "none"
    said = text_of(browser(player("ada")).get(game_url(game)).content.decode())
    assert "Who lives together: no two of one household sit here" in said


def test_who_leaves_ends_it_and_asks_nobody_any_more():
    couple()
    player("cem")
    households.declare(player("ben"), "cem@example.org", now=NOW)
    households.declare(player("cem"), "ben@example.net", now=NOW)
    ben = player("ben")
    wish = SignIn.objects.get(pk=leaving.ask(ben, origin="x", now=NOW))
    leaving.leave(ben, wish.pk, links.code_of(wish), now=NOW)
    (row,) = Household.objects.filter(whom__isnull=False)
    assert row.ended_at == NOW
    assert Household.objects.filter(by=ben, whom=None).count() == 0
    assert household(player("ada")) == {ben.pk}
