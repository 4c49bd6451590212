"""People, and their appeals against a record."""

from datetime import datetime

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from games.accounts.services import address
from games.admin.office import ReadOnly, acting, office, veiled
from games.clocks.services import appeals
from games.errors import AddressTaken
from games.models import AddressChange, Appeal, Player
from games.services import instant


@admin.register(Appeal, site=office)
class AppealAdmin(ReadOnly):
    """What players say against missed turns of their records, and what was answered."""

    by_game = "turn__game"

    list_display = ("player", "game", "missed_at", "said", "made_at", "answer", "answered_by")
    list_filter = (("answer", admin.AllValuesFieldListFilter),)
    list_select_related = ("turn__player", "turn__game", "answered_by")
    search_fields = ("turn__player__email", "turn__game__key")
    ordering = ("made_at",)
    fields = ("player", "address", *list_display[1:], "answered_at")
    actions = ("excuse", "let_stand")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        """Leave the state of the turns' games in the database."""
        rows: QuerySet[Appeal] = super().get_queryset(request)
        return rows.defer("turn__game__state")

    @admin.display(description="player")
    def player(self, appeal: Appeal) -> str:
        """Name whose turn it was."""
        return appeal.turn.player.name or veiled(appeal.turn.player.email)

    @admin.display(description="address")
    def address(self, appeal: Appeal) -> str:
        """Name the address of whose turn it was."""
        return appeal.turn.player.email or ""

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

    list_display = ("mailbox", "name", "language", "time_zone", "is_staff", "created_at")
    list_filter = ("language", "is_staff")
    search_fields = ("email", "name")
    ordering = ("email",)
    fields = ("email", *list_display[1:], "last_login")

    @admin.display(description="address", ordering="email")
    def mailbox(self, player: Player) -> str:
        """Hint at where a player is written to."""
        return veiled(player.email)


@admin.register(AddressChange, site=office)
class AddressChangeAdmin(ReadOnly):
    """Who wants to be written to elsewhere, and which mailbox agreed."""

    list_display = (
        "player", "now", "then", "created_at", "expires_at", "old_agreed_at", "new_agreed_at",
        "closed_at",
    )  # fmt: skip
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("player",)
    search_fields = ("old", "new")
    ordering = ("-created_at",)
    fields = ("player", "old", "new", *list_display[3:])
    actions = ("vouch",)

    @admin.display(description="old")
    def now(self, change: AddressChange) -> str:
        """Hint at the mailbox that is left."""
        return veiled(change.old)

    @admin.display(description="new")
    def then(self, change: AddressChange) -> str:
        """Hint at the mailbox that is wished for."""
        return veiled(change.new)

    @admin.action(description="Agree for an old mailbox that is lost", permissions=("operate",))
    def vouch(self, request: HttpRequest, chosen: QuerySet[AddressChange]) -> None:
        """Change addresses for people who proved otherwise who they are; the new mailbox agreed."""
        try:
            ids = list(chosen.values_list("pk", flat=True))
            count = address.vouch(ids, now=instant.now(), by=acting(request))
        except AddressTaken as problem:
            messages.error(request, problem.message)
        else:
            messages.success(request, f"{count} addresses are changed.")
