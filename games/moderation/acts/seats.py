"""What all acts on who sits where have in common."""

from collections.abc import Sequence
from typing import ClassVar

from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.moderation.acts.forms import ActForm, seat_field
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.plan import Entry
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import About, Act, Args, Beside
from games.moderation.services.scene import Scene
from games.services import turns
from games.services.table import Held
from games.substitutes.services import organising


class SeatForm(ActForm):
    """Which seat."""

    reasons: ClassVar[Sequence[str]] = ("wish", "absence", "rules", "fault")
    seat = seat_field()


class OnSeat(Act):
    """An act on who sits where; an organiser does it before the start."""

    about: ClassVar[About] = "game"
    beside: ClassVar[Beside] = "seat"

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Tell whether the game has not begun."""
        return Circumstances(before_start=scene.game.status == Game.Status.OPEN)

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether the game is not over."""
        return shown.game.status in (Game.Status.OPEN, Game.Status.ACTIVE)


def links_die_text(seat: Seat) -> str:
    """Say what becomes of what somebody had of a seat."""
    line = _("The links and letters of %(name)s open nothing any more; notes and orders are gone.")
    return line % {"name": seat.name}


def organises_next(scene: Scene, seat: Seat) -> Seat | None:
    """Name who organises the table if the holder of a seat leaves it who does so now."""
    if seat.player_id != scene.game.organiser_id:
        return None
    return organising.heir(scene.places, seat.number)


def organises(heir: Seat | None) -> tuple[Entry, ...]:
    """Tell who organises the table from now on."""
    if heir is None:
        return ()
    return (Entry("organises", (heir.number,), heir.number, {"who": heir.name}),)


def holder(seat: Seat) -> dict[str, int | None]:
    """Name for the log who has a seat, and by which of its links."""
    return {"holder": seat.player_id, "links": seat.link_epoch}


def held(scene: Scene) -> Held:
    """Take up all that a change of seats needs of a game that runs."""
    return turns.with_clocks(scene.game, scene.places, scene.table)
