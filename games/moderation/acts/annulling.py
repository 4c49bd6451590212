"""A game ends without a result, and within three days that can be taken back."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games import texts
from games.models import Act as Row
from games.models import Entry as Told
from games.models import Game
from games.moderation.acts.common import everybody, may_be_told, moved, not_begun_anew
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.results.rules import COVERED
from games.results.services import annulling


class AnnulForm(ActForm):
    """Why, or by which reference it is taken back."""

    reasons = ("fault", "rules", "wish", "absence", "check")
    back = forms.CharField(max_length=4, required=False, widget=forms.HiddenInput)


class Annul(Act):
    """The game ends without a result and counts nowhere."""

    key, about, beside, form = "annul", "game", "time", AnnulForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Annul the game")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether it has begun and counts."""
        return shown.game.status in (Game.Status.ACTIVE, Game.Status.FINISHED)

    def taken_back(self, row: Row, *, now: datetime) -> dict[str, str] | None:
        """Offer to take it back as long as nothing was turned up."""
        late = row.done_at is None or now >= row.done_at + COVERED
        return None if late or row.asked["back"] else {"back": row.reference}

    def plan(self, scene: Scene, args: Args) -> Plan:
        """End it, or let it go on."""
        if args["back"]:
            return _taken_back(scene, args["back"])
        if scene.game.status not in (Game.Status.ACTIVE, Game.Status.FINISHED):
            raise Unfit(texts.status_text(scene.game.status))
        may_be_told(scene)
        return _annulled(scene)

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        if args["back"]:
            annulling.take_back(scene.game, scene.places, scene.table, plan.changed, now=scene.now)
        else:
            annulling.annul(scene.game, scene.places, scene.table, now=scene.now)


def _annulled(scene: Scene) -> Plan:
    game, runs = scene.game, scene.game.status == Game.Status.ACTIVE
    until = annulling.covered_until(game, now=scene.now)
    clocks = annulling.clocks_after(game, scene.places, scene.table, now=scene.now)
    words = {"moment": texts.moment_text(until) if until else ""}
    does = [_("It has no result and counts nowhere: in no profile, no ranking, no statistics.")]
    if runs:
        does += [
            _("It ends now. Nobody can move any more."),
            _("All cards are turned up once the last table that plays this deal is over.")
            if game.closed
            else _("All cards are turned up %(moment)s, not before.") % words,
            _("What was missed in its last turn is struck; earlier misses stay."),
        ]
    return Plan(
        does=tuple(does),
        told=_("Everybody at the table gets a letter."),
        back=_("Within 72 hours, by two people: it then goes on, paused."),
        moved=moved(scene.table, clocks),
        entries=(Entry("annulled", everybody(scene), said=_said(game, until if runs else None)),),
        before={"status": game.status, "outcome": game.outcome},
        after={"status": Game.Status.ANNULLED, "covered_until": _iso(until)},
    )


def _taken_back(scene: Scene, reference: str) -> Plan:
    game = scene.game
    told = _what_annulled(scene, reference)
    clocks, runs = annulling.clocks_again(game, scene.table, now=scene.now), game.covered_until
    until = annulling.paused_until(scene.now) if runs else None
    words = {"moment": texts.moment_text(until) if until else ""}
    entries = [Entry("reinstated", everybody(scene), said={"until": _iso(until)})]
    if until:
        said = {"until": until.isoformat(), "agreed": False}
        entries.append(Entry("paused", (), said=said))
        does = _(
            "The game goes on where it stood. First it is paused, until %(moment)s at the latest: "
            "let it go on, or decide it."
        )
    else:
        does = _("The result that it had stands again.")
    return Plan(
        does=(does % words,),
        told=_("Everybody at the table gets a letter."),
        back=_("It can be annulled again."),
        moved=moved(scene.table, clocks),
        entries=tuple(entries),
        changed=told.said["outcome"],
        before={"status": game.status},
        after={"status": Game.Status.ACTIVE if runs else Game.Status.FINISHED},
    )


def _what_annulled(scene: Scene, reference: str) -> Told:
    """Find the entry by which the game is annulled; raises Unfit."""
    if scene.own_seat is not None or scene.game.status != Game.Status.ANNULLED:
        raise Unfit(_("There is nothing that can be taken back."))
    not_begun_anew(scene)
    last = scene.game.entries.filter(act="annulled").latest("pk")
    if last.said["reference"] != reference:
        raise Unfit(_("There is nothing that can be taken back."))
    if scene.now >= last.made_at + COVERED:
        raise Unfit(_("An annulled game goes on within 72 hours, or not at all."))
    return last


def _said(game: Game, until: datetime | None) -> dict[str, Any]:
    """Write down what everybody reads of it, and what it takes to take it back."""
    outcome = game.outcome or {}
    return {"until": _iso(until), "scores": outcome.get("scores"), "outcome": game.outcome}


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
