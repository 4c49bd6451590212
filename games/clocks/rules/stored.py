"""Clocks as they are stored: JSON, written by `dump` and read back by `load` (time.md, 13)."""

from typing import cast

from games.clocks.rules import forms, settings
from games.clocks.rules.clock import Aside, Clock, Measure, Plan, Reminder, Turn
from games.clocks.rules.forms import Form
from games.clocks.rules.grants import dump_grant, load_grant
from games.clocks.rules.settings import Settings
from games.clocks.rules.walls import night


def dump(clock: Clock, rule: Settings | None = None) -> dict[str, object]:
    """A clock as JSON, without its rule if it is the one given: the table's, told there."""
    return {
        "turn": _dump_turn(clock.turn, rule),
        "asked": forms.instant(clock.asked),
        "amount": forms.seconds(clock.amount),
        "measure": clock.measure,
        "stands": None if clock.stands is None else forms.instant(clock.stands),
        "ruled": clock.ruled,
        "grants": [dump_grant(grant) for grant in clock.grants],
        "due": None if clock.due is None else forms.instant(clock.due),
        "causes": list(clock.causes),
        "plan": _dump_plan(clock.plan),
    }


def load(form: Form, rule: Settings | None = None) -> Clock:
    """The clock that `dump` wrote, given the same rule."""
    return Clock(
        turn=_load_turn(cast("Form", form["turn"]), rule),
        asked=forms.read_instant(form["asked"]),
        amount=forms.maybe_seconds(form["amount"]),
        measure=cast("Measure", form["measure"]),
        stands=forms.maybe_instant(form["stands"]),
        ruled=forms.yes_or_no(form, "ruled", default=False),
        grants=tuple(map(load_grant, cast("list[Form]", form["grants"]))),
        due=forms.maybe_instant(form["due"]),
        causes=tuple(cast("list[str]", form["causes"])),
        plan=_load_plan(cast("Form", form["plan"])),
    )


def dump_aside(aside: Aside, rule: Settings | None = None) -> dict[str, object]:
    """A turn that stands aside as JSON, in the same way."""
    return {
        "turn": _dump_turn(aside.turn, rule),
        "left": forms.seconds(aside.left),
        "due": None if aside.due is None else forms.instant(aside.due),
    }


def load_aside(form: Form, rule: Settings | None = None) -> Aside:
    """The turn that `dump_aside` wrote, given the same rule."""
    turn = _load_turn(cast("Form", form["turn"]), rule)
    return Aside(turn, forms.maybe_seconds(form["left"]), forms.maybe_instant(form["due"]))


def _dump_turn(turn: Turn, rule: Settings | None) -> dict[str, object]:
    return {
        "mark": turn.mark,
        "rule": None if turn.rule == rule else settings.dump(turn.rule),
        "zone": turn.zone,
        "quiet": None if turn.quiet is None else str(turn.quiet),
        "begun": forms.instant(turn.begun),
        "allotment": forms.seconds(turn.allotment),
        "used": forms.seconds(turn.used),
        "extended": turn.extended,
        "favoured": turn.favoured,
        "missed": turn.missed,
    }


def _load_turn(form: Form, rule: Settings | None) -> Turn:
    own = cast("Form | None", form["rule"])
    return Turn(
        mark=cast("int", form["mark"]),
        rule=rule if rule and own is None else settings.load(cast("Form", own)),
        zone=forms.text(form, "zone"),
        quiet=night(cast("str | None", form["quiet"])),
        begun=forms.read_instant(form["begun"]),
        allotment=forms.maybe_seconds(form["allotment"]),
        used=forms.read_seconds(form["used"]),
        extended=cast("int", form["extended"]),
        favoured=forms.yes_or_no(form, "favoured", default=False),
        missed=forms.yes_or_no(form, "missed", default=False),
    )


def _dump_plan(plan: Plan) -> dict[str, object]:
    return {
        "coming": [[each.share, forms.instant(each.at)] for each in plan.coming],
        "rung": list(plan.rung),
        "rung_at": None if plan.rung_at is None else forms.instant(plan.rung_at),
    }


def _load_plan(form: Form) -> Plan:
    coming = cast("list[tuple[int, str]]", form["coming"])
    return Plan(
        coming=tuple(Reminder(share, forms.read_instant(at)) for share, at in coming),
        rung=tuple(cast("list[int]", form["rung"])),
        rung_at=forms.maybe_instant(form["rung_at"]),
    )
