"""Where I am signed in, and what my letters' links open: both can be ended."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import texts
from games.accounts import selectors
from games.accounts.selectors import Device
from games.accounts.services import devices as services
from games.forms import DeviceForm
from games.models import Player
from games.services import instant
from games.views.pages import for_players, see_other


@dataclass(frozen=True, slots=True)
class Line:
    """A device as its owner reads it."""

    name: str
    what: str
    since: str
    here: bool


@never_cache
@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest, player: Player) -> HttpResponse:
    """Show a player his devices and how many tables his links open, and end what he wants."""
    form = DeviceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _end(request, player, form.cleaned_data["act"], form.cleaned_data["device"])
    now = instant.now()
    found = selectors.devices(player, request.session.session_key, now=now)
    context = {
        "devices": [_line(device) for device in found],
        "tables": len(selectors.linked_seats(player, now=now)),
    }
    return render(request, "pages/account/devices.html", context)


def _end(request: HttpRequest, player: Player, act: str, name: str) -> HttpResponse:
    here = request.session.session_key
    match act:
        case "one":
            services.end(player, name)
            messages.success(request, _("Signed out there."))
        case "others":
            count = services.end_all(player, but=here)
            told = ngettext(
                "One other device is signed out.", "%(n)d other devices are signed out.", count
            )
            messages.success(request, told % {"n": count})
        case "all":
            services.end_all(player)
            logout(request)
            messages.success(request, _("You are signed out everywhere."))
            return see_other(reverse("home"))
        case _:
            services.revoke_links(player, now=instant.now())
            messages.success(request, _("The links in your letters so far open nothing any more."))
    return see_other(reverse("devices"))


def device_text(program: str, system: str) -> str:
    """Say what a device is, as far as it is known."""
    if program and system:
        return _("%(program)s on %(system)s") % {"program": program, "system": system}
    return program or system or _("A device that says nothing of itself")


def _line(device: Device) -> Line:
    what = device_text(device.program, device.system)
    return Line(device.name, what, texts.moment_text(device.since), device.here)
