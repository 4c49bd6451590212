"""A practice game is dealt at a click, while there is room."""

from datetime import datetime
from secrets import token_urlsafe

from django.db.models import Q

from engine.api import Strength
from games.clocks.rules import settings, store
from games.clocks.rules.table import Table
from games.errors import TooMany, TooManyTables
from games.gathering.services.naming import name_for
from games.limits import services as limits
from games.limits.rules import (
    PRACTICE_OF_A_NETWORK,
    PRACTICE_TWICE_OF_A_NETWORK,
    Limit,
    network,
)
from games.log.rules import Cause
from games.log.services import because
from games.models import Game, Player, Practice, new_key
from games.practice import rules
from games.selectors import offered
from games.services import accounts, games, locks, people, seating


def deal(
    player: Player | None,
    ruleset: str,
    strength: Strength,
    *,
    once: str,
    name: str,
    language: str,
    origin: str,
    now: datetime,
    said: people.Said | None = None,
) -> Game:
    """Deal a game against bots to a player, or to a new visitor of this name.

    The same form sent again leads to the same game. Raises UnknownRuleset, TooManyTables, BadName,
    BadTimeZone or NameMissing.
    """
    with because(Cause.FORM):
        limits.hold("practice games in all", "", now=now)
        dealt = _dealt(once, player, now)
        if dealt is not None:
            if player is None:
                _use(PRACTICE_TWICE_OF_A_NETWORK, origin, now)
            return dealt
        _require_room(origin, now)
        who = player or Player.objects.create(
            name=name, language=people.language(language), created_at=now
        )
        accounts.introduce(who, said)
        game = _deal(who, ruleset, strength, now)
        if Practice.objects.filter(once=once).exists():
            # A page that lay open for long, or in another browser, is no second click.
            once = token_urlsafe(16)
        Practice.objects.create(game=game, once=once, made_at=now)
    return game


def _dealt(once: str, player: Player | None, now: datetime) -> Game | None:
    """Find the game that this very form dealt: a visitor's, if nobody is signed in yet."""
    rows = Practice.objects.filter(once=once, made_at__gt=now - rules.TWICE)
    own = Q(game__organiser__email=None) if player is None else Q(game__organiser=player)
    row = rows.filter(own).select_related("game__organiser").first()
    return row.game if row else None


def _require_room(origin: str, now: datetime) -> None:
    _use(PRACTICE_OF_A_NETWORK, origin, now)
    if Practice.objects.filter(game__organiser__email=None).count() >= rules.IN_ALL:
        raise TooManyTables(here=False)


def _use(limit: Limit, origin: str, now: datetime) -> None:
    try:
        limits.use((limit, network(origin)), now=now)
    except TooMany as full:
        raise TooManyTables(here=True) from full


def _deal(who: Player, ruleset: str, strength: Strength, now: datetime) -> Game:
    meta = offered()[ruleset]
    seats = rules.seats(meta)
    chosen = settings.load({"zone": who.time_zone, "clock": {"style": "none"}})
    game = games.opened(
        who,
        new_key(),
        now=now,
        name=name_for(who),
        ruleset=ruleset,
        options=rules.options(meta),
        seats=seats,
        time=store.dump(Table(chosen)),
        language=who.language,
    )
    game = locks.own_open_game(who, pk=game.pk)
    places = locks.places(game)
    for _ in range(seats - 1):
        seating.seat_bot(places, strength, now=now)
    # Who only wants to try need not wait first.
    games.deal(game, now, first=who)
    return game
