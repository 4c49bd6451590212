"""The operators hold the whole service: nothing is played, nobody's time runs out, all are told."""

from datetime import datetime

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games import letters as written
from games import links, tasks
from games.clocks.models import Outage, Pulse
from games.clocks.rules import breaks
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import holding, pulse, wishes
from games.links import SeatClaim
from games.models import Letter, Line, Player, Seat
from games.orders.services import looking
from games.services import turns
from games.substitutes.services import endings, offers
from tests.games.cast import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    again,
    all_sent,
    asked,
    claim,
    clocks_of,
    moves,
    pass_on,
    play,
    player,
    started,
)
from tests.games.orders.cast import leave, table, told
from tests.games.pages.table import browser, text_of
from tests.games.substitutes.cast import claim_of, resigned

pytestmark = pytest.mark.django_db

WHY = "a new machine is moving in"


def held_from(at) -> None:
    Pulse.objects.update_or_create(pk=pulse.ONE, defaults={"last_at": at})
    holding.hold(WHY, now=at)


def test_no_move_of_a_person_is_taken_while_the_service_is_held():
    game = started()
    held_from(NOW)
    with pytest.raises(Refused) as refused:
        play(game, now=NOW + HOUR)
    assert refused.value.reason == Reason.HELD
    assert again(game).ply == 0
    holding.release(now=NOW + 2 * HOUR)
    assert play(game, now=NOW + 2 * HOUR).ply == 1


def test_no_bot_moves_while_the_service_is_held():
    game = started(("alice",), bots=2)
    while not again(game).bot_asked:
        pass_on(game)
    ply = again(game).ply
    held_from(NOW)
    assert turns.sweep_bots(now=NOW) == 0
    assert turns.play_bot(game.pk, ply, now=NOW) is None
    holding.release(now=NOW + HOUR)
    assert turns.sweep_bots(now=NOW + HOUR) == 1


def test_nobody_is_timed_out_or_reminded_in_a_hold_and_deadlines_move_by_its_length(set_clock):
    game = started(hours=24)
    all_sent()
    held_from(NOW + 10 * HOUR)
    for hours in (12, 24, 30):
        set_clock(NOW + hours * HOUR)
        tasks.sweep_deadlines()
        tasks.sweep_reminders()
        assert turns.time_out(game.pk, now=NOW + hours * HOUR) is None
    assert again(game).ply == 0
    assert not Letter.objects.filter(kind="reminder").exists()
    assert not Outage.objects.exists(), "a held sweep is not a silent one"
    holding.release(now=NOW + 30 * HOUR)
    set_clock(NOW + 30 * HOUR + MINUTE)
    tasks.sweep_deadlines()
    assert again(game).deadline_at == NOW + 44 * HOUR
    assert again(game).ply == 0


def test_a_hold_of_some_minutes_gives_its_time_back_too(set_clock):
    game = started(hours=24)
    held_from(NOW + DAY - 5 * MINUTE)
    holding.release(now=NOW + DAY + 5 * MINUTE)
    set_clock(NOW + DAY + 5 * MINUTE)
    tasks.sweep_deadlines()
    assert again(game).deadline_at == NOW + DAY + HOUR + 5 * MINUTE


def test_no_table_is_closed_while_the_service_is_held(set_clock):
    game = started(("alice",), bots=2)
    offers.resign(SeatClaim.of(Seat.objects.get(game=game, player__isnull=False)), now=NOW)
    held_from(NOW + 3 * DAY)
    for status, days in (("active", 8), ("finished", 9)):
        set_clock(NOW + days * DAY)
        if status == "finished":
            holding.release(now=NOW + 9 * DAY)
        for _ in range(2):  # who is left is looked at first
            tasks.sweep_tables()
        assert again(game).status == status


def test_a_bank_is_not_charged_for_a_hold():
    bank = {"clock": {"style": "bank", "initial": 24, "increment": 12, "cap": 48}}
    game = started(time=bank)
    held_from(NOW + HOUR)
    holding.release(now=NOW + 21 * HOUR)
    seat = asked(game).number
    play(game, now=NOW + 22 * HOUR)
    assert again(game).time["seats"][str(seat)]["bank"] == 34 * 3600


def test_a_sweep_that_was_silent_before_the_hold_is_part_of_the_outage():
    Pulse.objects.create(pk=pulse.ONE, last_at=NOW)
    holding.hold(WHY, now=NOW + HOUR)
    gone = holding.release(now=NOW + 2 * HOUR)
    assert gone is not None
    assert (gone.begun_at, gone.ended_at) == (NOW, NOW + 2 * HOUR)
    assert pulse.beat(now=NOW + 2 * HOUR)
    assert Outage.objects.count() == 1


def test_to_hold_again_says_anew_why_and_loses_nothing():
    held_from(NOW)
    assert holding.hold("it takes longer", now=NOW + HOUR) == NOW
    assert Pulse.objects.get().reason == "it takes longer"


