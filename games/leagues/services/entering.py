"""Players enter a season, confirm, decline and leave. Each is one click, and twice is once."""

from datetime import datetime
from typing import TYPE_CHECKING

from games.errors import (
    AlreadyEntered,
    NameMissing,
    NameTaken,
    NotEntered,
    NotNow,
    RedCard,
    SettledAlready,
    Unreliable,
)
from games.leagues.rules import byes, dues
from games.leagues.rules.dues import What
from games.leagues.rules.terms import Terms
from games.leagues.rules.values import Bye, Kind
from games.leagues.selectors import between, entries
from games.leagues.services import holding, joining, leaving, planning, telling
from games.log.rules import Cause
from games.log.services import By, Target, because, write
from games.models import Division, Entrant, Player, Reserve, Season
from games.people.rules import names
from games.services import accounts, bars, people
from games.texts.leagues_pages import entry_text

if TYPE_CHECKING:
    from django.db.models import QuerySet

Status, In = Entrant.Status, Season.Status


def register(
    season_id: int, player: Player, *, now: datetime, said: people.Said | None = None
) -> Entrant:
    """Enter a player, or let him wait where it is full or too late.

    Raises NoSuchLeague, NotNow, AlreadyEntered, Unreliable, RedCard, Sanctioned, BadName,
    BadTimeZone, NameMissing or NameTaken.
    """
    with because(Cause.FORM):
        season = holding.season(season_id)
        terms = holding.terms_of(season)
        if season.status not in (In.REGISTRATION, In.PREPARED, In.RUNNING):
            raise NotNow(season.status)
        accounts.introduce(player, said)
        bars.require_may_begin(player, now=now)
        _require_name(season, player)
        _require_reliable(terms, player)
        before, barred = between.barred(season)
        if player.pk in barred:
            raise RedCard(before)
        found = season.entrants.filter(player=player).first()
        if found is not None and found.status != Status.DECLINED:
            state = entry_text(found.status)
            raise AlreadyEntered(found.status, found.registered_at, state=state)
        entrant = found or Entrant(season=season, player=player)
        free = season.status == In.REGISTRATION and free_places(season, terms) > 0
        entrant.status = Status.REGISTERED if free else Status.WAITING
        entrant.registered_at, entrant.confirmed_at, entrant.offered_at = now, None, None
        entrant.save()
        what = "registered" if free else "waiting"
        if not (_divided(season) and joining.arrive(season, entrant, now=now)):
            telling.tell_again(season, telling.one(player), what, now=now)
        planning.look_again(season, now=now)
    return entrant


def confirm(season_id: int, player: Player, *, now: datetime) -> Entrant:
    """Take down that somebody comes, by one click on his letter; again changes nothing.

    Who waits takes the place that is kept for him, or says that he would. Raises NoSuchLeague,
    NotEntered or NotNow.
    """
    with because(Cause.FORM):
        season, entrant = _entered(season_id, player)
        if _divided(season):
            if entrant.status == Status.WAITING and entrant.offered_at is not None:
                if joining.join(season, entrant, now=now):
                    return entrant
            elif entrant.confirmed_at is not None:
                return entrant
            raise NotNow(season.status)
        if entrant.status == Status.DECLINED:
            raise NotNow(entrant.status)
        if entrant.status == Status.WAITING and entrant.offered_at is not None:
            entrant.status, entrant.offered_at = Status.REGISTERED, None
            planning.drop(season, What.LAPSE, about=entrant.pk, now=now)
            _arrange(season, now=now)
        entrant.confirmed_at = entrant.confirmed_at or now
        if entrant.status == Status.REGISTERED:
            entrant.status = Status.CONFIRMED
        entrant.save(update_fields=("status", "offered_at", "confirmed_at"))
        planning.look_again(season, now=now)
    return entrant


def decline(season_id: int, player: Player, *, now: datetime) -> Entrant:
    """Take back an entry before the season starts, and offer the place; again changes nothing.

    Raises NoSuchLeague, NotEntered or NotNow.
    """
    with because(Cause.FORM):
        season, entrant = _entered(season_id, player)
        if entrant.status == Status.DECLINED:
            return entrant
        if entrant.status not in (*Entrant.IN, Status.WAITING):
            raise NotNow(entrant.status)
        if entrant.division_id is None:
            _decline(season, entrant, now=now)
        else:
            # He is in a draw already, and his place may go to who waits.
            leaving.leave(season, entrant, Status.WITHDRAWN, reason="", now=now)
            _log("league-withdraw", season, entrant, now=now)
    return entrant


