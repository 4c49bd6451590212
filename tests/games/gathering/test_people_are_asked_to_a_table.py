"""An invitation with a few words, a language and a day to answer by; where an answer leads."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import translation

from games import letters, links
from games.accounts.services import devices
from games.errors import BadReplyBy, BadText, InvitationClosed, TableFull
from games.gathering.forms import InviteForm
from games.gathering.rules import asking
from games.gathering.rules.asking import Wish
from games.gathering.services import lapsing
from games.links import InvitationClaim, JoinClaim, SeatClaim
from games.models import Game, Invitation, Letter, Player, Seat
from games.services import accounts, games, invitations, mailbox
from tests.games.cast import DAY, HOUR, NOW, again, open_table, player
from tests.games.pages.table import browser, game_url, text_of

pytestmark = pytest.mark.django_db
LATER = NOW + 2 * DAY


def ask(game: Game, name: str = "bob", **wish) -> Invitation:
    address = f"{name}@example.org"
    return invitations.invite(game.key, address, by=player("alice"), now=NOW, wish=Wish(**wish))


def url_of(invitation: Invitation) -> str:
    return reverse(
        "invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invitation))]
    )


def read(response) -> str:
    return text_of(response.content.decode())


def form(**changes) -> dict[str, str]:
    return {"emails": "bob@example.org", "message": "", "language": "en", "reply_by": "", **changes}


def test_a_message_stands_in_letter_and_page_as_text():
    invited = ask(open_table(), message="Come & <b>dig</b>!\nBring a lamp.")
    message = letters.render(Letter.objects.get(kind="invitation"), now=NOW)
    assert "> Come & <b>dig</b>!\n> Bring a lamp.\n" in str(message.body)
    assert "Come &amp; &lt;b&gt;dig&lt;/b&gt;!<br>Bring a lamp." in str(message.alternatives[0][0])
    page = browser().get(url_of(invited)).content.decode()
    assert "Come &amp; &lt;b&gt;dig&lt;/b&gt;!\nBring a lamp." in page


@pytest.mark.parametrize("typed", ["x" * 601, "\n".join("x" * 13)])
def test_a_message_that_is_too_long_is_refused_and_stays_in_the_form(typed):
    with pytest.raises(BadText):
        asking.message(typed)
    game, client = open_table(), browser(player("alice"))
    answer = client.post(game_url(game, "lobby-invite"), form(message=typed))
    assert answer.status_code == 400
    assert typed in answer.content.decode()
    assert "bob@example.org" in answer.content.decode()
    assert not Invitation.objects.exists()


def test_a_message_loses_what_turns_the_text_around():
    assert asking.message("a\u202eb\x00\r\nc  ") == "ab\nc"


def test_a_letter_is_written_in_the_language_chosen_for_the_address_or_in_the_readers_own():
    game = open_table(seats=4)
    accounts.known_or_new("carol@example.org", language="en", now=NOW)
    for name in ("bob", "carol"):
        ask(game, name, language="de")
    subjects = {
        letter.email: letters.render(letter, now=NOW).subject.partition(" · ")[0]
        for letter in Letter.objects.filter(kind="invitation")
    }
    assert subjects == {
        "bob@example.org": "alice lädt dich zu einer Partie Saboteur ein",
        "carol@example.org": "alice invites you to a game of Saboteur",
    }


def test_a_language_behind_an_address_is_for_that_one_alone():
    game, client = open_table(seats=6), browser(player("alice"))
    Player.objects.filter(pk=player("alice").pk).update(language="de")
    typed = "bob@example.org\ncarol@example.org English, dora@example.org (EN); <erin@example.org>"
    data = form(emails=typed, language="de")
    assert client.post(game_url(game, "lobby-invite"), data).status_code == 303
    written = {
        letter.email: letters.render(letter, now=NOW).subject for letter in asked_by_letter()
    }
    assert {name.partition("@")[0]: "invites you" in said for name, said in written.items()} == {
        "bob": False,
        "carol": True,
        "dora": True,
        "erin": False,
    }


@pytest.mark.parametrize(
    "word", ["de", "DE", "Deutsch", "deutsch", "German", "Englisch", "english"]
)
def test_a_language_is_named_in_its_own_words_or_in_those_of_who_writes(word):
    with translation.override("de"):
        filled = InviteForm(form(emails=f"bob@example.org {word}"))
        assert filled.is_valid()
        (wish,) = filled.wishes.values()
    assert wish.language == ("de" if word.casefold().startswith(("de", "ger")) else "en")


def test_a_language_that_is_not_written_is_named_and_one_without_an_address_too():
    for typed, word in (("bob@example.org fr", "fr"), ("de bob@example.org", "de")):
        with translation.override("en"):
            filled = InviteForm(form(emails=typed))
            assert f"{word} is neither an e-mail address nor a language" in str(filled.errors)


def test_who_cannot_be_invited_keeps_his_language_in_the_form():
    game = open_table(seats=4)
    ask(game, "bob")
    answer = browser(player("alice")).post(
        game_url(game, "lobby-invite"), form(emails="bob@example.org de")
    )
    box = answer.content.decode().partition('name="emails"')[2].partition("</textarea>")[0]
    assert box.split()[-2:] == ["bob@example.org", "de"]


def asked_by_letter():
    return Letter.objects.filter(kind="invitation")


def test_all_wrong_addresses_are_named_at_once_and_nothing_typed_is_lost():
    game = open_table(seats=4)
    typed = form(emails="bob@example.org nonsense, x@ y@example.org", message="Come!")
    answer = browser(player("alice")).post(game_url(game, "lobby-invite"), typed)
    page = read(answer)
    assert answer.status_code == 400
    assert "nonsense is neither an e-mail address nor a language of our letters" in page
    assert "x@ cannot be an e-mail address." in page
    assert "bob@example.org nonsense, x@ y@example.org" in page
    assert "Come!" in page
    assert not Invitation.objects.exists()


def test_who_cannot_be_invited_stays_in_the_form_and_the_others_are():
    game = open_table(seats=4)
    ask(game, "bob")
    typed = form(emails="bob@example.org carol@example.org", message="Come!", language="de")
    answer = browser(player("alice")).post(game_url(game, "lobby-invite"), typed)
    page = answer.content.decode()
    assert "carol@example.org is invited." in page
    assert "bob@example.org: This address has an invitation or a seat already." in page
    box = page.partition('name="emails"')[2].partition("</textarea>")[0]
    assert box.split()[-1] == "bob@example.org"
    assert "Come!" in page
    assert 'value="de" selected' in page
    assert Invitation.objects.get(email="carol@example.org").language == "de"


def test_a_day_to_answer_by_ends_where_the_organiser_lives():
    due = asking.reply_by(date(2026, 3, 3), "America/New_York", now=NOW)
    assert due.isoformat() == "2026-03-04T04:59:00+00:00"
    for day in (date(2026, 2, 28), date(2026, 5, 1)):
        with pytest.raises(BadReplyBy):
            asking.reply_by(day, "America/New_York", now=NOW)


def test_the_day_is_shown_in_the_zone_of_who_is_asked(set_clock):
    set_clock(NOW)
    alice, bob = player("alice"), player("bob")
    for someone, zone in ((alice, "America/New_York"), (bob, "Asia/Tokyo")):
        Player.objects.filter(pk=someone.pk).update(time_zone=zone)
    game = open_table()
    answer = browser(player("alice")).post(
        game_url(game, "lobby-invite"), form(reply_by="2026-03-03"), follow=True
    )
    assert "until Tue 3 Mar, 23:59 EST" in read(answer)
    letter = Letter.objects.get(kind="invitation")
    assert "Please answer by: Wed 4 Mar, 13:59 JST" in str(letters.render(letter, now=NOW).body)
    page = read(browser().get(url_of(Invitation.objects.get())))
    assert "Your seat is kept until Wed 4 Mar, 13:59 JST." in page


def test_the_organiser_reads_the_day_in_his_language():
    game = open_table()
    ask(game, reply_by=NOW + HOUR)
    Player.objects.filter(pk=player("alice").pk).update(language="de")
    assert "bis So, 1. Mär" in read(browser(player("alice")).get(game_url(game)))


def test_an_invitation_nobody_answers_lapses_and_the_organiser_is_told_once():
    game = open_table(seats=3)
    late = [ask(game, name, reply_by=NOW + HOUR) for name in ("bob", "carol")]
    with pytest.raises(TableFull):
        games.add_bot(game.key, by=player("alice"), now=NOW)
    assert lapsing.sweep(now=NOW + HOUR) == 0
    assert [lapsing.sweep(now=NOW + HOUR * after) for after in (2, 3)] == [1, 0]
    assert set(Invitation.objects.values_list("status", flat=True)) == {"lapsed"}
    told = Letter.objects.get(kind="lapsed")
    body = str(letters.render(told, now=NOW).body)
    assert told.email == "alice@example.org"
    assert all(name in body for name in ("bob@example.org", "carol@example.org"))
    games.add_bot(game.key, by=player("alice"), now=NOW)
    page = browser().get(url_of(late[0]))
    assert "The day to answer by is over" in read(page)
    with pytest.raises(InvitationClosed):
        invitations.accept(InvitationClaim.of(late[0]), language="en", now=LATER)


def test_who_answered_in_time_and_a_game_that_began_are_left_alone():
    game = open_table(seats=3)
    player("bob")
    bob = ask(game, "bob", reply_by=NOW + HOUR)
    ask(game, "carol")
    invitations.accept(InvitationClaim.of(bob), language="en", now=NOW)
    assert lapsing.sweep(now=LATER) == 0
    assert not Letter.objects.filter(kind="lapsed").exists()


def test_a_lapsed_invitation_is_sent_again_by_one_button():
    game = open_table(seats=3)
    invited = ask(game, message="Come!", reply_by=NOW + HOUR)
    old = url_of(invited)
    lapsing.sweep(now=LATER)
    client = browser(player("alice"))
    assert "Ask again" in read(client.get(game_url(game)))
    client.post(game_url(game, "lobby-resend"), {"invitation": str(invited.pk)})
    invited.refresh_from_db()
    assert (invited.status, invited.message, invited.reply_by) == ("pending", "Come!", None)
    assert browser().get(old).status_code == 404


def accepted(game: Game) -> tuple[str, str]:
    """Let bob accept without being signed in; return his letter's address and where he lands."""
    player("bob")
    url = url_of(ask(game))
    return url, browser().post(url, {"answer": "accept"})["Location"]


