"""The admin: found by staff, read only, without hands, roles, deck, seed or links."""

import json
import re
import sys

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine.registry import ruleset
from games import links, texts
from games.accounts.services import address
from games.admin import office
from games.clocks.rules import breaks
from games.links import SeatClaim
from games.models import (
    AddressChange,
    Appeal,
    Cleaned,
    Game,
    Invitation,
    Kept,
    Letter,
    Move,
    Notes,
    Outage,
    Player,
    Pulse,
    Seat,
)
from games.services import accounts, invitations, mailbox
from tests.games.cast import (
    DAY,
    HOUR,
    NOW,
    asked,
    clocks_of,
    open_table,
    pass_on,
    player,
    started,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(accounts.make_admin("olga@example.org", now=NOW))
    return client


@pytest.fixture
def game() -> Game:
    table = open_table()
    invitations.invite(table.key, "bob@example.org", by=player("alice"), now=NOW)
    running = started()
    pass_on(running)
    mailbox.sweep(now=NOW)
    Notes.objects.create(seat=asked(running), text="my note", about={"0": "my note"})
    return running


def appeal_of(game: Game) -> Appeal:
    turn = Kept.objects.create(player=player("alice"), game=game, at=NOW, reply=None)
    return Appeal.objects.create(turn=turn, said="I was in hospital", made_at=NOW)


def pages(game: Game) -> list[str]:
    listed = [f"admin:games_{model.__name__.lower()}" for model in office._registry]
    rows = {
        Game: game,
        Seat: asked(game),
        Move: Move.objects.get(game=game, ply=1),
        Letter: Letter.objects.filter(game=game).first(),
        Invitation: Invitation.objects.get(),
        Player: player("alice"),
        Pulse: Pulse.objects.create(pk=1, last_at=NOW),
        Outage: Outage.objects.create(begun_at=NOW, ended_at=NOW + HOUR),
        Appeal: appeal_of(game),
        AddressChange: address.ask(player("bob"), "b@example.net", now=NOW),
        Cleaned: Cleaned.objects.create(what="letters", at=NOW, removed=1, more=False),
    }
    assert set(rows) == set(office._registry)
    single = [
        reverse(f"admin:games_{model.__name__.lower()}_change", args=[row.pk])
        for model, row in rows.items()
    ]
    return [reverse("admin:index"), *(reverse(f"{name}_changelist") for name in listed), *single]


def test_every_page_opens_and_holds_no_secret(operator: Client, game: Game):
    state = json.dumps(game.state)
    seed = ruleset(game.ruleset).load(game.state).seed
    tokens = [links.SEAT.sign(SeatClaim.of(seat)) for seat in Seat.objects.filter(game=game)]
    facts = [json.dumps(move.events) for move in Move.objects.filter(game=game)]
    notation = Move.objects.get(game=game, ply=1).notation
    secrets = [state, seed.hex(), *tokens, *facts, notation, "digger", "Dealt", "my note"]
    for page in pages(game):
        answer = operator.get(page)
        assert answer.status_code == 200, page
        for secret in secrets:
            assert secret not in answer.content.decode(), page


def test_no_list_holds_an_address_and_a_row_does(operator: Client, game: Game):
    *lists, row = [
        page for page in pages(game) if "/change/" not in page or "addresschange" in page
    ]
    for page in lists:
        for query in ("", "?q=alice", "?q=example.org"):
            told = operator.get(page + query).content.decode()
            assert not re.findall(r"[\w.+-]+@example\.\w+", told), page
    assert "b@example.net" in operator.get(row).content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "game/?state__icontains=digger",
        "game/?state__isnull=False",
        "game/?places__link_epoch=0",
        "game/?join_epoch=0",
        "move/?notation__startswith=pass",
        "move/?events__icontains=Dealt",
        "move/?game__state__icontains=digger",
        "seat/?link_epoch=0",
        "invitation/?epoch=0",
        "letter/?game__state__icontains=digger",
        "letter/?sign_in__isnull=True",
        "seat/?notes__text__icontains=note",
    ],
)
def test_no_secret_is_found_out_by_searching_for_it(operator: Client, game: Game, query: str):
    assert operator.get(f"/admin/games/{query}").status_code == 400


@pytest.mark.parametrize(
    "query",
    [
        "game/?status__exact=active",
        "game/?ruleset=saboteur&stuck_at__isempty=1",
        "letter/?kind__exact=turn&created_at__gte=2026-03-01+00:00:00%2B00:00",
        "player/?is_staff__exact=1",
    ],
)
def test_what_the_page_offers_to_filter_by_filters(operator: Client, game: Game, query: str):
    answer = operator.get(f"/admin/games/{query}")
    assert answer.status_code == 200
    assert answer.context["cl"].result_count


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("game/?q={key}", 1),
        ("game/?q=bob", 1),
        ("seat/?q={key}", 3),
        ("seat/?q=alice", 2),
        ("move/?q={key}", 2),
        ("invitation/?q=bob@example.org", 1),
        ("letter/?q={letter}", 1),
        ("letter/?q=nobody", 0),
        ("letter/?error=recipient+refused+550", 1),
    ],
)
def test_operators_find_rows_by_what_they_know(
    operator: Client, game: Game, query: str, found: int
):
    letter = Letter.objects.latest("created_at")
    Letter.objects.filter(pk=letter.pk).update(status="failed", error="recipient refused 550")
    asked_for = query.format(key=game.key, letter=letter.pk)
    answer = operator.get(f"/admin/games/{asked_for}")
    assert answer.context["cl"].result_count == found


