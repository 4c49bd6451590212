"""What somebody asks for in his reply, line by line. Whether it can be done is asked later."""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import TypeAlias

MOST = 20
"""More lines than this are not read in one mail; what is said may have as many as it likes."""
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Code:
    """The short code of a move, as the letter that is answered names it."""

    code: str


@dataclass(frozen=True, slots=True)
class Move:
    """A move in the game's notation, as it was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """Write me how the table stands: "board", "hand" or "help"."""

    what: str


@dataclass(frozen=True, slots=True)
class Note:
    """Put this below my notes."""

    text: str


@dataclass(frozen=True, slots=True)
class Vacation:
    """Stop my clocks until that day, as it was typed."""

    until: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Write to me no more of this game."""


@dataclass(frozen=True, slots=True)
class Say:
    """Say this at the table."""

    text: str


Command: TypeAlias = Code | Move | Show | Note | Vacation | Stop | Say


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply asks for, and the line at which reading ended because it asks for nothing."""

    commands: tuple[Command, ...]
    ended_at: str = ""


_CODE = re.compile(r"([a-z])\s?(\d{1,2})", re.IGNORECASE)
_SHOWN = {
    **dict.fromkeys(("board", "maze", "table", "brett", "tisch", "labyrinth"), "board"),
    **dict.fromkeys(("hand", "cards", "karten", "blatt"), "hand"),
    **dict.fromkeys(("help", "hilfe", "?"), "help"),
}
_NOTE = re.compile(r"(?:note|notiz)\s*:?\s+(\S.*)", re.IGNORECASE)
_VACATION = re.compile(
    r"(?:vacation|holiday|away|urlaub|weg)\s*:?\s+(?:until|till|to|bis(?:\s+zum)?)\s+(\S.*)",
    re.IGNORECASE,
)
_STOP = frozenset(("stop", "stopp", "unsubscribe", "abbestellen"))
_SAY = re.compile(r"(?:say|sag|sage)\b\s*:?\s*(.*)", re.IGNORECASE)
_AROUND = " \t*_`´'\"„“”‚‘’.!,;"
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—", "-"))


def read(text: str, *, words: Set[str]) -> Reading:
    """Read what was written, given the words that moves of this game begin with.

    Before the first line that asks for something there may be others: people greet. After it the
    first that asks for nothing ends it: people sign.
    """
    lines = text.splitlines()
    commands: list[Command] = []
    unread = ""
    for at, line in _lines(lines):
        if (said := _SAY.fullmatch(line.strip())) and len(commands) < MOST:
            # All that follows is meant for the table, be it a code or not.
            talk = "\n".join((said[1], *lines[at + 1 :])).strip()
            return Reading((*commands, Say(talk)))
        command = _command(line, words) if len(commands) < MOST else None
        if command is not None:
            commands.append(command)
        else:
            unread = unread or line
            if commands:
                return Reading(tuple(commands), line)
    return Reading(tuple(commands), "" if commands else unread)


def _lines(lines: list[str]) -> Iterator[tuple[int, str]]:
    for at, line in enumerate(lines):
        bare = line.strip(_AROUND)
        if bare:
            yield at, bare[:LONGEST]


def _command(line: str, words: Set[str]) -> Command | None:
    if code := _CODE.fullmatch(line):
        return Code(f"{code[1].upper()}{int(code[2])}")
    folded = line.casefold()
    if what := _SHOWN.get(folded):
        return Show(what)
    if folded in _STOP:
        return Stop()
    if note := _NOTE.fullmatch(line):
        return Note(note[1])
    if until := _VACATION.fullmatch(line):
        return Vacation(until[1])
    typed = line.translate(_DASHES)
    return Move(typed) if typed.split()[0].casefold() in words else None
