"""From the announcement to the first opening: each step at its date. Callers hold the season."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.leagues.rules import dues, lot, swiss
from games.leagues.rules.dues import Condition, What
from games.leagues.rules.promotion import CONFIRM_WITHIN
from games.leagues.rules.terms import WALL, Format, Terms
from games.leagues.selectors import between, facts
from games.leagues.services import (
    arranging,
    doubting,
    drawing,
    entering,
    holding,
    planning,
    telling,
)
from games.leagues.services.conditions import require
from games.models import Ask, Division, Due, Entrant, Round, Season, Standing
from games.ratings import selectors as ratings

Status, In = Entrant.Status, Season.Status


def plan(season: Season, terms: Terms) -> None:
    """Write down when everything falls due before the first opening."""
    planning.plan(season, What.REGISTER, terms.registers_at)
    planning.plan(season, What.PREPARE, terms.registered_at)
    planning.plan(season, What.DIVIDE, terms.divides_at)


def register(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Open registration; who was in a season that was merged into this one is in it."""
    del due
    if season.status != In.ANNOUNCED:
        return None
    season.status = In.REGISTRATION
    season.save(update_fields=("status",))
    before = Season.objects.filter(league=season.league_id, number__lt=season.number)
    last = before.order_by("-number").first()
    taken = 0
    if last is not None and last.merged:
        were = last.entrants.filter(status__in=Entrant.IN).order_by("registered_at", "pk")
        most = holding.terms_of(season).greatest
        for entrant in were.exclude(player__left_at__isnull=False)[:most]:
            fresh = Entrant(season=season, player=entrant.player, status=Status.REGISTERED)
            fresh.registered_at = now
            fresh.save()
            taken += 1
    telling.tell(season, telling.interested(season), "registration", now=now)
    return {"taken": taken}


