"""What must hold while years go by: every rule is looked at from outside, nothing is believed."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import zip_longest

from games.leagues.rules.cards import Card
from games.leagues.rules.dues import What
from games.leagues.rules.terms import Format, load
from games.leagues.services import standings
from games.log import selectors as log
from games.models import (
    Absence,
    Ask,
    Division,
    Due,
    Entrant,
    League,
    LeagueTable,
    Round,
    Search,
    Season,
)
from tests.games.cast import MINUTE
from tests.games.years import circle, finals, meetings, promotions, shared
from tests.games.years.meetings import Meetings
from tests.games.years.plan import Plan

PUNCTUAL = MINUTE
"""So long after its time a round may open or close."""
NONE = Meetings(0, 0, 0)


class Watch:
    """Looks at a league after every sweep, and at all that is left of its seasons in the end."""

    def __init__(self, league: League, plan: Plan) -> None:
        self.league, self.plan = league, plan
        self.faults: Counter[str] = Counter()
        self.first: dict[str, str] = {}
        self.count: Counter[str] = Counter()
        self.met: dict[int, Meetings] = {}
        self.sizes: dict[int, list[int]] = {}
        self.began: dict[int, list[set[int]]] = {}
        """Who was in which division of a season when they were published."""
        self.seeded: set[int] = set()
        """The finals whose first round was looked at."""

    @property
    def wrong(self) -> int:
        """How many faults there are so far."""
        return sum(self.faults.values())

    def fault(self, name: str, about: object) -> None:
        """Note what must not be; of each name the first is told."""
        self.faults[name] += 1
        self.first.setdefault(name, str(about))

    def look(self, now: datetime) -> None:
        """After a sweep all that was due is done; who begins in which division is kept."""
        left = Due.objects.filter(done_at=None, next_at__lte=now, season__league=self.league)
        for due in left.order_by("pk"):
            self.fault("failed" if due.tries else "left undone", f"{due} at {now}")
        fresh = Division.objects.filter(season__league=self.league).exclude(season__in=self.began)
        for each in fresh.order_by("season", "rank"):
            players = each.entrants.values_list("player", flat=True)
            self.began.setdefault(each.season_id, []).append(set(players))
        for about in shared.told_early(self.league):
            self.fault("deal told early", about)
        self._seeds()

    def audit(self) -> None:
        """Look at what is left of every season."""
        announced = Season.objects.filter(league=self.league).exclude(status=Season.Status.DRAFT)
        for season in announced.order_by("number"):
            if season.status not in (Season.Status.FINAL, Season.Status.CLOSED):
                self.fault("season without an end", f"{season}: {season.status}")
                continue
            self._rounds(season)
            self._results(season)
            self._promotions(season)
            self.sizes[season.number] = [len(each) for each in self.began[season.pk]]
            self._cards(season)
            for division in season.divisions.order_by("rank"):
                self._meetings(season, division)
                self._standing(season, division)
                self._final(division)
            self._deals(season)
        self._asks()
        told = log.read().wrong
        if told is not None:
            self.fault("log", told)

    def figures(self) -> Iterator[str]:
        """Say what was looked at, and every fault."""
        rounds, late = self.count["rounds"], self.faults["round late"]
        held = self.count["rounds held up"]
        yield f"rounds {rounds}, of which late {late}, held up by a question {held}"
        yield f"games {self.count['tables']}, without result {self.faults['game without result']}"
        for number, met in self.met.items():
            kind, sizes = self.plan.kinds[number - 1], " + ".join(map(str, self.sizes[number]))
            by = f"{kind['format']} by {kind['scoring']['kind']}"
            played = f"{kind['ruleset']}, {by}, {sizes} players"
            squares = f"{met.squares}, baseline {met.baseline}, lower bound {met.bound}"
            yield f"season {number} ({played}): squares of meetings {squares}"
        up, down = self.count["went up"], self.count["went down"]
        wrong = self.faults["promotion otherwise than written"]
        deals, early = self.count["shared deals"], self.faults["deal told early"]
        yield f"deals that all tables of a round had {deals}, of which told early {early}"
        yield f"finals {self.count['finals']}, of {self.count['final rounds']} rounds"
        yield f"promotions: up {up}, down {down}, otherwise than written {wrong}"
        yield self._list("cards", "card ")
        yield self._list("appeals", "appeal ")
        yield f"seats left {self.count['searched']}, substitutes found {self.count['found']}"
        yield self._list("asks to directors", "ask ")
        for name, number in self.faults.items():
            yield f"FAULT {name}: {number} times, first {self.first[name]}"

    def _list(self, what: str, prefix: str) -> str:
        found = {name: n for name, n in sorted(self.count.items()) if name.startswith(prefix)}
        each = "".join(f"; {name.removeprefix(prefix)} {n}" for name, n in found.items())
        return f"{what} {sum(found.values())}{each}"

    def _rounds(self, season: Season) -> None:
        """Each round opened and closed at its own time, unless a question held it up."""
        held = set(
            Ask.objects.filter(season=season, due__what__in=(What.DRAW, What.PUBLISH, What.OPEN))
            .values_list("due__about", flat=True)
            .distinct()
        )
        for each in Round.objects.filter(division__season=season).order_by("pk"):
            self.count["rounds"] += 1
            if each.pk in held:
                self.count["rounds held up"] += 1
                continue
            dues = Due.objects.filter(season=season, about=each.pk)
            done = dict(dues.values_list("what", "done_at"))
            for what, at in ((What.OPEN, each.opens_at), (What.CLOSE, each.closes_at)):
                if not _is_punctual(done.get(what), at):
                    self.fault("round late", f"{each}: {what} at {done.get(what)}, not {at}")

    def _results(self, season: Season) -> None:
        """Each game has one result that stands."""
        for table in LeagueTable.objects.filter(round__division__season=season).order_by("pk"):
            self.count["tables"] += 1
            stands = table.results.filter(superseded_at=None).count()
            if table.status in LeagueTable.TO_COME or not stands:
                self.fault("game without result", f"{table}: {stands} results")
            self.count["tables that ran on past their round"] += table.late

    def _cards(self, season: Season) -> None:
        """Who has a red card plays no more, nor in the next season; every appeal has an answer."""
        for each in Absence.objects.filter(entrant__season=season).order_by("pk"):
            if each.card is not None:
                self.count[f"card {Card(each.card).name.lower()}"] += 1
            if each.appealed_at is not None:
                self.count[f"appeal {each.answer or 'open'}"] += 1
                if not each.answer:
                    self.fault("appeal undecided", each)
        red = season.entrants.filter(card=Card.RED)
        if still := red.filter(status__in=("active", "finished")).first():
            self.fault("plays with a red card", still)
        after = Division.objects.filter(
            season__league=self.league, season__number=season.number + 1
        )
        again = Entrant.objects.filter(division__in=after, player__in=red.values("player"))
        if barred := again.first():
            self.fault("in the season after a red card", barred)
        searches = Search.objects.filter(place__table__round__division__season=season)
        self.count["searched"] += searches.count()
        self.count["found"] += searches.filter(offer__taken_by__isnull=False).count()

    def _seeds(self) -> None:
        """Who begins a final is read at once: who leaves meanwhile moves the standing."""
        found = Round.objects.filter(division__season__league=self.league, final=True, draws=1)
        for each in found.exclude(division__in=self.seeded).order_by("number"):
            self.seeded.add(each.division_id)
            if wrong := finals.seeds_wrong(each):
                self.fault("final otherwise than written", wrong)

    def _final(self, division: Division) -> None:
        """Who met in the final, who went on and who won it."""
        terms, final = load(division.season.terms), finals.final_of(division)
        if final is None:
            if terms.seeds and division.rank == 1 and division.entrants.count() > 1:
                self.fault("final otherwise than written", f"{division} has none")
            return
        self.count["finals"] += 1
        self.count["final rounds"] += len(final.rounds)
        for about in final.faults(division.standing.final):
            self.fault("final otherwise than written", about)

    def _deals(self, season: Season) -> None:
        """Where a deal is shared it is one, and in the end it was told."""
        terms = load(season.terms)
        self.count["shared deals"] += (
            Round.objects.filter(division__season=season).exclude(secret="").count()
        )
        for about in shared.dealt_otherwise(season):
            self.fault("deal not the same, or not told", about)
        for about in shared.due(season) if terms.shared else ():
            self.fault("deal not the same, or not told", about)

    def _meetings(self, season: Season, division: Division) -> None:
        met = meetings.counted(division)
        self.met[season.number] = self.met.get(season.number, NONE) + met
        if met.squares > met.baseline:
            self.fault("squares above the baseline", f"{division}: {met}")
        if load(season.terms).format is Format.ROUND_ROBIN:
            for about in circle.faults(division):
                self.fault("not everyone met everyone", about)

    def _standing(self, season: Season, division: Division) -> None:
        """What was kept is what comes out from nothing."""
        if standings.work_out(season, division, lot=True).rows != division.standing.rows:
            self.fault("standing not as worked out anew", division)

    def _promotions(self, season: Season) -> None:
        """Who went up or down is whom section 9 names."""
        told = promotions.counted(season, self.began[season.pk])
        self.count["went up"] += told.up
        self.count["went down"] += told.down
        for rank, (found, written) in enumerate(
            zip_longest(told.found, told.written, fillvalue=set[str]()), start=1
        ):
            if found != written:
                about = f"{season} division {rank}: {found - written} for {written - found}"
                self.fault("promotion otherwise than written", about)

    def _asks(self) -> None:
        asks = Ask.objects.filter(season__league=self.league)
        for condition, status in asks.order_by("pk").values_list("condition", "status"):
            self.count[f"ask {condition} {status}"] += 1


def _is_punctual(done: datetime | None, at: datetime) -> bool:
    return done is not None and timedelta() <= done - at <= PUNCTUAL
