"""Games played by chance, in every ruleset: each fact, choice, table and result has its words."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from inspect import isclass
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from engine.api import Pick, Seat
from engine.registry import RULESETS, ruleset
from games import drawing, texts
from games.texts.rulesets.common import facts as shared
from games.views import board
from games.views.chooser import choose

NAMES = ("alice", "bob", "<b>carol</b>", "dora", "erin", "frank", "gina", "hugo")
LONGEST = 1_500


@pytest.fixture(params=[*dict(settings.LANGUAGES)], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


def said(sentence: str) -> bool:
    return bool(sentence.strip()) and "%(" not in sentence and "None" not in sentence


def games() -> list[tuple[str, int, int]]:
    """List rulesets with numbers of seats, the fewest, some and many, each with a seed."""
    found = []
    for key, game in RULESETS.items():
        seats = game.meta.seats
        sizes = sorted({seats[0], seats[len(seats) // 2], min(seats[-1], len(NAMES))})
        found += [(key, size, seed) for size in sizes for seed in (1, 2)]
    return found


class Chance:
    """Plays a game and stops at every table on the way."""

    def __init__(self, key: str, seats: int, seed: int) -> None:
        self.rules, self.names = ruleset(key), NAMES[:seats]
        self.dice = random.Random(f"{key} {seats} {seed}")
        self.options = {
            name: self.dice.choice(values) for name, values in self.rules.meta.options.items()
        }
        # Two sensible people make ways and traps that chance alone would hardly find.
        self.sensible = bool(seed % 2)
        self.step = self.rules.setup(bytes([seed] * 16), seats, self.options)

    def tables(self) -> Iterator[tuple[Any, Seat, Sequence[Any]]]:
        """Yield state, asked seat and legal moves, then move on."""
        for _ in range(LONGEST):
            asked = self.rules.to_act(self.step.state)
            if not asked:
                return
            seat = self.dice.choice(sorted(asked))
            moves = self.rules.legal_moves(self.step.state, seat)
            yield self.step.state, seat, moves
            self.step = self.rules.apply(self.step.state, seat, self._choose(seat, moves))
        raise AssertionError("the game does not end")

    def _choose(self, seat: Seat, moves: Sequence[Any]) -> Any:
        if self.sensible and self.dice.random() < 0.8:
            return self.rules.choose(self.rules.view(self.step.state, seat), moves)
        return self.dice.choice(moves)

    def reader(self, seat: Seat | None) -> texts.Reader:
        return texts.reader_of(self.rules.meta.key, self.names, seat)


def tell_facts(chance: Chance) -> None:
    for seat in (None, *map(Seat, range(len(chance.names)))):
        reader = chance.reader(seat)
        for fact in chance.step.events:
            seen = fact.seen_by(seat)
            assert seen is None or said(texts.event_text(seen, reader)), seen


def tell_table(chance: Chance, state: Any, seat: Seat | None) -> None:
    view, reader = chance.rules.view(state, seat), chance.reader(seat)
    assert said(reader.book.standing(view))
    people = board.people(view, reader, bots={}, asked=chance.rules.to_act(state))
    assert all(said(badge.name) for person in people for badge in person.badges)
    assert all(map(said, reader.book.own(view, reader)))
    for panel in reader.book.panels(view, reader):
        assert said(panel.title)
        assert all(said(fact.label) and fact.text for fact in panel.facts)
    assert all(map(said, reader.book.legend(view, reader)))
    assert said(drawing.maze_words(view))
    drawing.maze_svg(view)
    drawing.maze_text(view)
    board.hand(view, None)
    for result in board.results(view, reader):
        assert said(result.title)
        assert said(result.text)
        if result.shares:
            width = len(result.shares.columns)
            assert all(len(row.cells) == width - 1 for row in result.shares.rows)
    board.role(view, reader)


@dataclass(frozen=True)
class Legal:
    text: str
    picks: tuple[Pick, ...]


def tell_effects(chance: Chance, state: Any, seat: Seat, moves: Sequence[Any]) -> None:
    view, reader = chance.rules.view(state, seat), chance.reader(seat)
    for move in moves:
        for effect in chance.rules.foresee(view, move):
            assert said(reader.book.foretell(effect, reader)), effect


def tell_choices(chance: Chance, seat: Seat, moves: Sequence[Any]) -> None:
    reader = chance.reader(seat)
    picked: list[Pick] = []
    choices = [Legal(chance.rules.format(move), chance.rules.picks(move)) for move in moves]
    while True:
        chooser = choose(choices, picked, reader=reader, here="/")
        assert all(said(level.question) for level in chooser.levels)
        assert all(said(option.label) for level in chooser.levels for option in level.options)
        if chooser.open is None:
            break
        option = chance.dice.choice(chooser.open.options)
        picked.append(Pick(option.kind, option.value))
    assert chooser.move is not None
    assert said(chooser.summary)


@pytest.mark.parametrize(("key", "seats", "seed"), games())
def test_a_game_is_told_from_the_deal_to_the_result(key: str, seats: int, seed: int) -> None:
    chance = Chance(key, seats, seed)
    tell_facts(chance)
    for state, seat, moves in chance.tables():
        tell_facts(chance)
        if chance.dice.random() < 0.15:
            tell_table(chance, state, chance.dice.choice([None, seat]))
            tell_choices(chance, seat, moves)
            tell_effects(chance, state, seat, moves)
    tell_facts(chance)
    tell_table(chance, chance.step.state, None)
    tell_table(chance, chance.step.state, Seat(0))
    view = chance.rules.view(chance.step.state, Seat(0))
    ending = board.ending(view, chance.reader(Seat(0)))
    assert ending is not None
    assert said(ending.title)
    assert len(ending.shares.rows) == seats


@pytest.mark.parametrize("key", RULESETS)
def test_no_two_cards_of_a_game_share_a_name(key: str) -> None:
    codes = texts.BOOKS[key].cards
    assert len({texts.card_name(code) for code in codes}) == len(codes)
    assert all(said(texts.card_name(code, turned=True)) for code in codes)


@pytest.mark.parametrize("key", RULESETS)
def test_the_rules_page_says_what_the_game_is(key: str) -> None:
    page = render_to_string(f"pages/rules/{key}.html", {"game": {"name": "this"}})
    assert page.count("<dt>") > 10


def kinds_of(key: str) -> set[type[Any]]:
    """List the facts that a ruleset knows."""
    package = RULESETS[key].view.__module__.rpartition(".")[0]
    events = import_module(f"{package}.events")
    known = getattr(events, "KINDS", vars(events)).values()
    kinds = {kind for kind in known if isclass(kind) and hasattr(kind, "seen_by")}
    facts = {kind for kind in kinds if is_dataclass(kind) and fields(kind)}
    # What several facts have in common is none itself.
    return {kind for kind in facts if not kind.__name__.startswith("_")}


@pytest.mark.parametrize("key", RULESETS)
def test_every_kind_of_fact_has_its_sentence(key: str) -> None:
    told: list[Any] = [texts.BOOKS[key].tell, shared.tell]
    for kind in kinds_of(key):
        assert any(tell.dispatch(kind) is not tell.dispatch(object) for tell in told), kind
