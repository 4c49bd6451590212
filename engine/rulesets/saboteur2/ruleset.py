"""Saboteur 2 behind the engine's contract."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.api import Event, Json, Meta, Outcome, Pick, Seat, Step
from engine.parts.settings import no_settings, refuse
from engine.rulesets.saboteur2 import codec, events, legal, moves, play, position, scoring, setup
from engine.rulesets.saboteur2.bot import choose
from engine.rulesets.saboteur2.edition import META
from engine.rulesets.saboteur2.moves import STEALS, Move, Orient, Pass
from engine.rulesets.saboteur2.state import State
from engine.rulesets.saboteur2.view import View, view


@dataclass(frozen=True, slots=True)
class Saboteur2:
    """The base game with the whole box of Saboteur 2."""

    @property
    def meta(self) -> Meta:
        """Describe the game."""
        return META

    def setup(self, seed: bytes, seats: int, options: Mapping[str, str]) -> Step[State]:
        """Deal the first round; raises SeatsError or OptionError."""
        return setup.new_game(seed, seats, options)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Say whose turn it is."""
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
        """Pass with the card held most often, or steal from the richest.

        It looks at the hand and at what all can see, never at the role.
        """
        if state.orient:
            return Orient(state.orient[0], turned=False)
        if state.thieves:
            return STEALS[legal.richest_victim(state, seat)]
        hand = state.hands[seat]
        return Pass([max(hand, key=hand.count)])

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
        return position.parse_position(text)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Play for an empty seat from its view."""
        return choose(view, moves)
