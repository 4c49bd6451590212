"""What pages and letters show of seats that change hands. Reads only, and never a state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from games.clocks.rules import silence, store
from games.errors import BadLink
from games.links import AskedClaim
from games.models import Asked, Game, Offer, Player
from games.selectors import records, rows
from games.selectors.records import Reliability
from games.selectors.values import GameFacts, Person

MOST = 50
"""Of open seats so many are listed."""


@dataclass(frozen=True, slots=True)
class OfferFacts:
    """How a seat came to be offered."""

    why: str
    since: datetime
    may_ask: bool
    """Whether the viewer may ask somebody by letter to take it."""
    asked: tuple[str, ...]
    """Addresses that were asked, for who may ask."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a running table: who sits there, and whether another may."""

    person: Person
    record: Reliability | None
    """None for a bot."""
    offer: OfferFacts | None


@dataclass(frozen=True, slots=True)
class SeatsOfGame:
    """The seats of a table as one of its players, or who looks for a seat, sees them."""

    game: GameFacts
    seats: tuple[SeatRow, ...]
    mine: int | None
    may_win: bool
    """Whether the viewer may end the game, because nobody came for the other's seat."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat that somebody may take, or might have."""

    game: GameFacts
    seat: int
    name: str
    """Of who sits there, or sat."""
    why: str
    since: datetime
    open: bool
    others: tuple[tuple[str, Reliability | None], ...]
    """Who else sits there, each with his record; None for a bot."""


def open_list(*, now: datetime) -> tuple[Offered, ...]:
    """List all seats that are offered, the one that waits longest first."""
    offers = Offer.objects.filter(closed_at=None, game__status=Game.Status.ACTIVE)
    ordered = offers.select_related("game__organiser").defer("game__state").order_by("made_at")
    found = list(ordered.prefetch_related("game__places")[:MOST])
    records_of = _records((offer.game for offer in found), now)
    return tuple(_offered(offer, records_of) for offer in found)


def asked_page(claim: AskedClaim, *, now: datetime) -> Offered:
    """Show an offered seat to who was asked to take it; raises BadLink."""
    found = Asked.objects.select_related("offer__game__organiser").filter(pk=claim.asked_id)
    asked = found.defer("offer__game__state").first()
    if asked is None:
        raise BadLink
    return _offered(asked.offer, _records([asked.offer.game], now))


def sat_before(key: str, player: Player) -> bool:
    """Tell whether somebody else has a seat now that a player had."""
    taken = Offer.objects.filter(game__key=key, taken_by__isnull=False)
    return taken.filter(player=player).exists()


def unknown_address(claim: AskedClaim) -> str | None:
    """Tell the address that was asked if nobody plays here by it; raises BadLink."""
    asked = Asked.objects.filter(pk=claim.asked_id).first()
    if asked is None:
        raise BadLink
    return None if Player.objects.filter(email=asked.email).exists() else asked.email


def seats_of(key: str, player: Player | None, *, now: datetime) -> SeatsOfGame:
    """Show the seats of a game that has begun; raises NoSuchGame."""
    game = rows.started(key=key)
    table, places = store.load(game.time), list(game.places.order_by("number"))
    running = game.ended_at is None
    stood_in = {at.number: running and table.seats[at.number].bot for at in places if at.player_id}
    offers = {offer.seat: offer for offer in _open_offers(game)}
    since = {number: offer.made_at for number, offer in offers.items()}
    mine = next((at.number for at in places if player and at.player_id == player.pk), None)
    ends = silence.may_end(stood_in, since, now=now) if running else None
    found = records.of((at.player_id for at in places if at.player_id), now=now)
    people = rows.people(rows.places(game), game.to_act)
    return SeatsOfGame(
        game=rows.facts(game),
        seats=tuple(
            SeatRow(
                person=replace(
                    person,
                    stood_in=stood_in.get(person.number, False),
                    offered=person.number in offers,
                ),
                record=found[seat.player_id] if seat.player_id else None,
                offer=_told(offers.get(person.number), game, player),
            )
            for seat, person in zip(places, people, strict=True)
        ),
        mine=mine,
        may_win=mine is not None and ends == mine,
    )


def _open_offers(game: Game) -> Iterable[Offer]:
    """Find what is offered at a table while it runs."""
    if game.status != Game.Status.ACTIVE:
        return ()
    return game.offers.filter(closed_at=None).prefetch_related("asked")


def _told(offer: Offer | None, game: Game, player: Player | None) -> OfferFacts | None:
    if offer is None:
        return None
    may_ask = player is not None and player.pk in (game.organiser_id, offer.player_id)
    asked = tuple(asked.email for asked in offer.asked.all()) if may_ask else ()
    return OfferFacts(offer.why, offer.made_at, may_ask, asked)


def _records(games: Iterable[Game], now: datetime) -> Mapping[int, Reliability]:
    """Tell the record of everybody at some tables, by player."""
    places = (place for game in games for place in game.places.all())
    return records.of((at.player_id for at in places if at.player_id), now=now)


def _offered(offer: Offer, found: Mapping[int, Reliability]) -> Offered:
    game = offer.game
    places = list(game.places.all())
    people = {person.number: person.name for person in rows.people(rows.places(game), ())}
    return Offered(
        game=rows.facts(game),
        seat=offer.seat,
        name=people[offer.seat],
        why=offer.why,
        since=offer.made_at,
        open=offer.closed_at is None and game.status == Game.Status.ACTIVE,
        others=tuple(
            (people[at.number], found[at.player_id] if at.player_id else None)
            for at in sorted(places, key=lambda at: at.number)
            if at.number != offer.seat
        ),
    )
