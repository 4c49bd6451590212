"""Looking through broken glass: logged before it is seen, noticed by nobody, ended at once."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.registry import RULESETS
from engine.values import altered
from games import letters, selectors, texts
from games.clocks.services import keeping
from games.errors import HasLooked
from games.glass.models import Glass
from games.glass.selectors import has_looked
from games.glass.services import disclosing
from games.links import AskedClaim, SeatClaim
from games.log.rules import Cause
from games.log.services import because, write
from games.models import Act, Case, Entry, Game, Letter, Line, Notes, Orders, Player, Seat
from games.services import locks, repairs, turns
from games.substitutes.services import offers, sitting
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    all_sent,
    asked,
    pass_on,
    play,
    play_to_the_end,
    player,
    started,
)
from tests.games.moderation.cast import (
    CHECK,
    broken,
    confirmed,
    done,
    log,
    opened,
    previewed,
    staff,
)
from tests.games.pages.table import Forms, browser, seat_url, text_of
from tests.games.signals.cast import couple
from tests.games.substitutes.cast import seat_of
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


@pytest.fixture
def game() -> Game:
    """A game of alice, bob and carol, some moves old."""
    game = started(hours=24)
    for _ in range(4):
        pass_on(game)
    all_sent()
    return game


def case(game: Game, number: int = 17, *, by: str = "carol", about: str = "bob") -> int:
    """Lay a case before the moderators; its number."""
    with because(Cause.FORM):
        Case.objects.create(
            pk=number, reference=f"case-{number}", by=player(by), about=player(about), game=game,
            key=game.key, kind="stalling", made_at=NOW,
        )  # fmt: skip
    return number


def decide(**how: object) -> None:
    """Decide all cases, or lay them open again."""
    with because(Cause.FORM):
        Case.objects.update(**how)


def hand(game: Game, who: str = "bob") -> list[str]:
    """What stands on a seat's page and on no page that a spectator reads: the cards it holds."""
    view = selectors.seat_table(seat_of(game, who), now=NOW).view
    return [texts.card_name(code) for code in view.hand]


def rows() -> dict[str, list[Any]]:
    """All rows of all tables but those that moderators' own doings are written in."""
    own = {"games_line", "games_change", "games_act", "games_glass", "games_person"}
    # Of the moderator's own browser.
    own |= {"games_session", "django_session", "games_trace"}
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(set(connection.introspection.table_names()) - own):
            # When somebody last signed in changes with every browser of these tests.
            cursor.execute(f"SELECT to_jsonb(t) - 'last_login' FROM \"{table}\" t ORDER BY t::text")
            found[table] = cursor.fetchall()
    return found


def browsers(game: Game) -> list[tuple[Client, list[str]]]:
    """A browser of each player, and which pages he reads."""
    by_key = (
        *("seat-mine", "stories-mine", "table-public", "stories-public", "seats-of-game"),
        *("time-table", "talk-of-game", "replays-mine", "agreement-table"),
    )
    found = []
    for seat in Seat.objects.filter(game=game, player__isnull=False).order_by("number"):
        urls = [reverse(name, args=[game.key]) for name in by_key]
        urls += [seat_url(seat), "/", "/log/mine/", "/me/account/saboteur.json"]
        found.append((browser(seat.player), urls))
        found[-1][0].get(urls[0])  # brings the cookie that forms need
    return found


def read(people: list[tuple[Client, list[str]]]) -> list[Any]:
    """Every page of theirs with its status and all headers."""
    found = []
    for client, urls in people:
        for url in urls:
            answer = client.get(url)
            body = b"".join(answer) if answer.streaming else answer.content
            # Of the time of day, which tests do not move.
            headers = {key: value for key, value in answer.headers.items() if key != "Expires"}
            found.append((url, answer.status_code, headers, _bare(body.decode())))
    return found


def _bare(page: str) -> str:
    """The page without the secrets and nonces of its forms, which differ each time."""
    return re.sub(r'name="(csrfmiddlewaretoken|nonce)" value="[^"]*"', "", page)


