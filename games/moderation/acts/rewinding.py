"""A game goes back: by a default move, to an earlier entry, or to a new deal of its round."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.moderation.acts.common import everybody, moved, must_run
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Incomplete, Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.replay.rules.playing import Back, Unplayable
from games.services import rewinding
from games.services.rewinding import NoWayBack, Return


class BackForm(ActForm):
    """Why; most reasons let some seats keep what others do not know, so these are all there are."""

    reasons = ("fault", "rules", "wish")


class RewindForm(BackForm):
    """To which entry, and whether what cannot be forgotten is accepted."""

    to = forms.IntegerField(
        label=gettext_lazy("Back to the table after which move"),
        min_value=0,
        max_value=100_000,
        help_text=gettext_lazy("As “Move by move” counts them; 0 is the deal."),
    )
    kept = forms.BooleanField(
        label=gettext_lazy("What some have seen meanwhile may stay with them"),
        required=False,
    )


class RestartRoundForm(BackForm):
    """Which round."""

    round = forms.IntegerField(
        label=gettext_lazy("Which round"),
        min_value=1,
        max_value=9,
        required=False,
        help_text=gettext_lazy(
            "Empty for the one that is played; after an earlier one none counts."
        ),
    )


class _Backwards(Act):
    """What all ways back have in common."""

    beside = "time"
    about = "game"
    ply_bound = True
    unseeing = True

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether something can be taken back."""
        return shown.runs and shown.game.ply > 0

    @abstractmethod
    def back(self, scene: Scene, args: Args) -> Back:
        """Name the way back; raises NoWayBack or Unplayable."""

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Work out what is drawn anew, what holds no longer, and who is asked until when."""
        must_run(scene)
        found = returned(scene, lambda: self.back(scene, args))
        self.accept(found, args)
        told = tuple(at for at in everybody(scene) if at not in found.asked)
        said = said_of(found)
        does = [*texts.backward_lines(said)]
        if scene.game.closed:
            does.append(
                _("Other tables play the same deal: this one is compared with them no longer.")
            )
        return Plan(
            does=tuple(does),
            told=_("Everybody at the table gets a letter, who is asked his turn."),
            back=_("It cannot be taken back."),
            moved=moved(scene.table, found.clocks),
            entries=(Entry("rewound", told, said=said),),
            changed=found.back,
            before={"ply": scene.game.ply},
            after={"ply": scene.game.ply + 1, **said},
        )

    def accept(self, found: Return, args: Args) -> None:
        """Pass what was ticked; raises Unfit."""

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Take the game back."""
        rewinding.go(scene.game, scene.places, scene.table, plan.changed, now=scene.now)


class UndoForced(_Backwards):
    """The last move was made by the clock or at somebody's word: it is taken back."""

    key, form = "undo-forced", BackForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Undo the default move")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether there is one."""
        return super().makes_sense(shown) and shown.forced

    def back(self, scene: Scene, args: Args) -> Back:
        """Back by one."""
        return rewinding.last_forced(scene.game)


class Rewind(_Backwards):
    """The game goes back to the position after an earlier move of the round."""

    key, form = "rewind", RewindForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Go back to an earlier move")

    def back(self, scene: Scene, args: Args) -> Back:
        """Back to where he says."""
        return Back(args["to"], "back")

    def accept(self, found: Return, args: Args) -> None:
        """Ask for a tick where somebody keeps what he saw."""
        if found.kept and not args["kept"]:
            raise Incomplete("kept", texts.kept_needs_a_tick(_looks(found.kept)))


class RestartRound(_Backwards):
    """A round is dealt anew, and what was played after it does not count."""

    key, form = "restart-round", RestartRoundForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Deal this round anew")

    def back(self, scene: Scene, args: Args) -> Back:
        """Back to its deal."""
        return rewinding.deal_of_round(scene.game, args["round"])


def returned(scene: Scene, back: Callable[[], Back]) -> Return:
    """Work out what a way back does; raises Unfit where there is none."""
    try:
        return rewinding.seen(scene.game, scene.places, scene.table, back(), now=scene.now)
    except NoWayBack as no:
        raise Unfit(texts.no_way_back(no.why)) from no
    except Unplayable as older:
        at = rewinding.rules_changed_at(scene.game)
        said = texts.rules_changed_text(at) if at else texts.no_way_back("rules")
        raise Unfit(said) from older


def said_of(found: Return) -> dict[str, Any]:
    """Write down what everybody reads of it."""
    return {
        "to": found.back.to,
        "round": found.round,
        "last": found.last,
        "pools": [[name, size] for name, size in found.pools.items()],
        "void": _looks(found.void),
        "kept": _looks(found.kept),
        "shown": [list(each) for each in found.shown],
    }


def _looks(looks: Any) -> list[list[Any]]:
    return [list(look) for look in looks]
