"""`play`: a game in the terminal, for people who share one keyboard, for bots, or at random."""

import argparse
import random
import secrets
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from engine.api import Event, Ruleset, Seat, Step
from engine.cli.facts import event_words, field_text, outcome_text, seat_name, seat_named
from engine.cli.tables import add_deal, deal, played, seed_of
from engine.decks.saboteur import GOALS
from engine.errors import EngineError, IllegalMove, MoveSyntaxError
from engine.maze.ascii import picture
from engine.rng import SEED_BYTES

HELP = "Type a move in notation, ? for all legal moves, q to stop."
_FACES = {goal.code: "$" if goal.mark == "gold" else "o" for goal in GOALS}
_CLEAR = "\033[2J\033[3J\033[H"


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser = commands.add_parser(
        "play", help="play in the terminal", description=f"A hot-seat or random game. {HELP}"
    )
    add_deal(parser)
    players = parser.add_mutually_exclusive_group()
    players.add_argument("--bots", default="", metavar="2,3", help="seats that bots play")
    players.add_argument("--random", action="store_true", help="play all seats at random")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play one game to its end or to the end of the input; raises EngineError."""
    seed = seed_of(arguments.seed) if arguments.seed else secrets.token_bytes(SEED_BYTES)
    game, dealt = deal(arguments, seed)
    bots = _bots(arguments.bots, game, dealt.state)
    print(f"{game.meta.key}, seed {seed.hex()}")
    if arguments.random:
        _play_at_random(game, dealt, random.Random(seed))  # noqa: S311 - no secret depends on it
        return 0
    print(HELP)
    try:
        _Sitting(game, dealt.state, bots, list(dealt.events)).play()
    except EOFError:
        print("\nThe game stops here.")
    return 0


def _bots(words: str, game: Ruleset[Any, Any, Any], state: Any) -> frozenset[Seat]:
    bots = frozenset(seat_named(f"@{word.strip()}") for word in words.split(",") if word.strip())
    seats = game.view(state, None).seats
    for seat in bots:
        if not 0 <= seat < seats:
            raise EngineError(f"nobody sits at {seat_name(seat)}; there are {seats} players")
    return bots


def _play_at_random(game: Ruleset[Any, Any, Any], dealt: Step[Any], chance: random.Random) -> None:
    """Play every seat and show what a spectator sees."""
    state, events = dealt
    _tell(events, None)
    while asked := sorted(game.to_act(state)):
        before = game.view(state, None)
        move = chance.choice(game.legal_moves(state, asked[0]))
        state, events = game.apply(state, asked[0], move)
        if game.view(state, None).results != before.results:
            print(_maze(before), end="")
        _tell(events, None)
    print(outcome_text(game.outcome(state)))


@dataclass(slots=True)
class _Sitting:
    """People at one keyboard. Each sees his own view, and what happened since he last looked."""

    game: Ruleset[Any, Any, Any]
    state: Any
    bots: frozenset[Seat]
    log: list[Event]
    heard: dict[Seat, int] = field(default_factory=dict)
    """For each seat, how much of the log it has been told."""
    at_keyboard: Seat | None = None

    def play(self) -> None:
        """Ask seat after seat until the game is over; raises EOFError when somebody stops."""
        while asked := sorted(self.game.to_act(self.state)):
            if asked[0] in self.bots:
                self._ask_bot(asked[0])
            else:
                self._ask_person(asked[0])
        _tell(self.log[min(self.heard.values(), default=0) :], None)
        print(outcome_text(self.game.outcome(self.state)))

    def _ask_bot(self, seat: Seat) -> None:
        moves = self.game.legal_moves(self.state, seat)
        self._make(seat, self.game.choose(self.game.view(self.state, seat), moves))

    def _ask_person(self, seat: Seat) -> None:
        self._hand_over(seat)
        _tell(self.log[self.heard.get(seat, 0) :], seat)
        self.heard[seat] = len(self.log)
        print(_table(self.game.view(self.state, seat)))
        while True:
            text = input(f"{seat_name(seat)}> ").strip()
            if text.lower() in ("q", "quit"):
                raise EOFError
            if text in ("?", "help"):
                self._list_moves(seat)
            elif text and self._try(seat, text):
                return

    def _hand_over(self, seat: Seat) -> None:
        """Let the keyboard change hands unseen: nobody reads another's cards."""
        if self.at_keyboard not in (None, seat):
            input(f"\nPass the keyboard to {seat_name(seat)}, who then presses Enter. ")
            if sys.stdout.isatty():
                print(_CLEAR, end="")
        self.at_keyboard = seat

    def _list_moves(self, seat: Seat) -> None:
        print(HELP)
        for move in self.game.legal_moves(self.state, seat):
            print(f"  {self.game.format(move)}")
        for setting in self.game.settings(self.state, seat):
            print(f"  {self.game.format(setting)}  (a setting, no move)")

    def _try(self, seat: Seat, text: str) -> bool:
        try:
            self._make(seat, self.game.parse(text))
        except MoveSyntaxError as problem:
            print(f"{problem}; ? lists the legal moves")
            return False
        except IllegalMove as refused:
            print(f"not possible now: {refused.reason.replace('-', ' ')}")
            return False
        _tell(self.log[self.heard[seat] :], seat)
        self.heard[seat] = len(self.log)
        return True

    def _make(self, seat: Seat, move: Any) -> None:
        self.state, events = played(self.game, self.state, seat, move)
        self.log += events


def _tell(events: Iterable[Event], reader: Seat | None) -> None:
    for event in events:
        heard = event.seen_by(reader)
        if heard:
            print("  " + " ".join(event_words(heard)))


def _table(view: Any) -> str:
    """Show a view: the maze, then every other field on a line of its own."""
    names = [each.name for each in fields(view) if each.name not in ("cards", "goals")]
    width = max(map(len, names))
    return _maze(view) + "\n".join(f"{name:{width}}  {field_text(view, name)}" for name in names)


def _maze(view: Any) -> str:
    return picture(view.cards, view.goals, _FACES)
