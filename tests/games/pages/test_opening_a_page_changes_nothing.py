"""Mail scanners, previews and impatient thumbs open every link: nothing may come of it."""

from pathlib import Path
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from engine.registry import RULESETS
from games import links
from games.accounts.services import address
from games.channels.services import keeping
from games.leagues.services import directing, rehearsing
from games.links import (
    AddressClaim,
    ArrivalClaim,
    AskedClaim,
    CalendarClaim,
    EntryClaim,
    InvitationClaim,
    JoinClaim,
    PlaceClaim,
    ReachClaim,
    SeatClaim,
    StartClaim,
    StopClaim,
)
from games.models import Ask, Channel, Game, Season, Sending, SignIn, Trace
from games.selectors import LESSONS
from games.services import accounts, games, instant, invitations
from games.subscriptions.rules import Stop
from games.substitutes.services import offers
from tests.games.cases.cast import appealed, stalls
from tests.games.cast import HOUR, NOW, full_table, host, open_table, player, started
from tests.games.leagues import cast as leagues
from tests.games.machine.cast import beat_runs
from tests.games.moderation.cast import broken, staff, waits_for_a_second
from tests.games.pages.table import Rows, browser, checksum, game_url
from tests.games.talk.cast import say

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]


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
    moving = address.ask(player("alice"), "anna@example.net", now=instant.now())
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
        "lobby-door",
        "lobby-sit",
        "lobby-leave",
        "gathering-change",
        "gathering-rematch",
        "lobby-start",
        "lobby-cancel",
        "seats-of-game",
        "cells-mine",
        "cells-public",
        "stories-mine",
        "stories-public",
        "time-table",
        "time-rule",
    )
    found = {
        name: [reverse(name, args=[game.key]) for game in (open_game, running)] for name in by_key
    }
    token = links.SEAT.sign(SeatClaim.of(seat))
    bob = SeatClaim.of(running.places.get(player=player("bob")))
    remark = say(running, "bob", "hello")
    offers.resign(bob, now=NOW)
    asked = offers.ask(running.key, bob.seat, "eve@example.org", by=player("alice"), now=NOW)
    strangers = started(("dora", "eve", "finn"), by="dora", now=instant.now())
    asked_for = waits_for_a_second(strangers)
    invited = open_table(by="dora")
    invitations.invite(invited.key, "alice@example.org", by=player("dora"), now=NOW)
    case, closed, appeal = stalls(strangers, "eve", "dora"), *appealed(strangers, "eve", "finn")
    _, looked = broken(strangers, "eve")
    played, asking = seasons()
    drafted = leagues.league("A Third League")
    olga, then = player("olga"), leagues.NOW
    draft = directing.draft(drafted.pk, leagues.form(), by=olga, now=then)
    leagues.rehearse(draft, runs=3)
    rehearsing.ask(draft.pk, players=9, pool=2, by=olga, now=then)
    for each in (drafted.pk, played.league_id):
        directing.appoint(each, player("alice"), by=player("olga"), now=NOW)
    beat_runs(now=NOW)
    home, top = (f"/leagues/{played.league.key}/", f"/leagues/{played.league.key}/1/1/")
    return found | {
        "healthz": ["/healthz"],
        "readyz": ["/readyz"],
        "metrics": ["/metrics"],
        "inbound": [reverse("inbound", args=["postmark"])],
        "tracking": [reverse("tracking", args=["postmark"])],
        "leagues": [reverse("leagues")],
        "leagues-home": [*(f"/leagues/{each.league.key}/" for each in (played, asking))],
        "leagues-season": [f"{home}1/", f"{home}2/"],
        "directing-found": [reverse("directing-found")],
        "directing-desk": [
            *(f"/leagues/{each}/directing/" for each in (asking.league.key, drafted.key)),
            f"{home}directing/",
        ],
        "directing-rules": [f"/leagues/{drafted.key}/rules/", f"{home}rules/"],
        "directing-division": [f"{top}directing/", f"{home}1/2/directing/"],
        "rehearsals-show": [f"/leagues/{drafted.key}/rehearsal/", f"{home}rehearsal/"],
        "leagues-asks": [f"/leagues/{asking.league.key}/asks/", f"{home}asks/"],
        "leagues-entry": [
            reverse(
                "leagues-entry", args=[links.ENTRY.sign(EntryClaim.of(asking, player("alice")))]
            ),
            "/e/nonsense/",
        ],
        "league-fame-show": [f"{home}fame/"],
        "league-log-show": [
            f"{home}log/",
            f"{home}log/?page=2",
            f"/leagues/{asking.league.key}/log/",
        ],
        "league-fame-follow": [f"{home}follow/"],
        "league-drafts-show": [f"{home}1/draft/", f"{home}2/draft/"],
        "league-entry-mine": [f"{home}1/entry/"],
        "league-calendar-feed": [f"{home}rounds.ics"],
        "league-divisions-show": [top, f"{top}?round=1&page=2", f"{home}1/2/"],
        "league-cards-card": [f"{top}{played.entrants.earliest('pk').pk}/", f"{top}{10**30}/"],
        "league-files-csv": [f"{top}standing.csv"],
        "league-files-json": [f"{top}standing.json"],
        "place-by-letter": [
            *(
                reverse(
                    "place-by-letter",
                    args=[links.PLACE.sign(PlaceClaim.of(game.places.get(player=alice)))],
                )
                for game in (open_game, running)
                for alice in [player("alice")]
            ),
            "/w/nonsense/",
        ],
        "gathering-rematch-by-letter": [
            reverse("gathering-rematch-by-letter", args=[token]),
            "/t/nonsense/again/",
        ],
        "replays-shown": [reverse("replays-shown")],
        "replays-mine": [reverse("replays-mine", args=[running.key])],
        "replays-my-record": [reverse("replays-my-record", args=[running.key])],
        "replays-public": [
            reverse("replays-public", args=[game.key, ply])
            for game in (open_game, running)
            for ply in (0, 99)
        ],
        "replays-public-record": [reverse("replays-public-record", args=[running.key])],
        "replays-by-letter": [reverse("replays-by-letter", args=[token]), "/t/nonsense/replay/"],
        "replays-record-by-letter": [reverse("replays-record-by-letter", args=[token])],
        "presence-mine": [reverse("presence-mine", args=[running.key])],
        "presence-by-letter": [reverse("presence-by-letter", args=[token])],
        "covers-cover": [reverse("covers-cover")],
        "home": [reverse("home"), reverse("home") + "?show=asked&ruleset=duel&page=3"],
        "practice-deal": [reverse("practice-deal")],
        "welcome-picture": [reverse("welcome-picture", args=[key]) for key in (*RULESETS, "chess")],
        "home-next-game": [reverse("home-next-game")],
        "accounts-sign-in": [reverse("accounts-sign-in")],
        "accounts-enter-code": [
            reverse("accounts-enter-code", args=[at]) for at in (sign_in.pk, uuid4())
        ],
        "accounts-sign-out": [reverse("accounts-sign-out")],
        "accounts-me": [reverse("accounts-me")],
        "address": [reverse("address")],
        "address-agree": [
            *(
                reverse("address-agree", args=[links.ADDRESS.sign(AddressClaim(moving.pk, new=at))])
                for at in (False, True)
            ),
            "/a/nonsense/",
        ],
        "address-reach": [
            reverse(
                "address-reach",
                args=[links.REACH.sign(ReachClaim.of(player("alice"), at=instant.now()))],
            ),
            "/b/nonsense/",
        ],
        "arrivals": [
            reverse("arrivals", args=[links.ARRIVAL.sign(ArrivalClaim(player("alice").pk))]),
            "/arrivals/nonsense/",
        ],
        "account": [reverse("account")],
        "sanctions": [reverse("sanctions")],
        "leaving-ask": [reverse("leaving-ask")],
        "leaving-confirm": [reverse("leaving-confirm", args=[sign_in.pk])],
        "account-data": [reverse("account-data")],
        "devices": [reverse("devices")],
        "signals": [reverse("signals")],
        "machine": [reverse("machine")],
        "log-mine": [reverse("log-mine")],
        "log-staff": [reverse("log-staff") + "?q=pause&page=2"],
        "blocks-mine": [reverse("blocks-mine")],
        "households-mine": [reverse("households-mine")],
        **{
            name: [reverse(name)]
            for name in ("passkeys", "passkeys-ask-new", "passkeys-ask", "passkeys-enter")
        },
        "subscriptions-mine": [reverse("subscriptions-mine")],
        "subscriptions-of-game": [
            reverse("subscriptions-of-game", args=[game.key]) for game in (open_game, running)
        ],
        "subscriptions-stop": [
            *(
                reverse("subscriptions-stop", args=[links.STOP.sign(each)])
                for each in (
                    StopClaim(Stop.TURNS, player("alice").pk, running.pk),
                    StopClaim(Stop.INVITATIONS, 1),
                )
            ),
            "/u/nonsense/",
        ],
        "channels-mine": [reverse("channels-mine")],
        "channels-one": [
            *(reverse("channels-one", args=[each.pk]) for each in channels_of("alice")),
            "/me/channels/0/",
        ],
        "profiles-mine": [reverse("profiles-mine")],
        "profiles-show": [
            reverse("profiles-show", args=[player("bob").key]),
            reverse("profiles-show", args=[player("alice").key]) + "?as=fellows",
            "/p/nonsense/",
        ],
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
            reverse("calendar-feed", args=[links.CALENDAR.sign(CalendarClaim.of(player("alice")))]),
            reverse("calendar-feed", args=["nonsense"]),
        ],
        "time-by-letter": [reverse("time-by-letter", args=[token]), "/t/nonsense/time/"],
        "away-by-letter": [
            reverse("away-by-letter", args=[token]),
            reverse("away-by-letter", args=[token]) + "?last=2099-01-01",
            "/t/nonsense/vacation/",
        ],
        "lobby-new-game": [reverse("lobby-new-game"), reverse("lobby-new-game") + "?ruleset=chess"],
        "log": [reverse("log")],
        "guide": [reverse("guide")],
        "guide-lesson": [
            *(reverse("guide-lesson", args=[number]) for number in LESSONS),
            reverse("guide-lesson", args=[10]) + "?pick=card:P5&pick=cell:h3&do=1",
            "/guide/11/",
        ],
        "rules": [*(reverse("rules", args=[key]) for key in RULESETS), "/rules/chess/"],
        "invitations-join": [
            reverse("invitations-join", args=[links.JOIN.sign(JoinClaim.of(open_game))]),
            "/j/nonsense/",
        ],
        "invitations-answer": [
            reverse(
                "invitations-answer", args=[links.INVITATION.sign(InvitationClaim.of(invitation))]
            )
        ],
        "invitations-start": [
            reverse("invitations-start", args=[links.START.sign(StartClaim.of(host(game)))])
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
            reverse(
                "seats-by-letter",
                args=[links.SEAT.sign(SeatClaim.of(running.places.get(number=bob.seat)))],
            ),
            "/t/nonsense/seats/",
        ],
        "cells-by-letter": [reverse("cells-by-letter", args=[token]), "/t/nonsense/maze/"],
        "stories-by-letter": [reverse("stories-by-letter", args=[token]), "/t/nonsense/story/"],
        "seats-open-list": [reverse("seats-open-list") + "?tempo=day&language=en&page=2"],
        "archive": [reverse("archive") + "?result=won&page=2"],
        "rules-index": [reverse("rules-index")],
        "languages-choose": [reverse("languages-choose")],
        "watch": [reverse("watch") + "?ruleset=saboteur"],
        "pictures-small": [game_url(game, "pictures-small") for game in (open_game, running)],
        "seats-asked": [
            reverse("seats-asked", args=[links.ASKED.sign(AskedClaim(asked.pk))]),
            "/o/nonsense/",
        ],
        "agreement-table": [
            reverse("agreement-table", args=[game.key]) for game in (strangers, running)
        ],
        "agreement-propose": [
            reverse("agreement-propose", args=[running.key, act]) for act in ("resume", "nonsense")
        ],
        "agreement-by-letter": [
            reverse("agreement-by-letter", args=[token]),
            "/t/nonsense/agreement/",
        ],
        "moderation-home": [reverse("moderation-home") + "?q=bob"],
        "moderation-game": [
            reverse("moderation-game", args=[game.key]) for game in (strangers, running)
        ],
        "moderation-person": [reverse("moderation-person", args=[player("bob").key])],
        "moderation-act": [
            *(reverse("moderation-act", args=["pause", game.key]) for game in (strangers, running)),
            reverse("moderation-act", args=["extend-turn", strangers.key]) + "?seat=0",
            reverse("moderation-act", args=["nonsense", strangers.key]),
        ],
        "moderation-glass": [looked, "/moderation/glass/NONE/"],
        "moderation-seen": ["/moderation/seen/nonsense/"],
        "moderation-asked": [reverse("moderation-asked", args=[asked_for.reference])],
        "cases-queue": [reverse("cases-queue")],
        "cases-case": [
            *(reverse("cases-case", args=[each.reference]) for each in (case, closed)),
            "/moderation/cases/nonsense/",
        ],
        "cases-appeal": [reverse("cases-appeal", args=[appeal]), "/moderation/appeals/XXXX/"],
        "reports-mine": [reverse("reports-mine")],
        "reports-moderator": [
            reverse("reports-moderator"),
            reverse("reports-moderator") + f"?act={appeal}",
        ],
        "reports-person": [reverse("reports-person", args=[player("bob").key]), "/p/none/report/"],
        "reports-invitation": [
            reverse("reports-invitation", args=[game.key]) for game in (open_game, invited)
        ],
        "reports-seat": [reverse("reports-seat", args=[running.key, seat]) for seat in (0, 1, 99)],
        "records-mine": [reverse("records-mine")],
        "records-appeal": [reverse("records-appeal", args=[number]) for number in (1, 10**30)],
        "letterbox-letters": [reverse("letterbox-letters")],
        "letterbox-letter": [reverse("letterbox-letter", args=[letter])],
        "letterbox-html": [reverse("letterbox-html", args=[letter])],
        "letterbox-part": [reverse("letterbox-part", args=[letter, 3])],
    }


