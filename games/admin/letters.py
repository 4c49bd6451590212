"""Letters, and how far they got."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from games.admin.office import MOST, ReadOnly, acting, office, tables, veiled
from games.models import Letter, Seat
from games.services import instant, mailbox


class Error(admin.SimpleListFilter):
    """What went wrong, of all that did."""

    title = parameter_name = "error"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Offer the errors that there are, of letters that the reader may look after."""
        rows: QuerySet[Letter] = model_admin.get_queryset(request)
        met = rows.exclude(error="").order_by("error").distinct()
        return [(error, error) for error in met.values_list("error", flat=True)]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Keep letters that met this error."""
        # The first condition is the index's own.
        return rows.exclude(error="").filter(error=self.value()) if self.value() else rows


@admin.register(Letter, site=office)
class LetterAdmin(ReadOnly):
    """Letters and how far they got."""

    by_game = "game"
    list_display = (
        "kind",
        "game",
        "mailbox",
        "status",
        "attempts",
        "error",
        "due_at",
        "sent_at",
        "acts",
    )
    list_filter = ("status", "kind", Error, ("created_at", admin.DateFieldListFilter))
    list_select_related = ("game", "seat__player")
    search_fields = ("id", "game__key", "email")
    search_help_text = "a letter's id, a game's key or an address, each of them whole"
    fields = (
        "id",
        "message_id",
        "kind",
        "game",
        "reader",
        "ply",
        "status",
        "attempts",
        "error",
        "created_at",
        "due_at",
        "claimed_at",
        "seen_at",
        "sent_at",
    )
    actions = ("send_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Letter]:
        """Leave the state of the letters' games in the database."""
        rows: QuerySet[Letter] = super().get_queryset(request)
        return rows.defer("game__state")

    def found(self, term: str) -> Q:
        """Find letters by id, of a game, or to an address."""
        address = term.lower()
        seats = Seat.objects.filter(player__email=address).order_by("-pk")
        mine = list(seats.values_list("pk", flat=True)[:MOST])
        # Named although it follows: the index has letters to addresses alone.
        meant = Q(game__in=tables(term)) | Q(seat__in=mine) | ~Q(email="") & Q(email=address)
        with suppress(ValueError):
            meant |= Q(pk=UUID(term))
        return meant

    @admin.display(description="reader")
    def mailbox(self, letter: Letter) -> str:
        """Hint at the address a letter goes to."""
        return veiled(self.reader(letter))

    @admin.display(description="reader")
    def reader(self, letter: Letter) -> str:
        """Name the address a letter goes to."""
        seat = letter.seat
        return letter.email if seat is None or seat.player is None else seat.player.email or ""

    @admin.display(description="acts")
    def acts(self, letter: Letter) -> str:
        """Lead to the act by which a letter goes out again."""
        href = reverse("moderation-act", args=["resend-letter", letter.pk])
        return format_html('<a href="{}">send again</a>', href)

    @admin.action(description="Send failed letters again", permissions=("operate",))
    def send_again(self, request: HttpRequest, chosen: QuerySet[Letter]) -> None:
        """Begin the table of attempts anew for the failed ones among the chosen."""
        ids = list(chosen.values_list("id", flat=True))
        count = mailbox.requeue(ids, now=instant.now(), by=acting(request))
        messages.success(request, f"{count} letters will be sent again.")