def withdraw(season_id: int, player: Player, *, reason: str = "", now: datetime) -> Entrant:
    """Leave a season that runs; tables that are published lose him. Again changes nothing.

    Raises NoSuchLeague, NotEntered or NotNow.
    """
    with because(Cause.FORM):
        season, entrant = _entered(season_id, player)
        if entrant.status == Status.WITHDRAWN:
            return entrant
        if entrant.status != Status.ACTIVE:
            raise NotNow(entrant.status)
        leaving.leave(season, entrant, Status.WITHDRAWN, reason=reason, now=now)
        _log("league-withdraw", season, entrant, now=now)
    return entrant


def ask_bye(season_id: int, player: Player, *, now: datetime) -> Entrant:
    """Sit out the next round that is not drawn; again changes nothing.

    One of a season counts, further ones are without points. Raises NoSuchLeague, NotEntered or
    NotNow.
    """
    with because(Cause.FORM):
        season, entrant = _entered(season_id, player)
        found = entries.next_undrawn(entrant)
        if found is None:
            raise NotNow(entrant.status)
        had = entrant.byes.filter(kind=Kind.REQUESTED).exclude(round=found)
        told = [Bye(str(entrant.pk), each.round_id, Kind.REQUESTED) for each in had]
        kind = byes.requested(str(entrant.pk), found.number, told).kind
        found.byes.get_or_create(entrant=entrant, defaults={"kind": kind})
        planning.look_again(season, now=now)
    return entrant


def unask_bye(season_id: int, player: Player, *, now: datetime) -> Entrant:
    """Play in the next round after all, while it is not drawn; again changes nothing.

    Raises NoSuchLeague, NotEntered or NotNow.
    """
    with because(Cause.FORM):
        season, entrant = _entered(season_id, player)
        found = entries.next_undrawn(entrant)
        if found is None:
            raise NotNow(entrant.status)
        found.byes.filter(entrant=entrant).exclude(kind=Kind.FORCED).delete()
        planning.look_again(season, now=now)
    return entrant


def reserve(season_id: int, player: Player, *, now: datetime) -> None:
    """Say that one would play for others in a season's league; raises NoSuchLeague."""
    with because(Cause.FORM):
        season = holding.season(season_id)
        Reserve.objects.get_or_create(league=season.league, player=player, defaults={"since": now})


def unreserve(season_id: int, player: Player) -> None:
    """Play for nobody else any more; raises NoSuchLeague."""
    with because(Cause.FORM):
        season = holding.season(season_id)
        Reserve.objects.filter(league=season.league, player=player).delete()


def come_back(season_id: int, player: Player, *, now: datetime) -> Entrant:
    """Take a withdrawal back within a day, to the seats that nobody took meanwhile.

    Raises NoSuchLeague, NotEntered or NotNow.
    """
    with because(Cause.FORM):
        season, entrant = _entered(season_id, player)
        if entrant.status == Status.ACTIVE:
            return entrant
        late = entrant.left_at is None or now > entrant.left_at + dues.RETURN_WITHIN
        if entrant.status != Status.WITHDRAWN or late or season.status != In.RUNNING:
            raise NotNow(entrant.status)
        leaving.come_back(season, entrant, now=now)
        _log("league-return", season, entrant, now=now)
    return entrant


def admit(entrant_id: int, *, by: Player, reason: str, now: datetime) -> Entrant:
    """Give a place to somebody who waits, before divisions are published; for a director.

    Raises NotEntered, NotDirector, ReasonMissing, SettledAlready or NotNow.
    """
    with because(Cause.ACT):
        found = Entrant.objects.filter(pk=entrant_id).first()
        if found is None:
            raise NotEntered
        season = holding.season(found.season_id)
        holding.require_director(season.league_id, by)
        why = holding.require_reason(reason)
        found.refresh_from_db()
        if found.status != Status.WAITING:
            raise SettledAlready
        if _divided(season) or season.status not in (In.REGISTRATION, In.PREPARED):
            raise NotNow(season.status)
        let_in(season, found, now=now)
        write(
            "league-admit",
            now=now,
            by=By(by, "director"),
            target=Target("season", season.pk),
            arguments={"entrant": found.pk},
            reason=why,
        )
    return found


def let_in(season: Season, entrant: Entrant, *, now: datetime) -> None:
    """Give somebody who waits a place; the caller holds the season.

    After registration has closed their entry is late, and says itself that they come.
    """
    if season.status != In.REGISTRATION:
        entrant.confirmed_at = entrant.confirmed_at or now
    comes = entrant.confirmed_at is not None
    entrant.status, entrant.offered_at = Status.CONFIRMED if comes else Status.REGISTERED, None
    entrant.save(update_fields=("status", "offered_at", "confirmed_at"))
    planning.drop(season, What.LAPSE, about=entrant.pk, now=now)
    telling.tell_again(season, telling.one(entrant.player), "admitted", now=now, comes=comes)
    _arrange(season, now=now)


