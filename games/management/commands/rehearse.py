"""A league's next season is played many times before it is announced: what to expect of it."""

import json
import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.leagues.rehearsal import plots
from games.leagues.rehearsal.figures import Figures
from games.leagues.rehearsal.measuring import board_of
from games.leagues.rehearsal.running import RUNS, rehearse
from games.leagues.rehearsal.warnings import warnings
from games.leagues.rules import terms
from games.leagues.rules.terms import Terms
from games.models import Season
from games.texts import leagues_rehearsed as said


class Command(BaseCommand):
    """Rehearses the season that a league has drafted, and prints what came of it."""

    help = "Play a league's drafted season many times and print what to expect of it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the league, how many are expected, and what chance begins with."""
        parser.add_argument("league", help="the key in the league's address")
        parser.add_argument("--players", type=int, required=True, help="how many are expected")
        parser.add_argument("--pool", type=int, default=3, help="how many would step in")
        parser.add_argument("--runs", type=int, default=RUNS)
        parser.add_argument("--seed", type=int, help="for the same figures once more")
        parser.add_argument("--next", help="when the next season begins: 2027-01-31")
        parser.add_argument("--json", action="store_true", help="all figures, for programs")
        parser.add_argument("--plots", type=Path, help="a directory for pictures")

    def handle(self, *_: Any, **chosen: Any) -> None:
        """Rehearse; raises CommandError where there is nothing to rehearse."""
        seed = secrets.randbelow(10**9) if chosen["seed"] is None else chosen["seed"]
        rules = _drafted(chosen["league"])
        found = rehearse(
            rules,
            board_of(rules),
            players=chosen["players"],
            pool=chosen["pool"],
            seed=seed,
            runs=chosen["runs"],
            progress=self._progress,
        )
        if not found:
            raise CommandError("With so many players there is no season by these rules.")
        if chosen["plots"]:
            _draw(found, chosen["plots"])
        if chosen["json"]:
            self.stdout.write(json.dumps([each.dump() for each in found], indent=1))
            return
        self.stdout.write(f"{chosen['runs']} runs from the seed {seed}")
        following = (
            datetime.fromisoformat(f"{chosen['next']}T00:00+00:00") if chosen["next"] else None
        )
        for each in found:
            self._tell(each)
            for warned in warnings(rules, each, following=following):
                self.stdout.write(f"  ! {said.warning_text(warned)}")

    def _progress(self, done: int, of: int) -> None:
        if done * 10 % of < 10:
            self.stderr.write(f"{done} of {of}")

    def _tell(self, told: Figures) -> None:
        self.stdout.write(f"\n{said.players_text(told.players)}")
        for name, value in said.figure_lines(told):
            self.stdout.write(f"  {name:<60} {value}")


def _drafted(key: str) -> Terms:
    season = Season.objects.filter(league__key=key, status=Season.Status.DRAFT).first()
    if season is None:
        raise CommandError("There is no league with this key that has drafted a season.")
    return terms.load(season.terms)


def _draw(found: Sequence[Figures], where: Path) -> None:
    where.mkdir(parents=True, exist_ok=True)
    for each in found:
        for name, counts in plots.shown(each).items():
            picture = plots.bars(said.plot_name(name), counts)
            (where / f"{name}-{each.players}.svg").write_text(picture, "utf-8")
