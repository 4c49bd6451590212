"""What an act of a league is about, who directs it, and who plays there. Reads only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.leagues.selectors.tables import plays_in, stands
from games.models import (
    Absence,
    Award,
    Director,
    Division,
    Entrant,
    LeagueTable,
    Penalty,
    Player,
    Round,
    Season,
)
from games.moderation.rules.matrix import Relation
from games.moderation.selectors import leagues_of, with_household


@dataclass(frozen=True, slots=True)
class Part:
    """A season, or what is in it: a round, a table, an entry, or what one was given."""

    season: Season
    division: Division | None = None
    round: Round | None = None
    table: LeagueTable | None = None
    entrant: Entrant | None = None
    absence: Absence | None = None
    penalty: Penalty | None = None
    award: Award | None = None

    @property
    def kind(self) -> str:
        """What it is, as targets name it."""
        parts = self._parts
        return next((kind for kind, found in parts.items() if found), "season")

    @property
    def status(self) -> str:
        """How far it is."""
        return next((found.status for found in self._parts.values() if found), self.season.status)

    @property
    def _parts(self) -> Mapping[str, Any]:
        """What it may be, the nearest first."""
        return {
            "absence": self.absence,
            "penalty": self.penalty,
            "award": self.award,
            "entry": self.entrant,
            "table": self.table,
            "round": self.round,
        }


def part(name: str) -> Part | None:
    """Find what a target names, as it stands: its kind, and its number."""
    kind, _dash, number = name.partition("-")
    if kind not in _READ or not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    return _READ[kind](int(number))


def directs(player: Player, found: Part) -> bool:
    """Tell whether somebody directs the league of it now."""
    there = Director.objects.filter(league=found.season.league_id, player=player, ended_at=None)
    return bool(player.email) and there.exists()


def directs_named(player: Player, name: str) -> bool:
    """The same by the name of a target; who directs nothing learns nothing of what there is."""
    mine = Director.objects.filter(player=player, ended_at=None)
    leagues = set(mine.values_list("league", flat=True))
    found = part(name)
    return found is not None and found.season.league_id in leagues


def relation_to(player: Player, found: Part) -> Relation:
    """Say whether a player or their household plays in the division that it is in.

    What is in no division concerns the whole season: there it counts who plays in the league.
    """
    people = with_household(player)
    if found.division is not None:
        return Relation.PLAYS if plays_in(people, found.division.pk) else Relation.NONE
    entered = Entrant.objects.filter(player__in=people, season=found.season)
    tied = leagues_of(people).filter(pk=found.season.league_id).exists()
    tied = tied or entered.exclude(status=Entrant.Status.DECLINED).exists()
    return Relation.PLAYS if tied else Relation.NONE


def is_tied(player: Player, name: str) -> bool:
    """Tell whether what a target names is barred to a player, who plays there."""
    found = part(name)
    return found is not None and relation_to(player, found) != Relation.NONE


def version(found: Part) -> list[Any]:
    """Name what stands of it, so that an act knows whether its author saw that."""
    season, row, entrant = found.season, found.round, found.entrant
    there = season.league.directors.filter(ended_at=None).order_by("pk")
    known: list[Any] = [season.status, str(season.suspended_at), season.terms]
    known.append(list(there.values_list("player", flat=True)))
    if row is not None:
        known += [row.status, row.draws, row.opens, row.closes]
    if found.table is not None:
        known.append(stands(found.table))
    if entrant is not None:
        known += [entrant.status, entrant.division_id, entrant.card]
    if found.penalty is not None:
        known.append(found.penalty.status)
    if found.award is not None:
        known.append(found.award.status)
    if found.absence is not None:
        known += [found.absence.status, found.absence.card, found.absence.answer]
    return known


def _season(pk: int) -> Part | None:
    row = Season.objects.select_related("league").filter(pk=pk).first()
    return Part(row) if row else None


def _round(pk: int) -> Part | None:
    row = Round.objects.select_related("division__season__league").filter(pk=pk).first()
    return Part(row.division.season, row.division, row) if row else None


def _table(pk: int) -> Part | None:
    rows = LeagueTable.objects.select_related("round__division__season__league")
    row = rows.filter(pk=pk).first()
    if row is None:
        return None
    division = row.round.division
    return Part(division.season, division, row.round, row)


def _entry(pk: int) -> Part | None:
    rows = Entrant.objects.select_related("season__league", "division", "player")
    row = rows.filter(pk=pk).first()
    return Part(row.season, row.division, entrant=row) if row else None


def _absence(pk: int) -> Part | None:
    row = _of_entry(Absence.objects.select_related("table__round")).filter(pk=pk).first()
    return Part(**_where(row.entrant), absence=row) if row else None


def _penalty(pk: int) -> Part | None:
    row = _of_entry(Penalty.objects).filter(pk=pk).first()
    return Part(**_where(row.entrant), penalty=row) if row else None


def _award(pk: int) -> Part | None:
    row = _of_entry(Award.objects).filter(pk=pk).first()
    return Part(**_where(row.entrant), award=row) if row else None


def _of_entry(rows: Any) -> Any:
    return rows.select_related("entrant__season__league", "entrant__division", "entrant__player")


def _where(entrant: Entrant) -> dict[str, Any]:
    return {"season": entrant.season, "division": entrant.division, "entrant": entrant}


_READ: Mapping[str, Callable[[int], Part | None]] = {
    "season": _season,
    "round": _round,
    "table": _table,
    "entry": _entry,
    "absence": _absence,
    "penalty": _penalty,
    "award": _award,
}
