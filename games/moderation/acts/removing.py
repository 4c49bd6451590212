"""A seat is taken from its holder: a bot has it until somebody sits, or it is free to be taken."""

from django.utils.translation import gettext as _

from games import texts
from games.clocks.rules import seating as clocks
from games.clocks.rules.people import Person
from games.models import Game, Seat
from games.moderation.acts.common import everybody, has_begun, moved, seat_of
from games.moderation.acts.seats import (
    OnSeat,
    SeatForm,
    held,
    holder,
    links_die_text,
    organises,
    organises_next,
)
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.services.act import Args
from games.moderation.services.scene import Scene
from games.substitutes.services import deciding


class Remove(OnSeat):
    """Its holder leaves a seat by decision."""

    key, form = "remove", SeatForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Take the seat away")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Free a place, or give a seat to a bot."""
        begun, seat = has_begun(scene), seat_of(scene, args["seat"])
        return to_a_bot(scene, seat) if begun else _freed(scene, seat)

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let him go."""
        seat: Seat = plan.changed
        if scene.game.status == Game.Status.OPEN:
            deciding.free(scene.game, seat, by=scene.by, now=scene.now)
        else:
            deciding.remove(held(scene), seat.number, by=scene.by, now=scene.now)


def _freed(scene: Scene, seat: Seat) -> Plan:
    if seat.player_id == scene.game.organiser_id:
        raise Unfit(_("Who made a table keeps his place until it begins; it can be called off."))
    words = {"name": seat.name}
    return Plan(
        does=(_("The place of %(name)s is free again. Old letters do not open it.") % words,),
        told=_("%(name)s gets a letter, and so does who made the table.") % words,
        back=_("“Bring back”, as long as a place is free."),
        changed=seat,
        before=holder(seat),
        after={"holder": None, "links": seat.link_epoch + 1},
    )


def to_a_bot(scene: Scene, seat: Seat, *, sanction: bool = False) -> Plan:
    """Work out what it means that a bot has a seat; a sanction is told by a letter of its own."""
    after = clocks.leave_to_bot(scene.table, seat.number, Person())
    heir = organises_next(scene, seat)
    told = tuple(at for at in everybody(scene) if at != seat.number)
    words = {"name": seat.name}
    return Plan(
        does=(
            _("A bot plays the seat of %(name)s from now on, until somebody takes it.") % words,
            links_die_text(seat),
            *((texts.organises_text(heir.name),) if heir else ()),
        ),
        told=_("%(name)s gets a letter, and everybody at the table.") % words,
        back=_("“Bring back”; once somebody else sits there, if he agrees."),
        moved=moved(scene.table, after),
        entries=(
            Entry(
                "removed",
                told,
                # Why somebody lost it as a sanction is told to him alone.
                said={"who": seat.name} | ({"why": "rules", "message": ""} if sanction else {}),
                former=None if sanction else seat.player_id,
            ),
            *organises(heir),
        ),
        changed=seat,
        before=holder(seat),
        after={"holder": None, "links": seat.link_epoch + 1},
    )
