"""Mail scanners, previews and impatient thumbs open every link: nothing may come of it."""

from pathlib import Path
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from engine.registry import RULESETS
from games import links
from games.models import Game, SignIn
from games.selectors import LESSONS
from games.services import accounts, games, invitations
from games.substitutes.services import offers
from tests.games.cast import NOW, full_table, open_table, player, started
from tests.games.pages.table import browser, checksum
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db(transaction=True)


def names(resolver: URLResolver, namespace: str = "") -> set[str]:
    """List every named page of the site, the admin's apart."""
    found = set()
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                found |= names(pattern, namespace)
        elif isinstance(pattern, URLPattern):
            found.add(pattern.name or str(pattern.pattern))
    return found


def addresses(open_game: Game, running: Game, letter: str) -> dict[str, list[str]]:
    """Find at least one live address for each named page."""
    invitation = invitations.invite(open_game.key, "dora@example.org", by=player("alice"), now=NOW)
    seat = running.places.get(player=player("alice"))
    sign_in = SignIn.objects.get()
    complete = full_table()
    by_key = (
        "table-public",
        "seat-mine",
        "seat-my-move",
        "orders-mine",
        "notes-mine",
        "talk-of-game",
        "lobby-invite",
        "lobby-resend",
        "lobby-withdraw",
        "lobby-add-bot",
        "lobby-renew-link",
        "lobby-remove",
        "lobby-leave",
        "lobby-start",
        "lobby-cancel",
        "seats-of-game",
        "stories-mine",
        "stories-public",
        "time-table",
        "time-rule",
    )
    found = {
        name: [reverse(name, args=[game.key]) for game in (open_game, running)] for name in by_key
    }
    token = links.mint_seat(seat)
    bob = links.claim_of(running.places.get(player=player("bob")))
    remark = say(running, "bob", "hello")
    offers.resign(bob, now=NOW)
    asked = offers.ask(running.key, bob.seat, "eve@example.org", by=player("alice"), now=NOW)
    return found | {
        "healthz": ["/healthz"],
        "covers-cover": [reverse("covers-cover")],
        "home": [reverse("home")],
        "home-next-game": [reverse("home-next-game")],
        "accounts-sign-in": [reverse("accounts-sign-in")],
        "accounts-enter-code": [
            reverse("accounts-enter-code", args=[at]) for at in (sign_in.pk, uuid4())
        ],
        "accounts-sign-out": [reverse("accounts-sign-out")],
        "accounts-me": [reverse("accounts-me")],
        "away-mine": [reverse("away-mine")],
        "away-plan": [
            reverse("away-plan"),
            reverse("away-plan") + f"?last=2099-01-01&game={running.key}",
            reverse("away-plan") + "?first=2099-01-01&last=2099-01-04",
        ],
        "away-home": [reverse("away-home")],
        "away-call-off": [reverse("away-call-off")],
        "calendar-renew": [reverse("calendar-renew")],
        "calendar-feed": [
            reverse("calendar-feed", args=[links.mint_calendar(player("alice"))]),
            reverse("calendar-feed", args=["nonsense"]),
        ],
        "time-by-letter": [reverse("time-by-letter", args=[token]), "/t/nonsense/time/"],
        "away-by-letter": [
            reverse("away-by-letter", args=[token]),
            reverse("away-by-letter", args=[token]) + "?last=2099-01-01",
            "/t/nonsense/vacation/",
        ],
        "lobby-new-game": [reverse("lobby-new-game"), reverse("lobby-new-game") + "?ruleset=chess"],
        "guide": [reverse("guide")],
        "guide-lesson": [
            *(reverse("guide-lesson", args=[number]) for number in LESSONS),
            reverse("guide-lesson", args=[10]) + "?pick=card:P5&pick=cell:h3&do=1",
            "/guide/11/",
        ],
        "rules": [*(reverse("rules", args=[key]) for key in RULESETS), "/rules/chess/"],
        "invitations-join": [
            reverse("invitations-join", args=[links.mint_join(open_game)]),
            "/j/nonsense/",
        ],
        "invitations-answer": [
            reverse("invitations-answer", args=[links.mint_invitation(invitation)])
        ],
        "invitations-start": [
            reverse("invitations-start", args=[links.mint_start(game)])
            for game in (open_game, complete, running)
        ],
        "seat-by-letter": [
            reverse("seat-by-letter", args=[token]),
            reverse("seat-by-letter", args=[token]) + "?pick=card:P1&pick=act:pass",
            "/t/nonsense/",
        ],
        "seat-move-by-letter": [reverse("seat-move-by-letter", args=[token])],
        "orders-by-letter": [reverse("orders-by-letter", args=[token]), "/t/nonsense/orders/"],
        "notes-by-letter": [reverse("notes-by-letter", args=[token]), "/t/nonsense/notes/"],
        "talk-by-letter": [
            reverse("talk-by-letter", args=[token]),
            reverse("talk-by-letter", args=[token]) + f"?remark={remark.pk}&table={remark.pk + 1}",
            "/t/nonsense/talk/",
        ],
        "seats-by-letter": [
            reverse("seats-by-letter", args=[token]),
            reverse("seats-by-letter", args=[links.mint_seat(running.places.get(number=bob.seat))]),
            "/t/nonsense/seats/",
        ],
        "stories-by-letter": [reverse("stories-by-letter", args=[token]), "/t/nonsense/story/"],
        "seats-open-list": [reverse("seats-open-list")],
        "seats-asked": [reverse("seats-asked", args=[links.mint_asked(asked)]), "/o/nonsense/"],
        "records-mine": [reverse("records-mine")],
        "records-appeal": [reverse("records-appeal", args=[number]) for number in (1, 10**30)],
        "letterbox-letters": [reverse("letterbox-letters")],
        "letterbox-letter": [reverse("letterbox-letter", args=[letter])],
        "letterbox-html": [reverse("letterbox-html", args=[letter])],
        "letterbox-part": [reverse("letterbox-part", args=[letter, 3])],
    }


@pytest.mark.parametrize("who", ["alice", "mallory", None])
@pytest.mark.parametrize("method", ["get", "head"])
def test_no_page_writes_a_row_when_it_is_opened(
    letterbox: Path, method: str, who: str | None
) -> None:
    accounts.ask_code("alice@example.org", next="", language="en", origin="x", now=NOW)
    mail.get_connection().send_messages(
        [mail.EmailMessage("Hello", "there", to=["alice@example.org"])]
    )
    letter = next(letterbox.glob("*.eml")).stem
    pages = addresses(open_table(seats=5), started(), letter)
    assert set(pages) == names(get_resolver())
    client = browser(player(who) if who else None)
    before = checksum()
    for name, urls in pages.items():
        for url in urls:
            response = getattr(client, method)(url)
            assert response.status_code in (200, 302, 303, 404, 405), (name, url)
            assert checksum() == before, (name, url)


def test_the_checksum_notices_a_single_row() -> None:
    before = checksum()
    games.add_bot(open_table().key, by=player("alice"), now=NOW)
    assert {table for table, total in checksum().items() if total != before[table]} >= {
        "games_game",
        "games_seat",
    }
