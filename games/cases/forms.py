"""What is typed into a report, an answer, a question, an appeal. Services judge the texts."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import texts
from games.cases.selectors.subjects import Subject


class Text(forms.CharField):
    """Text as it was typed: what is wrong with it, services say, and none of it gets lost."""

    def __init__(self, **kwargs: Any) -> None:
        """Take whatever comes, nothing too."""
        super().__init__(required=False, strip=False, **kwargs)
        self.validators = []


class ReportForm(forms.Form):
    """What is wrong, in which words."""

    kind = forms.ChoiceField(label=_("What is it about?"), widget=forms.RadioSelect)
    words = Text(
        label=_("What is wrong about it?"),
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
        help_text=_("At most 1000 characters. Only who looks at it reads this, with your name."),
    )
    threat = forms.BooleanField(label=_("Somebody is threatened or harassed"), required=False)
    enclose = forms.BooleanField(
        label=_("Enclose what my own seat sees"),
        required=False,
        help_text=_("Your cards and your role too. Who opens it leaves a line in the log."),
    )

    def __init__(self, found: Subject, *args: Any) -> None:
        """Offer what may be reported here."""
        super().__init__(*args)
        kind: Any = self.fields["kind"]
        kind.choices = [(each.value, texts.kind_text(each)) for each in found.kinds]
        if len(found.kinds) == 1:
            kind.widget, kind.initial = forms.HiddenInput(), found.kinds[0].value
        if found.own_seat is None:
            del self.fields["enclose"]


class ReferenceForm(forms.Form):
    """By which reference somebody knows what a moderator did."""

    act = forms.CharField(
        label=_("The four letters that stood beside it"), min_length=4, max_length=4
    )


class TextForm(forms.Form):
    """A text about a thing that is named."""

    about = forms.CharField(max_length=10)
    text = Text()


class CaseForm(forms.Form):
    """What a moderator wishes about a case, or an appeal."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("claim", "give-back", "ask", "open")])
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False)
    question = Text()
    report = forms.IntegerField(min_value=0, max_value=2**63 - 1, required=False)


class MissForm(forms.Form):
    """What holds of a missed turn."""

    turn = forms.IntegerField(min_value=0, max_value=2**63 - 1)
    answer = forms.ChoiceField(choices=[(each, each) for each in ("excused", "stands")])
