"""Each act that is built, asked by GET and by POST by somebody of each column of the matrix.

These games are of no league: `D` and `l` are asked in `tests/games/leagues/`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction

from games.clocks.rules import breaks
from games.clocks.services import holding, keeping
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Letter, Player, Signal
from games.moderation.acts import ACTS
from games.moderation.rules.matrix import ROWS
from games.services import locks, turns
from tests.games.cases import cast as cases
from tests.games.cast import (
    DAY,
    NOW,
    again,
    all_sent,
    asked,
    clocks_of,
    full_table,
    pass_on,
    player,
    started,
)
from tests.games.moderation.cast import WHY, address, confirmed, done, previewed, staff
from tests.games.pages.table import browser, checksum
from tests.games.sanctions.cast import given
from tests.games.talk.cast import say

pytestmark = pytest.mark.django_db

UNSEEN = ("case", "appeal")
COLUMNS = ("P·g", "P·n", "O·g", "O·n", "M·g", "M·n", "H·g", "H·n")
TYPED: dict[str, dict[str, object]] = {
    "pause": {"last": "2026-03-03"},
    "extend-turn": {"hours": 12},
    "extend-game": {"hours": 12},
    "extend-all": {"hours": 12},
    "force-default": {"written": "in the talk, yesterday"},
    "rewind": {"to": 1},
    "swap-seats": {"deal": "on", "why": "fault"},
    "adjudicate": {"scores": "9, 7, 4"},
    "note": {"shown": "on", "message": "be kind", "why": "rules"},
    "mute": {"last": "2026-03-05", "why": "talk"},
    "no-reports": {"last": "2026-03-05", "why": "reports"},
    "no-new-games": {"last": "2026-03-05", "why": "stalling"},
    "hide-talk": {"step": "hide", "why": "talk"},
    "plain-name": {"why": "name"},
    "seat-removed": {"why": "accounts"},
    "ban": {"last": "2026-06-05", "seats": "plays", "why": "accounts"},
    "hold": {"position": "all", "message": "A new machine", "why": "service"},
    "release": {"why": "service"},
    "close-report": {"finding": "no-breach", "why": "rules"},
    "decide-appeal": {"answer": "stands", "why": "rules"},
    "recover-account": {"email": "peter@example.net"},
    "quarantine": {"why": "fault"},
    "retry": {"why": "fault"},
    "restore": {"why": "fault"},
    "export-record": {"why": "fault"},
    "grant-role": {"role": "moderator", "step": "begin", "why": "service"},
}


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def somebody(column: str, game: Game) -> Player:
    """Find or make a person of a column, at this game."""
    plays, role = column.endswith("g"), column[0]
    # Somebody who plays here and is not asked.
    seat = next(at for at in game.places.order_by("number") if at.number not in game.to_act)
    who = seat.player if plays else player("mia")
    Game.objects.filter(pk=game.pk).update(organiser=who if role == "O" else player("ola"))
    return staff(who.name, {"M": "moderator", "H": "host"}[role]) if role in "MH" else who


def gathering(act: str) -> tuple[Game, str, dict[str, object]]:
    """Bring a table to where an act fits before the start."""
    game = full_table()
    typed = {**TYPED.get(act, {}), "seat": game.places.get(player=player("carol")).number}
    if act == "bring-back":
        done(staff("max"), "remove", game.key, seat=typed["seat"])
    if act == "swap-seats":
        typed["other"] = game.places.get(player=player("bob")).number + 1
    if act == "replace":
        typed["whom"] = player("erin").key
    return game, game.key, typed


def prepared(act: str) -> tuple[Game, str, dict[str, object]]:
    """Bring a game to where an act fits, and name what it is about."""
    game, typed = started(hours=24), {**TYPED.get(act, {})}
    all_sent()
    about = ACTS[act].about
    if act in ("undo-forced", "rewind", "restart-round", "swap-seats"):
        pass_on(game)
        pass_on(game)
    if act == "undo-forced":
        forced(game)
    if act == "resume":
        clocks_of(game, lambda table: breaks.pause(table, NOW + DAY, by=None, now=NOW))
    if act == "hide-talk":
        typed["remark"] = say(game, asked(game).name, "you are all fools").pk
    if act == "lift":
        typed["sanction"] = given("peter", "mute", by=staff("max")).pk
    if act == "retry":
        Game.objects.filter(pk=game.pk).update(stuck=Game.SET_ASIDE, stuck_at=NOW)
    if act == "restore":
        Game.objects.filter(pk=game.pk).update(state={**game.state, "v": 99})
    if act == "release":
        holding.hold("A new machine", now=NOW)
    if "seat" in ACTS[act].form.base_fields:
        typed["seat"] = asked(game).number
        typed["other"] = (asked(game).number + 1) % 3 + 1
    if act == "bring-back":
        done(staff("max"), "remove", game.key, seat=typed["seat"])
        all_sent()
    if about == "signal":
        one, other = sorted((player("peter"), player("paula")), key=lambda who: who.pk)
        Signal.objects.create(
            key="signal", one=one, other=other, numbers={}, against={}, digest="",
            since=NOW.date(), found_at=NOW, at=NOW,
        )  # fmt: skip
        return again(game), "signal", {**typed, "why": "rules"}
    if about == "letter":
        letter = Letter.objects.get(kind="turn", game=game)
        return again(game), str(letter.pk), typed
    if about == "case":
        return game, cases.stalls(game).reference, typed
    if about == "appeal":
        return game, cases.appealed(game, "alice", "bob")[1], typed
    target = {"person": player("peter").key, "site": "site"}.get(about, game.key)
    return again(game), target, typed


def forced(game: Game) -> None:
    """Make the default move of who is asked."""
    with because(Cause.TIME_OUT):
        held, seat = locks.game(key=game.key), asked(game).number
        turns.force(held, locks.people(held), keeping.seen(held, now=NOW), seat, now=NOW)
    all_sent()


def expected(act: str, column: str) -> int:
    """What is answered to who sends an act's form about another's things."""
    cell, role = ROWS[act][column], column[0]
    himself = ACTS[act].about == "person" and column.endswith("g")
    if cell in ("Y", "2") or cell.startswith("C") or (cell == "S" and himself):
        return 200
    if ACTS[act].about in UNSEEN:
        # Who is tied to a case or an appeal does not learn that there is one.
        return 404
    return 403 if role in "MH" and ROWS[act][f"{role}·n"] != "-" else 404


@pytest.mark.parametrize("act", ACTS)
def test_each_column_is_answered_as_its_cell_says(act: str):
    begun = prepared(act)
    for column in COLUMNS:
        with taken_back():
            early = ROWS[act][column] == "C3"
            game, target, typed = gathering(act) if early else begun
            who = somebody(column, game)
            if ACTS[act].about == "person" and column.endswith("g"):
                # On a person: he himself.
                target = who.key
            if ACTS[act].about in UNSEEN and expected(act, column) == 200:
                cases.claims(who, target)
            if ACTS[act].about == "signal" and column.endswith("g"):
                Signal.objects.update(one=who)
            client, before = browser(who), checksum()
            opened = client.get(address(act, target))
            assert checksum() == before
            shown = previewed(client, act, target, **typed)
            wanted = expected(act, column)
            assert shown.status_code == wanted, column
            # Who may do it to his own seat may look.
            assert opened.status_code == wanted or ROWS[act][column] == "S", column
            if wanted == 200:
                answer = confirmed(client, act, target, shown)
                # What needs a second person waits for him.
                done = 202 if ROWS[act][column] == "2" else 303
                assert answer.status_code == done, column


@contextmanager
def taken_back() -> Iterator[None]:
    """Undo what is done in here."""
    here = transaction.savepoint()
    yield
    transaction.savepoint_rollback(here)


@pytest.mark.parametrize("act", ["revoke-links", "resend-letter"])
def test_what_is_his_own_is_his(act: str):
    game = started(hours=24)
    all_sent()
    seat = asked(game)
    typed = {"seat": seat.number} if act == "revoke-links" else {}
    letter = Letter.objects.get(kind="turn", game=game)
    target = game.key if act == "revoke-links" else letter.pk
    for role in (None, "moderator", "host"):
        with taken_back():
            if role:
                staff(seat.player.name, role)
            client = browser(player(seat.player.name))
            shown = previewed(client, act, target, **typed)
            assert shown.status_code == 200
            assert confirmed(client, act, target, shown).status_code == 303
    other = next(at for at in game.places.exclude(pk=seat.pk))
    assert previewed(browser(other.player), act, target, **typed).status_code == 404


@pytest.mark.parametrize("act", ACTS)
def test_what_does_not_exist_and_what_is_not_for_him_are_answered_alike(act: str):
    _game, target, typed = prepared(act)
    unknown = {"letter": "12345678-1234-5678-1234-567812345678"}.get(ACTS[act].about, "zzzzzzzzzz")
    for who in (None, player("peter2")):
        client, answers = browser(who), []
        for name in (target, unknown):
            got = client.get(address(act, name))
            sent = client.post(address(act, name), {**WHY, **typed})
            answers.append((got.status_code, sent.status_code, bare(got, name), bare(sent, name)))
        assert answers[0] == answers[1]
        assert answers[0][0] == 404


def bare(response, name: str) -> str:
    """The page without its own address, and the secret of its forms, which differs each time."""
    page = response.content.decode()
    for around in ("/", "%2F"):
        page = page.replace(f"{around}{name}{around}", "")
    for value in page.split('name="csrfmiddlewaretoken" value="')[1:]:
        page = page.replace(value.partition('"')[0], "")
    return page
