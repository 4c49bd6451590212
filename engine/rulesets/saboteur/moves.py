"""What a seat can do, and the notation for it."""

from typing import TypeAlias

from engine.parts import moves
from engine.parts.moves import Break, Lay, Mend, Orient, Pass, ReadMap, Rockfall
from engine.parts.notation import Notation
from engine.rulesets.saboteur.cards import BOX, TILES

Move: TypeAlias = Lay | Break | Mend | Rockfall | ReadMap | Pass | Orient

LAYS = moves.lays_of(TILES)
NOTATION = Notation[Move](
    moves.lay(BOX, LAYS),
    moves.breaking(BOX),
    moves.mending(BOX),
    moves.ROCKFALL,
    moves.MAP,
    moves.passing(BOX, most=1),
    moves.TURN,
)
