"""The operators' door, and how rows are shown there: nobody changes one by hand."""

from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from saboteur_site.version import VERSION

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


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
