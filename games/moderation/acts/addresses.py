"""Letters that do not reach somebody: he is asked anew; or his account comes to another address."""

from datetime import timedelta

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.accounts.services import reach, recovering
from games.models import Act as Row
from games.moderation.acts.forms import ActForm
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.selectors.pages import masked
from games.moderation.services import telling
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.services import entries, people

A_DAY, MOST = timedelta(days=1), 3


class ResetForm(ActForm):
    """Nothing of its own: nobody but its owner ever enters another address."""

    reasons = ("wish", "fault")


class ResetAddress(Act):
    """A letter asks whether letters arrive; who says yes there gets them again."""

    key, about, beside, form = "reset-address", "person", "person", ResetForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Ask anew whether letters arrive")

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Tell whether it is he himself."""
        return Circumstances(own=scene.person.pk == scene.by.pk)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Write to the address that he has."""
        if _lately(scene) >= MOST:
            raise Unfit(_("He was asked three times within a day."))
        return Plan(
            does=(
                _("A letter goes to his own address, whatever is stopped there."),
                _(
                    "Once he says in it that it arrived, all letters come again, and his tables "
                    "read that he can be reached."
                ),
            ),
            told=_("He gets the letter, and the tables where you play together read of it.")
            if scene.shared
            else _("He gets the letter; nobody else is told."),
            back=_("What was sent cannot be taken back. He may stop letters again at any time."),
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Post it, and tell the tables where a host plays with him."""
        reach.ask(scene.person, now=scene.now)
        assert scene.row is not None, "it is being done"
        for place in scene.shared:
            said = telling.voice(scene.row)
            entries.record(place.game, "reach-asked", seat=place.number, now=scene.now, **said)


class RecoverForm(ActForm):
    """To which address, as he told it."""

    reasons = ("wish",)
    email = forms.CharField(
        label=gettext_lazy("His new address, as he proved it to you"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class RecoverAccount(Act):
    """An account whose mailbox is lost comes to another one, unless the old one objects."""

    key, about, beside, form = "recover-account", "person", "person", RecoverForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Recover the account")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Ask both mailboxes: the old one may object, the new one must agree."""
        new = people.address(args["email"])
        recovering.require_fit(scene.person, new)
        due = scene.now + recovering.VETO
        words = {"until": texts.moment_text(due), "new": masked(new)}
        return Plan(
            does=(
                _("The old mailbox is asked whether it objects, until %(until)s.") % words,
                _("The new mailbox, %(new)s, has to agree.") % words,
                _(
                    "Then letters and codes go to the new one. He is signed out everywhere, his "
                    "passkeys and all links in his letters open nothing any more."
                ),
            ),
            told=_("Both mailboxes now, and once it is done."),
            back=_("Either mailbox calls it off until then, and so does he when he signs in."),
            changed=new,
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Ask them."""
        recovering.ask(scene.person, plan.changed, now=scene.now)


def _lately(scene: Scene) -> int:
    again = Row.objects.filter(key=ResetAddress.key, target=scene.person.key)
    return again.filter(stage=Row.Stage.DONE, done_at__gt=scene.now - A_DAY).count()
