"""One move: what it writes, what it refuses, what it costs."""

import pytest
from django.db import connection

from engine.errors import IllegalMove, MoveSyntaxError, Reason
from engine.parts.facts import Drew
from games import selectors
from games.errors import BadLink, StaleTurn
from games.links import SeatClaim
from games.models import Game, Letter, Move, Seat
from games.services import games, turns
from tests.games.cast import HOUR, NOW, again, asked, claim, letters, moves, pass_on, play, started

pytestmark = pytest.mark.django_db


def snapshot(game: Game) -> object:
    return Game.objects.filter(pk=game.pk).values().get(), Move.objects.count(), letters()


def test_a_move_is_written_with_its_facts_and_the_table_moves_on():
    game = started()
    seat, text = asked(game), moves(game)[0]
    played = turns.play_move(claim(game), text, seen_ply=0, now=NOW + HOUR)
    assert (played.ply, played.seat, played.notation) == (1, seat.number, text)
    row = Move.objects.get(game=game, ply=1)
    assert (row.seat, row.by, row.notation, row.made_at) == (
        seat.number,
        "player",
        text,
        NOW + HOUR,
    )
    assert row.events
    assert again(game).ply == 1
    assert again(game).deadline_at == NOW + 25 * HOUR


def test_the_mover_is_told_what_he_drew_and_nobody_else():
    game = started()
    seat = asked(game)
    played = pass_on(game)
    drew = [event for event in played.events if isinstance(event, Drew)]
    assert drew[0].card is not None
    other = Seat.objects.filter(game=game).exclude(pk=seat.pk).first()
    told = selectors.seat_table(other, now=NOW).story[-1].events
    assert {getattr(event, "card", None) for event in told} == {None}


def test_the_next_one_asked_gets_a_letter_and_nobody_else():
    game = started()
    pass_on(game)
    assert letters(ply=1) == [("turn", asked(game).name)]


def test_a_move_is_read_in_any_case_and_written_in_one():
    game = started()
    text = moves(game)[0]
    played = turns.play_move(claim(game), f"  {text.upper()} ", seen_ply=0, now=NOW)
    assert played.notation == text


def test_a_form_from_an_older_position_does_nothing():
    game = started()
    old = claim(game)
    pass_on(game)
    before = snapshot(game)
    with pytest.raises(StaleTurn) as caught:
        turns.play_move(old, "map i1", seen_ply=0, now=NOW)
    assert (caught.value.seen_ply, caught.value.ply) == (0, 1)
    assert not caught.value.already_made
    assert snapshot(game) == before


def test_a_form_from_a_position_that_never_was_does_nothing():
    game = started()
    with pytest.raises(StaleTurn):
        turns.play_move(claim(game), moves(game)[0], seen_ply=17, now=NOW)


def test_the_same_form_posted_again_is_told_that_its_move_was_made():
    game = started()
    old, text = claim(game), moves(game)[0]
    turns.play_move(old, text, seen_ply=0, now=NOW)
    with pytest.raises(StaleTurn) as caught:
        turns.play_move(old, text.upper(), seen_ply=0, now=NOW)
    assert caught.value.already_made
    assert Move.objects.filter(game=game).count() == 2


def test_an_illegal_move_changes_nothing_and_says_why():
    game = started()
    before = snapshot(game)
    with pytest.raises(IllegalMove) as caught:
        turns.play_move(claim(game), "lay P1 z9", seen_ply=0, now=NOW)
    assert isinstance(caught.value.reason, Reason)
    assert snapshot(game) == before


def test_a_seat_that_is_not_asked_cannot_move():
    game = started()
    other = Seat.objects.filter(game=game).exclude(pk=asked(game).pk).first()
    with pytest.raises(IllegalMove) as caught:
        turns.play_move(SeatClaim.of(other), moves(game)[0], seen_ply=0, now=NOW)
    assert caught.value.reason == Reason.NOT_ASKED


