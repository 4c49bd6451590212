"""Headers of every response, the names we answer to, whom a request came from, bad input."""

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseForbidden,
    HttpResponseRedirect,
    QueryDict,
)
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.utils import translation

from saboteur_site.env import is_here

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; style-src 'self'; "
    "font-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

SHOWN = "/moderation/seen/"
"""Addresses under which another's pages are shown to who may look."""


def strict_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: nothing is loaded from elsewhere, nothing runs inline, no device is asked for."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return respond


def known_host(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: under a name that is not ours, say where we are; on one's own machine go there.

    Passkeys need a name, so in local mode 127.0.0.1 leads to `localhost`.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            return _elsewhere(request)
        return get_response(request)

    return respond


def _elsewhere(request: HttpRequest) -> HttpResponse:
    host, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
    if settings.LOCAL_MODE and host and is_here(host) and request.method in ("GET", "HEAD"):
        return HttpResponseRedirect(settings.BASE_URL + request.get_full_path())
    with translation.override(translation.get_language_from_request(request)):
        page = render_to_string("pages/unknown_host.html", {"site": settings.BASE_URL})
    return HttpResponseBadRequest(page)


def visitors_address(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware behind a proxy: what it added last is the visitor, all before is hearsay."""

    def respond(request: HttpRequest) -> HttpResponse:
        told = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        if told:
            request.META["REMOTE_ADDR"] = told
        return get_response(request)

    return respond


def shown_only(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: to another's pages nothing can be sent. Asked before anything is read."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(SHOWN) and request.method not in ("GET", "HEAD"):
            return HttpResponseForbidden()
        return get_response(request)

    return respond


class NoNul:
    """Middleware: no view is sent a NUL, which PostgreSQL can store in no text.

    In several lines that somebody typed it may stand: services drop it with all that nobody sees.
    Providers post other people's mail, so their views judge it. Stands between the check of a
    form's secret, which reads the form first, and the first that asks the database.
    """

    LINES = re.compile(r"text|words|said|message|question|next|standing|record|about-\d+")
    PROVIDERS = ("inbound", "tracking")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep what answers."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse a NUL in the address or in the name of a session."""
        if "\0" in request.path:
            raise Http404
        session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        if "\0" in session or _with_nul(request.GET):
            raise SuspiciousOperation("NUL")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Refuse a NUL in a field of a form."""
        match = request.resolver_match
        if request.method != "POST" or (match and match.url_name in self.PROVIDERS):
            return
        if any(not self.LINES.fullmatch(name) for name in _with_nul(request.POST)):
            raise SuspiciousOperation("NUL")


def _with_nul(sent: QueryDict) -> list[str]:
    """Name the fields that hold a NUL."""
    return [name for name, texts in sent.lists() if any("\0" in text for text in texts)]


class MessageCookie(CookieStorage):
    """Keeps messages for the next page in a cookie of this host alone, where https allows it."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"
