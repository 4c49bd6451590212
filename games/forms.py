"""The shape of what people send. Whether it can be done is the services' question."""

from collections.abc import Iterable, Sequence
from secrets import token_urlsafe
from typing import Any, TypeAlias

from django import forms
from django.conf import settings
from django.forms.boundfield import BoundField
from django.http import HttpRequest, QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from engine.api import Meta, Strength
from games import selectors, texts
from games.clocks.forms.terms import OWN, TermsForm
from games.clocks.forms.zones import ZoneField, ZoneWidget
from games.clocks.rules import settings as settings_of_time
from games.clocks.rules.settings import Settings
from games.errors import BadGameName, BadName
from games.gathering.rules import names
from games.gathering.rules.names import LONGEST
from games.models import KEY_LETTERS, new_key
from games.people.rules import names as of_people
from games.people.rules import zones
from games.people.rules.shown import Item, Whom
from games.replay.rules.records import MOST_LETTERS
from games.services import people
from games.services.people import Said
from games.subscriptions.rules import Choice
from games.talk.rules.rooms import Room

TURN_HOURS = (1, 3, 6, 12, 24, 48, 72, 120, 168, 336)
BARS = (80, 90, 95)
MOST_ADDRESSES = 12


Choices: TypeAlias = tuple[tuple[str, Any, Sequence[tuple[str, str]]], ...]
"""Fields to choose in: name, label and what there is."""


class EmailForm(forms.Form):
    """An address to send a code to."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    next = forms.CharField(required=False, max_length=500, widget=forms.HiddenInput)
    once = forms.CharField(
        required=False, max_length=32, widget=forms.HiddenInput, initial=lambda: token_urlsafe(16)
    )


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
        help_text=_("The others read it. Nobody is shown your address."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=texts.language_names)
    time_zone = ZoneField(label=_("Time zone"))

    def clean_name(self) -> str:
        """Refuse a bad name before a seat is taken under it."""
        said = self.cleaned_data["name"]
        # What somebody was called before there were rules about names stays good.
        if said == self.initial.get("name"):
            return str(said)
        try:
            return of_people.name(said)
        except BadName as problem:
            raise forms.ValidationError(problem.message) from None

    def guess_zone(self, request: HttpRequest, *, otherwise: str = "UTC") -> None:
        """Offer the zone that the browser seems to be in, of who has not told one."""
        # Browsers list languages by preference, so their weights tell nothing more.
        listed = request.headers.get("Accept-Language", "")[:500].split(",")
        tags = (each.partition(";")[0].strip() for each in listed)
        self.initial["time_zone"] = zones.guess(tags) or otherwise
        widget = self.fields["time_zone"].widget
        if not self.is_bound and isinstance(widget, ZoneWidget):
            widget.guess()

    @property
    def said(self) -> Said:
        """What was said, for a service."""
        return Said(**self.cleaned_data)


class SettingsForm(PlayerForm):
    """The same, and what letters tell."""

    discreet = forms.BooleanField(
        label=_("Keep my role out of letters"),
        help_text=_("For who reads mail in company. The page of the table shows it."),
        required=False,
    )


class NewcomerForm(PlayerForm):
    """The same, asked of somebody who takes his first seat."""

    field_order = ("name", "time_zone", "language")

    def __init__(
        self, request: HttpRequest, *, zone: str = "UTC", prefix: str | None = None
    ) -> None:
        """Take what came along with the wish for a seat, or guess from what the browser says."""
        sent = request.POST if f"{prefix}-name" in request.POST or not prefix else None
        initial = {"language": people.language(get_language() or "")}
        super().__init__(sent if request.method == "POST" else None, initial=initial, prefix=prefix)
        self.guess_zone(request, otherwise=zone)


class ShownForm(forms.Form):
    """For each thing that a player's page may tell: whom."""

    def __init__(self, *args: Any, **known: Any) -> None:
        """Ask about every item."""
        super().__init__(*args, **known)
        for item in Item:
            self.fields[item] = forms.TypedChoiceField(
                label=texts.item_name(item),
                choices=[(whom.value, texts.whom_name(whom)) for whom in Whom],
                coerce=lambda value: Whom(int(value)),
            )

    @property
    def chosen(self) -> dict[Item, Whom]:
        """For each item, whom it is told."""
        return {item: self.cleaned_data[item] for item in Item}


_HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