def test_nobody_at_the_table_can_notice_a_look(game: Game):
    staff("mia")
    organiser, bob = browser(player("alice")), browser(player("bob"))
    preview = previewed(organiser, "pause", game.key, last="2026-03-02")
    mine = reverse("seat-mine", args=[game.key])
    bob.get(mine)
    etag = bob.get(mine).headers["ETag"]
    people = browsers(game)
    before, pages = rows(), read(people)
    client, desk = broken(game)
    for page in ("table", "story"):
        assert opened(client, desk, page).status_code == 200
    client.post(desk, {"more": "1"})
    assert rows() == before
    assert read(people) == pages
    assert bob.get(mine, headers={"if-none-match": etag}).status_code == 304
    # What somebody was about to do at the table still fits it.
    assert confirmed(organiser, "pause", game.key, preview).status_code == 303


def test_a_turn_that_is_over_is_not_ended_by_a_look(game: Game, set_clock):
    set_clock(NOW + 2 * DAY)
    staff("mia")
    before = rows()
    broken(game)
    assert rows() == before


def test_a_page_shows_one_seat_and_carries_no_form(game: Game):
    client, desk = broken(game)
    shown = opened(client, desk)
    page = text_of(shown.content.decode())
    assert all(card in page for card in hand(game))
    assert "Glass broken: 30" in page.replace("\xa0", " ")
    assert Forms(shown.content.decode()).forms == []
    assert "no-store" in shown.headers["Cache-Control"]
    assert "ETag" not in shown.headers
    told = text_of(opened(client, desk, "story").content.decode())
    assert "Glass broken" in told
    assert Forms(opened(client, desk, "story").content.decode()).forms == []
    # What its player keeps for himself stays his.
    assert "order" not in page.lower().replace("in order", "")


def test_each_page_is_a_line_before_it_is_shown(game: Game):
    client, desk = broken(game, case=case(game))
    answer = client.post(desk, {"page": "table"})
    line = Line.objects.latest("number")
    assert (line.act, line.case, line.arguments["page"]) == ("glass-seat-page", 17, "table")
    before = Line.objects.count(), Glass.objects.values().get()
    assert client.get(answer["Location"]).status_code == 200
    assert client.get(desk).status_code == 200
    assert (Line.objects.count(), Glass.objects.values().get()) == before
    assert [each for each in log(game) if each.startswith("glass")] == [
        "glass-seat", "glass-seat-page",
    ]  # fmt: skip


@pytest.mark.parametrize("act", ["glass-seat", "glass-state", "impersonate", "export-record"])
def test_a_look_is_for_a_case_that_one_may_know_of_or_for_none(game: Game, act: str):
    client = browser(staff("mia", "host" if act == "export-record" else "moderator"))
    # Mia shares a game with erin, so a case about erin is none of her business.
    started(("mia", "erin"), by="mia", key="duel")
    foreign, known = case(game, 18, about="erin"), case(game)
    target = player("bob").key if act == "impersonate" else game.key
    typed = {"seat": seat_of(game, "bob").number, **CHECK}
    pages = []
    for number in (4711, foreign):
        shown = previewed(client, act, target, case=number, **typed)
        assert shown.status_code == 400
        pages.append(text_of(shown.content.decode()).replace(str(number), ""))
    assert "You know of no case with this number." in pages[0]
    assert pages[0] == pages[1]
    assert previewed(client, act, target, case=known, **typed).status_code == 200
    assert previewed(client, act, target, **typed).status_code == 200


def test_nobody_of_ones_own_household_or_mailbox_puts_off_that_it_is_told(game: Game):
    number = case(game)
    _client, desk = broken(game, case=f"{number}.0")
    max_ = browser(staff("max"))
    home = couple("max", "mia")
    assert max_.get(desk).status_code == 404
    home.delete()
    Player.objects.filter(name="max").update(email="m.ia+max@example.org")
    assert max_.get(desk).status_code == 404
    Player.objects.filter(name="max").update(email="max@example.org")
    assert max_.get(desk).status_code == 200


