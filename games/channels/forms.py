"""The shape of what a player says of a channel. Whether it can be one is the services' question."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.channels.rules.messages import DISCORD, SLACK, WEBHOOK
from games.channels.rules.places import LONGEST
from games.models import Channel
from games.subscriptions.rules import Choice

_ALL, _SOME = "all", "some"


class NameField(forms.CharField):
    """What its owner calls a channel; nobody else reads it."""

    def __init__(self) -> None:
        """Ask for a short name."""
        super().__init__(
            label=_("What you call it"),
            help_text=_("So that you know it again; nobody else reads it."),
            max_length=40,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )


class ChannelForm(forms.Form):
    """A further channel."""

    kind = forms.ChoiceField(
        label=_("Where to"),
        choices=[
            (DISCORD, _("Discord: a channel of yours there, by the address of its webhook")),
            (SLACK, _("Slack: a channel of yours there, by the address of its webhook")),
            (WEBHOOK, _("a program of your own: JSON, signed by a secret")),
        ],
        widget=forms.RadioSelect,
    )
    name = NameField()
    url = forms.CharField(
        label=_("Address"),
        help_text=_("From https:// to its end. Whoever has it can write there, so it stays here."),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class ToldForm(forms.Form):
    """What a channel tells of."""

    unasked: frozenset[int] | None = None
    """The games of which it tells, where none runs that could be chosen."""

    name = NameField()
    turns = forms.BooleanField(label=_("When it is my turn"), required=False)
    reminders = forms.BooleanField(label=_("When a deadline comes near"), required=False)
    news = forms.BooleanField(
        label=_("What else happens: a game or round begins or ends, time was up or moved"),
        required=False,
    )
    which = forms.ChoiceField(
        label=_("Of which games"),
        choices=[(_ALL, _("of all, also of those to come")), (_SOME, _("only of these:"))],
        widget=forms.RadioSelect,
    )
    games = forms.TypedMultipleChoiceField(
        label=_("My games"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    @classmethod
    def of(
        cls,
        sent: QueryDict | None,
        channel: Channel,
        *,
        named: frozenset[int],
        games: Sequence[tuple[int, str]],
    ) -> "ToldForm":
        """Ask what a channel tells of; `games` are those that can be named."""
        known = {
            "name": channel.name,
            "turns": channel.turns,
            "reminders": channel.reminders,
            "news": channel.news,
            "which": _ALL if channel.every_game else _SOME,
            "games": sorted(named),
        }
        form = cls(sent, initial=known)
        field = form.fields["games"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = games
        if not games:
            del form.fields["games"], form.fields["which"]
            form.unasked = None if channel.every_game else named
        return form

    @property
    def chosen(self) -> Choice:
        """What is wished for."""
        said = self.cleaned_data
        return Choice(turns=said["turns"], news=said["news"], reminders=said["reminders"])

    @property
    def only(self) -> frozenset[int] | None:
        """The games that are wished for; None for all."""
        if "which" not in self.fields:
            return self.unasked
        if self.cleaned_data["which"] == _ALL:
            return None
        return frozenset(self.cleaned_data["games"])
