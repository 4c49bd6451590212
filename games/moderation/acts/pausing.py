"""Pause a game to an announced day, and let it go on."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.clocks.forms.fields import day_field
from games.clocks.forms.wishes import LAST_DAY
from games.clocks.rules import breaks, walls
from games.clocks.services import keeping, pauses
from games.moderation import selectors
from games.moderation.acts.common import everybody, moved, must_run
from games.moderation.acts.forms import ActForm
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import STAFF
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene

FLOOR = timedelta(hours=12)
"""So much time, or a turn, everybody finds who is asked when a pause ends."""


class PauseForm(ActForm):
    """The last day of a pause."""

    last = day_field(gettext_lazy("Last day of the pause"))


class Pause(Act):
    """Time stands still, and nobody moves, to the end of a day."""

    key, about, beside, form = "pause", "game", "time", PauseForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Pause the game")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether the game runs."""
        return shown.runs and shown.paused_until is None

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Count what its organiser paused before."""
        new = _until(scene, args) - scene.now if args else timedelta()
        paused = selectors.paused_by_organiser(scene.game) + new
        return Circumstances(paused=paused, asked=scene.own_seat in scene.game.to_act)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Stop every clock."""
        must_run(scene)
        until = _until(scene, args)
        after = breaks.pause(scene.table, until, by=None, now=scene.now)
        words = {"until": texts.moment_text(until)}
        return Plan(
            does=(
                _("The game stands still until %(until)s, and then goes on by itself.") % words,
                _("Nobody can move, no time runs out, no reminder is sent."),
            ),
            told=_("Everybody at the table gets a letter."),
            back=_("It can be ended at any time: “Let the game go on”."),
            moved=moved(scene.table, after),
            entries=(Entry("paused", everybody(scene), said=_said(until)),),
            changed=after,
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store the clocks."""
        keeping.save(scene.game, plan.changed)


class Resume(Act):
    """A paused game goes on before the announced day."""

    key, about, beside, form = "resume", "game", "time", ActForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Let the game go on")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether it is paused."""
        return shown.runs and shown.paused_until is not None

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Tell whether the game waits for its organiser himself."""
        return Circumstances(asked=scene.own_seat in scene.game.to_act)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Let every clock run on."""
        must_run(scene)
        last = pauses.last(scene.game) if scene.table.paused_until(scene.now) else {}
        if scene.roles.isdisjoint(STAFF) and (last.get("agreed") or last.get("moderated")):
            raise Unfit(_("This pause is not yours to end."))
        after = breaks.resume(scene.table, now=scene.now, floor=FLOOR)
        return Plan(
            does=(_("The game goes on now."),),
            told=_("Everybody at the table gets a letter."),
            back=_("It can be paused again."),
            moved=moved(scene.table, after),
            entries=(Entry("resumed", everybody(scene), said={"agreed": False}),),
            changed=after,
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store the clocks."""
        keeping.save(scene.game, plan.changed)


def _until(scene: Scene, args: Args) -> datetime:
    """The end of the last day where the actor lives."""
    day = min(args["last"], LAST_DAY) + timedelta(days=1)
    return walls.last(scene.by.time_zone, day, walls.MIDNIGHT)


def _said(until: datetime) -> dict[str, object]:
    return {"until": until.isoformat(), "agreed": False}
