"""Breaking the glass: to see what only a seat may know. No game's row is held, nothing told."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cases import selectors as cases
from games.glass.services import breaking
from games.moderation.acts.common import must_run, seat_of
from games.moderation.acts.forms import ActForm, seat_field
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Incomplete
from games.moderation.selectors.pages import Moderated
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.services import repairs

HIGHEST = 2**31 - 1


class GlassForm(ActForm):
    """Why, and in which case if there is one. There is nobody to say a word to."""

    reasons = ("check", "fault", "wish")
    case = forms.IntegerField(
        label=gettext_lazy("Number of the case, if there is one"),
        min_value=1,
        max_value=HIGHEST,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for no message: nobody reads of it before it is told."""
        super().__init__(*args, **kwargs)
        del self.fields["message"]


class GlassSeatForm(GlassForm):
    """Which seat."""

    seat = seat_field()


class _Glass(Act):
    """What all ways of looking have in common."""

    about = "glass"
    pauses = False

    def makes_sense(self, shown: Moderated) -> bool:
        """Tell whether something is secret still."""
        return shown.runs


class GlassSeat(_Glass):
    """One seat's page as it stands, with all that the seat was ever told."""

    key, beside, form = "glass-seat", "seat", GlassSeatForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Look at its cards")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Say what will be seen, and when it will be told."""
        must_run(scene)
        _require_case(scene, args)
        seat = seat_of(scene, args["seat"])
        seen = _("You see the table as %(name)s sees it, and all that the seat was ever told.")
        return Plan(
            does=(seen % {"name": seat.name}, *limits()),
            told=told(),
            back=_("What you have seen cannot be taken back; you can close it at any time."),
            changed=seat,
            after={"seat": seat.number},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let who asked for it look."""
        assert scene.row is not None, "it is being done"
        breaking.seat(scene.row, scene.game, plan.changed, case=args["case"], now=scene.now)


class GlassState(_Glass):
    """All seats, dwarves and goals at once: for two people to decide."""

    key, beside, form = "glass-state", "time", GlassForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Look at all hidden cards")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Say what will be seen, and when it will be told."""
        must_run(scene)
        _require_case(scene, args)
        seen = _("You see all hands, dwarves and goals, and what lies in the piles, sorted.")
        return Plan(
            does=(seen, *limits()),
            told=told(),
            back=_("What you have seen cannot be taken back; you can close it at any time."),
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let who asked for it look."""
        assert scene.row is not None, "it is being done"
        breaking.state(scene.row, scene.game, case=args["case"], now=scene.now)


class ExportRecord(_Glass):
    """The record of a game that runs, for a report of a fault: with its secrets, without people."""

    key, beside, form = "export-record", "time", GlassForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Take its record for a report of a fault")

    def does_alone(self, scene: Scene, args: Args) -> bool:
        """Tell whether a fault set the game aside: whoever mends that waits for nobody.

        Setting a game aside by hand is one person's act, so it opens no hands to that person.
        """
        return repairs.broke_by_itself(scene.game)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Say what the file holds, and when it will be told."""
        must_run(scene)
        _require_case(scene, args)
        return Plan(
            does=(
                _("You get a file of all moves with what is hidden of them, and of all hands, "
                  "dwarves and goals, and what lies in the piles, sorted."),
                _("It holds no names, no addresses, no talk, and not what all chance comes from."),
                *limits(),
            ),
            told=told(),
            back=_("What you have seen cannot be taken back; you can close it at any time."),
        )  # fmt: skip

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let who asked for it take the file."""
        assert scene.row is not None, "it is being done"
        breaking.record(scene.row, scene.game, case=args["case"], now=scene.now)


class Impersonate(Act):
    """A person's own lists and profile, to be read. His games' pages are looked at one by one."""

    key, about, beside, form = "impersonate", "person", "person", GlassForm
    pauses = False

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Look at his pages")

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Say what will be seen, and what will not."""
        _require_case(scene, args)
        seen = _("You see the lists of games and the profile of %(name)s as he does.")
        less = _("You see no cards, notes, orders, addresses or links, and can do nothing there.")
        return Plan(
            does=(seen % {"name": scene.person.name}, less, *limits()[:1]),
            told=_("Nobody now. Each page is a line of the log, and 90 days from now it stands "
                   "in the file of his data that a moderator looked; not who."),
            back=_("What you have seen cannot be taken back; you can close it at any time."),
        )  # fmt: skip

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Let who asked for it look."""
        assert scene.row is not None, "it is being done"
        breaking.person(scene.row, scene.person, case=args["case"], now=scene.now)


def _require_case(scene: Scene, args: Args) -> None:
    """Pass a case that who acts may know of, or none; raises Incomplete."""
    number = args["case"]
    if number and not cases.cases(scene.by).filter(pk=number).exists():
        raise Incomplete("case", _("You know of no case with this number."))


def limits() -> tuple[str, ...]:
    """Say how long it lasts and what it costs."""
    return (
        _("It lasts for 30 minutes from the first page on, and can be made longer twice."),
        _("Each page that you open is a line of the log. You see neither notes nor orders."),
        _("You never sit at this table, and have no part in taking the game back."),
    )


def told() -> str:
    """Say who learns of it, and when."""
    return _(
        "Nobody now. When the game is over, and 90 days from now at the latest, everybody reads "
        "that a moderator looked, at what, when, for how long and why; not who."
    )
