"""The Dark Cave at a table of five, where clans are hidden: who is written to, and what of."""

import re

import pytest
from django.utils import timezone

from engine.api import Seat
from engine.api import Seat as EngineSeat
from engine.registry import ruleset
from engine.rulesets.dark_cave.state import WALK
from games.models import Game, Letter
from games.services import turns
from tests.games.blinding import blinded
from tests.games.cast import NOW, again, asked, claim, lay_out, play_to_the_end, started
from tests.games.pages.table import browser, seat_url
from tests.games.test_every_game_keeps_its_secrets import undated, written

pytestmark = pytest.mark.django_db

PEOPLE = ("alice", "bob", "carol", "dora", "erin")
RULES = ruleset("dark-cave")


def table() -> Game:
    return started(PEOPLE, key="dark-cave")


def move(game: Game, text: str) -> None:
    turns.play_move(claim(game), text, seen_ply=again(game).ply, now=NOW)


def play_on(game: Game, moves: int) -> None:
    """Let everybody play sensibly, but stop before the end, when all is shown."""
    for _ in range(moves):
        state = RULES.load(again(game).state)
        seat = min(RULES.to_act(state))
        chosen = RULES.choose(RULES.view(state, seat), RULES.legal_moves(state, seat))
        if RULES.outcome(RULES.apply(state, seat, chosen).state):
            return
        move(game, RULES.format(chosen))


@pytest.mark.parametrize("moves", [1, 30])
def test_pages_and_letters_hang_on_what_their_readers_know_of_the_clans(moves: int) -> None:
    game = table()
    play_on(game, moves)
    for letter in Letter.objects.filter(game=game, seat__isnull=False).order_by("-ply")[:3]:
        assert letter.seat is not None
        before = written(letter), undated(browser().get(seat_url(letter.seat)).content)
        with blinded(game, letter.seat.number, seed=moves) as something:
            assert something
            after = written(letter), undated(browser().get(seat_url(letter.seat)).content)
        assert after == before


def walking(game: Game) -> EngineSeat:
    """Play until somebody has played a card and can walk; return his seat."""
    while RULES.load(again(game).state).progress.stage != WALK:
        play_on(game, 1)
    return EngineSeat(asked(game).number)


def test_the_next_player_is_written_to_when_the_whole_turn_is_over() -> None:
    game = table()
    mover = walking(game)
    letters = Letter.objects.filter(game=game).count()
    walk = next(
        RULES.format(one)
        for one in RULES.legal_moves(RULES.load(again(game).state), mover)
        if RULES.format(one).startswith("walk")
    )
    move(game, walk)
    if asked(game).number == mover:
        assert Letter.objects.filter(game=game).count() == letters
        move(game, "end")
    assert asked(game).number != mover
    newest = Letter.objects.filter(game=game).latest("ply", "created_at")
    assert Letter.objects.filter(game=game).count() == letters + 1
    assert (newest.kind, newest.seat) == (Letter.Kind.TURN, asked(game))


def test_a_proposed_end_asks_everybody_and_ends_the_game_with_a_result_for_all() -> None:
    game = table()
    move(game, "propose")
    for _ in PEOPLE[1:]:
        page = browser().get(seat_url(asked(game))).content.decode()
        assert "pick=act%3Aagree" in page
        move(game, "agree")
    assert again(game).status == Game.Status.FINISHED
    assert Letter.objects.filter(game=game, kind=Letter.Kind.RESULT).count() == len(PEOPLE)


def test_the_result_says_who_worked_for_whom() -> None:
    game = table()
    play_to_the_end(game, now=timezone.now())
    page = browser().get(seat_url(game.places.get(number=0))).content.decode()
    result = RULES.view(RULES.load(again(game).state), None).results[-1]
    shares = re.findall(r'<table class="gold-table">.*?</table>', page, re.DOTALL)
    assert len(shares) == 2
    assert all(name in shares[0] for name in PEOPLE)
    assert all(str(treasure) in shares[1] for treasure in result.treasure)


WAITING = """\
dark-cave
goals a1 GOAL-VEIN, i1 GOAL-EXIT, a9 GOAL-HOLE, i9 GOAL-LADDER
maze e5 START, b1 I-EW
turn @1 walk steps 3
@1 hand I-X at b1
@2 hand I-TV
"""


def test_both_ways_round_of_a_goal_just_turned_are_shown_to_choose_from() -> None:
    game = started(PEOPLE[:2], key="dark-cave")
    step = RULES.apply(RULES.parse_position(WAITING), Seat(0), RULES.parse("walk a1"))
    lay_out(game, step.state)
    page = browser().get(seat_url(asked(game))).content.decode()
    options = re.findall(r'<a class="option option-turn".*?</a>', page, re.DOTALL)
    assert len(options) == 2
    assert all('class="card-art"' in option for option in options)
    assert 'class="ghost"' in page
