"""A visitor signs in and takes his games along, or stays out and they are swept away."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from games.errors import NoSuchGame
from games.log.rules import Cause
from games.log.services import Target, because, write
from games.models import Game, Move, Player, Practice, Seat
from games.people.rules import names
from games.practice import rules
from games.services import locks

SWEPT_AT_ONCE = 500


def take_over(visitor: Player, player: Player) -> int:
    """Give a visitor's games to the account he has signed in to; count them.

    Each at once. Nothing is left of the visitor, and for who is none nothing is done.
    """
    if visitor.email is not None or visitor.pk == player.pk:
        return 0
    keys = list(Game.objects.filter(organiser=visitor).values_list("key", flat=True))
    for key in keys:
        _hand_over(key, visitor, player)
    _forget([visitor.pk])
    return len(keys)


def sweep(*, now: datetime) -> int:
    """Sweep away games of visitors who stay out, and the visitors; count the games."""
    # Those of accounts stay: only that they came about by practising is forgotten.
    old = Practice.objects.filter(made_at__lt=now - rules.KEPT)
    old.filter(game__organiser__email__isnull=False).delete()
    left = _left_alone(now).values_list("game_id", "game__organiser")[:SWEPT_AT_ONCE]
    swept = [(game, visitor) for game, visitor in left if _sweep(game, now)]
    _forget([visitor for _game, visitor in swept])
    return len(swept)


def _hand_over(key: str, visitor: Player, player: Player) -> None:
    with because(Cause.FORM):
        try:
            game = locks.game(key=key)
        except NoSuchGame:
            return
        Game.objects.filter(pk=game.pk, organiser=visitor).update(organiser=player)
        mine = Seat.objects.filter(game=game, player=visitor)
        mine.update(player=player)
        others = [seat.name for seat in locks.places(game) if seat.player_id != player.pk]
        # Who has not said yet what he is called stays the guest here.
        if player.name and not names.alike(player.name, others):
            Seat.objects.filter(game=game, player=player).update(name=player.name)


def _left_alone(now: datetime) -> QuerySet[Practice]:
    """Find games of visitors who have neither moved nor looked for long."""
    since = now - rules.KEPT
    moved = Move.objects.filter(game=OuterRef("game"), by=Move.By.PLAYER, made_at__gte=since)
    looked = Seat.objects.filter(game=OuterRef("game"), here_at__gte=since)
    old = Practice.objects.filter(game__organiser__email=None, made_at__lt=since)
    return old.exclude(Exists(moved)).exclude(Exists(looked)).order_by("made_at")


def _sweep(game_id: int, now: datetime) -> bool:
    """Sweep one game away, unless its visitor has come back or signed in meanwhile."""
    with because(Cause.SYSTEM):
        try:
            game = locks.game(pk=game_id)
        except NoSuchGame:
            return False
        alone = _left_alone(now).filter(game=game).exists()
        if alone:
            game.delete()
            write("clean", now=now, target=Target("game", game_id), arguments={"what": "practice"})
        return alone


def _forget(visitors: list[int]) -> None:
    """Delete visitors who have no game left."""
    gone = Player.objects.filter(pk__in=visitors, email=None, organised=None, places=None)
    for visitor in gone:
        visitor.delete()
