"""Not a byte of what goes out by a channel hangs on what its owner may not know.

Nor on what he alone may: strangers read a channel with him.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from engine.registry import RULESETS
from games import selectors
from games.channels.rules import messages
from games.channels.selectors import TOLD
from games.channels.services import sending
from games.letters import table, waiting
from games.models import Letter
from games.models import Seat as TableSeat
from tests.games import cast
from tests.games.blinding import blinded
from tests.games.cast import NOW
from tests.games.letters.test_letters_keep_secrets import at, begun, play_on

pytestmark = pytest.mark.django_db
SECRET = messages.new_secret()


def sent(letter: Letter) -> list[tuple[bytes, dict[str, str]]]:
    """All that leaves by each kind of channel: bodies, and headers that sign them."""
    told = sending.announcement(letter, now=NOW)
    found = (
        messages.write(kind, told, mark=str(UUID(int=1)), secret=SECRET, now=NOW)
        for kind in messages.KINDS
    )
    return [(each.body, dict(each.headers)) for each in found]


@pytest.mark.parametrize("moves", [1, 33])
@pytest.mark.parametrize("key", RULESETS)
def test_no_message_changes_with_what_its_owner_cannot_know(key: str, moves: int) -> None:
    game = begun(key, moves)
    for seat in game.places.select_related("player"):
        wanted = [at(game, seat, kind) for kind in TOLD]
        before = [sent(letter) for letter in wanted]
        with blinded(game, seat.number, seed=moves) as something:
            assert something
            game.refresh_from_db()
            for letter, was in zip(wanted, before, strict=True):
                assert sent(letter) == was, letter.kind
        game.refresh_from_db()


@pytest.mark.parametrize("moves", [1, 33])
@pytest.mark.parametrize("key", RULESETS)
def test_nor_with_what_nobody_but_he_knows(key: str, moves: int) -> None:
    game, hidden = begun(key, moves), 0
    for seat in game.places.select_related("player"):
        wanted = [at(game, seat, kind) for kind in TOLD]
        before = [sent(letter) for letter in wanted]
        # What a spectator cannot know is rearranged: his own hand and role among it.
        with blinded(game, None, seed=moves) as something:
            hidden += something
            game.refresh_from_db()
            for letter, was in zip(wanted, before, strict=True):
                assert sent(letter) == was, letter.kind
        game.refresh_from_db()
    assert hidden


def test_of_a_deal_that_others_yet_play_not_even_the_kind_of_choice_is_told(monkeypatch) -> None:
    game = begun("saboteur", 1)
    monkeypatch.setattr(table, "_question", lambda choices, _reader: "x" if choices else "")
    seat = game.places.get(number=game.to_act[0])
    assert b"Your turn: x" in sent(at(game, seat, Letter.Kind.TURN))[0][0]
    game.closed = True
    game.save(update_fields=("closed",))
    assert b'"Your turn"' in sent(at(game, seat, Letter.Kind.TURN))[0][0]


def hand_of(seat: TableSeat) -> str:
    other = seat.game.places.get(number=(seat.number + 1) % seat.game.seats)
    return " ".join(selectors.seat_table(other, now=NOW).view.hand)


def after(module: object, name: str) -> Callable[[TableSeat], Any]:
    honest = getattr(module, name)
    return lambda seat: lambda *given, **named: f"{honest(*given, **named)} {hand_of(seat)}"


LEAKS = {
    "subject": (table, "_subject", after(table, "_subject")),
    "lead": (waiting, "lead", after(waiting, "lead")),
    "the name of the game": (table, "one_line", after(table, "one_line")),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_every_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, planted = LEAKS[leak]
    game = cast.started()
    play_on(game, 7)
    game = cast.again(game)
    letter = at(game, game.places.get(number=0), Letter.Kind.TURN)
    monkeypatch.setattr(module, name, planted(letter.seat))
    before = sent(letter)

    def differs(seed: int) -> bool:
        with blinded(game, 0, seed=seed):
            game.refresh_from_db()
            return sent(letter) != before

    assert any(differs(seed) for seed in range(8)), "some may look alike by chance"
