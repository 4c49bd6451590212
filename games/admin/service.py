"""The service itself: its sign of life, its outages, and the hold of all games."""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.office import ReadOnly, office
from games.clocks.services import holding
from games.models import Outage, Pulse
from games.services import instant


class Reason(ActionForm):
    """What every player reads while the service is held."""

    reason = forms.CharField(required=False, max_length=holding.LONGEST)


@admin.register(Pulse, site=office)
class PulseAdmin(ReadOnly):
    """The sweeps' sign of life, and the hold of the whole service."""

    list_display = ("last_at", "held_at", "reason")
    fields = list_display
    actions = ("hold", "release")
    action_form = Reason

    @admin.action(description="Hold the whole service", permissions=("operate",))
    def hold(self, request: HttpRequest, _chosen: QuerySet[Pulse]) -> None:
        """Let nothing be played and no time run out, for a reason that every player reads."""
        reason = request.POST.get("reason", "").strip()
        if not 0 < len(reason) <= holding.LONGEST:
            messages.error(request, "Say why: every player reads it.")
            return
        holding.hold(reason, now=instant.now())
        messages.warning(request, "The service is held.")

    @admin.action(description="Let the service go on", permissions=("operate",))
    def release(self, request: HttpRequest, _chosen: QuerySet[Pulse]) -> None:
        """End the hold: it was an outage of its length."""
        gone = holding.release(now=instant.now())
        said = "The service goes on." if gone else "The service was not held."
        messages.success(request, said)


@admin.register(Outage, site=office)
class OutageAdmin(ReadOnly):
    """When nothing was swept: holds, and times in which the service was down."""

    list_display = ("begun_at", "ended_at", "worked_at", "reason")
    fields = list_display
    ordering = ("-begun_at",)
