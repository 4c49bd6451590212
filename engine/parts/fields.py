"""The table of fields of a game's states, from which the stored form and the position text follow.

Each field says once how it is written in words and read from them. `dump` and `load` keep the words
as JSON, by field and with a version; `format_position` and `parse_position` keep them as lines for
people, who may leave out what is plain.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.api import Json, Meta
from engine.errors import EngineError, PositionError
from engine.parts.options import TableConfig
from engine.parts.words import number, reading, require
from engine.values import Made

VERSION = 2

Values = dict[str, Any]


class Configured(Protocol):
    """A state."""

    @property
    def config(self) -> Any:
        """Tell how the game is played."""


StateT = TypeVar("StateT", bound=Configured)
ConfigT = TypeVar("ConfigT", bound=TableConfig)


@dataclass(frozen=True, slots=True)
class Field(Generic[StateT, ConfigT]):
    """One fact of a state, a line of its own or, for each seat, a section of that seat's line."""

    word: str
    """What the line or section begins with."""
    get: Callable[[StateT], Any]
    """Of a state; for a seat's section all seats' values."""
    write: Callable[[Any, ConfigT], str]
    """In words; nothing is written where there are none."""
    read: Callable[[str, ConfigT], Any]
    left_out: str = ""
    """What a text written by hand means if it leaves the field out."""
    bare: int = 0
    """This many words may stand first in a seat's line, without the field's own word."""
    flag: bool = False
    """The word alone says it all."""
    name: str = ""
    """What the state calls it, where that is another word."""


Reading = Callable[[tuple[str, str]], Any]
"""Given a field's word and what it says there; a text written by hand is told what is wrong."""


class _Memory(Made[tuple[str, str], Any], Generic[ConfigT]):
    """What the fields were read to say at tables of one configuration.

    A table is read at every page and move, and says mostly what it said the time before.
    """

    def __init__(self, config: ConfigT, fields: Mapping[str, Field[Any, ConfigT]]) -> None:
        super().__init__(lambda said: fields[said[0]].read(said[1], config), limit=2_000)
        self.config = config


@dataclass(slots=True)
class Sheet:
    """A state in words."""

    lines: dict[str, str] = field(default_factory=dict)
    rows: list[dict[str, str]] = field(default_factory=list)
    results: list[str] = field(default_factory=list)


class ByHand(NamedTuple, Generic[StateT, ConfigT]):
    """What a text needs that was written by hand."""

    fill: Callable[[Sheet, ConfigT], None]
    """Completes its words before they are read."""
    rest: Callable[[StateT, frozenset[str]], StateT]
    """Completes its state, given which lines it had."""
    check: Callable[[StateT], None]
    """Raises PositionError for a state that contradicts itself or the box."""


