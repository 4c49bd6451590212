"""The shape of what an organiser asks for before the start: people, and other terms."""

from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from engine.api import Meta
from games import texts
from games.clocks.forms.fields import day_field
from games.clocks.forms.terms import OWN
from games.clocks.rules import settings as settings_of_time
from games.clocks.rules import styles
from games.clocks.rules.settings import Settings
from games.clocks.rules.styles import Bank, Fixed
from games.errors import BadAddress, BadReplyBy, BadText
from games.forms import MOST_ADDRESSES, TURN_HOURS, NewGameForm, option_field
from games.gathering.rules import asking
from games.gathering.rules.asking import Wish
from games.gathering.services.changing import Terms
from games.selectors import GameFacts
from games.services import instant, people


class InviteForm(forms.Form):
    """Addresses of people to invite, however they are separated, and what is written to them."""

    emails = forms.CharField(
        label=_("Invite by e-mail"),
        help_text=_(
            "One or several, with spaces, commas or new lines between them. For a letter in "
            "another language write that behind the address: bob@example.org Deutsch"
        ),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2, "autocapitalize": "off", "spellcheck": "false"}),
    )
    message = forms.CharField(
        label=_("A few words to them"),
        help_text=_("Plain text, if you like. It stands in the letter and beside the invitation."),
        # Counted where it is read, in words that say how much is too much.
        max_length=10 * asking.LONGEST,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )
    language = forms.ChoiceField(
        label=_("Language of the letter"),
        help_text=_(
            "For all others who are new here; whoever plays already is written to in his own."
        ),
        choices=texts.language_names,
        required=False,
    )
    reply_by = day_field(_("Answer until the end of"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Explain in whose day an answer is in time."""
        super().__init__(*args, **kwargs)
        self.fields["reply_by"].help_text = _(
            "Empty if there is no hurry. After that day, as your clock shows it, the seat is free "
            "for others."
        )

    def clean_emails(self) -> dict[str, str]:
        """Split the addresses, each with a language of its own or none; refuse all bad at once."""
        good: dict[str, str] = {}
        wrong = []
        for typed, language in asking.addressed(self.cleaned_data["emails"], _languages()):
            try:
                address = people.address(typed)
            except BadAddress as problem:
                wrong.append(problem.message if "@" in typed else _neither(typed))
            else:
                good[address] = language or good.get(address, "")
        if wrong:
            said = _("Nobody was invited yet; mend this, the others stay as they are.")
            raise forms.ValidationError([*dict.fromkeys(wrong), said])
        if len(good) > MOST_ADDRESSES:
            raise forms.ValidationError(_("That is more people than a table has seats."))
        return good

    def clean_message(self) -> str:
        """Keep what is to be seen of it."""
        try:
            return asking.message(self.cleaned_data["message"])
        except BadText as problem:
            raise forms.ValidationError(problem.message) from None

    def clean_reply_by(self) -> datetime | None:
        """Read the end of the day where the organiser lives."""
        day = self.cleaned_data["reply_by"]
        if day is None:
            return None
        try:
            zone = timezone.get_current_timezone_name()
            return asking.reply_by(day, zone, now=instant.now())
        except BadReplyBy as problem:
            raise forms.ValidationError(problem.message) from None

    @property
    def wishes(self) -> dict[str, Wish]:
        """For each address, what goes with its invitation."""
        chosen = self.cleaned_data
        return {
            address: Wish(chosen["message"], language or chosen["language"], chosen["reply_by"])
            for address, language in chosen["emails"].items()
        }

    def left_with(self, refused: dict[str, str]) -> "InviteForm":
        """Make the same form with only the addresses that were refused, and why."""
        own = self.cleaned_data["emails"]
        lines = "\n".join(f"{address} {own[address]}".rstrip() for address in refused)
        again = InviteForm({**dict(self.data.items()), "emails": lines})
        for address, why in refused.items():
            again.add_error("emails", f"{address}: {why}")
        return again


class ChangeForm(NewGameForm):
    """Other terms for a table that has not begun, filled with those that hold."""

    epoch = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)

    def __init__(self, meta: Meta, game: GameFacts, *args: Any, epoch: int, **kwargs: Any) -> None:
        """Offer what holds now."""
        now_held = {
            "epoch": epoch,
            "name": game.name,
            "seats": game.seats,
            "clock": _clock_of(game.time),
            "bar": str(game.time.bar or ""),
            "newcomers": game.time.newcomers,
            "households": game.time.households,
            **{option_field(name): value for name, value in game.options.items()},
        }
        super().__init__(meta, *args, initial=now_held, holds=game.time, **kwargs)
        # The table has its key, and its door a form of its own.
        for name in ("key", "listed", "language"):
            del self.fields[name]
        self.fields["name"].help_text = _("Shown as you write it, in every language.")

    def see_again(self, epoch: int) -> None:
        """Let what was typed be sent once more, knowing what holds now."""
        typed: Any = self.data
        typed = typed.copy()
        typed["epoch"] = str(epoch)
        self.data = typed

    @property
    def terms(self) -> Terms:
        """What is wished for."""
        chosen = self.cleaned_data
        return Terms(chosen["name"], chosen["seats"], self.options, self.time, chosen["epoch"])


def _neither(word: str) -> str:
    names = ", ".join(name for _code, name in texts.language_names())
    return _("%(word)s is neither an e-mail address nor a language of our letters (%(names)s).") % {
        "word": word[:80],
        "names": names,
    }


def _languages() -> dict[str, str]:
    """For each word that names a language, in its own tongue or the reader's, its code."""
    infos = ((code, get_language_info(code)) for code, _name in settings.LANGUAGES)
    return {
        word.casefold(): code
        for code, info in infos
        for word in (code, info["name"], info["name_local"], str(info["name_translated"]))
    }


def _clock_of(held: Settings) -> str:
    """Name the choice that stands for what holds: a ready one, hours, or numbers of one's own."""
    for name, ready in settings_of_time.PRESETS.items():
        if ready.style == held.style and ready.days_off <= held.days_off:
            return name
    match held.style:
        case Fixed(hours=hours):
            return str(hours) if hours in TURN_HOURS else OWN[0]
        case Bank():
            return OWN[1]
    return str(styles.dump(held.style)["style"])