def prepare(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Close registration, publish the draft of divisions and ask everybody whether he comes."""
    if season.status != In.REGISTRATION:
        return None
    terms = holding.terms_of(season)
    entered = season.entrants.filter(status__in=Entrant.IN).count()
    _require_enough(due, terms, entered)
    _require_no_ask(season, due)
    season.status = In.PREPARED
    season.save(update_fields=("status",))
    arranging.arrange(season, now=now)
    doubting.look_for_one_person(season, now=now)
    until = min(now + CONFIRM_WITHIN, terms.divides_at)
    planning.plan(season, What.SILENT, until)
    # Whatever is asked then is settled before the publication.
    early = terms.divides_at - dues.ANSWER_WITHIN - dues.HOUR
    planning.plan(season, What.SIZES, max(until, early))
    asked = telling.entered(season, Status.REGISTERED, Status.WAITING)
    telling.tell(season, asked, "confirm", now=now, until=until.isoformat())
    entering.offer_next(season, terms, now=now)
    return {"entered": entered}


def silent(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Let who did not say in time that he comes be one who leaves; his place goes to the next."""
    del due
    if season.status != In.PREPARED or season.divisions.exists():
        return None
    found = season.entrants.filter(status=Status.REGISTERED).select_related("player")
    for entrant in found.order_by("pk"):
        entering.pass_over(season, entrant, now=now)
    return {"silent": len(found)} if found else None


def divide(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Publish divisions of those who come, and draw what is planned as a whole."""
    if season.status != In.PREPARED or season.divisions.exists():
        return None
    terms = holding.terms_of(season)
    _, barred = between.barred(season)
    coming, silent = _coming(season, terms, barred)
    _require_enough(due, terms, len(coming))
    _require_no_ask(season, due)
    last = between.before(season)
    fixed = last is None or last.status in between.FIXED
    require(due, Condition.SEASON_BEFORE, holds=fixed, season=last.number if last else 0)
    draft = arranging.drafted(season, terms, coming)
    asks = [(ask.condition.value, ask.division) for ask in draft.asks]
    arranging.require_sizes(season, due, asks)
    Entrant.objects.filter(pk__in=[each.pk for each in silent]).update(status=Status.DECLINED)
    telling.tell(season, telling.of(silent), "silent", now=now)
    out = season.entrants.filter(player__in=barred).exclude(status=Status.DECLINED)
    telling.tell(season, telling.of(out), "barred", now=now)
    out.update(status=Status.DECLINED)
    draft = arranging.played(draft, terms)
    arranging.keep(season, draft, coming, now=now)
    _carry(season, coming)
    by_key = {str(each.player_id): each for each in coming}
    divisions = draft.divisions
    for rank, entries in enumerate(divisions, start=1):
        _make(season, terms, rank, [by_key[entry] for entry in entries], now=now)
    season.entrants.filter(status=Status.WAITING).update(offered_at=None)
    planning.drop(season, What.LAPSE, What.ARRANGE, What.SILENT, What.SIZES, now=now)
    planning.plan(season, What.START, terms.first_at)
    planning.plan(season, What.LOOK, now + dues.DAY)
    telling.tell(season, telling.entered(season, Status.CONFIRMED), "divisions", now=now)
    return {"divisions": [len(each) for each in divisions], "silent": len(silent)}


def start(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Begin: who confirmed plays."""
    if season.status != In.PREPARED:
        return None
    terms = holding.terms_of(season)
    divisions = list(season.divisions.all())
    last = max((each.published_at for each in divisions), default=now)
    early = last + timedelta(hours=terms.before) <= now
    require(due, Condition.LATE_DIVISIONS, holds=early, hours=terms.before)
    first = Round.objects.filter(division__season=season, number=1)
    unpublished = first.exclude(status=Round.Status.PUBLISHED).count()
    require(due, Condition.NOT_DRAWN, holds=not unpublished, left=unpublished)
    _require_no_ask(season, due)
    season.status = In.RUNNING
    season.save(update_fields=("status",))
    confirmed = season.entrants.filter(status=Status.CONFIRMED)
    players = telling.of(confirmed)
    confirmed.update(status=Status.ACTIVE)
    planning.plan(season, What.DIGEST, now + dues.WEEK)
    telling.tell(season, players, "season", now=now)
    return {"entrants": len(players)}


def _coming(
    season: Season, terms: Terms, barred: Collection[int]
) -> tuple[list[Entrant], list[Entrant]]:
    """Who plays: all who confirmed, and who waits and would, while there is room; who is silent.

    Changes nothing but in memory, since a condition may fail yet.
    """
    there = season.entrants.filter(status=Status.CONFIRMED).exclude(player__in=barred)
    confirmed = list(there.order_by("registered_at", "pk"))
    waiting = entering.waiting(season).exclude(player__in=barred)
    ready = list(waiting.filter(confirmed_at__isnull=False))
    coming = [*confirmed, *ready[: max(0, terms.greatest - len(confirmed))]]
    silent = season.entrants.filter(status=Status.REGISTERED).order_by("pk")
    return coming, list(silent)


def _carry(season: Season, coming: Sequence[Entrant]) -> None:
    """Let each have what is left of the card that he had when he last played."""
    known = between.former(season, [each.player_id for each in coming])
    for each in coming:
        each.carried = each.card = between.carried_in(known, each.player_id)


def _make(
    season: Season, terms: Terms, rank: int, entrants: Sequence[Entrant], *, now: datetime
) -> None:
    division = Division.objects.create(season=season, rank=rank, name=str(rank), published_at=now)
    Standing.objects.create(division=division)
    seeded = _seeded(season, terms, entrants)
    for order, each in enumerate(seeded, start=1):
        each.division, each.at_first, each.status = division, order, Status.CONFIRMED
    fields = ("division", "at_first", "status", "carried", "card")
    Entrant.objects.bulk_update(seeded, fields, batch_size=1000)
    rounds = Round.objects.bulk_create(
        Round(
            division=division,
            number=window.round,
            opens=window.opens.strftime(WALL),
            closes=window.closes.strftime(WALL),
            opens_at=window.opens_at,
            closes_at=window.closes_at,
        )
        for window in terms.windows(facts.rounds_of(terms, len(entrants)))
    )
    if terms.format.planned:
        drawing.draw_planned(season, division, now=now)
    else:
        planning.plan(season, What.DRAW, now, rounds[0].pk)


def _seeded(season: Season, terms: Terms, entrants: Sequence[Entrant]) -> list[Entrant]:
    """Order by the rating when the season was announced; who had none comes after that, by lot."""
    book = ratings.book_of(terms.ruleset, terms.options)
    players = {each.player_id: each for each in entrants}
    announced = season.announced_at or season.created_at
    rated = {
        str(players[player].pk): rating.shown
        for player, rating in ratings.at(book, players, announced).items()
    }
    drawn = facts.lot_of(season)
    by_key = {str(each.pk): each for each in entrants}
    by_lot = sorted(by_key, key=lambda entry: lot.ticket(drawn, entry))
    return [by_key[entry] for entry in swiss.opening_order(by_lot, rated)]


def _require_enough(due: Due, terms: Terms, entered: int) -> None:
    alone = terms.format is Format.SOLO
    least = max(terms.least, 1 if alone else max(2, terms.fewest))
    require(due, Condition.TOO_FEW, holds=entered >= least, entered=entered, least=least)


def _require_no_ask(season: Season, due: Due) -> None:
    asks = season.asks.filter(status=Ask.Status.OPEN).exclude(due=due).count()
    require(due, Condition.OPEN_ASK, holds=not asks, asks=asks)
