"""The operators' door, and how rows are shown there: nobody changes one by hand."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html

from games.accounts import sessions
from games.log.services import By
from games.models import Game, Player, Seat
from games.moderation.selectors import ties
from games.services import instant
from saboteur_site.version import VERSION

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    Pages = Paginator[Any]
else:
    ModelAdmin, Pages = admin.ModelAdmin, Paginator


MOST = 1_000
"""So many rows a list shows at most: who looks for more looks for less, by filters and words."""
PROVED = timedelta(hours=12)
"""For so long a code from a letter or a passkey opens the admin."""


class Office(admin.AdminSite):
    """The admin, entered by the same code from a letter as everything else."""

    site_title = "Saboteur by mail"
    site_header = f"{site_title} {VERSION}"

    def has_permission(self, request: HttpRequest) -> bool:
        """Let staff in who proved lately who they are."""
        proved = sessions.proved_at(request.session)
        return super().has_permission(request) and instant.now() < proved + PROVED

    def login(self, request: HttpRequest, *_: object, **__: object) -> HttpResponse:
        """Send visitors to the site's own sign-in; players who are no staff get no further."""
        if isinstance(request.user, Player):
            if not request.user.is_staff:
                raise PermissionDenied
            messages.info(request, "Operators sign in anew every twelve hours.")
        back = urlencode({"next": request.GET.get("next", reverse("admin:index"))})
        return HttpResponseRedirect(f"{reverse('accounts-sign-in')}?{back}")

    def password_change(self, *_: object, **__: object) -> NoReturn:
        """Refuse: there are no passwords."""
        raise Http404


office = Office()


def acting(request: HttpRequest) -> By:
    """Name for the log who does something here."""
    assert isinstance(request.user, Player), "staff are players"
    return By(request.user, "host")


def veiled(address: str | None) -> str:
    """Show enough of an address to tell people apart in a list, and too little to write to one."""
    local, at, domain = (address or "").partition("@")
    return f"{local[:1]}…{at}{domain}" if at else ""


def moderation(game: Game) -> str:
    """Lead to the moderators' page of a game: acts are done there and nowhere else."""
    return format_html('<a href="{}">moderation</a>', reverse("moderation-game", args=[game.key]))


def people(term: str) -> list[int]:
    """Find people by a part of their name or address."""
    named = Player.objects.filter(Q(name__icontains=term) | Q(email__icontains=term))
    return list(named.values_list("pk", flat=True)[:MOST])


def places(term: str) -> list[int]:
    """Find seats by a part of the name that is used there: looked for once, for list and count."""
    named = Seat.objects.filter(name__icontains=term)
    return list(named.values_list("pk", flat=True)[:MOST])


def tables(term: str) -> list[int]:
    """Find a game by its key."""
    return list(Game.objects.filter(key=term).values_list("pk", flat=True))


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


class Beginning(Pages):
    """Pages of the first rows: to count millions takes longer than to find what is looked for."""

    @cached_property
    def count(self) -> int:
        """Count no further than anybody looks."""
        rows: Any = self.object_list
        return int(rows[:MOST].count())


class ReadOnly(NobodyWrites, ModelAdmin):
    """Shows rows and changes none."""

    by_game = ""
    """How its rows name their game, where they have one."""
    show_full_result_count = False
    list_per_page = 50
    paginator = Beginning

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave out what is of games that the reader plays in: nobody looks after his own."""
        rows: QuerySet[Any] = super().get_queryset(request)
        if not self.by_game or not isinstance(request.user, Player):
            return rows
        mine = Game.objects.filter(ties(request.user)).values("pk")
        return rows.exclude(**{f"{self.by_game}__in": mine})

    def found(self, term: str) -> Q | None:
        """Say which rows a term means, by what there is an index for; None: `search_fields` do."""
        del term
        return None

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Find rows by a term."""
        term = search_term.strip()
        if term and (meant := self.found(term)) is not None:
            return queryset.filter(meant), False
        return super().get_search_results(request, queryset, search_term)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:  # noqa: ARG002
        """Filter by what is offered only: `?state__contains=` would find out what it cannot see."""
        filters = (at[0] if isinstance(at, tuple) else at for at in self.list_filter)
        offered = [getattr(at, "parameter_name", at) for at in filters]
        return any(f"{lookup}__".startswith(f"{at}__") for at in (*offered, self.date_hierarchy))

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Tell who may use the actions: staff who could change these rows."""
        return request.user.has_perm(f"games.change_{self.opts.model_name}")
