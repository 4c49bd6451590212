"""What every act asks: why, for the log; a public reason; and a word to those concerned."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games import texts

MOST_HOURS = 336


class ActForm(forms.Form):
    """The form of an act: its own fields stand before these."""

    reasons: ClassVar[Sequence[str]] = ("wish", "absence", "fault", "check", "rules")
    """The public reasons that fit it, of `texts.public_reasons`."""

    why = forms.ChoiceField(label=_("Public reason"))
    message = forms.CharField(
        label=_("A word to those concerned (need not be)"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("They read it as you type it."),
    )
    reason = forms.CharField(
        label=_("Why, for the log"),
        min_length=10,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Moderators read it; players do not."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the public reasons that fit."""
        super().__init__(*args, **kwargs)
        names = texts.public_reasons()
        field: Any = self.fields["why"]
        field.choices = [(key, names[key]) for key in self.reasons]
        last = [self.fields.pop(name) for name in _LAST]
        self.fields |= dict(zip(_LAST, last, strict=True))

    def clean_reason(self) -> str:
        """Refuse what cannot be printed."""
        return printable(self.cleaned_data["reason"])

    def clean_message(self) -> str:
        """Refuse what cannot be printed."""
        return printable(self.cleaned_data["message"])


_LAST = ("why", "message", "reason")


def hours_field() -> forms.IntegerField:
    """Make a field for hours that are given."""
    return forms.IntegerField(
        label=_("Hours more"),
        min_value=1,
        max_value=MOST_HOURS,
        initial=24,
        widget=forms.NumberInput(attrs={"min": 1, "max": MOST_HOURS}),
    )


def seat_field() -> forms.IntegerField:
    """Make a field for a seat, which the page names."""
    return forms.IntegerField(min_value=0, max_value=1000, widget=forms.HiddenInput)


def printable(text: str) -> str:
    """Refuse signs that nobody can see."""
    if not all(letter.isprintable() or letter in "\r\n" for letter in text):
        raise forms.ValidationError(_("This holds signs that cannot be seen."))
    return text
