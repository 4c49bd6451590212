"""Headers that go out with every response, and whom a request came from."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseForbidden

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