class LettersForm(forms.Form):
    """What somebody wants to be written of."""

    turns = forms.ChoiceField(
        label=_("When it is my turn"),
        choices=[
            ("at-once", _("a letter at once: within seconds, or when I leave the table's page")),
            ("daily", _("once a day, in one letter for all games that wait for me")),
            ("none", _("no letter: I look myself")),
        ],
        widget=forms.RadioSelect,
    )
    hour = forms.TypedChoiceField(
        label=_("The letter of the day comes at"),
        help_text=_("On your own clock. On days when no game waits for you none comes."),
        choices=_HOURS,
        coerce=int,
    )
    reminders = forms.BooleanField(
        label=_("Remind me before a deadline, at once in any case"), required=False
    )
    news = forms.BooleanField(
        label=_("Tell me what else happens: a game or round begins or ends, time was up or moved"),
        required=False,
    )
    brief = forms.BooleanField(
        label=_("When I move by email, send only a short confirmation"),
        help_text=_("Without the maze and your cards. Your next turn's email shows them."),
        required=False,
    )
    invited = forms.BooleanField(label=_("Others may invite me by mail"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        """Ask about replies only where emails can be answered."""
        super().__init__(*args, **options)
        if not settings.REPLY_DOMAIN:
            del self.fields["brief"]

    @classmethod
    def as_a_rule(
        cls, sent: QueryDict | None, *, chosen: Choice, hour: int, invited: bool
    ) -> "LettersForm":
        """Ask what holds for all games."""
        return cls(sent, initial=_known(chosen) | {"hour": hour, "invited": invited})

    @classmethod
    def of_game(cls, sent: QueryDict | None, *, chosen: Choice) -> "LettersForm":
        """Ask what holds for one game."""
        form = cls(sent, initial=_known(chosen))
        del form.fields["hour"], form.fields["invited"]
        return form

    @property
    def chosen(self) -> Choice:
        """What is wished for."""
        turns = self.cleaned_data["turns"]
        return Choice(
            turns=turns != "none",
            daily=turns == "daily",
            news=self.cleaned_data["news"],
            reminders=self.cleaned_data["reminders"],
            brief=self.cleaned_data.get("brief", self.initial["brief"]),
        )


def _known(chosen: Choice) -> dict[str, object]:
    kept = "daily" if chosen.daily else "at-once"
    return {
        "turns": kept if chosen.turns and not chosen.stopped else "none",
        "news": chosen.news and not chosen.stopped,
        "reminders": chosen.reminded,
        "brief": chosen.brief,
    }


class DoorForm(forms.Form):
    """Who may come to a table, and what is spoken there."""

    listed = forms.ChoiceField(
        label=_("Who may come"),
        choices=[
            ("", _("private: whom you invite, and whoever has a link from you")),
            ("yes", _("public: in the lists; anybody may take a free seat or watch")),
        ],
        required=False,
        widget=forms.RadioSelect,
        initial="",
    )
    language = forms.ChoiceField(
        label=_("Language at the table"), choices=texts.language_names, required=False
    )


class Sieve(forms.Form):
    """What somebody looks for in a list. Whatever cannot be is all the same."""

    def __init__(self, rulesets: Iterable[str], *args: Any) -> None:
        """Offer these games, and what else this list can be searched for."""
        super().__init__(*args)
        games = [(key, texts.ruleset_name(key)) for key in rulesets]
        for name, label, choices in (("ruleset", _("Game"), games), *self.further()):
            self.fields[name] = forms.ChoiceField(
                label=label, choices=[("", _("all")), *choices], required=False
            )

    def further(self) -> Choices:
        """List what else can be looked for."""
        raise NotImplementedError

    @property
    def sought(self) -> dict[str, str]:
        """Collect what was chosen, of that which can be."""
        self.is_valid()
        return {name: chosen for name, chosen in self.cleaned_data.items() if chosen}


class SeekForm(Sieve):
    """What somebody looks for in a list of tables."""

    def further(self) -> Choices:
        """The clock and the language."""
        return (
            ("tempo", _("Time for a turn"), texts.tempo_names()),
            ("language", _("Language"), texts.language_names()),
        )


class OldGamesForm(Sieve):
    """What somebody looks for among his games that are over."""

    def further(self) -> Choices:
        """How it ended."""
        return (("result", _("Result"), texts.result_names()),)


class ClockForm(TermsForm):
    """Terms of time with ready choices before them."""

    @property
    def time(self) -> dict[str, object]:
        """Write what was chosen as settings: a ready choice, and what differs."""
        chosen, days = self.cleaned_data["clock"], set(self.cleaned_data["days_off"])
        if chosen in settings_of_time.PRESETS:
            ready = settings_of_time.PRESETS[chosen]
            clock, days = settings_of_time.dump(ready)["clock"], days | ready.days_off
        elif chosen.isdecimal():
            clock = {"style": "fixed", "hours": int(chosen)}
        else:
            clock = self.style(chosen)
        return {"clock": clock, "days_off": list(days), **self.further}


class NewGameForm(ClockForm):
    """The terms of a new game; the options are those of its ruleset."""

    def __init__(
        self,
        meta: Meta,
        *args: Any,
        zone: str = "UTC",
        language: str = "",
        holds: Settings | None = None,
        **kwargs: Any,
    ) -> None:
        """Make the fields that this ruleset asks for, and those of time, or of what holds."""
        offered = holds or settings_of_time.preset("steady", zone)
        super().__init__(*args, offered=offered, **kwargs)
        self.meta = meta
        # Drawn when the form is shown: sent twice, it still opens one table.
        self.fields["key"] = forms.RegexField(
            rf"^[{KEY_LETTERS}]{{10}}$", required=False, initial=new_key, widget=forms.HiddenInput
        )
        self.fields["name"] = forms.CharField(
            label=_("Name of the game"),
            help_text=_("Shown as you write it, in every language. Left empty, one is drawn."),
            required=False,
            widget=forms.TextInput(attrs={"maxlength": LONGEST, "autocomplete": "off"}),
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
            choices=clocks(),
            initial="steady",
        )
        self.fields["bar"] = forms.ChoiceField(
            label=_("Who may join by himself"), choices=_bars(), required=False
        )
        self.fields["newcomers"] = forms.BooleanField(
            label=_("Newcomers too, who have no record yet"), required=False, initial=True
        )
        self.fields["households"] = forms.ChoiceField(
            label=_("Who lives together"),
            help_text=_("Two declare a household on the page of their account."),
            choices=list(texts.household_texts().items()),
            initial=settings_of_time.HOUSEHOLDS[0],
            required=False,
            widget=forms.RadioSelect,
        )
        self.fields |= DoorForm.base_fields
        self.initial["language"] = language

    def clean_name(self) -> str:
        """Refuse a name that is not what it looks like; none is drawn later."""
        return _named(self.cleaned_data["name"])

    @property
    def options(self) -> dict[str, str]:
        """Collect the chosen options by their names in the rules."""
        return {name: self.cleaned_data[option_field(name)] for name in self.meta.options}

    @property
    def main(self) -> list[BoundField]:
        """The fields that everybody sees: all but those of time that are seldom wanted."""
        options = map(option_field, self.meta.options)
        joining = ("listed", "bar", "newcomers", "households", "language")
        shown = ["name", "seats", *options, "clock", *joining]
        asked = [self[name] for name in shown if name in self.fields]
        return [field for field in asked if not field.is_hidden]

    @property
    def time(self) -> dict[str, object]:
        """Write what was chosen about time as settings, and who may join."""
        bar = int(self.cleaned_data["bar"] or 0)
        asked = {
            "bar": bar,
            "newcomers": self.cleaned_data["newcomers"] or not bar,
            "households": self.cleaned_data["households"] or settings_of_time.HOUSEHOLDS[0],
        }
        return {**super().time, **asked}


def _named(text: str) -> str:
    try:
        return names.chosen(text) if text else ""
    except BadGameName as problem:
        raise forms.ValidationError(problem.message) from None


def clocks() -> list[tuple[str, Any]]:
    """List ready choices of time for a turn, then those that take numbers."""
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


class ActForm(forms.Form):
    """The seat or the invitation that one of the small forms of a lobby is about."""

    def __init__(self, field: str, *args: Any) -> None:
        """Take one number by this name."""
        super().__init__(*args)
        self.fields[field] = forms.IntegerField(min_value=0, max_value=2**31)


class AddressForm(forms.Form):
    """The address that letters shall go to."""

    email = forms.EmailField(
        label=_("New e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class HouseholdForm(forms.Form):
    """The address of who lives with the reader."""

    email = forms.EmailField(
        label=_("E-mail address of the other person"),
        help_text=_("The one by which he or she plays here. You both have to say it."),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class HouseholdAnswerForm(forms.Form):
    """What becomes of a household, or of a wish for one."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("yes", "no", "end")])
    household = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class BlockForm(forms.Form):
    """With whom somebody does not want to sit, or does again."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("block", "unblock")])
    player = forms.SlugField(max_length=20)


class DeviceForm(forms.Form):
    """What is to end: one device, by its name, the others, all, or the links."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("one", "others", "all", "links")])
    device = forms.CharField(max_length=40, required=False)


class PasskeyForm(forms.Form):
    """What a device answered that was asked for a passkey, and where its owner was going."""

    answer = forms.CharField(max_length=20_000)
    next = forms.CharField(required=False, max_length=500)


class NewPasskeyForm(forms.Form):
    """A passkey that a device has made, and what its owner calls it."""

    name = forms.CharField(required=False, max_length=200)
    answer = forms.CharField(max_length=20_000)


class RemovalForm(forms.Form):
    """The number of the passkey that is to go."""

    remove = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class BotsForm(forms.Form):
    """How many bots shall sit down, and how well they play."""

    place = forms.IntegerField(required=False, min_value=0, max_value=99, widget=forms.HiddenInput)
    count = forms.TypedChoiceField(
        label=_("How many bots"),
        choices=[(number, str(number)) for number in range(1, MOST_ADDRESSES)],
        coerce=int,
        initial=1,
        required=False,
    )

    def __init__(self, *args: Any, free: int = MOST_ADDRESSES - 1, **kwargs: Any) -> None:
        """Offer as many as there are free seats."""
        super().__init__(*args, **kwargs)
        counts: Any = self.fields["count"]
        counts.choices = counts.choices[:free]
        self.fields["strength"] = strength_field()

    def clean_count(self) -> int:
        """Take one if no number is said."""
        return self.cleaned_data["count"] or 1


class PracticeForm(forms.Form):
    """Which game shall be dealt against which bots."""

    ruleset = forms.CharField(max_length=40, widget=forms.HiddenInput)
    # Drawn when the form is shown: sent twice, it still deals one game.
    once = forms.RegexField(
        r"^[\w-]{22}$", initial=lambda: token_urlsafe(16), widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, bots: bool = True, **kwargs: Any) -> None:
        """Ask for the strength of the bots if there are any."""
        super().__init__(*args, **kwargs)
        self.fields["strength"] = strength_field()
        if not bots:
            self.fields["strength"].widget = forms.HiddenInput()

    def clean_ruleset(self) -> str:
        """Refuse a game that there is not."""
        key: str = self.cleaned_data["ruleset"]
        if key not in selectors.offered():
            raise forms.ValidationError(_("There is no such game"))
        return key


def strength_field() -> forms.TypedChoiceField:
    """Ask how well bots play; who says nothing gets those in the middle."""
    return forms.TypedChoiceField(
        label=_("How well the bots play"),
        choices=[(each.value, texts.strength_text(each)) for each in Strength],
        coerce=Strength,
        initial=Strength.MEDIUM,
        required=False,
        empty_value=Strength.MEDIUM,
    )


SEAT_WISHES = ("resign", "offer", "keep", "give-back", "win", "ask", "sit")


class SeatForm(forms.Form):
    """What is wished about a seat: which one, and for some wishes an address."""

    act = forms.ChoiceField(choices=[(act, act) for act in SEAT_WISHES])
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
    threat = forms.BooleanField(required=False)
    enclose = forms.BooleanField(required=False)


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


class RecordForm(forms.Form):
    """The record of a game, as a file or as it came along with the step before."""

    file = forms.FileField(label=_("The file of a game"), required=False)
    record = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    at = forms.RegexField(
        r"\A[0-9]{1,4}:(all|[0-9]{1,2})\Z",
        required=False,
        widget=forms.HiddenInput,
    )

    def clean(self) -> dict[str, Any]:
        """Read the file, if there is one; refuse what no record can be."""
        cleaned = super().clean() or {}
        found = cleaned.get("file")
        if found is not None and found.size <= MOST_LETTERS:
            cleaned["record"] = found.read().decode("utf-8", "replace")
        if not cleaned.get("record"):
            self.add_error("file", _("Choose the file of a game, of at most 60 KB."))
        return cleaned
