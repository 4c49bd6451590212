"""What bounds rest on. While it stands they only narrow; where it is taken back they begin anew."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from games.leagues.rules import bounds
from games.leagues.rules.bounds import Open
from games.leagues.rules.remaining import Range, together
from games.leagues.rules.scoring import Scoring, Substituted
from games.leagues.rules.values import Ending, Facts, Status


class Ground(StrEnum):
    """Something that takes back what bounds rested on (leagues.md, 10)."""

    ENTRIES = "entries"
    """Somebody joined late, or was moved."""
    LEFT = "left"
    """Somebody left, or came back."""
    ANNULLED = "annulled"
    REPLAYED = "replayed"
    REPLACED = "replaced"
    """Another result was entered in place of one that stood."""
    OUTSIDE = "outside"
    """Points were given that no game can end with."""
    BYES = "byes"
    """A line that was played counts as a bye."""
    PENALTIES = "penalties"
    OTHER = "other"
    """Somebody can have less than before, or more: whatever it was, nothing else rests on it."""


Grounds = Mapping[str, Sequence[str]]


def grounds(
    scoring: Scoring, facts: Facts, replaced: Iterable[int], *, clans: bool
) -> dict[str, list[str]]:
    """Name everything that can be taken back, as it stands."""
    tables = facts.tables
    return {
        Ground.ENTRIES.value: sorted(facts.entries),
        Ground.LEFT.value: sorted(each.entry for each in facts.dropouts),
        Ground.ANNULLED.value: sorted(
            table.id for table in tables if table.status is Status.ANNULLED
        ),
        Ground.REPLAYED.value: sorted(table.replays for table in tables if table.replays),
        Ground.REPLACED.value: sorted(map(str, replaced)),
        Ground.OUTSIDE.value: sorted(_outside(scoring, facts, clans=clans)),
        Ground.BYES.value: sorted(
            table.id
            for table in tables
            if scoring.substituted is Substituted.BYE
            and any(line.ending is Ending.SUBSTITUTED for line in table.lines)
        ),
        Ground.PENALTIES.value: sorted(f"{each.entry} {each.points}" for each in facts.penalties),
    }


def taken_back(
    before: Grounds,
    now: Grounds,
    totals_before: Mapping[str, Range],
    totals: Mapping[str, Range],
) -> tuple[Ground, ...]:
    """Say why what was shown does not bind any more; nothing, if it does."""
    found = tuple(
        each
        for each in Ground
        if each is not Ground.OTHER and list(before.get(each, ())) != list(now[each])
    )
    if found:
        return found
    wider = any(
        entry in totals and (totals[entry].least < was.least or totals[entry].most > was.most)
        for entry, was in totals_before.items()
    )
    return (Ground.OTHER,) if wider else ()


def _outside(scoring: Scoring, facts: Facts, *, clans: bool) -> Iterable[str]:
    for table in facts.tables:
        awarded = {
            line.entry: line.awarded
            for line in table.lines
            if line.ending is Ending.ADJUDICATED and line.awarded is not None
        }
        if table.status is not Status.FINAL or len(awarded) < len(table.lines):
            continue
        way = together(scoring, len(awarded), clans=clans)
        if way is None:
            continue
        ended = Open(tuple(awarded), way, scoring.places.get(len(awarded), ()))
        if not bounds.may_end(ended, awarded):
            yield table.id
