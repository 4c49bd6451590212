"""The words of a line that only this game has, read or refused one by one."""

from collections import Counter

from engine.api import Seat
from engine.decks.dark_cave import CLANS, GOLD, PURSE, STEPS
from engine.maze import grid
from engine.maze.cells import Cell, cell_name, cell_named
from engine.maze.sides import sides_of
from engine.parts.positions import Row, items, number, read_goal_cell, read_seat, reading, require
from engine.rulesets.dark_cave.edition import Config
from engine.rulesets.dark_cave.fields import (
    GOAL_KINDS,
    TILES,
    TURNS,
    Border,
    Place,
    border_named,
    place_named,
)
from engine.rulesets.dark_cave.setup import clan_cards
from engine.rulesets.dark_cave.state import (
    BEASTS,
    CODES,
    DECK,
    KIND,
    LOYAL,
    PLAY,
    SABOTEUR,
    WALK,
    Clan,
    Creature,
    Dwarf,
    Orient,
    Turn,
    Web,
)

_FLAGS = ("booted", "lying", "keep", "shown")
_SECTIONS = ("hand", "at", "gold", "axes", "seen", "known", *_FLAGS)
_ENDED = ("", "cards", "clan", "agreed")


def read_row(seat: str, words: list[str]) -> Row:
    """Sort a seat's words under clan, hand, at, gold, axes, seen, known and its flags."""
    row: Row = {name: [] for name in ("clan", *_SECTIONS)}
    section = "clan"
    for word in words:
        if word in _SECTIONS:
            section = word
            if word in _FLAGS:
                row[word] = [word]
        else:
            holds = section not in _FLAGS and (
                section != "clan" or word in (*CLANS, LOYAL, SABOTEUR)
            )
            require(holds, f"{seat} has {word[:40]!r}, which is none of {', '.join(_SECTIONS)}")
            row[section].append(word)
    return row


def read_maze(text: str, config: Config) -> grid.Maze:
    """Lay out the cards; left out the start lies alone. Whether they fit is checked later."""
    maze = grid.empty(TILES, config.goals)
    for item in items(text or f"{cell_name(config.start)} START"):
        name, code = item.split()
        cell, upright = cell_named(name), code.removesuffix("~")
        require(cell not in maze.cards, f"two cards lie on {name}")
        require(upright in TILES.kind, f"{upright[:20]!r} on {name} is no path card")
        # One card looks the same after a half turn, but its hole is at the other end then.
        turned = code.endswith("~") and TURNS[TILES.kind[upright]]
        maze = grid.put(maze, cell, TILES.placed(upright, turned=turned))
    return maze


def read_turn(text: str, asked: str, config: Config) -> Turn:
    """Read whose turn it is and how far it has come: "@1 walk steps 2 draws 1 @1 declined"."""
    words = (text or f"{'@1' if asked == 'nobody' else asked} {PLAY}").split()
    seat, stage = _seat(words[0], config), words[1]
    require(stage in (PLAY, WALK), f"no part of a turn: {stage[:20]!r}")
    rest, steps, draws, drawer = words[2:], STEPS, int(stage == WALK), seat
    if rest[:1] == ["steps"]:
        steps, rest = number("steps", rest[1]), rest[2:]
    if rest[:1] == ["draws"]:
        draws, drawer, rest = number("draws", rest[1]), _seat(rest[2], config), rest[3:]
    declined = rest == ["declined"]
    require(declined or not rest, f"a turn has no {' '.join(rest)[:40]!r}")
    return Turn(seat, stage, steps, draws, drawer if draws else Seat(0), declined)


def _seat(text: str, config: Config) -> Seat:
    seat = read_seat(text, config.seats)
    require(seat is not None, "nobody has no place here")
    assert seat is not None
    return seat


def read_seats(text: str, config: Config) -> tuple[Seat, ...]:
    """Read seats, each once."""
    seats = tuple(_seat(word, config) for word in text.split())
    require(len({*seats}) == len(seats), f"a seat is named twice: {text[:40]}")
    return seats


def bits(numbers: tuple[int, ...]) -> int:
    """Write numbers as bits."""
    return sum(1 << number for number in numbers)


def read_orient(text: str, config: Config) -> Orient | None:
    """Read a goal that waits for its side, and the side it is entered from."""
    if not text:
        return None
    name, side = text.split()
    require(len(side) == 1, f"{name} is entered from one side, not from {side[:20]!r}")
    return Orient(read_goal_cell(name, config.goals), sides_of(side))


