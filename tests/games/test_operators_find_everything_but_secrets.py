"""The admin: found by staff, read only, without hands, roles, deck, seed or links."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from engine.registry import ruleset
from games import links, selectors, texts
from games.admin import office
from games.clocks.rules import breaks
from games.errors import BadLink
from games.models import (
    Appeal,
    Game,
    Invitation,
    Kept,
    Letter,
    Move,
    Notes,
    Outage,
    Player,
    Pulse,
    Report,
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
    client.force_login(accounts.make_admin("carol@example.org", now=NOW))
    return client


@pytest.fixture
def game() -> Game:
    table = open_table()
    invitations.invite(table.key, "bob@example.org", by=player("alice"), now=NOW)
    running = started()
    pass_on(running)
    mailbox.sweep(now=NOW)
    Notes.objects.create(seat=asked(running), text="my note", about={"0": "my note"})
    Report.objects.create(
        by=player("alice"),
        about=player("bob"),
        key=running.key,
        room="table",
        name="bob",
        said="you cheat",
        said_at=NOW,
        words="he insults me",
        made_at=NOW,
    )
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
        Report: Report.objects.get(),
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
    tokens = [links.mint_seat(seat) for seat in Seat.objects.filter(game=game)]
    facts = [json.dumps(move.events) for move in Move.objects.filter(game=game)]
    notation = Move.objects.get(game=game, ply=1).notation
    secrets = [state, seed.hex(), *tokens, *facts, notation, "digger", "Dealt", "my note"]
    for page in pages(game):
        answer = operator.get(page)
        assert answer.status_code == 200, page
        for secret in secrets:
            assert secret not in answer.content.decode(), page


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
        "report/?words__icontains=insults",
    ],
)
def test_no_secret_is_found_out_by_searching_for_it(operator: Client, game: Game, query: str):
    assert operator.get(f"/admin/games/{query}").status_code == 400


@pytest.mark.parametrize(
    "query",
    [
        "game/?status__exact=active",
        "game/?seats=3&stuck_at__isempty=1",
        "move/?game__status__exact=active&by__exact=player",
        "letter/?kind__exact=turn&created_at__year=2026&created_at__month=3",
        "player/?is_staff__exact=1",
    ],
)
def test_what_the_page_offers_to_filter_by_filters(operator: Client, game: Game, query: str):
    answer = operator.get(f"/admin/games/{query}")
    assert answer.status_code == 200
    assert answer.context["cl"].result_count


def test_a_game_set_aside_is_found_and_tried_again_by_the_operator(operator: Client, game: Game):
    found = "/admin/games/game/?set_aside=yes"
    assert operator.get(found).context["cl"].result_count == 0
    Game.objects.filter(pk=game.pk).update(stuck=Game.SET_ASIDE)
    assert operator.get(found).context["cl"].result_count == 1
    act = {"action": "try_again", "_selected_action": [game.pk]}
    assert operator.post("/admin/games/game/", act).status_code == 302
    assert operator.get(found).context["cl"].result_count == 0


def test_a_report_lies_before_the_operators_as_it_was_said_until_they_are_done(
    operator: Client, game: Game
):
    told = Report.objects.get()
    page = operator.get(f"/admin/games/report/{told.pk}/change/").content.decode()
    for known in ("alice", "bob", "you cheat", "he insults me", game.key):
        assert known in page
    act = {"action": "close", "_selected_action": [told.pk]}
    assert operator.post("/admin/games/report/", act).status_code == 302
    found = operator.get("/admin/games/report/?closed_at__isempty=1").context["cl"]
    assert found.result_count == 0
    assert Report.objects.get().said == "you cheat"


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
            # How much time a moderator gives.
            reverse("admin:games_game_changelist"): {"hours"},
        }.get(page, set())
        assert set(names) <= {"q", "action", "_selected_action", "index", *said}, page


def test_nothing_can_be_changed_or_deleted_by_post(operator: Client, game: Game):
    for page in pages(game)[-len(office._registry) :]:
        assert operator.post(page, {"name": "mallory"}).status_code == 403
        assert operator.post(page.replace("change", "delete"), {"post": "yes"}).status_code == 403
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


def test_links_are_revoked(operator: Client, game: Game):
    seat = asked(game)
    chosen = {"action": "revoke_links", "_selected_action": [seat.pk]}
    operator.post(reverse("admin:games_seat_changelist"), chosen)
    with pytest.raises(BadLink):
        selectors.visit_of(links.claim_of(seat))
