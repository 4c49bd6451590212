"""The links of a seat die, and its holder gets a letter with a new one."""

from django.utils.translation import gettext as _

from games.moderation.acts.common import seat_of
from games.moderation.acts.forms import ActForm, seat_field
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.plan import Plan
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.services import games


class RevokeLinksForm(ActForm):
    """Of which seat."""

    reasons = ("wish", "fault", "check")
    seat = seat_field()


class RevokeLinks(Act):
    """All links in a seat's letters so far open nothing any more."""

    key, about, beside, form = "revoke-links", "game", "seat", RevokeLinksForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Revoke the links")

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Tell whether it is his own seat."""
        own = scene.own_seat
        return Circumstances(own=own is not None and args.get("seat", own) == own)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Count the links of the seat on."""
        seat = seat_of(scene, args["seat"])
        return Plan(
            does=(
                _("All links in the letters of %(name)s open nothing any more.")
                % {"name": seat.name},
            ),
            told=_("%(name)s gets a letter with a new link; nobody else is told.")
            % {"name": seat.name},
            back=_("It cannot be taken back, and need not: the new link opens the same seat."),
            changed=seat,
            before={"links": seat.link_epoch},
            after={"links": seat.link_epoch + 1},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let the links die, and write to who sits there."""
        games.renew_links(scene.game, plan.changed, now=scene.now)
