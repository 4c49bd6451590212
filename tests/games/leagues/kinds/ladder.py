"""Worked examples of bounds, promotions, cards, ratings."""

from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from games.leagues.rules import bounds, cards, promotion, ratings

Given = dict[str, Any]


def _bounds(given: Given, then: Given) -> None:
    by = bounds.By(given["scoring"]["kind"])
    found = bounds.bounds(
        {entry: Fraction(given["points"][entry]) for entry in given["entries"]},
        [bounds.Open(tuple(table["lines"]), by) for table in given["open"]],
    )
    assert {entry: list(pair) for entry, pair in found.items()} == then["exact"]
    for entry, (best, worst) in then["widest"].items():
        assert best <= found[entry].best <= found[entry].worst <= worst


def _promotion(given: Given, then: Given) -> None:
    draft = promotion.drafted(
        given["divisions"],
        promotion.Rules(**given["rules"]),
        leaving=given.get("leaving", ()),
        returning=[promotion.Returning(**one) for one in given.get("returning", ())],
        new=given.get("new", ()),
    )
    assert list(draft.swap) == then["swap"]
    assert [list(division) for division in draft.divisions] == then["divisions"]
    assert {entry: move.why for entry, move in draft.moves.items()} == then["moves"]
    assert [ask.condition for ask in draft.asks] == then["ask"]


def _cards(given: Given, then: Given) -> None:
    events = [
        cards.Event(**event | {"what": cards.What(event["what"])}) for event in given["events"]
    ]
    carried = {entry: cards.Card[name.upper()] for entry, name in given["start"].items()}
    steps = cards.given(events, carried)
    assert [[step.round, step.entry, step.card.name.lower()] for step in steps] == then["given"]
    final = cards.final(steps, carried)
    assert {entry: card.name.lower() for entry, card in final.items()} == then["final"]
    assert [one for one, card in final.items() if cards.bars(card)] == then["barred_next_season"]
    after = {entry: cards.carried(card).name.lower() for entry, card in final.items()}
    assert after == then["next_season"]


def _rating(given: Given, then: Given) -> None:
    how = given["how"]
    before = {str(n): ratings.Rating(**one) for n, one in enumerate(given["players"])}
    if "sides" in how:
        seats = [
            ratings.Seat(str(n), side=side, won=side in how["winners"])
            for n, side in enumerate(how["sides"])
        ]
        manner = ratings.Manner.CLANS
    else:
        seats = [ratings.Seat(str(n), score) for n, score in enumerate(how["scores"])]
        manner = ratings.Manner.DUEL
    ended = datetime(2026, 1, 1, tzinfo=UTC)
    after = ratings.rated(ratings.Game("g", ended, manner, tuple(seats)), before).after
    for n, player in enumerate(then["players"]):
        rating = after[str(n)]
        assert rating.mu == pytest.approx(player["mu"], abs=1e-6)
        assert rating.sigma == pytest.approx(player["sigma"], abs=1e-6)
        assert rating.shown == player["shown"]


KINDS: dict[str, Callable[[Given, Given], None]] = {
    "bounds": _bounds,
    "cards": _cards,
    "promotion": _promotion,
    "rating": _rating,
}