def test_a_second_person_puts_off_that_it_is_told_while_the_case_is_open(game: Game, set_clock):
    number = case(game)
    client, desk = broken(game, case=f"{number}.0")
    _none, without = broken(game, "carol", by="zoe")
    max_ = browser(staff("max"))
    page = text_of(max_.get("/moderation/cases/case-17/").content.decode())
    assert page.count("Glass broken for it") == 1
    people = browsers(game)
    before, pages = rows(), read(people)
    shown = max_.get(desk)
    assert "It is told when the game is over" in text_of(shown.content.decode())
    # The same step twice is one.
    for times in ("0", "0"):
        assert max_.post(desk, {"times": times}).status_code == 303
    assert list(Glass.objects.order_by("pk").values_list("put_off", flat=True)) == [1, 0]
    assert (rows(), read(people)) == (before, pages)
    line = Line.objects.latest("number")
    assert (line.act, line.case, line.target_id) == ("glass-seat-put-off", 17, game.pk)
    assert max_.post(without, {"times": "0"}).status_code == 404
    # Neither who broke it nor who plays there finds a way, nor anybody once the case is decided.
    client.post(desk, {"times": "1"})
    decide(finding="no-breach", decided_at=NOW)
    max_.post(desk, {"times": "1"})
    assert "only while its case is open" in text_of(max_.get(desk).content.decode())
    decide(finding="", decided_at=None)
    for other in (staff("carol"), player("dora")):
        assert browser(other).get(desk).status_code == 404
        assert browser(other).post(desk, {"times": "1"}).status_code == 404
    play_to_the_end(game, now=NOW + HOUR)
    told = Entry.objects.filter(game=game, act="glass")
    assert [entry.said["place"] for entry in told] == [seat_of(game, "carol").number]
    end = NOW + HOUR
    assert disclosing.sweep(now=end + 30 * DAY - MINUTE) == 0
    set_clock(end + 30 * DAY - MINUTE)
    assert max_.post(desk, {"times": "1"}).status_code == 303
    assert max_.post(desk, {"times": "2"}).status_code == 303
    assert disclosing.sweep(now=end + 60 * DAY - MINUTE) == 0
    assert disclosing.sweep(now=end + 60 * DAY) == 1
    assert told.all().count() == 2
    assert max_.get(desk).status_code == 404


def test_what_cannot_be_logged_is_not_shown(game: Game):
    client, desk = broken(game)
    client.raise_request_exception = False
    with no_log():
        answer = client.post(desk, {"page": "table"})
    assert answer.status_code == 500
    assert Glass.objects.get().pages == 0
    with no_log():
        number = seat_of(game, "carol").number
        shown = previewed(client, "glass-seat", game.key, seat=number, **CHECK)
        assert confirmed(client, "glass-seat", game.key, shown).status_code == 500
    assert Glass.objects.count() == 1


