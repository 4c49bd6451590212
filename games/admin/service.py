"""The service itself: its sign of life, its outages, and the hold of all games."""

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html

from games.admin.office import ReadOnly, office
from games.models import Cleaned, Outage, Pulse


@admin.register(Pulse, site=office)
class PulseAdmin(ReadOnly):
    """The sweeps' sign of life, and the hold of the whole service."""

    list_display = ("last_at", "held_at", "begins_at", "position", "reason", "moderation")
    fields = list_display

    @admin.display
    def moderation(self, _row: Pulse) -> str:
        """Lead to where the service is held, and let go on."""
        return format_html('<a href="{}">moderation</a>', reverse("moderation-home"))


@admin.register(Outage, site=office)
class OutageAdmin(ReadOnly):
    """When nothing was swept: holds, and times in which the service was down."""

    list_display = ("begun_at", "ended_at", "worked_at", "position", "reason")
    fields = list_display
    ordering = ("-begun_at",)


@admin.register(Cleaned, site=office)
class CleanedAdmin(ReadOnly):
    """What the beat removed since it was done and old."""

    list_display = ("what", "at", "removed", "in_all", "more")
    fields = list_display
