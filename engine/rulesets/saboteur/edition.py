"""The two editions and the house rule: what differs, as data."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api import Meta
from engine.decks import saboteur as box
from engine.parts.options import TableConfig, chosen


@dataclass(frozen=True, slots=True)
class Edition:
    """One printed edition of the rules."""

    key: str
    connected: bool
    """A path card must join a way that is connected with the start (current text; ruling 1)."""
    one_card_each: bool
    """Winning diggers draw one gold card each (current text), else as many as players (2004)."""


CURRENT = Edition("current", connected=True, one_card_each=True)
CLASSIC = Edition("2004", connected=False, one_card_each=False)
EDITIONS = {edition.key: edition for edition in (CURRENT, CLASSIC)}

_OPTIONS = {"edition": tuple(EDITIONS), "tools": ("off", "competitive"), "rounds": ("3", "1")}
META = Meta(
    key="saboteur",
    version=2,
    seats=range(3, 11),
    options=_OPTIONS,
    most=sum(value * copies for value, copies in box.GOLD.items()),
    roles=dict.fromkeys(box.ROLES, ("digger", "saboteur")),
)


@dataclass(frozen=True, kw_only=True)
class Config(TableConfig):
    """How one game is played: its edition, its house rules, its size."""

    edition: Edition
    competitive: bool
    """House rule `tools`: a digger with a broken tool at the end of the round gets no gold."""
    rounds: int


def configure(seats: int, options: Mapping[str, str], rules: int = META.version) -> Config:
    """Check and complete the options; raises SeatsError or OptionError."""
    words = chosen(META, seats, options)
    return Config(
        edition=EDITIONS[words["edition"]],
        competitive=words["tools"] == "competitive",
        rounds=int(words["rounds"]),
        seats=seats,
        options=words,
        rules=rules,
    )