@contextmanager
def no_log() -> Iterator[None]:
    """Let the database take no line, as if its disk were full."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_line ADD CONSTRAINT full_disk CHECK (false) NOT VALID")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_line DROP CONSTRAINT full_disk")


def test_a_ticket_is_for_who_opened_it_for_a_minute_and_for_the_table_as_it_was(
    game: Game, set_clock
):
    client, desk = broken(game)
    ticket = client.post(desk, {"page": "table"})["Location"]
    assert browser(staff("max")).get(ticket).status_code == 404
    assert browser().get(ticket).status_code == 404
    assert browser(player("mia")).get(ticket).status_code == 403  # another session of hers
    set_clock(NOW + MINUTE)
    assert client.get(ticket).status_code == 403
    ticket = client.post(desk, {"page": "table"})["Location"]
    pass_on(game, now=NOW + MINUTE)
    assert client.get(ticket).status_code == 403
    assert client.get(ticket + "x").status_code == 404


def test_it_lasts_half_an_hour_from_its_first_page_and_is_made_longer_twice(game: Game, set_clock):
    client, desk = broken(game)
    set_clock(NOW + DAY)
    assert opened(client, desk).status_code == 200
    for _ in range(3):
        client.post(desk, {"more": "1"})
    assert Glass.objects.get().extended == 2
    set_clock(NOW + DAY + 89 * MINUTE)
    assert opened(client, desk).status_code == 200
    set_clock(NOW + DAY + 90 * MINUTE)
    assert opened(client, desk).status_code == 403
    assert log(game)[-1] == "glass-seat-over"
    unused, other = broken(game, "carol")
    set_clock(NOW + 5 * DAY)
    assert opened(unused, other).status_code == 403


def signed_out(game: Game, client: Client) -> None:
    client.post(reverse("accounts-sign-out"))
    client.force_login(player("mia"))


def seat_changed(game: Game, client: Client) -> None:
    offers.resign(SeatClaim.of(seat_of(game, "bob")), now=NOW)
    sitting.sit(game.key, seat_of(game, "bob").number, player("erin"), now=NOW)


def asked_to_sit(game: Game, client: Client) -> None:
    offers.resign(SeatClaim.of(seat_of(game, "carol")), now=NOW)
    seat = seat_of(game, "carol")
    offers.ask(game.key, seat.number, "mia@example.org", by=player("alice"), now=NOW)


def game_over(game: Game, client: Client) -> None:
    play_to_the_end(game)


def closed(game: Game, client: Client) -> None:
    client.post(Act.objects.get(key="glass-seat").reference.join(("/moderation/glass/", "/")),
                {"close": "1"})  # fmt: skip


@pytest.mark.parametrize(
    "end", [signed_out, seat_changed, asked_to_sit, game_over, closed], ids=lambda end: end.__name__
)
def test_it_ends_at_once(game: Game, end: Any):
    client, desk = broken(game)
    ticket = client.post(desk, {"page": "table"})["Location"]
    assert client.get(ticket).status_code == 200
    end(game, client)
    assert client.get(ticket).status_code == 403
    answer = opened(client, desk)
    assert answer.status_code == 403
    assert not any(card in text_of(answer.content.decode()) for card in hand_of_all(game))


def hand_of_all(game: Game) -> list[str]:
    return [
        card
        for seat in game.places.filter(player__isnull=False)
        for card in map(texts.card_name, selectors.seat_table(seat, now=NOW).view.hand)
    ]


def test_it_ends_with_the_right_for_good(game: Game):
    client, desk = broken(game)
    ticket = client.post(desk, {"page": "table"})["Location"]
    hal = staff("hal", "host")
    typed = {"role": "moderator", "why": "service"}
    done(hal, "grant-role", player("mia").key, step="end", **typed)
    assert client.get(ticket).status_code == 403
    assert opened(client, desk).status_code == 403
    done(hal, "grant-role", player("mia").key, step="begin", **typed)
    assert opened(client, desk).status_code == 403


def test_who_has_looked_never_sits_there(game: Game):
    broken(game, "carol")
    offers.resign(SeatClaim.of(seat_of(game, "bob")), now=NOW)
    number = seat_of(game, "bob").number
    with pytest.raises(HasLooked):
        sitting.sit(game.key, number, player("mia"), now=NOW)
    # To who asks her nothing is different.
    asked_her = offers.ask(game.key, number, "mia@example.org", by=player("alice"), now=NOW)
    claim = AskedClaim(asked_her.pk)
    with pytest.raises(HasLooked):
        sitting.accept(claim, language="en", now=NOW)
    named = previewed(browser(staff("max")), "replace", game.key,
                      seat=number, whom=player("mia").key)  # fmt: skip
    assert "mia has looked at hidden cards of this table." in text_of(named.content.decode())
    sitting.sit(game.key, number, player("erin"), now=NOW)


@pytest.mark.parametrize("act", ["rewind", "restart-round", "undo-forced"])
def test_who_has_looked_takes_no_game_back(game: Game, act: str):
    typed = {"to": 2} if act == "rewind" else {}
    if act == "undo-forced":
        forced(game)
    mia, max_ = staff("mia"), staff("max")
    shown = previewed(browser(max_), act, game.key, **typed)
    assert shown.status_code == 200
    broken(game, "carol")
    refused = previewed(browser(mia), act, game.key, **typed)
    assert refused.status_code == 409
    assert "You have looked at the secrets of this game" in text_of(refused.content.decode())
    if act == "undo-forced":
        broken(game, "carol", by="max")
        assert confirmed(browser(max_), act, game.key, shown).status_code == 409
        return
    assert confirmed(browser(max_), act, game.key, shown).status_code == 202
    row = Act.objects.get(key=act)
    here = reverse("moderation-asked", args=[row.reference])
    sent = {"answer": "yes", "digest": row.digest}
    assert browser(mia).get(here).status_code == 409
    assert browser(mia).post(here, sent).status_code == 409
    # Nor where who chose looks before another confirms.
    broken(game, "carol", by="max")
    sent["digest"] = Act.objects.get(pk=row.pk).digest
    assert browser(staff("zoe")).post(here, sent).status_code == 409
    assert Act.objects.get(pk=row.pk).stage == "asked"


def test_at_the_end_everybody_reads_who_looked_at_what_and_why(game: Game, set_clock):
    client, desk = broken(game, case=case(game, 90317))
    opened(client, desk)
    set_clock(NOW + 11 * MINUTE)
    opened(client, desk, "story")
    client.post(desk, {"close": "1"})
    offers.resign(SeatClaim.of(seat_of(game, "carol")), now=NOW)
    sitting.sit(game.key, seat_of(game, "carol").number, player("erin"), now=NOW)
    assert not Entry.objects.filter(act="glass").exists()
    play_to_the_end(game, now=NOW + HOUR)
    row, bob = Act.objects.get(key="glass-seat"), seat_of(game, "bob")
    line = (
        f"A moderator saw the cards of @{bob.number + 1} on 1 March 2026: 11 minutes, 2 pages. "
        f"Reason: a check of this game. Reference {row.reference}."
    )
    for page in (f"/g/{game.key}/", f"/g/{game.key}/story/"):
        assert text_of(browser().get(page).content.decode()).count(line) == 1
    result = Letter.objects.get(kind="result", seat=bob)
    assert line in body(result)
    former = Letter.objects.get(kind="glass")
    assert former.email == "carol@example.org"
    assert line in body(former)
    assert not any(word in body(letter) for letter in (former, result) for word in ("mia", "90317"))
    mine = b"".join(browser(bob.player).get("/me/account/saboteur.json")).decode()
    assert row.reference in mine
    set_clock(NOW + 100 * DAY)
    assert disclosing.sweep(now=NOW + 100 * DAY) == 0


def test_a_glass_that_nobody_looked_through_is_told_as_that(game: Game):
    broken(game)
    play_to_the_end(game)
    page = text_of(browser().get(f"/g/{game.key}/").content.decode())
    assert (
        "A moderator might have looked at hidden cards on 1 March 2026 and opened no page." in page
    )


def test_a_game_that_goes_on_tells_it_after_ninety_days(game: Game, set_clock):
    client, desk = broken(game)
    opened(client, desk)
    later = NOW + 90 * DAY
    assert disclosing.sweep(now=later - MINUTE) == 0
    assert disclosing.sweep(now=later) == 1
    assert disclosing.sweep(now=later) == 0
    assert log(game)[-1] == "glass-told"
    entry = Entry.objects.get(act="glass")
    assert Letter.objects.filter(kind="news", entry=entry).count() == 3
    assert entry.said["minutes"] == 30
    for client in (browser(), browser(player("bob"))):
        page = text_of(client.get(f"/g/{game.key}/").content.decode())
        assert page.count("A moderator saw the cards of @") == 1


@pytest.mark.parametrize("key", RULESETS)
def test_two_people_let_one_of_them_see_it_all_but_no_order(key: str):
    names = ("alice", "bob", "carol")[: min(RULESETS[key].meta.seats[-1], 3)]
    game = started(names, key=key, hours=24)
    for _ in range(4):
        play(game)
    all_sent()
    asker, second = browser(staff("mia")), browser(staff("max"))
    people = browsers(game)
    before, pages = rows(), read(people)
    shown = previewed(asker, "glass-state", game.key, **CHECK)
    assert confirmed(asker, "glass-state", game.key, shown).status_code == 202
    row = Act.objects.get(key="glass-state")
    here, desk = (
        reverse(f"moderation-{name}", args=[row.reference]) for name in ("asked", "glass")
    )
    assert asker.get(desk).status_code == 404
    answer = second.post(here, {"answer": "yes", "digest": row.digest})
    assert answer.status_code == 303
    assert second.get(desk).status_code == 404
    assert opened(second, desk, "state").status_code == 404
    page = opened(asker, desk, "state")
    text = text_of(page.content.decode())
    assert Forms(page.content.decode()).forms == []
    for seat in game.places.all():
        view = selectors.seat_table(seat, now=NOW).view
        assert all(texts.card_name(code) in text for code in view.hand)
    with reordered(game):
        assert text_of(opened(asker, desk, "state").content.decode()) == text
    assert rows() == before
    assert read(people) == pages


@contextmanager
def reordered(game: Game) -> Iterator[None]:
    """Let the stock lie the other way round."""
    row, rules = Game.objects.get(pk=game.pk), RULESETS[game.ruleset]
    state = rules.load(row.state)
    # The Dark Cave's three stacks lie on one another; the engine's own tests turn each of them.
    stock = state.stock[::-1] if game.ruleset != "dark-cave" else state.stock
    assert game.ruleset == "dark-cave" or stock != state.stock
    Game.objects.filter(pk=game.pk).update(state=rules.dump(altered(state, {"stock": stock})))
    yield
    Game.objects.filter(pk=game.pk).update(state=row.state)


@pytest.mark.parametrize("key", RULESETS)
def test_two_hosts_let_one_of_them_take_the_record_without_people_or_secret(key: str, set_clock):
    names = ("alice", "bob", "carol")[: min(RULESETS[key].meta.seats[-1], 3)]
    game = started(names, key=key, hours=24)
    for _ in range(4):
        play(game)
    say(game, "alice", "a word at the table")
    all_sent()
    asker, second = browser(staff("hal", "host")), browser(staff("hanna", "host"))
    people = browsers(game)
    before, pages = rows(), read(people)
    shown = previewed(asker, "export-record", game.key, **CHECK)
    assert confirmed(asker, "export-record", game.key, shown).status_code == 202
    row = Act.objects.get(key="export-record")
    here, desk = (
        reverse(f"moderation-{name}", args=[row.reference]) for name in ("asked", "glass")
    )
    assert second.post(here, {"answer": "yes", "digest": row.digest}).status_code == 303
    assert second.get(desk).status_code == 404
    file = opened(asker, desk, "record")
    assert f"saboteur-{row.reference}.json" in file["Content-Disposition"]
    assert "no-store" in file["Cache-Control"]
    found, text = json.loads(file.content), file.content.decode()
    for seat in game.places.all():
        view = selectors.seat_table(seat, now=NOW).view
        assert tuple(found["table"]["seats"][seat.number]["hand"]) == view.hand
    assert [each[0] for each in found["moves"]] == list(range(5))
    seed = RULESETS[key].load(again(game).state).seed
    forbidden = (*names, *(f"{name}@" for name in names), "a word", game.key, seed.hex())
    assert not [word for word in forbidden if word in text]
    with reordered(again(game)):
        assert json.loads(opened(asker, desk, "record").content) == found
    assert rows() == before
    assert read(people) == pages
    assert has_looked(player("hal"), game)
    set_clock(NOW + 90 * DAY)
    disclosing.sweep(now=NOW + 90 * DAY)
    told = browser(player(names[0])).get(reverse("stories-mine", args=[game.key]))
    assert "A host took the record with all hidden cards" in text_of(told.content.decode())


def test_of_a_game_that_a_fault_set_aside_a_host_takes_the_record_alone_and_at_once(game: Game):
    state = {**again(game).state, "v": 99}
    Game.objects.filter(pk=game.pk).update(state=state)
    with because(Cause.SYSTEM):
        repairs.set_aside(game, repairs.note("KeyError", "engine", now=NOW), now=NOW)
        write("quarantine", now=NOW)
    client = browser(staff("hal", "host"))
    shown = previewed(client, "export-record", game.key, **CHECK)
    answer = confirmed(client, "export-record", game.key, shown)
    assert answer.status_code == 303
    found = json.loads(opened(client, answer["Location"], "record").content)
    assert (found["table"], len(found["moves"])) == (None, 5)
    assert state["lines"]["seed"] not in json.dumps(found)
    assert log(game) == ["export-record", "export-record-page"]
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert opened(client, answer["Location"], "record").status_code == 403


def test_a_host_who_sets_a_sound_game_aside_still_needs_a_second_person_for_its_record(game: Game):
    hal = staff("hal", "host")
    staff("hanna", "host")
    done(hal, "quarantine", game.key, why="check")
    client = browser(hal)
    shown = previewed(client, "export-record", game.key, **CHECK)
    assert confirmed(client, "export-record", game.key, shown).status_code == 202
    assert not Glass.objects.exists()
    assert done(hal, "retry", game.key, why="check").status_code == 303


def test_scenario_31_impersonating(game: Game):
    seat = seat_of(game, "bob")
    Notes.objects.create(seat=seat, text="a note of bob", about={})
    Orders.objects.create(seat=seat, following=["an order of bob"])
    mine = started(("mia", "dora", "erin"), by="mia")  # which she is tied to
    over = started(("bob", "dora", "mia"), by="bob", rounds="1")
    play_to_the_end(over)
    client, desk = looked_at("bob")
    assert client.post(desk, {"page": "table"}).status_code == 404
    forbidden = (
        *("a note of bob", "an order of bob", "@example.org", "/t/", "/c/", over.key, mine.key),
        *hand(game),
    )
    for page in ("home", "over", "profile"):
        shown = opened(client, desk, page)
        assert shown.status_code == 200
        text = shown.content.decode()
        assert Forms(text).forms == []
        assert not [word for word in forbidden if word in text], page
    home = client.post(desk, {"page": "home"})["Location"]
    assert game.key in client.get(home).content.decode()
    assert f"/moderation/do/glass-seat/{game.key}/?seat={seat.number}" in (
        client.get(home).content.decode()
    )
    before = rows()
    link, ply = seat_url(seat), game.ply
    move = {"move": "pass", "seen_ply": ply}
    for url in (home, f"{home}g/{game.key}/seat/move/", f"/moderation/seen{link}move/"):
        for method in ("post", "put", "patch", "delete"):
            with CaptureQueriesContext(connection) as asked_for:
                assert getattr(client, method)(url, move).status_code == 403
            assert not asked_for.captured_queries
    assert rows() == before
    assert [each for each in log() if each.startswith("impersonate")] == [
        "impersonate", *["impersonate-page"] * 4,
    ]  # fmt: skip


def looked_at(name: str) -> tuple[Client, str]:
    """Let mia look at somebody's pages."""
    client, key = browser(staff("mia")), player(name).key
    shown = previewed(client, "impersonate", key, **CHECK)
    return client, confirmed(client, "impersonate", key, shown)["Location"]