def channels_of(name: str) -> list[Channel]:
    """One that nothing was sent by yet, and one that was switched off with a trial in vain."""
    owner, url = player(name), "https://hooks.example.org/"
    kept = [
        keeping.add(owner, kind=kind, name=f"my {kind}", url=url + kind, now=NOW)
        for kind in ("webhook", "discord")
    ]
    Channel.objects.filter(pk=kept[1].pk).update(off="shut", fault="404")
    Sending.objects.create(
        channel=kept[1], created_at=NOW, due_at=NOW, status="failed", error="404"
    )
    return kept


def seasons() -> tuple[Season, Season]:
    """One season that is played, and one that asks its directors, of whom alice is one."""
    played = leagues.running(("alice", "bob"), **leagues.ROBIN)
    leagues.play_all(played, leagues.level)
    leagues.sweep(played, now=leagues.when(played) + HOUR)
    asking = leagues.open_season(of=leagues.league("The Other League"))
    directing.appoint(asking.league_id, player("alice"), by=player("olga"), now=NOW)
    while not Ask.objects.exists():
        leagues.step(asking)
    return played, asking


@pytest.mark.parametrize("who", ["alice", "mallory", "mia", None])
def test_no_page_writes_a_row_when_it_is_opened(letterbox: Path, who: str | None) -> None:
    accounts.ask_code("alice@example.org", next="", language="en", origin="x", now=NOW)
    mail.get_connection().send_messages(
        [mail.EmailMessage("Hello", "there", to=["alice@example.org"])]
    )
    letter = next(letterbox.glob("*.eml")).stem
    pages = addresses(open_table(seats=5, listed=True), started(listed=True), letter)
    assert set(pages) == names(get_resolver())
    if who == "mia":
        staff("mia", "host")
    client = browser(player(who) if who else None)
    rows, visits = Rows(), Trace.objects.count()
    for name, url in [(name, url) for name, urls in pages.items() for url in urls]:
        for method in (client.head, client.get):
            response = method(url)
            unready = name == "readyz" and response.status_code == 503
            assert unready or response.status_code in (200, 302, 303, 404, 405), (name, url)
            assert response.headers["Referrer-Policy"] == "strict-origin", (name, url)
            assert rows.are_same(), (name, url, method)
    # Nor is it a visit.
    assert Trace.objects.count() == visits


def test_the_checksum_notices_a_single_row() -> None:
    rows = Rows()
    assert rows.are_same()
    games.add_bot(open_table().key, by=player("alice"), now=NOW)
    assert not rows.are_same()
    assert {table for table, total in checksum().items() if total != rows.sums[table]} >= {
        "games_game",
        "games_seat",
    }
