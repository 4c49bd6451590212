"""No letter changes by a byte when everything its reader may not know is rearranged."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from engine.api import Seat
from engine.registry import RULESETS, ruleset
from engine.rulesets.saboteur.cards import CODES
from games import drawing, letters, selectors, texts
from games.letters import envelope, table, waiting
from games.letters.content import Fact
from games.models import Entry, Game, Letter
from games.models import Seat as TableSeat
from games.services import turns
from tests.games import cast
from tests.games.blinding import blinded
from tests.games.cast import NOW
from tests.games.letters.test_every_letter_is_written import CASES

pytestmark = pytest.mark.django_db


Kind = Letter.Kind
AT_A_TABLE = (
    Kind.STARTED,
    Kind.TURN,
    Kind.REMINDER,
    Kind.TIMED_OUT,
    Kind.ROUND,
    Kind.RESULT,
    Kind.NEWS,
    Kind.LINKS,
    Kind.REPLY,
)
"""What is written to a seat from its own view, however far its game has got."""
ABOUT_A_TABLE = (Kind.OFFER, Kind.REPLACED, Kind.GLASS)
"""What is written about a seat to who does not sit there: he may know what everybody may."""
ABOUT_TIME = (Kind.OUTAGE, Kind.HELD, Kind.EXTENDED, Kind.VACATION, Kind.DIGEST)
"""What is written to a player about his games."""
WITHOUT_A_TABLE = (
    Kind.SIGN_IN,
    Kind.INVITATION,
    Kind.SEATED,
    Kind.DECLINED,
    Kind.WITHDRAWN,
    Kind.LAPSED,
    Kind.TERMS,
    Kind.CANCELLED,
    Kind.READY,
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
)
"""Nothing is dealt yet, or no game is spoken of."""


@pytest.fixture(autouse=True)
def answered(settings) -> None:
    """Letters can be answered: they list what can be played."""
    settings.REPLY_DOMAIN = "mail.example.org"


def sent(letter: Letter) -> bytes:
    """Everything a reader gets: headers, subject, text, HTML and pictures, to the last byte."""
    return bytes(letters.render(letter, now=NOW).message().as_bytes())


def at(game: Game, seat: TableSeat, kind: Letter.Kind) -> Letter:
    """Write to a seat, whatever the reason, now that its game has got as far as this."""
    entry = Entry.objects.filter(game=game).last() if kind == Kind.NEWS else None
    name = UUID(int=seat.pk)
    return Letter(
        id=name, kind=kind, game=game, seat=seat, ply=game.ply, created_at=NOW, entry=entry
    )


def begun(key: str, moves: int) -> Game:
    people = max(1, ruleset(key).meta.seats[0])
    game = cast.started(["alice", *(f"friend{at}" for at in range(1, people))], key=key)
    play_on(game, moves)
    cast.extended(game)
    return cast.again(game)


def test_every_kind_is_kept_from_telling() -> None:
    assert sorted((*AT_A_TABLE, *ABOUT_A_TABLE, *ABOUT_TIME, *WITHOUT_A_TABLE)) == sorted(Kind)


@pytest.mark.parametrize("moves", [1, 33])
@pytest.mark.parametrize("key", RULESETS)
def test_no_letter_to_a_seat_changes_with_what_it_cannot_know(key: str, moves: int) -> None:
    game = begun(key, moves)
    for seat in game.places.select_related("player"):
        wanted = [at(game, seat, kind) for kind in AT_A_TABLE]
        before = [sent(letter) for letter in wanted]
        with blinded(game, seat.number, seed=moves) as something:
            assert something
            game.refresh_from_db()
            for letter, was in zip(wanted, before, strict=True):
                assert sent(letter) == was, letter.kind
        game.refresh_from_db()


@pytest.mark.parametrize("kind", [*ABOUT_A_TABLE, *ABOUT_TIME])
def test_no_letter_about_a_table_changes_with_what_its_reader_cannot_know(
    kind: Letter.Kind,
) -> None:
    letter = CASES[kind]()
    game = Game.objects.get()
    own = game.places.filter(player__email=letter.email).first() if kind in ABOUT_TIME else None
    before = sent(Letter.objects.get(pk=letter.pk))
    with blinded(game, own.number if own else None) as something:
        assert something
        assert sent(Letter.objects.get(pk=letter.pk)) == before


@pytest.mark.parametrize("kind", WITHOUT_A_TABLE)
def test_other_letters_are_written_where_nothing_is_dealt(kind: Letter.Kind) -> None:
    letter = CASES[kind]()
    sent(letter)
    assert not Game.objects.filter(state__isnull=False).exists()


def play_on(game: Game, moves: int) -> None:
    """Let everybody play sensibly, so that goals are seen, tools broken and rounds won.

    It stops before the end: then all gold is counted before everybody's eyes.
    """
    rules = ruleset(game.ruleset)
    for _ in range(moves):
        now = cast.again(game)
        state, seat = rules.load(now.state), Seat(now.to_act[0])
        move = rules.choose(rules.view(state, seat), rules.legal_moves(state, seat))
        if rules.outcome(rules.apply(state, seat, move).state):
            return
        turns.play_move(cast.claim(game), rules.format(move), seen_ply=now.ply, now=NOW)


@pytest.mark.parametrize("moves", [1, 14, 80])
def test_letters_that_were_posted_hang_on_what_their_readers_know(moves: int) -> None:
    game = cast.started()
    play_on(game, moves)
    rearranged = 0
    for letter in Letter.objects.filter(game=game, seat__isnull=False).order_by("-ply")[:6]:
        assert letter.seat is not None
        before = sent(letter)
        with blinded(game, letter.seat.number, seed=moves) as something:
            rearranged += something
            assert sent(Letter.objects.get(pk=letter.pk)) == before
    assert rearranged


_seat_table, _maze_png = selectors.seat_table, drawing.maze_png


def spied(seat: TableSeat) -> Any:
    """Show the whole table of somebody else, from whom the letter's reader shall learn nothing."""
    other = seat.game.places.get(number=(seat.number + 1) % seat.game.seats)
    return selectors.seat_table(other, now=NOW)


