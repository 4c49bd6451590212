"""Who had a seat has it again: from the bot at once, from who plays it now if he agrees."""

from typing import Any

from django.utils.translation import gettext as _

from games.clocks.rules import seating as clocks
from games.models import Player, Seat
from games.moderation.acts.common import everybody, has_begun, moved
from games.moderation.acts.seats import OnSeat, SeatForm, held, holder, links_die_text
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Args
from games.moderation.services.scene import Scene
from games.sanctions import selectors as sanctions
from games.sanctions.rules import Kind
from games.selectors import Person
from games.services import people
from games.services.seating import require_name, require_unreserved
from games.substitutes.selectors import former
from games.substitutes.services import deciding, standing

FREE, BOT, ASK, STAYS = "free", "bot", "ask", "stays"
"""What it is: a free place, a bot's seat, a question to who plays it, nobody else after all."""


class BringBack(OnSeat):
    """Somebody has the seat again that was taken from him."""

    key, form = "bring-back", SeatForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Bring back")

    def fits(self, seat: Person, shown: Moderated) -> bool:
        """Tell whether somebody had this seat before."""
        return seat.number in shown.former

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Find who had the seat, and what it takes to give it back."""
        begun, number = has_begun(scene), args["seat"]
        whom = former(scene.game).get(number)
        seat = next((at for at in scene.places if at.number == number), None)
        if whom is None or seat is None:
            raise Unfit(_("Nobody had this seat before who could have it again."))
        _require_free(scene, whom)
        if not begun:
            return _seated_again(scene, seat, whom)
        if seat.player_id == whom.pk:
            return _stays(seat)
        others = [place for place in scene.places if place.number != number]
        require_name(others, whom)
        if seat.player is None or standing.gave_up(held(scene), number):
            return _back(scene, seat, whom)
        return _asks(scene, seat, whom)

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let him sit, or ask who plays there."""
        way, number, whom = plan.changed
        if way == FREE:
            deciding.seat_again(scene.game, list(scene.places), whom, now=scene.now)
        elif way == BOT:
            deciding.give_back(held(scene), number, whom, now=scene.now)
        elif way == ASK:
            deciding.ask_back(held(scene), number, whom, by=scene.by, now=scene.now)
        else:
            deciding.withdraw(held(scene), number, now=scene.now)


def _require_free(scene: Scene, whom: Player) -> None:
    """Pass whom no decision keeps away from the table; raises Unfit."""
    banned = sanctions.runs(whom, Kind.BAN, now=scene.now)
    sent_away = sanctions.running(whom, Kind.SEAT_REMOVED, now=scene.now)
    if banned or sent_away.filter(game=scene.game).exists():
        line = _("A decision keeps %(name)s away from this table; it has to be lifted first.")
        raise Unfit(line % {"name": whom.name})


def _seated_again(scene: Scene, seat: Seat, whom: Player) -> Plan:
    require_unreserved(scene.game, list(scene.places))
    require_name(scene.places, whom)
    words = {"name": whom.name}
    return Plan(
        does=(_("%(name)s has a place at this table again.") % words,),
        told=_("%(name)s gets a letter; nobody else is told.") % words,
        back=_("By taking the seat away."),
        changed=(FREE, seat.number, whom),
        before={"holder": None},
        after={"holder": whom.pk},
    )


def _stays(seat: Seat) -> Plan:
    words = {"name": seat.name}
    return Plan(
        does=(
            _("The seat of %(name)s goes to nobody else; who was asked is asked no more.") % words,
        ),
        told=_("It stands in the story; nobody gets a letter."),
        back=_("By replacing again."),
        entries=(Entry("kept", (), seat.number, {"who": seat.name}),),
        changed=(STAYS, seat.number, seat.player),
        before=holder(seat),
        after=holder(seat),
    )


def _back(scene: Scene, seat: Seat, whom: Player) -> Plan:
    mark = standing.mark(held(scene), seat.number)
    after = clocks.substitute(
        scene.table, seat.number, people.person(whom), now=scene.now, mark=mark
    )
    words = {"name": whom.name}
    told = tuple(sorted({*everybody(scene), seat.number}))
    return Plan(
        does=(
            _("%(name)s plays the seat again and learns what it knows now.") % words,
            _("If the seat is asked, it has a whole turn."),
            *((links_die_text(seat),) if seat.player else ()),
        ),
        told=_("%(name)s and everybody at the table get a letter.") % words,
        back=_("By taking the seat away."),
        moved=moved(scene.table, after),
        entries=(_entry(seat, whom, told),),
        changed=(BOT, seat.number, whom),
        before=holder(seat),
        after={"holder": whom.pk, "links": seat.link_epoch + 1},
    )


def _entry(seat: Seat, whom: Player, told: tuple[int, ...]) -> Entry:
    said: dict[str, Any] = {"who": whom.name, "was": seat.name}
    return Entry("returned", told, seat.number, said, former=seat.player_id)


def _asks(scene: Scene, seat: Seat, whom: Player) -> Plan:
    asked = deciding.asked_back(held(scene), seat.number)
    if asked is not None and asked.whom_id == whom.pk:
        raise Unfit(_("%(name)s is asked already, and has not answered.") % {"name": seat.name})
    words = {"name": seat.name, "whom": whom.name}
    return Plan(
        does=(
            _("%(name)s is asked whether %(whom)s may have the seat again.") % words,
            _("Until %(name)s agrees nothing changes.") % words,
        ),
        told=_("%(name)s gets a letter; others read it in the story.") % words,
        back=_("%(name)s can refuse.") % words,
        entries=(Entry("return-asked", (seat.number,), seat.number, {"who": whom.name}),),
        changed=(ASK, seat.number, whom),
        before=holder(seat),
        after=holder(seat),
    )
