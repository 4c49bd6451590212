"""Scenario 14 of moderation: a broken game is set aside, its table told, and tried again."""

from contextlib import suppress

import pytest
from django.core import mail

from games import letters, texts
from games.clocks.rules.refusals import Refused
from games.models import Attempt, Entry, Fault, Game, Letter, Repair
from games.services import mailbox, sweeps, turns
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
    play,
    started,
    sweep_deadlines,
    sweep_reminders,
)
from tests.games.moderation.cast import done, log, previewed, staff
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db

DUE = NOW + DAY
HAND = "seat holds P7"
"""What nobody may read. Shorter, it might stand in a form's secret by chance."""


def broken(game: Game) -> dict[str, object]:
    """Let its position raise; give back what lay there."""
    state: dict[str, object] = again(game).state
    Game.objects.filter(pk=game.pk).update(state={"v": 99, "hand": HAND})
    return state


def fails(game: Game, times: int = 3) -> None:
    """Let sweeps fail so often."""
    for minutes in range(0, 5 * times, 5):
        sweep_deadlines(now=DUE + minutes * MINUTE)


def test_scenario_14_a_broken_game(set_clock, caplog):
    game, others = started(), [started() for _ in range(3)]
    all_sent()
    seat, state = asked(game), broken(game)
    for tries, minutes in enumerate((0, 2, 5), 1):
        sweep_deadlines(now=DUE + minutes * MINUTE)
        assert again(game).stuck == tries
        # The sweep served all others.
        assert all(again(other).ply >= 1 for other in others)
    sweep_deadlines(now=DUE + HOUR)
    sweep_reminders(now=DUE + HOUR)
    told = Letter.objects.filter(entry__act="repairing")
    assert told.count() == 3, "everybody at the table once"
    assert Entry.objects.filter(game=game, act="repairing").count() == 1
    assert log(game) == ["try-failed", "try-failed", "quarantine"]
    errors = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 1, "the hosts once a fingerprint"
    assert HAND not in caplog.text, "no words of the position's"
    fault = Fault.objects.get()
    assert (fault.count, fault.fingerprint in errors[0].getMessage()) == (3, True)
    # A letter of it does not draw the table, which may be what fails.
    set_clock(DUE + HOUR)
    told.update(status="queued")
    mail.outbox.clear()
    mailbox.sweep(now=DUE + HOUR)
    assert {"The game is being repaired" in each.subject for each in mail.outbox} == {True}
    body = " ".join(str(mail.outbox[0].body).split())
    assert "Nothing is lost, and time stands still." in body
    with pytest.raises(Refused) as refused:
        turns.play_move(claim(game), "pass", seen_ply=0, now=DUE + HOUR)
    assert refused.value.reason == "broken"
    # Tried and failed: it stays.
    hal = staff("hal", "host")
    shown = previewed(browser(hal), "retry", game.key, why="fault")
    assert fault.kind in text_of(shown.content.decode())
    assert HAND not in shown.content.decode()
    assert done(hal, "retry", game.key, why="fault").status_code == 303
    assert again(game).stuck == Game.SET_ASIDE
    # Mended: it goes on, with its deadline moved by the whole span.
    Game.objects.filter(pk=game.pk).update(state=state)
    at = DUE + 10 * HOUR
    set_clock(at)
    assert done(hal, "retry", game.key, why="fault").status_code == 303
    assert (again(game).stuck, Repair.objects.get().ended_at) == (0, at)
    assert again(game).deadline_at == at + HOUR, "nobody finds less than an hour"
    letter = Letter.objects.get(entry__act="repaired", seat=seat)
    written = " ".join(letters.render(letter, now=at).body.split())
    assert texts.moment_text(at + HOUR) in written
    assert play(game, now=at + MINUTE).ply == 1
    assert log(game)[-3:] == ["quarantine", "retry", "retry"]


def test_a_clock_that_had_time_left_has_it_still_after_a_repair(set_clock):
    game = started(hours=24)
    all_sent()
    set_clock(NOW + 5 * HOUR)
    done(staff("mia"), "quarantine", game.key, why="check")
    assert sweep_deadlines(now=DUE + HOUR) == 0
    assert sweep_reminders(now=DUE + HOUR) == 0
    set_clock(NOW + 40 * HOUR)
    done(staff("max"), "retry", game.key, why="check")
    assert again(game).deadline_at == NOW + (24 + 35) * HOUR
    assert clocks_of(game).seats[asked(game).number].clock.causes[-1] == "repair"


def test_no_bot_moves_in_a_game_that_is_set_aside(set_clock):
    set_clock(NOW)
    game = started(("alice",), bots=2)
    while not again(game).bot_asked:
        play(game)
    done(staff("mia"), "quarantine", game.key, why="check")
    ply = again(game).ply
    assert turns.sweep_bots(now=NOW) == 0
    assert turns.play_bot(game.pk, ply, now=NOW) is None


def test_a_game_of_which_workers_die_is_set_aside_before_it_is_tried_again():
    game, other = started(), started()
    all_sent()
    Game.objects.filter(pk=game.pk).update(deadline_at=NOW)

    def dies(_game: Game, *, now: object) -> None:
        raise SystemExit

    for minutes in range(0, 20, 5):
        with suppress(SystemExit):
            sweeps.each("deadline_at", dies, now=NOW + HOUR + minutes * MINUTE)
    assert again(game).stuck == Game.SET_ASIDE
    assert Fault.objects.get().kind == "Killed"
    assert log(game) == ["quarantine"]
    assert sweep_deadlines(now=DUE + HOUR) == 1
    assert again(other).ply == 1
    assert not Attempt.objects.exists()


def test_what_is_set_aside_stays_so_until_it_is_tried_also_if_its_last_move_is_undone(set_clock):
    game = started(hours=24)
    sweep_deadlines(now=DUE + MINUTE)
    set_clock(DUE + HOUR)
    mia, seat = staff("mia"), asked(game)
    done(mia, "quarantine", game.key, why="check")
    forced = previewed(browser(mia), "force-default", game.key, seat=seat.number, written="talk")
    assert forced.status_code == 409
    done(mia, "undo-forced", game.key, why="fault")
    assert again(game).ply == 2
    assert again(game).stuck == Game.SET_ASIDE
    done(mia, "retry", game.key, why="check")
    done(mia, "quarantine", game.key, why="check")
    assert Repair.objects.filter(game=game, ended_at=None).count() == 1
