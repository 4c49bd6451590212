"""Between seasons: who goes up, who goes down, who comes back, and why each of them does."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from itertools import pairwise

CONFIRM_WITHIN = timedelta(days=7)
"""Who has not confirmed a draft by then is a leaver, and the draft is made again."""


class Why(StrEnum):
    """The reason for somebody's division."""

    STAYS = "stays"
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    EXTRA = "extra promotion"
    """To fill a division, from within place 2k of the one below."""
    REPRIEVED = "reprieved"
    """Would have been relegated, but the division was not full."""
    RETURNS = "returns"
    NEW = "new"
    MERGED = "merged up"
    """His division was too small to be played."""
    SPLIT = "split off"
    """His division was too large, and he at its end."""


class Condition(StrEnum):
    """What the directors are asked about."""

    TOO_FEW = "too few"
    """Less than a division's least, and the one above has no room."""
    TOO_MANY = "too many"
    """More than a division's greatest size, and a new one beneath would leave too few here."""
    FALLS_TWICE = "falls twice"
    """The same, but somebody who goes down would go into the new one."""


class Fault(StrEnum):
    """Which rule a league's sizes break."""

    BELOW_RULESET = "size below the ruleset's least"
    MIN_ABOVE_SIZE = "min above size"
    SIZE_ABOVE_MAX = "size above max"
    SWAP_BELOW_ZERO = "swap below zero"


class Note(StrEnum):
    """What is allowed, and said."""

    NO_SWAP = "no swap"
    """Nobody goes up or down."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How large divisions are, and how many change places at a border."""

    size: int
    min: int
    max: int
    swap: int

    def faults(self, ruleset_least: int) -> tuple[Fault, ...]:
        """Name every rule that these numbers break; none, if they can be played."""
        broken = {
            Fault.BELOW_RULESET: self.size < ruleset_least,
            Fault.MIN_ABOVE_SIZE: self.min > self.size,
            Fault.SIZE_ABOVE_MAX: self.size > self.max,
            Fault.SWAP_BELOW_ZERO: self.swap < 0,
        }
        return tuple(fault for fault, is_so in broken.items() if is_so)

    def notes(self) -> tuple[Note, ...]:
        """Name what is allowed, but should be said."""
        return () if self.swap else (Note.NO_SWAP,)


@dataclass(frozen=True, slots=True)
class Returning:
    """Somebody who sat out: his last division (1 = top), and how many seasons he was away."""

    entry: str
    division: int
    absent: int

    def claim(self, last: int) -> int:
        """Say on which division he has a claim: one lower for each further season away."""
        return min(self.division + self.absent - 1, last)


@dataclass(frozen=True, slots=True)
class Move:
    """Where somebody was (nowhere, if he comes or returns), where he goes, and why."""

    why: Why
    before: int | None
    after: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the directors about a division (1 = top)."""

    condition: Condition
    division: int


@dataclass(frozen=True, slots=True)
class Draft:
    """The next season's divisions, each move with its reason, and what must be asked first."""

    swap: tuple[int, ...]
    divisions: tuple[tuple[str, ...], ...]
    moves: Mapping[str, Move]
    asks: tuple[Ask, ...]