def hand_of(seat: TableSeat) -> str:
    return " ".join(spied(seat).view.hand)


def adds(module: object, name: str, more: Callable[[Any], Any]) -> Callable[[TableSeat], object]:
    """Let a function of ours add to what it tells."""
    honest = getattr(module, name)

    def planted(seat: TableSeat) -> object:
        return lambda *given, **named: more(seat)(honest(*given, **named))

    return planted


def text_after(seat: TableSeat) -> Callable[[str], str]:
    return lambda told: f"{told} {hand_of(seat)}"


def bytes_after(seat: TableSeat) -> Callable[[bytes], bytes]:
    return lambda told: told + hand_of(seat).encode()


def line_after(seat: TableSeat) -> Callable[[Any], Any]:
    return lambda told: (*told, hand_of(seat))


LEAKS: dict[str, tuple[Letter.Kind, object, str, Callable[[TableSeat], object]]] = {
    "subject": (Kind.TURN, table, "_subject", adds(table, "_subject", text_after)),
    "heading": (Kind.REMINDER, table, "_heading", adds(table, "_heading", text_after)),
    "lead": (Kind.TIMED_OUT, waiting, "lead", adds(waiting, "lead", text_after)),
    "company": (Kind.STARTED, table, "_company", adds(table, "_company", text_after)),
    "story": (Kind.ROUND, texts, "story", adds(texts, "story", line_after)),
    "maze in characters": (Kind.NEWS, drawing, "maze_text", adds(drawing, "maze_text", text_after)),
    "alternative text": (Kind.TURN, drawing, "maze_words", adds(drawing, "maze_words", text_after)),
    "picture of the maze": (
        Kind.RESULT,
        drawing,
        "maze_png",
        adds(drawing, "maze_png", bytes_after),
    ),
    "picture of the hand": (Kind.TURN, drawing, "hand_png", adds(drawing, "hand_png", bytes_after)),
    "facts": (
        Kind.STARTED,
        table,
        "_state",
        adds(table, "_state", lambda seat: lambda told: (*told, Fact("x", hand_of(seat)))),
    ),
    "a header": (
        Kind.REMINDER,
        envelope,
        "_headers",
        adds(envelope, "_headers", lambda seat: lambda told: told | {"X-It": hand_of(seat)}),
    ),
    "the size alone": (
        Kind.NEWS,
        table,
        "_company",
        adds(table, "_company", lambda seat: lambda told: told + "-" * len(hand_of(seat))),
    ),
    "another's table": (
        Kind.REMINDER,
        selectors,
        "seat_table",
        lambda seat: lambda *_, **__: _told(seat),
    ),
    "a goal that somebody else has seen": (
        Kind.TURN,
        drawing,
        "maze_png",
        lambda seat: lambda _view, **how: _maze_png(_true(seat), **how),
    ),
}


def _told(seat: TableSeat) -> Any:
    other = seat.game.places.get(number=(seat.number + 1) % seat.game.seats)
    return _seat_table(other, now=NOW)


def _true(seat: TableSeat) -> Any:
    """Turn all goals up before a seat's eyes."""
    rules, state = ruleset("saboteur"), cast.again(seat.game).state
    view = rules.view(rules.load(state), Seat(seat.number))
    lying = rules.load(state).goals
    goals = [
        replace(goal, code=CODES[kind]) for goal, (_, kind) in zip(view.goals, lying, strict=True)
    ]
    return replace(view, goals=tuple(goals))


@pytest.mark.parametrize("leak", LEAKS)
def test_every_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, module, name, planted = LEAKS[leak]
    game = cast.started()
    play_on(game, 7)
    cast.extended(game)
    game = cast.again(game)
    letter = at(game, game.places.get(number=0), kind)
    monkeypatch.setattr(module, name, planted(letter.seat))
    before = sent(letter)
    assert any(_differs(letter, before, seed) for seed in range(8)), "some may look alike by chance"


def _differs(letter: Letter, before: bytes, seed: int) -> bool:
    assert letter.game is not None
    with blinded(letter.game, 0, seed=seed):
        letter.game.refresh_from_db()
        return sent(letter) != before
