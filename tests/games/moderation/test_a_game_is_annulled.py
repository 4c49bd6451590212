"""A game is annulled: it has no result, its cards stay covered for three days, it can go on."""

import pytest
from django.test import Client
from django.urls import reverse

from games import selectors
from games.clocks.models import Kept
from games.clocks.rules.refusals import Refused
from games.models import Act, Game, Letter, Part
from games.people import selectors as people
from games.people.rules.shown import Item, Whom
from games.replay import selectors as replay
from games.replay.selectors import NoSuchMoment
from games.services import freshness, reading, turns
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
    play_to_the_end,
    player,
    started,
    sweep_deadlines,
)
from tests.games.moderation.cast import done, log, previewed, seconded, staff
from tests.games.moderation.test_a_table_agrees import put, says
from tests.games.pages.table import browser, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def now(set_clock) -> None:
    set_clock(NOW)


def annulled(game: Game, **typed: object) -> Act:
    """Let one moderator ask for it and another confirm it."""
    return seconded(done(staff("mia"), "annul", game.key, why="fault", **typed), game)


def public_page(game: Game) -> str:
    return text_of(Client().get(f"/g/{game.key}/").content.decode())


def test_an_annulled_game_has_no_result_and_counts_nowhere():
    game = started(hours=24, rounds="1")
    play_to_the_end(game)
    alice = player("alice")
    assert people.profile(alice.key, alice, now=NOW).games
    assert Part.objects.filter(player=alice).exists()
    annulled(game)
    row = again(game)
    assert (row.status, row.outcome) == ("annulled", None)
    shown = people.profile(alice.key, alice, now=NOW, preview=Whom.FELLOWS)
    assert Item.GAMES not in shown.told or not shown.games
    own = people.profile(alice.key, alice, now=NOW)
    assert (own.games, own.roles) == ((), ())
    [old], _more = selectors.old_games(alice)
    assert old.result == "annulled"
    page = public_page(game)
    assert "This game was annulled: it has no result and counts nowhere." in page
    # It was turned up when it was played to its end, and so it stays.
    assert "All cards are turned up: " in page


def test_the_cards_of_a_game_that_ran_stay_covered_for_three_days(set_clock):
    game = started(hours=24)
    pass_on(game)
    secret = "".join(f"{byte:02x}" for byte in replay.history(again(game))[-1].state.seed)
    alice = player("alice")
    other = next(at for at in game.places.all() if at.player != alice)
    annulled(game)
    for now, turned_up in ((NOW, False), (NOW + 3 * DAY - MINUTE, False), (NOW + 3 * DAY, True)):
        set_clock(now)
        pages = [public_page(game), text_of(table_of("alice", game)), str(record_of(game))]
        assert {secret in page for page in pages} == {turned_up}
        for name, client in (("replays-public", Client()), ("replays-mine", browser(alice))):
            there = reverse(name, args=[game.key, 1])
            seen = client.get(there, {"as": other.number + 1})
            assert (seen.status_code == 200) is turned_up
        if turned_up:
            assert replay.moment(game.key, 1, seat=other.number, own=None).opened
        else:
            with pytest.raises(NoSuchMoment):
                replay.moment(game.key, 1, seat=other.number, own=None)
            assert "All cards are turned up Wed 4 Mar" in pages[0]


def table_of(name: str, game: Game) -> str:
    page = browser(player(name)).get(reverse("seat-mine", args=[game.key]))
    assert page.status_code == 200
    return page.content.decode()


def record_of(game: Game) -> object:
    return Client().get(reverse("replays-public-record", args=[game.key])).json()


def test_nobody_moves_and_nothing_that_was_played_is_written_of_any_more():
    game = started(hours=24)
    old, text = claim(game), moves(game)[0]
    everybody = set(game.places.values_list("number", flat=True))
    annulled(game)
    with pytest.raises(Refused):
        turns.play_move(old, text, seen_ply=0, now=NOW)
    assert again(game).ply == 0
    queued = reading.whole(Letter.objects.filter(game=game).values_list("pk", flat=True))
    assert {"turn", "started", "news"} <= {letter.kind for letter in queued}
    assert {letter.kind for letter in queued if freshness.is_needed(letter, now=NOW)} == {"news"}
    news = Letter.objects.filter(entry__act="annulled")
    assert set(news.values_list("seat__number", flat=True)) == everybody
    assert again(game).deadline_at is None
    assert not selectors.my_games(player("alice"), now=NOW)


