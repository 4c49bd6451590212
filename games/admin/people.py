"""People, their appeals against a record, and what they report."""

from datetime import datetime

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator

from games.admin.office import ReadOnly, office
from games.clocks.services import appeals
from games.models import Appeal, Player, Report
from games.services import instant
from games.talk.services import reporting


@admin.register(Appeal, site=office)
class AppealAdmin(ReadOnly):
    """What players say against missed turns of their records, and what was answered."""

    list_display = ("player", "game", "missed_at", "said", "made_at", "answer", "answered_by")
    list_filter = (("answer", admin.AllValuesFieldListFilter),)
    list_select_related = ("turn__player", "turn__game", "answered_by")
    search_fields = ("turn__player__email", "turn__game__key")
    ordering = ("made_at",)
    fields = (*list_display, "answered_at")
    actions = ("excuse", "let_stand")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        """Leave the state of the turns' games in the database."""
        rows: QuerySet[Appeal] = super().get_queryset(request)
        return rows.defer("turn__game__state")

    @admin.display(description="player")
    def player(self, appeal: Appeal) -> str:
        """Name whose turn it was."""
        return appeal.turn.player.email

    @admin.display(description="game")
    def game(self, appeal: Appeal) -> str:
        """Name where it was."""
        return appeal.turn.game.key

    @admin.display(description="missed at")
    def missed_at(self, appeal: Appeal) -> datetime:
        """Tell when its time was over."""
        return appeal.turn.at

    @admin.action(description="Excuse: the turn does not count", permissions=("operate",))
    def excuse(self, request: HttpRequest, chosen: QuerySet[Appeal]) -> None:
        """Take the chosen turns out of their players' records."""
        self._answer(request, chosen, Appeal.Answer.EXCUSED)

    @admin.action(description="Let it stand: the turn counts", permissions=("operate",))
    def let_stand(self, request: HttpRequest, chosen: QuerySet[Appeal]) -> None:
        """Leave the chosen turns in their players' records."""
        self._answer(request, chosen, Appeal.Answer.STANDS)

    def _answer(self, request: HttpRequest, chosen: QuerySet[Appeal], said: Appeal.Answer) -> None:
        assert isinstance(request.user, Player), "asked before"
        turns = list(chosen.values_list("pk", flat=True))
        count = appeals.answer(turns, said, by=request.user, now=instant.now())
        messages.success(request, f"{count} appeals are answered.")
        if count < len(turns):
            left = "were answered before, or are of tables that you play at: left as they are."
            messages.warning(request, f"{len(turns) - count} {left}")


@admin.register(Player, site=office)
class PlayerAdmin(ReadOnly):
    """People."""

    list_display = ("email", "name", "language", "time_zone", "is_staff", "created_at")
    list_filter = ("language", "is_staff")
    search_fields = ("email", "name")
    ordering = ("email",)
    fields = (*list_display, "last_login")


@admin.register(Report, site=office)
class ReportAdmin(ReadOnly):
    """What people lay before the operators: a remark as it was said, and who reported it."""

    list_display = ("made_at", "key", "room", "about", "beginning", "by", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "room")
    list_select_related = ("about", "by")
    search_fields = ("key", "about__email", "by__email")
    date_hierarchy = "made_at"
    fields = (
        "key", "room", "about", "name", "said", "said_at", "by", "words", "made_at", "closed_at",
    )  # fmt: skip
    actions = ("close",)

    @admin.display(description="said")
    def beginning(self, report: Report) -> str:
        """Show how the remark begins."""
        return Truncator(report.said).chars(80)

    @admin.action(description="Be done with the chosen reports", permissions=("operate",))
    def close(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Mark open reports as dealt with; nobody is told."""
        ids = list(chosen.values_list("pk", flat=True))
        count = reporting.close(ids, now=instant.now())
        messages.success(request, f"{count} reports are closed.")
