"""Another game behind the same public record: whatever was hidden is dealt otherwise.

A twin is dealt by a secret of its own, from which chance draws what we let it draw: as in the game
that it is twin of, but for some cards that changed places. Every move is then looked for that looks
to everybody as the one that was made, so the twin can be played again from its deal as any game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

import pytest

from engine import rng
from engine.api import AnyRuleset, Event, Seat
from engine.errors import EngineError
from games.replay.rules.playing import Done, Played, Position, positions

T = TypeVar("T")

Swaps = Mapping[str, tuple[tuple[int, int], ...]]
"""By purpose, which places of what is shuffled change their cards, one pair after the other."""

TRIES = 60
"""So often a game is dealt otherwise on the way to a twin."""
AT_ONCE = 8
"""So many pairs change places at a time, fewer where that betrays itself."""


@dataclass
class Chance:
    """What is drawn from twins' secrets; from all others it is drawn as ever."""

    twins: dict[bytes, tuple[bytes, Swaps]]
    """By a twin's secret, whose twin it is and what changed places in all that was drawn there."""

    def shuffled(self, seed: bytes, purpose: str, items: Iterable[T]) -> tuple[T, ...]:
        """Shuffle; what is dealt again in a branch may show, and so is drawn as in the first."""
        origin, swaps = self._drawn(seed)
        drawn = list(_shuffled(origin, purpose, items))
        for one, other in swaps.get(purpose, ()):
            drawn[one], drawn[other] = drawn[other], drawn[one]
        return tuple(drawn)

    def below(self, seed: bytes, purpose: str, bound: int) -> int:
        """Draw a number: what everybody sees, as who begins, is as it was."""
        return _below(self._drawn(seed)[0], purpose, bound)

    def _drawn(self, seed: bytes) -> tuple[bytes, Swaps]:
        origin, swaps = self.twins.get(rng.secret(seed), (rng.secret(seed), {}))
        number = rng.branch_of(seed)
        return rng.branch(origin, number), {} if number else swaps


_shuffled, _below = rng.shuffled, rng.below


def ours(patch: pytest.MonkeyPatch) -> Chance:
    """Let twins' secrets draw what we say, from now on."""
    chance = Chance({})
    patch.setattr(rng, "shuffled", chance.shuffled)
    patch.setattr(rng, "below", chance.below)
    return chance


@dataclass(frozen=True)
class Twins:
    """A game and its twin, each with all its positions."""

    rules: AnyRuleset
    first: tuple[Played, list[Position]]
    other: tuple[Played, list[Position]]

    @property
    def both(self) -> tuple[tuple[Played, list[Position]], ...]:
        """The one and the other."""
        return self.first, self.other


def told(events: Iterable[Event]) -> list[Event]:
    """Tell facts as everybody hears them."""
    return [seen for event in events if (seen := event.seen_by(None)) is not None]


def twin_of(rules: AnyRuleset, played: Played, chance: Chance, luck: Random) -> Twins:
    """Deal all that nobody can know anew, but for what the record has shown since."""
    first = positions(rules, played)
    table = _Table(rules, played, first, chance, luck.randbytes(rng.SEED_BYTES), luck)
    found = table.tried(dict.fromkeys(table.sizes, ()))
    assert found is not None, "a game is its own twin"
    for _ in range(TRIES):
        found = table.further(found, AT_ONCE)
    done, last, swaps = found
    chance.twins[table.secret] = (played.seed, swaps)
    other = Played(played.ruleset, played.options, played.seats, table.secret, tuple(done))
    again = positions(rules, other)
    assert again == last, "it can be played again from its deal"
    for one, two in zip(first, again, strict=True):
        assert rules.view(one.state, None) == rules.view(two.state, None)
        assert rules.to_act(one.state) == rules.to_act(two.state)
    return Twins(rules, (played, first), (other, again))


_Found = tuple[list[Done], list[Position], dict[str, tuple[tuple[int, int], ...]]]


