"""What a state is made of, in words; `docs/notation-dark-cave.md` describes the text."""

import dataclasses
from collections import Counter

from engine.api import Seat
from engine.decks.dark_cave import CLANS, GOLD, PURSE, STEPS
from engine.maze.cells import Cell, cell_name
from engine.maze.sides import letters_of, sides_of
from engine.parts import lines, words
from engine.parts.fields import ByHand, Field, Form, Sheet, Values
from engine.parts.words import number, require
from engine.rulesets.dark_cave.cards import (
    BEASTS,
    CARDS,
    CODES,
    GOAL_KINDS,
    GOALS,
    LOYAL,
    SABOTEUR,
    TILES,
    Clan,
    clan_cards,
)
from engine.rulesets.dark_cave.check import check, unused
from engine.rulesets.dark_cave.earlier import load_first
from engine.rulesets.dark_cave.edition import META, Config, configure
from engine.rulesets.dark_cave.places import (
    BORDER_NAMES,
    PLACE_NAMES,
    Place,
    border_named,
    place_named,
)
from engine.rulesets.dark_cave.state import (
    PLAY,
    WALK,
    Creature,
    Dwarf,
    Progress,
    State,
    Waiting,
    Web,
)
from engine.rulesets.dark_cave.ways import trace
from engine.values import replace

_ENDED = ("", "cards", "clan", "agreed")
_OUTSIDE = "outside"


def _goal_cells(config: Config) -> tuple[Cell, ...]:
    return config.goals


def _seats_in(bits: int, config: Config) -> str:
    return words.seats_of(at for at in range(config.seats) if bits >> at & 1) if bits else ""


def _seat_bits(text: str, config: Config) -> int:
    return sum([1 << seat for seat in words.read_seats(text, config.seats)]) if text else 0


def _progress_words(progress: Progress, _config: Config) -> str:
    draws = f" draws {progress.draws} {words.seat_name(progress.drawer)}" if progress.draws else ""
    declined = " declined" if progress.declined else ""
    seat = words.seat_name(progress.seat)
    return f"{seat} {progress.stage} steps {progress.steps}{draws}{declined}"


def _read_progress(text: str, config: Config) -> Progress:
    name, stage, *rest = text.split()
    require(stage in (PLAY, WALK), f"no part of a turn: {stage[:20]!r}")
    seat, steps = words.read_player(name, config.seats), STEPS
    draws, drawer = int(stage == WALK), seat
    if rest[:1] == ["steps"]:
        steps, rest = number("steps", rest[1]), rest[2:]
    if rest[:1] == ["draws"]:
        draws, drawer, rest = (
            number("draws", rest[1]),
            words.read_player(rest[2], config.seats),
            rest[3:],
        )
    declined = rest == ["declined"]
    require(declined or not rest, f"a turn has no {' '.join(rest)[:40]!r}")
    return Progress(seat, stage, steps, draws, drawer if draws else Seat(0), declined)


def _waiting_words(orient: Waiting | None, _config: Config) -> str:
    return f"{cell_name(orient.cell)} {letters_of(orient.entered)}" if orient else ""


def _read_waiting(text: str, config: Config) -> Waiting | None:
    if not text:
        return None
    name, side = text.split()
    require(len(side) == 1, f"{name} is entered from one side, not from {side[:20]!r}")
    return Waiting(words.read_goal_cell(name, config.goals), sides_of(side))


def _web_words(webs: tuple[Web, ...], _config: Config) -> str:
    return ", ".join(
        [f"{BORDER_NAMES[web.border]} {words.seat_name(web.owner)} {web.left}" for web in webs]
    )


def _read_webs(text: str, config: Config) -> tuple[Web, ...]:
    webs = []
    for item in words.items(text):
        border, owner, left = item.split()
        require(left in ("1", "2"), f"the web on {border[:20]} shows {left[:20]!r}")
        webs.append(Web(border_named(border), words.read_player(owner, config.seats), int(left)))
    return tuple(sorted(webs))


def _creature_words(creatures: tuple[Creature | None, ...], _config: Config) -> str:
    out = [(name, at) for name, at in zip(BEASTS, creatures, strict=True) if at]
    return ", ".join(
        [f"{name} {PLACE_NAMES[at.place]} {words.seat_name(at.owner)}" for name, at in out]
    )


def _read_creatures(text: str, config: Config) -> tuple[Creature | None, ...]:
    found: dict[str, Creature] = {}
    for item in words.items(text):
        name, place, owner = item.split()
        require(name in BEASTS, f"no creature: {name[:20]!r}")
        require(name not in found, f"there is one {name}, not two")
        found[name] = Creature(place_named(place), words.read_player(owner, config.seats))
    return tuple(map(found.get, BEASTS))


def _read_veins(text: str, _config: Config) -> tuple[Place, ...]:
    places = sorted(map(place_named, words.items(text)))
    require(len({*places}) == len(places), "two gold on one vein")
    return tuple(places)


def _read_ended(text: str, _config: Config) -> str:
    require(text in _ENDED, f"no game ends by {text[:20]!r}")
    return text


def _of_dwarves(of_one: lines.AnyField) -> lines.AnyField:
    """Make a field of all dwarves' records."""
    get = of_one.get
    return dataclasses.replace(of_one, get=lambda state: [get(dwarf) for dwarf in state.dwarves])