@pytest.mark.parametrize(
    "text",
    ["", "resign", "lay", "\0\0", "lay P1 e4 " * 5000, "pass P1\npass P2", "päss", "🪨" * 99],
)
def test_a_text_that_is_no_move_changes_nothing(text: str):
    game = started()
    before = snapshot(game)
    with pytest.raises(MoveSyntaxError):
        turns.play_move(claim(game), text, seen_ply=0, now=NOW)
    assert snapshot(game) == before


def test_a_revoked_foreign_or_impossible_claim_cannot_move():
    game, foreign = started(), started()
    text, old = moves(game)[0], claim(game)
    games.revoke_links(asked(game))
    bad = [old, SeatClaim(game.pk, 9, 0), SeatClaim(game.pk + foreign.pk + 1, 0, 0)]
    for attempt in bad:
        with pytest.raises(BadLink):
            turns.play_move(attempt, text, seen_ply=0, now=NOW)
    assert Move.objects.filter(game=game).count() == 1


def test_who_lost_the_seat_cannot_move_for_it():
    game = started()
    old = claim(game)
    Seat.objects.filter(game=game, number=old.seat).update(player=None, bot=True)
    with pytest.raises(BadLink):
        turns.play_move(old, "pass P1", seen_ply=0, now=NOW)


def test_nobody_moves_after_the_end():
    game = started(rounds="1")
    old = claim(game)
    while again(game).status == "active":
        pass_on(game)
    with pytest.raises(IllegalMove) as caught:
        turns.play_move(old, "pass P1", seen_ply=again(game).ply, now=NOW)
    assert caught.value.reason == Reason.GAME_OVER


def test_a_round_that_ends_is_told_to_everybody_in_one_letter_each():
    game = started()
    while not (played := pass_on(game)).round_over:
        pass
    next_up = asked(game).name
    expected = [
        ("turn" if name == next_up else "round", name) for name in ("alice", "bob", "carol")
    ]
    assert letters(ply=played.ply) == sorted(expected)


def test_a_game_that_ends_is_told_to_everybody_and_keeps_its_result():
    game = started(rounds="1", bots=1)
    while not again(game).ended_at:
        seat = asked(game)
        if seat.bot:
            turns.play_bot(game.pk, again(game).ply, now=NOW)
        else:
            pass_on(game)
    end = again(game)
    assert letters(ply=end.ply) == [("result", name) for name in ("alice", "bob", "carol")]
    assert (end.status, end.to_act, end.deadline_at) == ("finished", [], None)
    assert len(end.outcome["scores"]) == 4


def test_a_bot_gets_no_letters():
    game = started(bots=2)
    for _ in range(12):
        if asked(game).bot:
            turns.play_bot(game.pk, again(game).ply, now=NOW)
        else:
            pass_on(game)
    assert not Letter.objects.filter(seat__bot=True).exists()


class Counted:
    """Counts the statements that reach the database."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    def __call__(self, execute, sql, params, many, context):
        self.statements.append(sql)
        return execute(sql, params, many, context)


@pytest.mark.parametrize("players", [3, 10])
def test_a_move_costs_at_most_twelve_statements_whatever_the_table(players: int):
    names = ["alice", *(f"friend{at}" for at in range(players - 1))]
    game = started(names)
    for _ in range(20):
        who, text, counted = claim(game), moves(game)[0], Counted()
        ply = again(game).ply
        with connection.execute_wrapper(counted):
            turns.play_move(who, text, seen_ply=ply, now=NOW)
        writes = [
            sql
            for sql in counted.statements
            if not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE"))
        ]
        assert len(counted.statements) <= 12, counted.statements
        assert len(writes) <= 4, writes


@pytest.mark.django_db(transaction=True)
def test_a_move_is_one_commit():
    game = started()
    who, text = claim(game), moves(game)[0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        before = cursor.fetchone()[0]
    turns.play_move(who, text, seen_ply=0, now=NOW)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        assert cursor.fetchone()[0] - before == 2


def test_the_players_own_move_is_not_news_to_him():
    game = started()
    first = asked(game)
    for _ in range(3):
        play(game)
    table = selectors.seat_table(first, now=NOW)
    assert [entry.ply for entry in table.story] == [2, 3]
    assert [entry.ply for entry in table.earlier] == [1]
