"""All that a table may choose about time, when it is opened and while its game runs."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from games import texts
from games.clocks.forms.fields import check_night, hour_field, night_of
from games.clocks.forms.zones import ZoneField
from games.clocks.rules import settings
from games.clocks.rules.refusals import Refused
from games.clocks.rules.settings import Settings
from games.clocks.rules.styles import Bank, Fixed, Hour, Untimed
from games.clocks.rules.walls import WEEKDAYS

Group = tuple[Any, list[BoundField]]

OWN = ("fixed", "bank", "hour")
"""The styles that take numbers."""


class TermsForm(forms.Form):
    """Settings of time, each with a field; what is left out stays as it is offered."""

    def __init__(self, *args: Any, offered: Settings, **kwargs: Any) -> None:
        """Make the fields, filled with what is offered."""
        super().__init__(*args, **kwargs)
        self.offered = offered
        self.fields |= _fields(offered)

    def clean(self) -> None:
        """Refuse what the rules of time refuse, by the field that it lies in."""
        check_night(self, "quiet_from", "quiet_until")
        for name in _numbers():
            if self.data.get(name) == "":
                self.add_error(name, _("A number is needed here."))
        if self.errors:
            return
        try:
            settings.load(self.time)
        except Refused as refused:
            field = refused.field if refused.field in self.fields else None
            self.add_error(field, texts.refusal_text(refused))

    @property
    def time(self) -> dict[str, object]:
        """Write what was chosen as settings."""
        return {
            **settings.dump(self.offered),
            "clock": self.style(self.cleaned_data["style"]),
            "days_off": self.cleaned_data["days_off"],
            **self.further,
        }

    @property
    def further(self) -> dict[str, object]:
        """All but how much time a turn has, and the days off."""
        chosen = self.cleaned_data
        plain = (
            "zone",
            "vacation_days",
            "resume_floor",
            "least_waking",
            "policy",
            "misses",
            "pace",
        )
        return {
            **{name: self.chosen(name) for name in plain},
            "table_quiet": night_of(self, "quiet_from", "quiet_until"),
            "personal_quiet": chosen["personal_quiet"] != "no",
            "reminders": chosen["reminders"],
        }

    def style(self, name: str) -> dict[str, object]:
        """Write a style with its numbers."""
        if name == "fixed":
            return {"style": name, "hours": self.chosen("hours")}
        if name == "bank":
            numbers = ("initial", "increment", "cap")
            return {"style": name, **{each: self.chosen(each) for each in numbers}}
        if name == "hour":
            at = self.cleaned_data["at"] or self.fields["at"].initial
            written = {"at": f"{at:%H:%M}", "days": self.cleaned_data["days"]}
            return {"style": name, **written, "notice": self.chosen("notice")}
        return {"style": "none"}

    def chosen(self, name: str) -> object:
        """What was chosen, or what is offered if the form did not ask."""
        value = self.cleaned_data.get(name)
        return self.fields[name].initial if value in (None, "") else value

    def clean_reminders(self) -> list[int]:
        """Read shares between commas; without the field they are as offered."""
        if "reminders" not in self.data:
            return list(self.offered.reminders)
        words = self.cleaned_data["reminders"].replace("%", " ").replace(",", " ").split()
        if not all(word.isdecimal() and len(word) < 4 for word in words):
            raise forms.ValidationError(_("Write numbers with commas between them, say 50, 90."))
        return [int(word) for word in words]

    @property
    def own(self) -> list[Group]:
        """The fields of each style that takes numbers, under its name."""
        return [
            self._group(_("So many hours for each turn"), "hours"),
            self._group(_("Time that is saved from turn to turn"), "initial", "increment", "cap"),
            self._group(_("By a fixed hour"), "at", "notice", "days"),
        ]

    @property
    def more(self) -> list[Group]:
        """The further fields, in groups."""
        nights = ("days_off", "quiet_from", "quiet_until", "personal_quiet", "zone")
        absences = ("vacation_days", "resume_floor", "least_waking")
        return [
            self._group(_("Nights and days off"), *nights),
            self._group(_("Being away"), *absences),
            self._group(
                _("When somebody does not answer"), "reminders", "policy", "misses", "pace"
            ),
        ]

    def _group(self, title: Any, *names: str) -> Group:
        return title, [self[name] for name in names]

    @property
    def more_is_wrong(self) -> bool:
        """Whether something among the further fields must be seen."""
        hidden = (field for _title, fields in (*self.own, *self.more) for field in fields)
        return any(field.errors for field in hidden)


class RuleForm(TermsForm):
    """Other settings for a game that runs."""

    def __init__(self, *args: Any, offered: Settings, **kwargs: Any) -> None:
        """Ask for the style too."""
        super().__init__(*args, offered=offered, **kwargs)
        styles = [
            ("fixed", _("so many hours for each turn")),
            ("bank", _("time that is saved from turn to turn")),
            ("hour", _("by a fixed hour")),
            ("none", _("no deadline, for one person alone")),
        ]
        found = {Fixed: "fixed", Bank: "bank", Hour: "hour", Untimed: "none"}
        self.fields["style"] = forms.ChoiceField(
            label=_("Time for each turn"), choices=styles, initial=found[type(offered.style)]
        )


def _numbers() -> tuple[str, ...]:
    return (
        "hours", "initial", "increment", "cap", "notice",
        "vacation_days", "resume_floor", "least_waking", "misses",
    )  # fmt: skip


def _fields(offered: Settings) -> dict[str, forms.Field]:
    style = offered.style
    fixed = style if isinstance(style, Fixed) else Fixed(24)
    bank = style if isinstance(style, Bank) else settings.STEADY
    evening = settings.PRESETS["evening"].style
    assert isinstance(evening, Hour)
    hour = style if isinstance(style, Hour) else evening
    quiet = offered.table_quiet
    return {
        "hours": _number(_("Hours"), (1, 336), fixed.hours),
        "initial": _number(_("Hours at the start"), (1, 720), bank.initial),
        "increment": _number(_("Hours more after each turn"), (1, 168), bank.increment),
        "cap": _number(_("Hours that can be saved at most"), (1, 1440), bank.cap),
        "at": _starting(hour_field(_("The hour")), hour.at),
        "notice": _number(_("Hours that are left at least"), (1, 72), hour.notice),
        "days": _days(_("On these days"), hour.days),
        "days_off": _days(_("Days off, on which no clock runs; three at most"), offered.days_off),
        "quiet_from": _starting(
            hour_field(_("No deadline at night, from")), quiet.start if quiet else None
        ),
        "quiet_until": _starting(hour_field(_("until")), quiet.end if quiet else None),
        "personal_quiet": _choice(
            _("Quiet hours of each player"),
            [("yes", _("count for his own turns")), ("no", _("do not count here"))],
            "yes" if offered.personal_quiet else "no",
        ),
        "zone": ZoneField(
            label=_("Time zone of the table"), initial=offered.zone, required=False
        ),
        "vacation_days": _number(
            _("Days of vacation a year; 0 for none"), (0, 60), offered.vacation_days
        ),
        "resume_floor": _number(
            _("Hours that are left at least after coming back"), (0, 72), offered.resume_floor
        ),
        "least_waking": _number(
            _("Waking hours that each turn has at least"), (0, 12), offered.least_waking
        ),
        "reminders": forms.CharField(
            label=_("Reminders"), required=False, max_length=40,
            help_text=_("When so many percent of the time are over. Empty for none."),
            initial=", ".join(map(str, offered.reminders)),
        ),
        "policy": _choice(
            _("When time runs out"),
            [("autopilot", _("a simple move is made")), ("bot", _("a bot plays at once"))],
            offered.policy,
        ),
        "misses": _number(
            _("Turns missed in a row until the seat is offered to others"), (1, 5), offered.misses
        ),
        "pace": _choice(
            _("Orders that are written beforehand"),
            [
                ("at once", _("are played at once")),
                ("unhurried", _("are played after a while, as if by hand")),
                ("off", _("are not possible")),
            ],
            offered.pace,
        ),
    }  # fmt: skip


def _number(label: Any, bounds: tuple[int, int], offered: int) -> forms.IntegerField:
    low, high = bounds
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, initial=offered, required=False
    )


def _days(label: Any, offered: frozenset[str]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label,
        choices=_weekdays,
        initial=[day for day in WEEKDAYS if day in offered],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _weekdays() -> Iterator[tuple[str, str]]:
    return ((day, texts.days_text(frozenset({day}))) for day in WEEKDAYS)


def _choice(label: Any, choices: list[tuple[str, Any]], offered: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, initial=offered, required=False)


def _starting(field: forms.TimeField, offered: Any) -> forms.TimeField:
    field.initial = offered
    return field
