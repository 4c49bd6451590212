"""What a seat's orders may ask when it is asked: its own view and its legal moves, nothing else."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from engine.api import AnyRuleset, Pick, PickKind, TableView
from engine.api import Seat as EngineSeat
from engine.errors import IllegalMove, MoveSyntaxError, Reason
from engine.maze.cells import Cell, cell_named
from games.clocks.rules.orders import ONLY, Condition, Line
from games.clocks.rules.speaking import Asked

TEST, RULE, CHOICE = "test", "rule", "choice"
ON_CARDS_OR_ROOM = frozenset({"lay", "rockfall", "map", "info"})
Why = list[str]
"""TEST and what did not hold; RULE and the game's reason; CHOICE where more than one is legal."""
NO_CARD: Why = [RULE, Reason.NO_SUCH_CARD.value]


@dataclass(frozen=True, slots=True)
class Ask:
    """A seat that is asked, as its orders see it."""

    rules: AnyRuleset
    state: Any
    seat: EngineSeat

    @property
    def view(self) -> TableView:
        """What the seat sees."""
        view: TableView = self.rules.view(self.state, self.seat)
        return view

    def asked(self) -> Asked:
        """Say what lines may ask."""
        view = self.view
        legal = [self.rules.format(move) for move in self.rules.legal_moves(self.state, self.seat)]
        return Asked(
            holds=lambda test: holds(self.rules, view, test),
            fits=lambda text: _fitting(self.rules, text, legal),
            only=lambda: legal[0] if len(legal) == 1 else None,
        )

    def why(self, line: Line) -> list[Why]:
        """Say why a line does not speak: its first test that fails, or why each move is refused."""
        view = self.view
        for test in line.tests:
            if holds(self.rules, view, test) == test.negated:
                return [
                    [TEST, ("not " if test.negated else "") + " ".join((test.kind, *test.about))]
                ]
        found = [self._refusal(move) for move in line.moves]
        refused = [why for at, why in enumerate(found) if why and why not in found[:at]]
        # One move that can be made is enough.
        return [] if None in found else refused

    def _refusal(self, text: str) -> Why | None:
        if text == ONLY:
            one = len(self.rules.legal_moves(self.state, self.seat)) == 1
            return None if one else [CHOICE, ""]
        try:
            self.rules.apply(self.state, self.seat, self.rules.parse(text))
        except IllegalMove as illegal:
            return [RULE, illegal.reason.value]
        return None


def holds(rules: AnyRuleset, view: TableView, test: Condition) -> bool:
    """Tell whether what a test names is so; what names nothing never is."""
    try:
        return bool(rules.orders.tests[test.kind](view, *test.about))
    except (LookupError, ValueError):
        return False


def lacks_cards(rules: AnyRuleset, view: TableView, line: Line) -> bool:
    """Tell whether each move of a line plays a card that the viewer does not hold."""
    return all(_lacking(view, picks) for picks in _picks(rules, line))


def never_again(rules: AnyRuleset, view: TableView, line: Line) -> bool:
    """Tell whether no move of a line can be made any more in this round, by what its owner sees."""
    dry = view.stock == 0 and not rules.orders.swaps
    fixed = {goal.cell for goal in view.goals if goal.up}
    fixed |= {card.cell for card in view.cards if card.mark == "start"}
    return all(
        (dry and _lacking(view, picks)) or _lies_for_ever(text, picks, fixed)
        for text, picks in zip(line.moves, _picks(rules, line), strict=True)
    )


def _picks(rules: AnyRuleset, line: Line) -> Iterator[Sequence[Pick]]:
    return (() if text == ONLY else rules.picks(rules.parse(text)) for text in line.moves)


def _lacking(view: TableView, picks: Sequence[Pick]) -> bool:
    played = Counter(pick.value for pick in picks if pick.kind == PickKind.CARD)
    return not played <= Counter(view.hand)


def _lies_for_ever(text: str, picks: Sequence[Pick], fixed: Set[Cell]) -> bool:
    """On a start or an open goal nothing is laid, nothing falls and nothing is hidden."""
    cells = {cell_named(pick.value) for pick in picks if pick.kind == PickKind.CELL}
    return text.split(maxsplit=1)[0] in ON_CARDS_OR_ROOM and not cells.isdisjoint(fixed)


def _fitting(rules: AnyRuleset, text: str, legal: Sequence[str]) -> str | None:
    try:
        move: str = rules.format(rules.parse(text))
    except MoveSyntaxError:
        return None
    return move if move in legal else None
