"""The shape of what a club says of its league: its name, who directs it, the rules of a season."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MaxLengthValidator
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from engine.api import Meta
from games import texts
from games.clocks.rules import settings
from games.clocks.rules.settings import Settings
from games.clocks.rules.styles import Bank, Fixed, Hour
from games.forms import ClockForm, clocks, option_field
from games.leagues.rules import terms, tiebreaks
from games.leagues.rules.scoring import By, Substituted
from games.leagues.rules.terms import WALL, Fault, Format
from games.leagues.rules.tiebreaks import Tiebreak
from games.leagues.selectors import expected
from games.leagues.selectors import games as offered
from games.leagues.services.directing import LONGEST_NAME
from games.texts import leagues_terms as said

SCORINGS = (By.RANK, By.WINS, By.GOLD, By.PLACES, By.DUPLICATE)
"""What a club can choose; where a game has roles, also what is relative to them."""
DEFAULTS: Mapping[str, object] = {
    "format": Format.GROUPS,
    "lasts": 14,
    "rounds": 5,
    "kind": By.RANK,
    "substituted": Substituted.COUNTS,
    "size": 9,
    "min": 6,
    "max": 12,
    "swap": 2,
}
_WHOLE = (
    *("low", "high", "preferred", "rounds", "together", "drawing", "best", "seeds", "best_of"),
    *("size", "min", "max", "swap", "least", "greatest", "reliability", "looking", "before"),
    *("counting", "running_on"),
)
_WALLS = ("registers", "registered", "first")


@dataclass(frozen=True, slots=True)
class Chapter:
    """Fields of one matter."""

    heading: str
    fields: Sequence[BoundField]
    explained: bool = False
    """Whether what can be chosen is explained beneath."""


class LeagueForm(forms.Form):
    """How a new league is called, and in which language its tables speak."""

    name = forms.CharField(
        label=_("Name of the league"),
        max_length=LONGEST_NAME,
        help_text=_("Shown as you write it, in every language. It stays."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    language = forms.ChoiceField(label=_("Language at its tables"), choices=texts.language_names)


class DirectorForm(forms.Form):
    """Who shall direct a league too, by his page."""

    page = forms.RegexField(
        r"^(?:\S*/)?([A-Za-z0-9]{10})/?$",
        label=_("Address of his or her page"),
        max_length=200,
        help_text=_("As it stands on top of the browser there: https://…/p/abcdefghjk/"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )

    def clean_page(self) -> str:
        """Keep the key of the page."""
        typed: str = self.cleaned_data["page"]
        return typed.rstrip("/").rpartition("/")[2]


class RehearsalForm(forms.Form):
    """With how many players a season shall be rehearsed."""

    players = forms.IntegerField(
        label=_("Players that you expect"),
        min_value=1,
        max_value=terms.MOST_ENTRANTS,
        help_text=_("It is rehearsed with as many, with a quarter less and with a quarter more."),
    )
    pool = forms.IntegerField(
        label=_("Players who would step in for others"), min_value=0, max_value=500
    )
    following = forms.DateField(
        label=_("When the season after it shall begin"),
        required=False,
        help_text=_("Left empty: it is not looked whether this one is over by then."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class RulesForm(ClockForm):
    """All rules of a season, each with a word on what it does; left empty it is as usual."""

    def __init__(
        self,
        meta: Meta,
        *args: Any,
        holds: Mapping[str, Any],
        now: datetime,
        zone: str,
        **kwargs: Any,
    ) -> None:
        """Make the fields for this game, filled with the rules that the league has, if any."""
        stored: Mapping[str, Any] = holds.get("time", {})
        time = settings.load(stored) if stored else settings.preset("steady", zone)
        super().__init__(*args, offered=time, **kwargs)
        self.meta, self.now = meta, now
        self.fields |= _fields(meta, time)
        zone_field: Any = self.fields["zone"]
        zone_field.label, zone_field.required = _("Time zone of the league"), True
        for name, words in said.field_texts().items():
            self.fields[name].label, self.fields[name].help_text = words
        usual = {**DEFAULTS, **dict(zip(_ORDER, tiebreaks.USUAL, strict=True))}
        filled: dict[str, Any] = {**usual, **_sizes(meta), **_known(holds, meta)}
        if not filled.get("registers", "") > now.astimezone(ZoneInfo(zone)).strftime(WALL):
            filled |= _dates(now, zone)
        self.initial = filled

    def clean(self) -> None:
        """Refuse what no season can be played by, at the field that it lies in."""
        super().clean()
        if self.errors:
            return
        can = offered.can_if_offered(self.meta.key)
        _read, faults = terms.read(expected.by_priors(self.terms), can, now=self.now)
        for fault in faults:
            self.add_error(self._field_of(fault), texts.league_fault_text(fault))

    @property
    def terms(self) -> dict[str, Any]:
        """Write what was chosen as the rules of a season; what was left empty is not named."""
        chosen = self.cleaned_data
        whole = {name: chosen[name] for name in _WHOLE if chosen.get(name) is not None}
        return {
            **whole,
            "ruleset": self.meta.key,
            "format": chosen["format"],
            "options": {name: chosen[option_field(name)] for name in self.meta.options},
            "scoring": self._scoring,
            "tiebreaks": [chosen[name] for name in _ORDER if chosen[name]],
            "time": self.time,
            "zone": chosen["zone"],
            "days": chosen["lasts"],
            "double": chosen["double"],
            "pauses": _words(chosen["pauses"]),
            **{name: chosen[name] for name in _WALLS},
        }

    @property
    def _scoring(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        byes = {name: chosen[name] for name in ("forced", "requested") if chosen[name]}
        scoring = {"kind": chosen["kind"], "substituted": chosen["substituted"], **byes}
        if chosen["kind"] == By.PLACES:
            scoring["places"] = dict(_lists(chosen["places"]))
        return scoring | {"unequal": chosen["unequal"]}

    def _field_of(self, fault: Fault) -> str | None:
        """Name the field that a fault is told at."""
        first, _slash, rest = fault.field.partition("/")
        if first == "options":
            return option_field(rest)
        if first == "scoring":
            first = rest.partition("/")[0]
        named = {
            "expected": "kind",
            "days": "lasts",
            "tiebreaks": _ORDER[0],
            "time": "clock",
            "": "kind",
        }
        name = named.get(first, first)
        return name if name in self.fields else None

    @property
    def chapters(self) -> list[Chapter]:
        """The fields in groups, in the order in which a club thinks of them."""
        options = [option_field(name) for name in self.meta.options]
        groups = (
            ("played", [*options, "format", "low", "high", "preferred", "double"]),
            ("calendar", [*_WALLS, "zone", "rounds", "lasts", "together", "drawing", "pauses"]),
            ("points", ["kind", "unequal", "places", "forced", "requested", "best", "substituted"]),
            ("level", list(_ORDER)),
            ("divisions", ["size", "min", "max", "swap"]),
            ("entering", ["least", "greatest", "reliability"]),
            ("final", ["seeds", "best_of"]),
            ("waiting", ["looking", "before", "running_on", "counting"]),
            ("time", ["clock"]),
        )
        return [
            Chapter(
                said.group_name(group),
                [self[name] for name in names if not self[name].is_hidden],
                group == "level",
            )
            for group, names in groups
        ]

    @property
    def more(self) -> list[tuple[Any, list[BoundField]]]:
        """The further fields of time; the zone is the league's and asked above."""
        return [
            (title, [field for field in fields if field.name != "zone"])
            for title, fields in super().more
        ]


