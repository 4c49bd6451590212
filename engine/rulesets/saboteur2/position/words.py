"""The words of this game's lines: codes, dwarves, seats and gold, read or refused one by one."""

from collections import Counter
from collections.abc import Iterable

from engine.api import Seat
from engine.decks.saboteur2 import DWARVES
from engine.errors import EngineError, PositionError
from engine.parts import positions as words
from engine.parts.positions import Row, require
from engine.rulesets.saboteur2.edition import Config, configure
from engine.rulesets.saboteur2.state import DECKS, GOAL_CELLS, KIND, Inspection, RoundResult

_RESULT = ("finder", "roles", "trapped", "winners", "share", "crystals", "paid", "thefts")
_WON_BY = ("blue", "green", "both", "loners", "saboteurs", "nobody")


def read_config(seats: int, options: list[str]) -> Config:
    """Check the options against the game and the number of seats."""
    pairs = (option.partition("=") for option in options)
    try:
        return configure(seats, {name: value for name, _, value in pairs})
    except EngineError as wrong:
        raise PositionError(str(wrong)) from wrong


def read_seats(text: str, seats: int) -> tuple[Seat, ...]:
    """Read seats of this table."""
    return tuple(_seat(name, seats) for name in text.split() if name != "none")


def _seat(name: str, seats: int) -> Seat:
    seat = words.read_seat(name, seats)
    require(seat is not None, "nobody is no seat")
    return seat or Seat(0)


def read_cards(codes: list[str], config: Config) -> tuple[int, ...]:
    """Read cards of the deck by their codes."""
    deck = DECKS[config.fourth_rockfall]
    for code in codes:
        require(code == "none" or KIND.get(code) in deck, f"no card of the deck: {code[:40]!r}")
    return tuple(KIND[code] for code in codes if code != "none")


def read_dwarves(
    rows: list[Row], undealt: str, shed: str
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Give each seat the dwarf it names; the other seats, then the pile, get what is left."""
    pile, gone = _roles(undealt.split()), _roles(shed.split())
    named = [(*_roles(row["role"]), "")[0] for row in rows]
    left = Counter(DWARVES)
    left.subtract(role for role in (*named, *pile, *gone) if role)
    for role, count in left.items():
        require(count >= 0, f"{-count} more of {role} than there are dwarves")
    rest = list(left.elements())
    needed = named.count("")
    require(len(rest) >= needed, "there are fewer dwarves left than seats without one")
    dealt, rest = iter(rest[:needed]), rest[needed:]
    require(not undealt or not rest, f"dwarves that are nowhere: {' '.join(rest)}")
    return tuple(role or next(dealt) for role in named), (*pile, *rest), gone


def _roles(names: Iterable[str]) -> tuple[str, ...]:
    roles = tuple(name for name in names if name != "none")
    for role in roles:
        require(role in DWARVES, f"no dwarf: {role[:20]!r}")
    return roles


def read_seen(names: list[str]) -> int:
    """Read the goals a seat has looked at as bits."""
    return sum(1 << GOAL_CELLS.index(words.read_goal_cell(name, GOAL_CELLS)) for name in set(names))


def read_inspected(names: list[str], seats: int) -> tuple[Inspection, ...]:
    """Read the dwarves a seat has looked at."""
    return tuple(words.reading(name, name, lambda text: _inspection(text, seats)) for name in names)


def _inspection(text: str, seats: int) -> Inspection:
    target, role = text.split("=")
    (named,) = _roles([role.removesuffix("~")])
    return Inspection(_seat(target, seats), named, current=not role.endswith("~"))


def read_gold(numbers: list[str]) -> int:
    """Read how much gold a seat has."""
    require(len(numbers) < 2, "gold is one number")
    return words.number("gold", (*numbers, "0")[0])


def read_result(line: str, seats: int) -> RoundResult:
    """Read the words of a finished round."""
    said = words.read_row("result", line.split(), _RESULT)
    (won_by,) = said["role"] or [""]
    require(won_by in _WON_BY, f"nothing is won by {won_by[:20]!r}")
    roles = _roles(said["roles"])
    paid = tuple(words.number("paid", gold) for gold in said["paid"])
    require(len(roles) == len(paid) == seats, f"a result must name {seats} dwarves and payments")
    thefts = (theft.partition(">") for theft in said["thefts"] if theft != "none")
    return RoundResult(
        won_by=won_by,
        finder=words.read_seat(" ".join(said["finder"]), seats),
        roles=roles,
        trapped=read_seats(" ".join(said["trapped"]), seats),
        winners=read_seats(" ".join(said["winners"]), seats),
        share=words.number("share", " ".join(said["share"])),
        crystals=words.number("crystals", " ".join(said["crystals"])),
        paid=paid,
        thefts=tuple((_seat(thief, seats), _seat(victim, seats)) for thief, _, victim in thefts),
    )
