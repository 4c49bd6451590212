"""The only list of the games' words: a ruleset's key leads to its book."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from engine.api import Seat
from games.texts import book
from games.texts.book import Book, Reader
from games.texts.rulesets.dark_cave import DARK_CAVE
from games.texts.rulesets.duel import DUEL, SOLO
from games.texts.rulesets.saboteur import SABOTEUR
from games.texts.rulesets.saboteur2 import SABOTEUR2

BOOKS: Mapping[str, Book[Any]] = {
    "saboteur": SABOTEUR,
    "saboteur2": SABOTEUR2,
    "duel": DUEL,
    "duel-solo": SOLO,
    "dark-cave": DARK_CAVE,
}

# A code means the same card in every box that has it.
_BOOK_OF = {code: words for words in BOOKS.values() for code in words.cards}


def reader_of(ruleset: str, names: Sequence[str], seat: Seat | None) -> Reader:
    """Say who reads of which game."""
    return Reader(tuple(names), seat, BOOKS[ruleset])


def card_name(code: str, *, turned: bool = False) -> str:
    """Name a card of any box by its code; a turned path card is named as it lies."""
    return book.card_name(_BOOK_OF[code], code, turned=turned)


def card_help(ruleset: str, code: str) -> str:
    """Say in a plain sentence what a card does in a game."""
    return BOOKS[ruleset].card_help(code)


def ruleset_name(ruleset: str) -> str:
    """Name a game."""
    return BOOKS[ruleset].name()


def option_name(ruleset: str, option: str) -> str:
    """Name an option of a game."""
    return BOOKS[ruleset].option_name(option)


def option_value(ruleset: str, option: str, value: str) -> str:
    """Say in a few words what a value of an option means."""
    return BOOKS[ruleset].option_value(option, value)


def role_name(ruleset: str, role: str) -> str:
    """Name a dwarf's role in a game."""
    return BOOKS[ruleset].role_name(role)


def role_help(ruleset: str, role: str) -> str:
    """Say in a plain sentence what a dwarf wants in a game."""
    return BOOKS[ruleset].role_help(role)


def reason_text(ruleset: str, reason: StrEnum | str) -> str:
    """Tell the reader why a game's rules refuse a move, given the reason or its name."""
    said: Mapping[Any, str] = BOOKS[ruleset].reasons()
    return said[reason]
