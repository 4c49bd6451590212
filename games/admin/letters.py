"""Letters, and how far they got."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.office import ReadOnly, office
from games.models import Letter
from games.services import instant, mailbox


@admin.register(Letter, site=office)
class LetterAdmin(ReadOnly):
    """Letters and how far they got."""

    list_display = ("kind", "game", "reader", "status", "attempts", "error", "due_at", "sent_at")
    list_filter = ("status", "kind", "error")
    list_select_related = ("game", "seat__player")
    search_fields = ("id", "game__key", "email", "seat__name", "seat__player__email")
    date_hierarchy = "created_at"
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
        "sent_at",
    )
    actions = ("send_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Letter]:
        """Leave the state of the letters' games in the database."""
        rows: QuerySet[Letter] = super().get_queryset(request)
        return rows.defer("game__state")

    @admin.display(description="reader")
    def reader(self, letter: Letter) -> str:
        """Name the address a letter goes to."""
        seat = letter.seat
        return letter.email if seat is None or seat.player is None else seat.player.email

    @admin.action(description="Send failed letters again", permissions=("operate",))
    def send_again(self, request: HttpRequest, chosen: QuerySet[Letter]) -> None:
        """Begin the table of attempts anew for the failed ones among the chosen."""
        ids = list(chosen.values_list("id", flat=True))
        count = mailbox.requeue(ids, now=instant.now())
        messages.success(request, f"{count} letters will be sent again.")
