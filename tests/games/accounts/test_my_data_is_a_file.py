"""All that is stored about a player comes to him as one file, and nothing that is another's."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import EmailField
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.registry import ruleset
from games import models
from games.accounts.models import AddressChange, Session
from games.accounts.services import address
from games.cases.services import objecting
from games.channels.services import keeping
from games.links import SeatClaim
from games.models import Appeal, Game, Kept, Letter, Move, Notes, Orders, Player, Seat
from games.people.services import blocking
from games.ratings import services as ratings
from games.services import accounts, instant, invitations
from games.services import settings as seat_settings
from games.signals.services import households, traces
from games.subscriptions.rules import Choice
from games.subscriptions.services import choosing
from games.substitutes.services import offers
from games.talk.services import hearing
from tests.games.accounts.authenticator import Device, added
from tests.games.cases.cast import claims, decided, report_remark
from tests.games.cast import (
    DAY,
    NOW,
    again,
    asked,
    open_table,
    pass_on,
    play_to_the_end,
    player,
    started,
)
from tests.games.moderation.cast import broken, done, staff
from tests.games.pages.table import browser
from tests.games.sanctions import cast as sanctions
from tests.games.substitutes.cast import seat_of, sits
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db

TOLD: dict[Any, str] = {
    Session: "devices",
    models.Passkey: "passkeys",
    AddressChange: "address_changes",
    models.SignIn: "sign_ins",
    Seat: "games",
    Orders: "games",
    Notes: "games",
    Game: "games",
    models.Offer: "seats_given_up",
    models.Invitation: "invitations_to_me",
    models.Asked: "offers_by_me",
    models.Remark: "talk",
    models.Mute: "muted",
    models.Block: "will_not_sit_with",
    models.Case: "cases",
    models.Claim: "cases_claimed",
    models.Objection: "objections",
    Kept: "turns",
    models.Part: "rounds",
    models.Rating: "ratings",
    Appeal: "appeals",
    models.Household: "households",
    models.Trace: "traces",
    models.Signal: "signals",
    models.Role: "roles",
    models.Act: "acts",
    models.Glass: "glass",
    models.Sanction: "sanctions",
    models.Entrant: "league_seasons",
    models.Director: "leagues_directed",
    models.Follower: "leagues_followed",
    models.Absence: "league_appeals_decided",
    models.Penalty: "league_penalties_given",
    models.Proposal: "league_proposals",
    models.Reserve: "leagues_in_reserve",
    models.Sought: "league_seats_asked_for",
    models.Ask: "league_answers",
    models.Result: "league_results_entered",
    models.Notice: "league_notices",
    models.Subscription: "letters_wanted",
    models.Daily: "daily_letter",
    models.Channel: "channels",
    models.Mailbox: "letters_that_fail",
    models.Complaint: "letters_called_spam",
    models.Reply: "replies",
    Letter: "letters",
    models.Written: "letters",
    Player: "account",
}
"""In which part of the file stands what a table knows of a player; a further table has its line."""


def told(name: str = "alice") -> dict[str, Any]:
    answer = browser(player(name)).get(reverse("account-data"))
    assert answer["Content-Disposition"].startswith('attachment; filename="saboteur-')
    found: dict[str, Any] = json.loads(answer.getvalue())
    return found


@pytest.fixture
def game() -> Game:
    """A running game, and something of alice's and of bob's in every table."""
    running, over = started(key="dark-cave"), started(rounds="1")
    for name in ("alice", "bob"):
        broken(over, name)
    play_to_the_end(over)
    ratings.sweep(now=NOW)
    for name, other in (("alice", "bob"), ("bob", "alice")):
        who, seat = player(name), seat_of(running, name)
        accounts.ask_code(who.email, next="", language="en", origin=name, now=NOW)
        address.ask(who, f"{name}-secret@example.net", now=NOW)
        invitations.invite(open_table(by=other).key, who.email, by=player(other), now=instant.now())
        say(running, name, f"{name} speaks")
        sanctions.given(name, note=f"note on {name}", message=f"word to {name}")
        device = Device(credential_id=name.encode())
        added(device, who, name=f"key of {name}")
        Notes.objects.create(seat=seat, text=f"note of {name}", about={})
        place = f"https://hooks.example.org/place-of-{name}"
        keeping.add(who, kind="webhook", name=f"channel of {name}", url=place, now=NOW)
        choosing.choose(who, Choice(daily=True), hour=8, invited=True, now=NOW)
        turn = Kept.objects.create(player=who, game=running, at=NOW, reply=None)
        Appeal.objects.create(turn=turn, said=f"appeal of {name}", made_at=NOW)
        given = started()
        offers.resign(SeatClaim.of(seat_of(given, name)), now=NOW)
        number = seat_of(given, name).number
        offers.ask(given.key, number, f"{name}-asks@example.net", by=who, now=NOW)
    for name, other in (("alice", "bob"), ("bob", "alice")):
        remark = running.remarks.get(by=player(other))
        case = report_remark(running, remark.pk, by=name, words=f"report of {name}")
        client = claims(staff(f"looks-at-{name}"), case)
        decided(client, case, finding="breach", measure="note", message=f"word to {other}")
        act = models.Act.objects.get(target=case.reference)
        said = f"objection of {other}"
        objecting.appeal(act.reference, said, by=player(other), now=instant.now())
        objection = models.Objection.objects.get(act=act)
        models.Claim.objects.create(by=player(name), objection=objection, touched_at=NOW)
        hearing.mute(running.key, remark.pk, by=player(name), now=NOW)
        blocking.block(player("carol").key, by=player(name), now=NOW)
    for name in ("alice", "bob"):
        traces.note(player(name), "", "192.0.2.7", day=NOW.date())
    models.Signal.objects.create(
        key="x", one=player("alice"), other=player("bob"), numbers={"M1": {}}, against={},
        digest="", since=NOW.date(), found_at=NOW, at=NOW,
    )  # fmt: skip
    households.declare(player("bob"), player("alice").email, now=NOW)
    households.declare(player("alice"), "bob-lives-here@example.net", now=NOW)
    seat_settings.change(SeatClaim.of(seat_of(running, "bob")), "order keep", now=NOW)
    for _ in range(3):
        pass_on(running)
    for name, step in (("alice", "begin"), ("bob", "end")):
        typed = {"role": "moderator", "step": step, "why": "service"}
        done(staff(name, "host"), "grant-role", player("dora").key, **typed)
    for name in ("alice", "bob"):
        models.Reply.objects.create(
            once=name, seat=seat_of(running, name), player=player(name), epoch=0, ply=0,
            text=f"reply of {name}", accepted_at=NOW,
        )  # fmt: skip
        Orders.objects.create(seat=seat_of(running, name), following=[f"order of {name}"])
        models.Mailbox.objects.create(player=player(name), failed=1, failing_since=NOW)
        models.Complaint.objects.create(player=player(name), stop=1, spam=True, made_at=NOW)
    for name, other in (("alice", "bob"), ("bob", "alice")):
        play_in_a_league(player(name), player(other))
    return again(running)


def play_in_a_league(who: Player, director: Player) -> None:
    """Let somebody be in a season, and answer and decide in another that he directs."""
    league = models.League.objects.create(
        key=who.name, name=f"League of {who.name}", language="en", created_at=NOW
    )
    models.Director.objects.create(league=league, player=director, begun_at=NOW)
    models.Follower.objects.create(league=league, player=who, since=NOW)
    season = models.Season.objects.create(league=league, number=1, terms={}, created_at=NOW)
    division = models.Division.objects.create(season=season, rank=1, name="1", published_at=NOW)
    entrant = models.Entrant.objects.create(
        season=season, player=who, division=division, status="active", registered_at=NOW,
        reason=f"reason of {who.name}",
    )  # fmt: skip
    models.Award.objects.create(season=season, entrant=entrant, kind="champion", made_at=NOW)
    models.Notice.objects.create(season=season, player=who, what="final", made_at=NOW)
    due = models.Due.objects.create(season=season, what="open", at=NOW, next_at=NOW)
    models.Ask.objects.create(
        season=season, due=due, condition="too-few", choices=["wait"], default="wait",
        opened_at=NOW, deadline=NOW, status="answered", answered_by=director, answered_at=NOW,
    )  # fmt: skip
    found = models.Round.objects.create(division=division, number=1, opens_at=NOW, closes_at=NOW)
    table = models.LeagueTable.objects.create(round=found, number=1)
    models.Absence.objects.create(
        entrant=entrant, table=table, what="silent", at=NOW, card=1, told_at=NOW, appealed_at=NOW,
        said=f"appeal of {who.name}", answer="granted", answered_by=director, answered_at=NOW,
    )  # fmt: skip
    models.Absence.objects.create(
        entrant=entrant,
        round=1,
        what="given",
        at=NOW,
        given_by=director,
        reason="loud",
        told_at=NOW,
    )
    penalty = models.Penalty.objects.create(
        entrant=entrant, points="1/2", reason=f"points of {who.name}", by=director, given_at=NOW
    )
    models.Proposal.objects.create(season=season, penalty=penalty, by=director, made_at=NOW)
    models.Reserve.objects.create(league=league, player=who, since=NOW)
    place = models.Place.objects.create(table=table, number=1, entrant=entrant)
    offer = models.Offer.objects.filter(player=who).earliest("pk")
    search = models.Search.objects.create(place=place, offer=offer, began_at=NOW, until=NOW)
    models.Sought.objects.create(search=search, player=who, asked_at=NOW)
    models.Result.objects.create(
        table=table, kind="annulled", lines=[], at=NOW, entered_at=NOW, by=director
    )


def test_every_table_that_knows_a_player_has_its_part(game: Game):
    known = {
        model
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.get_fields()
        if isinstance(field, EmailField)
        or (field.is_relation and not field.auto_created and field.related_model in (Player, Seat))
    }
    assert known == set(TOLD)
    found = told()
    assert [part for part in TOLD.values() if not found[part]] == []


def test_all_of_my_own_row_is_told(game: Game):
    assert set(told()["account"]) == {field.attname for field in Player._meta.concrete_fields}


def test_what_i_did_and_wrote_is_told(game: Game):
    (mine,) = (each for each in told()["games"] if each["key"] == game.key)
    seat = seat_of(game, "alice")
    moves = Move.objects.filter(game=game, seat=seat.number)
    assert [move["notation"] for move in mine["moves"]] == [move.notation for move in moves] != []
    assert mine["notes"] == [{"text": "note of alice", "about": {}}]
    assert mine["orders"][0]["following"] == ["order of alice"]
    assert told()["talk"][0]["text"] == "alice speaks"


def test_nothing_that_is_anothers_is_told(game: Game):
    text = json.dumps(told())
    others = Move.objects.filter(game=game, by="player").exclude(seat=seat_of(game, "alice").number)
    assert others
    planted = [
        "bob-secret",
        "bob-asks",
        "note of bob",
        "order of bob",
        "appeal of bob",
        "reply of bob",
        "objection of bob",
    ]
    planted += ["report of bob", "order keep"]
    planted += ["note on", "word to bob"]
    seed = ruleset(game.ruleset).load(game.state).seed.hex()
    cards = json.dumps(game.state)[:40]
    # Two may have discarded cards of one name.
    own = Move.objects.filter(game=game, seat=seat_of(game, "alice").number)
    notations = {move.notation for move in others} - {move.notation for move in own}
    for secret in [*planted, *notations, seed, cards]:
        assert secret not in text
    assert text.count("link_epoch") == 1  # his own, none of a seat
    assert not {"state", "events", "time", "origin", "session_key"} & set(_names(told()))


def _names(value: Any) -> list[str]:
    match value:
        case dict():
            return [*value, *(name for each in value.values() for name in _names(each))]
        case list():
            return [name for each in value for name in _names(each)]
    return []


def test_what_a_forerunner_did_on_my_seat_is_not_told():
    game = started()
    while asked(game).name != "bob":
        pass_on(game)
    pass_on(game)
    offers.resign(SeatClaim.of(seat_of(game, "bob")), now=NOW)
    sits(game, "dora", now=NOW + DAY)
    assert told("dora")["games"][0]["moves"] == []
    assert told("dora")["seats_taken_over"] != []


def test_a_substitutes_file_begins_when_they_sat_down():
    game = started()
    seat = seat_of(game, "bob")
    assert Letter.objects.filter(seat=seat).exists()
    offers.resign(SeatClaim.of(seat), now=NOW)
    sits(game, "dora", now=NOW + DAY)
    found = told("dora")
    since = found["games"][0]["joined_at"]
    mine = [letter for letter in found["letters"] if letter["game__key"] == game.key]
    assert mine
    assert [letter for letter in mine if letter["created_at"] < since] == []


def test_the_number_of_queries_does_not_grow_with_the_games():
    counts = []
    for _ in range(2):
        started()
        client = browser(player("alice"))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("account-data")).getvalue()
        counts.append(len(queries))
    assert counts[0] == counts[1]