def test_who_accepts_lands_at_the_waiting_table_without_signing_in():
    game = open_table(seats=3)
    url, landed = accepted(game)
    page = read(browser().get(landed))
    assert "Your seat is kept, bob" in page
    assert "One seat is free, and alice looks for somebody." in page
    assert "alice starts the game." in page
    assert "Sign in" in page
    assert "Is one of the seats yours?" not in page
    assert browser().get(url)["Location"] == landed


def test_after_the_start_the_same_links_lead_to_his_seat_whatever_its_number():
    game = open_table(seats=3)
    url, landed = accepted(game)
    games.add_bot(game.key, by=player("alice"), now=NOW)
    games.start(game.key, by=player("alice"), now=NOW)
    seat = Seat.objects.get(game=game, player=player("bob"))
    mine = reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))])
    assert browser().get(landed)["Location"] == mine
    assert browser().get(url, follow=True).redirect_chain[-1][0] == mine


def test_revoked_links_open_no_place_and_an_old_letter_only_what_everybody_sees():
    game = open_table(seats=3)
    url, landed = accepted(game)
    assert devices.revoke_links(player("bob"), now=NOW) == 1
    assert browser().get(landed).status_code == 404
    assert browser().get(url)["Location"] == game_url(game)


def test_a_place_is_given_up_once_and_never_a_later_one():
    game = open_table(seats=3)
    _url, landed = accepted(game)
    assert "You gave your seat up." in read(browser().post(landed, follow=True))
    assert browser().post(landed).status_code == 404
    assert Invitation.objects.get().status == "declined"
    assert Letter.objects.filter(kind="declined").count() == 1