def swaps(sizes: Sequence[int], swap: int) -> tuple[int, ...]:
    """Say how many change places at each border; a third keeps a division's two zones apart."""
    return tuple(min(swap, upper // 3, lower // 3) for upper, lower in pairwise(sizes))


def zones(sizes: Sequence[int], swap: int) -> tuple[tuple[int, int], ...]:
    """Say of each division how many go up from it, and how many down."""
    borders = (0, *swaps(sizes, swap), 0)
    return tuple(pairwise(borders))


def drafted(
    divisions: Sequence[Sequence[str]],
    rules: Rules,
    *,
    leaving: Collection[str] = (),
    returning: Sequence[Returning] = (),
    new: Sequence[str] = (),
) -> Draft:
    """Make the next season's divisions out of final orders, from the top.

    `returning` and `new` are in order of registration. Who declines is one more who is `leaving`:
    the draft is then made again from nothing.
    """
    orders = [list(order) for order in divisions] or [[]]
    everybody = [*(entry for order in orders for entry in order), *new]
    everybody += [one.entry for one in returning]
    if len(set(everybody)) != len(everybody):
        raise ValueError("somebody is in two divisions, or entered twice")
    draft = _Drafting(orders, rules, set(leaving))
    draft.swaps()
    rest = draft.fills([one for one in returning if one.entry not in draft.leaving])
    draft.last_takes(rest, [entry for entry in new if entry not in draft.leaving])
    draft.splits()
    draft.merges()
    return draft.checked()


def by_default(draft: Draft, format_least: int) -> Draft:
    """Say what is played if nobody answers: all as drafted, but no division that cannot be played.

    Who is in one of these joins the division above, beyond its greatest size; to a top division
    that cannot be played the one below is joined.
    """
    divisions: list[tuple[str, ...]] = []
    moves = dict(draft.moves)
    for number, division in enumerate(draft.divisions, start=1):
        asked = Ask(Condition.TOO_FEW, number) in draft.asks
        few = asked and len(division) < format_least
        if divisions and (few or len(divisions[-1]) < format_least):
            divisions[-1] += division
            moves |= {one: replace(moves[one], why=Why.MERGED) for one in division}
        else:
            divisions.append(division)
        moves |= {one: replace(moves[one], after=len(divisions)) for one in division}
    return replace(draft, divisions=tuple(divisions), moves=moves)


@dataclass(slots=True)
class _Coming:
    """A division that is being made, in the order in which its parts stand in it."""

    relegated: list[str] = field(default_factory=list)
    stays: list[str] = field(default_factory=list)
    reprieved: list[str] = field(default_factory=list)
    promoted: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    returns: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)

    def parts(self) -> list[tuple[Why, list[str]]]:
        return [
            (Why.RELEGATED, self.relegated),
            (Why.STAYS, self.stays),
            (Why.REPRIEVED, self.reprieved),
            (Why.PROMOTED, self.promoted),
            (Why.EXTRA, self.extra),
            (Why.RETURNS, self.returns),
            (Why.NEW, self.new),
        ]

    def size(self) -> int:
        return sum(len(part) for _, part in self.parts())

    def order(self) -> list[str]:
        return [entry for _, part in self.parts() for entry in part]


class _Drafting:
    """A draft in the making. Divisions count from 0 here."""

    def __init__(self, orders: list[list[str]], rules: Rules, leaving: set[str]) -> None:
        self.orders, self.rules, self.leaving = orders, rules, leaving
        self.before = {entry: n for n, order in enumerate(orders) for entry in order}
        self.swap = swaps([len(order) for order in orders], rules.swap)
        self.coming = [_Coming() for _ in orders]
        self.divisions: list[list[str]] = []
        self.why: dict[str, Why] = {}
        self.asks: list[Ask] = []

    def _staying(self, entries: Iterable[str]) -> list[str]:
        return [entry for entry in entries if entry not in self.leaving]

    def swaps(self) -> None:
        """Exchange at each border; a leaver among the last k fills one of their places."""
        for n, order in enumerate(self.orders):
            up = self.swap[n - 1] if n else 0
            down = self.swap[n] if n < len(self.swap) else 0
            going_down = self._staying(order[len(order) - down :])
            going_up = self._staying(order[: 2 * up])[:up]
            self.coming[n].stays = [
                entry
                for entry in self._staying(order)
                if entry not in going_down and entry not in going_up
            ]
            if going_up:
                self.coming[n - 1].promoted = going_up
            if going_down:
                self.coming[n + 1].relegated = going_down

    def fills(self, returning: list[Returning]) -> list[Returning]:
        """Fill all divisions but the last, from the top; say who of the returning is left over."""
        waiting = list(returning)
        last = len(self.orders)
        for n, k in enumerate(self.swap):
            here, below = self.coming[n], self.coming[n + 1]
            reward = True  # before mercy
            while here.size() < self.rules.size:
                claim = next((one for one in waiting if one.claim(last) <= n + 1), None)
                best = next(
                    (one for one in below.stays if one in self.orders[n + 1][: 2 * k]), None
                )
                if claim is not None:
                    waiting.remove(claim)
                    here.returns.append(claim.entry)
                elif best is not None and (reward or not below.relegated):
                    below.stays.remove(best)
                    here.extra.append(best)
                    reward = False
                elif below.relegated:
                    here.reprieved.append(below.relegated.pop(0))
                    reward = True
                else:
                    break
        return waiting

    def last_takes(self, returning: list[Returning], new: list[str]) -> None:
        """Let the last division have all who are left."""
        self.coming[-1].returns = [one.entry for one in returning]
        self.coming[-1].new = new
        for division in self.coming:
            self.divisions.append(division.order())
            self.why |= {entry: why for why, part in division.parts() for entry in part}

    def splits(self) -> None:
        """Open divisions beneath a last one that is too large."""
        while len(self.divisions[-1]) > self.rules.max:
            end = self.divisions[-1]
            beneath = len(self.divisions)
            promised = sum(entry in self.before for entry in end)
            going = max(len(end) - max(self.rules.size, promised), self.rules.min)
            stay, go = end[: len(end) - going], end[len(end) - going :]
            if any(beneath - self.before.get(entry, beneath) > 1 for entry in go):
                self.asks.append(Ask(Condition.FALLS_TWICE, beneath))
                return
            if len(stay) < self.rules.min:
                self.asks.append(Ask(Condition.TOO_MANY, beneath))
                return
            self.divisions[-1:] = [stay, go]
            self.why |= {entry: Why.SPLIT for entry in go if entry in self.before}

    def merges(self) -> None:
        """Join a last division that is too small to the one above, while that has room."""
        while len(self.divisions) > 1 and len(self.divisions[-1]) < self.rules.min:
            above, end = self.divisions[-2:]
            if len(above) + len(end) > self.rules.max:
                return
            self.divisions[-2:] = [above + end]
            self.why |= dict.fromkeys(end, Why.MERGED)

    def checked(self) -> Draft:
        """Look at every size once more, and tell everybody's way."""
        asked = {ask.division for ask in self.asks}
        for n, division in enumerate(self.divisions, start=1):
            if len(division) < self.rules.min:
                self.asks.append(Ask(Condition.TOO_FEW, n))
            elif len(division) > self.rules.max and n not in asked:
                self.asks.append(Ask(Condition.TOO_MANY, n))
        moves = {
            entry: Move(
                self.why[entry],
                self.before[entry] + 1 if entry in self.before else None,
                n,
            )
            for n, division in enumerate(self.divisions, start=1)
            for entry in division
        }
        return Draft(
            self.swap,
            tuple(tuple(division) for division in self.divisions),
            moves,
            tuple(self.asks),
        )
