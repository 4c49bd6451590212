"""A signal is dismissed: it explains itself otherwise, and is silent for half a year."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.models import Signal
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.signals.services import judging

State = Signal.State


class DismissForm(ActForm):
    """Why; nobody is told."""

    reasons = ("rules",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for no word to anybody: nobody would read it."""
        super().__init__(*args, **kwargs)
        self.fields["message"].widget = forms.HiddenInput()


class DismissSignal(Act):
    """A signal about two accounts is put away."""

    key, about, beside, form = "dismiss-signal", "signal", "signal", DismissForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Dismiss the signal")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Put away what was not put away before."""
        signal = scene.signal
        if signal.state not in (State.NEW, State.SEEN):
            raise Unfit(_("This signal is dismissed already, or lies in a case."))
        words = {"one": signal.one.name, "other": signal.other.name}
        return Plan(
            does=(
                _(
                    "For 180 days nothing more is raised about %(one)s and %(other)s, unless a "
                    "number of it doubles."
                )
                % words,
            ),
            told=_("Nobody is told, least of all the two."),
            back=_("It cannot be taken back, and need not: what goes on is raised again."),
            changed=signal,
            before={"state": signal.state},
            after={"state": State.DISMISSED.value},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Put it away."""
        judging.dismiss(plan.changed, now=scene.now)
