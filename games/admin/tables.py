"""Games with their seats, moves and invitations, and what an operator may do about a table."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest

from games import selectors, texts
from games.admin.office import NobodyWrites, ReadOnly, office
from games.clocks.rules import refusals
from games.clocks.rules.refusals import Refused
from games.clocks.services import pauses, wishes
from games.errors import ServiceError
from games.models import Game, Invitation, Move, Player, Seat
from games.services import games, instant, sweeps

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


class Places(NobodyWrites, TabularInline):
    """The seats of a game."""

    model = Seat
    fields = ("number", "name", "player", "bot", "joined_at")


class Hours(ActionForm):
    """How many hours more, or how long a pause is."""

    hours = forms.IntegerField(required=False, min_value=1)


@admin.register(Game, site=office)
class GameAdmin(ReadOnly):
    """Games, without what lies on the table."""

    list_display = (
        "key", "ruleset", "status", "organiser", "seats", "ply", "deadline_at", "set_aside",
    )  # fmt: skip
    list_filter = (SetAside, "status", ("stuck_at", admin.EmptyFieldListFilter), "ruleset", "seats")
    list_select_related = ("organiser",)
    search_fields = ("key", "organiser__name", "organiser__email", "places__name")
    ordering = ("-created_at",)
    inlines = (Places,)
    actions = ("try_again", "give_time", "pause", "open_again")
    action_form = Hours
    fields = (
        "key",
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
        "outcome",
        "created_at",
        "started_at",
        "ended_at",
    )

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

    @admin.display(description="set aside", boolean=True)
    def set_aside(self, game: Game) -> bool:
        """Tell whether sweeps have left a game to the operator."""
        return game.stuck >= Game.SET_ASIDE

    @admin.action(description="Try the chosen games again", permissions=("operate",))
    def try_again(self, request: HttpRequest, chosen: QuerySet[Game]) -> None:
        """Let the sweeps take up again what they had set aside."""
        count = sweeps.take_up_again(list(chosen.values_list("pk", flat=True)))
        messages.success(request, f"{count} games will be tried again.")

    @admin.action(description="Give whoever is asked more hours", permissions=("operate",))
    def give_time(self, request: HttpRequest, chosen: QuerySet[Game]) -> None:
        """Extend the running turns of the chosen games, never one of the operator's own."""

        def give(game: Game, by: Player, now: datetime) -> None:
            for number in game.to_act:
                wishes.extend(game.key, number, _hours(request), by=by, now=now, moderating=True)

        self._moderate(request, chosen, give)

    @admin.action(description="Pause the table for so many hours", permissions=("operate",))
    def pause(self, request: HttpRequest, chosen: QuerySet[Game]) -> None:
        """Close the chosen tables to an announced end."""

        def close(game: Game, by: Player, now: datetime) -> None:
            until = now + timedelta(hours=_hours(request))
            pauses.pause(game.key, until, by=by, now=now, moderating=True)

        self._moderate(request, chosen, close)

    @admin.action(description="Open a paused table again", permissions=("operate",))
    def open_again(self, request: HttpRequest, chosen: QuerySet[Game]) -> None:
        """End pauses that nobody but one person wished for."""
        self._moderate(
            request,
            chosen,
            lambda game, by, now: pauses.resume(game.key, by=by, now=now, moderating=True),
        )

    def _moderate(
        self,
        request: HttpRequest,
        chosen: QuerySet[Game],
        act: Callable[[Game, Player, datetime], None],
    ) -> None:
        """Do something about each of the chosen tables, and say where that was refused."""
        assert isinstance(request.user, Player), "staff are players"
        for game in chosen:
            try:
                act(game, request.user, instant.now())
            except Refused as refused:
                messages.error(request, f"{game.key}: {texts.refusal_text(refused)}")
            except ServiceError as problem:
                messages.error(request, f"{game.key}: {texts.problem_text(problem)}")
            else:
                messages.success(request, f"{game.key}: done; the table reads of it.")


def _hours(request: HttpRequest) -> int:
    hours = request.POST.get("hours", "")
    if not (hours.isdecimal() and len(hours) < 5):
        raise Refused(refusals.Reason.EMPTY)
    return int(hours)


@admin.register(Seat, site=office)
class SeatAdmin(ReadOnly):
    """Seats and who holds them."""

    list_display = ("game", "number", "name", "player", "bot", "joined_at")
    list_filter = ("bot", "game__status")
    list_select_related = ("game", "player")
    search_fields = ("game__key", "name", "player__email")
    fields = list_display
    actions = ("revoke_links",)

    @admin.action(description="Revoke the links of the chosen seats", permissions=("operate",))
    def revoke_links(self, request: HttpRequest, seats: QuerySet[Seat]) -> None:
        """Let the links in all letters so far open nothing any more."""
        for seat in seats:
            games.revoke_links(seat)
        messages.success(request, f"Links of {len(seats)} seats were revoked.")


@admin.register(Move, site=office)
class MoveAdmin(ReadOnly):
    """Moves by place and time. What was played is the players' affair."""

    list_display = ("game", "ply", "seat", "by", "rules_version", "made_at")
    list_filter = ("by", "game__status", "rules_version")
    list_select_related = ("game",)
    search_fields = ("game__key",)
    ordering = ("-made_at",)
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Leave what was played in the database."""
        rows: QuerySet[Move] = super().get_queryset(request)
        return rows.defer("events", "notation", "game__state")


@admin.register(Invitation, site=office)
class InvitationAdmin(ReadOnly):
    """Invitations and what became of them."""

    list_display = ("game", "email", "status", "sent", "created_at")
    list_filter = ("status",)
    list_select_related = ("game",)
    search_fields = ("game__key", "email")
    fields = list_display
