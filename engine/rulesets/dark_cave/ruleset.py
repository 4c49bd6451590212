"""The Dark Cave behind the engine's contract."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.api import Event, Json, Meta, Outcome, Pick, Seat, Step
from engine.rulesets.dark_cave import (
    codec,
    events,
    legal,
    notation,
    orders,
    play,
    position,
    scoring,
    setup,
)
from engine.rulesets.dark_cave.bot import choose
from engine.rulesets.dark_cave.edition import META
from engine.rulesets.dark_cave.moves import DECLINE, DISCARDS, END, Move, Turned
from engine.rulesets.dark_cave.state import PLAY, State
from engine.rulesets.dark_cave.view import View, view


@dataclass(frozen=True, slots=True)
class DarkCave:
    """Two clans on their way out of the cave."""

    @property
    def meta(self) -> Meta:
        """Describe the game."""
        return META

    def setup(self, seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
        """Deal the game; raises SeatsError or OptionError."""
        return setup.new_game(seed, seats, options)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Say who is asked: whose turn it is, or who must agree to the end next."""
        return frozenset() if state.asked is None else frozenset((state.asked,))

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """List what the seat may do now."""
        return legal.legal_moves(state, seat)

    def apply(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """Make a move; raises IllegalMove."""
        return play.apply(state, seat, move)

    def settings(self, state: State, seat: Seat) -> Sequence[Move]:
        """List what the seat may order its axes now, asked or not."""
        return orders.settings(state, seat)

    def set(self, state: State, seat: Seat, setting: Move) -> State:
        """Give an order to the seat's axes; raises IllegalMove."""
        return orders.set_order(state, seat, setting)

    def default_move(self, state: State, seat: Seat) -> Move:
        """Pass with the card held most often, then stand still; agree to nothing."""
        if state.agreed:
            return DECLINE
        if state.orient:
            return Turned(state.orient.cell, turned=False)
        if state.turn.stage != PLAY:
            return END
        hand = state.hands[seat]
        return DISCARDS[max(hand, key=hand.count),]

    def outcome(self, state: State) -> Outcome | None:
        """Tell the end result, or None while the game goes on."""
        return scoring.final_result(state.results[0]) if state.results else None

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the table to a seat or a spectator."""
        return view(state, seat)

    def picks(self, move: Move) -> tuple[Pick, ...]:
        """Split a move into the choices that lead to it."""
        return notation.picks(move)

    def parse(self, text: str) -> Move:
        """Read a move's notation; raises MoveSyntaxError."""
        return notation.parse_move(text)

    def format(self, move: Move) -> str:
        """Write a move's notation."""
        return notation.format_move(move)

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
        return position.parse_position(text)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Play for an empty seat from its view."""
        return choose(view, moves)
