"""Emails that answer a reply don't change with what their reader cannot know."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import UUID

import pytest

from engine.api import Seat
from engine.registry import RULESETS, ruleset
from games import selectors, texts
from games.letters import table
from games.models import Game
from games.models import Seat as TableSeat
from tests.engine.contract.known import KNOWN
from tests.games import cast
from tests.games.blinding import blinded
from tests.games.cast import NOW
from tests.games.letters.test_letters_keep_secrets import begun, hand_of, play_on, sent
from tests.games.moderation.twin.looking import drawing, undone
from tests.games.replies.cast import DOMAIN, address, answers, replied

pytestmark = pytest.mark.django_db

ASKS = ("help", "board", "hand", "A99", "good morning")
"""What players write that makes no move; "A99" is answered with all codes."""
REFUSED = 4
"""So many moves of the notation that the seat cannot make."""


@pytest.fixture(autouse=True)
def answered(settings) -> None:
    """Let emails be answered."""
    settings.REPLY_DOMAIN = DOMAIN


def answer(seat: TableSeat, text: str, *, to: str = "") -> bytes:
    """Send a reply and read the email that answers it, to the last byte; then undo it all."""
    with undone(), drawing(text):
        replied(TableSeat.objects.get(pk=seat.pk), text, to=to)
        letter = answers()[-1]
        letter.pk = UUID(int=seat.pk)
        return sent(letter)


def refused(game: Game, seat: TableSeat) -> Iterator[str]:
    """Choose moves with the seat's own cards that it cannot make: the answers say why."""
    rules = ruleset(game.ruleset)
    state, own = rules.load(cast.again(game).state), Seat(seat.number)
    asked = seat.number in game.to_act
    legal = {rules.format(move) for move in rules.legal_moves(state, own)} if asked else set()
    hand = {*rules.view(state, own).hand}
    lines = [
        line
        for line in KNOWN[game.ruleset].notation()
        if line not in legal and hand & {*line.split()}
    ]
    yield from Random(f"{game.ruleset} {seat.number}").sample(lines, REFUSED)


@pytest.mark.parametrize("moves", [1, 33])
@pytest.mark.parametrize("key", RULESETS)
def test_no_answer_changes_with_what_its_reader_cannot_know(key: str, moves: int) -> None:
    game = begun(key, moves)
    for seat in game.places.select_related("player"):
        wishes = [*ASKS, *refused(game, seat)]
        assert len(wishes) == len(ASKS) + REFUSED
        before = [answer(seat, wish) for wish in wishes]
        with blinded(game, seat.number, seed=moves) as something:
            assert something
            for wish, was in zip(wishes, before, strict=True):
                assert answer(seat, wish) == was, wish


def test_an_answer_to_an_old_email_does_not_change_either() -> None:
    game = cast.started()
    seat, old = cast.asked(game), address(cast.asked(game))
    play_on(game, 7)
    for text in ("A1", cast.moves(game)[0]):
        before = answer(seat, text, to=old)
        with blinded(game, seat.number) as something:
            assert something
            assert answer(seat, text, to=old) == before


Leak = Callable[[TableSeat], object]


def said(module: Any, name: str) -> Leak:
    """Let a function of ours add another's hand to the text that it returns."""
    honest = getattr(module, name)
    return lambda seat: lambda *given, **named: f"{honest(*given, **named)} {hand_of(seat)}"


def row_of_codes(seat: TableSeat) -> object:
    """Add another's hand to the codes."""
    honest = texts.code_lines
    return lambda *given, **named: (*honest(*given, **named), ("Z", hand_of(seat)))


def board_of_another(seat: TableSeat) -> object:
    """Show the table as another sees it to who asks for the board."""
    honest = table._board

    def board(shown: Any, reader: Any, **how: Any) -> Any:
        other = seat.game.places.get(number=(seat.number + 1) % seat.game.seats)
        return honest(selectors.seat_table(other, now=NOW), reader, **how)

    return board


LEAKS: dict[str, tuple[str, object, str, Leak]] = {
    "help: what codes are": ("help", texts, "code_help", said(texts, "code_help")),
    "help: the title": ("help", texts, "reply_title", said(texts, "reply_title")),
    "codes: a row": ("A99", texts, "code_lines", row_of_codes),
    "codes: what became of one": ("A99", texts, "outcome_text", said(texts, "outcome_text")),
    "board: the table of another": ("board", table, "_board", board_of_another),
    "board: its line": ("board", texts, "wish_text", said(texts, "wish_text")),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, module, name, planted = LEAKS[leak]
    game = cast.started()
    play_on(game, 7)
    seat = cast.asked(game)
    monkeypatch.setattr(module, name, planted(seat))
    before = answer(seat, text)

    def differs(seed: int) -> bool:
        with blinded(game, seat.number, seed=seed):
            return answer(seat, text) != before

    assert any(differs(seed) for seed in range(8)), "some may look alike by chance"
