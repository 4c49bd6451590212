"""The operators' view: games, seats, moves and letters are found here, secrets are not.

Nothing is edited by hand; the few things an operator does are services, offered as actions. Fields
are named one by one, so that a new secret column appears nowhere by itself.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.text import Truncator

from games import selectors, texts
from games.clocks.rules import refusals
from games.clocks.rules.refusals import Refused
from games.clocks.services import appeals, holding, pauses, wishes
from games.errors import ServiceError
from games.models import (
    Appeal,
    Game,
    Invitation,
    Letter,
    Move,
    Outage,
    Player,
    Pulse,
    Report,
    Seat,
)
from games.services import games, instant, mailbox, sweeps
from games.talk.services import reporting
from saboteur_site.version import VERSION

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Seat, Game]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class Office(admin.AdminSite):
    """The admin, entered by the same code from a letter as everything else."""

    site_title = "Saboteur by mail"
    site_header = f"{site_title} {VERSION}"

    def login(self, request: HttpRequest, *_: object, **__: object) -> HttpResponse:
        """Send visitors to the site's own sign-in; players who are no staff get no further."""
        if request.user.is_authenticated:
            raise PermissionDenied
        back = urlencode({"next": request.GET.get("next", reverse("admin:index"))})
        return HttpResponseRedirect(f"{reverse('accounts-sign-in')}?{back}")

    def password_change(self, *_: object, **__: object) -> NoReturn:
        """Refuse: there are no passwords."""
        raise Http404


office = Office()


class NobodyWrites:
    """Rows come from the services; one changed or missing would break a game."""

    def has_add_permission(self, *_: object, **__: object) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, *_: object, **__: object) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, *_: object, **__: object) -> bool:
        """Refuse."""
        return False


class ReadOnly(NobodyWrites, ModelAdmin):
    """Shows rows and changes none."""

    show_full_result_count = False
    list_per_page = 50

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:  # noqa: ARG002
        """Filter by what is offered only: `?state__contains=` would find out what it cannot see."""
        filters = (at[0] if isinstance(at, tuple) else at for at in self.list_filter)
        offered = [getattr(at, "parameter_name", at) for at in filters]
        return any(f"{lookup}__".startswith(f"{at}__") for at in (*offered, self.date_hierarchy))

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Tell who may use the actions: staff who could change these rows."""
        return request.user.has_perm(f"games.change_{self.opts.model_name}")


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