def test_the_letter_about_moved_deadlines_says_who_held_the_service(set_clock):
    started()
    held_from(NOW + DAY - HOUR)
    holding.release(now=NOW + DAY + 2 * HOUR)
    set_clock(NOW + DAY + 2 * HOUR)
    tasks.sweep_deadlines()
    letter = Letter.objects.get(kind="outage")
    body = written.render(letter, now=NOW + DAY + HOUR).body
    assert f"the operators held the whole service: {WHY}." in body.replace("\n", " ")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The whole service is held by its operators since Sun 1 Mar, 12:00 UTC"),
        ("de", "Der ganze Dienst wird seit So, 1. Mär, 12:00 UTC von seinen Betreibern angehalten"),
    ],
)
def test_pages_say_in_words_that_the_service_is_held(set_clock, language, words):
    game = started()
    seat = asked(game)
    Player.objects.filter(pk=seat.player.pk).update(language=language)
    held_from(NOW)
    set_clock(NOW + HOUR)
    page = browser().get(reverse("seat-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))]))
    shown = text_of(page.content.decode())
    assert words in shown
    assert WHY in shown
    assert "pick=" not in page.content.decode(), "nothing to choose that would be refused"
    with translation.override(language):
        form = {"move": "pass", "seen_ply": 0}
        answer = browser().post(
            reverse("seat-move-by-letter", args=[links.SEAT.sign(SeatClaim.of(seat))]), form
        )
    assert answer.status_code == 409
    client = Client()
    client.force_login(seat.player)
    assert WHY in text_of(client.get(reverse("home")).content.decode())
    assert WHY in text_of(client.get(reverse("table-public", args=[game.key])).content.decode())


def test_operators_hold_and_release_by_command(capsys):
    said = {"by": "Hal", "reason": "the disk is nearly full"}
    for command, sentence, wrong in (
        ("release", (), said),
        ("hold", (" ",), said),
        ("hold", (WHY,), {**said, "reason": "short"}),
    ):
        with pytest.raises(CommandError):
            call_command(command, *sentence, **wrong)
    call_command("hold", WHY, **said)
    assert Pulse.objects.get().reason == WHY
    call_command("release", **said)
    lines = Line.objects.order_by("number")
    told = [(line.act, line.arguments["by"], line.reason) for line in lines]
    assert told == [("hold", *said.values()), ("release", *said.values())]
    assert Pulse.objects.get().held_at is None
    assert Outage.objects.get().reason == WHY


def test_a_hold_costs_a_move_no_statement():
    def cost(now: datetime) -> int:
        game = started()
        by, text = claim(game), moves(game)[0]
        with CaptureQueriesContext(connection) as asked:
            turns.play_move(by, text, seen_ply=0, now=now)
        return len(asked)

    cost(NOW)
    never_held = cost(NOW)
    held_from(NOW)
    holding.release(now=NOW + HOUR)
    assert cost(NOW + HOUR) == never_held


# What is wished meanwhile


def test_orders_are_taken_in_a_hold_and_none_is_played_before_its_end():
    game = table(pace="unhurried")
    held_from(NOW)
    later = NOW + 3 * HOUR
    leave(game, 0, "pass P1", now=later)
    assert looking.sweep(now=later) == 0
    assert turns.time_out(game.pk, now=NOW + 2 * DAY) is None
    assert again(game).ply == 0
    holding.release(now=NOW + 2 * DAY)
    assert looking.sweep(now=NOW + 2 * DAY) == 1
    assert [move for _seat, _by, move in told(game)] == ["pass P1"]


def test_nobody_ends_a_game_as_won_while_its_table_is_closed():
    game = resigned(people=("alice", "bob"), key="duel")
    alice, now = claim_of(game, "alice"), NOW + 4 * DAY
    held_from(now)
    with pytest.raises(Refused) as refused:
        endings.win(alice, now=now)
    assert refused.value.reason == Reason.HELD
    holding.release(now=now)
    clocks_of(game, lambda old: breaks.pause(old, now + DAY, by=None, now=now))
    with pytest.raises(Refused) as refused:
        endings.win(alice, now=now)
    assert refused.value.reason == Reason.PAUSED
    endings.win(alice, now=now + DAY)
    assert again(game).status == "finished"


def test_a_time_that_a_hold_gives_back_is_not_called_over(set_clock):
    game = started(hours=24)
    while asked(game).name == "alice":
        play(game)
    held_from(NOW + HOUR)
    number, alice = asked(game).number, player("alice")
    until = wishes.extend(game.key, number, 5, by=alice, now=NOW + 30 * HOUR)
    assert until == NOW + (24 + 29 + 5) * HOUR
    holding.release(now=NOW + 40 * HOUR)
    set_clock(NOW + 40 * HOUR)
    tasks.sweep_deadlines()
    assert again(game).deadline_at == NOW + (24 + 39 + 5) * HOUR


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "What you wish or order meanwhile is kept."),
        ("de", "Was du inzwischen wünschst oder anordnest, bleibt bestehen."),
    ],
)
def test_every_page_on_which_something_is_wished_says_it_once(set_clock, language, words):
    game = started()
    seat = asked(game)
    Player.objects.filter(pk=seat.player.pk).update(language=language)
    token = links.SEAT.sign(SeatClaim.of(seat))
    client = Client(headers={"accept-language": language})
    client.force_login(Player.objects.get(pk=seat.player.pk))
    pages = [
        *(reverse(name) for name in ("away-mine", "away-plan", "home", "lobby-new-game")),
        *(reverse(name, args=[game.key]) for name in ("time-table", "seats-of-game")),
        *(reverse(f"{name}-by-letter", args=[token]) for name in ("time", "away", "seats")),
    ]
    set_clock(NOW + HOUR)
    for page in pages:
        assert WHY not in client.get(page).content.decode(), page
    held_from(NOW)
    for page in pages:
        shown = text_of(client.get(page).content.decode())
        assert (shown.count(WHY), shown.count(words)) == (1, 1), page
    orders = text_of(client.get(reverse("seat-by-letter", args=[token])).content.decode())
    assert orders.count(WHY) == 1
    no_order = {"en": "No order is played meanwhile", "de": "Inzwischen wird keine Anweisung"}
    assert no_order[language] in orders
