"""A game is annulled and begun anew with the same people."""

from django.utils.translation import gettext as _

from games import texts
from games.models import Game, new_key
from games.moderation.acts.common import everybody, may_be_told, moved, not_begun_anew
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.results.services import annulling, restarting


class RestartForm(ActForm):
    """Why."""

    reasons = ("fault", "rules", "wish", "absence", "check")


class RestartGame(Act):
    """The game counts nowhere, and another one begins in its place."""

    key, about, beside, form = "restart-game", "game", "time", RestartForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Begin the game anew")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether it has begun."""
        return shown.game.status in Game.BEGUN

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Annul it and deal another one."""
        game = scene.game
        if game.status not in Game.BEGUN:
            raise Unfit(texts.status_text(game.status))
        not_begun_anew(scene)
        may_be_told(scene)
        if not restarting.staying(scene.places):
            raise Unfit(_("Nobody plays there any more with whom it could begin anew."))
        key, name = new_key(), restarting.name_of(game)
        clocks = annulling.clocks_after(game, scene.places, scene.table, now=scene.now)
        outcome = game.outcome or {}
        return Plan(
            does=(
                _("This game has no result and counts nowhere; what it was stays to be read."),
                _("Another one begins now: “%(name)s”.") % {"name": name},
                _(
                    "It has the same people, rules and clock, a fresh secret, and seats that are "
                    "drawn anew."
                ),
                _("Old links open the old table, and nobody can play there."),
            ),
            told=_("Everybody at the table gets a letter, and another one from the new table."),
            back=_("It cannot be taken back."),
            moved=moved(scene.table, clocks),
            entries=(
                Entry(
                    "restarted",
                    everybody(scene),
                    said={"key": key, "name": name, "scores": outcome.get("scores")},
                ),
            ),
            changed=key,
            before={"status": game.status, "outcome": game.outcome},
            after={"status": Game.Status.ANNULLED, "restart": key},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store both."""
        restarting.restart(scene.game, scene.places, scene.table, plan.changed, now=scene.now)
