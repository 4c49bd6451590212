"""What several acts ask: which state a game is in, who sits there, how deadlines move."""

from datetime import datetime

from django.utils.translation import gettext as _

from games import texts
from games.clocks.rules.table import Table
from games.models import Game, Seat
from games.moderation.rules.plan import Moved
from games.moderation.rules.refusals import Unfit
from games.moderation.services.scene import Scene


def must_run(scene: Scene) -> None:
    """Pass a game that runs; raises Unfit, which names what it is instead."""
    if scene.game.status != Game.Status.ACTIVE:
        raise Unfit(texts.status_text(scene.game.status))


def not_begun_anew(scene: Scene) -> None:
    """Pass a game in whose place no other has begun; raises Unfit."""
    if Game.objects.filter(restart_of=scene.game).exists():
        raise Unfit(_("Another game was begun in its place: that one counts."))


def may_be_told(scene: Scene) -> None:
    """Pass a game whose result may be told: no preview and no log tells of a deal that is closed.

    Raises Unfit.
    """
    if scene.game.closed and scene.game.status == Game.Status.FINISHED:
        raise Unfit(_("It is over, and other tables yet play its deal: first these must be over."))


def seat_of(scene: Scene, number: int) -> Seat:
    """Find the seat of a person; raises Unfit."""
    for place in scene.people:
        if place.number == number:
            return place
    raise Unfit(_("Nobody sits there."))


def has_begun(scene: Scene) -> bool:
    """Tell whether a game runs; False before its start. Raises Unfit once it is over."""
    if scene.game.status != Game.Status.OPEN:
        must_run(scene)
    return scene.game.status == Game.Status.ACTIVE


def everybody(scene: Scene) -> tuple[int, ...]:
    """Name the seats of all people."""
    return tuple(place.number for place in scene.people)


def moved(before: Table, after: Table) -> tuple[Moved, ...]:
    """Tell which deadlines move."""
    dues = ((at, _due(before, at), _due(after, at)) for at in sorted(after.seats))
    return tuple(Moved(at, was, will) for at, was, will in dues if was != will)


def _due(table: Table, number: int) -> datetime | None:
    clock = table.seats[number].clock
    return clock.due if clock else None
