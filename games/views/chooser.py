"""The way from "your turn" to one move: a walk through the tree of the legal moves' picks.

Each step is a link with one query parameter more, so nothing is kept between requests and no script
is needed. The same walk serves every ruleset.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple, Protocol
from urllib.parse import urlencode

from engine.api import Pick, PickKind
from games.texts import Reader


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

    kind: PickKind
    value: str
    label: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Level:
    """One question with its options; `given` if there was but one answer."""

    kind: PickKind
    question: str
    options: tuple[Option, ...]
    answered: bool
    taken: bool = False
    """Whether what is usual was taken until the reader says otherwise."""

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
    idle: frozenset[str] = frozenset()
    """Cards that can only be put face down."""

    @property
    def open(self) -> Level | None:
        """The question that waits for an answer."""
        return next((level for level in self.levels if not level.answered), None)

    @property
    def begun(self) -> bool:
        """Tell whether there is more to answer than which card."""
        return self.move is not None or any(level.kind != "card" for level in self.levels)

    @property
    def beside(self) -> tuple[Option, ...]:
        """List what can be done without a card where the first question is about the hand."""
        first = self.levels[0] if self.levels else None
        if first is None or first.kind != "card":
            return ()
        return tuple(option for option in first.options if option.kind != "card")

    @property
    def started(self) -> bool:
        """Tell whether the reader has picked anything himself."""
        return any(level.answered and not level.given and not level.taken for level in self.levels)

    @property
    def other_way_up(self) -> str:
        """Give the link that turns the card round which is to be laid."""
        options = [
            option for level in self.levels if level.kind == "turn" for option in level.options
        ]
        return next((option.href for option in options if not option.chosen), "")

    @property
    def wants_card(self) -> bool:
        """Tell whether a card of the hand is among the answers to the very first question."""
        first = self.levels[0] if self.levels else None
        return first is self.open and bool(self.first_links("card"))

    def links(self, kind: str) -> dict[str, str]:
        """Collect the links of all options of one kind, by value."""
        return {
            option.value: option.href
            for level in self.levels
            for option in level.options
            if option.kind == kind
        }

    def first_links(self, kind: str) -> dict[str, str]:
        """Collect the links of the first question's options of one kind, by value."""
        first = self.levels[0].options if self.levels else ()
        return {option.value: option.href for option in first if option.kind == kind}

    def chosen(self, kind: str) -> str:
        """Name what was picked first of one kind, or nothing."""
        return next(iter(self.chosen_all(kind)), "")

    def chosen_all(self, kind: str) -> list[str]:
        """Name everything that was picked of one kind, in order."""
        return [pick.value for pick in self.picked if pick.kind == kind]


def read_picks(raw: Sequence[str]) -> list[Pick]:
    """Read the picks of a query; what makes no sense is dropped, as an old link's would."""
    parts = (text.partition(":") for text in raw[:8])
    known = {*PickKind}
    return [Pick(PickKind(kind), value) for kind, colon, value in parts if colon and kind in known]


class Way(NamedTuple):
    """One order of picks that leads to a move."""

    picks: tuple[Pick, ...]
    move: LegalMove


