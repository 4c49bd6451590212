"""The shape of what people send. Whether it can be done is the services' question."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.forms.boundfield import BoundField
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext_lazy as _

from engine.api import Meta
from games import texts
from games.clocks.forms.fields import time_zones
from games.clocks.forms.terms import OWN, TermsForm
from games.clocks.rules import settings as settings_of_time
from games.errors import BadAddress, BadName
from games.models import KEY_LETTERS, new_key
from games.services import people
from games.talk.rules.rooms import Room

TURN_HOURS = (1, 3, 6, 12, 24, 48, 72, 120, 168, 336)
BARS = (80, 90, 95)
MOST_ADDRESSES = 12


class EmailForm(forms.Form):
    """An address to send a code to."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    next = forms.CharField(required=False, max_length=500, widget=forms.HiddenInput)


class CodeForm(forms.Form):
    """The six digits from the letter; spaces among them do no harm."""

    code = forms.CharField(
        label=_("Code from the letter"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )

    def clean_code(self) -> str:
        """Keep the digits only."""
        return "".join(filter(str.isdigit, self.cleaned_data["code"]))


class PlayerForm(forms.Form):
    """How somebody is called and spoken to."""

    name = forms.CharField(
        label=_("Name at the table"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        # Each by its own name: who reads it may read no other.
        choices=[(code, get_language_info(code)["name_local"]) for code, _ in settings.LANGUAGES],
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)

    def clean_name(self) -> str:
        """Refuse a bad name before a seat is taken under it."""
        try:
            return people.name(self.cleaned_data["name"])
        except BadName as problem:
            raise forms.ValidationError(texts.problem_text(problem)) from None


class NewGameForm(TermsForm):
    """The terms of a new game; the options are those of its ruleset."""

    def __init__(self, meta: Meta, *args: Any, zone: str = "UTC", **kwargs: Any) -> None:
        """Make the fields that this ruleset asks for, and those of time."""
        offered = settings_of_time.preset("steady", zone)
        super().__init__(*args, offered=offered, **kwargs)
        self.meta = meta
        # Drawn when the form is shown: sent twice, it still opens one table.
        self.fields["key"] = forms.RegexField(
            rf"^[{KEY_LETTERS}]{{10}}$", required=False, initial=new_key, widget=forms.HiddenInput
        )
        seats = [(number, str(number)) for number in meta.seats]
        self.fields["seats"] = forms.TypedChoiceField(
            label=_("Seats, yours included"), choices=seats, coerce=int, initial=meta.seats[0]
        )
        for name, values in meta.options.items():
            self.fields[option_field(name)] = forms.ChoiceField(
                label=texts.option_name(meta.key, name),
                choices=[(value, texts.option_value(meta.key, name, value)) for value in values],
                initial=values[0],
                widget=forms.RadioSelect if len(values) > 1 else forms.HiddenInput,
            )
        self.fields["clock"] = forms.ChoiceField(
            label=_("Time for each turn"),
            help_text=_("After that the table moves on: a card is discarded for whoever is late."),
            choices=_clocks(),
            initial="steady",
        )
        self.fields["bar"] = forms.ChoiceField(
            label=_("Who may join by the link"), choices=_bars(), required=False
        )
        self.fields["newcomers"] = forms.BooleanField(
            label=_("Newcomers too, who have no record yet"), required=False, initial=True
        )

    @property
    def options(self) -> dict[str, str]:
        """Collect the chosen options by their names in the rules."""
        return {name: self.cleaned_data[option_field(name)] for name in self.meta.options}

    @property
    def main(self) -> list[BoundField]:
        """The fields that everybody sees: all but those of time that are seldom wanted."""
        names = ["seats", *map(option_field, self.meta.options), "clock", "bar", "newcomers"]
        return [self[name] for name in names if not self[name].is_hidden]

    @property
    def time(self) -> dict[str, object]:
        """Write what was chosen about time as settings: a ready choice, and what differs."""
        chosen, days = self.cleaned_data["clock"], set(self.cleaned_data["days_off"])
        if chosen in settings_of_time.PRESETS:
            ready = settings_of_time.PRESETS[chosen]
            clock, days = settings_of_time.dump(ready)["clock"], days | ready.days_off
        elif chosen.isdecimal():
            clock = {"style": "fixed", "hours": int(chosen)}
        else:
            clock = self.style(chosen)
        bar = int(self.cleaned_data["bar"] or 0)
        asked = {"bar": bar, "newcomers": self.cleaned_data["newcomers"] or not bar}
        return {"clock": clock, "days_off": list(days), **self.further, **asked}


def _clocks() -> list[tuple[str, Any]]:
    presets = [
        (name, texts.preset_text(preset)) for name, preset in settings_of_time.PRESETS.items()
    ]
    hours = [(str(hours), texts.hours_text(hours)) for hours in TURN_HOURS]
    alone = ("none", _("no deadline, for one person alone"))
    own = zip(
        OWN,
        (
            _("hours of my own, see below"),
            _("time that is saved, numbers below"),
            _("by an hour of my own, see below"),
        ),
        strict=True,
    )
    return [*presets, *hours, *own, alone]


def _bars() -> list[tuple[str, Any]]:
    bars = ((str(bar), _("%(bar)d %% of turns in time") % {"bar": bar}) for bar in BARS)
    return [("", _("everybody")), *bars]


class InviteForm(forms.Form):
    """Addresses of people to invite, however they are separated."""

    emails = forms.CharField(
        label=_("Invite by e-mail"),
        help_text=_("One or several addresses, with spaces, commas or new lines between them."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2, "autocapitalize": "off", "spellcheck": "false"}),
    )

    def clean_emails(self) -> list[str]:
        """Split the addresses and refuse what cannot be one."""
        words = self.cleaned_data["emails"].replace(",", " ").replace(";", " ").split()
        try:
            addresses = list(dict.fromkeys(people.address(word.strip("<>")) for word in words))
        except BadAddress as problem:
            raise forms.ValidationError(texts.problem_text(problem)) from None
        if len(addresses) > MOST_ADDRESSES:
            raise forms.ValidationError(_("That is more people than a table has seats."))
        return addresses


class ActForm(forms.Form):
    """The seat or the invitation that one of the small forms of a lobby is about."""

    def __init__(self, field: str, *args: Any) -> None:
        """Take one number by this name."""
        super().__init__(*args)
        self.fields[field] = forms.IntegerField(min_value=0, max_value=2**31)


class SeatForm(forms.Form):
    """What is wished about a seat: which one, and for some wishes an address."""

    act = forms.ChoiceField(
        choices=[(act, act) for act in ("resign", "offer", "keep", "win", "ask", "sit")]
    )
    seat = forms.IntegerField(min_value=0, max_value=99, required=False)
    email = forms.CharField(max_length=254, required=False)


class AppealForm(forms.Form):
    """Why a missed turn should not count."""

    said = forms.CharField(max_length=500)


class MoveForm(forms.Form):
    """A move and the position it was chosen in."""

    move = forms.CharField(max_length=80)
    seen_ply = forms.IntegerField(min_value=0, max_value=1_000_000)


class SettingForm(forms.Form):
    """A setting. It holds whatever the position is, so none is named."""

    setting = forms.CharField(max_length=80)


class LinesField(forms.CharField):
    """Lines as they were typed. They are judged one by one, so that none of them gets lost."""

    def __init__(self) -> None:
        """Take whatever comes, nothing too."""
        super().__init__(required=False, strip=False)
        self.validators = []


class OrdersForm(forms.Form):
    """Both lists of a seat. They hold whatever the position is; which lists were seen is said."""

    orders = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    next = LinesField()
    standing = LinesField()
    unhurried = forms.BooleanField(required=False)


class SayForm(forms.Form):
    """Something said, in which room; drawn when the form is shown, so that twice is once."""

    room = forms.ChoiceField(choices=[(room, room) for room in Room])
    nonce = forms.CharField(max_length=20)
    text = LinesField()


class RemarkForm(forms.Form):
    """What is wished about a remark; for a report with a word about it."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("mute", "hear", "report")])
    remark = forms.IntegerField(min_value=0, max_value=2**63 - 1)
    words = LinesField()


class NotesForm(forms.Form):
    """A seat's notes: about the game, and about each of some other seats."""

    def __init__(self, others: Iterable[int], *args: Any) -> None:
        """Take a text about each of these."""
        super().__init__(*args)
        self.others = tuple(others)
        for number in self.others:
            self.fields[f"about-{number}"] = LinesField()

    notes = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    text = LinesField()

    @property
    def about(self) -> dict[int, str]:
        """Collect what was typed about others, by the number of their seat; what came of it."""
        fields = {number: f"about-{number}" for number in self.others}
        return {at: self.cleaned_data[name] for at, name in fields.items() if name in self.data}


def option_field(name: str) -> str:
    """Name the field of an option, apart from the other fields."""
    return f"option_{name}"


def player_initial(**known: str) -> dict[str, str]:
    """Guess how a newcomer wants to be spoken to from the page he is reading."""
    return {"language": people.language(get_language() or ""), "time_zone": "UTC", **known}
