"""The default move of a seat, at the word of somebody who may give it."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clocks.rules.table import overdue
from games.clocks.services import post
from games.models import Game
from games.moderation.acts.common import everybody, moved, must_run, seat_of
from games.moderation.acts.forms import ActForm, seat_field
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.services import turns


class ForceDefaultForm(ActForm):
    """For whom, and where he asked for it."""

    reasons = ("wish", "absence", "fault")
    seat = seat_field()
    written = forms.CharField(
        label=gettext_lazy("Where its owner asked for it in writing"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Talk, letter or case, with its day; not needed once time is over."),
    )


class ForceDefault(Act):
    """The service makes the default move of a seat, and nothing else."""

    key, about, beside, form = "force-default", "game", "clock", ForceDefaultForm
    ply_bound = True

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Make the default move")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether somebody is asked and could move."""
        stands = shown.aside or shown.paused_until is not None
        return shown.runs and bool(shown.clocks) and not stands

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Tell whether its time is over, or where it was asked for."""
        if not args:
            return Circumstances()
        seat = scene.table.seats.get(args["seat"])
        late = seat is not None and overdue(seat, now=scene.now)
        return Circumstances(over=late, in_writing=bool(args["written"].strip()))

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Name whose move it is; what it is nobody is told before."""
        must_run(scene)
        if scene.table.paused_until(scene.now):
            raise Unfit(_("The game stands still, and nobody moves. Let it go on first."))
        if scene.game.stuck >= Game.SET_ASIDE:
            raise Unfit(_("The game is being repaired, and nobody moves. Try it again first."))
        seat = seat_of(scene, args["seat"])
        if seat.number not in scene.game.to_act:
            raise Unfit(_("It is not the turn of %(name)s.") % {"name": seat.name})
        if post.answered(scene.game, seat.number, by=scene.now):
            raise Unfit(
                _("A mail of %(name)s came in and is being done. Look again in a minute.")
                % {"name": seat.name}
            )
        clocks = turns.clocks_after_force(
            scene.game, scene.places, scene.table, seat.number, now=scene.now
        )
        return Plan(
            does=(_("The service plays the default move of %(name)s.") % {"name": seat.name},),
            told=_("%(name)s reads which move it was, the table what it may know of it.")
            % {"name": seat.name},
            back=_("“Undo the default move”, as long as it is the last one."),
            moved=moved(scene.table, clocks),
            entries=(Entry("forced", everybody(scene), seat.number),),
            changed=seat.number,
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Make the move."""
        turns.force(scene.game, scene.places, scene.table, plan.changed, now=scene.now)
