"""What directors do with a league and its seasons. Each act has a reason, and a line of the log."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.errors import (
    BadGameName,
    BadLeagueName,
    BadTerms,
    LeagueRetired,
    NoSuchLeague,
    NotNow,
    TooFewDirectors,
)
from games.gathering.rules import names
from games.leagues.rules import terms
from games.leagues.rules.terms import Terms
from games.leagues.selectors import expected
from games.leagues.selectors import games as offered
from games.leagues.services import (
    beginning,
    counting,
    ending,
    expecting,
    holding,
    postponing,
    preparing,
    rehearsing,
    telling,
)
from games.limits import services as limits
from games.limits.rules import LEAGUES
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Director, Entrant, Follower, League, Player, Round, Season, new_key
from games.people.rules.looks import look
from games.services import people

LONGEST_NAME = 30
MOST_DAYS = 60
"""So far a round is postponed at once."""
DIRECTORS = 2
RUNS = (Season.Status.RUNNING, Season.Status.COUNTING)


def found(name: str, language: str, *, by: Player, now: datetime) -> League:
    """Open a league, directed by who opens it; the same once more is the same league.

    Raises BadLeagueName or TooMany.
    """
    called = _called(name)
    with because(Cause.ACT):
        # Of two who choose one name at the same moment the second finds the first.
        limits.hold("names of leagues", "", now=now)
        seen = look(called)
        alike = next((each for each in League.objects.all() if look(each.name) == seen), None)
        if alike is not None:
            if alike.name == called and _is_new_of(alike, by):
                return alike
            raise BadLeagueName
        limits.use((LEAGUES, by.pk), now=now)
        league = League.objects.create(
            key=new_key(), name=called, language=people.language(language), created_at=now
        )
        Director.objects.create(league=league, player=by, begun_at=now)
        write("league-found", now=now, by=_by(by), target=Target("league", league.pk))
    return league


def appoint(league_id: int, player: Player, *, by: Player, now: datetime) -> None:
    """Let somebody direct a league too; raises NoSuchLeague or NotDirector."""
    with because(Cause.ACT):
        league = holding.league(league_id)
        holding.require_director(league.pk, by)
        _, made = Director.objects.get_or_create(
            league=league, player=player, ended_at=None, defaults={"begun_at": now}
        )
        if made:
            said = {"director": player.pk}
            target = Target("league", league.pk)
            write("league-appoint", now=now, by=_by(by), target=target, arguments=said)


def step_down(league_id: int, *, by: Player, now: datetime) -> None:
    """Direct a league no longer; raises NoSuchLeague, NotDirector or TooFewDirectors."""
    with because(Cause.ACT):
        league = holding.league(league_id)
        holding.require_director(league.pk, by)
        there = Director.objects.filter(league=league, ended_at=None)
        going_on = league.seasons.exclude(status__in=Season.OVER).exclude(
            status=Season.Status.DRAFT
        )
        if there.count() <= (DIRECTORS if going_on.exists() else 1):
            raise TooFewDirectors
        there.filter(player=by).update(ended_at=now)
        write("league-step-down", now=now, by=_by(by), target=Target("league", league.pk))


def retire(league_id: int, *, by: Player, reason: str, now: datetime) -> None:
    """Let a league begin nothing any more, and tell who follows it; a draft is called off.

    Raises NoSuchLeague, NotDirector, ReasonMissing or NotNow.
    """
    with because(Cause.ACT):
        league = holding.league(league_id)
        holding.require_director(league.pk, by)
        why = holding.require_reason(reason)
        if league.retired_at is not None:
            return
        drafts = league.seasons.filter(status=Season.Status.DRAFT)
        begun = league.seasons.exclude(status__in=(*Season.OVER, Season.Status.DRAFT))
        if going_on := begun.first():
            raise NotNow(going_on.status)
        for pk in list(drafts.values_list("pk", flat=True)):
            ending.cancel(holding.season(pk), why, now=now)
        last = league.seasons.order_by("-number").first()
        if last is not None:
            told = Player.objects.filter(follows__league=league)
            telling.tell(last, told, "retired", now=now, reason=why)
        league.retired_at = now
        league.save(update_fields=("retired_at",))
        target = Target("league", league.pk)
        write("league-retire", now=now, by=_by(by), target=target, reason=why)


def follow(league_id: int, player: Player, *, now: datetime) -> None:
    """Tell somebody of what begins in a league from now on; raises NoSuchLeague."""
    with because(Cause.FORM):
        league = holding.league(league_id)
        Follower.objects.get_or_create(league=league, player=player, defaults={"since": now})


def unfollow(league_id: int, player: Player) -> None:
    """Tell him no more."""
    with because(Cause.FORM):
        Follower.objects.filter(league=league_id, player=player).delete()


def draft(league_id: int, form: Mapping[str, Any], *, by: Player, now: datetime) -> Season:
    """Write down the rules of the next season, or write them anew while it is a draft.

    Raises NoSuchLeague, NotDirector, LeagueRetired, NotNow or BadTerms with all that is wrong.
    """
    chosen = _read(form, now=now)
    with because(Cause.ACT):
        league = holding.league(league_id)
        holding.require_director(league.pk, by)
        if league.retired_at is not None:
            raise LeagueRetired
        coming = league.seasons.filter(status__in=Season.BEFORE).first()
        if coming is not None and coming.status != Season.Status.DRAFT:
            raise NotNow(coming.status)
        season = coming or preparing.fresh(league, now)
        season.terms = league.terms = terms.dump(chosen)
        season.save()
        league.save(update_fields=("terms",))
        target = Target("season", season.pk)
        write("league-draft", now=now, by=_by(by), target=target, after=season.terms)
    return season


def announce(season_id: int, *, by: Player, now: datetime) -> Season:
    """Freeze a season's rules and tell of it; again changes nothing.

    Raises NoSuchLeague, NotDirector, NotNow, TooFewDirectors, BadTerms or NotRehearsed.
    """
    with because(Cause.ACT):
        season = _held(season_id, by)
        if season.status != Season.Status.DRAFT:
            if season.status == Season.Status.CANCELLED:
                raise NotNow(season.status)
            return season
        begin(season, now=now)
        said = {"commitment": season.commitment}
        target = Target("season", season.pk)
        write("league-announce", now=now, by=_by(by), target=target, arguments=said)
    return season


def ready(season: Season, *, now: datetime) -> Terms:
    """Read a draft's rules as they can be announced.

    Raises NotNow, TooFewDirectors, BadTerms or NotRehearsed.
    """
    if season.status != Season.Status.DRAFT:
        raise NotNow(season.status)
    chosen = _read(season.terms, now=now)
    if season.league.directors.filter(ended_at=None).count() < DIRECTORS:
        raise TooFewDirectors
    rehearsing.require(season, chosen)
    return chosen


def begin(season: Season, *, now: datetime) -> None:
    """Announce a season that the caller holds; raises as `ready` does."""
    chosen = ready(season, now=now)
    season.terms = terms.dump(expecting.frozen(chosen, now=now))
    season.status, season.announced_at = Season.Status.ANNOUNCED, now
    season.save(update_fields=("status", "announced_at", "terms"))
    beginning.plan(season, chosen)
    for former in season.league.seasons.filter(status=Season.Status.FINAL):
        counting.close(former, now=now)
    telling.tell(season, telling.interested(season), "announced", now=now)


def cancel(season_id: int, *, by: Player, reason: str, now: datetime) -> Season:
    """Call a season off before it runs; again changes nothing.

    Raises NoSuchLeague, NotDirector, ReasonMissing or NotNow.
    """
    with because(Cause.ACT):
        season = _held(season_id, by)
        why = holding.require_reason(reason)
        if season.status == Season.Status.CANCELLED:
            return season
        if season.status not in Season.BEFORE:
            raise NotNow(season.status)
        ending.cancel(season, why, now=now)
        target = Target("season", season.pk)
        write("league-cancel", now=now, by=_by(by), target=target, reason=why)
    return season


def suspend(season_id: int, *, by: Player, reason: str, now: datetime) -> Season:
    """Let a running season stand still: nothing of it falls due, games go on by their clocks.

    Raises NoSuchLeague, NotDirector, ReasonMissing or NotNow.
    """
    with because(Cause.ACT):
        season = _held(season_id, by)
        why = holding.require_reason(reason)
        if season.suspended_at is not None:
            return season
        if season.status != Season.Status.RUNNING:
            raise NotNow(season.status)
        stand_still(season, why, now=now)
        target = Target("season", season.pk)
        write("league-suspend", now=now, by=_by(by), target=target, reason=why)
    return season


def stand_still(season: Season, why: str, *, now: datetime) -> None:
    """Let a season stand still that the caller holds."""
    season.suspended_at = now
    season.save(update_fields=("suspended_at",))
    told = telling.entered(season, Entrant.Status.ACTIVE)
    telling.tell_again(season, told, "suspended", now=now, reason=why)


def resume(season_id: int, *, by: Player, reason: str, now: datetime) -> Season:
    """Let it go on, all future dates as many whole days later.

    Raises NoSuchLeague, NotDirector or ReasonMissing.
    """
    with because(Cause.ACT):
        season = _held(season_id, by)
        why = holding.require_reason(reason)
        if season.suspended_at is None:
            return season
        said = {"days": go_on(season, now=now)}
        target = Target("season", season.pk)
        write("league-resume", now=now, by=_by(by), target=target, arguments=said, reason=why)
    return season


def go_on(season: Season, *, now: datetime) -> int:
    """Let a season go on that the caller holds; say by how many days all dates have moved."""
    days = postponing.resume(season, now=now)
    told = telling.entered(season, Entrant.Status.ACTIVE)
    telling.tell_again(season, told, "resumed", now=now, days=days)
    return days


def postpone(
    round_id: int, days: int, *, by: Player, reason: str, seen: str | None = None, now: datetime
) -> Round:
    """Let a round that has not opened, and those after it, come so many days later.

    Raises NoSuchLeague, NotDirector, ReasonMissing, SettledAlready or NotNow.
    """
    with because(Cause.ACT):
        row = Round.objects.select_related("division").filter(pk=round_id).first()
        if row is None:
            raise NoSuchLeague
        season = _held(row.division.season_id, by)
        why = holding.require_reason(reason)
        row.refresh_from_db()
        holding.require_seen(seen, row.opens)
        if row.status not in postponing.BEFORE_OPENING or not 0 < days <= MOST_DAYS:
            raise NotNow(row.status)
        before = row.opens
        move(season, row, days, why, now=now)
        write(
            "league-postpone",
            now=now,
            by=_by(by),
            target=Target("season", season.pk),
            arguments={"round": row.number, "division": row.division.rank, "days": days},
            before={"opens": before},
            after={"opens": row.opens},
            reason=why,
        )
    return row


def move(season: Season, row: Round, days: int, why: str, *, now: datetime) -> None:
    """Let a round and those after it come later; the caller holds the season."""
    later = row.division.rounds.filter(number__gte=row.number, status__in=postponing.BEFORE_OPENING)
    postponing.move(season, later, days, now=now)
    row.refresh_from_db()
    told = telling.of(row.division.entrants.filter(status__in=_THERE))
    opens = row.opens_at.isoformat()
    about = {"round": row.number, "days": days, "opens": opens, "reason": why}
    telling.tell_again(season, told, "postponed", now=now, **about)


_THERE = (Entrant.Status.CONFIRMED, Entrant.Status.ACTIVE)


def _held(season_id: int, by: Player) -> Season:
    season = holding.season(season_id)
    holding.require_director(season.league_id, by)
    return season


def _by(director: Player) -> By:
    return By(director, "director")


def _is_new_of(league: League, player: Player) -> bool:
    """Tell whether somebody directs a league of which there is no season yet."""
    directs = league.directors.filter(player=player, ended_at=None).exists()
    return directs and not league.seasons.exists()


def _called(name: str) -> str:
    try:
        called = names.chosen(name)
    except BadGameName:
        raise BadLeagueName from None
    if len(called) > LONGEST_NAME:
        raise BadLeagueName
    return called


def _read(form: Mapping[str, Any], *, now: datetime) -> Terms:
    can = offered.can_if_offered(str(form.get("ruleset", "")))
    chosen, faults = terms.read(expected.by_priors(form), can, now=now)
    if chosen is None:
        raise BadTerms(faults)
    return chosen
