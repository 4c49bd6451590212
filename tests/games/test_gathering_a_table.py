"""From the idea of a game to its deal: seats, invitations, bots, start, cancellation."""

import pytest

from engine.errors import OptionError, SeatsError, UnknownRuleset
from games import selectors
from games.clocks.rules.refusals import Refused
from games.errors import (
    AlreadyInvited,
    AlreadySeated,
    BadAddress,
    BadLink,
    InvitationClosed,
    NoSuchGame,
    NotOpen,
    NotOrganiser,
    OrganiserStays,
    SeatsMissing,
    SentThrice,
    TableFull,
    TooMany,
    TooManyOpen,
)
from games.links import InvitationClaim, JoinClaim, StartClaim
from games.models import Game, Invitation, Letter, Player, Seat
from games.services import doors, games, invitations, mailbox
from games.services.people import Said
from tests.games.cast import (
    DAY,
    NOW,
    again,
    fixed,
    full_table,
    host,
    letters,
    open_table,
    player,
    started,
)

pytestmark = pytest.mark.django_db


def invite(game: Game, name: str = "bob", *, by: str = "alice") -> Invitation:
    return invitations.invite(game.key, f"{name}@example.org", by=player(by), now=NOW)


def claim(invitation: Invitation) -> InvitationClaim:
    invitation.refresh_from_db()
    return InvitationClaim.of(invitation)


def accept(invitation: Invitation) -> Seat:
    said = Said(invitation.email.partition("@")[0], "de", "UTC")
    return invitations.accept(claim(invitation), language="de", said=said, now=NOW)


def create(**changes) -> Game:
    terms = {
        "ruleset_key": "saboteur",
        "options": {"edition": "2004", "rounds": "1"},
        "seats": 4,
        "time": fixed(48),
    }
    return games.create(player("alice"), **{**terms, **changes}, now=NOW)


def test_who_opens_a_table_sits_at_it():
    game = create()
    shown = selectors.lobby(game.key, player("alice"))
    assert [person.name for person in shown.people] == ["alice", "", "", ""]
    assert (shown.mine, shown.my_seat, shown.free, shown.reserved) == (True, 0, 3, 0)
    assert game.options == {"edition": "2004", "rounds": "1"}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"ruleset_key": "chess"}, UnknownRuleset),
        ({"seats": 2}, SeatsError),
        ({"seats": 11}, SeatsError),
        ({"seats": -1}, SeatsError),
        ({"options": {"edition": "1999"}}, OptionError),
        ({"options": {"colour": "red"}}, OptionError),
        ({"time": fixed(0)}, Refused),
        ({"time": fixed(24 * 15)}, Refused),
        ({"time": {"zone": "Mars/Olympus"}}, Refused),
    ],
)
def test_a_table_that_cannot_be_played_is_not_opened(changes, error):
    with pytest.raises(error):
        create(**changes)
    assert not Game.objects.exists()


def test_an_invited_stranger_accepts_from_the_letter_and_is_a_player_then():
    game = open_table()
    invitation = invite(game)
    assert letters() == [("invitation", "bob@example.org")]
    assert not Player.objects.filter(email="bob@example.org").exists()
    seat = accept(invitation)
    assert (seat.name, seat.player.language) == ("bob", "de")
    assert selectors.lobby(game.key, None).free == 1


def test_accepting_twice_gives_the_same_seat():
    game = open_table()
    invitation = invite(game)
    assert accept(invitation) == accept(invitation)
    assert selectors.lobby(game.key, None).free == 1


def test_accepting_after_the_start_gives_the_same_seat_to_who_had_accepted():
    game = open_table()
    invitation = invite(game)
    accept(invitation)
    games.add_bot(game.key, by=player("alice"), now=NOW)
    games.start(game.key, by=player("alice"), now=NOW)
    assert accept(invitation).player == player("bob")


def test_an_invitation_that_waits_cannot_be_accepted_once_the_game_was_called_off():
    game = open_table()
    old = claim(invite(game))
    games.cancel(game.key, by=player("alice"), now=NOW)
    for answer in (
        invitations.decline,
        lambda c, now: invitations.accept(c, language="en", now=now),
    ):
        with pytest.raises(NotOpen) as caught:
            answer(old, now=NOW)
        assert caught.value.why == "cancelled"


def test_declining_frees_the_place_and_tells_the_organiser():
    game = open_table()
    invitation = invite(game)
    assert selectors.lobby(game.key, None).reserved == 1
    invitations.decline(claim(invitation), now=NOW)
    invitations.decline(claim(invitation), now=NOW)
    assert selectors.lobby(game.key, None).reserved == 0
    assert letters(kind="declined") == [("declined", "alice@example.org")]
    with pytest.raises(InvitationClosed):
        accept(invitation)


