"""All letters of a game to one reader form one thread, and each says in its subject what it is."""

import re
from typing import Any

import pytest

from engine.api import Pick, Seat
from games import texts
from games.letters import table
from games.models import Letter
from games.selectors import Choice
from tests.games import cast
from tests.games.cast import NOW
from tests.games.letters.test_every_letter_is_written import Render, a_start, written

pytestmark = pytest.mark.django_db
Kind = Letter.Kind

OF_NO_GAME = {
    Kind.SIGN_IN,
    Kind.DIGEST,
    Kind.OUTAGE,
    Kind.HELD,
    Kind.EXTENDED,
    Kind.VACATION,
    Kind.OLD_ADDRESS,
    Kind.NEW_ADDRESS,
    Kind.DELETION,
    Kind.PASSKEY,
    Kind.QUESTION,
    Kind.VERDICT,
    Kind.APPEAL,
    Kind.SANCTION,
    Kind.LIFTED,
    Kind.HOUSEHOLD,
    Kind.REACH,
    Kind.RECOVERED,
    Kind.LEAGUE,
    Kind.LEAGUE_ASK,
    Kind.CHANNEL,
}
"""What is about an account, or about several games at once."""
LONGEST = 80


@pytest.mark.parametrize("kind", sorted(set(Kind) - OF_NO_GAME))
def test_every_kind_about_a_game_answers_the_same_message_that_was_never_sent(
    kind: str, rendered: Render
) -> None:
    found = rendered(Kind(kind))
    message, game, invited = found.english, found.letter.game, found.invited
    assert message["In-Reply-To"] == message["References"]
    assert game is not None
    assert game.key in message["List-Id"]
    assert invited is not None
    assert invited["References"] == message["References"]
    assert message["To"] not in message["References"]


def test_other_readers_and_other_games_have_threads_of_their_own() -> None:
    games = cast.open_table(), cast.open_table()
    letters = [
        Letter(kind=Kind.WITHDRAWN, game=game, email=email, created_at=NOW)
        for game in games
        for email in ("bob@example.org", "x@example.org")
    ]
    assert len({written(letter)["References"] for letter in letters}) == len(letters)


@pytest.mark.parametrize("kind", sorted(OF_NO_GAME))
def test_what_is_about_no_single_game_stands_alone(kind: str, rendered: Render) -> None:
    assert not {"In-Reply-To", "References", "List-Id"} & set(rendered(Kind(kind)).english)


@pytest.mark.parametrize("kind", Kind)
def test_every_letter_keeps_its_own_name(kind: Letter.Kind, rendered: Render) -> None:
    found = rendered(kind)
    assert {each["Message-ID"] for each in (found.english, found.german)} == {
        found.letter.message_id
    }
    assert str(found.letter.id) in found.letter.message_id


@pytest.mark.parametrize("language", ["english", "german"])
@pytest.mark.parametrize("kind", Kind)
def test_a_subject_is_short_and_names_the_game(
    kind: Letter.Kind, language: str, rendered: Render
) -> None:
    found = rendered(kind)
    subject = str(getattr(found, language)["Subject"])
    assert len(subject) <= LONGEST
    if kind not in OF_NO_GAME:
        assert found.letter.game is not None
        assert found.letter.game.name in subject


def test_a_subject_says_which_round_is_played() -> None:
    assert re.search(r" · .+, round 1 of 3$", written(a_start())["Subject"])


@pytest.mark.parametrize(
    ("ruleset", "picks", "asked"),
    [
        ("saboteur", [("turn", "upright"), ("turn", "turned")], "Which way up?"),
        ("saboteur2", [("seat", "2"), ("act", "steal-nothing")], "Whose gold do you take?"),
        ("duel", [("cell", "B4"), ("cell", "C4")], "Which gold do you mark?"),
        ("duel", [("card", "cross"), ("act", "pass")], ""),
    ],
)
def test_a_subject_asks_what_is_to_be_decided_where_it_is_no_usual_turn(
    ruleset: str, picks: list[tuple[Any, str]], asked: str
) -> None:
    choices = [Choice("", (Pick(*each),)) for each in picks]
    reader = texts.reader_of(ruleset, ["alice", "bob"], Seat(0))
    assert table._question(choices, reader) == asked
