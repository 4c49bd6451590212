"""What directors do with a whole season: announce it, call it off, let it stand still and go on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import ClassVar

from django import forms
from django.forms import Form
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import texts
from games.errors import ServiceError
from games.leagues.rules.terms import Terms
from games.leagues.selectors import rehearsals
from games.leagues.services import directing, ending
from games.machine import selectors as machine
from games.machine.selectors import Scope
from games.models import Season
from games.moderation.acts.extending import ExtendAll
from games.moderation.acts.forms import printable
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Unfit
from games.moderation.services.act import About, Act, Args, Beside
from games.moderation.services.scene import Scene
from games.texts import leagues_pages as said
from games.texts.leagues_rehearsed import warning_text
from games.texts.leagues_rules import format_text

Status = Season.Status


class LeagueForm(Form):
    """Why a director does it: everybody reads it in the league's log."""

    reason = forms.CharField(
        label=gettext_lazy("Why"),
        min_length=10,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Whom it concerns reads it in the letter, others in the log."),
    )

    def clean_reason(self) -> str:
        """Write it as one line, and refuse what cannot be printed."""
        return " ".join(printable(self.cleaned_data["reason"]).split())


class OnLeague(Act):
    """An act of a director on a season, or on what is in it."""

    about: ClassVar[About] = "league"
    beside: ClassVar[Beside] = "league"
    of: ClassVar[str] = "season"
    """What it is done to, as targets name it."""
    when: ClassVar[frozenset[str]] = frozenset()
    """How far that may be."""

    def fits_at(self, status: str, *, suspended: bool = False) -> bool:
        """Tell whether the directors' page offers it for what is so far."""
        return status in self.when and not suspended

    def must_fit(self, scene: Scene) -> None:
        """Pass what is of the kind that it is done to, and so far; raises Unfit."""
        part = scene.part
        if part.kind != self.of:
            raise Unfit(_("That is not what this is done to."))
        if not self.fits_at(part.status, suspended=part.season.suspended_at is not None):
            state = said.state_text(self.of, part.status)
            raise Unfit(_("That cannot be done as things stand: %(state)s.") % {"state": state})


class WhileCounted(OnLeague):
    """An act on what a season's places or cards follow from, as long as they can change."""

    def must_fit(self, scene: Scene) -> None:
        """Pass what is in a season that runs or is being counted; raises Unfit."""
        super().must_fit(scene)
        status = scene.part.season.status
        if status not in (Status.RUNNING, Status.COUNTING):
            state = said.state_text("season", status)
            raise Unfit(_("That cannot be done as things stand: %(state)s.") % {"state": state})


class Announce(OnLeague):
    """A season's rules are frozen, and its dates fall due."""

    key, form = "league-announce", Form
    when = frozenset({Status.DRAFT})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Announce the season")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Freeze the rules."""
        self.must_fit(scene)
        season = scene.part.season
        try:
            terms = directing.ready(season, now=scene.now)
        except ServiceError as problem:
            raise Unfit(problem.message) from problem
        words = {
            "opens": texts.moment_text(terms.registers_at),
            "closes": texts.moment_text(terms.registered_at),
            "first": texts.moment_text(terms.first_at),
        }
        return Plan(
            does=(
                format_text(terms),
                _("Its rules are frozen: from now on nobody changes them."),
                _("Registration opens %(opens)s and closes %(closes)s.") % words,
                _("The first round opens %(first)s.") % words,
                _("The season before it is closed, if it is final."),
                *_rehearsed(season, terms),
            ),
            told=_("Who follows the league, and who was in its last season, gets a letter."),
            back=_("It can be called off until it begins; another season needs rules anew."),
            before={"status": season.status},
            after={"status": Status.ANNOUNCED, "commitment": season.commitment},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        directing.begin(scene.part.season, now=scene.now)


def _rehearsed(season: Season, terms: Terms) -> Iterator[str]:
    """Say with how many players it was rehearsed last, and all that it has warned of."""
    found = rehearsals.last(season.pk, terms)
    assert found is not None, "it is ready"
    words = {"players": said.entrants_text(found.players, 0), "runs": found.runs}
    yield _("It was rehearsed with about %(players)s, in %(runs)d runs each.") % words
    yield from map(warning_text, found.warnings)


class Cancel(OnLeague):
    """A season is called off before it runs."""

    key, form = "league-cancel", LeagueForm
    when = frozenset({Status.ANNOUNCED, Status.REGISTRATION, Status.PREPARED})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Call the season off")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Call it off."""
        self.must_fit(scene)
        season = scene.part.season
        entered = season.entrants.exclude(status="declined").count()
        people = ngettext("%(n)d player is in it.", "%(n)d players are in it.", entered)
        return Plan(
            does=(_("The season is over before it began."), people % {"n": entered}),
            told=_("Everybody who is in it or waits gets a letter with the reason."),
            back=_("It cannot be taken back; another season can be announced."),
            before={"status": season.status},
            after={"status": Status.CANCELLED},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        ending.cancel(scene.part.season, args["reason"], now=scene.now)


class Suspend(OnLeague):
    """A running season stands still."""

    key, form = "league-suspend", LeagueForm
    when = frozenset({Status.RUNNING})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Let the season stand still")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Stop all that falls due."""
        self.must_fit(scene)
        return Plan(
            does=(
                _("Nothing of the season falls due: no round is drawn, opened or closed."),
                _("Games that run go on under their own clocks."),
            ),
            told=_("Everybody who plays in it gets a letter with the reason."),
            back=_("By “Let the season go on”: all dates to come then move by whole days."),
            after={"suspended": scene.now.isoformat()},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        directing.stand_still(scene.part.season, args["reason"], now=scene.now)


class ExtendLeague(ExtendAll, OnLeague):
    """More time for everybody who is asked at a table of a season."""

    key, about, beside = "extend-league", "league", "league"
    when = frozenset({Status.RUNNING, Status.COUNTING})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("More time at all tables of the season")

    def scope(self, scene: Scene) -> Scope:
        """Find the games of the season."""
        return machine.deadlines(now=scene.now, season=scene.part.season.pk)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Fix which games it reaches."""
        self.must_fit(scene)
        return super().plan(scene, args)


class GoOn(OnLeague):
    """A season that stands still goes on."""

    key, form = "league-resume", LeagueForm
    when = frozenset({Status.RUNNING})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Let the season go on")

    def fits_at(self, status: str, *, suspended: bool = False) -> bool:
        """Tell whether it stands still."""
        return status in self.when and suspended

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Move all that is to come by whole days."""
        self.must_fit(scene)
        since = scene.part.season.suspended_at
        assert since is not None, "it fits"
        days = -((since - scene.now) // timedelta(days=1))
        moved = ngettext(
            "All dates to come move by %(n)d day.", "All dates to come move by %(n)d days.", days
        )
        return Plan(
            does=(moved % {"n": days},),
            told=_("Everybody who plays in it gets a letter."),
            back=_("It can stand still again; dates do not move back."),
            after={"days": days},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        directing.go_on(scene.part.season, now=scene.now)
