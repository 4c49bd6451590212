"""The whole service is held, its clocks alone or all that is played; and it goes on."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.clocks.forms.fields import day_field, hour_field
from games.clocks.rules import walls
from games.clocks.services import holding
from games.models import Position
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Incomplete, Unfit
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene

LATEST = timedelta(days=14)
"""So far ahead a hold is announced."""


class HoldForm(ActForm):
    """What stands still, from when on, and why, in words that every page shows."""

    reasons = ("service", "fault")
    position = forms.ChoiceField(
        label=gettext_lazy("What stands still"),
        choices=[
            (Position.CLOCKS, gettext_lazy("the clocks: whoever likes may move")),
            (Position.ALL, gettext_lazy("all: nobody moves, and letters wait")),
        ],
        widget=forms.RadioSelect,
        initial=Position.CLOCKS,
    )
    day = day_field(gettext_lazy("From which day (empty: from now on)"), required=False)
    hour = hour_field(gettext_lazy("From which hour of it, where you live"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for the sentence that every page shows."""
        super().__init__(*args, **kwargs)
        said: Any = self.fields["message"]
        said.label, said.required = _("What every page says of it"), True
        said.max_length = holding.LONGEST

    def clean_message(self) -> str:
        """Refuse what is too long for the top of a page."""
        said = " ".join(super().clean_message().split())
        if len(said) > holding.LONGEST:
            raise forms.ValidationError(
                _("At most %(n)d letters: it stands above every page.") % {"n": holding.LONGEST}
            )
        return said

    def clean(self) -> dict[str, Any]:
        """Refuse an hour without its day."""
        typed: dict[str, Any] = super().clean() or {}
        if typed.get("hour") and not typed.get("day"):
            self.add_error("day", _("Say on which day."))
        return typed


class ReleaseForm(ActForm):
    """Why."""

    reasons = ("service", "fault")


class Hold(Act):
    """No time runs out anywhere; or nothing is played either, nothing begins, and letters wait."""

    key, about, beside, form = "hold", "site", "site", HoldForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Hold the service")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Hold, or hold otherwise than before."""
        stands, begins = holding.stands(), _begins(scene, args)
        _must_differ(stands, args, begins)
        held = stands.held_at if stands else None
        since = held or begins or scene.now
        words = {"since": texts.moment_text(since)}
        whole = args["position"] == Position.ALL
        return Plan(
            does=(
                _("All clocks stand still from %(since)s on, until “Let the service go on”.")
                % words,
                _("Nobody moves, no bot, nothing begins, nobody is invited, and letters wait.")
                if whole
                else _("Whoever likes may move; the next clock begins when it goes on."),
                _("Acts of moderators go on, and so does signing in."),
            ),
            told=_("Every page says it at once. After two hours, who is asked gets a letter."),
            back=_("“Let the service go on”: then every deadline moves by the time that was lost."),
            changed=begins if held is None else None,
            before={"held": held.isoformat() if held else None},
            after={"held": since.isoformat(), "position": args["position"]},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Switch it on."""
        holding.put(args["message"], args["position"], now=scene.now, begins=plan.changed)


class Release(Act):
    """The service goes on; every clock that stood is moved by as long as it stood."""

    key, about, beside, form = "release", "site", "site", ReleaseForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Let the service go on")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Let go of what is held, or forget what was announced."""
        stands = holding.stands()
        if stands is None:
            raise Unfit(_("The service is not held."))
        since = stands.held_at
        if since is None:
            return Plan(
                does=(_("The hold that was announced does not begin."),),
                told=_("Nobody is written to."),
                back=_("It can be announced again."),
                after={"held": None},
            )
        return Plan(
            does=(
                _("The service goes on. It was held since %(since)s.")
                % {"since": texts.moment_text(since)},
                _("Every deadline moves by as long as its clock stood, within minutes."),
            ),
            told=_("If it was held for more than two hours, whoever has a new deadline gets a "
                   "letter, one for all his games."),
            back=_("It can be held again."),
            before={"held": since.isoformat()},
            after={"held": None},
        )  # fmt: skip

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Switch it off."""
        holding.lift(now=scene.now)


def _begins(scene: Scene, args: Args) -> datetime | None:
    """Read the announced time on the actor's clock; None if it begins now."""
    if args["day"] is None:
        return None
    at = args["hour"] or walls.MIDNIGHT
    begins = walls.last(scene.by.time_zone, args["day"], at)
    if not scene.now < begins <= scene.now + LATEST:
        raise Incomplete("day", _("It begins now, or within the next 14 days."))
    return begins


def _must_differ(stands: Any, args: Args, begins: datetime | None) -> None:
    if stands is None:
        return
    if stands.held_at and begins:
        raise Unfit(_("The service is held already: it cannot begin later."))
    same = (stands.begins_at, stands.position, stands.reason)
    if same == (begins, args["position"], args["message"]):
        raise Unfit(
            _("The service is held so already, since %(since)s. Nothing was changed.")
            % {"since": texts.moment_text(stands.held_at or stands.begins_at)}
        )
