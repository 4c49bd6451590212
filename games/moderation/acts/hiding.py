"""What gives offence is hidden: something that was said, or what somebody is called."""

from django import forms
from django.utils.translation import gettext as _

from games.models import Remark, Sanction
from games.moderation.acts.sanctions import SanctionForm, impose
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.sanctions import selectors, services
from games.sanctions.rules import Kind

LONGEST = 80
"""So much of what was said stands in a preview."""


class HideTalkForm(SanctionForm):
    """Which remark, and whether it is hidden or shown again."""

    reasons = ("talk", "rules")
    remark = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    step = forms.ChoiceField(
        choices=[("hide", "hide"), ("show", "show")], widget=forms.HiddenInput, initial="hide"
    )


class HideTalk(Act):
    """Something that was said is read by nobody, until it is shown again."""

    key, about, beside, form = "hide-talk", "game", "talk", HideTalkForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Hide what was said, or show it again")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell that it is offered beside the talk itself."""
        return False

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Hide a remark, or show it."""
        said = scene.game.remarks.filter(pk=args["remark"]).select_related("by").first()
        if said is None:
            raise Unfit(_("There is no such remark."))
        return _hidden(scene, said) if args["step"] == "hide" else _shown(said)

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Write the row, or end it."""
        match plan.changed:
            case Remark() as said:
                impose(
                    scene, args, Kind.HIDE_TALK, None, whom=said.by, game=scene.game, remark=said
                )
            case rows:
                for row in rows:
                    services.lift(row, now=scene.now)


def _hidden(scene: Scene, said: Remark) -> Plan:
    if selectors.hidden([said]):
        raise Unfit(_("This is hidden already."))
    if said.by_id == scene.by.pk:
        raise Unfit(_("You said this yourself; ask another moderator."))
    words = {"name": said.name, "text": _cut(said.text)}
    return Plan(
        does=(
            _("Instead of “%(text)s”, said by %(name)s, all read “hidden by a moderator”.") % words,
            _("The words are kept for 180 days, for its case, and then they are gone."),
        ),
        told=_("%(name)s, by a letter: that it is hidden, why, and your words.") % words,
        back=_("“Show again”, beside it, as long as the words are kept."),
        changed=said,
        before={"remark": said.pk, "hidden": False},
        after={"remark": said.pk, "hidden": True},
    )


def _shown(said: Remark) -> Plan:
    rows = list(Sanction.objects.filter(kind=Kind.HIDE_TALK, ended_at=None, remark=said))
    if not rows:
        raise Unfit(_("This is not hidden."))
    if not said.text:
        raise Unfit(_("Its words are gone: they were kept for 180 days."))
    words = {"name": said.name, "text": _cut(said.text)}
    return Plan(
        does=(_("All read again what %(name)s said: “%(text)s”.") % words,),
        told=_("%(name)s, by a letter.") % words,
        back=_("It can be hidden again."),
        changed=rows,
        before={"remark": said.pk, "hidden": True},
        after={"remark": said.pk, "hidden": False},
    )


class PlainNameForm(SanctionForm):
    """Nothing of its own."""

    reasons = ("name", "rules")


class PlainName(Act):
    """Somebody is called by a number until he chooses a name that passes."""

    key, about, beside, form = "plain-name", "person", "person", PlainNameForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Take an offending name")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Call him by a number."""
        was = scene.person.name
        if not was:
            raise Unfit(_("He has not said yet what he is called."))
        if scene.person.pk == scene.by.pk:
            raise Unfit(_("You change your own name in your settings."))
        if was in _plain(scene):
            raise Unfit(_("He is called by a number already."))
        words = {"name": was}
        return Plan(
            does=(
                _("%(name)s is called “Player” and four digits from now on, also where he sat.")
                % words,
                _("He may choose another name in his settings, but not this one again."),
            ),
            told=_("He, by a letter: why, and your words. Nobody else is told."),
            back=_("“Lift”, on his page: he is called as before, unless he chose a name."),
            before={"plain": False},
            after={"plain": True},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Write the row, and call him so."""
        impose(scene, args, Kind.PLAIN_NAME, None)


def _plain(scene: Scene) -> list[str]:
    rows = Sanction.objects.filter(player=scene.person, kind=Kind.PLAIN_NAME, ended_at=None)
    return list(rows.values_list("became", flat=True))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