def test_operators_find_the_letters_of_a_game_and_those_to_an_address(operator: Client, game: Game):
    to_bob = [
        each
        for each in Letter.objects.all()
        if "bob@example.org" in (each.email, each.seat and each.seat.player.email)
    ]
    for term, found in ((game.key, game.letters.count()), ("BOB@example.org", len(to_bob))):
        answer = operator.get("/admin/games/letter/", {"q": term})
        assert answer.context["cl"].result_count == found > 1


def test_no_list_counts_further_than_anybody_looks(operator: Client, game: Game, monkeypatch):
    monkeypatch.setattr(sys.modules["games.admin.office"], "MOST", 2)
    assert Move.objects.count() + Letter.objects.count() > 4
    for model in ("letter", "seat"):
        assert operator.get(f"/admin/games/{model}/").context["cl"].result_count == 2


def test_a_game_set_aside_is_found_by_the_operator(operator: Client, game: Game):
    found = "/admin/games/game/?set_aside=yes"
    assert operator.get(found).context["cl"].result_count == 0
    Game.objects.filter(pk=game.pk).update(stuck=Game.SET_ASIDE)
    assert operator.get(found).context["cl"].result_count == 1


def test_a_games_deadlines_are_shown_as_everybody_reads_them(
    operator: Client, game: Game, set_clock
):
    set_clock(NOW)
    page = f"/admin/games/game/{game.pk}/change/"
    due = Game.objects.get(pk=game.pk).deadline_at
    assert due is not None
    assert (
        f"@{asked(game).number + 1}: {texts.moment_text(due)} ("
        in operator.get(page).content.decode()
    )
    clocks_of(game, lambda table: breaks.pause(table, NOW + DAY, by=None, now=NOW))
    assert "paused until" in operator.get(page).content.decode()


def test_there_is_no_password_to_change(operator: Client):
    form = {"old_password": "x", "new_password1": "y", "new_password2": "y"}
    for answer in (operator.get(PASSWORD), operator.post(PASSWORD, form)):
        assert answer.status_code == 404


PASSWORD = "/admin/password_change/"
WRITABLE = re.compile(r'<(?:input(?![^>]*type="hidden")|textarea|select)[^>]* name="([^"]+)"')


def test_no_page_offers_a_field_to_write_in(operator: Client, game: Game):
    for page in pages(game):
        names = WRITABLE.findall(operator.get(page).content.decode())
        # Why the service is held is said by its operator.
        said = {
            reverse("admin:games_pulse_changelist"): {"reason"},
        }.get(page, set())
        assert set(names) <= {"q", "action", "_selected_action", "index", *said}, page


def test_nothing_can_be_changed_or_deleted_by_post(operator: Client, game: Game):
    for page in pages(game)[-len(office._registry) :]:
        assert operator.post(page, {"name": "mallory"}).status_code == 403
        gone = page.replace("/change/", "/delete/")
        assert operator.post(gone, {"post": "yes"}).status_code == 403
    for model in office._registry:
        add = reverse(f"admin:games_{model.__name__.lower()}_add")
        assert operator.get(add).status_code == 403


def found(operator: Client, model: str, words: str) -> int:
    answer = operator.get(reverse(f"admin:games_{model}_changelist"), {"q": words})
    return int(answer.context["cl"].result_count)


def test_things_are_found_by_the_key_of_their_game(operator: Client, game: Game):
    assert [found(operator, model, game.key) for model in ("game", "seat", "move")] == [1, 3, 2]
    assert found(operator, "letter", game.key) == Letter.objects.filter(game=game).count()


def test_letters_are_found_by_address_and_by_name(operator: Client, game: Game):
    to_seat = Letter.objects.filter(seat__player__email="bob@example.org").count()
    assert to_seat > 0
    assert found(operator, "letter", "bob@example.org") == to_seat + 1
    assert found(operator, "letter", str(Letter.objects.filter(game=game).first().pk)) == 1


def test_letters_are_filtered_by_their_state(operator: Client, game: Game):
    Letter.objects.filter(kind="invitation").update(status="failed", error="recipient refused 550")
    answer = operator.get(reverse("admin:games_letter_changelist"), {"status__exact": "failed"})
    assert answer.context["cl"].result_count == 1
    assert "recipient refused 550" in answer.content.decode()