def _flag(word: str, name: str = "") -> lines.AnyField:
    field = lines.plain(
        word, lambda on, _: word if on else "", lambda text, _: bool(text), name=name
    )
    return dataclasses.replace(_of_dwarves(field), flag=True)


def _build(config: Config, values: Values) -> State:
    maze, ways = values.pop("maze")
    clans = values.pop("clan") + values.pop("aside")
    dwarves = tuple(map(Dwarf, *(values.pop(name) for name in Dwarf._fields)))
    gold = GOLD - sum(dwarf.gold for dwarf in dwarves) - len(values["veins"])
    require(gold >= 0, f"{-gold} more gold than the box holds")
    return State(
        config=config, maze=maze, ways=ways, clans=clans, dwarves=dwarves, gold=gold, **values
    )


def _fill(sheet: Sheet, config: Config) -> None:
    """Complete what hangs on the size of the table, on other lines, or on cards that are left."""
    said, start = sheet.lines, cell_name(config.start)
    goals = zip(config.goals, GOAL_KINDS, strict=True)
    said["goals"] = said["goals"] or words.goals_of(goals, CODES)
    said["maze"] = said["maze"] or f"{start} START"
    first = "@1" if said["asked"] in ("", "nobody") else said["asked"]
    said["turn"] = said["turn"] or f"{first} {PLAY}"
    said["asked"] = said["asked"] or said["turn"].split()[0]
    for row in sheet.rows:
        row["at"] = row["at"] or start
        row["shown"] = "shown" if row["at"] == _OUTSIDE else row["shown"]
    outside = (at for at, row in enumerate(sheet.rows) if row["at"] == _OUTSIDE)
    said["left"] = said["left"] or words.seats_of(outside)
    _fill_clans(sheet, config)


def _fill_clans(sheet: Sheet, config: Config) -> None:
    """Give each seat and the cards aside what they name; the rest get what is left, in order."""
    dealt = [" ".join(clan) for clan in clan_cards(config.seats)]
    count = len(dealt) - config.seats
    for row in sheet.rows:
        for word in row["clan"].split():
            words.one_of(word, (*CLANS, LOYAL, SABOTEUR))
    lying = [" ".join(item.split()) for item in words.items(sheet.lines["aside"])]
    lying += [""] * (count - len(lying))
    named = [*(row["clan"] for row in sheet.rows), *lying]
    left = Counter(dealt)
    left.subtract(card for card in named if card)
    fits = {*left} == {*dealt} and min(left.values()) >= 0 and len(named) == len(dealt)
    require(fits, f"the clan cards must be {', '.join(dealt)}; {count} lie aside")
    rest = left.elements()
    for row in sheet.rows:
        row["clan"] = row["clan"] or next(rest)
    sheet.lines["aside"] = ", ".join(card or next(rest) for card in lying)


def _rest(state: State, said: frozenset[str]) -> State:
    """Leave the cards that no line names in the box."""
    if "boxed" in said:
        return state
    return replace(state, boxed=tuple(sorted((+unused(state)).elements())))


FORM = Form[State, Config](
    meta=META,
    head=(
        lines.SEED,
        lines.count("turns", name="turn"),
        dataclasses.replace(lines.ASKED, left_out=""),
        lines.plain("turn", _progress_words, _read_progress, name="progress"),
        lines.plain("agreed", _seats_in, _seat_bits),
        lines.plain("orient", _waiting_words, _read_waiting),
        lines.goals(_goal_cells, CODES, GOALS, ""),
        lines.maze(_goal_cells, TILES, "", trace),
    ),
    rows=(
        Field(
            "clan",
            lambda state: state.clans[: state.config.seats],
            lambda clan, _: " ".join(clan),
            lambda text, _: Clan(*text.split()),
            bare=2,
        ),
        lines.hand(CODES, CARDS),
        _of_dwarves(
            lines.plain(
                "at",
                lambda place, _: _OUTSIDE if place is None else PLACE_NAMES[place],
                lambda text, _: None if text == _OUTSIDE else place_named(text),
                name="place",
            )
        ),
        _of_dwarves(lines.figure("gold", left_out=str(PURSE))),
        _of_dwarves(lines.count("axes")),
        _flag("booted", "boots"),
        _flag("lying"),
        _flag("keep"),
        _flag("shown"),
        _of_dwarves(lines.seen(_goal_cells)),
        _of_dwarves(lines.plain("known", _seats_in, _seat_bits)),
    ),
    tail=(
        Field(
            "aside",
            lambda state: state.clans[state.config.seats :],
            lambda clans, _: ", ".join(map(" ".join, clans)),
            lambda text, _: tuple(Clan(*item.split()) for item in words.items(text)),
        ),
        lines.seats("left"),
        lines.plain("webs", _web_words, _read_webs),
        lines.plain("creatures", _creature_words, _read_creatures),
        lines.plain(
            "veins",
            lambda veins, _: ", ".join([PLACE_NAMES[vein] for vein in veins]),
            _read_veins,
        ),
        lines.pile("stock", CODES, CARDS),
        lines.pile("discards", CODES, CARDS),
        lines.pile("boxed", CODES, CARDS),
        lines.figure("blind"),
        lines.said("ended", _read_ended),
    ),
    configure=configure,
    build=_build,
    by_hand=ByHand(_fill, _rest, check),
    earlier={1: load_first},
)
