"""Two who were seated wrongly change places: before the start, or with the round dealt anew."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.clocks.rules import seating as clocks
from games.models import Game, Seat
from games.moderation.acts.common import everybody, has_begun, moved, seat_of
from games.moderation.acts.rewinding import returned, said_of
from games.moderation.acts.seats import OnSeat, SeatForm
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Incomplete, Unfit
from games.moderation.services.act import Args
from games.moderation.services.scene import Scene
from games.services import rewinding
from games.services.seating import require_name, require_standing
from games.substitutes.services import deciding


class SwapForm(SeatForm):
    """With whom, perhaps at another table, and whether the round is dealt anew."""

    reasons = ("fault", "wish")
    other = forms.IntegerField(
        label=gettext_lazy("With the seat of this number"), min_value=1, max_value=100
    )
    table = forms.SlugField(
        label=gettext_lazy("At another table, by its key (empty: at this one)"),
        max_length=10,
        required=False,
    )
    deal = forms.BooleanField(
        label=gettext_lazy("The round is dealt anew (once the game has begun)"), required=False
    )


class SwapSeats(OnSeat):
    """Two people change places."""

    key, form, ply_bound, unseeing = "swap-seats", SwapForm, True, True

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Change places")

    def beyond(self, typed: Mapping[str, str]) -> str:
        """Name the other table."""
        return typed.get("table", "").strip()

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Say who sits where then, and what it takes."""
        begun, one = has_begun(scene), seat_of(scene, args["seat"])
        if args["table"] and args["table"] != scene.game.key:
            return _between(scene, one, args["other"] - 1)
        other = seat_of(scene, args["other"] - 1)
        if one.number == other.number:
            raise Unfit(_("Changing places takes two."))
        if not begun:
            return _in_the_list(one, other)
        if not args["deal"]:
            raise Incomplete(
                "deal",
                _("Only together with a new deal of this round: both saw the cards of that seat."),
            )
        return _with_a_deal(scene, one, other)

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let them change, and deal anew where they know each other's cards."""
        one, other, back = plan.changed
        if back is None:
            deciding.change_before_start(one, other, now=scene.now)
            return
        deciding.leave_places(one, other)
        rewinding.go(scene.game, scene.places, scene.table, back, now=scene.now)
        deciding.change_places(scene.game, scene.places, one, other, now=scene.now)


def _in_the_list(one: Seat, other: Seat) -> Plan:
    words = {"one": one.name, "other": other.name}
    return Plan(
        does=(
            _("%(one)s and %(other)s change places.") % words,
            _("Who begins and who sits beside whom is drawn when the game begins."),
        ),
        told=_("Nobody gets a letter: nothing has begun."),
        back=_("By the same act."),
        changed=(one, other, None),
        before=_holders(one, other),
        after=_holders(other, one),
    )


def _between(scene: Scene, one: Seat, number: int) -> Plan:
    """Two tables, neither of which has begun."""
    beyond = scene.other
    assert beyond is not None, "another table is named"
    if scene.game.status != Game.Status.OPEN or beyond.game.status != Game.Status.OPEN:
        raise Unfit(_("Between two tables only before either has begun."))
    other = seat_of(beyond, number)
    for game, seat in ((scene.game, one), (beyond.game, other)):
        if seat.player_id == game.organiser_id:
            raise Unfit(
                _("Who made a table keeps his place until it begins; it can be called off.")
            )
    for here, coming, going in ((scene, other, one), (beyond, one, other)):
        assert coming.player is not None, "people change places"
        left = [place for place in here.places if place.pk != going.pk]
        require_standing(left, coming.player)
        require_name(left, coming.player)
    words = {"one": one.name, "other": other.name}
    return Plan(
        does=(_("%(one)s and %(other)s change places, each to the other's table.") % words,),
        told=_("%(one)s and %(other)s get letters.") % words,
        back=_("By the same act."),
        changed=(one, other, None),
        before=_holders(one, other),
        after=_holders(other, one),
    )


def _with_a_deal(scene: Scene, one: Seat, other: Seat) -> Plan:
    for seat in (one, other):
        if scene.table.seats[seat.number].bot or deciding.is_offered(scene.game, seat.number):
            raise Unfit(_("%(name)s has to play there: no bot, no offer.") % {"name": seat.name})
    found = returned(scene, lambda: rewinding.deal_of_round(scene.game))
    after = clocks.swap(found.clocks, one.number, other.number, now=scene.now)
    said = said_of(found)
    words = {"one": one.name, "other": other.name}
    told = tuple(at for at in everybody(scene) if at not in found.asked)
    names = {"who": one.name, "was": other.name, "seats": [one.number, other.number]}
    return Plan(
        does=(
            _(
                "%(one)s and %(other)s change places. What was won in earlier rounds stays with "
                "the seats."
            )
            % words,
            *texts.backward_lines(said),
            _("Their old links open nothing any more; notes and orders are gone."),
        ),
        told=_("Everybody at the table gets a letter, who is asked his turn."),
        back=_("It cannot be taken back."),
        moved=moved(scene.table, after),
        entries=(Entry("swapped", told, said=names), Entry("rewound", (), said=said)),
        changed=(one, other, found.back),
        before={"ply": scene.game.ply, **_holders(one, other)},
        after={"ply": scene.game.ply + 1, **_holders(other, one), **said},
    )


def _holders(one: Seat, other: Seat) -> dict[str, int | None]:
    return {"one": one.player_id, "other": other.player_id}
