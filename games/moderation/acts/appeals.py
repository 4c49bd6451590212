"""An appeal is answered, once and for good, by somebody who had no part in the decision."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.cases.selectors import decisions
from games.cases.services import claiming, deciding
from games.clocks.forms.fields import day_field
from games.models import Objection, Sanction
from games.moderation.acts.closing import until_of
from games.moderation.acts.forms import ActForm
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Incomplete, Unfit
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.sanctions import services as sanctioning

Answer = Objection.Answer


class DecideAppealForm(ActForm):
    """What becomes of the decision."""

    reasons = ("rules", "check", "fault")
    answer = forms.ChoiceField(
        label=gettext_lazy("The decision"),
        choices=[
            (Answer.STANDS, gettext_lazy("stands")),
            (Answer.CHANGED, gettext_lazy("is changed: the measure ends earlier")),
            (Answer.LIFTED, gettext_lazy("is lifted: the measure ends now")),
        ],
        widget=forms.RadioSelect,
    )
    last = day_field(gettext_lazy("Last day of the measure, if it is changed"), required=False)

    def clean(self) -> dict[str, Any]:
        """Ask for a day where the decision is changed, and only there."""
        said = super().clean() or {}
        if (said.get("answer") == Answer.CHANGED) != bool(said.get("last")):
            self.add_error("last", _("Choose a day if the decision is changed, and only then."))
        return said


class DecideAppeal(Act):
    """A decision stands, is changed, or is lifted."""

    key, about, beside, form = "decide-appeal", "appeal", "appeal", DecideAppealForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Answer this appeal")

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Tell whether he had a part in what was decided; the selectors leave those out, too."""
        act = scene.objection.act
        return Circumstances(decided=scene.by.pk in (act.actor_id, act.second_id))

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Work out what becomes of what was decided, and of nothing else."""
        appeal = scene.objection
        if appeal.answered_at is not None:
            raise Unfit(_("This appeal is answered already."))
        claiming.require(appeal, by=scene.by, now=scene.now)
        found = tuple(decisions.running(appeal, now=scene.now))
        until = until_of(scene, args["last"])
        if until is not None:
            _require_earlier(found, until, scene)
        answer = args["answer"]
        return Plan(
            does=(texts.objection_text(answer), *_does(appeal, found, answer, until)),
            told=_("%(name)s gets a letter with the answer and your word.")
            % {"name": appeal.by.name},
            back=_("It cannot be taken back: this answer is final."),
            changed=(found, until),
            before={"answer": ""},
            after={"answer": answer, "until": until.isoformat() if until else None},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store the answer, and end or shorten what the decision gave."""
        found, until = plan.changed
        appeal, answer = scene.objection, args["answer"]
        deciding.answer(appeal, answer, args["message"], by=scene.by, now=scene.now)
        for sanction in found if answer != Answer.STANDS else ():
            if sanctioning.lift(sanction, now=scene.now, told=False) and until is not None:
                _shorten(sanction, until, scene)


def _shorten(sanction: Sanction, until: Any, scene: Scene) -> None:
    """Give the same again to its earlier end; the longer one stays in the record as ended."""
    sanctioning.impose(
        sanction.player,
        sanction.kind,
        until=until,
        reason=sanction.why,
        case=sanction.case_number,
        message=sanction.message,
        note=sanction.note,
        game=sanction.game,
        seats_removed=sanction.seats_removed,
        reference=scene.reference,
        told=False,
        by=scene.by,
        now=scene.now,
    )


def _require_earlier(found: tuple[Sanction, ...], until: Any, scene: Scene) -> None:
    if not found or any(each.until is None or each.until <= until for each in found):
        raise Incomplete("last", _("Choose a day before the measure ends."))
    if until <= scene.now:
        raise Incomplete("last", _("This day is over: choose one from today on."))


def _does(appeal: Objection, found: tuple[Sanction, ...], answer: str, until: Any) -> Iterator[str]:
    if answer == Answer.STANDS:
        return
    lost = decisions.seats_lost(appeal) if until is None else ()
    for each in found:
        words = {
            "measure": texts.sanction_name(each.kind),
            "until": texts.moment_text(until) if until else "",
        }
        if until is not None:
            yield _("“%(measure)s” ends earlier: %(until)s.") % words
        else:
            yield _("“%(measure)s” ends now.") % words
    for seat in lost:
        words = {"name": appeal.by.name, "game": seat.name or seat.game}
        yield _("“Bring back” is offered for %(name)s then: %(game)s.") % words
    if not found and not lost:
        yield _("Nothing that was decided runs any more.")
