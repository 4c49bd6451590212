"""What somebody may not do for a while: given here, and lifted before its time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import texts
from games.clocks.forms.fields import day_field
from games.clocks.forms.wishes import LAST_DAY
from games.clocks.rules import walls
from games.errors import BadEnd
from games.models import Player, Sanction
from games.moderation.acts.forms import ActForm
from games.moderation.rules.conditions import Circumstances
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Incomplete, Unfit
from games.moderation.selectors import ties
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.moments import until_text
from games.sanctions import rules, selectors, services
from games.sanctions.rules import Kind
from games.sanctions.services import imposing


class SanctionForm(ActForm):
    """Why he gets it, as he is told."""

    reasons: ClassVar[Sequence[str]] = (
        *("rules", "talk", "name", "stalling", "collusion", "accounts", "invitations", "reports"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Say that he alone reads these."""
        super().__init__(*args, **kwargs)
        self.fields["why"].label = _("Reason that he is told")
        self.fields["message"].label = _("A word to him (need not be)")
        self.fields["message"].help_text = _("He reads it as you type it.")


class LastDayForm(SanctionForm):
    """To the end of which day."""

    last = day_field(gettext_lazy("Last day"))


class NoteForm(SanctionForm):
    """Whether he reads it."""

    shown = forms.BooleanField(
        label=gettext_lazy("He is told, as a warning"),
        required=False,
        help_text=gettext_lazy("Then write a word to him. Else other moderators alone read it."),
    )


class Sanctioning(Act):
    """A sanction of one kind."""

    about, beside = "person", "person"
    kind: ClassVar[Kind]

    @property
    def name(self) -> str:
        """What it is called."""
        return texts.sanction_name(self.kind)

    def needs_second(self, scene: Scene, args: Args) -> bool:
        """Tell whether it lasts longer than one person may decide."""
        return rules.takes_two(self.kind, until_of(scene, args), now=scene.now)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Bar him from something until a moment."""
        until = until_of(scene, args)
        require(scene, self.kind, until)
        last = selectors.last(scene.person, self.kind, now=scene.now)
        words = {"name": scene.person.name, "until": until_text(until)}
        does = (_("%(name)s, until %(until)s:") % words, *self.lines(scene, args))
        if last is not None and _lasts_longer(last, until):
            kept = _("It runs until %(until)s already: the later end holds.")
            does = (*does, kept % {"until": until_text(last.until)})
        return Plan(
            does=does,
            told=self.told(scene),
            back=_("“Lift”, on his page, at any time. Else it ends by itself."),
            changed=until,
            before={self.kind.value: _iso(last.until) if last else None},
            after={self.kind.value: _iso(until)},
        )

    def lines(self, scene: Scene, args: Args) -> tuple[str, ...]:
        """Say what it forbids and what goes on."""
        raise NotImplementedError

    def told(self, scene: Scene) -> str:
        """Say who is told."""
        return _("He alone, by a letter: what it means, why, until when. Nobody else is told.")

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Write the row, and to him."""
        impose(scene, args, self.kind, plan.changed)


class Note(Sanctioning):
    """A word that is kept about somebody, for moderators or as a warning to him."""

    key, form, kind = "note", NoteForm, Kind.NOTE

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Note or warning")

    def needs_second(self, scene: Scene, args: Args) -> bool:
        """Tell that one person writes a note."""
        return False

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Keep a word about him."""
        require(scene, self.kind, None)
        if args["shown"] and not args["message"].strip():
            raise Incomplete("message", _("Say to him what it is about."))
        words = {"name": scene.person.name}
        kept = _("Your reason is kept on the page of %(name)s, for moderators.") % words
        him = _("%(name)s gets a letter with your words. Nothing is forbidden to him.") % words
        return Plan(
            does=(kept, him) if args["shown"] else (kept,),
            told=_("He alone.") if args["shown"] else _("Nobody is written to."),
            back=_("“Lift”, on his page; a letter that was sent cannot be taken back."),
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Write the row."""
        impose(scene, args, self.kind, None, shown=args["shown"])


class Mute(Sanctioning):
    """He says nothing to others."""

    key, form, kind = "mute", LastDayForm, Kind.MUTE

    def lines(self, scene: Scene, args: Args) -> tuple[str, ...]:
        """Say what it forbids and what goes on."""
        return (
            _("He says nothing in the talk, and adds no words to invitations."),
            _("His games go on as before."),
        )


