"""The words of this game's lines: codes, dwarves and gold, read or refused one by one."""

from collections import Counter

from engine.api import Seat
from engine.decks.saboteur import ROLES
from engine.errors import EngineError, PositionError
from engine.parts.gold import minus
from engine.parts.positions import Row, number, read_goal_cell, require
from engine.rulesets.saboteur.edition import Config, configure
from engine.rulesets.saboteur.setup import ALL_GOLD
from engine.rulesets.saboteur.state import (
    DECK,
    DIGGER,
    GOAL_CELLS,
    KIND,
    SABOTEUR,
    RoundResult,
)

_WON_BY = ("diggers", "saboteurs", "nobody")


def read_config(seats: int, options: list[str]) -> Config:
    """Check the options against the game and the number of seats."""
    pairs = (option.partition("=") for option in options)
    try:
        return configure(seats, {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


def read_cards(codes: list[str]) -> tuple[int, ...]:
    """Read cards of the deck by their codes."""
    for code in codes:
        require(code == "none" or KIND.get(code) in DECK, f"no card of the deck: {code[:40]!r}")
    return tuple(KIND[code] for code in codes if code != "none")


def read_roles(config: Config, rows: list[Row], spare: str) -> tuple[str, ...]:
    """Give each seat and the spare the dwarf it names; the rest get what is left, diggers first."""
    diggers, saboteurs = ROLES[config.seats]
    named = [role for row in (*rows, {"role": spare.split()}) for role in (row["role"] or [""])]
    left = Counter({DIGGER: diggers, SABOTEUR: saboteurs})
    left.subtract(role for role in named if role)
    fits = set(left) == {DIGGER, SABOTEUR} and min(left.values()) >= 0
    require(fits, f"the dwarves must be {diggers} diggers and {saboteurs} saboteurs, one left over")
    rest = left.elements()
    return tuple(role or next(rest) for role in named)


def read_seen(names: list[str]) -> int:
    """Read the goals somebody has looked at as bits."""
    return sum(1 << GOAL_CELLS.index(read_goal_cell(name, GOAL_CELLS)) for name in set(names))


def gold_left(gold: tuple[tuple[int, ...], ...], bank: int) -> tuple[int, ...]:
    """Tell what gold cards are left in the box; the bank's ones do not come from there."""
    held = sorted((card for cards in gold for card in cards), reverse=True)
    for card in held:
        require(card in ALL_GOLD, f"no gold card is worth {card}")
    require(held.count(1) >= bank, "the bank has paid more ones than anybody holds")
    from_box = tuple(held[: len(held) - bank])
    for card in set(from_box):
        surplus = from_box.count(card) - ALL_GOLD.count(card)
        require(surplus <= 0, f"{surplus} more gold cards worth {card} than the box holds")
    return minus(ALL_GOLD, from_box)


def read_result(words: list[str]) -> RoundResult:
    """Read the words of a finished round; raises ValueError."""
    won_by, finder_is, finder, roles_are, *roles, spare_is, spare = words
    right = (finder_is, roles_are, spare_is) == ("finder", "roles", "spare") and won_by in _WON_BY
    if not right or not {*roles, spare} <= {DIGGER, SABOTEUR}:
        raise ValueError(words)
    seat = None if finder == "nobody" else Seat(number("finder", finder.removeprefix("@")) - 1)
    return RoundResult(won_by, seat, tuple(roles), spare)