def test_who_plays_with_somebody_sees_none_of_his_pages_and_he_reads_of_a_look_later(
    game: Game, set_clock
):
    client, desk = looked_at("bob")
    assert opened(client, desk, "home").status_code == 200
    reference = Act.objects.get(key="impersonate").reference
    file = "/me/account/saboteur.json"
    assert reference not in b"".join(browser(player("bob")).get(file)).decode()
    set_clock(NOW + 90 * DAY)
    assert reference in b"".join(browser(player("bob")).get(file)).decode()
    set_clock(NOW)
    started(("mia", "bob"), by="mia", key="duel")
    assert opened(client, desk, "home").status_code == 403
    assert previewed(client, "impersonate", player("bob").key, **CHECK).status_code == 403


def test_scenario_30_glass(game: Game, set_clock):
    client, desk = broken(game, case=case(game))
    assert log(game)[-1] == "glass-seat"
    people = browsers(game)
    before, pages = rows(), read(people)
    assert opened(client, desk).status_code == 200
    assert (rows(), read(people)) == (before, pages)
    with no_log():
        client.raise_request_exception = False
        assert client.post(desk, {"page": "story"}).status_code == 500
    seat_changed(game, client)
    assert opened(client, desk).status_code == 403
    set_clock(NOW + 30 * MINUTE)
    play_to_the_end(game, now=NOW + 30 * MINUTE)
    reference = Act.objects.get(key="glass-seat").reference
    assert reference in text_of(browser().get(f"/g/{game.key}/").content.decode())
    told = {letter.email for letter in Letter.objects.filter(kind="glass")}
    assert told == {"bob@example.org"}


def forced(game: Game) -> None:
    """Make the default move of who is asked."""
    with because(Cause.TIME_OUT):
        held, seat = locks.game(key=game.key), asked(game).number
        turns.force(held, locks.people(held), keeping.seen(held, now=NOW), seat, now=NOW)
    all_sent()


def body(letter: Letter) -> str:
    """What a letter says."""
    message = letters.render(letter, now=NOW)
    return " ".join(str(message.body).split())