@dataclass(frozen=True)
class Form(Generic[StateT, ConfigT]):
    """The written form of a game's states."""

    meta: Meta
    head: tuple[Field[StateT, ConfigT], ...]
    """Lines before those of the seats."""
    rows: tuple[Field[StateT, ConfigT], ...]
    """Sections of the seats' lines."""
    tail: tuple[Field[StateT, ConfigT], ...]
    """Lines after those of the seats."""
    configure: Callable[[int, Mapping[str, str], int], ConfigT]
    """From seats, options and the version of the rules; raises SeatsError or OptionError."""
    build: Callable[[ConfigT, Values], StateT]
    """From the values by what the state calls them, and what follows from them."""
    by_hand: ByHand[StateT, ConfigT]
    """Completes and checks a text written by hand."""
    earlier: Mapping[int, Callable[[Json], StateT]]
    """Readers of stored forms before this one."""
    result: Field[StateT, ConfigT] | None = None
    """The lines of the finished rounds."""

    def dump(self, state: StateT) -> Json:
        """Write a state for storage. What follows from other fields is left out."""
        sheet, config = self._sheet(state), state.config
        return {
            "v": VERSION,
            "rules": config.rules,
            "seats": config.seats,
            "options": dict(config.options),
            "lines": sheet.lines,
            "rows": sheet.rows,
            "results": sheet.results,
        }

    def load(self, data: Json) -> StateT:
        """Read a stored state of any version; raises ValueError for one from the future."""
        version = data["v"]
        if version in self.earlier:
            return self.earlier[version](data)
        if version != VERSION:
            raise ValueError(f"state version {version} is not known here")
        memory = self.memories[data["seats"], tuple(data["options"].items()), data["rules"]]
        sheet = Sheet(data["lines"], data["rows"], data["results"])
        return self._state(memory.config, sheet, memory.__getitem__)

    def format_position(self, state: StateT) -> str:
        """Write a position with all its secrets, so that reading it gives the same state."""
        return "\n".join(self._lines(state)) + "\n"

    def parse_position(self, text: str) -> StateT:
        """Read a position text; raises PositionError naming the line or the contradiction."""
        lines = [line.strip() for line in text.splitlines()]
        lines = [line for line in lines if line and not line.startswith("#")]
        game, *options = lines[0].split() if lines else ("",)
        require(game == self.meta.key, f"the first line must begin with {self.meta.key!r}")
        sheet, rows = Sheet(), dict[int, dict[str, str]]()
        for line in lines[1:]:
            reading(line, line, lambda line: self._take(line, sheet, rows))
        config = self._configured(sheet, rows, options)
        said = frozenset(sheet.lines)
        for each in (*self.head, *self.tail):
            sheet.lines.setdefault(each.word, each.left_out)
        sheet.rows = [self._completed(rows.get(at, {})) for at in range(config.seats)]
        self.by_hand.fill(sheet, config)
        state = self.by_hand.rest(self._state(config, sheet, self._reading(config)), said)
        self.by_hand.check(state)
        return state

    def _sheet(self, state: StateT) -> Sheet:
        config = state.config
        sheet = Sheet()
        for each in (*self.head, *self.tail):
            text = each.write(each.get(state), config)
            if text:
                sheet.lines[each.word] = text
        columns = [(each, each.get(state)) for each in self.rows]
        for at in range(config.seats):
            row = {each.word: each.write(values[at], config) for each, values in columns}
            sheet.rows.append({word: text for word, text in row.items() if text})
        if self.result:
            results = self.result.get(state)
            sheet.results = [self.result.write(result, config) for result in results]
        return sheet

    def _state(self, config: ConfigT, sheet: Sheet, read: Reading) -> StateT:
        lines, rows = sheet.lines, sheet.rows
        values: Values = {
            each.name or each.word: read((each.word, lines.get(each.word, "")))
            for each in (*self.head, *self.tail)
        }
        for each in self.rows:
            word = each.word
            values[each.name or word] = tuple([read((word, row.get(word, ""))) for row in rows])
        if self.result:
            word = self.result.word
            values["results"] = tuple([read((word, text)) for text in sheet.results])
        return self.build(config, values)

    @cached_property
    def _fields(self) -> Mapping[str, Field[StateT, ConfigT]]:
        every = (*self.head, *self.rows, *self.tail, *filter(None, (self.result,)))
        return {each.word: each for each in every}

    @cached_property
    def memories(self) -> Made[tuple[int, tuple[tuple[str, str], ...], int], _Memory[ConfigT]]:
        """Remember by seats, options and rules what was read; never more than fits its bounds."""
        return Made(
            lambda key: _Memory(self.configure(key[0], dict(key[1]), key[2]), self._fields),
            limit=12,
        )

    def _reading(self, config: ConfigT) -> Reading:
        def read(said: tuple[str, str]) -> Any:
            word, text = said
            return reading(
                f"{word} {text}", text, lambda text: self._fields[word].read(text, config)
            )

        return read

    def _lines(self, state: StateT) -> Iterator[str]:
        sheet, config = self._sheet(state), state.config
        yield " ".join((self.meta.key, *(f"{k}={v}" for k, v in config.options.items())))
        if config.rules != self.meta.version:
            yield f"rules {config.rules}"
        for each in self.head:
            if each.word in sheet.lines:
                yield f"{each.word} {sheet.lines[each.word]}"
        for at, row in enumerate(sheet.rows):
            yield " ".join((f"@{at + 1}", *self._row_words(row)))
        for each in self.tail:
            if each.word in sheet.lines:
                yield f"{each.word} {sheet.lines[each.word]}"
        for result in sheet.results:
            yield f"{self.result.word if self.result else ''} {result}"

    def _row_words(self, row: Mapping[str, str]) -> Iterator[str]:
        for each in self.rows:
            if each.word in row:
                if not each.bare:
                    yield each.word
                if not each.flag:
                    yield row[each.word]

    def _take(self, line: str, sheet: Sheet, rows: dict[int, dict[str, str]]) -> None:
        word, _, rest = line.partition(" ")
        if word.startswith("@"):
            at = int(word[1:]) - 1
            require(at >= 0, f"nobody sits at {word}")
            require(at not in rows, f"{word} sits twice")
            rows[at] = self._row(word, rest.split())
        elif self.result and word == self.result.word:
            sheet.results.append(rest.strip())
        else:
            known = {each.word for each in (*self.head, *self.tail)} | {"seats", "rules"}
            require(word in known, f"no line begins with {word[:40]!r}")
            require(word not in sheet.lines, f"two lines begin with {word!r}")
            sheet.lines[word] = " ".join(rest.split())

    def _row(self, seat: str, words: list[str]) -> dict[str, str]:
        """Sort a seat's words under its sections."""
        sections = {each.word: each for each in self.rows if not each.bare}
        row: dict[str, list[str]] = {}
        section = next((each for each in self.rows if each.bare), None)
        for word in words:
            if word in sections:
                section = sections[word]
                row.setdefault(word, [word] if section.flag else [])
                continue
            holds = section and not section.flag
            if section and section.bare:
                holds = len(row.get(section.word, ())) < section.bare
            require(holds, f"{seat} has {word[:40]!r}, which is none of {', '.join(sections)}")
            assert section
            row.setdefault(section.word, []).append(word)
        return {word: " ".join(texts) for word, texts in row.items()}

    def _completed(self, row: dict[str, str]) -> dict[str, str]:
        return {each.word: row.get(each.word) or each.left_out for each in self.rows}

    def _configured(self, sheet: Sheet, rows: Mapping[int, object], options: list[str]) -> ConfigT:
        fixed = self.meta.seats[0] if len(self.meta.seats) == 1 else len(rows)
        seats = number("seats", sheet.lines.pop("seats", "") or str(fixed))
        rules = number("rules", sheet.lines.pop("rules", str(self.meta.version)))
        require(1 <= rules <= self.meta.version, f"no version {rules} of the rules is known")
        for at in rows:
            require(at < seats, f"@{at + 1} sits at a table of {seats}")
        pairs = (option.partition("=") for option in options)
        try:
            return self.configure(seats, {name: value for name, _, value in pairs}, rules)
        except EngineError as wrong:
            raise PositionError(str(wrong)) from wrong
