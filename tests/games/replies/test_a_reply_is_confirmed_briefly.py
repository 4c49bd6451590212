"""A player may choose a short confirmation of a move by email instead of a whole second email."""

import pytest

from games import letters
from games.models import Game, Letter, Written
from games.subscriptions import selectors as subscriptions
from games.subscriptions.rules import Choice
from games.subscriptions.services import choosing
from tests.games import cast
from tests.games.cast import NOW
from tests.games.pages.table import browser
from tests.games.replies.cast import DOMAIN, answers, coded, replied

pytestmark = pytest.mark.django_db

PAGE = "/me/letters/"
HINT = "You can choose shorter confirmations"
CHOSEN = {"turns": "at-once", "news": "on", "reminders": "on", "hour": "8", "invited": "on"}


@pytest.fixture(autouse=True)
def game(settings) -> Game:
    settings.REPLY_DOMAIN = DOMAIN
    return cast.started()


def choose(game: Game, *, brief: bool) -> None:
    player = cast.asked(game).player
    assert player is not None
    choosing.choose(player, Choice(brief=brief), hour=8, invited=True, now=NOW)


def answered(game: Game, text: str) -> Written:
    replied(cast.asked(game), text)
    return letters.write(answers()[-1], now=NOW)


def test_a_move_is_confirmed_without_maze_and_hand(game: Game) -> None:
    choose(game, brief=True)
    code = min(coded(game))
    short = answered(game, f"{code}\n\nBest wishes")
    assert f"> {code}: Played." in short.text
    assert game.name in short.text
    assert "/t/" in short.text
    assert dict(short.headers)["Reply-To"]
    assert not short.maze
    assert not short.hand
    for part in ("The maze", "Your hand", "What happened", "Your role", HINT):
        assert part not in short.text
    assert len(short.text.splitlines()) < 30


def test_whoever_chose_nothing_gets_it_all_and_reads_of_the_choice(game: Game) -> None:
    whole = answered(game, min(coded(game)))
    assert whole.maze
    assert "The maze" in whole.text
    assert HINT in whole.text


@pytest.mark.parametrize("text", ["Z9", "help", "board", "hand", "pass nothing"])
def test_what_was_asked_for_or_went_wrong_comes_whole(game: Game, text: str) -> None:
    choose(game, brief=True)
    whole = answered(game, text)
    assert whole.maze
    assert "Play by replying" in whole.text
    assert HINT not in whole.text


def test_it_is_chosen_on_the_page_as_a_rule_and_for_one_game(game: Game) -> None:
    client = browser(cast.player("bob"))
    assert 'name="brief"' in client.get(PAGE).content.decode()
    assert client.post(PAGE, CHOSEN | {"brief": "on"}).status_code == 303
    assert subscriptions.choice(cast.player("bob").pk, None).brief
    client.post(f"{PAGE}{game.key}/", {"turns": "at-once", "news": "on", "reminders": "on"})
    assert not subscriptions.choice(cast.player("bob").pk, game.pk).brief


def test_where_emails_cannot_be_answered_nobody_is_asked_and_the_choice_is_kept(
    game: Game, settings
) -> None:
    client = browser(cast.player("bob"))
    client.post(PAGE, CHOSEN | {"brief": "on"})
    settings.REPLY_DOMAIN = ""
    assert 'name="brief"' not in client.get(PAGE).content.decode()
    assert client.post(PAGE, CHOSEN).status_code == 303
    assert subscriptions.choice(cast.player("bob").pk, None).brief


def test_the_email_about_the_next_turn_stays_whole(game: Game) -> None:
    choose(game, brief=True)
    answered(game, min(coded(game)))
    turn = Letter.objects.filter(kind=Letter.Kind.TURN).latest("ply")
    assert letters.write(turn, now=NOW).maze
