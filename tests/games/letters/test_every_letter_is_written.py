"""Every kind of letter, in both languages, as text and as HTML, tells what its reader needs."""

import re
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from django.conf import settings

from games import letters, links
from games.clocks.services import outages, pulse, vacations
from games.models import Letter, Player, Seat
from games.services import accounts, games, invitations
from games.substitutes.services import offers
from tests.games import cast
from tests.games.cast import HOUR, NOW
from tests.games.substitutes.cast import resigned, seat_of, sits

pytestmark = pytest.mark.django_db(transaction=True)
Kind = Letter.Kind


def written(letter: Letter, *, later: timedelta = timedelta()) -> EmailMessage:
    """Render a letter and read it back as a mail program does."""
    sent = letters.render(letter, now=NOW + later).message().as_bytes()
    found = message_from_bytes(sent, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def pictures(message: EmailMessage) -> dict[str, bytes]:
    return {
        found["Content-ID"].strip("<>"): found.get_content()
        for found in message.walk()
        if found.get_content_maintype() == "image"
    }


def last(kind: Letter.Kind) -> Letter:
    return Letter.objects.filter(kind=kind).latest("created_at", "ply")


def a_code() -> Letter:
    accounts.ask_code("bob@example.org", next="", language="en", origin="192.0.2.7", now=NOW)
    return last(Kind.SIGN_IN)


def an_invitation() -> Letter:
    game = cast.open_table()
    invitations.invite(game.key, "bob@example.org", by=cast.player("alice"), now=NOW)
    return last(Kind.INVITATION)


def a_kept_seat() -> Letter:
    game = cast.open_table()
    games.take_open_seat(links.read_join(links.mint_join(game)), cast.player("bob"), now=NOW)
    return last(Kind.SEATED)


def a_complete_table() -> Letter:
    cast.full_table()
    return last(Kind.READY)


def a_refusal() -> Letter:
    invited = an_invitation().invitation
    assert invited is not None
    invitations.decline(links.read_invitation(links.mint_invitation(invited)), now=NOW)
    return last(Kind.DECLINED)


def a_withdrawal() -> Letter:
    invited = an_invitation().invitation
    assert invited is not None
    invitations.withdraw(invited.pk, by=cast.player("alice"), now=NOW)
    return last(Kind.WITHDRAWN)


def a_cancellation() -> Letter:
    game = cast.open_table()
    games.take_open_seat(links.read_join(links.mint_join(game)), cast.player("bob"), now=NOW)
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


def a_lost_turn() -> Letter:
    cast.started()
    cast.sweep_deadlines(now=NOW + 25 * HOUR)
    return last(Kind.TIMED_OUT)


def a_round() -> Letter:
    game = cast.started()
    cast.play_to_the_end(game)
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


CASES: dict[Letter.Kind, Callable[[], Letter]] = {
    Kind.SIGN_IN: a_code,
    Kind.INVITATION: an_invitation,
    Kind.SEATED: a_kept_seat,
    Kind.DECLINED: a_refusal,
    Kind.WITHDRAWN: a_withdrawal,
    Kind.CANCELLED: a_cancellation,
    Kind.READY: a_complete_table,
    Kind.STARTED: a_start,
    Kind.TURN: a_turn,
    Kind.REMINDER: a_reminder,
    Kind.TIMED_OUT: a_lost_turn,
    Kind.ROUND: a_round,
    Kind.RESULT: a_result,
    Kind.OUTAGE: an_outage,
    Kind.NEWS: an_act,
    Kind.OFFER: a_seat_for_somebody,
    Kind.REPLACED: a_forerunner,
    Kind.VACATION: a_vacation,
}


def test_every_kind_has_its_case() -> None:
    assert set(CASES) == set(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_text_and_html_say_the_same_and_carry_one_link_that_leads_on(kind: Letter.Kind) -> None:
    message = written(CASES[kind](), later=HOUR)
    text, html = part(message, "plain"), part(message, "html")
    hrefs = re.findall(r'href="([^"]+)"', html)
    assert len([href for href in hrefs if "/rules/" not in href]) <= 1
    assert re.findall(r"https?://\S+", text) == hrefs
    assert all(href.startswith(settings.BASE_URL) for href in hrefs)
    # A wrapped line in either must not make them differ.
    heading = text.partition("\n")[0]
    assert heading in html
    assert {"maze", "hand"} >= set(pictures(message))
    assert set(re.findall(r"cid:(\w+)", html)) == set(pictures(message))


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_speaks_german_to_a_german_reader(kind: Letter.Kind) -> None:
    letter = CASES[kind]()
    english = written(letter, later=HOUR)
    Player.objects.update(language="de")
    if letter.sign_in is not None:
        letter.sign_in.language = "de"
    german = written(Letter.objects.get(pk=letter.pk) if not letter.sign_in else letter, later=HOUR)
    assert german["Subject"] != english["Subject"]
    assert 'lang="de"' in part(german, "html")
    assert part(german, "plain").partition("\n")[0] != part(english, "plain").partition("\n")[0]


@pytest.mark.parametrize("kind", Kind)
def test_a_letter_loads_nothing_and_hides_nothing(kind: Letter.Kind) -> None:
    html = part(written(CASES[kind](), later=HOUR), "html")
    assert "<script" not in html
    assert "<link" not in html
    assert not re.findall(r"url\(|var\(|src=\"(?!cid:)", html)


def test_a_letter_keeps_its_name_and_its_thread() -> None:
    letter = a_turn()
    message, again = written(letter), written(letter, later=HOUR)
    assert message["Message-ID"] == again["Message-ID"] == letter.message_id
    assert letter.game is not None
    assert message["In-Reply-To"] == message["References"] == f"<{letter.game.key}@testserver>" or (
        letter.game.key in message["References"]
    )
    assert message["Auto-Submitted"] == "auto-generated"
    assert letter.game.key in message["List-Id"]
    assert "List-Unsubscribe" not in message


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
    assert links.mint_seat(letter.seat) in text
    assert text.count("\n- ") >= 9
    assert re.search(r"- Your role: (digger|saboteur)", text)
    assert "▒ ? ▒" in text
    assert "whoever holds it" in text


def test_nothing_secret_shows_on_a_locked_screen() -> None:
    letter = a_turn()
    message = written(letter)
    text = part(message, "plain")
    secret = {"digger", "saboteur"}
    first_words = text[:300].lower()
    assert not secret & set(re.findall(r"\w+", first_words))
    subject = message["Subject"].replace("Saboteur with", "")
    assert not secret & set(re.findall(r"\w+", subject.lower()))
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
    named = re.search(r"- Saboteur with (\w+) and (\w+): ", text)
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
