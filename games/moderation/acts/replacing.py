"""A seat goes to somebody else: to one who is named and agrees, or to whoever takes it first."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import AlreadySeated, DecidedHere, LivesWithOne, SatBefore, ServiceError
from games.glass.selectors import has_looked
from games.models import Game, Offer, Player, Seat
from games.moderation import selectors
from games.moderation.acts.common import has_begun
from games.moderation.acts.seats import OnSeat, SeatForm, held, holder, links_die_text
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Incomplete, Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Args
from games.moderation.services.scene import Scene
from games.sanctions.rules import Kind
from games.selectors import Person
from games.services import invitations
from games.services.bars import require_free
from games.services.seating import require_name
from games.substitutes.services import deciding, organising, sitting


class ReplaceForm(SeatForm):
    """To whom it goes."""

    whom = forms.CharField(
        label=gettext_lazy("To whom (empty: to whoever takes it first)"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("The address of the page of a player, or the key it ends with."),
    )

    def clean_whom(self) -> str:
        """Keep the key alone."""
        typed: str = self.cleaned_data["whom"]
        return typed.strip().rstrip("/").rpartition("/")[2]


class Replace(OnSeat):
    """Somebody else gets the seat; until he sits all stays as it is."""

    key, form = "replace", ReplaceForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Give the seat to somebody else")

    def fits(self, seat: Person, shown: Moderated) -> bool:
        """Tell whether it is somebody's, or was until lately."""
        return super().fits(seat, shown) or (shown.runs and seat.number in shown.former)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Find who may sit there, and say what changes once he does."""
        begun, whom = has_begun(scene), _named(scene, args["whom"])
        seat = _seat(scene, args["seat"])
        if begun:
            return _given(scene, seat, whom)
        if whom is None:
            raise Incomplete(
                "whom", _("Before the start somebody is named; or take the seat away.")
            )
        return _kept_for(scene, seat, whom)

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Ask him, or everybody."""
        seat, whom = plan.changed
        if has_begun(scene):
            deciding.give_to(held(scene), seat.number, whom, by=scene.by, now=scene.now)
        else:
            deciding.free(scene.game, seat, by=scene.by, now=scene.now)
            invitations.keep_for(scene.game, whom, by=scene.by, now=scene.now)


def _seat(scene: Scene, number: int) -> Seat:
    """Find a seat of a person, or one that a bot has until somebody takes it; raises Unfit."""
    offered = Offer.objects.filter(game=scene.game, seat=number, closed_at=None).exists()
    for place in scene.places:
        if place.number == number and (place.player_id or offered):
            return place
    raise Unfit(_("Nobody sits there."))


def _named(scene: Scene, key: str) -> Player | None:
    """Find who is named and may sit at the table; raises Unfit with the reason."""
    if not key:
        return None
    whom = Player.objects.filter(key=key, email__isnull=False).first()
    if whom is None or not whom.name:
        raise Unfit(_("There is no player of this key."))
    words = {"name": whom.name}
    if has_looked(whom, scene.game):
        raise Unfit(_("%(name)s has looked at hidden cards of this table.") % words)
    try:
        sitting.require_stranger(scene.game, whom, by=scene.by.pk)
        require_free(whom, Kind.NO_NEW_GAMES, now=scene.now)
        require_name(scene.places, whom)
    except AlreadySeated:
        raise Unfit(_("%(name)s sits at this table.") % words) from None
    except SatBefore:
        raise Unfit(_("%(name)s sat at this table before.") % words) from None
    except LivesWithOne:
        line = _("Somebody of the household of %(name)s sits or sat at this table.")
        raise Unfit(line % words) from None
    except DecidedHere as problem:
        raise Unfit(problem.message) from None
    except ServiceError:
        raise Unfit(_("%(name)s may not take a seat here.") % words) from None
    # What ties his household to the table was asked above, by what the table has chosen.
    if Game.objects.filter(selectors.played_by([whom.pk]), pk=scene.game.pk).exists():
        raise Unfit(_("%(name)s has to do with this table already.") % words)
    return whom


def _given(scene: Scene, seat: Seat, whom: Player | None) -> Plan:
    words = {"name": seat.name, "whom": whom.name if whom else ""}
    asked = (
        _("%(whom)s is asked by letter to take the seat of %(name)s.")
        if whom
        else _("The seat of %(name)s is open to whoever takes it first.")
    )
    heir = organising.heir(scene.places, seat.number)
    passes_on = heir is not None and seat.player_id == scene.game.organiser_id
    return Plan(
        does=(
            asked % words,
            _("Until somebody sits nothing changes. Who sits knows what the seat knows.") % words,
            _("Then the seat has a whole turn, if it is asked."),
            *((_("Then: %(line)s") % {"line": links_die_text(seat)},) if seat.player else ()),
            *((_("Then somebody else organises the table."),) if passes_on else ()),
        ),
        told=_("The table reads it in the story, and gets a letter once somebody sits.")
        + (
            " " + _("%(name)s reads then why, and that he may appeal.") % words
            if seat.player
            else ""
        ),
        back=_("“Bring back”."),
        entries=(Entry("given", (), seat.number, {"who": seat.name}),),
        changed=(seat, whom),
        before=holder(seat),
        after={**holder(seat), "whom": whom.pk if whom else None},
    )


def _kept_for(scene: Scene, seat: Seat, whom: Player) -> Plan:
    if seat.player_id == scene.game.organiser_id:
        raise Unfit(_("Who made a table keeps his place until it begins; it can be called off."))
    words = {"name": seat.name, "whom": whom.name}
    after: dict[str, Any] = {"holder": None, "whom": whom.pk}
    return Plan(
        does=(
            _("The place of %(name)s is free again. Old letters do not open it.") % words,
            _("It is kept for %(whom)s, who is invited by letter.") % words,
        ),
        told=_("%(name)s and %(whom)s get a letter.") % words,
        back=_("“Bring back”, as long as a place is free."),
        changed=(seat, whom),
        before=holder(seat),
        after=after,
    )
