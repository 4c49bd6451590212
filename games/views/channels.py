"""My channels: further ways by which I am told of my tables, each tried out, changed or removed."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import selectors, texts
from games.channels import selectors as channels
from games.channels.forms import ChannelForm, ToldForm
from games.channels.rules.messages import WEBHOOK
from games.channels.services import keeping
from games.errors import NoSuchChannel, ServiceError
from games.models import Channel, Player
from games.services import instant
from games.views.pages import for_players, is_fresh, prove_first, see_other

FORM_METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True, slots=True)
class Line:
    """A channel as its owner reads it. Its address opens it, so no page shows all of that."""

    number: int
    name: str
    kind: str
    host: str
    state: str
    on: bool
    signed: bool


@never_cache
@for_players
@require_http_methods(FORM_METHODS)
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """Show a player his channels, and add one."""
    if request.method == "POST" and not is_fresh(request, player):
        return prove_first(request)
    form = ChannelForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            added = keeping.add(player, **form.cleaned_data, now=instant.now())
        except ServiceError as problem:
            form.add_error("url", problem.message)
        else:
            if added.secret:
                return _secret(request, added, added.secret)
            messages.success(request, _("Added. Try it out: then you see whether it works."))
            return see_other(reverse("channels-one", args=[added.pk]))
    found = channels.channels(player)
    context = {
        "form": form,
        "fresh": is_fresh(request, player),
        "channels": [_line(each) for each in found],
        "full": len(found) >= keeping.MOST,
    }
    status = 400 if form.errors else 200
    return render(request, "pages/account/channels.html", context, status=status)


@never_cache
@for_players
@require_http_methods(FORM_METHODS)
def one(request: HttpRequest, player: Player, number: int) -> HttpResponse:
    """Show one of my channels; change, try, switch or remove it."""
    now = instant.now()
    try:
        channel = channels.channel(player, number)
        if request.method == "POST" and "act" in request.POST:
            return _act(request, player, channel, now)
    except NoSuchChannel:
        raise Http404 from None
    games = [(each.game.id, each.game.name) for each in selectors.my_games(player, now=now)]
    named = channels.games(channel)
    form = ToldForm.of(request.POST or None, channel, named=named, games=games)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        keeping.choose(player, number, form.chosen, name=name, only=form.only)
        messages.success(request, _("Saved. Messages that have not left yet go by it too."))
        return see_other(reverse("channels-one", args=[number]))
    trial = channels.last_trial(channel)
    context = {
        "form": form,
        "channel": _line(channel),
        "trial": texts.trial_state(
            trial.status, trial.error, made_at=trial.made_at, sent_at=trial.sent_at
        )
        if trial
        else "",
    }
    status = 400 if form.errors else 200
    return render(request, "pages/account/channel.html", context, status=status)


def _act(request: HttpRequest, player: Player, channel: Channel, now: datetime) -> HttpResponse:
    """Do what a button of the page says; twice is once."""
    back = reverse("channels-one", args=[channel.pk])
    act = request.POST["act"]
    try:
        if act == "remove":
            keeping.remove(player, channel.pk)
            messages.success(request, _("Removed. Nothing is sent there any more."))
            return see_other(reverse("channels-mine"))
        if act == "renew":
            return _secret(request, channel, keeping.renew(player, channel.pk))
        if act == "try":
            keeping.try_out(player, channel.pk, now=now)
            messages.success(request, _("A trial is on its way. Look there, and here again."))
        elif act in ("on", "off"):
            keeping.switch(player, channel.pk, on=act == "on")
    except ServiceError as problem:
        messages.error(request, problem.message)
    return see_other(back)


def _secret(request: HttpRequest, channel: Channel, secret: str) -> HttpResponse:
    """Show a secret this once: the answer to its form is kept by nobody."""
    context = {"channel": _line(channel), "secret": secret}
    return render(request, "pages/account/channel_secret.html", context)


def _line(channel: Channel) -> Line:
    return Line(
        number=channel.pk,
        name=channel.name,
        kind=texts.channel_kind(channel.kind),
        host=urlsplit(channel.url).netloc,
        state=texts.channel_state(
            channel.off,
            channel.fault,
            told_at=channel.told_at,
            failing_since=channel.failing_since,
        ),
        on=not channel.off,
        signed=channel.kind == WEBHOOK,
    )
