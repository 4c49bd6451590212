"""Who comes late joins a season that runs, or waits for the place of one who left.

Callers hold the season.
"""

from collections.abc import Iterable
from datetime import datetime

from games.leagues.rules import dues, late
from games.leagues.rules.dues import What
from games.leagues.rules.terms import Format, Terms
from games.leagues.selectors import between, entries
from games.leagues.services import drawing, holding, planning, standings, telling
from games.models import Bye, Division, Entrant, Round, Season

Status = Entrant.Status
_DRAWN = (Round.Status.PUBLISHED, Round.Status.OPEN, Round.Status.CLOSED)
_THERE = (Status.CONFIRMED, Status.ACTIVE)
_GOES_ON = (Season.Status.PREPARED, Season.Status.RUNNING)
AT_ONCE = (Format.SWISS, Format.SOLO)
"""Where each round is for itself; elsewhere there is a place only where somebody left."""


def arrive(season: Season, entrant: Entrant, *, now: datetime) -> bool:
    """Let who enters late play at once where nobody waits before him; False if he waits, too."""
    first = entries.waiting(season.pk).first()
    if holding.terms_of(season).format in AT_ONCE and first == entrant:
        return join(season, entrant, now=now)
    for division in season.divisions.order_by("rank"):
        offer(season, division, now=now)
    return False


def join(season: Season, entrant: Entrant, *, now: datetime) -> bool:
    """Let somebody play from the next round on that nobody has seen; False if he has to wait.

    Where rounds are planned as a whole that is in the place of one who left, with what he had
    still to play.
    """
    terms = holding.terms_of(season)
    found = next((each for each in _lowest_first(season) if _room(each, terms)), None)
    if found is None:
        return False
    if terms.format not in AT_ONCE:
        entrant.replaces = _vacancy(found)
    _seat(season, found, entrant, now=now)
    if terms.format in AT_ONCE:
        byes = late.missed(str(entrant.pk), entrant.joined_round)
        rounds = {each.number: each for each in found.rounds.filter(final=False)}
        Bye.objects.bulk_create(
            Bye(round=rounds[bye.round], entrant=entrant, kind=bye.kind.value) for bye in byes
        )
    drawing.redraw(season, found, now=now)
    standings.stale(season, found, now=now)
    first = entrant.joined_round
    telling.tell_again(season, telling.one(entrant.player), "joined", now=now, round=first)
    return True


def offer(season: Season, division: Division, *, now: datetime) -> None:
    """Keep a place that fell free for who waits first, while it is not too late to join."""
    terms = holding.terms_of(season)
    if season.status not in _GOES_ON or not _room(division, terms):
        return
    waiting = entries.waiting(season.pk)
    entrant = waiting.first()
    if entrant is None or waiting.filter(offered_at__isnull=False).exists():
        return
    entrant.offered_at = now
    entrant.save(update_fields=("offered_at",))
    until = now + dues.OFFERED
    planning.plan(season, What.LAPSE, until, entrant.pk)
    told = telling.one(entrant.player)
    telling.tell_again(season, told, "offered", now=now, until=until.isoformat())


def _seat(season: Season, division: Division, entrant: Entrant, *, now: datetime) -> None:
    seen = division.rounds.filter(status__in=_DRAWN).order_by("-number").first()
    known = between.former(season, [entrant.player_id])
    runs = season.status == Season.Status.RUNNING
    entrant.division, entrant.status = division, Status.ACTIVE if runs else Status.CONFIRMED
    entrant.joined_round = (seen.number if seen else 0) + 1
    entrant.at_first = division.entrants.count() + 1
    entrant.confirmed_at, entrant.offered_at = entrant.confirmed_at or now, None
    entrant.carried = entrant.card = between.carried_in(known, entrant.player_id)
    entrant.save()
    planning.drop(season, What.LAPSE, about=entrant.pk, now=now)


def _room(division: Division, terms: Terms) -> bool:
    rounds = division.rounds.filter(final=False)
    drawn = rounds.exclude(status=Round.Status.PLANNED)
    if terms.format is not Format.SWISS:
        # All are drawn before the first one: what counts is what everybody has seen.
        drawn = drawn.exclude(status=Round.Status.DRAWN)
    if not late.may_join(rounds=rounds.count(), drawn=drawn.count()):
        return False
    if terms.format not in AT_ONCE:
        return _vacancy(division) is not None
    there = Entrant.objects.filter(season=division.season_id, status__in=_THERE)
    room = len(drawing.playing(division, rounds.count())) < terms.divisions.max
    return room and there.count() < terms.greatest


def _vacancy(division: Division) -> Entrant | None:
    """Name the first who left and whose place nobody has taken."""
    gone = division.entrants.filter(status__in=Entrant.LEFT, replaced=None)
    return gone.order_by("left_at", "pk").first()


def _lowest_first(season: Season) -> Iterable[Division]:
    """Who is late claims nothing."""
    return season.divisions.order_by("-rank")
