"""What a state is made of, in words; `docs/positions.md` describes the text."""

import dataclasses
from collections import Counter
from operator import attrgetter

from engine.decks.saboteur import ROLES
from engine.maze import grid
from engine.maze.cells import Cell
from engine.parts import lines, words
from engine.parts.board import GOAL_CELLS
from engine.parts.fields import ByHand, Field, Form, Sheet, Values
from engine.parts.words import number, require
from engine.rulesets.saboteur.cards import (
    CARDS,
    CODES,
    DIGGER,
    GOALS,
    SABOTEUR,
    TILES,
)
from engine.rulesets.saboteur.check import check, gold_left, unused
from engine.rulesets.saboteur.earlier import load_first
from engine.rulesets.saboteur.edition import META, Config, configure
from engine.rulesets.saboteur.state import RoundResult, State
from engine.values import replace

_WON_BY = ("diggers", "saboteurs", "nobody")


def _goal_cells(_config: Config) -> tuple[Cell, ...]:
    return GOAL_CELLS


def _role_of(text: str, _config: Config) -> str:
    return words.one_of(text, (DIGGER, SABOTEUR))


def _result_words(result: RoundResult, _config: Config) -> str:
    roles, finder = " ".join(result.roles), words.seat_name(result.finder)
    return f"{result.won_by} finder {finder} roles {roles} spare {result.spare}"


def _read_result(text: str, config: Config) -> RoundResult:
    won_by, finder_is, finder, roles_are, *rest = text.split()
    at = rest.index("spare")
    roles, (_, spare) = rest[:at], rest[at:]
    require(len(roles) == config.seats, f"a result names {len(roles)} dwarves")
    right = (finder_is, roles_are) == ("finder", "roles") and won_by in _WON_BY
    if not right or not {*roles, spare} <= {DIGGER, SABOTEUR}:
        raise ValueError(text)
    return RoundResult(won_by, words.read_seat(finder, config.seats), tuple(roles), spare, paid=())


def _payments(state: State) -> list[tuple[int, ...]]:
    return [result.paid for result in state.results if result.paid]


def _read_payments(text: str, config: Config) -> tuple[tuple[int, ...], ...]:
    rounds = [tuple(number("paid", gold) for gold in item.split()) for item in words.items(text)]
    for paid in rounds:
        require(len(paid) == config.seats, f"{len(paid)} payments for {config.seats} seats")
    return tuple(rounds)


def _results(
    results: tuple[RoundResult, ...], paid: tuple[tuple[int, ...], ...]
) -> tuple[RoundResult, ...]:
    """Give each result what was paid then; of rounds of old nobody knows."""
    unknown = len(results) - len(paid)
    require(unknown >= 0, f"{len(paid)} payments for {len(results)} rounds")
    rounds = zip(results, ((),) * unknown + paid, strict=True)
    return tuple(dataclasses.replace(result, paid=gold) for result, gold in rounds)


def _build(config: Config, values: Values) -> State:
    maze, network = values.pop("maze")
    roles = (*values.pop("role"), values.pop("spare"))
    results = _results(values.pop("results"), values.pop("paid"))
    return State(
        config=config,
        maze=maze,
        network=network,
        roles=roles,
        gold_stock=gold_left(values["gold"], values["bank"]),
        results=results,
        **values,
    )


def _fill(sheet: Sheet, config: Config) -> None:
    """Give each seat and the spare the dwarf it names; the rest get what is left, diggers first."""
    diggers, saboteurs = ROLES[config.seats]
    named = [*(row["role"] for row in sheet.rows), sheet.lines["spare"]]
    left = Counter({DIGGER: diggers, SABOTEUR: saboteurs})
    left.subtract(role for role in named if role)
    fits = set(left) == {DIGGER, SABOTEUR} and min(left.values()) >= 0
    require(fits, f"the dwarves must be {diggers} diggers and {saboteurs} saboteurs, one left over")
    rest = left.elements()
    for row in sheet.rows:
        row["role"] = row["role"] or next(rest)
    sheet.lines["spare"] = sheet.lines["spare"] or next(rest)


def _rest(state: State, said: frozenset[str]) -> State:
    """Put the cards that no line names on the discards."""
    if "discards" in said:
        return state
    return replace(state, discards=tuple(sorted(unused(state).elements())))


FORM = Form[State, Config](
    meta=META,
    head=(
        *lines.course(),
        lines.orient(_goal_cells),
        lines.goals(_goal_cells, CODES, GOALS, "i1 Z2, i3 Z1, i5 Z3"),
        lines.maze(_goal_cells, TILES, "a3 S", grid.trace),
    ),
    rows=(
        Field("role", lambda state: state.roles[:-1], lambda role, _: role, _role_of, bare=1),
        lines.hand(CODES, CARDS),
        lines.BROKEN,
        lines.seen(_goal_cells),
        lines.plain(
            "gold",
            lambda cards, _: " ".join(map(str, cards)),
            lambda text, _: tuple(number("gold", value) for value in text.split()),
        ),
    ),
    tail=(
        Field("spare", lambda state: state.roles[-1], lambda role, _: role, _role_of),
        lines.pile("stock", CODES, CARDS),
        lines.pile("discards", CODES, CARDS),
        lines.figure("bank"),
        Field(
            "paid",
            _payments,
            lambda rounds, _: ", ".join(" ".join(map(str, paid)) for paid in rounds),
            _read_payments,
        ),
    ),
    result=Field("result", attrgetter("results"), _result_words, _read_result),
    configure=configure,
    build=_build,
    by_hand=ByHand(_fill, _rest, check),
    earlier={1: load_first},
)