def lapse_offer(season: Season, entrant_id: int, *, now: datetime) -> dict[str, object] | None:
    """Give the place that somebody did not take to the next; the caller holds the season."""
    entrant = Entrant.objects.get(pk=entrant_id)
    if entrant.status != Status.WAITING or entrant.offered_at is None:
        return None
    _decline(season, entrant, now=now, what="silent")
    return {"entrant": entrant.pk, "to": Status.DECLINED}


def pass_over(season: Season, entrant: Entrant, *, now: datetime) -> None:
    """Take out who was silent, and offer his place; the caller holds the season."""
    _decline(season, entrant, now=now, what="silent")


def strike(season: Season, entrant: Entrant, *, now: datetime) -> None:
    """Take out who has left the service before it began; the caller holds the season."""
    _decline(season, entrant, now=now)


def waiting(season: Season) -> "QuerySet[Entrant]":
    """Who waits, by number."""
    return entries.waiting(season.pk).select_related("player")


def offer_next(season: Season, terms: Terms, *, now: datetime) -> None:
    """Keep free places for who waits first, while there is time; the caller holds the season."""
    if season.status not in (In.REGISTRATION, In.PREPARED) or _divided(season):
        return
    for entrant in waiting(season).filter(offered_at=None)[: max(0, free_places(season, terms))]:
        if entrant.confirmed_at is not None:
            # He has said that he would come.
            entrant.status = Status.CONFIRMED
            entrant.save(update_fields=("status",))
            telling.tell_again(season, telling.one(entrant.player), "moved-up", now=now)
            _arrange(season, now=now)
            continue
        entrant.offered_at = now
        entrant.save(update_fields=("offered_at",))
        planning.plan(season, What.LAPSE, now + dues.OFFERED, entrant.pk)
        until = (now + dues.OFFERED).isoformat()
        telling.tell_again(season, telling.one(entrant.player), "offered", now=now, until=until)


def _decline(season: Season, entrant: Entrant, *, now: datetime, what: str = "declined") -> None:
    entrant.status, entrant.offered_at = Status.DECLINED, None
    entrant.save(update_fields=("status", "offered_at"))
    planning.drop(season, What.LAPSE, about=entrant.pk, now=now)
    telling.tell_again(season, telling.one(entrant.player), what, now=now)
    _arrange(season, now=now)
    offer_next(season, holding.terms_of(season), now=now)
    for division in season.divisions.order_by("rank"):
        joining.offer(season, division, now=now)


def _log(act: str, season: Season, entrant: Entrant, *, now: datetime) -> None:
    """Let the season's log say that somebody left or came back; why is his own."""
    target, said = Target("season", season.pk), {"entrant": entrant.pk}
    write(act, now=now, by=By(entrant.player, "player"), target=target, arguments=said)


def _arrange(season: Season, *, now: datetime) -> None:
    """Let the draft of divisions be made again, since somebody is in or out."""
    if season.status == In.PREPARED:
        planning.plan(season, What.ARRANGE, now)


def _entered(season_id: int, player: Player) -> tuple[Season, Entrant]:
    season = holding.season(season_id)
    entrant = season.entrants.select_related("player").filter(player=player).first()
    if entrant is None:
        raise NotEntered
    return season, entrant


def _divided(season: Season) -> bool:
    return Division.objects.filter(season=season).exists()


def free_places(season: Season, terms: Terms) -> int:
    """Say how many more may enter; the caller holds the season."""
    taken = season.entrants.filter(status__in=Entrant.IN).count()
    kept = season.entrants.filter(status=Status.WAITING, offered_at__isnull=False).count()
    return terms.greatest - taken - kept


def _require_name(season: Season, player: Player) -> None:
    """Pass whose name is told from all others in the season; raises NameMissing or NameTaken."""
    others = season.entrants.exclude(player=player).exclude(status=Status.DECLINED)
    if not player.name:
        raise NameMissing
    if other := names.alike(player.name, others.values_list("player__name", flat=True)):
        raise NameTaken(player.name, other)


def _require_reliable(terms: Terms, player: Player) -> None:
    kept, asked = entries.kept_of_asked(player.pk)
    if asked >= entries.ASKED_LEAST and 100 * kept < terms.reliability * asked:
        raise Unreliable(kept, asked, terms.reliability)
