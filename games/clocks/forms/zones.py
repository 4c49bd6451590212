"""The field for a time zone: a short list with the time of day there, and a word to search by."""

from collections.abc import Iterable
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import texts
from games.people.rules import zones
from games.services import instant

# Reading the names goes through hundreds of files.
_all = cache(available_timezones)
LONGEST_WORD = 60


class ZoneWidget(forms.MultiWidget):
    """A list of some zones, and a place to type into for all the others.

    A script fills it in where it stands on a guess, and lists what is typed at once.
    """

    use_fieldset = True

    def __init__(self) -> None:
        """Take both parts; the list is made when it is shown."""
        said = _("Search: a city or a region")
        word = {"aria-label": said, "placeholder": said, "maxlength": LONGEST_WORD}
        search = forms.TextInput(attrs={**word, "autocomplete": "off", "data-zones": "search"})
        search.input_type = "search"
        chosen = forms.Select(attrs={"aria-label": _("Time zone"), "data-zones": "list"})
        super().__init__({"": chosen, "search": search})

    def use_required_attribute(self, initial: Any) -> bool:  # noqa: ARG002
        """Leave it out: the list has no empty option, and the search may stay empty."""
        return False

    def guess(self) -> None:
        """Let the browser say better, if it can: nobody has chosen yet."""
        self.widgets[0].attrs["data-guess"] = True

    def decompress(self, value: Any) -> list[str]:
        """Show a zone with no word beside it."""
        return [value or "", ""]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """List what can be chosen: the usual ones, or what the word finds, each with its time."""
        chosen, word = value if isinstance(value, list) else self.decompress(value)
        now = instant.now()
        offered = _found(word) or [*zones.COMMON]
        if chosen in _all() and chosen not in offered:
            offered.insert(0, chosen)
        listed = self.widgets[0]
        assert isinstance(listed, forms.Select), "made above"
        listed.choices = [(zone, texts.zone_text(zone, now=now)) for zone in offered]
        listed.attrs["data-label"] = texts.zone_pattern()
        return super().get_context(name, value, attrs)


class ZoneField(forms.Field):
    """A time zone from the list, or the only one that was meant by the word beside it."""

    widget = ZoneWidget

    def __init__(self, **known: Any) -> None:
        """Say how the others are found."""
        said = _("Not in the list? Type the name of a large city nearby, or of a region.")
        super().__init__(help_text=said, **known)

    def clean(self, value: Any) -> str:
        """Return the name of a zone; refuse a word that finds none, or several to choose from."""
        zone, word = ((part or "").strip() for part in value)
        found = _found(word)
        if word and not found:
            raise forms.ValidationError(
                _("No time zone is called so. Try a larger city nearby, by its English name.")
            )
        if found and zone not in found:
            zone = found[0]
            if len(found) > 1:
                raise forms.ValidationError(_several(len(found)))
        if zone not in _all() and (zone or self.required):
            raise forms.ValidationError(_("There is no such time zone."))
        return zone


def _found(word: str | None) -> list[str]:
    typed = (word or "").strip()[:LONGEST_WORD]
    return zones.search(typed, _places()) if typed else []


def _several(count: int) -> str:
    return ngettext(
        "%(n)d time zone fits. Choose it in the list.",
        "%(n)d time zones fit. Choose one of them in the list.",
        count,
    ) % {"n": count}


@cache
def _places() -> Iterable[str]:
    """All zones by which a place is named, and UTC."""
    return frozenset(
        zone
        for zone in _all()
        if zone == "UTC" or ("/" in zone and not zone.startswith(("Etc/", "SystemV/", "US/")))
    )
