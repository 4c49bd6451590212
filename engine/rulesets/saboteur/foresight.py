"""What a move will do, as far as the mover's view tells it."""

from collections.abc import Iterator

from engine.bots import foresight
from engine.bots.prospect import Prospect
from engine.decks.saboteur import TREASURE
from engine.parts.effects import Effect
from engine.parts.moves import Break, Mend, ReadMap
from engine.rulesets.saboteur.cards import TILES
from engine.rulesets.saboteur.moves import Move
from engine.rulesets.saboteur.view import View


def foresee(view: View, move: Move) -> tuple[Effect, ...]:
    """Tell what a move will do, in the order in which it is of interest."""
    return tuple(_effects(view, move))


def _effects(view: View, move: Move) -> Iterator[Effect]:
    match move:
        case Break(_, target):
            yield foresight.hinders(target, view.broken[target])
        case Mend(_, target, tool):
            yield foresight.frees(target, view.broken[target], tool)
        case ReadMap():
            yield foresight.looked(view.goals, move)
        case tuple():  # a pass
            yield foresight.passed(view, len(move))
        case _:
            yield from foresight.dug(Prospect(TILES, TREASURE, view.cards, view.goals), move)