def test_a_place_letter_of_somebody_sent_away_opens_nothing_for_who_comes_after_him():
    game = open_table(seats=3)
    _url, landed = accepted(game)
    number = game.places.get(player=player("bob")).number
    games.clear_seat(game.key, number, by=player("alice"), now=NOW)
    claim = JoinClaim.of(again(game))
    games.take_open_seat(claim, player("carol"), now=NOW)
    assert browser().get(landed).status_code == 404
    assert browser().post(landed).status_code == 404
    assert game.places.filter(player=player("carol")).exists()


def test_the_letter_of_the_shared_link_leads_to_the_waiting_table_too():
    game = open_table(seats=4)
    games.take_open_seat(JoinClaim.of(game), player("bob"), now=NOW)
    body = str(letters.render(Letter.objects.get(kind="seated"), now=NOW).body)
    token = body.partition("/w/")[2].split()[0].rstrip("/")
    assert "Your seat is kept, bob" in read(browser().get(f"/w/{token}/"))


def test_a_place_letter_never_shows_what_only_the_organiser_may_see():
    game = open_table(seats=4)
    ask(game, "dora", message="secret words")
    _url, landed = accepted(game)
    page = browser().get(landed).content.decode()
    assert "dora@example.org" not in page
    assert links.JOIN.sign(JoinClaim.of(game)) not in page
    assert "secret words" not in page


def test_letters_of_lapsed_invitations_are_dropped():
    game = open_table()
    ask(game, reply_by=NOW + HOUR)
    lapsing.sweep(now=NOW + 2 * HOUR)
    letter = Letter.objects.get(kind="invitation")
    assert mailbox.deliver(letter.pk, now=NOW + 2 * HOUR).status == "dropped"
