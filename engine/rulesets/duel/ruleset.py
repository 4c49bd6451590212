"""The Duel and its solo game behind the engine's contract."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.api import Event, Json, Meta, Outcome, Pick, Seat, Step
from engine.maze.cells import Cell
from engine.parts.settings import no_settings, refuse
from engine.rulesets.duel import codec, events, legal, moves, play, position, scoring, setup
from engine.rulesets.duel.bot import choose
from engine.rulesets.duel.cards import VALUE
from engine.rulesets.duel.edition import DUEL, Mode
from engine.rulesets.duel.moves import END, PASSES, Claim, Move, Orient, Pay
from engine.rulesets.duel.state import BRIBE, CLAIM, ORIENT, PAY, State
from engine.rulesets.duel.tunnels import gold_reached
from engine.rulesets.duel.view import View, view


@dataclass(frozen=True, slots=True)
class Duel:
    """One game in two modes: for two players and for one."""

    mode: Mode = DUEL

    @property
    def meta(self) -> Meta:
        """Describe the game."""
        return self.mode.meta

    def setup(self, seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
        """Deal the first round; raises SeatsError or OptionError."""
        return setup.new_game(self.mode, seed, seats, options)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Say whose decision it is."""
        return frozenset() if state.asked is None else frozenset((state.asked,))

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """List what the seat may do now."""
        return legal.legal_moves(state, seat)

    def apply(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """Make a move; raises IllegalMove."""
        return play.apply(state, seat, move)

    def settings(self, state: State, seat: Seat) -> Sequence[Move]:
        """List nothing: there is nothing to set."""
        return no_settings(state, seat)

    def set(self, state: State, seat: Seat, setting: Move) -> State:
        """Refuse: there is nothing to set."""
        return refuse(state, seat, setting)

    def default_move(self, state: State, seat: Seat) -> Move:
        """Pass with the card held most often; bribe nobody; take the most gold; keep most cards."""
        if state.ask == ORIENT:
            return Orient(state.orient[0], turned=False)
        if state.ask == CLAIM:
            return Claim(_best_gold(state, seat))
        if state.ask == BRIBE:
            return END
        if state.ask == PAY:
            return Pay(scoring.payments(state, seat)[0])
        hand = state.hands[seat]
        return PASSES[(max(hand, key=hand.count),)]

    def outcome(self, state: State) -> Outcome | None:
        """Tell the end result, or None while the game goes on."""
        return None if state.asked is not None else scoring.final_result(state)

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the table to a seat or a spectator."""
        return view(state, seat)

    def picks(self, move: Move) -> tuple[Pick, ...]:
        """Split a move into the choices that lead to it."""
        return moves.picks(move)

    def parse(self, text: str) -> Move:
        """Read a move's notation; raises MoveSyntaxError."""
        return moves.parse_move(text)

    def format(self, move: Move) -> str:
        """Write a move's notation."""
        return moves.format_move(move)

    def dump(self, state: State) -> Json:
        """Write a state for storage."""
        return codec.dump(state)

    def load(self, data: Json) -> State:
        """Read a stored state."""
        return codec.load(data)

    def dump_event(self, event: Event) -> Json:
        """Write a fact for storage."""
        return events.dump_event(event)

    def load_event(self, data: Json) -> Event:
        """Read a stored fact."""
        return events.load_event(data)

    def format_position(self, state: State) -> str:
        """Write a whole position as text."""
        return position.format_position(state)

    def parse_position(self, text: str) -> State:
        """Read a position text; raises PositionError."""
        return position.parse_position(self.mode, text)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Play for an empty seat from its view."""
        return choose(view, moves)


def _best_gold(state: State, seat: Seat) -> Cell:
    """Name the gold that a seat would mark first: its own before the opponent's, then the most."""
    cards = state.maze.cards
    cell, _winner = max(
        gold_reached(state, seat),
        key=lambda gold: (gold[1] == seat, VALUE[cards[gold[0]] >> 1]),
    )
    return cell
