"""What directors do with a round, a table or an entry of a league in which they do not play."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import texts
from games.errors import BadPoints
from games.leagues.rules.terms import Format
from games.leagues.services import (
    annulling,
    changing,
    clinching,
    directing,
    entering,
    holding,
    judging,
    moving,
    postponing,
    proposing,
)
from games.models import Division, Entrant, LeagueTable, Round, Season
from games.moderation.acts.leagues import LeagueForm, OnLeague, WhileCounted
from games.moderation.rules.matrix import Relation
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Barred, Incomplete, Unfit
from games.moderation.selectors import leagues
from games.moderation.services.act import Args
from games.moderation.services.scene import Scene
from games.texts import leagues_pages as said
from games.texts.former import called
from games.texts.leagues_rules import points_text

Drawn, Table, Status = Round.Status, LeagueTable.Status, Entrant.Status
CHANGEABLE = (Format.GROUPS, Format.SWISS)
"""In the others the draw follows from the format alone."""


class PostponeForm(LeagueForm):
    """By how many days."""

    days = forms.IntegerField(
        label=gettext_lazy("Days later"), min_value=1, max_value=directing.MOST_DAYS, initial=7
    )
    field_order = ("days", "reason")


class Postpone(OnLeague):
    """A round that has not opened, and all after it, come later."""

    key, form, of = "league-postpone", PostponeForm, "round"
    when = frozenset(postponing.BEFORE_OPENING)

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Postpone the round")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Move it and those after it by whole days."""
        self.must_fit(scene)
        row = round_of(scene)
        opens = postponing.moved(scene.part.season, row, args["days"]).opens_at
        words = {"was": texts.moment_text(row.opens_at), "opens": texts.moment_text(opens)}
        later = row.division.rounds.filter(
            number__gt=row.number, status__in=postponing.BEFORE_OPENING
        ).count()
        more = ngettext(
            "%(n)d round after it moves by as much.",
            "%(n)d rounds after it move by as much.",
            later,
        )
        return Plan(
            does=(
                _("It opens %(opens)s, not %(was)s.") % words,
                *([more % {"n": later}] if later else []),
            ),
            told=_("Everybody in the division gets a letter with the reason."),
            back=_("It cannot come sooner again."),
            before={"opens": row.opens},
            after={"opens": opens.isoformat()},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, row = scene.part.season, round_of(scene)
        directing.move(season, row, args["days"], args["reason"], now=scene.now)


class ExchangeForm(LeagueForm):
    """Who changes places with whom."""

    one = forms.IntegerField(label=gettext_lazy("Number of one entry"), min_value=1)
    other = forms.IntegerField(label=gettext_lazy("Number of the other entry"), min_value=1)
    field_order = ("one", "other", "reason")


class Exchange(OnLeague):
    """Two change places in a draw that is not published."""

    key, form, of = "league-exchange", ExchangeForm, "round"
    when = frozenset({Drawn.DRAWN})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Let two change places in the draw")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Change places, and count who meets again."""
        self.must_fit(scene)
        row = round_of(scene)
        if row.final or holding.terms_of(scene.part.season).format not in CHANGEABLE:
            raise Unfit(_("This draw follows from its format alone."))
        found = changing.exchanged(row, args["one"], args["other"])
        if found is None:
            raise Incomplete("other", _("These two do not sit at two tables of this draw."))
        names = {row.pk: called(row.player.name) for row in _players(args["one"], args["other"])}
        words = {"one": names[args["one"]], "other": names[args["other"]]}
        before, after = (changing.meet_again(row, each) for each in (changing.drawn(row), found))
        cost = {"before": before, "after": after}
        return Plan(
            does=(
                _("%(one)s and %(other)s change places.") % words,
                _("Pairs that have met before: %(after)d, not %(before)d.") % cost,
                _("The draw is looked at anew, and published after that."),
            ),
            told=_("The directors get a letter; players read it when it is published."),
            back=_("By letting them change places again before it is published."),
            changed=found,
            before={"again": before},
            after={"again": after},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        changing.change(scene.part.season, round_of(scene), plan.changed, now=scene.now)


class PointsForm(LeagueForm):
    """What each place of a table has."""

    points = forms.CharField(
        label=gettext_lazy("Points of each place, in the order of the table"),
        max_length=200,
        help_text=gettext_lazy("With spaces between them: 100 50 0, also 2.5 or 1/3"),
    )
    field_order = ("points", "reason")


class OnTable(WhileCounted):
    """An act on a table, as long as its season's results can change."""

    of = "table"
    when = frozenset(judging.JUDGED)


class DecideTable(OnTable):
    """A table has the points that are given."""

    key, form = "league-adjudicate", PointsForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Decide the table by points")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Give the points, within what the scoring can give."""
        self.must_fit(scene)
        season, table = scene.part.season, table_of(scene)
        try:
            points = judging.points_of(season, table, args["points"].split())
        except BadPoints as problem:
            raise Incomplete("points", problem.message) from problem
        asks = clinching.by_points(season, table, points, now=scene.now)
        return Plan(
            does=(
                *(f"{name}: {points_text(each)}" for name, each in _at(table, points)),
                _("They stand in place of whatever it came to; a game that runs goes on."),
                *(said.asks_another() if asks else ()),
            ),
            told=_("Its players get a letter with the reason."),
            back=_("By deciding it again, until the season is final."),
            changed=(points, asks),
            before={"status": table.status},
            after={"points": [str(each) for each in points], **({"asks": True} if asks else {})},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, table, why = scene.part.season, table_of(scene), args["reason"]
        points, asks = plan.changed
        do = proposing.by_points if asks else judging.decide
        do(season, table, points, by=scene.by, why=why, now=scene.now)


class AnnulTable(OnTable):
    """A table counts for nobody."""

    key, form = "league-annul", LeagueForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Annul the table")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Let it count for nobody."""
        self.must_fit(scene)
        return Plan(
            does=(
                _("It counts for nobody; each there has the points of a bye as asked for."),
                _("Its game goes on as any other, if it runs."),
            ),
            told=_("Its players get a letter with the reason."),
            back=_("By having it played again while there is time."),
            before={"status": table_of(scene).status},
            after={"status": Table.ANNULLED},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        season, table, why = scene.part.season, table_of(scene), args["reason"]
        annulling.annul(season, table, by=scene.by, reason=why, now=scene.now)


class PlayAgain(OnTable):
    """An annulled table is played again."""

    key, form = "league-replay", LeagueForm
    when = frozenset({Table.ANNULLED})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Have the table played again")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Draw it once more with the same people."""
        self.must_fit(scene)
        season, table = scene.part.season, table_of(scene)
        if not judging.may_be_replayed(season, table, now=scene.now):
            raise Unfit(_("It was played again already, or less than a round's length is left."))
        return Plan(
            does=(_("A new table of the same round begins within minutes, with the same people."),),
            told=_("Its players get the first letters of the new game."),
            back=_("By annulling the new table."),
            after={"replays": table.pk},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        judging.play_again(scene.part.season, table_of(scene), now=scene.now)


class Admit(OnLeague):
    """Somebody who waits is in the season."""

    key, form, of = "league-admit", LeagueForm, "entry"
    when = frozenset({Status.WAITING})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Accept the late entry")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Let him in, before divisions are published."""
        self.must_fit(scene)
        season = scene.part.season
        open_to = (Season.Status.REGISTRATION, Season.Status.PREPARED)
        if season.status not in open_to or season.divisions.exists():
            raise Unfit(_("Divisions are published: who comes now waits for a place there."))
        name = {"name": called(entrant_of(scene).player.name)}
        return Plan(
            does=(_("%(name)s is in the season, before all others who wait.") % name,),
            told=_("%(name)s gets a letter.") % name,
            back=_("Only he himself can give the place back."),
            before={"status": Status.WAITING},
            after={"status": Status.REGISTERED},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        entering.let_in(scene.part.season, entrant_of(scene), now=scene.now)


class MoveForm(LeagueForm):
    """Into which division."""

    rank = forms.IntegerField(
        label=gettext_lazy("Number of the division; 1 is the top"), min_value=1, max_value=100
    )
    field_order = ("rank", "reason")


class Move(OnLeague):
    """Somebody plays in another division, before a draw is published."""

    key, form, of = "league-move", MoveForm, "entry"
    when = frozenset({Status.CONFIRMED, Status.ACTIVE})

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Move into another division")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Move him, and draw both divisions anew."""
        self.must_fit(scene)
        entrant = entrant_of(scene)
        to = scene.part.season.divisions.filter(rank=args["rank"]).first()
        if entrant.division is None or to is None or to.pk == entrant.division_id:
            raise Incomplete("rank", _("There is no other division of that number."))
        if leagues.relation_to(scene.by, leagues.Part(scene.part.season, to)) != Relation.NONE:
            raise Barred
        sizes = holding.terms_of(scene.part.season).divisions
        if not all(map(moving.is_unseen, (entrant.division, to))):
            raise Unfit(_("A draw is published there: he would have to leave and come later."))
        if entrant.division.entrants.count() <= sizes.min or to.entrants.count() >= sizes.max:
            raise Unfit(_("One of both divisions would be smaller or larger than the rules say."))
        words = {"name": called(entrant.player.name), "to": said.league_rank_name(to.name)}
        return Plan(
            does=(
                _("%(name)s plays in: %(to)s.") % words,
                _("Both divisions are drawn anew."),
            ),
            told=_("The directors get the new draws; players read them when they are published."),
            back=_("By moving him back before a draw is published."),
            changed=to,
            before={"division": entrant.division.rank},
            after={"division": to.rank},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store it."""
        to: Division = plan.changed
        moving.move(scene.part.season, entrant_of(scene), to, now=scene.now)


def round_of(scene: Scene) -> Round:
    """The round that an act is about."""
    assert scene.part.round is not None, "an act on a round"
    return scene.part.round


def table_of(scene: Scene) -> LeagueTable:
    """The table that an act is about."""
    assert scene.part.table is not None, "an act on a table"
    return scene.part.table


def entrant_of(scene: Scene) -> Entrant:
    """The entry that an act is about."""
    assert scene.part.entrant is not None, "an act on an entry"
    return scene.part.entrant


def _players(*numbers: int) -> Any:
    return Entrant.objects.filter(pk__in=numbers).select_related("player")


def _at(table: LeagueTable, points: list[Fraction]) -> list[tuple[str, Fraction]]:
    places = table.places.select_related("entrant__player").order_by("number")
    names = [called(place.entrant.player.name) for place in places]
    return list(zip(names, points, strict=True))