def test_a_long_list_costs_no_more_statements(
    operator: Client, game: Game, django_assert_max_num_queries
):
    for _ in range(5):
        started()
    for name in ("game", "seat", "move", "letter", "invitation", "player"):
        with django_assert_max_num_queries(10):
            operator.get(reverse(f"admin:games_{name}_changelist"))


def statements(operator: Client, path: str) -> list[str]:
    with CaptureQueriesContext(connection) as said:
        operator.get(f"/admin/games/{path}")
    return [each["sql"] for each in said.captured_queries]


def test_no_list_goes_through_all_rows_to_say_what_can_be_chosen(operator: Client, game: Game):
    assert not [each for each in statements(operator, "game/") if "DISTINCT" in each]


@pytest.mark.parametrize("path", ["game/?q=alice", "seat/?q=alice"])
def test_who_looks_for_a_name_goes_through_all_rows_once(operator: Client, game: Game, path: str):
    said = statements(operator, path)
    for table in ("games_game", "games_seat"):
        looked = [each for each in said if re.search(rf'"{table}"."name"::text\) LIKE', each)]
        assert len(looked) == (1 if table in ("games_seat", f"games_{path[:4]}") else 0)


def test_letters_with_an_error_lie_in_the_order_in_which_they_are_shown(
    operator: Client, game: Game
):
    Letter.objects.filter(game=game).update(status="failed", error="recipient refused 550")
    said = statements(operator, "letter/?error=recipient+refused+550")
    [shown] = [each for each in said if each.endswith('"games_letter"."id" DESC')]
    with connection.cursor() as cursor:
        # As if there were many.
        cursor.execute(
            "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off;"
            " SET LOCAL enable_sort = off"
        )
        cursor.execute(f"EXPLAIN {shown}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "letter_by_error" in plan
    assert "Presorted Key: games_letter.created_at" in plan


def test_visitors_are_sent_to_the_code_sign_in():
    answer = Client().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/sign-in/?next=%2Fadmin%2F")


def test_players_who_are_no_staff_are_refused():
    client = Client()
    client.force_login(player("mallory"))
    assert client.get("/admin/", follow=True).status_code == 403


def test_failed_letters_are_sent_again(operator: Client, game: Game, mailoutbox):
    letter = Letter.objects.get(kind="invitation")
    Letter.objects.filter(pk=letter.pk).update(status="failed", attempts=9)
    chosen = {"action": "send_again", "_selected_action": [letter.pk]}
    operator.post(reverse("admin:games_letter_changelist"), chosen)
    letter.refresh_from_db()
    assert (letter.status, letter.attempts) == ("queued", 0)


def test_sent_letters_are_not_sent_again(game: Game):
    sent = list(Letter.objects.filter(status="sent").values_list("pk", flat=True))
    assert sent
    assert mailbox.requeue(sent, now=NOW) == 0


def test_nobody_finds_a_game_here_that_he_plays_in(operator: Client, game: Game):
    client = Client()
    client.force_login(accounts.make_admin("carol@example.org", now=NOW))
    invited = Invitation.objects.get()
    for name in ("game", "seat", "move", "letter"):
        assert found(operator, name, game.key) > 0
        assert found(client, name, game.key) == 0
    assert found(client, "invitation", invited.game.key) == 1
    row = reverse("admin:games_game_change", args=[game.pk])
    assert (operator.get(row).status_code, client.get(row).status_code) == (200, 302)


def test_every_row_of_a_game_leads_to_where_acts_are_done(operator: Client, game: Game):
    here = reverse("moderation-game", args=[game.key])
    for name in ("game", "seat"):
        assert here in operator.get(reverse(f"admin:games_{name}_changelist")).content.decode()
    letter = Letter.objects.filter(game=game).first()
    there = reverse("moderation-act", args=["resend-letter", letter.pk])
    assert there in operator.get(reverse("admin:games_letter_changelist")).content.decode()


STILL_DONE_HERE = {
    *("send_again", "excuse", "let_stand", "vouch"),
}
"""This list only shrinks: whatever else is done to games, seats, letters and people is an act."""


def test_the_admin_itself_does_no_more_than_it_did(operator: Client):
    offered = {name for site in office._registry.values() for name in site.actions}
    assert offered == STILL_DONE_HERE


def test_nobody_finds_what_is_said_about_games_that_he_plays_in(operator: Client, game: Game):
    appeal_of(game)
    Letter.objects.filter(game=game).update(status="failed", error="recipient refused 550")
    client = Client()
    client.force_login(accounts.make_admin("carol@example.org", now=NOW))
    listed = reverse("admin:games_appeal_changelist")
    assert [who.get(listed).context["cl"].result_count for who in (operator, client)] == [1, 0]
    letters = reverse("admin:games_letter_changelist")
    assert "recipient refused 550" in operator.get(letters).content.decode()
    assert "recipient refused 550" not in client.get(letters).content.decode()
