"""The way from "your turn" to one move: a walk through the tree of the legal moves' picks.

Each step is a link with one query parameter more, so nothing is kept between requests and no script
is needed. The same walk serves every ruleset.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlencode

from engine.api import Pick, Seat
from games import texts


class LegalMove(Protocol):
    """A legal move as the page needs it."""

    @property
    def text(self) -> str:
        """The move's notation, which the form posts."""

    @property
    def picks(self) -> tuple[Pick, ...]:
        """The choices that lead to it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be picked at a level, and the link that picks it."""

    kind: str
    value: str
    label: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Level:
    """One question with its options; `given` if there was but one answer."""

    kind: str
    question: str
    options: tuple[Option, ...]
    answered: bool

    @property
    def given(self) -> bool:
        """Tell whether the answer was taken without asking."""
        return len(self.options) == 1


@dataclass(frozen=True, slots=True)
class Chooser:
    """How far the reader has come in choosing."""

    levels: tuple[Level, ...]
    picked: tuple[Pick, ...]
    move: LegalMove | None
    """The move that is ready to be confirmed."""
    summary: str

    @property
    def open(self) -> Level | None:
        """The question that waits for an answer."""
        return next((level for level in self.levels if not level.answered), None)

    @property
    def begun(self) -> bool:
        """Tell whether there is more to answer than which card."""
        return self.move is not None or (self.open is not None and self.open.kind != "card")

    @property
    def started(self) -> bool:
        """Tell whether the reader has picked anything himself."""
        return any(level.answered and not level.given for level in self.levels)

    def links(self, kind: str) -> dict[str, str]:
        """Collect the links of all options of one kind, by value."""
        return {
            option.value: option.href
            for level in self.levels
            for option in level.options
            if option.kind == kind
        }

    def chosen(self, kind: str) -> str:
        """Name what was picked of one kind, or nothing."""
        return next((pick.value for pick in self.picked if pick.kind == kind), "")


def read_picks(raw: Sequence[str]) -> list[Pick]:
    """Read the picks of a query; what makes no sense is dropped, as an old link's would."""
    parts = (text.partition(":") for text in raw[:8])
    return [Pick(kind, value) for kind, colon, value in parts if colon]


def choose(
    moves: Sequence[LegalMove],
    asked: Sequence[Pick],
    *,
    names: Sequence[str],
    seat: Seat | None,
    here: str,
) -> Chooser:
    """Follow the picks as far as they lead; a level with one single option is taken by itself."""
    levels: list[Level] = []
    picked: tuple[Pick, ...] = ()
    clicked: tuple[Pick, ...] = ()
    waiting, labels = list(asked), _Labels(names, seat, here)
    rest = list(moves)
    while rest and not any(move.picks == picked for move in rest):
        depth = len(picked)
        open_now = sorted(dict.fromkeys(move.picks[depth] for move in rest), key=_is_act)
        answer = _answer(open_now, waiting)
        options = tuple(_option(pick, clicked, answer, labels) for pick in open_now)
        kind = open_now[0].kind
        levels.append(Level(kind, texts.question_text(kind), options, answer is not None))
        if answer is None:
            break
        if len(open_now) > 1:
            clicked += (answer,)
        picked += (answer,)
        rest = [move for move in rest if move.picks[depth] == answer]
    move = next((move for move in rest if move.picks == picked), None) if picked else None
    summary = texts.move_text(picked, names, seat) if move else ""
    return Chooser(tuple(levels), picked, move, summary)


def _is_act(pick: Pick) -> bool:
    """Sort passing behind everything else that a card can do."""
    return pick.kind == "act"


@dataclass(frozen=True, slots=True)
class _Labels:
    names: Sequence[str]
    seat: Seat | None
    here: str


def _answer(options: Sequence[Pick], waiting: list[Pick]) -> Pick | None:
    if waiting and waiting[0] in options:
        return waiting.pop(0)
    return options[0] if len(options) == 1 else None


def _option(
    pick: Pick,
    clicked: tuple[Pick, ...],
    answer: Pick | None,
    labels: "_Labels",
) -> Option:
    query = urlencode([("pick", f"{kind}:{value}") for kind, value in (*clicked, pick)])
    label = texts.pick_text(pick, labels.names, labels.seat)
    return Option(pick.kind, pick.value, label, f"{labels.here}?{query}#maze", pick == answer)