class NoReports(Sanctioning):
    """He reports nobody, but for threats and harassment."""

    key, form, kind = "no-reports", LastDayForm, Kind.NO_REPORTS

    def lines(self, scene: Scene, args: Args) -> tuple[str, ...]:
        """Say what it forbids and what goes on."""
        return (
            _("He reports nobody, except for threats and harassment."),
            _("His games go on as before."),
        )


class NoNewGames(Sanctioning):
    """He takes no seat."""

    key, form, kind = "no-new-games", LastDayForm, Kind.NO_NEW_GAMES

    def lines(self, scene: Scene, args: Args) -> tuple[str, ...]:
        """Say what it forbids, what goes on, and which tables change."""
        return (
            _("He opens no table, takes no seat, no invitation and no substitute's place."),
            _("His games that run go on as before; practice against bots is free."),
            *open_tables(scene),
        )

    def told(self, scene: Scene) -> str:
        """Say who is told."""
        return _(
            "He, by a letter: what it means, why, until when. At tables that have not begun their "
            "organisers read that a place is free, and nothing of why."
        )


class LiftForm(ActForm):
    """Which one."""

    reasons = ("wish", "fault", "rules")
    sanction = forms.UUIDField(widget=forms.HiddenInput)


class Lift(Act):
    """A sanction ends before its time, it alone."""

    key, about, beside, form = "lift", "person", "sanction", LiftForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Lift")

    def case(self, scene: Scene, args: Args) -> Circumstances:
        """Tell whose it is, and who gave it."""
        row = _found(scene, args) if args else None
        own = scene.person.pk == scene.by.pk
        return Circumstances(own=own, by_host=row is not None and row.by_host)

    def plan(self, scene: Scene, args: Args) -> Plan:
        """End it now."""
        row = _given(scene, args)
        if not selectors.is_running(row, now=scene.now):
            raise Unfit(_("This is over already."))
        words = {
            "name": scene.person.name,
            "what": texts.sanction_name(row.kind),
            "until": until_text(row.until),
        }
        still = selectors.running(scene.person, row.kind, now=scene.now).exclude(pk=row.pk)
        ends = _("For %(name)s this ends now: %(what)s, until %(until)s.") % words
        other = _("Another one of the kind still holds.")
        return Plan(
            does=(ends, other) if still.exists() else (ends,),
            told=_("He gets a letter.") if row.shown else _("Nobody is written to."),
            back=_("By giving it again."),
            changed=row,
            before={row.kind: _iso(row.until)},
            after={row.kind: None},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """End the row."""
        services.lift(plan.changed, now=scene.now)


def open_tables(scene: Scene) -> tuple[str, ...]:
    """Name the tables that have not begun and change, but for those the actor is tied to."""
    found = selectors.concerned(scene.person, Kind.NO_NEW_GAMES).exclude(ties(scene.by))
    names = list(found.values_list("name", flat=True))
    if not names:
        return ()
    line = _(
        "These tables have not begun, and his place there is free again: %(tables)s. One that is "
        "his passes to who sits there longest, or is called off."
    )
    return (line % {"tables": texts.joined(names)},)


def require(scene: Scene, kind: Kind, until: datetime | None) -> None:
    """Pass what may be given; raises Shielded, or Incomplete for a day that will not do."""
    try:
        imposing.require(scene.person, kind, until=until, by=scene.by, now=scene.now)
    except BadEnd as wrong:
        raise Incomplete("last", wrong.message) from None


def impose(
    scene: Scene,
    args: Args,
    kind: Kind,
    until: datetime | None,
    *,
    whom: Player | None = None,
    **more: Any,
) -> None:
    """Write the row, in the words of a form."""
    services.impose(
        whom or scene.person,
        kind,
        until=until,
        reason=args["why"],
        message=args["message"],
        note=args["reason"],
        by=scene.by,
        now=scene.now,
        reference=scene.reference,
        **more,
    )


def _found(scene: Scene, args: Args) -> Sanction | None:
    return Sanction.objects.filter(pk=args["sanction"], player=scene.person).first()


def _given(scene: Scene, args: Args) -> Sanction:
    row = _found(scene, args)
    if row is None:
        raise Unfit(_("This is over already."))
    return row


def until_of(scene: Scene, args: Args) -> datetime | None:
    """Find the end of the last day where the actor lives."""
    if args.get("endless") or not args["last"]:
        return None
    day = min(args["last"], LAST_DAY) + timedelta(days=1)
    return walls.last(scene.by.time_zone, day, walls.MIDNIGHT)


def _lasts_longer(last: Sanction, until: datetime | None) -> bool:
    return until is not None and (last.until is None or last.until > until)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