def test_who_declined_may_be_asked_again_and_the_old_link_stays_dead():
    game = open_table()
    invitation = invite(game)
    old = claim(invitation)
    invitations.decline(old, now=NOW)
    assert accept(invite(game)).name == "bob"
    with pytest.raises(BadLink):
        invitations.accept(old, language="en", now=NOW)


def test_the_same_address_is_invited_once_however_it_is_written():
    game = open_table()
    invite(game)
    with pytest.raises(AlreadyInvited):
        invitations.invite(game.key, " BOB@Example.org", by=player("alice"), now=NOW)
    assert Letter.objects.count() == 1


def test_who_sits_at_the_table_is_not_invited():
    game = open_table()
    accept(invite(game))
    for name in ("alice", "bob"):
        with pytest.raises(AlreadyInvited):
            invite(game, name)


def test_an_address_that_cannot_be_one_is_not_invited():
    game = open_table()
    with pytest.raises(BadAddress):
        invitations.invite(game.key, "no address", by=player("alice"), now=NOW)


def test_every_invitation_keeps_a_place_free():
    game = open_table()
    invite(game, "bob")
    invite(game, "carol")
    for attempt in (
        lambda: invite(game, "dave"),
        lambda: games.add_bot(game.key, by=player("alice"), now=NOW),
        lambda: games.take_open_seat(JoinClaim(game.pk, 0), player("dave"), now=NOW),
    ):
        with pytest.raises(TableFull):
            attempt()
    assert accept(Invitation.objects.get(email="carol@example.org")).name == "carol"


def test_a_withdrawn_invitation_opens_nothing_and_frees_the_place():
    game = open_table()
    invitation = invite(game)
    old = claim(invitation)
    invitations.withdraw(invitation.pk, by=player("alice"), now=NOW)
    with pytest.raises(BadLink):
        invitations.accept(old, language="en", now=NOW)
    with pytest.raises(BadLink):
        selectors.invitation_page(old)
    assert selectors.lobby(game.key, None).reserved == 0
    assert ("withdrawn", "bob@example.org") in letters()
    with pytest.raises(InvitationClosed):
        invitations.withdraw(invitation.pk, by=player("alice"), now=NOW)


def test_an_invitation_is_sent_three_times_at_most():
    game = open_table()
    invitation = invite(game)
    for _ in range(2):
        invitations.resend(invitation.pk, by=player("alice"), now=NOW)
    with pytest.raises(SentThrice):
        invitations.resend(invitation.pk, by=player("alice"), now=NOW)
    assert Letter.objects.count() == 3
    assert accept(invitation).name == "bob"


def test_a_stranger_gets_ten_invitations_a_day_whoever_sends_them():
    for at in range(10):
        invite(open_table(by=f"organiser{at}"), by=f"organiser{at}")
    with pytest.raises(TooMany):
        invite(open_table(by="mallory"), by="mallory")
    invite(open_table(by="mallory"), "carol", by="mallory")