_ORDER = ("level_1", "level_2", "level_3", "level_4", "level_5")
"""So many criteria can be named."""


def _fields(meta: Meta, time: Settings) -> dict[str, forms.Field]:
    """Make the fields; what they are called and do is said elsewhere."""
    most = str(max(meta.seats))
    options = {
        option_field(name): forms.ChoiceField(
            label=texts.option_name(meta.key, name),
            choices=[(value, texts.option_value(meta.key, name, value)) for value in values],
            initial=values[0],
            widget=forms.RadioSelect if len(values) > 1 else forms.HiddenInput,
        )
        for name, values in meta.options.items()
    }
    return {
        **options,
        "format": forms.ChoiceField(
            choices=[(each.value, said.format_choice(each)) for each in Format],
            widget=forms.RadioSelect,
        ),
        **{name: _whole(name) for name in (*_WHOLE, "lasts")},
        "low": _whole("low", min=str(min(meta.seats)), max=most),
        "high": _whole("high", min=str(min(meta.seats)), max=most),
        **{name: _wall() for name in _WALLS},
        "double": forms.BooleanField(required=False),
        "pauses": forms.CharField(required=False, max_length=1000),
        "kind": forms.ChoiceField(
            choices=[
                (each.value, said.scoring_choice(each))
                for each in (*SCORINGS, *((By.RELATIVE,) if meta.roles else ()))
            ],
            widget=forms.RadioSelect,
        ),
        "unequal": forms.BooleanField(required=False),
        "places": forms.CharField(
            required=False, max_length=500, widget=forms.Textarea(attrs={"rows": 3})
        ),
        "forced": forms.CharField(required=False, max_length=20),
        "requested": forms.CharField(required=False, max_length=20),
        "substituted": forms.ChoiceField(
            choices=[(each.value, said.substituted_choice(each)) for each in Substituted]
        ),
        **{name: forms.ChoiceField(required=False, choices=_criteria) for name in _ORDER},
        "clock": forms.ChoiceField(choices=clocks(), initial=_clock(time)),
    }


