"""What stands in somebody's way: what a table asks of who joins, and sanctions. Writes nothing."""

from datetime import datetime

from games.clocks.rules import record, store
from games.clocks.rules.settings import Settings
from games.errors import BarMissed, LivesWithOne, Sanctioned
from games.models import Game, Player
from games.sanctions import selectors as sanctions
from games.sanctions.rules import Kind
from games.selectors import records
from games.signals.selectors import household


def require_reliable(settings: Settings, player: Player, *, now: datetime) -> None:
    """Pass if a player answers in time as often as a table asks; raises BarMissed."""
    if not settings.bar:
        return
    found = records.of([player.pk], now=now)[player.pk].turns
    if not record.passes(found, settings.bar, newcomers=settings.newcomers):
        raise BarMissed(settings.bar)


def require_own_household(game: Game, player: Player) -> None:
    """Pass whose household a table does not keep him from; raises LivesWithOne."""
    if store.load(game.time).settings.households != "none":
        return
    if game.places.filter(player__in=household(player)).exists():
        raise LivesWithOne


def require_free(player: Player, kind: Kind, *, now: datetime) -> None:
    """Pass whom no sanction forbids this; raises Sanctioned."""
    if (found := sanctions.last(player, kind, now=now)) is not None:
        raise Sanctioned(kind, found.until)


def require_may_begin(player: Player, *, now: datetime) -> None:
    """Pass who may take a place at a table; raises Sanctioned.

    He is held to the transaction's end: who gives him a sanction at this moment finds him seated,
    or he finds the sanction.
    """
    list(Player.objects.select_for_update(no_key=True).filter(pk=player.pk).values_list("pk"))
    require_free(player, Kind.NO_NEW_GAMES, now=now)
