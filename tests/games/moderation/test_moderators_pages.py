"""What moderators' pages show: what a spectator knows, and how far letters got."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clocks.rules.table import Table
from games.models import Letter, Line
from games.subscriptions.rules import Choice
from games.subscriptions.services import choosing
from tests.games.blinding import blinded
from tests.games.cases.cast import calls_himself
from tests.games.cast import NOW, all_sent, asked, clocks_of, play, player, started
from tests.games.moderation.cast import address, broken, done, log, previewed, staff
from tests.games.pages.table import browser, text_of
from tests.games.sanctions.cast import given
from tests.games.substitutes.cast import seat_of
from tests.games.test_every_game_keeps_its_secrets import undated

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def test_no_page_or_preview_changes_with_any_secret():
    game = started()
    for _ in range(6):
        play(game)
    client, typed = browser(staff("mia")), {"last": "2026-03-03", "hours": 5}
    typed["seat"] = asked(game).number
    letter = Letter.objects.filter(seat=asked(game), kind="turn").latest("ply")
    all_sent()
    targets = [("pause", game.key), ("extend-turn", game.key), ("resend-letter", letter.pk)]
    urls = [
        reverse("moderation-game", args=[game.key]),
        reverse("moderation-home") + f"?q={game.key}",
        *(address(act, target) for act, target in targets),
    ]

    def looked() -> list[object]:
        pages = [undated(client.get(url).content) for url in urls]
        plans = [previewed(client, act, at, **typed).context["plan"] for act, at in targets]
        return [*pages, *map(str, plans)]

    before = looked()
    with blinded(game, None) as rearranged:
        assert rearranged
        assert looked() == before


def test_a_games_page_tells_of_letters_what_became_of_them_and_nothing_they_say():
    game = started()
    all_sent()
    Letter.objects.filter(kind="started").update(status="failed", error="recipient refused 550")
    Letter.objects.create(
        kind="invitation", game=game, email="bob@example.org", created_at=NOW, due_at=NOW
    )
    page = text_of(browser(staff("mia")).get(f"/moderation/g/{game.key}/").content.decode())
    assert "failed: recipient refused 550" in page
    assert "b…b@example.org" in page
    assert "bob@example.org" not in page


def test_a_persons_page_tells_how_letters_reach_him_but_to_who_is_tied_to_him_or_to_a_case():
    game = started()
    all_sent()
    failed = Letter.objects.get(kind="started", seat__player=player("bob"))
    Letter.objects.filter(pk=failed.pk).update(status="failed", error="mailbox is full 552")
    case = calls_himself("bob", "mia")
    Letter.objects.create(
        kind="verdict", case=case, email="bob@example.org", created_at=NOW, due_at=NOW
    )
    number = seat_of(game, "bob").number

    def unreached(table: Table) -> Table:
        lost = replace(table.seats[number], unreached=True)
        return replace(table, seats={**table.seats, number: lost})

    clocks_of(game, unreached)
    there = reverse("moderation-person", args=[player("bob").key])
    client = browser(staff("max"))
    said = client.get(there).content.decode()
    assert "failed: mailbox is full 552" in text_of(said)
    assert game.name in text_of(said)
    assert "His letters do not arrive, at these tables" in text_of(said)
    assert address("resend-letter", failed.pk) in said
    kinds = {each["kind"] for each in client.get(there).context["post"]["letters"]}
    assert "what came of a report" not in kinds, "what he reported is nobody's to read off"
    assert "He has stopped all letters." not in text_of(said)
    stopped = Choice(stopped=True)
    choosing.choose(player("bob"), stopped, hour=8, invited=True, now=NOW)
    assert "He has stopped all letters." in text_of(client.get(there).content.decode())
    assert browser(staff("alice")).get(there).context["post"] is None


def test_a_page_asks_the_same_few_questions_whatever_its_size():
    small, large = started(), started()
    for _ in range(8):
        play(large)
        done(staff("max"), "extend-game", large.key, hours=1)
    client = browser(staff("mia"))
    counts = []
    for game in (small, large):
        client.get(f"/moderation/g/{game.key}/")
        with CaptureQueriesContext(connection) as asked_for:
            client.get(f"/moderation/g/{game.key}/")
        counts.append(len(asked_for))
    assert counts[0] == counts[1] < 27


def test_a_search_for_a_person_is_a_line_of_the_log_and_one_for_a_game_is_none():
    started()
    client = browser(staff("mia"))
    assert client.get("/moderation/?q=bob").context["games"]
    assert log() == []
    found = client.post("/moderation/", {"who": "bob@example.org"})
    assert [each.name for each in found.context["people"]] == ["bob"]
    assert "bob@example.org" not in text_of(found.content.decode())
    assert Line.objects.get().arguments == {"term": "bob@example.org"}


def test_a_stranger_is_asked_as_many_questions_whether_a_thing_exists_or_not():
    game = started()
    client = browser(player("peter"))
    for act, there, elsewhere in (
        ("pause", game.key, "zzzzzzzzzz"),
        ("resend-letter", Letter.objects.first().pk, "12345678-1234-5678-1234-567812345678"),
        ("grant-role", player("bob").key, "zzzzzzzzzz"),
    ):
        counts = []
        for target in (there, elsewhere):
            client.get(address(act, target))
            with CaptureQueriesContext(connection) as asked_for:
                assert client.get(address(act, target)).status_code == 404
            counts.append(len(asked_for))
        assert counts[0] == counts[1]


def test_a_persons_page_offers_no_act_that_then_refuses():
    started(("mia", "bob", "carol"), by="mia")
    mia, hal = staff("mia"), staff("hal", "host")
    given("erin", "mute", by=hal)
    for name in ("bob", "mia", "erin", "hal"):
        page = browser(mia).get(reverse("moderation-person", args=[player(name).key]))
        ways = set(re.findall(r'href="(/moderation/do/[^"]+)"', page.content.decode()))
        for way in sorted(ways):
            answer = browser(mia).get(way.replace("&amp;", "&"))
            assert answer.status_code == 200, (name, way)
        lifts = [way for way in ways if "/lift/" in way]
        assert not lifts, "what a host gave only a host lifts"


def test_a_games_page_does_not_offer_to_take_back_to_who_has_looked():
    game = started()
    for _ in range(3):
        play(game)
    mia = browser(staff("mia"))
    here = reverse("moderation-game", args=[game.key])
    assert address("rewind", game.key) in mia.get(here).content.decode()
    broken(game)
    shown = mia.get(here).content.decode()
    assert address("rewind", game.key) not in shown
    assert address("pause", game.key) in shown