def test_what_was_missed_in_the_last_turn_is_struck_and_earlier_misses_stay(set_clock):
    game = started(hours=24)
    all_sent()
    set_clock(NOW + DAY + HOUR)
    sweep_deadlines(now=NOW + DAY + HOUR)
    all_sent()
    assert Kept.objects.filter(game=game, reply=None).count() == 1
    pass_on(game, now=NOW + DAY + HOUR)
    annulled(game)
    assert Kept.objects.filter(game=game, reply=None).count() == 1
    other = started(hours=24)
    all_sent()
    set_clock(NOW + 3 * DAY)
    sweep_deadlines(now=NOW + 3 * DAY)
    assert Kept.objects.filter(game=other, reply=None).count() == 1
    annulled(other)
    assert not Kept.objects.filter(game=other, reply=None).exists()


def test_it_goes_on_paused_if_two_take_it_back_in_time(set_clock):
    game = started(hours=24)
    pass_on(game)
    all_sent()
    before, who, notation = again(game), asked(game), moves(game)[0]
    row = annulled(game)
    mia = browser(staff("mia"))
    home = text_of(mia.get(reverse("moderation-game", args=[game.key])).content.decode())
    assert f"Take back: Annul the game, {row.reference}" in home
    for wrong in ("ABCD", row.reference.lower()):
        assert previewed(mia, "annul", game.key, back=wrong).status_code == 409
    set_clock(NOW + DAY)
    asking = done(staff("mia"), "annul", game.key, back=row.reference)
    assert again(game).status == "annulled"
    seconded(asking, game)
    on = again(game)
    assert (on.status, on.to_act, on.ended_at, on.covered_until) == (
        "active",
        before.to_act,
        None,
        None,
    )
    assert on.state == before.state
    assert clocks_of(game).paused_until(NOW + DAY) == NOW + 31 * DAY
    assert game.places.filter(ended_at=None).count() == 3
    done(staff("mia"), "resume", game.key)
    assert asked(game) == who
    assert again(game).deadline_at == NOW + 2 * DAY
    turns.play_move(claim(game), notation, seen_ply=before.ply, now=NOW + DAY)
    assert log(game) == [
        *("annul-asked", "annul", "annul-asked", "annul"),
        "resume",
    ]
    assert previewed(mia, "annul", game.key, back=row.reference).status_code == 409


def test_after_three_days_it_cannot_be_taken_back_even_if_one_had_asked(set_clock):
    game = started(hours=24)
    row = annulled(game)
    set_clock(NOW + 3 * DAY - HOUR)
    done(staff("mia"), "annul", game.key, back=row.reference)
    set_clock(NOW + 3 * DAY)
    asking = Act.objects.get(stage="asked")
    there = reverse("moderation-asked", args=[asking.reference])
    answer = browser(staff("max")).post(there, {"answer": "yes", "digest": asking.digest})
    assert answer.status_code == 409
    assert again(game).status == "annulled"
    assert (
        previewed(browser(staff("max")), "annul", game.key, back=row.reference).status_code == 409
    )


def test_a_result_that_was_annulled_stands_again():
    game = started(hours=24, rounds="1")
    play_to_the_end(game)
    before = again(game)
    row = annulled(game)
    seconded(done(staff("mia"), "annul", game.key, back=row.reference), game)
    after = again(game)
    assert (after.status, after.outcome, after.ended_at) == (
        "finished",
        before.outcome,
        before.ended_at,
    )


def test_a_table_annuls_its_game_if_all_agree_and_cannot_take_it_back():
    game = started(hours=24)
    all_sent()
    assert put("alice", game, "annul").status_code == 303
    assert (says("bob", game), again(game).status) == (303, "active")
    assert (says("carol", game), again(game).status) == (303, "annulled")
    story = text_of(Client().get(f"/g/{game.key}/story/").content.decode())
    assert "All at the table annulled this game" in story
    reference = Act.objects.get(stage="done").reference
    assert put("alice", game, "annul", back=reference).status_code == 409
    assert put("alice", game, "annul").status_code == 409