def choose(
    moves: Sequence[LegalMove], asked: Sequence[Pick], *, reader: Reader, here: str
) -> Chooser:
    """Follow the picks as far as they lead; a level with one single option is taken by itself.

    So is what is usual, where the reader has picked something before or is still to be asked: no
    move waits for its form that nobody has chosen.
    """
    levels: list[Level] = []
    picked: tuple[Pick, ...] = ()
    clicked: tuple[Pick, ...] = ()
    waiting = list(asked)
    rest = [Way(order, move) for move in moves for order in _orders(move.picks)]
    while rest and picked not in [way.picks for way in rest]:
        depth = len(picked)
        open_now = sorted(dict.fromkeys(way.picks[depth] for way in rest), key=_order)
        answer = _answer(open_now, waiting)
        taken = None if answer else _usual(open_now, rest, depth, chosen=bool(clicked))
        answer = answer or taken
        labels = _Labels(reader, here, clicked, picked)
        later = _kept(rest, depth, waiting[:1])
        options = tuple(
            _option(pick, answer, labels, *(waiting[:1] if pick in later else ()))
            for pick in open_now
        )
        # Where the hand can be played from, all else that can be done is said beside it.
        kind = open_now[0 if picked else -1].kind
        question = reader.book.question_text(kind, picked)
        levels.append(Level(kind, question, options, answer is not None, taken is not None))
        if answer is None:
            break
        if len(open_now) > 1:
            clicked += (answer,)
        picked += (answer,)
        rest = [way for way in rest if way.picks[depth] == answer]
    move = next((way.move for way in rest if way.picks == picked), None) if picked else None
    summary = reader.book.move_text(move.picks, reader) if move else ""
    return Chooser(tuple(levels), picked, move, summary, _idle(moves))


_FACE_DOWN = ("pass ", "remove ")
"""Moves by which cards go face down and no card does what it says."""


def _idle(moves: Sequence[LegalMove]) -> frozenset[str]:
    passed: set[str] = set()
    played: set[str] = set()
    for move in moves:
        cards = passed if move.text.startswith(_FACE_DOWN) else played
        for kind, value in move.picks:
            if kind == "card":
                cards.add(value)
    return frozenset(passed - played)


# Asked for every legal move of a position; of what can be picked there are some thousands in all.
@lru_cache(maxsize=5_000)
def _orders(picks: tuple[Pick, ...]) -> tuple[tuple[Pick, ...], ...]:
    """List the orders that a move can be picked in: of several cards, any may be the first."""
    cards = [pick for pick in picks if pick.kind == "card"]
    if len(cards) < 2:
        return (picks,)
    following = map(iter, dict.fromkeys(permutations(cards)))
    return tuple(
        tuple([next(order) if pick.kind == "card" else pick for pick in picks])
        for order in following
    )


_LAST = ("act", "card")


def _order(pick: Pick) -> int:
    """Sort passing, and then discarding more cards, behind everything else that a card can do."""
    return _LAST.index(pick.kind) + 1 if pick.kind in _LAST else 0


_USUAL = (Pick(PickKind.ACT, "walk"), Pick(PickKind.TURN, "upright"))
"""What is taken until the reader says otherwise."""


def _usual(
    options: Sequence[Pick], ways: Sequence[Way], depth: int, *, chosen: bool
) -> Pick | None:
    for usual in _USUAL:
        leading = sum(way.picks[depth] == usual for way in ways) if usual in options else 0
        if leading > 1 or (chosen and leading):
            return usual
    return None


def _kept(ways: Sequence[Way], depth: int, later: Sequence[Pick]) -> set[Pick]:
    """List the answers with which the next pick can be kept, as the same cell for another card."""
    if not later:
        return set()
    return {way.picks[depth] for way in ways if way.picks[depth + 1 : depth + 2] == (later[0],)}


@dataclass(frozen=True, slots=True)
class _Labels:
    reader: Reader
    here: str
    clicked: tuple[Pick, ...]
    before: tuple[Pick, ...]


def _answer(options: Sequence[Pick], waiting: list[Pick]) -> Pick | None:
    if waiting and waiting[0] in options:
        return waiting.pop(0)
    return options[0] if len(options) == 1 else None


def _option(pick: Pick, answer: Pick | None, labels: _Labels, *later: Pick) -> Option:
    picks = (*labels.clicked, pick, *later)
    query = "&".join(map(_asked, picks))
    label = labels.reader.book.pick_text(pick, labels.before, labels.reader)
    return Option(pick.kind, pick.value, label, f"{labels.here}?{query}#maze", pick == answer)


@lru_cache(maxsize=2_000)
def _asked(pick: Pick) -> str:
    """Write a pick as a query asks for it; a page has dozens of the same few."""
    return urlencode({"pick": f"{pick.kind}:{pick.value}"})
