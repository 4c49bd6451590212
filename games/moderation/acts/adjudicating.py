"""A game's result is decided; what was played stands beside it."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.models import Game
from games.moderation.acts.common import everybody, may_be_told, moved, not_begun_anew
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Incomplete, Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.results.rules import PLAYED
from games.results.services import adjudicating


class AdjudicateForm(ActForm):
    """What each seat has in the end."""

    reasons = ("rules", "fault", "check", "absence", "wish")
    scores = forms.CharField(
        label=gettext_lazy("What each seat has in the end"),
        max_length=100,
        help_text=gettext_lazy("A number for each seat, from @1 on: 9, 7, 7, 4"),
    )

    def clean_scores(self) -> list[int]:
        """Read whole numbers, and nothing else."""
        typed: str = self.cleaned_data["scores"]
        words = re.split(r"[\s,;]+", typed.strip())
        if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
            raise forms.ValidationError(_("These are not numbers: one for each seat, from @1 on."))
        return [int(word) for word in words]


class Adjudicate(Act):
    """The game has the result that is given."""

    key, about, beside, form = "adjudicate", "game", "time", AdjudicateForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Decide the result")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether it has begun."""
        return shown.game.status in Game.BEGUN

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Give it that result, and end it if it runs."""
        game, runs = scene.game, scene.game.status == Game.Status.ACTIVE
        if game.status not in Game.BEGUN:
            raise Unfit(texts.status_text(game.status))
        not_begun_anew(scene)
        may_be_told(scene)
        outcome = _judged(game, args["scores"])
        names = [place.name for place in scene.places]
        clocks = adjudicating.clocks_after(game, scene.table, now=scene.now)
        does = [texts.decided_text(outcome, names), texts.played_text(outcome[PLAYED], names)]
        if runs:
            does.append(
                _("It ends now. Its cards stay covered: other tables yet play this deal.")
                if game.closed
                else _("It ends now, and all cards are turned up.")
            )
        does.append(_("Profiles and statistics count what is decided."))
        return Plan(
            does=tuple(does),
            told=_("Everybody at the table gets a letter."),
            back=_("By deciding it again. What was played is kept for good."),
            moved=moved(scene.table, clocks),
            entries=(Entry("adjudicated", everybody(scene), said={"outcome": outcome}),),
            changed=outcome,
            before={"status": game.status, "outcome": game.outcome},
            after={"status": Game.Status.FINISHED, "outcome": outcome},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store the result."""
        adjudicating.adjudicate(scene.game, scene.table, plan.changed, now=scene.now)


def _judged(game: Game, scores: Sequence[int]) -> dict[str, Any]:
    try:
        return adjudicating.judged(game, scores)
    except ValueError as wrong:
        words = {"seats": game.seats, "most": adjudicating.most(game)}
        line = _("It takes %(seats)d numbers here, none of them over %(most)d.") % words
        raise Incomplete("scores", line) from wrong
