"""Once a game is over its page and its letter show all goals, all hands and all dwarves."""

import re

import pytest

from engine.maze.cells import cell_name
from engine.registry import RULESETS, ruleset
from games import letters
from games.models import Game, Letter
from games.services import turns
from games.texts import card_name
from tests.games.cast import NOW, again, asked, claim
from tests.games.pages.table import browser, game_url, seat_url
from tests.games.test_every_game_keeps_its_secrets import begun

pytestmark = pytest.mark.django_db


def ended(key: str) -> Game:
    """Play on by default moves until the game is over."""
    game, rules = begun(key, 12), ruleset(key)
    while True:
        now = again(game)
        state = rules.load(now.state)
        if not rules.to_act(state):
            return now
        move = rules.default_move(state, next(iter(rules.to_act(state))))
        turns.play_move(claim(game), rules.format(move), seen_ply=now.ply, now=NOW)


@pytest.mark.parametrize("key", RULESETS)
def test_a_finished_game_shows_everything_to_everybody_and_a_running_one_nothing(key: str) -> None:
    running = begun(key, 12)
    for url in (game_url(running), seat_url(asked(running))):
        assert 'class="turned-up"' not in browser().get(url).content.decode()
    game, rules = ended(key), ruleset(key)
    view = rules.view(rules.load(game.state), None)
    page = browser().get(game_url(game)).content.decode()
    shown = re.search(r'<section class="turned-up".*?</section>', page, re.DOTALL)[0]
    assert shown.count('<li class="person">') == view.seats
    assert shown.count('class="card-name"') == sum(map(len, view.hands))
    assert 'href="#secret"' not in page
    missed = [goal for goal in view.goals if not goal.up]
    assert ("Turned up after the end:" in page) == bool(missed)


def test_the_letter_of_the_result_names_hands_and_goals_that_were_left() -> None:
    game, rules = ended("saboteur"), ruleset("saboteur")
    view = rules.view(rules.load(game.state), None)
    letter = Letter.objects.filter(game=game, kind=Letter.Kind.RESULT).first()
    text = letters.render(letter, now=NOW).body
    assert "All hands turned up" in text
    missed = [goal for goal in view.goals if not goal.up]
    assert missed
    for goal in missed:
        assert f"Goal at {cell_name(goal.cell)}, never reached: {card_name(goal.code)}" in text
