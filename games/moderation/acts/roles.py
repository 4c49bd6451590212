"""Somebody becomes a moderator or a host, or is one no more: by a host, and never by himself."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.models import Role
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.services import roles
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene


class GrantRoleForm(ActForm):
    """Which role, and whether it begins or ends."""

    reasons = ("service",)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=[
            (Role.Kind.MODERATOR, gettext_lazy("moderator")),
            (Role.Kind.HOST, gettext_lazy("host")),
        ],
    )
    step = forms.ChoiceField(
        label=gettext_lazy("From now on"),
        choices=[("begin", gettext_lazy("holds it")), ("end", gettext_lazy("holds it no more"))],
        widget=forms.RadioSelect,
        initial="begin",
    )


class GrantRole(Act):
    """A role begins or ends."""

    key, about, beside, form = "grant-role", "person", "person", GrantRoleForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Give or end a role")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Begin a role that does not run, or end one that does."""
        person, kind, begins = scene.person, args["role"], args["step"] == "begin"
        runs = roles.runs(person, kind)
        words = {"name": person.name, "role": texts.role_text(kind)}
        if begins and runs:
            raise Unfit(_("%(name)s is that already: %(role)s.") % words)
        if not begins and not runs:
            raise Unfit(_("%(name)s is not that: %(role)s.") % words)
        if not begins and roles.is_last_host(person, kind):
            raise Unfit(_("%(name)s is the only host: first another becomes one.") % words)
        will = _("%(name)s holds this role from now on: %(role)s.")
        ends = _("%(name)s holds this role no more: %(role)s. It ends at once, everywhere.")
        return Plan(
            does=((will if begins else ends) % words,),
            told=_("Nobody is written to; it stands in the log."),
            back=_("By the same act."),
            before={kind: runs},
            after={kind: begins},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Write or end the row."""
        change = roles.begin if args["step"] == "begin" else roles.end
        change(scene.person, args["role"], now=scene.now)
