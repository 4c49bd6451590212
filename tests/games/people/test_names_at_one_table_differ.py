"""At one table nobody can be taken for somebody else, however he came there."""

from functools import partial
from threading import Event, Thread

import pytest
from django.db import connection

from games.errors import BadName, NameMissing, NameTaken
from games.links import AskedClaim, InvitationClaim, JoinClaim
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Player, Seat
from games.services import accounts, games, invitations, locks, seating
from games.services.people import Said
from games.substitutes.services import offers, sitting
from tests.games import cast
from tests.games.cast import NOW, open_table, player, started
from tests.games.substitutes.cast import resigned, seat_of

pytestmark = pytest.mark.django_db


def called(name: str, address: str) -> Player:
    found = accounts.known_or_new(f"{address}@example.org", language="en", now=NOW)
    accounts.introduce(found, Said(name, "en", "UTC"))
    return found


def stranger(address: str = "dora") -> Player:
    return accounts.known_or_new(f"{address}@example.org", language="en", now=NOW)


def rename(who: Player, name: str) -> Player:
    return accounts.change_settings(who, name=name, language="en", time_zone="UTC", now=NOW)


def join(game: Game, who: Player, said: Said | None = None) -> Seat:
    return games.take_open_seat(JoinClaim.of(game), who, said=said, now=NOW)


def test_nobody_has_a_name_before_he_says_one():
    assert stranger().name == ""
    with pytest.raises(NameMissing):
        join(open_table(), stranger())
    with pytest.raises(NameMissing):
        games.create(
            stranger(), ruleset_key="saboteur", options={}, seats=3, time=cast.fixed(24), now=NOW
        )
    assert not Seat.objects.filter(player=stranger()).exists()
    assert Game.objects.count() == 1


def test_what_is_said_at_the_first_seat_is_kept_and_not_asked_again():
    game, dora = open_table(), stranger()
    assert join(game, dora, Said("Dora", "de", "Asia/Tokyo")).name == "Dora"
    join(open_table(), dora, Said("Mallory", "en", "UTC"))
    dora.refresh_from_db()
    assert (dora.name, dora.language, dora.time_zone) == ("Dora", "de", "Asia/Tokyo")


def test_a_table_of_ones_own_has_the_zone_that_was_said_with_it():
    dora = stranger()
    said = Said("Dora", "de", "Asia/Tokyo")
    game = games.create(
        dora, ruleset_key="saboteur", options={}, seats=3, time=cast.fixed(24), now=NOW, said=said
    )
    assert game.time["settings"]["zone"] == "Asia/Tokyo"


def test_who_looks_like_somebody_at_the_table_cannot_join():
    game = open_table()
    with pytest.raises(NameTaken) as caught:
        join(game, called("ΑLICE", "mallory"))
    assert (caught.value.name, caught.value.other) == ("ΑLICE", "alice")
    with pytest.raises(NameTaken):
        join(game, stranger(), Said("a1ice", "en", "UTC"))
    # What was said with a wish that failed is not kept either.
    assert stranger().name == ""
    assert game.places.filter(player__isnull=False).count() == 1


def test_an_invited_newcomer_who_looks_like_another_is_not_seated_and_stays_invited():
    game = open_table()
    invited = invitations.invite(game.key, "dora@example.org", by=player("alice"), now=NOW)
    claim = InvitationClaim.of(invited)
    accept = partial(invitations.accept, claim, language="en", now=NOW)
    with pytest.raises(NameTaken):
        accept(said=Said("Alice", "en", "UTC"))
    assert not Player.objects.filter(email="dora@example.org").exists()
    assert accept(said=Said("Dora", "en", "UTC")).name == "Dora"


def test_a_substitute_may_look_like_whom_he_follows_but_like_nobody_else():
    game = resigned()
    number = seat_of(game, "bob").number
    with pytest.raises(NameTaken):
        sitting.sit(game.key, number, called("Carol", "mallory"), now=NOW)
    assert sitting.sit(game.key, number, called("Bob", "other"), now=NOW).name == "Bob"


def test_who_was_asked_to_take_a_seat_and_looks_like_another_is_not_seated():
    game = resigned()
    number = seat_of(game, "bob").number
    asked = offers.ask(game.key, number, "dora@example.org", by=player("alice"), now=NOW)
    claim = AskedClaim(asked.pk)
    with pytest.raises(NameTaken):
        sitting.accept(claim, language="en", said=Said("alıce", "en", "UTC"), now=NOW)
    assert seat_of(game, "bob").player == player("bob")


def test_a_new_name_is_told_from_all_others_at_every_table():
    game = started()
    other = open_table(by="bob")
    join(other, player("dora"))
    for name in ("alice", "D0ra"):
        with pytest.raises(NameTaken):
            rename(player("bob"), name)
    assert player("bob").name == "bob"
    assert rename(player("bob"), "Bobby").name == "Bobby"
    assert {table.places.get(player=player("bob")).name for table in (game, other)} == {"Bobby"}


def test_a_name_of_long_ago_stays_good_until_it_is_changed():
    game = started()
    Player.objects.filter(pk=player("bob").pk).update(name="alice\u3164")
    Seat.objects.filter(game=game, name="bob").update(name="alice\u3164")
    bob = player("bob")
    accounts.change_settings(bob, name=bob.name, language="de", time_zone="UTC", now=NOW)
    assert player("bob").language == "de"
    with pytest.raises(BadName):
        rename(player("bob"), "alice\u2800")


def test_games_that_are_over_keep_nobody_from_a_name():
    game = started()
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=NOW)
    assert rename(player("bob"), "alice").name == "alice"
    assert not Seat.objects.filter(game=game, player=player("bob"), name="alice").exists()


def test_a_bot_is_not_called_like_anybody_who_sits_there():
    game = open_table(seats=4)
    Seat.objects.filter(game=game, name="alice").update(name="BΟT basalt")
    names = {games.add_bot(game.key, by=player("alice"), now=NOW).name for _ in range(3)}
    assert len(names) == 3
    assert "Bot Basalt" not in names


@pytest.mark.django_db(transaction=True)
def test_a_name_is_not_taken_twice_at_once():
    game, bob = open_table(by="bob"), player("bob")
    newcomer, locked, done = called("Robert", "robert"), Event(), Event()
    problems: list[Exception] = []

    def renaming() -> None:
        try:
            locked.wait()
            rename(bob, "R0bert")
        except NameTaken as problem:
            problems.append(problem)
        finally:
            done.set()
            connection.close()

    thread = Thread(target=renaming)
    thread.start()
    with because(Cause.FORM):
        row = locks.game(pk=game.pk)
        locked.set()
        # The other must wait for this table, whatever its name was when he looked.
        assert not done.wait(0.5)
        seating.seat_player(locks.places(row), newcomer, now=NOW)
    thread.join()
    assert len(problems) == 1
    assert {seat.name for seat in game.places.exclude(player=None)} == {"bob", "Robert"}
