"""More time: for the turn of one seat, or for all who are asked at a table."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import texts
from games.clocks.rules import giving
from games.clocks.rules.refusals import Reason, Refused
from games.clocks.rules.table import Table, overdue
from games.clocks.services import keeping
from games.machine import selectors as machine
from games.machine.selectors import Scope
from games.machine.services import errands
from games.models import Act as Row
from games.models import Move, Seat
from games.moderation import selectors
from games.moderation.acts.common import moved, must_run, seat_of
from games.moderation.acts.forms import ActForm, hours_field, seat_field
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.plan import Entry, Plan
from games.moderation.rules.refusals import Overtaken, Unfit
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import About, Act, Args, Beside
from games.moderation.services.scene import Scene

MOST_ALONE = 60 * 24
"""So many hours in all of a game one person gives by himself."""


WITHIN = timedelta(hours=1)
"""So soon it can be taken back."""
LEAST = timedelta(hours=12)
"""So much is left to who must give time back."""


class ExtendGameForm(ActForm):
    """How many hours more, or by which reference they are taken back."""

    hours = hours_field()
    back = forms.CharField(max_length=4, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for no hours where some are taken back."""
        super().__init__(*args, **kwargs)
        if self["back"].value():
            self.fields["hours"].widget = forms.HiddenInput()


class ExtendTurnForm(ExtendGameForm):
    """For whom."""

    seat = seat_field()


class _Extend(Act):
    """Time that is given."""

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether somebody has a deadline."""
        return shown.runs and any(clock.due for clock in shown.clocks)

    def needs_second(self, scene: Scene, args: Args) -> bool:
        """Tell whether so many hours were given that another must agree."""
        hours: int = args["hours"]
        return not args["back"] and selectors.hours_given(scene.game) + hours > MOST_ALONE

    def taken_back(self, row: Row, *, now: datetime) -> dict[str, str] | None:
        """Offer to take time back that was given within the hour."""
        if row.asked["back"] or row.done_at is None or now > row.done_at + WITHIN:
            return None
        return {name: row.asked[name] for name in ("hours", "seat") if name in row.asked} | {
            "back": row.reference
        }

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store the clocks."""
        keeping.save(scene.game, plan.changed)


