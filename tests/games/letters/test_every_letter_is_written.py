"""Every kind of letter, in both languages, as text and as HTML, tells what its reader needs."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.test import override_settings

from games import drawing, letters, links, selectors
from games.accounts.services import address, leaving, reach, recovering
from games.cases.services import claiming, objecting
from games.channels.rules.answers import Answer
from games.channels.services import keeping, sending
from games.clocks.services import holding, outages, pulse, vacations
from games.gathering.rules.asking import Wish
from games.gathering.services import changing, lapsing
from games.glass.rules import TOLD_AFTER
from games.glass.services import disclosing
from games.leagues.services import directing
from games.letters import envelope, page
from games.letters.content import Content, Link
from games.links import AddressClaim, InvitationClaim, JoinClaim, SeatClaim
from games.log.rules import Cause
from games.log.services import because
from games.machine.services import errands
from games.models import Act, Case, Game, Letter, Objection, Player, Season, Seat, Sending
from games.replies.rules.flowed import joined
from games.services import accounts, games, instant, invitations, locks
from games.signals.services import households
from games.subscriptions.rules import Choice
from games.subscriptions.services import choosing, daily
from games.substitutes.services import offers
from tests.games import cast
from tests.games.accounts.authenticator import Device, added
from tests.games.cases import cast as cases
from tests.games.cast import HOUR, NOW
from tests.games.leagues import cast as leagues
from tests.games.moderation.cast import broken, done, staff
from tests.games.replies import cast as replies
from tests.games.sanctions.cast import given, lifted
from tests.games.substitutes.cast import resigned, seat_of, sits

pytestmark = pytest.mark.django_db
Kind = Letter.Kind


def written(letter: Letter, *, later: timedelta = timedelta()) -> EmailMessage:
    """Render a letter and read it back as a mail program does."""
    return read(letters.render(letter, now=NOW + later))


def read(message: envelope.Message) -> EmailMessage:
    """Read an email as a mail program does."""
    found = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def part(message: EmailMessage, kind: str) -> str:
    """Return the text or the page of a letter; of the text, lines are joined as by a reader."""
    body = message.get_body((kind,))
    assert body is not None
    said = str(body.get_content())
    return f"{joined(said, without_space=False)}\n" if kind == "plain" else said


def pictures(message: EmailMessage) -> dict[str, bytes]:
    return {
        found["Content-ID"].strip("<>").partition(".")[0]: found.get_content()
        for found in message.walk()
        if found.get_content_maintype() == "image"
    }


def last(kind: Letter.Kind) -> Letter:
    return Letter.objects.filter(kind=kind).latest("created_at", "ply")


def a_new_link() -> Letter:
    game = cast.started()
    with because(Cause.FORM):
        games.renew_links(locks.game(pk=game.pk), cast.asked(game), now=NOW)
    return last(Kind.LINKS)


def a_code() -> Letter:
    accounts.ask_code("bob@example.org", next="", language="en", origin="192.0.2.7", now=NOW)
    return last(Kind.SIGN_IN)


def an_invitation() -> Letter:
    game = cast.open_table()
    invitations.invite(game.key, "bob@example.org", by=cast.player("alice"), now=NOW)
    return last(Kind.INVITATION)


def a_passkey() -> Letter:
    added(Device(), cast.player("bob"))
    return last(Kind.PASSKEY)


def a_question() -> Letter:
    case, mia = cases.calls_himself(), staff("mia")
    claiming.claim(case, by=mia, now=NOW)
    seen = Case.objects.get(pk=case.pk).version
    claiming.ask(case, "Since when?", seen=seen, by=mia, now=NOW)
    return last(Kind.QUESTION)


def a_verdict() -> Letter:
    case = cases.calls_himself()
    client = cases.claims(staff("mia"), case)
    assert cases.decided(client, case, finding="breach", measure="note").status_code == 303
    return last(Kind.VERDICT)


def an_answer_to_an_appeal() -> Letter:
    case = cases.calls_himself("alice", "bob")
    client = cases.claims(staff("mia"), case)
    assert cases.decided(client, case, finding="breach", measure="note").status_code == 303
    reference = Act.objects.get(key="close-report").reference
    bob, max_ = cast.player("bob"), staff("max")
    objecting.appeal(reference, "It is my name.", by=bob, now=instant.now())
    claiming.claim(Objection.objects.get(), by=max_, now=instant.now())
    typed = {"answer": "stands", "why": "rules"}
    assert done(max_, "decide-appeal", reference, **typed).status_code == 303
    return last(Kind.APPEAL)


def a_kept_seat() -> Letter:
    game = cast.open_table()
    games.take_open_seat(JoinClaim.of(game), cast.player("bob"), now=NOW)
    return last(Kind.SEATED)


def a_complete_table() -> Letter:
    cast.full_table()
    return last(Kind.READY)


def a_refusal() -> Letter:
    invited = an_invitation().invitation
    assert invited is not None
    invitations.decline(InvitationClaim.of(invited), now=NOW)
    return last(Kind.DECLINED)


def a_withdrawal() -> Letter:
    invited = an_invitation().invitation
    assert invited is not None
    invitations.withdraw(invited.pk, by=cast.player("alice"), now=NOW)
    return last(Kind.WITHDRAWN)


def an_answer_that_never_came() -> Letter:
    game, wish = cast.open_table(), Wish(reply_by=NOW + HOUR)
    invitations.invite(game.key, "bob@example.org", by=cast.player("alice"), now=NOW, wish=wish)
    lapsing.sweep(now=NOW + 2 * HOUR)
    return last(Kind.LAPSED)


def other_terms() -> Letter:
    game = cast.open_table()
    games.take_open_seat(JoinClaim.of(game), cast.player("bob"), now=NOW)
    wish = changing.Terms("", 4, {"rounds": "1"}, cast.fixed(48), 0)
    changing.change(game.key, wish, by=cast.player("alice"), now=NOW)
    return last(Kind.TERMS)


def a_cancellation() -> Letter:
    game = cast.open_table()
    games.take_open_seat(JoinClaim.of(game), cast.player("bob"), now=NOW)
    games.cancel(game.key, by=cast.player("alice"), now=NOW)
    return last(Kind.CANCELLED)


def a_start() -> Letter:
    cast.started()
    return last(Kind.STARTED)


def a_turn() -> Letter:
    cast.play(cast.started())
    return last(Kind.TURN)


def a_reminder() -> Letter:
    cast.started()
    cast.sweep_reminders(now=NOW + 20 * HOUR)
    return last(Kind.REMINDER)


def a_letter_of_the_day() -> Letter:
    reader = cast.asked(cast.started()).player
    assert reader is not None
    choosing.choose(reader, Choice(daily=True), hour=8, invited=True, now=NOW)
    daily.sweep(now=NOW + timedelta(days=1))
    return last(Kind.DIGEST)


def a_lost_turn() -> Letter:
    cast.started()
    cast.sweep_deadlines(now=NOW + 25 * HOUR)
    return last(Kind.TIMED_OUT)


def a_round() -> Letter:
    game = cast.started()
    cast.play_until(game, Letter.objects.filter(kind=Kind.ROUND).exists)
    return last(Kind.ROUND)


def a_result() -> Letter:
    game = cast.started(rounds="1")
    cast.play_to_the_end(game)
    return last(Kind.RESULT)


def an_outage() -> Letter:
    cast.started()
    down = NOW + 20 * HOUR
    pulse.beat(now=down)
    pulse.beat(now=down + 10 * HOUR)
    outages.work_off(now=down + 10 * HOUR)
    return last(Kind.OUTAGE)


def a_hold() -> Letter:
    cast.started()
    holding.hold("A new machine is moving in", now=NOW)
    return last(Kind.HELD)


def more_time_for_all() -> Letter:
    cast.started()
    done(staff("mia"), "extend-all", "site", hours=24)
    Act.objects.update(done_at=NOW)
    errands.work_off(now=NOW)
    return last(Kind.EXTENDED)


def an_act() -> Letter:
    cast.extended(cast.started())
    return last(Kind.NEWS)


def a_seat_for_somebody() -> Letter:
    game = resigned()
    number = seat_of(game, "bob").number
    offers.ask(game.key, number, "dora@example.org", by=cast.player("alice"), now=NOW)
    return last(Kind.OFFER)


def a_forerunner() -> Letter:
    sits(resigned())
    return last(Kind.REPLACED)


def a_vacation() -> Letter:
    game = cast.started()
    player = cast.asked(game).player
    assert player is not None
    vacations.leave(player, (None, NOW.date() + timedelta(days=6)), now=NOW)
    return last(Kind.VACATION)


def a_new_address(kind: Letter.Kind) -> Letter:
    address.ask(cast.player("alice"), "anna@example.net", now=NOW)
    return last(kind)


def a_sanction() -> Letter:
    given("bob", "no-new-games", message="Please be kind.")
    return last(Kind.SANCTION)


def a_sanction_that_ended() -> Letter:
    lifted(given("bob", "mute"))
    return last(Kind.LIFTED)


def a_household() -> Letter:
    cast.player("bob")
    households.declare(cast.player("alice"), "bob@example.org", now=NOW)
    return last(Kind.HOUSEHOLD)


def a_question_whether_letters_arrive() -> Letter:
    with because(Cause.FORM):
        reach.ask(cast.player("alice"), now=NOW)
    return last(Kind.REACH)


def a_channel_that_is_gone() -> Letter:
    alice, url = cast.player("alice"), "https://hooks.example.org/x"
    channel = keeping.add(alice, kind="webhook", name="mine", url=url, now=NOW)
    row = Sending.objects.create(channel=channel, created_at=NOW, due_at=NOW, status="inflight")
    sending._mark(row, Answer(410), NOW)
    return last(Kind.CHANNEL)


def a_recovery() -> Letter:
    with because(Cause.FORM):
        change = recovering.ask(cast.player("alice"), "anna@example.net", now=NOW)
    address.agree(AddressClaim(change.pk, new=True), now=NOW)
    recovering.sweep(now=NOW + recovering.VETO)
    return Letter.objects.get(kind=Kind.RECOVERED, email="anna@example.net")


def a_deletion() -> Letter:
    leaving.ask(cast.player("alice"), origin="x", now=NOW)
    return last(Kind.DELETION)


def a_look() -> Letter:
    game = cast.started()
    broken(game, "bob")
    offers.resign(SeatClaim.of(seat_of(game, "bob")), now=NOW)
    sits(game)
    disclosing.sweep(now=instant.now() + TOLD_AFTER)
    return last(Kind.GLASS)


def a_season_announced() -> Letter:
    found = leagues.league()
    directing.follow(found.pk, cast.player("bob"), now=NOW)
    leagues.announced(of=found)
    return last(Kind.LEAGUE)


def a_registration_that_opened() -> Letter:
    a_season_announced()
    leagues.until(Season.objects.get(), "registration")
    return last(Kind.LEAGUE_ASK)


def an_answer_to_a_reply() -> Letter:
    with override_settings(REPLY_DOMAIN=replies.DOMAIN):
        replies.replied(cast.asked(cast.started()), "A1\npass nothing")
    return last(Kind.REPLY)


CASES: dict[Letter.Kind, Callable[[], Letter]] = {
    Kind.SIGN_IN: a_code,
    Kind.INVITATION: an_invitation,
    Kind.SEATED: a_kept_seat,
    Kind.DECLINED: a_refusal,
    Kind.WITHDRAWN: a_withdrawal,
    Kind.LAPSED: an_answer_that_never_came,
    Kind.TERMS: other_terms,
    Kind.CANCELLED: a_cancellation,
    Kind.READY: a_complete_table,
    Kind.STARTED: a_start,
    Kind.TURN: a_turn,
    Kind.REMINDER: a_reminder,
    Kind.DIGEST: a_letter_of_the_day,
    Kind.TIMED_OUT: a_lost_turn,
    Kind.ROUND: a_round,
    Kind.RESULT: a_result,
    Kind.OUTAGE: an_outage,
    Kind.HELD: a_hold,
    Kind.EXTENDED: more_time_for_all,
    Kind.NEWS: an_act,
    Kind.LINKS: a_new_link,
    Kind.OFFER: a_seat_for_somebody,
    Kind.REPLACED: a_forerunner,
    Kind.GLASS: a_look,
    Kind.VACATION: a_vacation,
    Kind.DELETION: a_deletion,
    Kind.PASSKEY: a_passkey,
    Kind.QUESTION: a_question,
    Kind.VERDICT: a_verdict,
    Kind.APPEAL: an_answer_to_an_appeal,
    Kind.SANCTION: a_sanction,
    Kind.LIFTED: a_sanction_that_ended,
    Kind.HOUSEHOLD: a_household,
    Kind.REACH: a_question_whether_letters_arrive,
    Kind.RECOVERED: a_recovery,
    Kind.LEAGUE: a_season_announced,
    Kind.LEAGUE_ASK: a_registration_that_opened,
    Kind.CHANNEL: a_channel_that_is_gone,
    Kind.REPLY: an_answer_to_a_reply,
    Kind.OLD_ADDRESS: partial(a_new_address, Kind.OLD_ADDRESS),
    Kind.NEW_ADDRESS: partial(a_new_address, Kind.NEW_ADDRESS),
}


@dataclass(frozen=True)
class Rendered:
    """An email of one kind as readers of both languages get it."""

    letter: Letter
    message: envelope.Message
    english: EmailMessage
    german: EmailMessage
    page: tuple[Content, Link]
    """What its HTML was filled with."""
    invited: EmailMessage | None
    """If it is about a game: what somebody of the same address was told about its table."""


Render = Callable[[Letter.Kind], Rendered]


def arranged(kind: Letter.Kind) -> Rendered:
    """Arrange an email of this kind and render it for readers of both languages."""
    letter = CASES[kind]()
    with mock.patch.object(envelope, "page", wraps=page.page) as fill:
        message = letters.render(letter, now=NOW + HOUR)
    english, invited = read(message), None
    if letter.game:
        told = Letter(kind=Kind.WITHDRAWN, game=letter.game, email=english["To"], created_at=NOW)
        invited = written(told)
    Player.objects.update(language="de")
    if letter.sign_in is None:
        letter = Letter.objects.get(pk=letter.pk)
    else:
        letter.sign_in.language = "de"
    german = written(letter, later=HOUR)
    return Rendered(letter, message, english, german, fill.call_args.args, invited)


def test_every_kind_has_its_case() -> None:
    assert set(CASES) == set(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_text_and_html_say_the_same_and_carry_one_link_that_leads_on(
    kind: Letter.Kind, rendered: Render
) -> None:
    message = rendered(kind).english
    text, html = part(message, "plain"), part(message, "html")
    hrefs = re.findall(r'href="([^"]+)"', html)
    leading = [href for href in hrefs if "/rules/" not in href and "/u/" not in href]
    # The letter of the day has one for each of its games besides.
    assert len(leading) <= (2 if kind == Kind.DIGEST else 1)
    assert hrefs[-1] == message["List-Unsubscribe"].strip(" <>")
    assert re.findall(r"https?://\S+", text) == hrefs
    assert all(href.startswith(settings.BASE_URL) for href in hrefs)
    # A wrapped line in either must not make them differ.
    heading = text.partition("\n")[0]
    assert heading in html
    assert not text.splitlines()[1].endswith("·")
    assert "· </p>" not in html
    assert {"maze", "hand"} >= set(pictures(message))
    assert set(re.findall(r"cid:(\w+)", html)) == set(pictures(message))


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_speaks_german_to_a_german_reader(kind: Letter.Kind, rendered: Render) -> None:
    english, german = rendered(kind).english, rendered(kind).german
    assert german["Subject"] != english["Subject"]
    assert 'lang="de"' in part(german, "html")
    assert part(german, "plain").partition("\n")[0] != part(english, "plain").partition("\n")[0]


@pytest.mark.parametrize("kind", Kind)
def test_a_letter_loads_nothing_and_hides_nothing(kind: Letter.Kind, rendered: Render) -> None:
    html = part(rendered(kind).english, "html")
    assert "<script" not in html
    assert "<link" not in html
    assert not re.findall(r"url\(|var\(|src=\"(?!cid:)", html)


def test_who_sat_there_is_told_whether_hidden_cards_were_looked_at() -> None:
    letter = a_look()
    assert str(written(letter)["Subject"]).startswith("Hidden cards could have been looked at")
    for look in letter.game.entries.filter(act="glass"):
        look.said |= {"pages": 2}
        with because(Cause.FORM):
            look.save()
    assert str(written(letter)["Subject"]).startswith("Hidden cards were looked at")


def test_every_kind_asks_no_program_to_answer() -> None:
    message = written(a_turn())
    assert message["Auto-Submitted"] == "auto-generated"


def test_a_turn_letter_shows_maze_hand_role_and_deadline() -> None:
    letter = a_turn()
    assert letter.seat is not None
    assert letter.seat.player is not None
    letter.seat.player.time_zone = "Asia/Tokyo"
    letter.seat.player.save()
    message = written(Letter.objects.get(pk=letter.pk), later=HOUR)
    text = part(message, "plain")
    assert set(pictures(message)) == {"maze", "hand"}
    assert "JST" in text
    assert "23" in text
    assert links.SEAT.sign(SeatClaim.of(letter.seat)) in text
    assert text.count("\n- ") >= 9
    assert re.search(r"- Your role: (digger|saboteur)", text)
    assert "▒ ? ▒" in text
    assert "whoever holds it" in text


def test_a_goal_that_its_reader_has_seen_is_told_without_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    letter, honest = a_turn(), selectors.seat_table

    def seen(*given: Any, **named: Any) -> Any:
        table = honest(*given, **named)
        top, middle, bottom = table.view.goals
        goals = (replace(top, code="Z1"), replace(middle, code="Z2", up=True), bottom)
        return replace(table, view=replace(table.view, goals=goals))

    monkeypatch.setattr(selectors, "seat_table", seen)
    message = written(letter)
    assert re.findall("- Goal at (.*)", part(message, "plain")) == ["i1, seen by you: treasure"]
    assert "Goal at i1, seen by you</td>" in part(message, "html")


@pytest.mark.parametrize("language", ["en", "de"])
def test_cells_outside_the_first_maze_are_explained_in_words(language: str) -> None:
    letter = a_turn()
    Player.objects.update(language=language)
    told = {"en": "Left of column a come the columns zz", "de": "Links von Spalte a"}[language]
    message = written(Letter.objects.get(pk=letter.pk))
    text = part(message, "plain")
    # The start is open to its left: there a card can go at once.
    assert re.search(r"\bzz3\b", text)
    assert told in text
    assert told in part(message, "html")


def test_cells_inside_the_first_maze_need_no_words() -> None:
    letter = a_turn()
    table = selectors.seat_table(letter.seat, now=NOW)
    inside = replace(table.view, cards=())
    assert "zz" in drawing.outside_words(table.view)
    assert not drawing.outside_words(inside)


def test_nothing_secret_shows_on_a_locked_screen() -> None:
    letter = a_turn()
    message = written(letter)
    text = part(message, "plain")
    secret = {"digger", "saboteur"}
    # The game is called that too, which anybody may read.
    first_words = text[:300].replace("Saboteur with", "").lower()
    assert not secret & set(re.findall(r"\w+", first_words))
    assert not secret & set(re.findall(r"\w+", message["Subject"].lower()))
    preview = re.search(r'class="preview"[^>]*>(.*?)</div>', part(message, "html"), re.DOTALL)
    assert preview
    assert preview[1].count("&nbsp;") >= 30


def test_markup_and_line_breaks_in_names_stay_text() -> None:
    letter = a_turn()
    Seat.objects.update(name='<b>bob</b>\r\nBcc: m@example.org "&')
    message = written(letter)
    assert message["Bcc"] is None
    assert "&lt;b&gt;bob&lt;/b&gt; Bcc: m@example.org" in part(message, "html")
    assert "- <b>bob</b> Bcc: m@example.org" in part(message, "plain")


def test_news_say_what_was_done_and_until_when_there_is_time() -> None:
    message = written(an_act())
    text = part(message, "plain")
    assert message["Subject"].startswith("A later deadline")
    assert re.search(r"\nalice gave (bob|carol|alice|you) 24 hours more: ", text)
    assert "Your deadline is" in text or "Now the table waits for" in text


def test_a_result_shows_everybodys_gold_and_no_hand() -> None:
    game = cast.started(rounds="1")
    cast.play_to_the_end(game)
    message = written(last(Kind.RESULT))
    text = part(message, "plain")
    assert set(pictures(message)) == {"maze"}
    for name in cast.PEOPLE:
        assert re.search(rf"- {name}: \d+", text)
    assert "Your role" not in text
    assert len(re.findall(r"- \w+: (?:digger|saboteur)", text)) == 3


def test_letters_about_time_name_the_others_the_instant_and_what_was_left_when_written() -> None:
    letter = a_vacation()
    reader = Player.objects.get(email=letter.email)
    reader.time_zone = "America/Sao_Paulo"
    reader.save()
    text = " ".join(part(written(letter, later=HOUR), "plain").split())
    named = re.search(rf"- {Game.objects.get().name} with (\w+) and (\w+): ", text)
    assert named
    assert {*named.groups(), reader.name} == set(cast.PEOPLE)
    assert (
        "Sun 8 Mar, 21:00 UTC-03:00 (24 hours, over your vacation). "
        "When this was written: 1 week left, 16 of your waking hours." in text
    )


@pytest.mark.parametrize("case", [a_seat_for_somebody, a_forerunner])
def test_letters_about_a_seat_say_which_game_and_who_sits_there(case: Callable[[], Letter]) -> None:
    text = part(written(case()), "plain")
    heading, _, rest = text.partition("\n")
    assert "Saboteur" not in heading
    assert "Saboteur" in rest.partition("/rules/")[0]
    for name in ("alice", "carol"):
        assert re.search(rf"- At the table: .*{name}", text)


def test_who_played_alone_is_offered_another_deal_and_no_empty_table() -> None:
    cast.play_to_the_end(cast.started(["alice"], key="duel-solo"))
    letter = written(last(Letter.Kind.RESULT))
    assert "deals you another game" in part(letter, "plain")
    assert "the same people" not in part(letter, "plain")
    assert "<tbody></tbody>" not in part(letter, "html")
