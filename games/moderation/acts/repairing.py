"""A game that is broken on our side is set aside, tried once more, and restored from its record."""

from django.utils.translation import gettext as _

from games import texts
from games.models import Game
from games.moderation.acts.common import everybody, moved, must_run
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.services import repairs, restoring
from games.services.restoring import NothingToRestore, Restored


class RepairForm(ActForm):
    """Why."""

    reasons = ("fault", "check")


class Quarantine(Act):
    """Nobody moves, no sweep looks at it, its clocks stand, until it is tried again."""

    key, about, beside, form = "quarantine", "game", "time", RepairForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Set the game aside for repair")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether it runs."""
        return shown.runs and not shown.aside

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Set it aside."""
        must_run(scene)
        if scene.game.stuck >= Game.SET_ASIDE:
            raise Unfit(_("This game is set aside already."))
        return Plan(
            does=(
                _("Nobody moves, no bot, no time runs out, no reminder is sent."),
                _("It stays so until “Try it again” finds nothing wrong."),
            ),
            told=_("Everybody at the table gets a letter: it is being repaired."),
            back=_("“Try it again”: then every deadline moves by as long as it stood."),
            entries=(Entry("repairing", everybody(scene)),),
            after={"aside": True},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it, and write to the table."""
        repairs.set_aside(scene.game, None, now=scene.now)


class Retry(Act):
    """One try: if nothing is wrong any more the game goes on."""

    key, about, beside, form = "retry", "game", "time", RepairForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Try it again")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether it is set aside."""
        return shown.runs and shown.aside

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Try what a next step would do, and let the game go on if it can be done."""
        must_run(scene)
        if scene.game.stuck < Game.SET_ASIDE:
            raise Unfit(_("This game is not set aside."))
        try:
            repairs.try_out(scene.game, scene.table)
        except Exception as error:
            return _still_broken(error)
        after = repairs.goes_on(scene.game, scene.table, now=scene.now)
        return Plan(
            does=(
                _("It was tried, and nothing is wrong any more: the game goes on."),
                _("Every deadline moves by as long as its clock stood."),
            ),
            told=_("Everybody at the table gets a letter."),
            back=_("It can be set aside again."),
            moved=moved(scene.table, after),
            entries=(Entry("repaired", everybody(scene)),),
            changed=after,
            before={"aside": True},
            after={"aside": False},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let it go on, or count the try."""
        if plan.changed is None:
            repairs.still_broken(scene.game, now=scene.now)
        else:
            repairs.end(scene.game, plan.changed, now=scene.now)


def _still_broken(error: Exception) -> Plan:
    kind, place = repairs.fingerprint(error)
    words = {"kind": kind, "place": place}
    return Plan(
        does=(
            _("It was tried and failed: %(kind)s at %(place)s.") % words,
            _("It stays set aside, and time stands still."),
        ),
        told=_("Nobody is written to."),
        back=_("There is nothing to take back."),
        after={"aside": True, **words},
    )


class Restore(Act):
    """Its record is played again; where the stored position differs the record's is put there."""

    key, about, beside, form = "restore", "game", "time", RepairForm
    ply_bound = True

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Restore the game from its record")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether it runs."""
        return shown.runs

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Play the record beside the stored position, and say where they differ first."""
        must_run(scene)
        found = _by_its_record(scene)
        said = {"ply": found.ply, "readable": found.readable, "openly": found.openly}
        return Plan(
            does=tuple(texts.restored_lines(said)),
            told=_("Everybody at the table gets a letter."),
            back=_("It cannot be taken back. The old position is kept, and shown to nobody."),
            moved=moved(scene.table, found.clocks),
            entries=(Entry("restored", everybody(scene)),),
            changed=found,
            before={"aside": scene.game.stuck >= Game.SET_ASIDE},
            after={"aside": False, **said},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Put the record's position in its place."""
        restoring.put(scene.game, scene.places, plan.changed, now=scene.now)


def _by_its_record(scene: Scene) -> Restored:
    try:
        return restoring.seen(scene.game, scene.table, now=scene.now)
    except NothingToRestore as no:
        raise Unfit(texts.not_restored(no.why, no.ply)) from no
    except Exception as error:
        kind, place = repairs.fingerprint(error)
        words = {"kind": kind, "place": place}
        raise Unfit(_("By its record it fails, too: %(kind)s at %(place)s.") % words) from error
