"""A case is closed by who claimed it: a finding, perhaps a measure, a word to who is concerned."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import texts
from games.cases import selectors as cases
from games.cases.rules import findings
from games.cases.selectors import decisions
from games.cases.services import claiming, deciding
from games.cases.services.deciding import Verdict
from games.clocks.forms.fields import day_field
from games.clocks.forms.wishes import LAST_DAY
from games.clocks.rules import walls
from games.errors import BadEnd
from games.models import Case, Player
from games.moderation.acts.forms import ActForm
from games.moderation.rules.plan import Plan
from games.moderation.rules.refusals import Incomplete, NoSuch, Unfit
from games.moderation.services.act import Act, Args
from games.moderation.services.scene import Scene
from games.moments import until_text
from games.sanctions import rules as sanctions
from games.sanctions import services as sanctioning
from games.sanctions.rules import Kind
from games.sanctions.services import imposing

Finding = Case.Finding
MEASURES = (Kind.NOTE, Kind.MUTE, Kind.NO_REPORTS, Kind.NO_NEW_GAMES, Kind.BAN)
OF_ABUSE = (Kind.NOTE, Kind.NO_REPORTS)
PAIRS = (("measure", "last"), ("further", "further_last"))
"""The fields of each measure and of its last day."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What follows for somebody, and until when."""

    kind: Kind
    until: datetime | None
    seats_removed: bool


