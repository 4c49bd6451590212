"""Scenarios 27 and 28: a result is decided, and a game begins anew."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from engine.registry import RULESETS
from games import letters, selectors
from games.clocks.rules.refusals import Refused
from games.errors import BadLink
from games.models import Game, Letter
from games.people import selectors as people
from games.replay import selectors as replay
from games.services import turns
from tests.games.cast import (
    DAY,
    NOW,
    PEOPLE,
    again,
    all_sent,
    asked,
    claim,
    moves,
    pass_on,
    play_to_the_end,
    player,
    started,
)
from tests.games.moderation.cast import done, log, previewed, seconded, staff
from tests.games.moderation.test_a_table_agrees import put, says
from tests.games.pages.table import browser, seat_url, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def over() -> Game:
    """A game of three that alice has not won alone."""
    game = started(hours=24, rounds="1")
    play_to_the_end(game)
    return again(game)


def decided(game: Game, scores: str) -> None:
    """Let one moderator ask for it and another confirm it."""
    seconded(done(staff("mia"), "adjudicate", game.key, scores=scores, why="rules"), game)


def won(name: str) -> int:
    who = player(name)
    [played] = people.profile(who.key, who, now=NOW).games or ()
    return played.won


def test_scenario_27_a_result_is_decided_and_decided_again():
    # Standings, ratings and a round that is closed wait for leagues.
    game = over()
    played = game.outcome
    mia = browser(staff("mia"))
    most = RULESETS["saboteur"].meta.most
    for wrong in (
        "9, 7",
        "9 7 4 1",
        f"{most + 1}, 0, 0",
        "-1, 0, 0",
        "9.5, 7, 4",
        "much, more, most",
    ):
        answer = previewed(mia, "adjudicate", game.key, scores=wrong, why="rules")
        assert answer.status_code == 400, wrong
        assert wrong in answer.content.decode(), "what was typed is kept"
    assert again(game).outcome == played
    best = game.places.exclude(number__in=played["winners"]).first() or game.places.first()
    scores = ["2"] * 3
    scores[best.number] = "20"
    decided(game, ", ".join(scores))
    row = again(game)
    assert row.outcome == {
        "winners": [best.number],
        "scores": list(map(int, scores)),
        "played": played,
    }
    assert won(best.player.name) == 1
    both_are_shown(game, best.name)
    # Two at once: one stands, the other sees a new preview.
    asked = [
        done(staff(who), "adjudicate", game.key, scores=said, why="rules")
        for who, said in (("mia", "9, 9, 1"), ("max", "1, 1, 9"))
    ]
    assert [answer.status_code for answer in asked] == [202, 202]
    first, second = game.acts.filter(stage="asked").order_by("pk")
    for who, act, status in (("max", first, 303), ("mia", second, 409)):
        there = reverse("moderation-asked", args=[act.reference])
        sent = {"answer": "yes", "digest": act.digest}
        assert browser(staff(who)).post(there, sent).status_code == status
    last = again(game).outcome
    assert (last["scores"], last["winners"], last["played"]) == ([9, 9, 1], [0, 1], played)


def both_are_shown(game: Game, name: str) -> None:
    """Wherever a result stands: table, replay, list, profile, record, letter."""
    page = text_of(Client().get(f"/g/{game.key}/").content.decode())
    end = reverse("replays-public", args=[game.key, again(game).ply])
    story = text_of(Client().get(f"/g/{game.key}/story/").content.decode())
    for told in (page, text_of(Client().get(end).content.decode()), story):
        assert f"{name} wins. Played: " in told
    assert "As it was played" in page
    [old], _more = selectors.old_games(player(name))
    assert (old.result, old.played) == ("won", "won" if winner_as_played(game, name) else "lost")
    listed = browser(player(name)).get(reverse("archive")).content.decode()
    assert "Decided: You won. Played: You " in text_of(listed)
    mine = browser(player(name)).get(reverse("profiles-show", args=[player(name).key]))
    assert "1 of 1 won (1 decided; as played: " in text_of(mine.content.decode())
    assert replay.record(game.key, None)["outcome"]["played"]
    all_sent()
    result = Letter.objects.get(kind="result", game=game, seat__player=player(name))
    news = Letter.objects.get(entry__act="adjudicated", seat__player=player(name))
    for letter in (result, news):
        assert f"{name} wins. Played: " in " ".join(letters.render(letter, now=NOW).body.split())


def winner_as_played(game: Game, name: str) -> bool:
    return game.places.get(name=name).number in again(game).outcome["played"]["winners"]


def test_a_game_that_runs_ends_with_its_result_and_is_turned_up():
    game = started(hours=24)
    pass_on(game)
    decided(game, "3 2 1")
    row = again(game)
    assert (row.status, row.to_act, row.deadline_at, row.ended_at) == ("finished", [], None, NOW)
    page = text_of(Client().get(f"/g/{game.key}/").content.decode())
    assert "wins. It was not played to its end." in page
    assert "seed" in replay.record(game.key, None)


def test_an_annulled_game_gets_a_result_after_all():
    game = over()
    seconded(done(staff("mia"), "annul", game.key, why="fault"), game)
    decided(game, "1 2 3")
    row = again(game)
    assert (row.status, row.outcome["played"], row.outcome["winners"]) == (
        "finished",
        game.outcome,
        [2],
    )


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_every_game_can_be_given_a_result(key: str):
    seats = RULESETS[key].meta.seats[0]
    game = started(PEOPLE[:seats], key=key, hours=24)
    decided(game, " ".join(map(str, range(1, seats + 1))))
    assert again(game).outcome["winners"] == [seats - 1]
    assert Client().get(f"/g/{game.key}/").status_code == 200


def test_scenario_28_a_game_begins_anew():
    # That standings count one, and that the new game takes the slot, waits for leagues.
    game = started(hours=24)
    pass_on(game)
    all_sent()
    old, seat = claim(game), asked(game)
    before, text = again(game), moves(game)[0]
    seconded(done(staff("mia"), "restart-game", game.key, why="fault"), game)
    row, anew = again(game), Game.objects.get(restart_of=game)
    assert (row.status, row.outcome, anew.status, anew.ply) == ("annulled", None, "active", 0)
    assert anew.key != game.key
    assert anew.commitment
    assert anew.commitment != before.commitment
    alike = ("ruleset", "options", "seats", "organiser_id", "language", "listed")
    assert [getattr(anew, each) for each in alike] == [getattr(row, each) for each in alike]
    assert anew.time["settings"] == before.time["settings"]
    assert people_of(anew) == people_of(game)
    assert again(anew).deadline_at == NOW + DAY
    # Old links open the old table and nothing else.
    page = Client().get(seat_url(seat))
    assert page.status_code == 200
    assert "Another one was begun in its place" in text_of(page.content.decode())
    with pytest.raises(Refused):
        turns.play_move(old, text, seen_ply=before.ply, now=NOW)
    assert (again(game).ply, again(anew).ply) == (before.ply, 0)
    with pytest.raises(BadLink):
        turns.play_move(
            replace(old, game_id=anew.pk, epoch=old.epoch + 1), text, seen_ply=0, now=NOW
        )
    for here, there in ((game, anew), (anew, game)):
        shown = Client().get(f"/g/{here.key}/").content.decode()
        assert reverse("table-public", args=[there.key]) in shown
    assert Letter.objects.filter(entry__act="restarted").count() == 3
    assert Letter.objects.filter(game=anew, kind__in=("started", "turn")).count() == 3
    # It counts once: the old one neither goes on nor gets a result any more.
    mia, act = browser(staff("mia")), game.acts.get(key="restart-game")
    for key, typed in (
        ("restart-game", {}),
        ("annul", {}),
        ("annul", {"back": act.reference}),
        ("adjudicate", {"scores": "1 2 3"}),
    ):
        assert previewed(mia, key, game.key, **typed).status_code == 409, key
    assert log(game) == ["restart-game-asked", "restart-game"]


def test_a_game_that_all_have_lost_does_not_begin_anew_among_bots():
    game = started(("alice", "bob"), hours=24, bots=1)
    mia = staff("mia")
    for seat in game.places.filter(bot=False):
        done(mia, "remove", game.key, seat=seat.number, why="absence")
    answer = previewed(browser(mia), "restart-game", game.key, why="fault")
    assert answer.status_code == 409
    assert "Nobody plays there any more" in text_of(answer.content.decode())


def people_of(game: Game) -> set[tuple[str, int | None]]:
    return set(game.places.values_list("name", "player"))


def test_a_table_with_bots_begins_its_game_anew_if_all_agree():
    game = started(("alice", "bob"), bots=1, hours=24)
    put("alice", game, "restart-game")
    assert says("bob", game) == 303
    anew = Game.objects.get(restart_of=game)
    assert again(game).status == "annulled"
    assert people_of(anew) >= {(name, player(name).pk) for name in ("alice", "bob")}
    assert anew.places.filter(bot=True, strength="hard").count() == 1
