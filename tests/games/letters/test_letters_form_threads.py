"""All letters of a game to one reader form one thread, and each says in its subject what it is."""

import re
from typing import Any

import pytest

from engine.api import Pick, Seat
from games import letters, texts
from games.letters import table
from games.models import Game, Letter, Player
from games.selectors import Choice
from tests.games import cast
from tests.games.cast import NOW
from tests.games.letters.test_every_letter_is_written import CASES, a_start, written

pytestmark = pytest.mark.django_db(transaction=True)
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


def root(letter: Letter) -> str:
    return str(letters.render(letter, now=NOW).extra_headers["References"])


@pytest.mark.parametrize("kind", sorted(set(Kind) - OF_NO_GAME))
def test_every_kind_about_a_game_answers_the_same_message_that_was_never_sent(kind: str) -> None:
    letter = CASES[Kind(kind)]()
    message = written(letter)
    assert message["In-Reply-To"] == message["References"]
    to, game = message["To"], letter.game
    assert game is not None
    assert game.key in message["List-Id"]
    invited = Letter(kind=Kind.WITHDRAWN, game=game, email=to, created_at=NOW)
    assert root(invited) == message["References"]
    assert root(Letter(kind=Kind.WITHDRAWN, game=game, email="x@example.org")) != root(invited)
    assert root(Letter(kind=Kind.WITHDRAWN, game=cast.open_table(), email=to)) != root(invited)
    assert to not in message["References"]


@pytest.mark.parametrize("kind", sorted(OF_NO_GAME))
def test_what_is_about_no_single_game_stands_alone(kind: str) -> None:
    message = written(CASES[Kind(kind)]())
    assert not {"In-Reply-To", "References", "List-Id"} & set(message)


@pytest.mark.parametrize("kind", Kind)
def test_every_letter_keeps_its_own_name(kind: Letter.Kind) -> None:
    letter = CASES[kind]()
    names = {written(each)["Message-ID"] for each in (letter, Letter.objects.get(pk=letter.pk))}
    assert names == {letter.message_id}
    assert str(letter.id) in letter.message_id


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", Kind)
def test_a_subject_is_short_and_names_the_game(kind: Letter.Kind, language: str) -> None:
    letter = CASES[kind]()
    Player.objects.update(language=language)
    subject = str(written(Letter.objects.get(pk=letter.pk))["Subject"])
    assert len(subject) <= LONGEST
    if kind not in OF_NO_GAME:
        assert Game.objects.get(pk=letter.game_id).name in subject


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