def read_goals(text: str, config: Config) -> tuple[tuple[Cell, int], ...]:
    """Read where the goals lie: all four, each once; left out they lie as in the box."""
    if not text:
        return tuple(zip(config.goals, GOAL_KINDS, strict=True))
    pairs = [item.split() for item in items(text)]
    goals = tuple(sorted((cell_named(name), KIND[code]) for name, code in pairs))
    right = tuple(cell for cell, _ in goals) == config.goals
    right = right and sorted(kind for _, kind in goals) == list(GOAL_KINDS)
    require(right, f"the goals in the corners must be {', '.join(CODES[k] for k in GOAL_KINDS)}")
    return goals


def read_clans(config: Config, rows: list[Row], aside: str) -> tuple[Clan, ...]:
    """Give each seat and the cards aside what they name; the rest get what is left, in order."""
    dealt = clan_cards(config.seats)
    empty: list[str] = []
    lying = [item.split() for item in items(aside)]
    lying += [empty] * (len(dealt) - config.seats - len(lying))
    named = [row["clan"] for row in rows] + lying
    left = Counter(dealt)
    left.subtract(Clan(*card) for card in named if len(card) == 2)
    fits = set(left) == set(dealt) and min(left.values()) >= 0 and len(named) == len(dealt)
    fits = fits and all(len(card) in (0, 2) for card in named)
    listed = ", ".join(" ".join(card) for card in dealt)
    require(fits, f"the clan cards must be {listed}; {len(dealt) - config.seats} lie aside")
    rest = left.elements()
    return tuple(Clan(*card) if card else next(rest) for card in named)


def read_dwarf(seat: str, row: Row, config: Config) -> Dwarf:
    """Read where a dwarf is and what lies before its player."""
    require(len(row["at"]) < 2, f"{seat} is in two places: {' '.join(row['at'])[:40]}")
    place: Place | None = Place(config.start << 4)
    outside = row["at"] == ["outside"]
    if row["at"]:
        place = None if outside else reading(f"{seat} at {row['at'][0]}", row["at"][0], place_named)
    seen = (config.goals.index(read_goal_cell(name, config.goals)) for name in {*row["seen"]})
    return Dwarf(
        place=place,
        gold=_one(seat, "gold", row, PURSE),
        lying=bool(row["lying"]),
        boots=bool(row["booted"]),
        axes=_one(seat, "axes", row, 0),
        keep=bool(row["keep"]),
        shown=outside or bool(row["shown"]),
        seen=bits(tuple(seen)),
        known=bits(read_seats(" ".join(row["known"]), config)),
    )


def _one(seat: str, word: str, row: Row, default: int) -> int:
    require(len(row[word]) < 2, f"{seat} has two numbers of {word}")
    return number(word, row[word][0]) if row[word] else default


def read_left(text: str, dwarves: tuple[Dwarf, ...], config: Config) -> tuple[Seat, ...]:
    """Read in which order dwarves left the cave; left out it is that of the seats."""
    if text:
        return read_seats(text, config)
    return tuple(Seat(at) for at, dwarf in enumerate(dwarves) if dwarf.place is None)


def read_cards(codes: list[str]) -> tuple[int, ...]:
    """Read cards of the deck by their codes."""
    for code in codes:
        require(code == "none" or KIND.get(code) in DECK, f"no card of the deck: {code[:40]!r}")
    return tuple(KIND[code] for code in codes if code != "none")


def read_webs(text: str, config: Config) -> tuple[Web, ...]:
    """Read webs: border, owner, 2 or 1."""
    webs: list[Web] = []
    for item in items(text):
        border, owner, left = item.split()
        require(left in ("1", "2"), f"the web on {border[:20]} shows {left[:20]!r}")
        webs.append(Web(Border(border_named(border)), _seat(owner, config), int(left)))
    return tuple(sorted(webs))


def read_creatures(text: str, config: Config) -> tuple[Creature | None, ...]:
    """Read creatures: name, place, owner."""
    found: dict[str, Creature] = {}
    for item in items(text):
        name, place, owner = item.split()
        require(name in BEASTS, f"no creature: {name[:20]!r}")
        require(name not in found, f"there is one {name}, not two")
        found[name] = Creature(place_named(place), _seat(owner, config))
    return tuple(found.get(name) for name in BEASTS)


def read_places(text: str) -> tuple[Place, ...]:
    """Read the veins that gold lies on."""
    places = sorted(map(place_named, items(text)))
    require(len({*places}) == len(places), "two gold on one vein")
    return tuple(places)


def gold_left(dwarves: tuple[Dwarf, ...], veins: tuple[Place, ...]) -> int:
    """Tell how much gold nobody has."""
    left = GOLD - sum(dwarf.gold for dwarf in dwarves) - len(veins)
    require(left >= 0, f"{-left} more gold than the box holds")
    return left


def require_ending(ended: str) -> None:
    """Raise PositionError unless a game can end like this."""
    require(ended in _ENDED, f"no game ends by {ended[:20]!r}")
