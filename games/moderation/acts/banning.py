"""The strongest sanctions: somebody is banned, or loses his seat in one game."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clocks.forms.fields import day_field
from games.moderation.acts.common import must_run, seat_of
from games.moderation.acts.forms import seat_field
from games.moderation.acts.removing import to_a_bot
from games.moderation.acts.sanctions import (
    SanctionForm,
    Sanctioning,
    impose,
    open_tables,
    until_of,
)
from games.moderation.acts.seats import OnSeat, held
from games.moderation.rules.matrix import Relation
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Barred
from games.moderation.selectors import relation_to_person
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Args
from games.moderation.services.scene import Scene
from games.sanctions import rules
from games.sanctions.rules import Kind
from games.sanctions.services import imposing
from games.substitutes.services import deciding


class BanForm(SanctionForm):
    """To the end of which day, if it has one, and what becomes of his seats."""

    last = day_field(gettext_lazy("Last day"), required=False)
    endless = forms.BooleanField(
        label=gettext_lazy("Without end: only hosts decide that"), required=False
    )
    seats = forms.ChoiceField(
        label=gettext_lazy("His games that run"),
        choices=[
            ("plays", gettext_lazy("he plays on to the end")),
            ("removed", gettext_lazy("a bot has all his seats: for cheating, or several accounts")),
        ],
        widget=forms.RadioSelect,
        initial="plays",
    )

    def clean(self) -> dict[str, Any]:
        """Ask for a last day unless there is none."""
        said = super().clean() or self.cleaned_data
        if not said.get("last") and not said.get("endless") and "last" not in self.errors:
            self.add_error("last", _("Choose the last day."))
        return said


class Ban(Sanctioning):
    """He begins no game, says nothing, decides nothing; his games go on, with or without him."""

    key, form, kind = "ban", BanForm, Kind.BAN

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Ban")

    def needs_second(self, scene: Scene, args: Args) -> bool:
        """Tell whether it lasts longer than one person may decide: the matrix asks for two."""
        return not self.does_alone(scene, args)

    def does_alone(self, scene: Scene, args: Args) -> bool:
        """Tell whether it is so short that one person gives it at once."""
        return not rules.takes_two(self.kind, until_of(scene, args), now=scene.now)

    def lines(self, scene: Scene, args: Args) -> tuple[str, ...]:
        """Say what it forbids, what goes on, and which tables change."""
        removed = args["seats"] == "removed"
        plays = _("He plays his games that run to the end. Opponents' clocks wait for nothing.")
        bot = _(
            "A bot has his seats in all games that run. For 48 hours nobody else takes them, since "
            "he may appeal. Opponents' clocks wait for nothing."
        )
        return (
            _("He opens no table, takes no seat, says nothing, and organises nothing."),
            bot if removed else plays,
            _("Pauses that he began end; votes that he owes count as no."),
            *open_tables(scene),
        )

    def told(self, scene: Scene) -> str:
        """Say who is told."""
        return _(
            "He, by a letter: what it means, why, until when. Tables read what changes there, in "
            "the name of a moderator, and nothing of why."
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Write the row, and to him; his tables are changed soon after, one by one."""
        removed = args["seats"] == "removed"
        impose(scene, args, self.kind, plan.changed, seats_removed=removed)


class SeatRemovedForm(SanctionForm):
    """Which seat."""

    seat = seat_field()


class SeatRemoved(OnSeat):
    """A sanction: its holder loses his seat in one game."""

    key, form = "seat-removed", SeatRemovedForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Take the seat away, as a sanction")

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether the game runs."""
        return shown.runs

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Give the seat to a bot, and hold it there for a while."""
        must_run(scene)
        seat = seat_of(scene, args["seat"])
        assert seat.player is not None, "a seat of a person"
        if relation_to_person(scene.by, seat.player) != Relation.NONE:
            raise Barred
        imposing.require(seat.player, Kind.SEAT_REMOVED, until=None, by=scene.by, now=scene.now)
        plan = to_a_bot(scene, seat, sanction=True)
        words = {"name": seat.name}
        waits = _("For 48 hours nobody else takes it: %(name)s may appeal.") % words
        return replace(
            plan,
            does=(*plan.does, waits),
            told=_(
                "%(name)s, by a letter: why, and your words. The table reads that the seat was "
                "taken, by the rules of this site."
            )
            % words,
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Write the row, and to him; let a bot have the seat."""
        seat = plan.changed
        impose(scene, args, Kind.SEAT_REMOVED, None, whom=seat.player, game=scene.game)
        opens_at = scene.now + rules.APPEAL_HOLDS
        deciding.remove(held(scene), seat.number, by=scene.by, now=scene.now, opens_at=opens_at)
