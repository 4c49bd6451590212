"""What directors do about a player: points, cards, honours, what he missed, taking him out."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import BadPoints
from games.leagues.rules import cards
from games.leagues.rules.cards import Card
from games.leagues.services import clinching, honouring, penalising, proposing, stepping
from games.models import Absence, Award, Entrant, Penalty
from games.moderation.acts.leagues import LeagueForm, OnLeague, WhileCounted
from games.moderation.acts.rounds import entrant_of
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Incomplete, Unfit
from games.moderation.services.act import Args
from games.moderation.services.scene import Scene
from games.texts import leagues_pages as said
from games.texts.former import called
from games.texts.leagues import absence_text, award_text, card_text
from games.texts.leagues_rules import points_text

Status = Entrant.Status
PLAYS = frozenset({Status.ACTIVE, *Entrant.LEFT})


class PrivateForm(LeagueForm):
    """Why, where that is between the directors and one player."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Say who reads the reason."""
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("He reads it in the letter, directors in the log.")


class PenaliseForm(LeagueForm):
    """How many points."""

    points = forms.CharField(
        label=gettext_lazy("Points that are taken away"),
        max_length=30,
        help_text=gettext_lazy("A number, also like 2.5 or 1/3"),
    )
    field_order = ("points", "reason")


class Penalise(WhileCounted):
    """Somebody loses points."""

    key, form, of = "league-penalise", PenaliseForm, "entry"
    when = PLAYS

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Take points away")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Take the points, within what one table can bring."""
        self.must_fit(scene)
        entrant = entrant_of(scene)
        try:
            points = penalising.points_of(scene.part.season, args["points"])
        except BadPoints as problem:
            line = _("Take more than 0 points and at most %(most)s.") % {"most": problem.most}
            raise Incomplete("points", line) from problem
        penalty = Penalty(entrant=entrant, points=str(points), reason=args["reason"], by=scene.by)
        asks = clinching.by_penalty(scene.part.season, penalty, now=scene.now)
        words = {"name": called(entrant.player.name), "points": points_text(points)}
        return Plan(
            does=(
                _("%(name)s loses points: %(points)s.") % words,
                _("The standing is worked out anew, and what was certain so far with it."),
                *(said.asks_another() if asks else ()),
            ),
            told=_("%(name)s gets a letter with the reason; everybody reads it in the standing.")
            % words,
            back=_("By giving the points back, until the season is final."),
            changed=(penalty, asks),
            after={"points": str(points), **({"asks": True} if asks else {})},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, (penalty, asks) = scene.part.season, plan.changed
        if asks:
            why = args["reason"]
            proposing.by_penalty(season, penalty, by=scene.by, why=why, now=scene.now)
        else:
            penalising.give(season, penalty, now=scene.now)


class Remit(WhileCounted):
    """Somebody has points back that he lost."""

    key, form, of = "league-remit", LeagueForm, "penalty"
    when = frozenset({"given"})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Give the points back")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Give them back."""
        self.must_fit(scene)
        penalty, entrant = penalty_of(scene), entrant_of(scene)
        asks = clinching.by_penalty(scene.part.season, penalty, now=scene.now)
        words = {
            "name": called(entrant.player.name),
            "points": points_text(Fraction(penalty.points)),
        }
        return Plan(
            does=(
                _("%(name)s has these points again: %(points)s.") % words,
                _("The standing is worked out anew, and what was certain so far with it."),
                *(said.asks_another() if asks else ()),
            ),
            told=_("%(name)s gets a letter with the reason.") % words,
            back=_("By taking them away once more."),
            changed=asks,
            before={"points": penalty.points},
            after={"points": "0", **({"asks": True} if asks else {})},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, penalty, why = scene.part.season, penalty_of(scene), args["reason"]
        if plan.changed:
            proposing.by_penalty(season, penalty, by=scene.by, why=why, now=scene.now)
        else:
            penalising.remit(season, penalty, why, now=scene.now)


class GiveStep(WhileCounted):
    """Somebody gets the next card."""

    key, form, of = "league-step", PrivateForm, "entry"
    when = frozenset({Status.ACTIVE})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Give a step on the ladder of cards")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Give him the next one, never two at once."""
        self.must_fit(scene)
        entrant = entrant_of(scene)
        was = Card(entrant.card)
        if was is Card.RED:
            raise Unfit(_("He has a red card already."))
        card = Card(was + 1)
        words = {"name": called(entrant.player.name), "card": card_text(card)}
        gone = _("%(name)s leaves the season, and may not enter the next.") % words
        return Plan(
            does=(
                _("%(name)s gets %(card)s.") % words,
                *((gone,) if card is Card.RED else ()),
            ),
            told=_("%(name)s gets a letter with the reason, and may appeal within a week.") % words,
            back=_("By taking it back, or by another director who grants his appeal."),
            before={"card": int(was)},
            after={"card": int(card)},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, why = scene.part.season, args["reason"]
        stepping.give(season, entrant_of(scene), by=scene.by, why=why, now=scene.now)


class OnAbsence(WhileCounted):
    """An act on what is held against somebody."""

    form, of = PrivateForm, "absence"

    def does(self, scene: Scene) -> tuple[str, ...]:
        """Say what it is about, and what follows no more."""
        row, entrant = absence_of(scene), entrant_of(scene)
        words = {"name": called(entrant.player.name), "card": card_text(Card(row.card or 0))}
        lines = [absence_text(cards.What(row.what), row.number)]
        if row.card:
            lines.append(_("%(name)s has no longer from it: %(card)s.") % words)
        if row.card == Card.RED:
            lines.append(
                _("%(name)s plays again from the next draw on, at the seats that nobody took.")
                % words
            )
        return tuple(lines)


class TakeBack(OnAbsence):
    """A step is taken back."""

    key = "league-take-back"
    when = frozenset({"card", "given"})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Take the card back")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Take it back, with what followed from it but for results."""
        self.must_fit(scene)
        words = {"name": called(entrant_of(scene).player.name)}
        return Plan(
            does=(*self.does(scene), _("Results stay as they are.")),
            told=_("%(name)s gets a letter.") % words,
            back=_("By giving a step anew."),
            before={"card": absence_of(scene).card or 0},
            after={"card": 0},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, why = scene.part.season, args["reason"]
        stepping.take_back(season, absence_of(scene), by=scene.by, why=why, now=scene.now)


class Excuse(OnAbsence):
    """What somebody missed counts for nothing."""

    key = "league-excuse"
    when = frozenset({"card", "missed"})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Excuse the absence")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Excuse it, and take back what followed from it but for results."""
        self.must_fit(scene)
        words = {"name": called(entrant_of(scene).player.name)}
        return Plan(
            does=(
                *self.does(scene),
                _("It is no step on the ladder of cards. Results stay as they are."),
            ),
            told=_("%(name)s gets a letter.") % words,
            back=_("It cannot be taken back; a step can be given."),
            before={"card": absence_of(scene).card or 0},
            after={"excused": True},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, why = scene.part.season, args["reason"]
        stepping.excuse(season, absence_of(scene), by=scene.by, why=why, now=scene.now)


class Revoke(OnLeague):
    """An honour is taken back."""

    key, form, of = "league-revoke", LeagueForm, "award"
    when = frozenset({"given"})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Revoke the honour")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Revoke it; places and who goes up stay as they are."""
        self.must_fit(scene)
        award = award_of(scene)
        honour = award_text(award.kind, award.round, award.number)
        words = {"name": called(entrant_of(scene).player.name), "honour": honour}
        return Plan(
            does=(
                _("%(name)s is no longer: %(honour)s. His card shows it as revoked.") % words,
                _("The hall of fame has it no more. Places and who goes up stay as they are."),
            ),
            told=_("%(name)s gets a letter with the reason.") % words,
            back=_("It cannot be taken back."),
            before={"award": award.kind, "round": award.round, "number": award.number},
            after={"revoked": True},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        honouring.revoke(scene.part.season, award_of(scene), args["reason"], now=scene.now)


class TakeOut(OnLeague):
    """Somebody is taken out of a season that runs."""

    key, form, of = "league-remove", LeagueForm, "entry"
    when = frozenset({Status.ACTIVE})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Take out of the season")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Take him out; seats that he has fall vacant."""
        self.must_fit(scene)
        name = {"name": called(entrant_of(scene).player.name)}
        return Plan(
            does=(_("%(name)s is drawn no more, and seats at running tables fall vacant.") % name,),
            told=_(
                "%(name)s gets a letter with the reason, and may appeal within a week. The tables "
                "concerned and the directors get one too."
            )
            % name,
            back=_("By another director who grants an appeal, to the seats that nobody took."),
            before={"status": Status.ACTIVE},
            after={"status": Status.REMOVED},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, entrant, why = scene.part.season, entrant_of(scene), args["reason"]
        stepping.take_out(season, entrant, by=scene.by, why=why, now=scene.now)


def absence_of(scene: Scene) -> Absence:
    """What an act is about that is held against somebody."""
    assert scene.part.absence is not None, "an act on an absence"
    return scene.part.absence


def award_of(scene: Scene) -> Award:
    """The honour that an act is about."""
    assert scene.part.award is not None, "an act on an honour"
    return scene.part.award


def penalty_of(scene: Scene) -> Penalty:
    """The penalty that an act is about."""
    assert scene.part.penalty is not None, "an act on a penalty"
    return scene.part.penalty
