"""What a player's page tells to whom: everything of it is his to choose."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum


class Item(StrEnum):
    """Something that a player's page may tell."""

    SINCE = "since"
    TURNS = "turns"
    REPLY = "reply"
    GAMES = "games"
    ROLES = "roles"
    RATINGS = "ratings"


class Whom(IntEnum):
    """Who looks, or for whom an item is: each sees what is for all before him, too."""

    EVERYBODY = 0
    FELLOWS = 1
    """Who plays or has played with him."""
    NOBODY = 2
    """But himself."""


DEFAULT: Mapping[Item, Whom] = {
    # The record is read by everybody who chooses whom to play with.
    Item.SINCE: Whom.EVERYBODY,
    Item.TURNS: Whom.EVERYBODY,
    Item.REPLY: Whom.EVERYBODY,
    Item.GAMES: Whom.FELLOWS,
    Item.ROLES: Whom.FELLOWS,
    Item.RATINGS: Whom.FELLOWS,
}


def load(stored: Mapping[str, int]) -> dict[Item, Whom]:
    """Read what somebody chose; where he has chosen nothing the default holds."""
    return {item: Whom(stored.get(item, DEFAULT[item])) for item in Item}


def dump(chosen: Mapping[Item, Whom]) -> dict[str, int]:
    """Write a choice down."""
    return {item.value: chosen[item].value for item in Item}


def seen(chosen: Mapping[Item, Whom], viewer: Whom) -> frozenset[Item]:
    """Say what somebody is shown; the player himself is the one whom nothing is kept from."""
    return frozenset(item for item in Item if chosen[item] <= viewer)
