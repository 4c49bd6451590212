"""What somebody wishes for a turn, a table or himself: hours, days, a yes or a no."""

from datetime import date, datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clocks.forms.fields import check_night, day_field, hour_field, night_of
from games.clocks.forms.zones import ZoneField
from games.clocks.rules import walls
from games.clocks.rules.proposals import MADE

LAST_DAY = date(9000, 1, 1)
"""Whatever is later overflows somewhere, and is too far ahead anyway."""


class ExtendForm(forms.Form):
    """More hours for a seat, and the deadline that was seen when they were wished."""

    seat = forms.IntegerField(min_value=0, max_value=1000, widget=forms.HiddenInput)
    hours = forms.IntegerField(
        label=_("Hours more"), min_value=-1000, max_value=10_000, initial=24,
        widget=forms.NumberInput(attrs={"min": 1, "max": 168}),
    )  # fmt: skip
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def clean_seen(self) -> datetime:
        """Read the instant; refuse what is none."""
        try:
            seen = datetime.fromisoformat(self.cleaned_data["seen"])
        except ValueError:
            seen = None
        if seen is None or seen.tzinfo is None:
            raise forms.ValidationError(_("This cannot be read."))
        return seen


class PauseForm(forms.Form):
    """The last day of a pause."""

    last = day_field(_("Last day of the pause"))

    @property
    def until(self) -> datetime:
        """The end of that day where the reader lives."""
        day = min(self.cleaned_data["last"], LAST_DAY)
        zone = timezone.get_current_timezone_name()
        return walls.last(zone, day + timedelta(days=1), walls.MIDNIGHT)


class AnswerForm(forms.Form):
    """A yes or a no to what is proposed."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in MADE.values()])
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class VacationForm(forms.Form):
    """The days of a vacation; without a first one it begins at once."""

    first = day_field(_("First day; empty to leave at once"), required=False)
    last = day_field(_("Last day"))

    @property
    def days(self) -> tuple[date | None, date]:
        """From the first, or from now, to the last."""
        return self.cleaned_data["first"], self.cleaned_data["last"]


class CallOffForm(forms.Form):
    """Which planned vacation is called off."""

    first = day_field(_("First day"), hidden=True)
    last = day_field(_("Last day"), hidden=True)

    @property
    def days(self) -> tuple[date, date]:
        """The days by which it is named."""
        return self.cleaned_data["first"], self.cleaned_data["last"]


class NightForm(forms.Form):
    """Where somebody lives and when he sleeps."""

    time_zone = ZoneField(label=_("Time zone"))
    quiet_from = hour_field(_("Quiet hours from"))
    quiet_until = hour_field(_("Quiet hours until"))

    def clean(self) -> None:
        """Refuse a night that has no length, no end or too much of both."""
        check_night(self, "quiet_from", "quiet_until")

    @property
    def quiet(self) -> str:
        """The night as it is stored; none is empty."""
        return night_of(self, "quiet_from", "quiet_until") or ""
