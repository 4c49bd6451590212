"""The pages of talk and notes: forms, what is typed and never lost, other people's numbers."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import links
from games.links import SeatClaim
from games.models import Game, Mute, Notes, Remark, Report
from games.talk.rules import limits
from tests.games.cast import NOW, open_table, player, started
from tests.games.pages.table import browser, form_to, game_url, text_of
from tests.games.substitutes.cast import resigned, seat_of, sits
from tests.games.talk.cast import OPENLY, SECRETLY, SPECTATORS, say, talked

pytestmark = pytest.mark.django_db


def letter_url(game: Game, name: str, page: str = "talk-by-letter") -> str:
    return reverse(page, args=[links.SEAT.sign(SeatClaim.of(seat_of(game, name)))])


def talk_url(game: Game) -> str:
    return game_url(game, "talk-of-game")


def said(client: Client, url: str, text: str, **other: str):
    """Open the page and say something in its form."""
    held = form_to(client.get(url).content.decode(), url)
    held.pop("csrfmiddlewaretoken", None)
    return client.post(url, {**held, "text": text, **other})


def test_a_player_talks_by_his_letter_and_signed_in_and_a_spectator_signed_in():
    game = started()
    for client, url in (
        (browser(), letter_url(game, "alice")),
        (browser(player("bob")), talk_url(game)),
        (browser(player("dora")), talk_url(game)),
    ):
        answer = said(client, url, "hello")
        assert (answer.status_code, answer["Location"]) == (303, url)
    told = Remark.objects.order_by("id").values_list("room", "name")
    assert list(told) == [("table", "alice"), ("table", "bob"), ("spectators", "dora")]


@pytest.mark.parametrize("by_letter", [True, False])
def test_no_page_of_a_seat_has_a_word_of_the_spectators_while_the_game_runs(by_letter: bool):
    game = talked()
    client = browser() if by_letter else browser(player("bob"))
    url = letter_url(game, "bob") if by_letter else talk_url(game)
    pages = [client.get(url), client.get(f"{url}?spectators=999&remark=1"), said(client, url, "")]
    for page in pages:
        assert OPENLY in page.content.decode()
        assert SECRETLY not in page.content.decode()
        assert "Among spectators" not in page.content.decode()
    assert SECRETLY not in browser().get(talk_url(game)).content.decode()


def test_who_is_not_signed_in_reads_the_table_and_is_told_how_to_talk():
    game = talked()
    page = browser().get(talk_url(game)).content.decode()
    assert OPENLY in page
    assert "Sign in to talk" in page
    assert "<textarea" not in page


def test_whose_sign_in_ran_out_while_he_wrote_loses_no_word():
    game = talked()
    for posted in (
        {"room": "table", "nonce": "x", "text": "hello"},
        {"act": "report", "remark": str(game.remarks.first().pk), "words": "hello"},
    ):
        answer = browser().post(talk_url(game), posted)
        page = answer.content.decode()
        assert answer.status_code == 403
        assert "\nhello</textarea>" in page
        assert f"?next={talk_url(game)}" in page
    assert Remark.objects.count() == 2
    assert not Report.objects.exists()


def test_a_form_needs_its_secret_unless_the_address_has_one():
    game = started()
    client = Client(enforce_csrf_checks=True)
    client.force_login(player("alice"))
    posted = {"room": "table", "nonce": "x", "text": "hello"}
    assert client.post(talk_url(game), posted).status_code == 403
    notes = {"notes": "0", "text": "hello"}
    assert client.post(game_url(game, "notes-mine"), notes).status_code == 403
    assert client.post(letter_url(game, "alice"), posted).status_code == 303
    assert client.post(letter_url(game, "alice", "notes-by-letter"), notes).status_code == 303
    assert client.post("/t/nonsense/talk/", posted).status_code == 404
    assert client.post("/t/nonsense/notes/", notes).status_code == 404


def test_an_old_letter_opens_neither_talk_nor_notes_when_somebody_else_sits():
    game = resigned()
    talk, notes = (
        letter_url(game, "bob"),
        letter_url(game, "bob", "notes-by-letter"),
    )
    sits(game)
    for client in (browser(), browser(player("bob"))):
        for url in (talk, notes):
            assert client.get(url).status_code == 404
            assert (
                client.post(url, {"room": "table", "nonce": "x", "text": "hm"}).status_code == 404
            )
    page = browser(player("bob")).get(talk_url(game)).content.decode()
    assert "Who sat at this table before reads along" in page
    assert not Remark.objects.exists()


def test_the_same_form_sent_twice_is_one_remark():
    game = started()
    client, url = browser(player("alice")), talk_url(game)
    held = form_to(client.get(url).content.decode(), url)
    for _ in range(2):
        assert client.post(url, {**held, "text": "hello"}).status_code == 303
    assert Remark.objects.count() == 1


def test_whose_sign_in_ran_out_finds_his_notes_on_the_next_page():
    url = game_url(started(), "notes-mine")
    answer = browser().post(url, {"notes": "0", "text": "the gold is left", "about-2": "lies"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "\nthe gold is left\n\nlies</textarea>" in page
    assert f"?next={url}" in page
    assert not Notes.objects.exists()


BAD = {
    "too long": ("x" * (limits.LONGEST + 1), 400, "1001 characters"),
    "blank": ("\u3164", 400, "nothing to read"),
    "nul": ("\0", 400, "nothing to read"),
}


@pytest.mark.parametrize(("typed", "status", "why"), BAD.values(), ids=BAD)
def test_what_is_not_said_is_told_and_stays_typed(typed: str, status: int, why: str):
    game = started()
    answer = said(browser(player("alice")), talk_url(game), typed)
    page = answer.content.decode()
    assert answer.status_code == status
    assert why in page
    assert f">\n{typed.replace(chr(0), chr(0xFFFD))}</textarea>" in page
    assert not Remark.objects.exists()


def test_a_flood_is_told_when_to_come_back_and_loses_nothing():
    game = started()
    client, url = browser(player("alice")), talk_url(game)
    for at in range(limits.MOST[0][0]):
        assert said(client, url, f"{at}").status_code == 303
    answer = said(client, url, "what I still had to say")
    page = answer.content.decode()
    assert answer.status_code == 429
    assert re.search(r"send it again in \d+ seconds?\.", page)
    assert "\nwhat I still had to say</textarea>" in page


def test_a_form_of_the_other_room_is_refused_and_its_text_stays():
    game = started()
    answer = said(browser(player("alice")), talk_url(game), "psst", room="spectators")
    assert answer.status_code == 409
    assert "\npsst</textarea>" in answer.content.decode()
    assert said(browser(player("alice")), talk_url(game), "psst", room="cellar").status_code == 409
    game = resigned()
    sits(game)
    answer = browser(player("bob")).post(
        talk_url(game), {"room": "table", "nonce": "x", "text": "my last words"}
    )
    assert answer.status_code == 403
    assert "\nmy last words</textarea>" in answer.content.decode()


def test_markup_is_shown_as_it_was_typed_and_turns_nothing():
    game = started()
    say(game, "alice", "<script>alert(1)</script>\n\u202e{{ page }}\u200f & 👩‍👧 שלום")
    page = browser().get(talk_url(game)).content.decode()
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\n{{ page }}\u200f &amp; 👩‍👧 שלום" in page
    assert 'class="remark-text" dir="auto"' in page


def test_muting_hides_for_the_reader_and_can_be_undone_on_the_page():
    game = talked()
    client, url = browser(), letter_url(game, "bob")
    remark = game.remarks.get(text=OPENLY)
    chosen = client.get(f"{url}?remark={remark.pk}").content.decode()
    assert "Only you notice it" in chosen
    assert client.post(url, {"act": "mute", "remark": remark.pk}).status_code == 303
    page = client.get(url).content.decode()
    assert OPENLY not in page
    assert "Muted by you: alice" in text_of(page)
    assert client.post(url, {"act": "hear", "remark": remark.pk}).status_code == 303
    assert OPENLY in client.get(url).content.decode()


def test_a_report_is_made_on_the_page_once_and_the_reported_sees_nothing_of_it(set_clock):
    set_clock(NOW)
    game = talked()
    client, url = browser(player("bob")), talk_url(game)
    alices = browser(player("alice"))
    remark = game.remarks.get(text=OPENLY)

    def hers() -> str:
        return re.sub(r'name="(nonce|csrf\w+)" value="\w+"', "", alices.get(url).content.decode())

    before = hers()
    words = {"act": "report", "remark": remark.pk, "words": "rude"}
    for _ in range(2):
        assert client.post(url, words).status_code == 303
    assert "The moderators look at it" in client.get(url).content.decode()
    assert "You have reported this" in client.get(f"{url}?remark={remark.pk}").content.decode()
    assert hers() == before
    told = Report.objects.get()
    assert (told.case.by, told.frozen["talk"][0]["text"], told.words) == (
        player("bob"),
        OPENLY,
        "rude",
    )


def test_a_report_that_is_too_many_or_too_long_loses_no_word(set_clock):
    set_clock(NOW)
    game = started()
    client, url = browser(player("alice")), talk_url(game)
    remarks = [say(game, name, "hm") for name in ("bob", "carol") for _ in range(3)]
    long = {"act": "report", "remark": remarks[0].pk, "words": "w" * 1001}
    answer = client.post(url, long)
    assert answer.status_code == 400
    assert "w" * 1001 in answer.content.decode()
    for remark in remarks[:5]:
        assert client.post(url, {"act": "report", "remark": remark.pk}).status_code == 303
    answer = client.post(url, {"act": "report", "remark": remarks[5].pk, "words": "my reasons"})
    assert answer.status_code == 429
    assert "\nmy reasons</textarea>" in answer.content.decode()


def test_other_peoples_numbers_are_as_numbers_that_nobody_has():
    game, foreign = talked(), talked()
    client, url = browser(player("bob")), talk_url(game)
    hidden = game.remarks.get(text=SECRETLY)
    answers = []
    for number in (hidden.pk, foreign.remarks.first().pk, 10**9, "x", -1):
        for act in ("mute", "hear", "report", "burn"):
            answer = client.post(url, {"act": act, "remark": number})
            answers.append((answer.status_code, len(answer.content)))
    assert set(answers) == {(404, answers[0][1])}
    assert not Mute.objects.exists()
    assert not Report.objects.exists()
    for query in ("?remark=x", "?table=-1", "?table=99999999999999999999", "?table=\u0663", "?x=1"):
        assert client.get(url + query).status_code == 200
    assert client.get(reverse("talk-of-game", args=["nothing"])).status_code == 404


def test_before_the_start_talk_is_open_and_notes_are_not():
    game = open_table()
    client = browser(player("alice"))
    assert said(client, talk_url(game), "who else?").status_code == 303
    answer = client.get(game_url(game, "notes-mine"))
    assert (answer.status_code, answer["Location"]) == (303, game_url(game))
    watcher = browser(player("dora"))
    assert said(watcher, talk_url(game), "I watch").status_code == 303
    assert say(game, "eve", "me too", SPECTATORS)


def test_notes_are_kept_on_their_page_and_nobody_else_has_one():
    game = started()
    for client, url in (
        (browser(), letter_url(game, "alice", "notes-by-letter")),
        (browser(player("bob")), game_url(game, "notes-mine")),
    ):
        held = form_to(client.get(url).content.decode(), url)
        held |= {f"about-{at}": "" for at in range(3)}
        answer = client.post(url, {**held, "text": "<b>\n\nש", "about-2": "lies"})
        assert (answer.status_code, answer["Location"]) == (303, url)
        assert "\n&lt;b&gt;\n\nש</textarea>" in client.get(url).content.decode()
    assert Notes.objects.count() == 2
    assert browser(player("dora")).get(game_url(game, "notes-mine")).status_code == 404
    assert browser().get(game_url(game, "notes-mine")).status_code == 302


def test_notes_that_were_changed_meanwhile_stand_beside_what_was_typed():
    game = started()
    client, url = browser(player("alice")), game_url(game, "notes-mine")
    held = {"notes": "0", **{f"about-{at}": "" for at in range(3)}}
    assert client.post(url, {**held, "text": "from my phone"}).status_code == 303
    answer = client.post(url, {**held, "text": "from my desk"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "\nfrom my desk</textarea>" in page
    assert "from my phone</p>" in page
    assert form_to(page, url)["notes"] == "1"
    long = {**held, "notes": "1", "text": "x" * 8001}
    answer = client.post(url, long)
    assert answer.status_code == 400
    assert "x" * 8001 in answer.content.decode()
    for half in ({"text": "half a form"}, {"notes": "1"}):
        assert client.post(url, half).status_code == 409
    assert Notes.objects.get().text == "from my phone"


def test_everybody_reads_the_page_in_his_language(set_clock):
    set_clock(NOW)
    game = talked()
    page = browser(language="de").get(talk_url(game)).content.decode()
    assert '<html lang="de">' in page
    assert "Sign in" not in text_of(page)
