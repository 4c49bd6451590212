"""A seat that fell vacant is offered by letter, stage after stage; in vain, a bot plays it on.

The table stands still meanwhile. Callers hold the season; the game's lock comes after it.
"""

from datetime import datetime
from typing import Any

from games.clocks.rules import breaks
from games.clocks.services import keeping
from games.errors import NoSuchLeague, SeatTaken
from games.leagues.rules import searching
from games.leagues.rules.dues import What
from games.leagues.selectors import pool
from games.leagues.services import holding, planning, telling
from games.log.rules import Cause
from games.log.services import Target, because, write
from games.models import (
    Asked,
    Due,
    Game,
    LeagueTable,
    Letter,
    Offer,
    Place,
    Player,
    Search,
    Season,
    Sought,
)
from games.services import entries, locks, mailbox, turns
from games.services.table import Held
from games.substitutes.services import offers, standing


def begin(season: Season, place: Place, *, now: datetime) -> None:
    """Look for somebody who plays on for a place, while its table stands still; twice is once."""
    game = locks.game(pk=place.table.game_id or 0)
    if game.status != Game.Status.ACTIVE or place.seat is None:
        return
    open_now = Search.objects.filter(place=place, closed_at=None)
    if open_now.filter(offer__closed_at=None).exists():
        # He was away already when he left.
        return
    # He may have kept his seat since then, or somebody sits there, and nobody took that down.
    call_off(season, place, now=now)
    place.refresh_from_db(fields=("state",))
    if place.state == Place.State.SUBSTITUTED:
        return
    game, until = locks.game(pk=game.pk), now + searching.LONGEST
    held = turns.hold(game, now=now)
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


def begin_early(season: Season, place: Place, *, now: datetime) -> None:
    """Look for somebody who takes a place before the game is made: no clock stands still.

    It begins so that its stages end with the opening; rounds that are far off can wait.
    """
    begins = max(now, place.table.round.opens_at - searching.EARLY)
    row = Search.objects.create(place=place, began_at=begins, until=begins + searching.EARLY)
    planning.plan(season, What.SEARCH, begins, row.pk)


def accept(search_id: int, player: Player, *, now: datetime) -> None:
    """Take a place before its game is made, being asked; twice is once.

    Raises NoSuchLeague, or SeatTaken where somebody else was faster, it is too late, or he is kept
    apart from one at the table, which is told to nobody.
    """
    _answer(search_id, player, takes=True, now=now)


def refuse(search_id: int, player: Player, *, now: datetime) -> None:
    """Say no, which costs nothing; raises NoSuchLeague."""
    _answer(search_id, player, takes=False, now=now)


def _answer(search_id: int, player: Player, *, takes: bool, now: datetime) -> None:
    asked = Sought.objects.filter(search=search_id, search__offer=None, player=player)
    with because(Cause.FORM):
        where = "search__place__table__round__division"
        row = asked.select_related(where).first()
        if row is None:
            raise NoSuchLeague
        season = holding.season(row.search.place.table.round.division.season_id)
        row = asked.select_related(where).get()
        # He may have been asked for two places at one table.
        sitting = pool.early(row.search.place.table_id).values()
        apart = pool.is_kept_apart(row.search, player)
        if takes and row.search.closed_at is None and player not in sitting and not apart:
            row.sits = True
            _seat(season, row.search, now=now)
        if row.answered_at is None or row.sits:
            row.answered_at = row.answered_at or now
            row.save(update_fields=("answered_at", "sits"))
    # His answer is kept: who was too late was not silent.
    if takes and not row.sits:
        raise SeatTaken


def _seat(season: Season, row: Search, *, now: datetime) -> None:
    row.place.state = Place.State.SUBSTITUTED
    row.place.save(update_fields=("state",))
    _close_early(season, row, now=now)
    said = {"search": row.pk, "found": True}
    write("league-search", now=now, target=Target("season", season.pk), arguments=said)


def go_on(season: Season, due: Due, *, now: datetime) -> dict[str, Any] | None:
    """Ask those of the stage that runs; after the last one a bot plays the seat."""
    row = found(due.about)
    if row.closed_at is not None:
        return None
    if row.offer is not None and row.offer.closed_at is not None:
        return settle(season, row, now=now)
    if row.offer is None and row.place.table.status != LeagueTable.Status.DRAWN:
        return _close_early(season, row, now=now)
    stages = searching.stages(row.began_at, opened=row.offer is not None)
    stage = searching.current(stages, now)
    if stage is None:
        return _in_vain(season, row, now=now)
    already = [str(each) for each in row.sought.values_list("player", flat=True)]
    candidates, rating = pool.candidates(row, now=now), pool.rating(row, now=now)
    asked = searching.asked(stage, candidates, already, rating)
    people = Player.objects.in_bulk([int(each) for each in asked])
    game = locks.game(pk=row.offer.game_id) if row.offer else None
    for each in asked:
        if game is None:
            _ask_early(season, row, people[int(each)], now=now)
        else:
            _ask(row, game, people[int(each)], now=now)
    planning.plan(season, What.SEARCH, stage.ends, row.pk)
    return {"search": row.pk, "stage": stages.index(stage) + 1, "asked": len(asked)}