class CloseReportForm(ActForm):
    """What was found, and what follows."""

    reasons = ("rules", "check")
    finding = forms.ChoiceField(label=gettext_lazy("Finding"), widget=forms.RadioSelect)
    joined = forms.CharField(
        label=gettext_lazy("With which case, by its reference"), max_length=10, required=False
    )
    shown_false = forms.BooleanField(
        label=gettext_lazy("The record shows that the report is false"), required=False
    )
    measure = forms.ChoiceField(label=gettext_lazy("Measure"), required=False)
    last = day_field(gettext_lazy("Last day of the measure"), required=False)
    further = forms.ChoiceField(label=gettext_lazy("A further measure"), required=False)
    further_last = day_field(gettext_lazy("Last day of the further measure"), required=False)
    seats_removed = forms.BooleanField(
        label=gettext_lazy("With a ban a bot has all his seats: for cheating, or several accounts"),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer findings and measures."""
        super().__init__(*args, **kwargs)
        offered = (each for each in Finding if each != Finding.LOOKED_AT)
        finding: Any = self.fields["finding"]
        finding.choices = [(each.value, texts.finding_text(each)) for each in offered]
        named = [(kind.value, texts.sanction_name(kind)) for kind in MEASURES]
        for name, _last in PAIRS:
            measure: Any = self.fields[name]
            measure.choices = [("", _("none")), *named]

    def clean(self) -> dict[str, Any]:
        """Refuse what does not go together, all of it at once."""
        said = super().clean() or {}
        for name, line in _faults(said.get("finding"), said):
            if name not in self.errors:
                self.add_error(name, line)
        return said


def _faults(finding: Any, said: dict[str, Any]) -> Iterator[tuple[str, str]]:
    measure, further = said.get("measure"), said.get("further")
    if measure and finding not in (Finding.BREACH, Finding.ABUSE):
        yield "measure", _("A measure follows a breach or the abuse of reporting, nothing else.")
    if finding == Finding.ABUSE and measure not in OF_ABUSE:
        yield "measure", _("Who abuses reporting gets a word first, then no reports for a while.")
    if further and (finding != Finding.BREACH or further == measure or not measure):
        yield "further", _("A second measure follows a breach, and is another one than the first.")
    if said.get("seats_removed") and Kind.BAN not in (measure, further):
        yield "seats_removed", _("That goes with a ban and with nothing else.")
    for name, last in PAIRS:
        kind = said.get(name)
        if kind and kind not in sanctions.ENDLESS and not said.get(last):
            yield last, _("Choose the last day.")
        if (not kind or kind in sanctions.ENDLESS) and said.get(last):
            yield last, _("This has no end: leave the day out.")
    if (finding == Finding.JOINED) != bool(said.get("joined")):
        yield "joined", _("Name another case if it is decided with that one, and only then.")


class CloseReport(Act):
    """A case is decided."""

    key, about, beside, form = "close-report", "case", "case", CloseReportForm

    @property
    def name(self) -> str:
        """What it is called."""
        return _("Decide this case")

    def needs_second(self, scene: Scene, args: Args) -> bool:
        """Tell whether a measure lasts longer than one person may say."""
        return any(
            sanctions.takes_two(each.kind, each.until, now=scene.now)
            for each in _measures(scene, args)
        )

    def plan(self, scene: Scene, args: Args) -> Plan:
        """Work out what is found, what follows for whom, and who reads what."""
        case = scene.case
        if case.decided_at is not None:
            raise Unfit(_("This case is decided already."))
        if scene.asked_by is None:
            claiming.require(case, by=scene.by, now=scene.now)
        verdict, measures = _verdict(scene, args), _measures(scene, args)
        if verdict.concerned is not None:
            by = scene.asked_by or scene.by
            for each, (_name, last) in zip(measures, PAIRS, strict=False):
                _require(verdict.concerned, each, last, by=by, now=scene.now)
        return Plan(
            does=tuple(_does(scene, verdict, measures)),
            told=" ".join(_told(case, verdict)),
            back=_("Whoever it concerns may appeal within two weeks; somebody else decides that.")
            if verdict.concerned
            else _("It cannot be taken back."),
            changed=(verdict, measures),
            before={"finding": ""},
            after={"finding": verdict.finding, "measures": [_logged(each) for each in measures]},
        )

    def do(self, scene: Scene, args: Args, plan: Plan) -> None:
        """Store the verdict and its measures, and write to who reported."""
        (verdict, measures), by = plan.changed, scene.asked_by or scene.by
        deciding.decide(scene.case, verdict, by=by, now=scene.now)
        for each in measures:
            sanctioning.impose(
                verdict.concerned,
                each.kind,
                until=each.until,
                reason=_reason(scene.case, verdict),
                case=scene.case.pk,
                reference=scene.reference,
                # He reads it once.
                message=args["message"] if each is measures[0] else "",
                note=args["reason"],
                seats_removed=each.seats_removed,
                by=by,
                now=scene.now,
            )


def _measures(scene: Scene, args: Args) -> tuple[Measure, ...]:
    return tuple(
        Measure(
            Kind(args[name]),
            until_of(scene, args[last]),
            seats_removed=args["seats_removed"] and args[name] == Kind.BAN,
        )
        for name, last in PAIRS
        if args[name]
    )


def _require(person: Player, each: Measure, last: str, *, by: Player, now: datetime) -> None:
    """Pass a measure that may be given; raises Shielded, or Incomplete for a day that will not."""
    try:
        imposing.require(person, each.kind, until=each.until, by=by, now=now)
    except BadEnd as wrong:
        raise Incomplete(last, wrong.message) from None


def _logged(each: Measure) -> dict[str, str | None]:
    return {"measure": each.kind, "until": each.until.isoformat() if each.until else None}


def until_of(scene: Scene, last: Any) -> datetime | None:
    """The end of a last day where who decides lives; None for no day."""
    if last is None:
        return None
    zone = (scene.asked_by or scene.by).time_zone
    return walls.last(zone, min(last, LAST_DAY) + timedelta(days=1), walls.MIDNIGHT)


def _verdict(scene: Scene, args: Args) -> Verdict:
    case, finding = scene.case, args["finding"]
    if finding == Finding.JOINED:
        return Verdict(finding, joined=_other(scene, args["joined"]))
    concerned = None
    if finding == Finding.ABUSE:
        _require_abuse(scene, args)
        concerned = case.by
    elif args["measure"]:
        concerned = case.about
    if concerned is not None and concerned.email is None:
        raise Unfit(_("Who it concerns has deleted the account: nothing can follow."))
    return Verdict(finding, concerned)


def _other(scene: Scene, reference: str) -> Case:
    """Find the case that this one is decided with: about the same person, and joined to none."""
    try:
        other = cases.case(reference.strip().lower(), by=scene.by)
    except NoSuch:
        other = None
    case = scene.case
    fits = other is not None and other.pk != case.pk and other.about_id == case.about_id
    if other is None or not fits or other.joined_id is not None or case.joins.exists():
        raise Incomplete(
            "joined", _("There is no other case about this person that this one can join.")
        )
    return other


def _require_abuse(scene: Scene, args: Args) -> None:
    """Pass what is abuse of reporting, and a measure that a word came before; raises Incomplete."""
    case = scene.case
    idle = 1 + decisions.without_breach(case.by, case.about, by=scene.by, now=scene.now)
    if not findings.is_abuse(shown_false=args["shown_false"], without_breach=idle):
        line = _(
            "This is abuse only if the record shows the report to be false, or if it is the third "
            "about one person within 60 days in which no breach was found."
        )
        raise Incomplete("shown_false", line)
    if args["measure"] == Kind.NO_REPORTS and not decisions.was_warned(case.by):
        raise Incomplete("measure", _("Who abuses reporting for the first time gets a word."))


def _reason(case: Case, verdict: Verdict) -> str:
    key = "reports" if verdict.finding == Finding.ABUSE else case.kind
    return key if key in texts.public_reasons() else "rules"


def _does(scene: Scene, verdict: Verdict, measures: tuple[Measure, ...]) -> Iterator[str]:
    case = scene.case
    found = {"finding": texts.finding_text(verdict.finding)}
    yield _("The case is closed: %(finding)s.") % found
    for each in measures if verdict.concerned else ():
        assert verdict.concerned is not None, "asked for"
        words = {
            "name": verdict.concerned.name,
            "measure": texts.sanction_name(each.kind),
            "until": until_text(each.until),
        }
        if each.until is None:
            yield _("%(name)s gets: %(measure)s.") % words
        else:
            yield _("%(name)s gets: %(measure)s, by itself until %(until)s.") % words
        if each.seats_removed:
            yield _("A bot has his seats in all games that run; for 48 hours nobody takes them.")
    if verdict.concerned == case.about and decisions.seen_by_one(case):
        yield _(
            "Careful: only one person could have seen this. Whoever reads of the measure knows who "
            "reported."
        )


def _told(case: Case, verdict: Verdict) -> Iterator[str]:
    told = deciding.to_be_told(case, verdict)
    decided = verdict.joined or case
    if verdict.joined is not None and not told:
        yield _("Who reported is told when that case is decided.")
    elif told:
        finding = decided.finding or verdict.finding
        measures = (
            verdict.joined.concerned_id if verdict.joined else verdict.concerned
        ) is not None
        said = texts.verdict_text(finding, measures=measures)
        line = ngettext(
            "Who reported reads: “%(said)s”",
            "%(n)d people who reported read: “%(said)s”",
            len(told),
        )
        yield line % {"said": said, "n": len(told)}
    if verdict.concerned is None:
        yield _("Nobody else is told anything.")
    else:
        line = _("%(name)s reads the measure, its reason and your word, and of no report.")
        yield line % {"name": verdict.concerned.name}