def test_one_organiser_invites_fifty_addresses_a_day():
    full_table()
    tables = [open_table(seats=10) for _ in range(6)]
    for at in range(50):
        invite(tables[at // 9], f"friend{at}")
    with pytest.raises(TooMany):
        invite(tables[5], "zoe")
    invitations.invite(tables[5].key, "zoe@example.org", by=player("alice"), now=NOW + 2 * DAY)


def test_a_new_account_fills_one_table_by_letters_until_somebody_comes():
    first, second = open_table(seats=10), open_table(seats=10)
    sent = [invite(first, f"friend{at}") for at in range(9)]
    sent += [invite(second, f"guest{at}") for at in range(3)]
    with pytest.raises(TooMany) as refused:
        invite(second, "zoe")
    assert refused.value.until == NOW + 7 * DAY
    accept(sent[0])
    invite(second, "zoe")


def test_an_account_has_few_open_tables_and_more_once_somebody_came():
    made = [open_table() for _ in range(8)]
    with pytest.raises(TooManyOpen) as refused:
        open_table()
    assert (refused.value.most, refused.value.newcomer) == (8, True)
    open_table(by="bob")
    games.take_open_seat(JoinClaim.of(made[0]), player("bob"), now=NOW)
    for _ in range(22):
        open_table()
    with pytest.raises(TooManyOpen):
        open_table()
    games.cancel(made[1].key, by=player("alice"), now=NOW)
    open_table()


def test_the_form_of_the_last_table_that_may_be_opened_can_be_sent_twice():
    for _ in range(7):
        open_table()
    first, second = (
        games.create(
            player("alice"),
            ruleset_key="saboteur",
            options={},
            seats=3,
            time=fixed(24),
            key="abcdefghjk",
            now=NOW,
        )
        for _ in range(2)
    )
    assert first == second


def test_only_the_organiser_gathers_the_table():
    game, bob = open_table(), player("bob")
    invitation = invite(game)
    for attempt in (
        lambda: invitations.invite(game.key, "carol@example.org", by=bob, now=NOW),
        lambda: invitations.resend(invitation.pk, by=bob, now=NOW),
        lambda: invitations.withdraw(invitation.pk, by=bob, now=NOW),
        lambda: games.add_bot(game.key, by=bob, now=NOW),
        lambda: games.clear_seat(game.key, 0, by=bob, now=NOW),
        lambda: games.renew_join_link(game.key, by=bob),
        lambda: games.start(game.key, by=bob, now=NOW),
        lambda: games.cancel(game.key, by=bob, now=NOW),
    ):
        with pytest.raises(NotOrganiser):
            attempt()
    assert again(game).status == "open"
    assert Letter.objects.count() == 1


def test_only_the_organiser_sees_addresses_and_the_shared_link():
    game = open_table()
    invite(game)
    for reader in (None, player("bob")):
        shown = selectors.lobby(game.key, reader)
        assert (shown.invitations, shown.join_token) == ((), None)
    assert selectors.lobby(game.key, player("alice")).invitations[0].email == "bob@example.org"


def test_who_comes_by_the_shared_link_sits_down_once():
    game = open_table()
    join = JoinClaim.of(game)
    assert selectors.join_page(join).free == 2
    games.take_open_seat(join, player("bob"), now=NOW)
    with pytest.raises(AlreadySeated):
        games.take_open_seat(join, player("bob"), now=NOW)


def test_who_was_invited_and_comes_by_the_shared_link_takes_the_place_kept_for_him():
    game = open_table()
    invite(game, "bob")
    invite(game, "carol")
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)
    shown = selectors.lobby(game.key, None)
    assert (shown.free, shown.reserved) == (1, 1)


def test_who_comes_by_the_shared_link_is_written_that_his_seat_is_kept():
    game = open_table()
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)
    assert letters() == [("seated", "bob@example.org")]


def test_the_last_guest_lets_the_organiser_know_and_a_letter_starts_the_game():
    game = open_table(seats=4)
    games.add_bot(game.key, by=player("alice"), now=NOW)
    games.take_open_seat(JoinClaim.of(game), player("carol"), now=NOW)
    assert not letters(kind="ready")
    accept(invite(game))
    assert letters(kind="ready") == [("ready", "alice@example.org")]
    games.start_by_letter(StartClaim.of(host(game)), now=NOW)
    assert again(game).status == "active"


def test_a_bot_in_the_last_seat_is_no_news_to_who_put_it_there():
    game = open_table()
    for _ in range(2):
        games.add_bot(game.key, by=player("alice"), now=NOW)
    assert letters() == []


def test_the_letter_that_starts_a_game_does_nothing_while_a_seat_is_free_and_nothing_twice():
    game = full_table()
    claim = StartClaim.of(host(game))
    games.leave(game.key, by=player("bob"), now=NOW)
    with pytest.raises(SeatsMissing):
        games.start_by_letter(claim, now=NOW)
    games.add_bot(game.key, by=player("alice"), now=NOW)
    games.start_by_letter(claim, now=NOW)
    with pytest.raises(NotOpen):
        games.start_by_letter(claim, now=NOW)
    with pytest.raises(BadLink):
        games.start_by_letter(StartClaim(0), now=NOW)


def test_letters_of_a_filling_table_are_dropped_when_they_are_no_longer_true():
    game = full_table()
    games.leave(game.key, by=player("bob"), now=NOW)
    mailbox.sweep(now=NOW)
    outcomes = Letter.objects.filter(kind__in=("seated", "ready")).values_list("email", "status")
    assert sorted(outcomes) == [
        ("alice@example.org", "dropped"),
        ("bob@example.org", "dropped"),
        ("carol@example.org", "sent"),
    ]


def test_who_took_a_seat_can_leave_it_before_the_start_and_the_organiser_is_told():
    game = open_table()
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)
    left = [games.leave(game.key, by=player("bob"), now=NOW) for _ in range(2)]
    assert left == [True, False]
    assert selectors.lobby(game.key, None).free == 2
    declined = Letter.objects.get(kind="declined")
    assert (declined.email, declined.invitation) == ("alice@example.org", None)