def settle(season: Season, row: Search, *, now: datetime) -> dict[str, Any]:
    """Take down that somebody sits, or that the seat's owner kept it; the table goes on."""
    place = row.place
    assert row.offer is not None, "only an offer is settled"
    if row.offer.taken_by_id is not None:
        place.state = Place.State.SUBSTITUTED
        place.save(update_fields=("state",))
        row.sought.filter(player=row.offer.taken_by_id).update(answered_at=now)
    else:
        # Who was asked was not left the time to answer: that is no silence of his.
        row.sought.filter(answered_at=None).update(answered_at=now)
    _close(season, row, now=now)
    return {"search": row.pk, "found": row.offer.taken_by_id is not None}


def call_off(season: Season, place: Place, *, now: datetime) -> None:
    """Look no more for a place whose owner is back; who sits there already goes on."""
    for row in Search.objects.filter(place=place, closed_at=None).select_related("offer"):
        if row.offer is None:
            _close_early(season, found(row.pk), now=now)
            continue
        game = locks.game(pk=row.offer.game_id)
        standing.close_offer(turns.hold(game, now=now), row.offer.seat, now=now)
        settle(season, found(row.pk), now=now)


def is_open(table: LeagueTable) -> bool:
    """Whether somebody is looked for who takes a place at a table before its game is made."""
    return Search.objects.filter(place__table=table, offer=None, closed_at=None).exists()


def end_early(season: Season, table: LeagueTable, *, now: datetime) -> None:
    """Look no more for places at a table: it is played, or never will be."""
    for row in Search.objects.filter(place__table=table, offer=None, closed_at=None):
        _close_early(season, row, now=now)


def _close_early(season: Season, row: Search, *, now: datetime) -> dict[str, Any]:
    row.closed_at = now
    row.save(update_fields=("closed_at",))
    planning.drop(season, What.SEARCH, about=row.pk, now=now)
    planning.hasten(season, What.DEAL, about=row.place.table_id, now=now)
    return {"search": row.pk}


def settled() -> list[int]:
    """Name the searches whose seat has been taken or kept, and which nobody has closed yet."""
    rows = Search.objects.filter(closed_at=None, offer__closed_at__isnull=False)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _ask_early(season: Season, row: Search, player: Player, *, now: datetime) -> None:
    Sought.objects.create(search=row, player=player, asked_at=now)
    table = row.place.table
    about = {"round": table.round.number, "table": table.number}
    opens = table.round.opens_at.isoformat()
    telling.tell(season, telling.one(player), "seat", about=row.pk, now=now, opens=opens, **about)


def _ask(row: Search, game: Game, player: Player, *, now: datetime) -> None:
    Sought.objects.create(search=row, player=player, asked_at=now)
    if not player.email:
        return
    assert row.offer is not None, "a game that runs has an offer"
    asked, made = Asked.objects.get_or_create(
        offer=row.offer, email=player.email, defaults={"by": game.organiser, "created_at": now}
    )
    if made:
        mailbox.post_to(player.email, Letter.Kind.OFFER, game=game, asked=asked, now=now)


def _in_vain(season: Season, row: Search, *, now: datetime) -> dict[str, Any]:
    """Let a bot have the seat until somebody takes it after all; before the game it stays empty."""
    about = {"round": row.place.table.round.number, "table": row.place.table.number}
    if row.offer is None:
        telling.tell(season, telling.directors(season), "unseated", about=row.pk, now=now, **about)
        return {**_close_early(season, row, now=now), "found": False}
    game = locks.game(pk=row.offer.game_id)
    if game.status == Game.Status.ACTIVE:
        _open(season, turns.hold(game, now=now), now)
        # Who only is away has the seat again when he is back; of who left anybody may take it.
        left = row.place.state == Place.State.VACANT
        hand_over = offers.give_up if left else offers.stand_in
        hand_over(turns.hold(game, now=now), row.offer.seat, now=now)
    row.closed_at = now
    row.save(update_fields=("closed_at",))
    telling.tell(season, telling.directors(season), "unfound", about=row.pk, now=now, **about)
    return {"search": row.pk, "found": False}


def _close(season: Season, row: Search, *, now: datetime) -> None:
    row.closed_at = now
    row.save(update_fields=("closed_at",))
    planning.drop(season, What.SEARCH, about=row.pk, now=now)
    assert row.offer is not None, "a game that runs has an offer"
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
        "offer__game",
        "place__entrant",
        "place__table__round__division__season",
        "place__table__game",
    )
    return rows.get(pk=pk)
