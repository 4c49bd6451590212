"""What a state is made of, in words; `docs/notation-saboteur2.md` describes the text."""

from collections import Counter
from operator import attrgetter

from engine.api import Seat
from engine.decks.saboteur2 import ASIDE
from engine.maze import grid
from engine.maze.cells import Cell, cell_name, cell_named
from engine.parts import lines, words
from engine.parts.board import GOAL_CELLS
from engine.parts.fields import ByHand, Field, Form, Sheet, Values
from engine.parts.words import number, require
from engine.rulesets.saboteur2.cards import CARDS, CODES, DWARVES, GOALS, TILES
from engine.rulesets.saboteur2.check import check, unused
from engine.rulesets.saboteur2.earlier import load_first
from engine.rulesets.saboteur2.edition import META, Config, configure
from engine.rulesets.saboteur2.state import Inspection, RoundResult, State
from engine.values import replace

_RESULT = ("finder", "roles", "trapped", "winners", "share", "crystals", "paid", "thefts")
_WON_BY = ("blue", "green", "both", "loners", "saboteurs", "nobody")


def _goal_cells(_config: Config) -> tuple[Cell, ...]:
    return GOAL_CELLS


def _role(name: str) -> str:
    require(name in DWARVES, f"no dwarf: {name[:20]!r}")
    return name


def _roles(text: str) -> tuple[str, ...]:
    return tuple(map(_role, words.split(text)))


def _inspected_words(seen: tuple[Inspection, ...], _config: Config) -> str:
    return " ".join(
        f"{words.seat_name(one.target)}={one.role}{'' if one.current else '~'}" for one in seen
    )


def _read_inspected(text: str, config: Config) -> tuple[Inspection, ...]:
    pairs = (word.split("=") for word in text.split())
    return tuple(
        [
            Inspection(
                words.read_player(target, config.seats),
                _role(role.removesuffix("~")),
                current=not role.endswith("~"),
            )
            for target, role in pairs
        ]
    )


def _trapped(state: State) -> list[int]:
    return [at for at, trapped in enumerate(state.trapped) if trapped]


def _read_trapped(text: str, config: Config) -> tuple[bool, ...]:
    trapped = words.read_seats(text, config.seats)
    return tuple(at in trapped for at in range(config.seats))


def _result_words(result: RoundResult, _config: Config) -> str:
    thefts = (f"{words.seat_name(one)}>{words.seat_name(other)}" for one, other in result.thefts)
    return (
        f"{result.won_by} finder {words.seat_name(result.finder)}"
        f" roles {words.words_of(result.roles)}"
        f" trapped {words.seats_of(result.trapped)} winners {words.seats_of(result.winners)}"
        f" share {result.share} crystals {result.crystals}"
        f" paid {words.words_of(result.paid)} thefts {words.words_of(thefts)}"
    )


def _read_result(text: str, config: Config) -> RoundResult:
    seats, said = config.seats, words.sections(text, _RESULT)
    won_by, roles = said[""], _roles(said["roles"])
    require(won_by in _WON_BY, f"nothing is won by {won_by[:20]!r}")
    paid = tuple(number("paid", gold) for gold in said["paid"].split())
    require(len(roles) == len(paid) == seats, f"a result must name {seats} dwarves and payments")
    return RoundResult(
        won_by=won_by,
        finder=words.read_seat(said["finder"], seats),
        roles=roles,
        trapped=words.read_seats(said["trapped"], seats),
        winners=words.read_seats(said["winners"], seats),
        share=number("share", said["share"]),
        crystals=number("crystals", said["crystals"]),
        paid=paid,
        thefts=tuple(_read_theft(theft, seats) for theft in words.split(said["thefts"])),
    )


def _read_theft(text: str, seats: int) -> tuple[Seat, Seat]:
    thief, _, victim = text.partition(">")
    return words.read_player(thief, seats), words.read_player(victim, seats)


def _build(config: Config, values: Values) -> State:
    maze, network = values.pop("maze")
    return State(config=config, maze=maze, network=network, **values)


def _fill(sheet: Sheet, config: Config) -> None:
    """Say who is asked and closed the round; deal the dwarves that no line names, then pile them.

    Left out, it is the first thief, without thieves the first seat.
    """
    thieves = words.read_seats(sheet.lines["thieves"], config.seats)
    first = words.seat_name((*thieves, Seat(0))[0])
    sheet.lines["asked"] = sheet.lines["asked"] or first
    sheet.lines["closer"] = sheet.lines["closer"] or (first if thieves else "")
    left = Counter(DWARVES)
    left.subtract([_role(row["role"]) for row in sheet.rows if row["role"]])
    left.subtract(_roles(sheet.lines["undealt"]) + _roles(sheet.lines["shed"]))
    for role, count in left.items():
        require(count >= 0, f"{-count} more of {role} than there are dwarves")
    rest = list(left.elements())
    for row in sheet.rows:
        require(row["role"] or rest, "there are fewer dwarves left than seats without one")
        row["role"] = row["role"] or rest.pop(0)
    nowhere = sheet.lines["undealt"] and rest
    require(not nowhere, f"dwarves that are nowhere: {' '.join(rest)}")
    sheet.lines["undealt"] = sheet.lines["undealt"] or words.words_of(rest)


def _rest(state: State, said: frozenset[str]) -> State:
    """Put the cards that no line names aside and, beyond the number set aside, on the discards."""
    rest = tuple(sorted(unused(state).elements()))
    if "aside" not in said:
        many = len(rest) if "discards" in said else ASIDE
        state, rest = replace(state, aside=rest[:many]), rest[many:]
    return state if "discards" in said else replace(state, discards=rest)


def _dwarves(word: str, left_out: str) -> lines.AnyField:
    """Make the field of a pile of dwarves."""
    return lines.plain(
        word,
        lambda roles, _: words.words_of(roles),
        lambda text, _: _roles(text),
        left_out,
    )


FORM = Form[State, Config](
    meta=META,
    head=(
        *lines.course(asked=""),
        lines.orient(_goal_cells),
        lines.plain(
            "laid",
            lambda cell, _: "" if cell is None else cell_name(cell),
            lambda text, _: cell_named(text) if text else None,
        ),
        lines.seats("thieves"),
        lines.plain(
            "closer",
            lambda seat, _: "" if seat is None else words.seat_name(seat),
            lambda text, config: words.read_seat(text, config.seats) if text else None,
        ),
        lines.goals(_goal_cells, CODES, GOALS, "i1 Z2, i3 Z1, i5 Z3"),
        lines.maze(_goal_cells, TILES, "a3 S", grid.trace),
    ),
    rows=(
        lines.plain("role", lambda role, _: role, lambda text, _: text, name="roles", bare=1),
        lines.hand(CODES, CARDS),
        lines.BROKEN,
        lines.seen(_goal_cells),
        lines.plain("inspected", _inspected_words, _read_inspected),
        lines.count("gold"),
    ),
    tail=(
        Field("trapped", _trapped, lambda seats, _: words.seats_of(seats), _read_trapped),
        lines.seats("thefts", none="none"),
        _dwarves("undealt", left_out=""),
        _dwarves("shed", left_out="none"),
        lines.pile("stock", CODES, CARDS),
        lines.pile("aside", CODES, CARDS),
        lines.pile("discards", CODES, CARDS),
    ),
    result=Field("result", attrgetter("results"), _result_words, _read_result),
    configure=configure,
    build=_build,
    by_hand=ByHand(_fill, _rest, check),
    earlier={1: load_first},
)