@pytest.mark.parametrize("way", ["letter", "page"])
def test_who_accepted_can_leave_by_his_letter_or_by_his_page(way: str):
    game = open_table()
    invitation = invite(game)
    accept(invitation)
    if way == "letter":
        invitations.decline(claim(invitation), now=NOW)
    else:
        games.leave(game.key, by=player("bob"), now=NOW)
    shown = selectors.lobby(game.key, player("alice"))
    assert (shown.free, [row.status for row in shown.invitations]) == (2, ["declined"])
    assert letters(kind="declined") == [("declined", "alice@example.org")]
    with pytest.raises(InvitationClosed):
        accept(invitation)


def test_the_organiser_does_not_leave_and_nobody_leaves_a_game_that_began():
    game = open_table()
    with pytest.raises(OrganiserStays):
        games.leave(game.key, by=player("alice"), now=NOW)
    running = started()
    with pytest.raises(NotOpen):
        games.leave(running.key, by=player("bob"), now=NOW)


def test_a_renewed_shared_link_kills_the_old_one():
    game = open_table()
    old = JoinClaim.of(game)
    fresh = games.renew_join_link(game.key, by=player("alice"))
    for attempt in (
        lambda: games.take_open_seat(old, player("bob"), now=NOW),
        lambda: selectors.join_page(old),
        lambda: games.take_open_seat(JoinClaim(0, 0), player("bob"), now=NOW),
    ):
        with pytest.raises(BadLink):
            attempt()
    games.take_open_seat(JoinClaim.of(fresh), player("bob"), now=NOW)


def test_a_seat_is_cleared_again_and_its_letters_die():
    game = open_table()
    seat = accept(invite(game))
    bot = games.add_bot(game.key, by=player("alice"), now=NOW)
    for number in (seat.number, bot.number, 0, 77):
        games.clear_seat(game.key, number, by=player("alice"), now=NOW)
    shown = selectors.lobby(game.key, player("alice"))
    assert [person.name for person in shown.people] == ["alice", "", ""]
    assert [row.status for row in shown.invitations] == ["withdrawn"]
    assert ("withdrawn", "bob@example.org") in letters()
    seat.refresh_from_db()
    assert seat.link_epoch == 1


def test_the_game_does_not_start_before_every_seat_is_taken():
    game = open_table()
    games.add_bot(game.key, by=player("alice"), now=NOW)
    with pytest.raises(SeatsMissing) as caught:
        games.start(game.key, by=player("alice"), now=NOW)
    assert caught.value.missing == 1


def test_a_started_game_can_be_neither_joined_nor_started_nor_called_off():
    game = started()
    for attempt in (
        lambda: games.start(game.key, by=player("alice"), now=NOW),
        lambda: games.cancel(game.key, by=player("alice"), now=NOW),
        lambda: games.add_bot(game.key, by=player("alice"), now=NOW),
        lambda: games.clear_seat(game.key, 1, by=player("alice"), now=NOW),
        lambda: games.take_open_seat(JoinClaim(game.pk, 0), player("dave"), now=NOW),
        lambda: invite(game, "dave"),
    ):
        with pytest.raises(NotOpen) as caught:
            attempt()
        assert caught.value.why == "active"


def test_a_game_that_does_not_exist_cannot_be_started():
    with pytest.raises(NoSuchGame):
        games.start("nothing", by=player("alice"), now=NOW)


def test_the_seats_are_drawn():
    first = {Seat.objects.get(game=started(), name="alice").number for _ in range(25)}
    assert first == {0, 1, 2}


def test_everybody_gets_one_letter_at_the_start():
    game = started(bots=1)
    asked = game.to_act[0]
    expected = [
        ("turn" if seat.number == asked else "started", seat.name)
        for seat in Seat.objects.filter(game=game, bot=False)
    ]
    assert letters(game=game) == sorted(expected)
    assert game.started_at == NOW


def test_cancelling_tells_everybody_but_the_organiser():
    game = open_table(seats=4)
    accept(invite(game, "bob"))
    invite(game, "carol")
    games.add_bot(game.key, by=player("alice"), now=NOW)
    games.cancel(game.key, by=player("alice"), now=NOW)
    assert letters(kind="cancelled") == [("cancelled", "bob"), ("cancelled", "carol@example.org")]
    assert again(game).status == "cancelled"


def test_an_organizer_cannot_test_whose_address_it_is():
    game = open_table(seats=5, listed=True)
    doors.come_in(game.key, player("bob"), now=NOW)
    told = [
        invitations.invite(game.key, f"{name}@example.org", by=player("alice"), now=NOW).status
        for name in ("bob", "nobody")
    ]
    assert told == ["pending", "pending"]
    assert Letter.objects.filter(kind="invitation").count() == 2
    # Who sits there by now has no second seat from that letter.
    known = game.invitations.get(email="bob@example.org")
    with pytest.raises(AlreadySeated):
        accept(known)