class _Table:
    """A game that is dealt otherwise, again and again, by the secret of its twin."""

    def __init__(
        self,
        rules: AnyRuleset,
        played: Played,
        first: list[Position],
        chance: Chance,
        secret: bytes,
        luck: Random,
    ) -> None:
        self.rules, self.played, self.first = rules, played, first
        self.chance, self.secret, self.luck = chance, secret, luck
        self.sizes = dict(_drawn(rules, played))
        self.shown = [told(position.events) for position in first]

    def further(self, found: _Found, pairs: int) -> _Found:
        """Change further places, if everybody is told the same after it."""
        *_, swaps = found
        wide = [purpose for purpose, size in self.sizes.items() if size > 1]
        more = dict(swaps)
        for _ in range(pairs):
            purpose = self.luck.choice(wide)
            one, other = self.luck.sample(range(self.sizes[purpose]), 2)
            more[purpose] = (*more[purpose], (one, other))
        if (better := self.tried(more)) is not None:
            return better
        return self.further(found, pairs // 2) if pairs > 1 else found

    def tried(self, swaps: dict[str, tuple[tuple[int, int], ...]]) -> _Found | None:
        """Play the game with these places changed; None where it can be told from the first."""
        self.chance.twins[self.secret] = (self.played.seed, swaps)
        rules = self.rules
        dealt = rules.setup(self.secret, self.played.seats, self.played.options)
        if told(dealt.events) != self.shown[0]:
            return None
        found, done = [Position(dealt.state, dealt.events, None)], list[Done]()
        for at, step in enumerate(self.played.done):
            assert isinstance(step, Done), "a twin is made of a game that went on"
            made = self._made(found[-1].state, at, step)
            if made is None:
                return None
            done.append(made[0])
            if made[0].setting:
                found[-1] = found[-1]._replace(state=made[1].state)
            else:
                found.append(made[1])
        return (done, found, swaps) if self._goes_on_alike(found[-1].state) else None

    def _made(self, state: Any, at: int, step: Done) -> tuple[Done, Position] | None:
        """Make the move, or another that looks to everybody as it did."""
        rules, seat = self.rules, Seat(step.seat)
        if step.setting:
            try:
                changed = rules.set(state, seat, rules.parse(step.text))
            except EngineError:
                return None
            return step, Position(changed, (), None)
        shown = self.shown[len([each for each in self.played.done[: at + 1] if not _set(each)])]
        for move in self._alike(state, at, step):
            try:
                after = rules.apply(state, seat, move)
            except EngineError:
                continue
            if told(after.events) == shown:
                made = Done(step.seat, rules.format(move))
                return made, Position(after.state, after.events, step.seat)
        return None

    def _alike(self, state: Any, at: int, step: Done) -> Iterator[Any]:
        """Name the move that was made, then others that begin as it does.

        Those first that take nothing the seat shows later on.
        """
        rules = self.rules
        yield rules.parse(step.text)
        word = step.text.partition(" ")[0]
        later = " ".join(
            each.text
            for each in self.played.done[at + 1 :]
            if isinstance(each, Done) and each.seat == step.seat and not each.text.startswith(word)
        ).split()
        others = [
            (sum(part in later for part in text.split()[1:]), self.luck.random(), move)
            for move in rules.legal_moves(state, Seat(step.seat))
            if (text := rules.format(move)).partition(" ")[0] == word and text != step.text
        ]
        for _, _, move in sorted(others, key=lambda each: each[:2])[:3]:
            yield move

    def _goes_on_alike(self, state: Any) -> bool:
        """Tell whether the clock, too, would make moves of which everybody is told the same."""
        rules, was = self.rules, self.first[-1].state
        if rules.to_act(state) != rules.to_act(was):
            return False
        for seat in rules.to_act(state):
            one, other = (
                told(rules.apply(at, seat, rules.default_move(at, seat)).events)
                for at in (was, state)
            )
            if one != other:
                return False
        return bool(rules.view(state, None) == rules.view(was, None))


def _set(step: object) -> bool:
    return isinstance(step, Done) and step.setting


def _drawn(rules: AnyRuleset, played: Played) -> Iterator[tuple[str, int]]:
    """Name all that chance draws in a game, with the number of what is shuffled; 0 for a number."""
    seen: dict[str, int] = {}

    def shuffled(seed: bytes, purpose: str, items: Iterable[T]) -> tuple[T, ...]:
        drawn = _shuffled(seed, purpose, items)
        seen[purpose] = len(drawn)
        return drawn

    def below(seed: bytes, purpose: str, bound: int) -> int:
        seen[purpose] = 0
        return _below(seed, purpose, bound)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rng, "shuffled", shuffled)
        patch.setattr(rng, "below", below)
        positions(rules, played)
    yield from seen.items()
