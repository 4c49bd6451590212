"""Extensions, pauses and new rules: who may have them, what they do, who is told of them, once."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest

from games.clocks.rules import settings
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.services import agreeing, pauses, wishes
from games.errors import NoSuchGame, NotOrganiser, NotSeated, Overtaken
from games.models import Entry, Game, Letter, Move
from games.services import turns
from tests.games import cast
from tests.games.cast import DAY, HOUR, MINUTE, NOW, again, asked, clocks_of, player, started
from tests.games.pages.table import checksum

pytestmark = pytest.mark.django_db

WEEK = NOW + 7 * DAY


def another(game: Game, **time: object) -> dict[str, object]:
    return settings.dump(clocks_of(game).settings) | time


def told(act: str) -> list[str]:
    news = Letter.objects.filter(kind="news", entry__act=act).select_related("seat")
    return sorted(letter.seat.name for letter in news if letter.seat)


def acts(game: Game) -> list[str]:
    return list(Entry.objects.filter(game=game).order_by("pk").values_list("act", flat=True))


def for_another() -> Game:
    """A table where somebody else than alice, its organiser, is asked."""
    game = started(hours=24)
    while asked(game).name == "alice":
        cast.play(game)
    return game


def for_alice() -> Game:
    """A table where its organiser is asked."""
    game = started(hours=24)
    while asked(game).name != "alice":
        cast.play(game)
    return game


def refused(reason: Reason, wish: Callable[[], object]) -> None:
    before = checksum()
    with pytest.raises(Refused) as why:
        wish()
    assert why.value.reason == reason
    assert checksum() == before


# Extensions


def test_an_extension_is_written_into_the_record_and_to_the_seat_alone() -> None:
    game = for_another()
    due, seat = again(game).deadline_at, asked(game)
    until = wishes.extend(game.key, seat.number, 24, by=player("alice"), now=NOW, seen=due)
    assert until == again(game).deadline_at == due + DAY
    assert told("extended") == [seat.name]
    assert acts(game) == ["extended"]
    assert Entry.objects.get().said["until"] == until.isoformat()


def test_an_extension_sent_twice_is_granted_once() -> None:
    game = for_another()
    due, seat = again(game).deadline_at, asked(game)
    wishes.extend(game.key, seat.number, 24, by=player("alice"), now=NOW, seen=due)
    with pytest.raises(Overtaken):
        wishes.extend(game.key, seat.number, 24, by=player("alice"), now=NOW, seen=due)
    assert again(game).deadline_at == due + DAY


def test_nobody_but_the_organiser_extends_and_never_his_own_turn() -> None:
    game = for_another()
    number = asked(game).number
    for name in ("bob", "carol", "mallory"):
        with pytest.raises(NotOrganiser):
            wishes.extend(game.key, number, 24, by=player(name), now=NOW)
    mine = for_alice()
    own = asked(mine).number
    refused(Reason.OWN_CLOCK, lambda: wishes.extend(mine.key, own, 24, by=player("alice"), now=NOW))


@pytest.mark.parametrize(
    ("hours", "reason"), [(0, Reason.EMPTY), (-3, Reason.EMPTY), (169, Reason.TOO_LONG)]
)
def test_an_extension_has_bounds(hours: int, reason: Reason) -> None:
    game = for_another()
    number, alice = asked(game).number, player("alice")
    refused(reason, lambda: wishes.extend(game.key, number, hours, by=alice, now=NOW))


def test_nothing_is_added_to_what_is_over_or_not_asked() -> None:
    game, alice = for_another(), player("alice")
    number = asked(game).number
    other = (number + 1) % 3
    refused(Reason.NOT_ASKED, lambda: wishes.extend(game.key, other, 1, by=alice, now=NOW))
    refused(Reason.NOT_ASKED, lambda: wishes.extend(game.key, 77, 1, by=alice, now=NOW))
    late = NOW + DAY
    refused(Reason.TOO_LATE, lambda: wishes.extend(game.key, number, 1, by=alice, now=late))
    over = started(rounds="1")
    cast.play_to_the_end(over)
    refused(Reason.FINISHED, lambda: wishes.extend(over.key, 0, 1, by=alice, now=NOW))
    with pytest.raises(NoSuchGame):
        wishes.extend(cast.open_table().key, 0, 1, by=alice, now=NOW)


def test_what_ran_out_before_a_wish_came_is_played_first() -> None:
    game = for_another()
    late, due = asked(game), again(game).deadline_at
    cast.all_sent()
    with pytest.raises(Refused) as why:
        wishes.extend(game.key, late.number, 24, by=player("alice"), now=NOW + DAY, seen=due)
    assert why.value.reason == Reason.NOT_ASKED
    assert Move.objects.filter(game=game, by="deadline", seat=late.number).exists()
    assert not Entry.objects.exists()


# Pauses


def test_a_pause_stops_all_clocks_closes_the_table_and_tells_everybody() -> None:
    game = for_another()
    due = again(game).deadline_at
    pauses.pause(game.key, WEEK, by=player("alice"), now=NOW)
    assert again(game).deadline_at == due + 7 * DAY
    assert told("paused") == ["alice", "bob", "carol"]
    with pytest.raises(Refused, match="paused"):
        cast.play(game, now=NOW + HOUR)
    cast.all_sent()
    assert turns.time_out(game.pk, now=NOW + 3 * DAY) is None
    assert cast.play(game, now=WEEK).ply > 0


def test_who_is_asked_himself_cannot_pause_alone() -> None:
    game, alice = for_alice(), player("alice")
    refused(Reason.OWN_CLOCK, lambda: pauses.pause(game.key, WEEK, by=alice, now=NOW))


@pytest.mark.parametrize(
    ("until", "reason"),
    [
        (NOW + 30 * DAY + MINUTE, Reason.TOO_LONG),
        (NOW, Reason.IN_THE_PAST),
        (NOW - DAY, Reason.IN_THE_PAST),
    ],
)
def test_a_pause_has_bounds(until: datetime, reason: Reason) -> None:
    game, alice = for_another(), player("alice")
    refused(reason, lambda: pauses.pause(game.key, until, by=alice, now=NOW))


def test_a_pause_is_the_organisers_and_is_not_doubled() -> None:
    game = for_another()
    for name in ("bob", "mallory"):
        with pytest.raises(NotOrganiser):
            pauses.pause(game.key, WEEK, by=player(name), now=NOW)
    pauses.pause(game.key, WEEK, by=player("alice"), now=NOW)
    alice = player("alice")
    refused(Reason.PAUSED, lambda: pauses.pause(game.key, WEEK, by=alice, now=NOW))


def test_the_organiser_ends_his_own_pause_and_a_day_is_left() -> None:
    game = for_another()
    pauses.pause(game.key, WEEK, by=player("alice"), now=NOW + 20 * HOUR)
    pauses.resume(game.key, by=player("alice"), now=NOW + 2 * DAY)
    assert again(game).deadline_at == NOW + 3 * DAY
    assert told("resumed") == ["alice", "bob", "carol"]
    alice = player("alice")
    refused(Reason.NOT_PAUSED, lambda: pauses.resume(game.key, by=alice, now=NOW + 2 * DAY))


# What all must agree to


def test_an_agreed_pause_begins_with_the_last_yes() -> None:
    game = for_alice()
    assert not agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
    assert told("proposed-pause") == ["alice", "carol"]
    assert not agreeing.answer(game.key, "pause", yes=True, by=player("carol"), now=NOW + HOUR)
    assert clocks_of(game).paused_until(NOW + HOUR) is None
    assert agreeing.answer(game.key, "pause", yes=True, by=player("alice"), now=NOW + 2 * HOUR)
    assert clocks_of(game).paused_until(NOW + 2 * HOUR) == WEEK
    assert told("paused") == ["alice", "bob", "carol"]
    assert acts(game) == ["proposed-pause", "agreed", "agreed", "paused"]


def test_a_proposal_and_an_answer_sent_twice_are_one() -> None:
    game = for_alice()
    for _ in range(2):
        agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
        agreeing.answer(game.key, "pause", yes=True, by=player("carol"), now=NOW)
    assert acts(game) == ["proposed-pause", "agreed"]


def test_silence_is_no_after_seventy_two_hours() -> None:
    game = for_alice()
    agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
    agreeing.answer(game.key, "pause", yes=True, by=player("carol"), now=NOW)
    with pytest.raises(Overtaken):
        agreeing.answer(game.key, "pause", yes=True, by=player("alice"), now=NOW + 72 * HOUR)
    late = NOW + 72 * HOUR - MINUTE
    assert agreeing.answer(game.key, "pause", yes=True, by=player("alice"), now=late)


def test_a_no_ends_a_proposal_and_is_told_to_who_made_it() -> None:
    game = for_alice()
    agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
    agreeing.answer(game.key, "pause", yes=False, by=player("carol"), now=NOW)
    assert told("declined") == ["bob"]
    with pytest.raises(Overtaken):
        agreeing.answer(game.key, "pause", yes=True, by=player("alice"), now=NOW)


def test_bots_agree() -> None:
    game = started(("alice",), bots=2, hours=24)
    assert agreeing.propose_pause(game.key, WEEK, by=player("alice"), now=NOW)
    assert clocks_of(game).paused_until(NOW) == WEEK


def test_who_does_not_sit_here_has_no_say() -> None:
    game = for_alice()
    with pytest.raises(NotSeated):
        agreeing.propose_pause(game.key, WEEK, by=player("mallory"), now=NOW)
    agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
    with pytest.raises(NotSeated):
        agreeing.answer(game.key, "pause", yes=True, by=player("mallory"), now=NOW)


def test_who_sat_down_later_answers_for_himself() -> None:
    game = for_alice()
    agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
    agreeing.answer(game.key, "pause", yes=True, by=player("carol"), now=NOW)
    game.places.filter(name="carol").update(player=player("dora"), joined_at=NOW + HOUR)
    assert not agreeing.answer(game.key, "pause", yes=True, by=player("alice"), now=NOW + HOUR)
    assert agreeing.answer(game.key, "pause", yes=True, by=player("dora"), now=NOW + HOUR)


def test_an_agreed_pause_ends_early_only_when_all_agree() -> None:
    game = for_alice()
    agreeing.propose_pause(game.key, WEEK, by=player("bob"), now=NOW)
    for name in ("carol", "alice"):
        agreeing.answer(game.key, "pause", yes=True, by=player(name), now=NOW)
    alice, then = player("alice"), NOW + DAY
    refused(Reason.PAUSED, lambda: pauses.resume(game.key, by=alice, now=then))
    agreeing.propose_end(game.key, by=player("carol"), now=then)
    agreeing.answer(game.key, "end", yes=True, by=player("bob"), now=then)
    assert agreeing.answer(game.key, "end", yes=True, by=alice, now=then)
    assert clocks_of(game).paused_until(then) is None
    assert again(game).deadline_at == then + DAY


# New rules


def test_what_only_gives_needs_nobodys_consent_and_reaches_running_turns() -> None:
    game = for_another()
    wanted = another(game, clock={"style": "fixed", "hours": 48})
    assert agreeing.rule(game.key, wanted, by=player("alice"), now=NOW)
    assert again(game).deadline_at == NOW + 2 * DAY
    assert told("ruled") == ["alice", "bob", "carol"]
    alice = player("alice")
    refused(Reason.EMPTY, lambda: agreeing.rule(game.key, wanted, by=alice, now=NOW))


def test_an_organiser_gives_no_time_to_a_turn_of_his_own_by_a_rule() -> None:
    game = for_alice()
    due = again(game).deadline_at
    wanted = another(game, clock={"style": "fixed", "hours": 48})
    assert agreeing.rule(game.key, wanted, by=player("alice"), now=NOW)
    assert again(game).deadline_at == due
    cast.play(game)
    assert again(game).deadline_at == NOW + 2 * DAY


def test_what_takes_something_away_waits_for_everybody() -> None:
    game = for_another()
    due = again(game).deadline_at
    wanted = another(game, clock={"style": "fixed", "hours": 12}, vacation_days=0)
    assert not agreeing.rule(game.key, wanted, by=player("alice"), now=NOW)
    assert told("proposed-rule") == ["bob", "carol"]
    agreeing.answer(game.key, "rule", yes=True, by=player("bob"), now=NOW)
    assert clocks_of(game).settings.vacation_days == 28
    assert agreeing.answer(game.key, "rule", yes=True, by=player("carol"), now=NOW)
    assert clocks_of(game).settings == settings.load(wanted)
    assert again(game).deadline_at == due


def test_a_rule_is_the_organisers_and_has_bounds() -> None:
    game = for_another()
    with pytest.raises(NotOrganiser):
        agreeing.rule(game.key, another(game, vacation_days=60), by=player("bob"), now=NOW)
    alice = player("alice")
    cases: list[tuple[dict[str, object], Reason]] = [
        ({"vacation_days": 61}, Reason.OUT_OF_BOUNDS),
        ({"zone": "Mars/Olympus"}, Reason.UNKNOWN_ZONE),
        ({"clock": {"style": "none"}}, Reason.NOT_ALONE),
    ]
    for bad, reason in cases:
        wish = partial(agreeing.rule, game.key, another(game, **bad), by=alice, now=NOW)
        refused(reason, wish)
