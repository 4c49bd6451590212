"""What pages and letters show of seats that change hands. Reads only, and never a state."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import F, Q, QuerySet

from games.clocks.rules import silence, store
from games.errors import BadLink
from games.links import AskedClaim, SeatClaim
from games.models import Asked, Game, Offer, Player, Seat
from games.selectors import apart, public, records, rows
from games.selectors.organizing import organizes
from games.selectors.public import PAGE, Sought
from games.selectors.records import Reliability
from games.selectors.values import GameFacts, Person, Public


@dataclass(frozen=True, slots=True)
class OfferFacts:
    """How a seat came to be offered."""

    why: str
    since: datetime
    may_sit: bool
    """Whether it is open to who looks: it may be for one person alone."""
    may_ask: bool
    """Whether the viewer may ask somebody by letter to take it."""
    asked: tuple[str, ...]
    """Addresses that were asked, for who may ask."""
    back: str
    """Who had the seat before and asks for it; told to who plays it."""


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
    alone: bool
    """Whether one person alone may take it."""
    others: tuple[tuple[str, Reliability | None], ...]
    """Who else sits there, each with his record; None for a bot."""


@dataclass(frozen=True, slots=True)
class OpenSeats:
    """A page of all seats that anybody may take: first tables that fill, then offered seats."""

    tables: tuple[Public, ...]
    offers: tuple[Offered, ...]
    records: Mapping[int, Reliability]
    """Of who sits at the tables, and of who looks, by player."""
    more: bool


def open_seats(sought: Sought, *, player: Player | None, page: int = 1, now: datetime) -> OpenSeats:
    """List a page of the seats at public tables that a player may take."""
    filling, offers = public.filling(sought, player), _offers(sought, player, now)
    # Both lists are one: where the tables end the offers begin.
    first, tables = (page - 1) * PAGE, filling.count()
    here = public.shown(filling[first : first + PAGE + 1])
    start = max(first - tables, 0)
    rest = list(offers[start : start + PAGE + 1 - len(here)])
    people = {at for table in here for at in table.players if at}
    people |= {at.player_id for offer in rest for at in offer.game.places.all() if at.player_id}
    found = records.of(people | ({player.pk} if player else set()), now=now)
    return OpenSeats(
        tables=tuple(here[:PAGE]),
        offers=tuple(_offered(offer, found) for offer in rest[: PAGE - len(here[:PAGE])]),
        records=found,
        more=len(here) + len(rest) > PAGE,
    )


def _offers(sought: Sought, player: Player | None, now: datetime) -> QuerySet[Offer]:
    """Find the seats that are offered, the one that waits longest first."""
    offers = Offer.objects.filter(
        closed_at=None,
        made_at__lte=now,
        whom=None,
        game__status=Game.Status.ACTIVE,
        game__listed=True,
    )
    if player is not None:
        offers = offers.exclude(game__places__player=player)
        offers = offers.exclude(apart.apart_at_offer(player))
    ordered = sought.among(offers, "game__").order_by("made_at", "pk")
    full = ordered.select_related("game__organiser").defer("game__state")
    return full.prefetch_related("game__places")


def asked_page(claim: AskedClaim, *, now: datetime) -> Offered:
    """Show an offered seat to who was asked to take it; raises BadLink."""
    found = Asked.objects.select_related("offer__game__organiser").filter(pk=claim.asked_id)
    asked = found.defer("offer__game__state").first()
    if asked is None:
        raise BadLink
    found_offer = _offered(asked.offer, _records([asked.offer.game], now))
    known = Player.objects.filter(email=asked.email).first()
    if known is None or asked.offer.whom_id is not None:
        return found_offer
    avoided = apart.is_avoided(known, apart.others_at(asked.offer.game, asked.offer.seat))
    return replace(found_offer, open=found_offer.open and not avoided)


def sat_before(key: str, player: Player) -> bool:
    """Tell whether a player had a seat of a table that ran and has none: it was taken or given."""
    had = Offer.objects.filter(game__key=key, player=player).exclude(game__places__player=player)
    given = Q(by__isnull=False, made_at__gte=F("game__started_at"))
    return had.filter(Q(taken_by__isnull=False) | given).exists()


def lost_through(claim: SeatClaim) -> Game | None:
    """Find the running game of a claim whose seat has gone to others by decision since."""
    game = Game.objects.filter(pk=claim.game_id, status=Game.Status.ACTIVE).defer("state").first()
    if game is None:
        return None
    holder = Seat.objects.filter(game=game, number=claim.seat).values_list("player", flat=True)
    decided = Offer.objects.filter(game=game, seat=claim.seat, by__isnull=False)
    left = decided.exclude(player__in=holder.filter(player__isnull=False))
    return game if left.exists() or game.entries.filter(act="swapped").exists() else None


def lost_by(key: str, player: Player) -> Game | None:
    """Find a running game in which somebody had a seat until it was decided otherwise."""
    decided = Q(offers__player=player, offers__by__isnull=False)
    found = Game.objects.filter(decided, key=key, status=Game.Status.ACTIVE).defer("state")
    return found.first() if sat_before(key, player) else None


def former(game: Game) -> dict[int, Player]:
    """Name who could have each seat again: he had it before, or another is to get it.

    Before the start that is whoever was sent away last, at any place that is free.
    """
    decided = Q(taken_by__isnull=False) | Q(by__isnull=False)
    gone = Offer.objects.filter(decided, game=game, player__email__isnull=False)
    rows = list(gone.exclude(why=Offer.Why.RETURN, closed_at=None).select_related("player"))
    places = {place.number: place for place in game.places.all()}
    here = {place.player_id for place in places.values()}
    rows.sort(key=lambda row: row.pk)
    if game.started_at is None:
        away = [row.player for row in rows if row.player_id not in here]
        free = (number for number, place in places.items() if not place.taken)
        return dict.fromkeys(free, away[-1]) if away else {}
    return {
        row.seat: row.player
        for row in rows
        # Before the start numbers of places mean nothing.
        if row.made_at >= game.started_at
        and (row.player_id != places[row.seat].player_id or row.closed_at is None)
    }


@dataclass(frozen=True, slots=True)
class Returnable:
    """A seat of a running game that somebody lost, and could have again."""

    game: str
    name: str
    seat: int


def returnable(player: Player, games: Iterable[int]) -> tuple[Returnable, ...]:
    """List the seats of some games that somebody lost by decision and could have again."""
    running = Game.objects.filter(pk__in=games, status=Game.Status.ACTIVE).order_by("pk")
    return tuple(
        Returnable(game.key, game.name, number)
        for game in running.defer("state").prefetch_related("places")
        for number, whom in sorted(former(game).items())
        if whom.pk == player.pk and not game.places.filter(player=player).exists()
    )


def is_called(claim: AskedClaim) -> bool:
    """Tell whether who was asked has said before what he is called; raises BadLink."""
    asked = Asked.objects.filter(pk=claim.asked_id).first()
    if asked is None:
        raise BadLink
    return Player.objects.filter(email=asked.email).exclude(name="").exists()


def seats_of(key: str, player: Player | None, *, now: datetime) -> SeatsOfGame:
    """Show the seats of a game that has begun; raises NoSuchGame."""
    game = rows.started(key=key)
    table, places = store.load(game.time), list(game.places.order_by("number"))
    running = game.ended_at is None
    stood_in = {at.number: running and table.seats[at.number].bot for at in places if at.player_id}
    offers = {offer.seat: offer for offer in _open_offers(game, now)}
    since = {number: offer.made_at for number, offer in offers.items()}
    mine = next((at.number for at in places if player and at.player_id == player.pk), None)
    against = apart.against(player, places) if player and offers else frozenset()
    # Also a seat that was taken from its player, until somebody sits.
    left = stood_in | {number: table.seats[number].bot for number in since}
    ends = silence.may_end(left, since, now=now) if running else None
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
                offer=_told(
                    offers.get(person.number), game, player, against=against - {person.number}
                ),
            )
            for seat, person in zip(places, people, strict=True)
        ),
        mine=mine,
        may_win=mine is not None and ends == mine,
    )


def _open_offers(game: Game, now: datetime) -> Iterable[Offer]:
    """Find what is offered at a table while it runs."""
    if game.status != Game.Status.ACTIVE:
        return ()
    # One that opens later is told of then.
    open_now = game.offers.filter(closed_at=None, made_at__lte=now)
    return open_now.select_related("whom").prefetch_related("asked")


def _told(
    offer: Offer | None, game: Game, player: Player | None, *, against: Collection[int]
) -> OfferFacts | None:
    if offer is None:
        return None
    own = player is not None and offer.by_id is None and offer.player_id == player.pk
    may_ask = offer.whom_id is None and (own or (player is not None and organizes(player, game)))
    asked = tuple(asked.email for asked in offer.asked.all()) if may_ask else ()
    his = offer.whom_id is None or (player is not None and offer.whom_id == player.pk)
    # Of who does not want to sit with him he reads no more than of a seat that is for others.
    his = his and not (against and offer.whom_id is None)
    may_sit = his and offer.why != Offer.Why.RETURN
    asks = offer.why == Offer.Why.RETURN and player is not None and player.pk == offer.player_id
    back = offer.whom.name if asks and offer.whom else ""
    return OfferFacts(offer.why, offer.made_at, may_sit, may_ask, asked, back)


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
        alone=offer.whom_id is not None,
        open=offer.closed_at is None and game.status == Game.Status.ACTIVE,
        others=tuple(
            (people[at.number], found[at.player_id] if at.player_id else None)
            for at in sorted(places, key=lambda at: at.number)
            if at.number != offer.seat
        ),
    )
