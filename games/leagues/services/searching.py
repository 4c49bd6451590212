"""A seat that fell vacant is offered by letter, stage after stage; in vain, a bot plays it on.

The table stands still meanwhile. Callers hold the season; the game's lock comes after it.
"""

from datetime import datetime
from typing import Any

from games.clocks.rules import breaks
from games.clocks.services import keeping
from games.leagues.rules import searching
from games.leagues.rules.dues import What
from games.leagues.selectors import pool
from games.leagues.services import planning, telling
from games.models import Asked, Due, Game, Letter, Offer, Place, Player, Search, Season, Sought
from games.services import entries, locks, mailbox, turns
from games.services.table import Held
from games.substitutes.services import offers, standing


def begin(season: Season, place: Place, *, now: datetime) -> None:
    """Look for somebody who plays on for a place, while its table stands still."""
    game = locks.game(pk=place.table.game_id or 0)
    if game.status != Game.Status.ACTIVE or place.seat is None:
        return
    held, until = turns.hold(game, now=now), now + searching.LONGEST
    standing.open_offer(held, place.seat, Offer.Why.WISH, now=now)
    offer = Offer.objects.get(game=game, seat=place.seat, closed_at=None)
    if not held.table.paused_until(now):
        keeping.save(game, breaks.pause(held.table, until, by=None, now=now))
        entries.record(
            game,
            "paused",
            told=standing.people(held),
            now=now,
            until=until.isoformat(),
            agreed=False,
            by=season.league.name,
        )
    row = Search.objects.create(place=place, offer=offer, began_at=now, until=until)
    planning.plan(season, What.SEARCH, now, row.pk)


def go_on(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Ask those of the stage that runs; after the last one a bot plays the seat."""
    row = found(due.about)
    if row.closed_at is not None:
        return None
    if row.offer.closed_at is not None:
        return settle(season, row, now=now)
    stages = searching.stages(row.began_at, opened=True)
    stage = searching.current(stages, now)
    if stage is None:
        return _in_vain(season, row, now=now)
    already = [str(each) for each in row.sought.values_list("player", flat=True)]
    asked = searching.asked(stage, pool.candidates(row, now=now), already, pool.UNRATED)
    people = Player.objects.in_bulk([int(each) for each in asked])
    game = locks.game(pk=row.offer.game_id)
    for each in asked:
        _ask(row, game, people[int(each)], now=now)
    planning.plan(season, What.SEARCH, stage.ends, row.pk)
    return {"search": row.pk, "stage": stages.index(stage) + 1, "asked": len(asked)}


def settle(season: Season, row: Search, *, now: datetime) -> dict[str, Any]:
    """Take down that somebody sits, or that the seat's owner kept it; the table goes on."""
    place = row.place
    if row.offer.taken_by_id is not None:
        place.state = Place.State.SUBSTITUTED
        place.save(update_fields=("state",))
        row.sought.filter(player=row.offer.taken_by_id).update(answered_at=now)
    _close(season, row, now=now)
    return {"search": row.pk, "found": row.offer.taken_by_id is not None}


def call_off(season: Season, place: Place, *, now: datetime) -> None:
    """Look no more for a place whose owner is back."""
    for row in Search.objects.filter(place=place, closed_at=None).select_related("offer"):
        game = locks.game(pk=row.offer.game_id)
        standing.close_offer(turns.hold(game, now=now), row.offer.seat, now=now)
        _close(season, found(row.pk), now=now)


def settled() -> list[int]:
    """Name the searches whose seat has been taken or kept, and which nobody has closed yet."""
    rows = Search.objects.filter(closed_at=None, offer__closed_at__isnull=False)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _ask(row: Search, game: Game, player: Player, *, now: datetime) -> None:
    Sought.objects.create(search=row, player=player, asked_at=now)
    if not player.email:
        return
    asked, made = Asked.objects.get_or_create(
        offer=row.offer, email=player.email, defaults={"by": game.organiser, "created_at": now}
    )
    if made:
        mailbox.post_to(player.email, Letter.Kind.OFFER, game=game, asked=asked, now=now)


def _in_vain(season: Season, row: Search, *, now: datetime) -> dict[str, Any]:
    """Let a bot have the seat until somebody takes it after all."""
    game = locks.game(pk=row.offer.game_id)
    if game.status == Game.Status.ACTIVE:
        _open(season, turns.hold(game, now=now), now)
        offers.give_up(turns.hold(game, now=now), row.offer.seat, now=now)
    row.closed_at = now
    row.save(update_fields=("closed_at",))
    about = {"round": row.place.table.round.number, "table": row.place.table.number}
    telling.tell(season, telling.directors(season), "unfound", about=row.pk, now=now, **about)
    return {"search": row.pk, "found": False}


def _close(season: Season, row: Search, *, now: datetime) -> None:
    row.closed_at = now
    row.save(update_fields=("closed_at",))
    planning.drop(season, What.SEARCH, about=row.pk, now=now)
    game = locks.game(pk=row.offer.game_id)
    others = Search.objects.filter(offer__game=game, closed_at=None)
    if game.status == Game.Status.ACTIVE and not others.exists():
        _open(season, turns.hold(game, now=now), now)


def _open(season: Season, held: Held, now: datetime) -> None:
    if held.table.paused_until(now):
        keeping.save(held.game, breaks.resume(held.table, now=now))
        told = standing.people(held)
        entries.record(
            held.game, "resumed", told=told, now=now, agreed=False, by=season.league.name
        )


def found(pk: int) -> Search:
    """Read a search with all that it is about."""
    rows = Search.objects.select_related(
        "offer__game", "place__table__round__division__season", "place__table__game"
    )
    return rows.get(pk=pk)