def _criteria() -> Iterator[tuple[str, Any]]:
    yield "", _("nothing more")
    for each in Tiebreak:
        yield each.value, said.criterion_choice(each)


def _whole(name: str, **attributes: str) -> forms.IntegerField:
    """A whole number; between what it may be is asked of the rules, which say so."""
    del name
    return forms.IntegerField(
        required=False, widget=forms.NumberInput(attrs={"inputmode": "numeric", **attributes})
    )


def _wall() -> forms.CharField:
    """A time on the wall of the league."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})
    # A `max_length` would write `maxlength`, which inputs for dates do not have.
    return forms.CharField(validators=[MaxLengthValidator(16)], widget=widget)


def _clock(time: Settings) -> str:
    ready = (name for name, preset in settings.PRESETS.items() if preset.style == time.style)
    own = {Fixed: "fixed", Bank: "bank", Hour: "hour"}.get(type(time.style), "none")
    return next(ready, own)


def _sizes(meta: Meta) -> dict[str, object]:
    low, high = min(meta.seats), max(meta.seats)
    usual = min(high, max(low, 4))
    return {"low": low, "high": min(high, usual + 1), "preferred": usual}


def _dates(now: datetime, zone: str) -> dict[str, object]:
    """Dates that are possible: registration in three days, for a fortnight, then a week more."""
    noon = now.astimezone(ZoneInfo(zone)).replace(hour=12, minute=0)
    after = {"registers": 3, "registered": 17, "first": 24}
    return {name: (noon + timedelta(days=days)).strftime(WALL) for name, days in after.items()}


def _known(holds: Mapping[str, Any], meta: Meta) -> dict[str, object]:
    """What the league's rules say, as its form is filled."""
    if not holds:
        return {}
    scoring = holds["scoring"]
    known = {name: holds[name] for name in _WHOLE if name in holds}
    # None of these is what an empty field means, too.
    known |= {name: holds[name] or None for name in ("rounds", "seeds")}
    known |= {"format": holds["format"], "lasts": holds["days"], "double": holds["double"]}
    known |= {"zone": holds["zone"], "pauses": ", ".join(holds["pauses"])}
    known |= {name: scoring[name] for name in ("kind", "forced", "requested", "unequal")}
    known |= {"substituted": scoring["substituted"], "places": _as_lines(scoring["places"])}
    known |= {name: holds[name] for name in _WALLS}
    order = [*holds["tiebreaks"], *[""] * len(_ORDER)]
    known |= dict(zip(_ORDER, order, strict=False))
    if holds["ruleset"] == meta.key:
        return known | {option_field(name): each for name, each in holds["options"].items()}
    # Another game has other tables.
    return {name: each for name, each in known.items() if name not in ("low", "high", "preferred")}


def _as_lines(places: Mapping[str, Sequence[str]]) -> str:
    return "\n".join(f"{size}: {' '.join(points)}" for size, points in places.items())


def _lists(typed: str) -> Iterator[tuple[str, list[str]]]:
    """Read a line for each table size, "4: 5 3 2 1"; what is no number is refused later."""
    for line in typed.splitlines():
        if line.strip():
            size, _colon, points = line.partition(":")
            yield size.strip(), _words(points)


def _words(typed: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", typed) if word]
