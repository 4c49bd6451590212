"""A letter goes out again: what is true now, to who sits there now."""

from datetime import timedelta

from django.utils.translation import gettext as _

from games.models import Act as Row
from games.models import Letter
from games.moderation.acts.forms import ActForm
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.matrix import Relation
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.services import freshness, mailbox

A_DAY, MOST = timedelta(days=1), 3
"""So often a letter goes out again in a day."""


class ResendForm(ActForm):
    """Nothing of its own."""

    reasons = ("wish", "fault")


class ResendLetter(Act):
    """A letter is written and sent anew. Who lets it go out never sees what it says."""

    key, about, beside, form = "resend-letter", "letter", "letter", ResendForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Send again")

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Tell whether he is its reader himself."""
        seat = scene.letter.seat
        own = seat.player_id == scene.by.pk if seat else scene.letter.email == scene.by.email
        return Circumstances(own=own)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Let it wait for its sending anew, if it is still worth it."""
        letter, told = scene.letter, _("Its reader gets it; nobody else is told.")
        if letter.status in (Letter.Status.QUEUED, Letter.Status.INFLIGHT):
            raise Unfit(_("This letter is on its way."))
        if not freshness.is_needed(letter, now=scene.now):
            raise Unfit(_("Nobody needs this letter any more: what it says is past."))
        if _lately(scene) >= MOST:
            raise Unfit(_("This letter went out again three times within a day."))
        entries: tuple[Entry, ...] = ()
        foreign = scene.about_game is not None and not self.case(scene, args).own
        if foreign and scene.relation == Relation.PLAYS:
            # It is open to a host who plays there, before everybody's eyes.
            told = _("Its reader gets it, and the table reads that you let it go out again.")
            seat = letter.seat.number if letter.seat else None
            entries = (Entry("resent", (), seat),)
        return Plan(
            does=(_("The letter is written anew, as things stand then, and sent."),),
            told=told,
            back=_("What was sent cannot be taken back."),
            entries=entries,
            before={"letter": str(letter.pk), "status": letter.status},
            after={"letter": str(letter.pk), "status": Letter.Status.QUEUED.value},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Put it back into the queue."""
        mailbox.send_again(scene.letter, now=scene.now)


def _lately(scene: Scene) -> int:
    again = Row.objects.filter(key=ResendLetter.key, target=str(scene.letter.pk))
    return again.filter(stage=Row.Stage.DONE, done_at__gt=scene.now - A_DAY).count()
