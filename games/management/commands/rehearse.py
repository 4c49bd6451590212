"""A league's next season is played many times before it is announced: what to expect of it."""

import json
import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.leagues.rehearsal import plots
from games.leagues.rehearsal.figures import Figures
from games.leagues.rehearsal.measuring import board_of
from games.leagues.rehearsal.running import RUNS, rehearse
from games.leagues.rehearsal.warnings import Warned, What, warnings
from games.leagues.rules import terms
from games.leagues.rules.terms import Terms
from games.models import Season

PLOTS = {
    "length": "Days from the first opening to the last table",
    "meetings": "How many pairs meet so often",
    "at-once": "How many players have so many games at once",
}


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
                self.stdout.write(f"  ! {_warning(warned)}")

    def _progress(self, done: int, of: int) -> None:
        if done * 10 % of < 10:
            self.stderr.write(f"{done} of {of}")

    def _tell(self, told: Figures) -> None:
        self.stdout.write(f"\n{told.players} players")
        for name, value in _lines(told):
            self.stdout.write(f"  {name:<36} {value}")


def _drafted(key: str) -> Terms:
    season = Season.objects.filter(league__key=key, status=Season.Status.DRAFT).first()
    if season is None:
        raise CommandError("There is no league with this key that has drafted a season.")
    return terms.load(season.terms)


def _lines(told: Figures) -> Iterator[tuple[str, str]]:
    yield "length in days", f"{told.days_median} median, {told.days_95} at 95 %"
    yield "length if every turn lasts longest", f"{told.days_worst} days"
    yield "rounds that open over an earlier one", f"{told.overlapping:.1f}"
    yield "games at once of a player", f"{told.at_once_median} median, {told.at_once_most} most"
    yield "letters of a player in a week", f"{told.letters}"
    yield "tables", ", ".join(f"{count:g} of {size}" for size, count in told.sizes.items())
    yield "byes of a player", f"{told.byes_least} to {told.byes_most}"
    yield "meetings of a pair", f"{told.met_least} to {told.met_most}"
    yield "squares of meetings", f"{told.squares}, least possible {told.bound}"
    yield "spread of seats", f"{told.seat_spread}"
    if told.promoted:
        least, median, most = told.promoted
        yield "points of the last who goes up", f"{median} median, {least} to {most}"
    for name, share in told.decided.items():
        yield f"places decided by {name}", _percent(share)
    yield "runs in which the lot promotes", _percent(told.lot_promotes)
    yield "divisions that the best one won", _percent(told.best_won)
    yield "substitutes wanted, and found", f"{told.wanted:.1f}, {told.found:.1f} of {told.pool}"
    yield "questions to the directors", f"{told.asks:.1f}"
    for number, share in told.clinched.items():
        yield f"first place safe after round {number}" if number else "never safe", _percent(share)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _warning(warned: Warned) -> str:
    said = warned.said
    match warned.what:
        case What.TOO_LONG:
            return f"The season outlasts the beginning of the next one by {said['days']} days."
        case What.AT_ONCE:
            return f"Somebody has {said['games']} games at once."
        case What.LOT:
            return f"The lot decides who goes up in {said['percent']} % of all runs."
        case What.UNEVEN:
            return f"Meetings are uneven: squares {said['squares']}, at least {said['bound']}."
        case What.NEVER:
            return f"In no run this rule did anything: {said['rule']}."


def _draw(found: Sequence[Figures], where: Path) -> None:
    where.mkdir(parents=True, exist_ok=True)
    for each in found:
        shown = {
            "length": plots.gathered(each.lengths),
            "meetings": each.meetings,
            "at-once": each.games_at_once,
        }
        for name, counts in shown.items():
            picture = plots.bars(PLOTS[name], counts)
            (where / f"{name}-{each.players}.svg").write_text(picture, "utf-8")
