"""Games with their seats, moves and invitations, and what an operator may do about a table."""

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games import selectors, texts
from games.admin.office import (
    MOST,
    NobodyWrites,
    ReadOnly,
    moderation,
    office,
    people,
    places,
    tables,
    veiled,
)
from games.models import Game, Invitation, Move, Seat
from games.services import instant

if TYPE_CHECKING:
    TabularInline = admin.TabularInline[Seat, Game]
else:
    TabularInline = admin.TabularInline


class SetAside(admin.SimpleListFilter):
    """Games that sweeps have left to the operator, because they failed there again and again."""

    title = "set aside"
    parameter_name = "set_aside"

    def lookups(self, *_: object) -> list[tuple[str, str]]:
        """Offer the one choice that matters."""
        return [("yes", "set aside")]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Keep these games alone."""
        return rows.filter(stuck__gte=Game.SET_ASIDE) if self.value() else rows


class Ruleset(admin.SimpleListFilter):
    """Which game it is: asked of no rows, for to go through them all takes longer than any list."""

    title = parameter_name = "ruleset"

    def lookups(self, *_: object) -> list[tuple[str, str]]:
        """Offer every game there is."""
        return [(key, key) for key in selectors.offered()]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Keep one of them."""
        return rows.filter(ruleset=self.value()) if self.value() else rows


class Places(NobodyWrites, TabularInline):
    """The seats of a game."""

    model = Seat
    fields = ("number", "name", "player", "bot", "joined_at")


@admin.register(Game, site=office)
class GameAdmin(ReadOnly):
    """Games, without what lies on the table."""

    by_game = "pk"

    list_display = (
        "key", "name", "ruleset", "status", "organiser", "seats", "ply", "deadline_at", "set_aside",
        "acts",
    )  # fmt: skip
    list_filter = (SetAside, "status", ("stuck_at", admin.EmptyFieldListFilter), Ruleset)
    list_select_related = ("organiser",)
    search_fields = ("key", "name", "organiser__name", "organiser__email", "places__name")
    ordering = ("-pk",)
    inlines = (Places,)
    fields = (
        "key",
        "name",
        "ruleset",
        "clocks",
        "options",
        "seats",
        "organiser",
        "status",
        "ply",
        "to_act",
        "bot_asked",
        "deadline_at",
        "remind_at",
        "stuck",
        "stuck_at",
        "result",
        "created_at",
        "started_at",
        "ended_at",
    )

    def found(self, term: str) -> Q:
        """Find games by key, by a part of their name, or by who is called so there."""
        named = Game.objects.filter(name__icontains=term).values_list("pk", flat=True)
        seated = Seat.objects.filter(pk__in=places(term)).values_list("game", flat=True)
        mine = Q(organiser__in=people(term)) | Q(pk__in=[*named[:MOST], *seated])
        return Q(key=term) | mine

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Leave the state in the database."""
        rows: QuerySet[Game] = super().get_queryset(request)
        return rows.defer("state")

    @admin.display(description="clocks")
    def clocks(self, game: Game) -> str:
        """Tell until when which seat has time, as pages tell everybody; whether it is paused."""
        paused, clocks = selectors.clocks(game, now=instant.now())
        lines = [f"paused until {texts.moment_text(paused)}"] if paused else []
        for clock in clocks:
            until = texts.moment_text(clock.due) if clock.due else "no deadline"
            lines.append(f"@{clock.seat + 1}: {until} ({texts.causes_text(clock)})")
        return "; ".join(lines) or "none runs"

    @admin.display(description="outcome")
    def result(self, game: Game) -> str:
        """Tell how it ended, unless other tables yet play the same deal."""
        return "-" if game.closed or game.outcome is None else json.dumps(game.outcome)

    @admin.display(description="set aside", boolean=True)
    def set_aside(self, game: Game) -> bool:
        """Tell whether sweeps have left a game to the operator."""
        return game.stuck >= Game.SET_ASIDE

    @admin.display(description="acts")
    def acts(self, game: Game) -> str:
        """Lead to where acts upon a game are done."""
        return moderation(game)


@admin.register(Seat, site=office)
class SeatAdmin(ReadOnly):
    """Seats and who holds them."""

    by_game = "game"

    list_display = ("game", "number", "name", "player", "bot", "joined_at", "acts")
    list_filter = ("bot",)
    list_select_related = ("game", "player")
    search_fields = ("game__key", "name", "player__email")
    ordering = ("-pk",)
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Leave the state of the seats' games in the database."""
        rows: QuerySet[Seat] = super().get_queryset(request)
        return rows.defer("game__state")

    def found(self, term: str) -> Q:
        """Find seats of a game or of a person, or by a part of the name that is used there."""
        whose = Q(game__in=tables(term)) | Q(player__in=people(term))
        return whose | Q(pk__in=places(term))

    @admin.display(description="acts")
    def acts(self, seat: Seat) -> str:
        """Lead to where acts upon a game are done."""
        return moderation(seat.game)


@admin.register(Move, site=office)
class MoveAdmin(ReadOnly):
    """Moves by place and time. What was played is the players' affair."""

    by_game = "game"

    list_display = ("game", "ply", "seat", "by", "rules_version", "made_at")
    list_select_related = ("game",)
    search_fields = ("game__key",)
    search_help_text = "a game's key"
    ordering = ("-pk",)
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Leave what was played in the database."""
        rows: QuerySet[Move] = super().get_queryset(request)
        return rows.defer("events", "notation", "game__state")

    def found(self, term: str) -> Q:
        """Find the moves of a game."""
        return Q(game__in=tables(term))


@admin.register(Invitation, site=office)
class InvitationAdmin(ReadOnly):
    """Invitations and what became of them."""

    by_game = "game"

    list_display = ("game", "mailbox", "status", "sent", "created_at")
    list_filter = ("status",)
    list_select_related = ("game",)
    search_fields = ("game__key", "email")
    search_help_text = "a game's key or an address, each of them whole"
    ordering = ("-pk",)
    fields = ("game", "email", *list_display[2:])

    def get_queryset(self, request: HttpRequest) -> QuerySet[Invitation]:
        """Leave the state of their games in the database."""
        rows: QuerySet[Invitation] = super().get_queryset(request)
        return rows.defer("game__state")

    def found(self, term: str) -> Q:
        """Find invitations to a game or of an address."""
        return Q(game__in=tables(term)) | Q(email=term.lower())

    @admin.display(description="address", ordering="email")
    def mailbox(self, invitation: Invitation) -> str:
        """Hint at who is asked."""
        return veiled(invitation.email)
