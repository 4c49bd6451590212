"""Headers that go out with every response, the names we answer to, whom a request came from."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseForbidden,
    HttpResponseRedirect,
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