class ExtendGame(_Extend):
    """More time for all whom the game waits for."""

    key, about, beside, form = "extend-game", "game", "time", ExtendGameForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("More time for all who are asked")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Move the deadlines of all who are asked and not late."""
        must_run(scene)
        seats = [at for at, seat in scene.table.seats.items() if seat.clock and seat.clock.due]
        if args["back"]:
            return _taken_back(scene, seats, args["back"])
        return _given(scene, [at for at in seats if not _late(scene, at)], args["hours"])


class ExtendTurn(_Extend):
    """More time for the turn of one seat: that turn, and no other."""

    key, about, beside, form = "extend-turn", "game", "clock", ExtendTurnForm
    ply_bound = True

    @property
    def name(self) -> str:
        """What it is called."""
        return _("More time for this turn")

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Count what the organiser gave this seat before; nobody gives himself time."""
        if not args:
            return Circumstances()
        before = selectors.hours_by_organiser(scene.game, args["seat"])
        return Circumstances(own=args["seat"] == scene.own_seat, given=before + args["hours"])

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Move the deadline of one who is asked."""
        must_run(scene)
        seat = seat_of(scene, args["seat"])
        if args["back"]:
            return _taken_back(scene, [seat.number], args["back"])
        _not_overtaken(scene, seat)
        return _given(scene, [seat.number], args["hours"])


class ExtendAll(_Extend):
    """More time for everybody who is asked, in all games that run."""

    key, form = "extend-all", ExtendGameForm
    about: ClassVar[About] = "site"
    beside: ClassVar[Beside] = "site"

    @property
    def name(self) -> str:
        """What it is called."""
        return _("More time in all games")

    def needs_second(self, scene: Scene, args: Args) -> bool:
        """Tell whether so many hours were given to all that another must agree."""
        hours: int = args["hours"]
        return not args["back"] and selectors.most_hours_given() + hours > MOST_ALONE

    def scope(self, scene: Scene) -> Scope:
        """Find the games that it reaches."""
        return machine.deadlines(now=scene.now)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Fix which games it reaches."""
        if args["back"]:
            return _called_back(self.key, scene, args["back"])
        scope = self.scope(scene)
        if not scope.games:
            raise Refused(Reason.NOT_ASKED)
        n = len(scope.games)
        reached = ngettext("It reaches one game.", "It reaches %(n)d games.", n)
        return Plan(
            does=(
                reached % {"n": n},
                texts.hours_more_text(args["hours"]),
                _("Passed over: %(paused)d paused, %(timeless)d without a deadline or being "
                  "repaired, %(gathering)d not begun, %(over)d over.")
                % {"paused": scope.paused, "timeless": scope.timeless,
                   "gathering": scope.gathering, "over": scope.over},
                _("They are reached one after the other, within minutes; no time runs out in a "
                  "game before it was reached."),
            ),
            told=_("Whoever gets more time gets one letter for all his games, when all are done; "
                   "every game's page tells it at once."),
            back=_("Within an hour: not to before the old deadline, nor to less than 12 hours."),
            changed=scope.games,
            after={"hours": args["hours"], "games": n},
        )  # fmt: skip

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let it reach them."""
        assert scene.row is not None, "it is being done"
        if args["back"]:
            errands.call_back(scene.row, plan.changed, now=scene.now)
        else:
            errands.give_out(scene.row, plan.changed)


def _called_back(key: str, scene: Scene, reference: str) -> Plan:
    acts = Row.objects.filter(key=key, stage=Row.Stage.DONE)
    given, again = acts.filter(reference=reference).first(), acts.filter(asked__back=reference)
    if given is None or given.done_at is None or again.exists():
        raise Unfit(_("There is nothing that can be taken back."))
    if scene.now > given.done_at + WITHIN:
        raise Unfit(_("Time is taken back within an hour, or not at all."))
    return Plan(
        does=(
            _("What was given is taken back, as far as that may be."),
            _("Games that it has not reached yet it never will."),
        ),
        told=_("Whose deadline comes nearer gets one letter for all his games."),
        back=_("By giving time again."),
        changed=given,
        after={"taken_back": reference},
    )


def _not_overtaken(scene: Scene, seat: Seat) -> None:
    """Pass a seat for which the clock has not just moved; raises Overtaken."""
    last = scene.game.moves.latest("ply")
    if (last.by, last.seat) == (Move.By.DEADLINE, seat.number) and not _is_asked(scene, seat):
        line = _(
            "The time of %(name)s ran out first, and the service has moved. Nothing was given."
        )
        raise Overtaken(line % {"name": seat.name}, "undo-forced")


def _is_asked(scene: Scene, seat: Seat) -> bool:
    return scene.table.seats[seat.number].clock is not None


def _late(scene: Scene, number: int) -> bool:
    return overdue(scene.table.seats[number], now=scene.now)


def _given(scene: Scene, seats: list[int], hours: int) -> Plan:
    if not seats:
        raise Refused(Reason.NOT_ASKED)
    after = scene.table
    for number in seats:
        after = giving.extend(after, number, hours, by=None, now=scene.now, most=None)
    does = ngettext("One deadline moves.", "%(n)d deadlines move.", len(seats)) % {"n": len(seats)}
    return Plan(
        does=(does, texts.hours_more_text(hours)),
        told=_("Whoever gets more time gets a letter; others see it on the page."),
        back=_("Within an hour: not to before the old deadline, nor to less than 12 hours."),
        moved=moved(scene.table, after),
        entries=tuple(_entry("extended", scene.table, after, at, hours) for at in seats),
        changed=after,
    )


def _taken_back(scene: Scene, seats: list[int], reference: str) -> Plan:
    """Take back what was given by an act of the last hour, from those who are still asked."""
    given = _entries_to_take_back(scene, reference)
    after = scene.table
    for number in (at for at in seats if at in given):
        hours, before = given[number]["hours"], datetime.fromisoformat(given[number]["before"])
        least = max(before, scene.now + LEAST)
        after = giving.take_back(after, number, hours, least=least, now=scene.now)
    nearer = moved(scene.table, after)
    if not nearer:
        raise Unfit(_("There is nothing that can be taken back."))
    return Plan(
        does=(_("What was given is taken back, as far as that may be."),),
        told=_("Whose deadline comes nearer gets a letter; others see it on the page."),
        back=_("By giving time again."),
        moved=nearer,
        entries=tuple(
            _entry("taken-back", scene.table, after, each.seat, given[each.seat]["hours"])
            for each in nearer
        ),
        changed=after,
    )


def _entries_to_take_back(scene: Scene, reference: str) -> dict[int, dict[str, Any]]:
    row = Row.objects.filter(game=scene.game, reference=reference, stage=Row.Stage.DONE).first()
    again = Row.objects.filter(game=scene.game, asked__back=reference, stage=Row.Stage.DONE)
    if row is None or row.done_at is None or again.exists():
        raise Unfit(_("There is nothing that can be taken back."))
    if scene.now > row.done_at + WITHIN:
        raise Unfit(_("Time is taken back within an hour, or not at all."))
    found = scene.game.entries.filter(act="extended", said__reference=reference)
    return {entry.seat: entry.said for entry in found if entry.seat is not None}


def _entry(act: str, was: Table, after: Table, number: int, hours: int) -> Entry:
    said = {"hours": hours, "before": _due(was, number), "until": _due(after, number)}
    return Entry(act, (number,), number, said)


def _due(table: Table, number: int) -> str:
    clock = table.seats[number].clock
    due = clock.due if clock else None
    assert isinstance(due, datetime), "time was given to it"
    return due.isoformat()
